"""Five hundred characters in one frame: feet on uneven ground, a hand up to wave; one matrix a bone comes out.

python examples/crowd.py
"""

import time

import numpy as np

from fabrikit import Solver, Target, presets

FEET = ("left_heel", "left_toes", "right_heel", "right_toes")


def ground(x, y):
    """Return the height of the ground."""
    return 0.12 * np.sin(0.8 * x) * np.cos(0.6 * y)


def crowd(count, seed=1):
    """Return where the characters stand (count, 3) and where they look (count,) [rad]."""
    random = np.random.default_rng(seed)
    side = int(np.ceil(np.sqrt(count)))
    rows, columns = np.divmod(np.arange(count), side)
    x, y = 1.2 * rows + random.uniform(-0.2, 0.2, count), 1.2 * columns + random.uniform(-0.2, 0.2, count)
    return np.stack([x, y, ground(x, y)], axis=1), random.uniform(-np.pi, np.pi, count)


def turned(places, heading, local):
    """Return points of the characters (count, 3) from one of the standing body."""
    cosine, sine = np.cos(heading), np.sin(heading)
    x = places[:, 0] + cosine * local[0] - sine * local[1]
    y = places[:, 1] + sine * local[0] + cosine * local[1]
    return np.stack([x, y, places[:, 2] + local[2]], axis=1)


def frame(count=500, seconds=0.0):
    """Solve one frame.

    Returns
    -------
    matrices : (count, joints, 4, 4) float32, dense
        Of every bone of every character, world from bone: what a renderer uploads.
    result : BodyBatchResult
    """
    body = presets.human_body()
    solver = Solver(body, tolerance=1e-3)
    places, heading = crowd(count)
    pelvis = body.rest_pose["pelvis"][:3, 3]
    starts = np.tile(body.rest_q, (count, 1))
    root = body.q_slices["pelvis"].start
    starts[:, root : root + 3] = turned(places, heading, pelvis) - pelvis
    starts[:, root + 3], starts[:, root + 6] = np.cos(heading / 2), np.sin(heading / 2)
    targets = {}
    for name in FEET:
        feet = turned(places, heading, body.rest_pose[name][:3, 3])
        feet[:, 2] = ground(feet[:, 0], feet[:, 1])
        targets[name] = Target(feet, priority=1)
    wave = 0.15 * np.sin(4 * seconds + np.arange(count))
    hands = turned(places, heading, np.array([0.25, -0.4, 1.65]))
    targets["right_fingertips"] = Target(hands + wave[:, None] * [0, 0, 1])
    result = solver.solve_batch(targets, starts=starts)
    return np.ascontiguousarray(result.pose.transforms, dtype=np.float32), result


if __name__ == "__main__":
    started = time.perf_counter()
    matrices, result = frame()
    took = time.perf_counter() - started
    print(f"{result}: matrices {matrices.shape} {matrices.dtype}, {matrices.nbytes / 1e6:.1f} MB, {1e3 * took:.0f} ms")
