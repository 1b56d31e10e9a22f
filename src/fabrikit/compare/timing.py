"""The kernel behind a question, and how long it takes."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from fabrikit import bridge
from fabrikit.arrays import Array
from fabrikit.compare.cases import Case
from fabrikit.compare.problems import Problems
from fabrikit.solve.options import METHODS
from fabrikit.solve.status import STATUSES, Status

_LEAST_NS = 30_000
"""A time is that of as many calls as take so long, divided."""

_REPEATS = 3
_LONG_NS = 5_000_000
"""A call that takes so long is not repeated."""

_ITERATION_LIMIT = STATUSES.index(Status.ITERATION_LIMIT)


@dataclass(frozen=True, eq=False)
class Solved:
    """One answer: joints (n + 1, D), error, iterations, whether reached, seconds."""

    positions: Array
    error: float
    iterations: int
    reached: bool
    seconds: float = 0.0


class Question:
    """One run: a chain that rests in the start of the run.

    Parameters
    ----------
    case : Case
    method : str
    problems : Problems
    run : int
    max_iterations : int, optional
        Instead of the case's.
    """

    def __init__(
        self, case: Case, method: str, problems: Problems, run: int, max_iterations: int | None = None
    ) -> None:
        self.start = problems.starts[run]
        self.target = problems.targets[run]
        self._base = self.start[0].copy()
        self._positions = np.empty_like(self.start)
        reach_test = case.reach_test or method == "auto"
        most = case.max_iterations if max_iterations is None else max_iterations
        lengths = bridge.measure(self.start)
        self._kernel = bridge.KernelSolver(
            self.start, lengths, problems.tolerance, most, METHODS.index(method), reach_test
        )

    def solve(self) -> Solved:
        """Solve once."""
        error, _, status, iterations, *_ = self._kernel.solve(self.target, self.start, self._base, self._positions)
        return Solved(self._positions.copy(), error, iterations, status == 0)

    def seconds(self) -> float:
        """Return how long a solve takes, in processor time, so that other load on the machine is not in it.

        The fastest of a few stretches of calls; what a call from Python costs is in it.
        """
        solve, target, positions = self._kernel.solve_quickly, self.target, self._positions
        began = time.thread_time_ns()
        solve(target, None, positions)
        once = max(time.thread_time_ns() - began, 1)
        calls = max(1, min(100, _LEAST_NS // once))
        best = once
        for _ in range(_REPEATS if once < _LONG_NS else 0):
            began = time.thread_time_ns()
            for _ in range(calls):
                solve(target, None, positions)
            best = min(best, (time.thread_time_ns() - began) // calls)
        return best * 1e-9

    def tips(self) -> Array:
        """Return where the tip stands at the start and after each iteration: (iterations + 1, D).

        A solve that used up its iterations ends by returning to its best pose, which hides its last one: that is left
        out.
        """
        first, steps, answer = self._trace()
        mine = steps[(steps["joint"] == len(self.start) - 1) & (steps["iteration"] > 0)]
        tips = np.repeat(first[-1:], answer[3] + 1, axis=0)
        iterations, last = np.unique(mine["iteration"][::-1], return_index=True)
        tips[iterations] = mine["at"][::-1][last][:, : first.shape[1]]
        return tips[:-1] if answer[2] == _ITERATION_LIMIT else tips

    def poses(self, iterations: int) -> list[Array]:
        """Return the pose at the start and after each of the iterations: (n + 1, D) each.

        Those of the last iteration are the first that it placed of every joint and pass, before the best pose returns.
        """
        first, steps, _ = self._trace()
        found = [first]
        for iteration in range(1, iterations + 1):
            mine = steps[steps["iteration"] == iteration]
            if iteration == iterations:
                mine = mine[: len(mine) - len(first)] if len(mine) > len(first) else mine
            pose = found[-1].copy()
            for joint, at in zip(mine["joint"], mine["at"], strict=True):
                pose[joint] = at[: first.shape[1]]
            found.append(pose)
        return found

    def _trace(self) -> tuple[Array, Any, Any]:
        """Return the pose that a solve begins with, its placements and its answer."""
        first = np.empty_like(self.start)
        raw, answer = self._kernel.trace(self.target, self.start, self._base, first, self._positions)
        return first, np.frombuffer(raw, dtype=bridge.PLACEMENT), answer
