"""Let an arm of published proportions follow a recorded wrist.

The table has the columns t_s, shoulder_x, shoulder_y, shoulder_z, elbow_..., wrist_... in any unit of length. The arm's
segments keep their published proportions and are scaled so that upper arm and forearm together are as long as the
recorded ones. The wrist is followed as the shoulder sees it; each frame starts from the pose before.

    python examples/follow_recording.py recording.csv [figure.svg]
"""

import sys
from collections import Counter
from pathlib import Path

import numpy as np

from fabrikit import Chain
from fabrikit.formats import Scene, SceneOptions, SceneTarget, load_targets, solve_scene
from fabrikit.show import save_figure, scene_figure

UPPER_ARM, FOREARM = 0.186, 0.146
"""Fractions of stature: Drillis & Contini 1966, as printed in Winter."""


def read_joint(path, joint):
    """Return the positions (frames, 3) of one joint of the recording, and the times.

    Recordings have y up; here z is up, as the figures show it.
    """
    rows = load_targets(path, 3, [f"{joint}_{axis}" for axis in "xyz"])
    x, y, z = np.array([row.position for row in rows]).T
    return np.stack([x, -z, y], axis=1), [row.time for row in rows]


def recording_scene(path):
    """Return the scene of an arm that follows the recorded wrist."""
    shoulder, times = read_joint(path, "shoulder")
    elbow, wrist = (read_joint(path, joint)[0] for joint in ("elbow", "wrist"))
    lengths = [np.linalg.norm(end - start, axis=1).mean() for start, end in ((shoulder, elbow), (elbow, wrist))]
    scale = sum(lengths) / (UPPER_ARM + FOREARM)
    first = elbow[0] - shoulder[0]
    rest = np.array([np.zeros(3), first, wrist[0] - shoulder[0]])
    arm = Chain.from_lengths([UPPER_ARM * scale, FOREARM * scale], dimension=3)
    targets = tuple(SceneTarget(place, time=time) for place, time in zip(wrist - shoulder, times, strict=True))
    return Scene(arm, targets, SceneOptions(start=rest, follow=True), name=Path(path).stem.replace("_", " "))


def main(path, figure=None):
    """Follow the recording, say how it went, and draw it if asked to."""
    scene = recording_scene(path)
    results = solve_scene(scene)
    print(f"{scene.name}: {dict(Counter(result.status.value for result in results))}")
    for index, (target, result) in enumerate(zip(scene.targets, results, strict=True)):
        if not result:
            missed = result.error / scene.body.reach[1]
            print(f"  frame {index}, {target.time} s: {result.status.value}, missed by {missed:.1e} of the reach")
    if figure:
        save_figure(scene_figure(scene, results), figure)


if __name__ == "__main__":
    main(*sys.argv[1:])
