"""Write the presets that fabrikit ships: a human arm of published measures and limits, and a textbook chain.

Shows how a scene is built in Python. Run it with the folder to write into:

    python examples/presets.py src/fabrikit/presets
"""

import math
import sys
from pathlib import Path

import numpy as np

import fabrikit
from fabrikit import Ball, Hinge
from fabrikit.formats import Scene, SceneOptions, SceneTarget, save_scene

STATURE = 1.75
"""Metres."""

SEGMENTS = {"upper arm": 0.186, "forearm": 0.146, "hand": 0.108}
"""Fractions of stature: Drillis & Contini 1966, as printed in Winter."""

MOTION = {
    "shoulder": {"flexion": 180, "extension": 60, "abduction": 180, "medial rotation": 70, "lateral rotation": 90},
    "elbow": {"flexion": 150},
    "forearm": {"pronation": 80, "supination": 80},
    "wrist": {"flexion": 80, "extension": 70, "radial deviation": 20, "ulnar deviation": 30},
}
"""Ranges of motion [degrees]: AAOS, as printed in Norkin & White, table A.1. All were looked up, none is recalled."""

OVERHEAD = 175
"""Degrees. Flexion and abduction stop here: at 180, opposite to hanging, the turn about the bone has no zero."""

ARM_DESCRIPTION = (
    "The right arm of a person 1.75 m tall fetches a cup, puts it on a shelf, tries the top shelf, which is too far,"
    " and a hook behind the back, which the joints do not allow, and comes back. Each target is solved from the rest"
    " pose, the arm hanging, and the pole asks the elbow down and out."
    " Metres; x points forward, y to the left, z up; the shoulder is the origin."
    " Segments: upper arm 0.186, forearm 0.146, hand 0.108 of stature (Drillis & Contini 1966, as printed in"
    " D. A. Winter, Biomechanics and Motor Control of Human Movement)."
    " Limits: American Academy of Orthopaedic Surgeons, as printed in Norkin & White, Measurement of Joint Motion,"
    " table A.1, every value looked up there: "
    + "; ".join(
        f"{joint} {', '.join(f'{motion} {degrees}' for motion, degrees in motions.items())}"
        for joint, motions in MOTION.items()
    )
    + " degrees."
    f" Approximations: the shoulder is one ball joint whose oval cone stops at {OVERHEAD} degrees overhead; the table"
    " gives no adduction across the body, so none is allowed; the forearm turns at one place, halfway."
    " Path: made up for this example; along each stroke the hand moves with minimum jerk,"
    " 10 s^3 - 15 s^4 + 6 s^5 (Flash & Hogan 1985, J. Neurosci. 5(7):1688-1703)."
)

REST, CUP, SHELF, TOP_SHELF, HOOK = (
    (0.4, -0.16, -0.36),
    (0.48, -0.22, -0.22),
    (0.42, 0.28, 0.18),
    (0.62, -0.1, 0.55),
    (-0.4, -0.1, 0.1),
)
STEP = 0.1
"""Seconds between two targets."""


def minimum_jerk(s):
    """Return how far a smooth stroke has come at the fraction `s` of its time."""
    return s * s * s * (10.0 + s * (6.0 * s - 15.0))


def stroke(start, end, steps, lift):
    """Return the `steps` places after `start` on the way to `end`, raised by `lift` metres halfway."""
    way = minimum_jerk(np.arange(1, steps + 1) / steps)[:, np.newaxis]
    straight = np.array(start) + way * (np.array(end) - np.array(start))
    return straight + 4.0 * way * (1.0 - way) * np.array([0.0, 0.0, lift])


def arm_joints():
    """Return the joint types of the right arm, hanging, thumb forward: flexion is forward, abduction to the right."""
    radians = {joint: {key: math.radians(value) for key, value in MOTION[joint].items()} for joint in MOTION}
    shoulder, elbow, forearm, wrist = radians.values()
    forward, overhead = (1, 0, 0), math.radians(OVERHEAD)
    return [
        # Half-angles forward, to the right, back, to the left; counter-clockwise seen from below.
        Ball(
            cone=(min(shoulder["flexion"], overhead), min(shoulder["abduction"], overhead), shoulder["extension"], 0.0),
            twist=(-shoulder["medial rotation"], shoulder["lateral rotation"]),
            reference=forward,
        ),
        Hinge((0, -1, 0), 0.0, elbow["flexion"]),
        # Turns the wrist with it, which a twist of the hand would not do.
        Ball(cone=0.0, twist=(-forearm["pronation"], forearm["supination"])),
        Ball(
            cone=(wrist["radial deviation"], wrist["extension"], wrist["ulnar deviation"], wrist["flexion"]),
            twist=(0.0, 0.0),
            reference=forward,
        ),
    ]


def human_arm():
    """Return the arm and the track of its fingertips."""
    upper, fore, hand = (fraction * STATURE for fraction in SEGMENTS.values())
    heights = np.cumsum([0.0, -upper, -fore / 2, -fore / 2, -hand])
    rest_pose = np.stack([np.zeros(5), np.zeros(5), heights], axis=1)
    track = [
        np.array([REST]),
        stroke(REST, CUP, 6, lift=0.03),
        stroke(CUP, SHELF, 9, lift=0.1),
        np.array([TOP_SHELF]),
        np.array([HOOK]),
        stroke(SHELF, REST, 7, lift=0.0),
    ]
    positions = np.concatenate(track).round(4)
    ends = np.cumsum([len(part) for part in track]) - 1
    names = dict(zip(ends.tolist(), ("rest", "cup", "shelf", "top shelf", "hook", "back at rest"), strict=True))
    return Scene(
        name="Human arm",
        description=ARM_DESCRIPTION,
        body=fabrikit.Chain(rest_pose.round(5), arm_joints()),
        joint_names=("shoulder", "elbow", "forearm", "wrist", "fingertips"),
        targets=tuple(
            SceneTarget(position, names.get(index), round(index * STEP, 1)) for index, position in enumerate(positions)
        ),
        options=SceneOptions(pole=fabrikit.Pole(direction=[-0.2, -0.6, -0.8])),
    )


def textbook_chain():
    """Return three bones in the plane whose first is the longest, so that its reach has a hole."""
    positions = [[3.2, 0.6], [2.7, 1.6], [1.8, 2.2], [0.6, 2.4], [-0.6, 1.9], [-1.2, 1.0], [-0.7, 0.2]]
    return Scene(
        name="Textbook chain",
        description="Three bones of 2, 1 and 0.5 in the plane. The last two targets cannot be reached:"
        " one lies beyond the outer reach 3.5, one nearer than the inner reach 0.5.",
        body=fabrikit.Chain.from_lengths([2.0, 1.0, 0.5]),
        targets=(
            *(SceneTarget(np.array(position)) for position in positions),
            SceneTarget(np.array([-3.0, 2.4]), "too far"),
            SceneTarget(np.array([0.2, 0.1]), "too near"),
        ),
        options=SceneOptions(follow=True),
    )


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    save_scene(human_arm(), folder / "human-arm.json")
    save_scene(textbook_chain(), folder / "textbook-chain.json")
