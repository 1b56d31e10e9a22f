"""Limits by clamping directions: the textbook's clamp beside the solver for limits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fabrikit.arrays import Array
from fabrikit.compare.cases import Case, Setting
from fabrikit.compare.measures import Measured
from fabrikit.compare.problems import Problems
from fabrikit.compare.statistics import summary
from fabrikit.model import Ball, Chain
from fabrikit.model.rotations import rotate
from fabrikit.solve import Solver


@dataclass(frozen=True)
class _Way:
    """A way to keep limits: its label, and the options of the solver."""

    label: str
    method: str
    clamp: str


WAYS = {
    "fabrik": _Way("fabrik, clamp in both passes", "fabrik", "both"),
    "fabrik from_base": _Way("fabrik, clamp from the base only", "fabrik", "from_base"),
    "auto": _Way("auto", "auto", "both"),
}


def clamped(case: Case, setting: Setting, method: str, problems: Problems) -> Measured:
    """Solve for the tips of poses that keep the limits: how many are reached, and whether limits hold."""
    way = WAYS[method]
    cone = np.radians(setting.at)
    chain = Chain(problems.starts[0], types=[Ball(cone=cone)] * setting.bones)
    solver = Solver(
        chain,
        method=way.method,
        clamp=way.clamp,
        tolerance=problems.tolerance,
        max_iterations=case.max_iterations,
    )
    random = np.random.default_rng(len(problems.targets))
    iterations, failed, over = [], 0, 0.0
    for _ in range(len(problems.targets)):
        result = solver.solve(_tip_within(chain, cone, random))
        iterations.append(result.iterations)
        failed += not result
        over = max(over, float(result.swing.max() - cone))
    return Measured(summary("iterations", iterations) | {"over_limit_deg": float(np.degrees(max(over, 0.0)))}, failed)


def _tip_within(chain: Chain, cone: float, random: np.random.Generator) -> Array:
    """Return the tip of a random pose whose bones turn by at most 0.9 of the cone from their rest direction."""
    frame = np.array([1.0, 0.0, 0.0, 0.0])
    at = chain.joints[0].copy()
    for bone in np.diff(chain.joints, axis=0):
        axis = np.cross(bone, random.normal(size=3))
        half = 0.45 * cone * np.sqrt(random.random())
        turn = np.array([np.cos(half), *(np.sin(half) * axis / np.linalg.norm(axis))])
        frame = _times(frame, turn)
        at = at + rotate(frame, bone)
    return np.asarray(at)


def _times(a: Array, b: Array) -> Array:
    scalar = a[0] * b[0] - a[1:] @ b[1:]
    return np.array([scalar, *(a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:]))])
