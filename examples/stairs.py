"""A walker on stairs: heights of the ground go in, targets of the feet and the pelvis come out, and every joint stands.

python examples/stairs.py
"""

import math
from dataclasses import dataclass

import numpy as np

from fabrikit import Skeleton, Solver, Target, presets

RISE, RUN, STEPS = 0.17, 0.30, 6
"""Metres, and how many steps there are."""

FOOT_ON = 0.08
"""Metres from the edge of a step to the heel."""

FRAMES = 12
"""In one step of a foot."""


def heights(x):
    """Return the height (k,) of the ground at places (k,) along the way: flat, six steps up, flat."""
    return RISE * np.clip(np.floor(np.asarray(x) / RUN) + 1.0, 0, STEPS) * (np.asarray(x) >= 0)


@dataclass
class Frame:
    """What a frame asks: where heel and toes of both feet go, and the pelvis."""

    feet: dict[str, np.ndarray]
    pelvis: np.ndarray


def footprint(heel, side, body, lift=0.0):
    """Return where heel and toes of a foot are when the heel stands at x = `heel`, flat, lifted by `lift`."""
    out = body.rest_pose[f"{side}_heel"][1, 3]
    length = body.rest_pose[f"{side}_toes"][0, 3] - body.rest_pose[f"{side}_heel"][0, 3]
    level = float(heights([heel])[0]) + lift
    return {
        f"{side}_heel": np.array([heel, out, level]),
        f"{side}_toes": np.array([heel + length, out, level]),
    }


def plan(ground, body):
    """Yield the frames of a walk over `ground`, a function from places to heights.

    The feet go up in turn, each two steps at a time but for the first and the last. The swinging foot clears the edges
    by 8 cm; it and the one behind are asked for by their toes alone. The pelvis is above the middle of the feet, as
    high as both legs let it be.
    """
    heels = {"left": -0.35, "right": -0.35}
    for step in range(STEPS + 1):
        side = "left" if step % 2 == 0 else "right"
        goal = min(step, STEPS - 1) * RUN + FOOT_ON
        start = heels[side]
        for share in np.arange(1, FRAMES + 1) / FRAMES:
            smooth = share * share * (3 - 2 * share)
            heels[side] = start + smooth * (goal - start)
            top = max(ground([start])[0], ground([goal])[0]) + 0.08 * math.sin(math.pi * share)
            low = ground([start])[0] + smooth * (ground([goal])[0] - ground([start])[0])
            swung = max(top, low) if share < 1 else ground([goal])[0]
            feet = {}
            for each in heels:
                lift = swung - ground([heels[each]])[0] if each == side else 0.0
                feet |= footprint(heels[each], each, body, lift)
            pelvis = above(feet, body)
            behind = min(heels, key=lambda each: heels[each])
            loose = ({side} if share < 1 else set()) | ({behind} if heels["left"] != heels["right"] else set())
            for each in loose:  # the foot in the air and the foot behind may turn about their toes
                del feet[f"{each}_heel"]
            yield Frame(feet, pelvis)


def above(feet, body):
    """Return where the pelvis may be: over the middle of the feet, no higher than either leg is long."""
    hip, ankle = (body.rest_pose[f"left_{name}"][:3, 3] for name in ("hip", "ankle"))
    leg = 0.96 * (hip[2] - ankle[2])
    back = ankle - body.rest_pose["left_heel"][:3, 3]
    ankles = np.array([feet[f"{side}_heel"] for side in ("left", "right")]) + back
    middle = float(ankles[:, 0].mean())
    reach = np.sqrt(leg**2 - (ankles[:, 0] - middle) ** 2)
    return np.array([middle, 0.0, float((ankles[:, 2] + reach).min())])


def walk():
    """Return the frames and the answers, each started from the one before."""
    body = Skeleton(presets.human_body().joints, root="free")
    solver = Solver(body, tolerance=1e-4, max_iterations=200)
    frames = list(plan(heights, body))
    answers, pose = [], None
    for frame in frames:
        asked = {name: Target(place, priority=1) for name, place in frame.feet.items()}
        asked["pelvis"] = Target(frame.pelvis, rotation=[1, 0, 0, 0], rotation_weight=0.05)
        pose = solver.solve(asked, start=pose)
        answers.append(pose)
    return frames, answers


if __name__ == "__main__":
    frames, answers = walk()
    for number in range(0, len(frames), FRAMES // 2):
        answer = answers[number]
        at, wanted = answer.pose["pelvis"][:3, 3], frames[number].pelvis
        feet = max(answer.errors[name] for name in frames[number].feet)
        away = 100 * float(np.linalg.norm(at - wanted))
        print(f"frame {number:3d}  pelvis {at[0]:5.2f} {at[2]:5.2f} m, {away:4.1f} cm away; feet within {feet:.0e} m")
