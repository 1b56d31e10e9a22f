"""Solving: `solve` for one call, `Solver` for many on one body."""

from __future__ import annotations

from typing import Any

import numpy as np

from fabrikit import bridge
from fabrikit.arrays import Array, as_joints, as_vector
from fabrikit.errors import OptionError, ShapeError
from fabrikit.model import Chain
from fabrikit.solve.options import (
    DEFAULT_MAX_ITERATIONS,
    METHODS,
    read_flag,
    read_max_iterations,
    read_method,
    read_tolerance,
)
from fabrikit.solve.result import Result
from fabrikit.solve.target import read_pole, read_target
from fabrikit.solve.trace import read_trace


class Solver:
    """A body and its options, checked once; memory allocated once.

    A solve has no memory: every call starts from the rest pose unless it is given a `start`.

    Parameters
    ----------
    body : Chain or array-like (n + 1, 2) or (n + 1, 3)
        A chain, or the joints of one.
    pole : array-like (D,) or Pole, optional
        Where the chain should bend to.
    tolerance : float, optional
        Error at which a target counts as reached; 1e-6 of the outer reach by default.
    max_iterations : int
        Bound on iterations of any kind.
    method : "auto" or "fabrik"
        The best we have, or the paper's algorithm to the letter.
    reach_test : bool
        False skips the closed form for targets too far away, to compare methods; "fabrik" only.

    Raises
    ------
    ShapeError, OptionError, ModelError
        Before anything runs.

    Examples
    --------
    >>> from fabrikit import Solver
    >>> solver = Solver([[0, 0], [1, 0], [2, 0]])
    >>> solver.solve([1.2, 0.9]).status.value
    'REACHED'
    """

    def __init__(
        self,
        body: Any,
        *,
        pole: Any = None,
        tolerance: float | None = None,
        max_iterations: int = DEFAULT_MAX_ITERATIONS,
        method: str = "auto",
        reach_test: bool = True,
    ) -> None:
        chain = body if isinstance(body, Chain) else Chain(body)
        number = read_method(method)
        self.chain = chain
        self.pole = pole
        self.tolerance = read_tolerance(tolerance, chain.reach[1])
        self.max_iterations = read_max_iterations(max_iterations)
        self.method = METHODS[number]
        self.reach_test = read_flag("reach_test", reach_test)
        if not self.reach_test and self.method != "fabrik":
            raise OptionError("reach_test: False is for method='fabrik', to compare it; 'auto' needs the test")
        self._shape = chain.joints.shape
        self._kernel = bridge.KernelSolver(
            chain.joints, chain.lengths, self.tolerance, self.max_iterations, number, self.reach_test
        )
        self._kernel.set_pole(*read_pole(pole, chain.dimension))

    def solve(self, target: Any, *, start: Any = None, base: Any = None, pole: Any = None, trace: bool = False) -> Result:
        """Solve for one target.

        Parameters
        ----------
        target : array-like (D,) or Target
            Where the tip should go, world frame.
        start : array-like (n + 1, D), optional
            The pose to start from; the rest pose by default. Bones of other lengths than the chain's are laid out
            again along their directions.
        base : array-like (D,), optional
            Where the base stands in this solve; by default where the start has it. The start is moved there.
        pole : array-like (D,) or Pole, optional
            For this solve instead of the solver's.
        trace : bool
            Keep every placement in `Result.trace`.

        Raises
        ------
        ShapeError, OptionError
            Before anything runs.
        """
        if start is None and base is None and pole is None and trace is False:
            positions = np.empty(self._shape)
            answer = self._kernel.solve_quickly(target, positions)
            if answer is not None:
                return Result(self.chain, positions, answer)
        return self._solve_checked(target, start, base, pole, read_flag("trace", trace))

    def _solve_checked(self, target: Any, start: Any, base: Any, pole: Any, trace: bool) -> Result:
        if pole is not None:
            return self._with_pole(pole)._solve_checked(target, start, base, None, trace)
        dimension = self.chain.dimension
        goal = read_target(target, dimension)
        begin = self.chain.joints if start is None else self._read_start(start)
        foot = begin[0] if base is None else as_vector("base", base, dimension)
        positions = np.empty(self._shape)
        if not trace:
            return Result(self.chain, positions, self._kernel.solve(goal, begin, foot, positions))
        first = np.empty(self._shape)
        raw, answer = self._kernel.trace(goal, begin, foot, first, positions)
        return Result(self.chain, positions, answer, read_trace(first, raw))

    def _read_start(self, start: Any) -> Array:
        joints = as_joints("start", start)
        if joints.shape != self._shape:
            raise ShapeError(f"start: needs the body's shape {self._shape}, got shape {joints.shape}")
        return joints

    def _with_pole(self, pole: Any) -> Solver:
        return Solver(
            self.chain,
            pole=pole,
            tolerance=self.tolerance,
            max_iterations=self.max_iterations,
            method=self.method,
            reach_test=self.reach_test,
        )

    def __repr__(self) -> str:
        return f"Solver({self.chain!r}, method={self.method!r}, tolerance={self.tolerance:.3g})"


def solve(
    body: Any,
    target: Any,
    *,
    start: Any = None,
    base: Any = None,
    pole: Any = None,
    tolerance: float | None = None,
    max_iterations: int = DEFAULT_MAX_ITERATIONS,
    method: str = "auto",
    trace: bool = False,
    reach_test: bool = True,
) -> Result:
    """Find how every joint stands so that the tip is at the target.

    Not reaching is an answer, not an exception: see `Result.status`. The inputs are never changed.

    Parameters
    ----------
    body : Chain or array-like (n + 1, 2) or (n + 1, 3)
        A chain, or the joints of one.
    target : array-like (D,) or Target
        Where the tip should go, world frame.
    start, base, pole, trace
        As in `Solver.solve`.
    tolerance, max_iterations, method, reach_test
        As in `Solver`.

    Returns
    -------
    Result

    Raises
    ------
    ShapeError, OptionError, ModelError
        Before anything runs.

    Examples
    --------
    >>> import fabrikit
    >>> result = fabrikit.solve([[0, 0, 0], [1, 0, 0], [2, 0, 0]], [1.2, 0.9, 0.3])
    >>> bool(result), result.status.value
    (True, 'REACHED')
    """
    solver = Solver(
        body,
        pole=pole,
        tolerance=tolerance,
        max_iterations=max_iterations,
        method=method,
        reach_test=reach_test,
    )
    return solver.solve(target, start=start, base=base, trace=trace)
