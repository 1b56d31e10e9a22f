"""Write the presets that fabrikit ships: a human arm of published measures, and a textbook chain.

Shows how a scene is built in Python. Run it with the folder to write into:

    python examples/presets.py src/fabrikit/presets
"""

import sys
from pathlib import Path

import numpy as np

import fabrikit
from fabrikit.formats import Scene, SceneOptions, SceneTarget, save_scene

STATURE = 1.75
"""Metres."""

SEGMENTS = {"upper arm": 0.186, "forearm": 0.146, "hand": 0.108}
"""Fractions of stature: Drillis & Contini 1966, as printed in Winter."""

ARM_DESCRIPTION = (
    "The right arm of a person 1.75 m tall fetches a cup, puts it on a shelf, tries the top shelf, which is too far,"
    " and comes back. Each target is solved from the rest pose, elbow bent, and the pole asks the elbow down and out."
    " Metres; x points forward, y to the left, z up; the shoulder is the origin."
    " Segments: upper arm 0.186, forearm 0.146, hand 0.108 of stature (Drillis & Contini 1966, as printed in"
    " D. A. Winter, Biomechanics and Motor Control of Human Movement)."
    " Path: made up for this example; along each stroke the hand moves with minimum jerk,"
    " 10 s^3 - 15 s^4 + 6 s^5 (Flash & Hogan 1985, J. Neurosci. 5(7):1688-1703)."
)

REST, CUP, SHELF, TOP_SHELF = (
    (0.4, -0.16, -0.36),
    (0.48, -0.22, -0.22),
    (0.42, 0.28, 0.18),
    (0.58, 0.36, 0.46),
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


def human_arm():
    """Return the arm and the track of its fingertips."""
    upper, fore, hand = (fraction * STATURE for fraction in SEGMENTS.values())
    rest_pose = [[0, 0, 0], [0, 0, -upper], [fore, 0, -upper], [fore + hand, 0, -upper]]
    track = [
        np.array([REST]),
        stroke(REST, CUP, 6, lift=0.03),
        stroke(CUP, SHELF, 9, lift=0.1),
        np.array([TOP_SHELF]),
        stroke(SHELF, REST, 7, lift=0.0),
    ]
    positions = np.concatenate(track).round(4)
    ends = np.cumsum([len(part) for part in track]) - 1
    names = dict(zip(ends.tolist(), ("rest", "cup", "shelf", "top shelf", "back at rest"), strict=True))
    return Scene(
        name="Human arm",
        description=ARM_DESCRIPTION,
        body=fabrikit.Chain(np.array(rest_pose).round(4)),
        joint_names=("shoulder", "elbow", "wrist", "fingertips"),
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
