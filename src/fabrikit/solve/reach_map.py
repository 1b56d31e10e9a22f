"""Where a body reaches: every point of a grid, solved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from fabrikit.arrays import Array, as_joints, as_vector
from fabrikit.errors import OptionError
from fabrikit.model import Chain
from fabrikit.solve.options import read_positive
from fabrikit.solve.progress import Progress, read_progress
from fabrikit.solve.solver import Solver
from fabrikit.solve.status import STATUSES, Status

MOST_POINTS = 500_000_000
_PIECE = 1 << 16
"""Points of one batch: their poses are needed no longer than that."""


@dataclass(frozen=True, slots=True, eq=False)
class ReachMap:
    """The answers at the points of a grid.

    Attributes
    ----------
    chain : Chain
    start : (n + 1, D)
        The pose that every solve started from.
    axes : tuple of (k,)
        Coordinates of the grid along x, y (and z); the base is one of its points.
    status : (k, k) or (k, k, k) int8
        Indices into `fabrikit.solve.STATUSES`.
    error : (k, k) or (k, k, k)
        Distance from tip to point.
    iterations : (k, k) or (k, k, k) int32
    """

    chain: Chain
    start: Array
    axes: tuple[Array, ...]
    status: npt.NDArray[np.int8]
    error: Array
    iterations: npt.NDArray[np.int32]

    @property
    def step(self) -> float:
        """Distance between neighbouring points."""
        return float(self.axes[0][1] - self.axes[0][0])

    def counts(self) -> dict[Status, int]:
        """Count the points of every status that there is."""
        counted = np.bincount(self.status.reshape(-1), minlength=len(STATUSES))
        return {status: int(count) for status, count in zip(STATUSES, counted, strict=True) if count}


def reach_map(
    solver: Solver,
    step: float,
    *,
    start: Any = None,
    base: Any = None,
    threads: int | None = None,
    progress: Any = False,
) -> ReachMap:
    """Solve for every point of a grid around the base that is a little wider than the outer reach.

    Parameters
    ----------
    solver : Solver
    step : float
        Distance between neighbouring points.
    start, base : as in `Solver.solve`
    threads, progress : as in `Solver.solve_batch`

    Raises
    ------
    ShapeError, OptionError
        Before anything runs; a step that is not above zero, or makes more than MOST_POINTS points.
    """
    chain = solver.chain
    pose = chain.joints if start is None else as_joints("start", start)
    foot = pose[0] if base is None else as_vector("base", base, chain.dimension)
    axes = _axes(foot, chain.reach[1], read_positive("step", step))
    tell = read_progress(progress)
    shape = tuple(map(len, axes))
    status, error, iterations = np.empty(shape, np.int8), np.empty(shape), np.empty(shape, np.int32)
    poses = np.empty((min(_PIECE, status.size), *chain.joints.shape))
    for begin in range(0, status.size, _PIECE):
        end = min(begin + _PIECE, status.size)
        result = solver.solve_batch(
            _points(axes, begin, end),
            starts=start,
            bases=base,
            out=poses[: end - begin],
            threads=threads,
            progress=_shifted(tell, begin, status.size),
        )
        for answers, part in ((status, result.status), (error, result.error), (iterations, result.iterations)):
            answers.reshape(-1)[begin:end] = part
    return ReachMap(chain, pose - pose[0] + foot, axes, status, error, iterations)


def _axes(base: Array, outer: float, step: float) -> tuple[Array, ...]:
    half = outer / step + 1
    if (2 * half + 1) ** len(base) > MOST_POINTS:
        least = 2 * outer / (MOST_POINTS ** (1 / len(base)) - 3)
        raise OptionError(
            f"step: {step:g} makes more than {MOST_POINTS:,} points; the least for this body is {least:.2g}"
        )
    steps = np.arange(-int(half), int(half) + 1) * step
    return tuple(coordinate + steps for coordinate in base)


def _points(axes: tuple[Array, ...], begin: int, end: int) -> Array:
    """Return the points (end - begin, D) of the grid, counted along the last axis first."""
    places = np.unravel_index(np.arange(begin, end), tuple(map(len, axes)))
    return np.stack([axis[place] for axis, place in zip(axes, places, strict=True)], axis=1)


def _shifted(tell: Progress | None, done: int, rows: int) -> Callable[[int, int], object] | bool:
    """Tell of one piece as of a part of the whole."""
    return False if tell is None else lambda part, _: tell(done + part, rows)
