"""A game loop in the plane: a hero walks over hills, plants its feet, and points a lantern at the cursor.

Every frame: read the cursor, move the hero, ask where every joint stands, hand line segments to whatever draws. Runs as
fast as it can here; a game would wait for the next frame at the end of the loop.

    python examples/game_2d.py
"""

import math
import time

import numpy as np

from fabrikit import Hinge, Skeleton, Solver, Target

FRAME = 1 / 60
"""Seconds."""

SPEED = 1.2
"""Metres per second."""

STRIDE = 0.9
"""Metres between two steps of one foot."""


def ground(x):
    """Return the height of the hills."""
    return 0.15 * math.sin(0.9 * x) + 0.08 * math.sin(2.3 * x)


def hero():
    """Return a body in the plane: hips, two legs, a trunk, and an arm with a lantern."""
    points = {
        "hips": [0.0, 0.85],
        "left_knee": [0.05, 0.45],
        "left_foot": [0.0, 0.0],
        "right_knee": [0.05, 0.45],
        "right_foot": [0.0, 0.0],
        "chest": [0.0, 1.35],
        "elbow": [0.05, 1.1],
        "lantern": [0.3, 1.05],
    }
    parents = {"chest": "hips", "elbow": "chest", "lantern": "elbow"}
    for side in ("left", "right"):
        parents |= {f"{side}_knee": f"{side}_hip", f"{side}_foot": f"{side}_knee", f"{side}_hip": "hips"}
        points[f"{side}_hip"] = points["hips"]
    knee = Hinge(-2.2, 0.05)  # bends backward
    types = {"left_knee": knee, "right_knee": knee, "chest": Hinge(-2.6, 2.6), "elbow": Hinge(-0.1, 2.4)}
    return Skeleton.from_points(points, parents, types, root="free")


def foothold(x, phase):
    """Return where a foot is: planted for half of its stride, then swung forward over the ground."""
    steps, share = divmod(x / STRIDE + phase, 1.0)
    behind, ahead = ((steps - phase + place + 0.25) * STRIDE for place in (0.0, 1.0))
    swing = max(0.0, 2.0 * share - 1.0)
    at = behind + swing * (ahead - behind)
    return [at, ground(at) + 0.18 * math.sin(math.pi * swing)]


def play(seconds=5.0):
    """Run the loop; returns the frames' line segments (frames, bones, 2, 2) and how many frames were reached."""
    body = hero()
    solver = Solver(body, tolerance=1e-4, rotation_tolerance=1e-3, max_iterations=60)
    bones = [(parent, place) for place, parent in enumerate(body.parents) if parent >= 0]
    drawn, reached, pose = [], 0, None
    for frame in range(round(seconds / FRAME)):
        x = SPEED * frame * FRAME
        cursor = np.array([x + 2.0 * math.cos(0.7 * frame * FRAME), 1.2 + math.sin(1.3 * frame * FRAME)])
        feet = {"left_foot": foothold(x, 0.0), "right_foot": foothold(x, 0.5)}
        height = min(0.72 + min(place[1] for place in feet.values()), 0.78 + ground(x))
        asked = {name: Target(place, priority=1) for name, place in feet.items()}
        asked["hips"] = Target([x, height], angle=math.radians(85), axis=[0, 1])  # leans forward a little
        asked["lantern"] = Target(direction=cursor - [x, height + 0.3])
        pose = solver.solve(asked, start=pose)
        reached += max(pose.errors[name] for name in feet) <= solver.tolerance
        drawn.append(pose.positions[bones])
    return np.array(drawn), reached


if __name__ == "__main__":
    started = time.perf_counter()
    segments, planted = play()
    took = (time.perf_counter() - started) / len(segments)
    print(
        f"{len(segments)} frames of {segments.shape[1]} bones; feet planted in {planted}; {1e3 * took:.2f} ms a frame"
    )
