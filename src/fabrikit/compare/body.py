"""A body of 13 joints whose head, hands and feet follow a dancer: the paper's Table 2 with a dancer of our own."""

from __future__ import annotations

import time

import numpy as np

from fabrikit.arrays import Array
from fabrikit.compare.cases import Case, Setting
from fabrikit.compare.measures import Measured
from fabrikit.compare.problems import Problems
from fabrikit.compare.statistics import summary
from fabrikit.model import Skeleton
from fabrikit.solve.body_solver import BodySolver

_POINTS: dict[str, tuple[float, float, float]] = {
    "pelvis": (0, 0, 950),
    "chest": (0, 0, 1350),
    "head": (0, 0, 1700),
    "left_elbow": (0, 450, 1340),
    "left_wrist": (30, 700, 1330),
    "left_hand": (40, 880, 1320),
    "right_elbow": (0, -450, 1340),
    "right_wrist": (30, -700, 1330),
    "right_hand": (40, -880, 1320),
    "left_knee": (20, 110, 500),
    "left_foot": (0, 120, 60),
    "right_knee": (20, -110, 500),
    "right_foot": (0, -120, 60),
}
"""Where the 13 joints stand at rest [mm]."""

_PARENTS = {
    "chest": "pelvis",
    "head": "chest",
    "left_knee": "pelvis",
    "left_foot": "left_knee",
    "right_knee": "pelvis",
    "right_foot": "right_knee",
    **{f"{side}_elbow": "chest" for side in ("left", "right")},
    **{f"{side}_wrist": f"{side}_elbow" for side in ("left", "right")},
    **{f"{side}_hand": f"{side}_wrist" for side in ("left", "right")},
}

EFFECTORS = ("head", "left_hand", "right_hand", "left_foot", "right_foot")

_FRAMES_A_BEAT = 60


def dancer(size: float) -> Skeleton:
    """Return the body, `size` times as large."""
    return Skeleton.from_points({name: [size * x for x in at] for name, at in _POINTS.items()}, _PARENTS)


def dance(body: Skeleton, frames: int, seed: int = 0) -> dict[str, Array]:
    """Let every joint sway about an axis of its own; returns where the effectors are: (frames, 3) each."""
    random = np.random.default_rng(seed)
    t = 2 * np.pi * np.arange(frames) / _FRAMES_A_BEAT
    q = np.tile(body.rest_q, (frames, 1))
    balls = q.shape[1] // 4
    for ball in range(balls):
        axis = random.normal(size=3)
        half = 0.5 * random.uniform(0.2, 0.8) * np.sin(t * random.choice([0.5, 1.0, 2.0]) + random.uniform(0, 6))
        q[:, 4 * ball] = np.cos(half)
        q[:, 4 * ball + 1 : 4 * ball + 4] = np.sin(half)[:, None] * axis / np.linalg.norm(axis)
    pose = body.forward(q)
    return {name: np.asarray(pose[name])[:, :3, 3] for name in EFFECTORS}


def follow_dancer(case: Case, setting: Setting, method: str, problems: Problems) -> Measured:
    """Follow a dancer frame by frame: rounds, processor time of a call from Python, mean error of the five."""
    frames = len(problems.targets)
    tracks = dance(dancer(setting.at), frames)
    solver = BodySolver(dancer(1.0), method=method, tolerance=problems.tolerance, max_iterations=case.max_iterations)
    start, failed = None, 0
    iterations, seconds, errors = [], [], []
    for frame in range(frames):
        targets = {name: track[frame] for name, track in tracks.items()}
        began = time.thread_time()
        result = solver.solve(targets, start=start)
        seconds.append(time.thread_time() - began)
        start = result
        failed += not result
        iterations.append(result.iterations)
        errors.append(float(np.mean([result.errors[name] for name in EFFECTORS])))
    numbers = summary("iterations", iterations) | summary("us", 1e6 * np.array(seconds))
    numbers["us_per_iteration"] = float(1e6 * np.median(np.array(seconds) / np.maximum(iterations, 1)))
    numbers["error_median"] = float(np.median(errors))
    return Measured(numbers, failed)
