"""Solving: `solve` for one call, `Solver` for many on one body."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any

import numpy as np

from fabrikit import bridge
from fabrikit.arrays import Array, as_joints, as_vector
from fabrikit.errors import OptionError, ShapeError
from fabrikit.model import Chain, Skeleton
from fabrikit.solve.batch import BatchArrays, BatchOptions, solve_rows
from fabrikit.solve.batch_result import BatchResult
from fabrikit.solve.body_solver import BodySolver
from fabrikit.solve.limited import LimitedEngine, Turns
from fabrikit.solve.options import (
    CLAMPS,
    COMPARED,
    DEFAULT_MAX_ITERATIONS,
    DEFAULT_ROTATION_TOLERANCE,
    METHODS,
    check_compared,
    read_clamp,
    read_flag,
    read_max_iterations,
    read_method,
    read_rotation_tolerance,
    read_tolerance,
)
from fabrikit.solve.reach_options import SoftReach, read_stretch, stretch_for
from fabrikit.solve.result import Result
from fabrikit.solve.target import AimKind, Target, as_target, read_aim, read_pole, read_target
from fabrikit.solve.trace import read_trace


class Solver:
    """A body and its options, checked once; memory allocated once.

    A solve has no memory: every call starts from the rest pose unless it is given a `start`.

    Parameters
    ----------
    body : Chain, array-like (n + 1, 2) or (n + 1, 3), or Skeleton
        A chain, or the joints of one. Of a skeleton a `BodySolver` is made, with its options instead of these.
    pole : array-like (D,) or Pole, optional
        Where the chain should bend to.
    tolerance : float, optional
        Error at which a target counts as reached; 1e-6 of the outer reach by default.
    max_iterations : int
        Bound on iterations of any kind.
    method : str
        "auto", the best we have; "fabrik", the paper's algorithm to the letter; or, to compare with, for chains of free
        joints: "ccd", "jacobian-transpose", "dls", "dls-dense", "pseudo-inverse", "sdls", "ftl" (which changes the
        lengths of bones), "triangulation". A pole is for "auto" only.
    reach_test : bool
        False skips the closed form for targets too far away, to compare methods; not for "auto".
    rotation_tolerance : float [rad]
        Angle at which a direction or rotation asked of the last bone counts as reached.
    clamp : "both" or "from_base"
        Which pass of method "fabrik" applies limits: both as in the paper, or only the one from the base.
    soft_reach : (max_extension, softening), optional
        Eases the last of the extension, see `SoftReach`; a tip that falls behind its target for it is TOO_FAR.
    stretch : float
        Largest factor that all bones may stretch by for a target beyond the reach; 1 is off. `Result.stretch` tells.

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

    def __new__(cls, body: Any, **options: Any) -> Any:  # noqa: D102 - the class says it
        return BodySolver(body, **options) if isinstance(body, Skeleton) else object.__new__(cls)

    def __init__(
        self,
        body: Any,
        *,
        pole: Any = None,
        tolerance: float | None = None,
        max_iterations: int = DEFAULT_MAX_ITERATIONS,
        method: str = "auto",
        reach_test: bool = True,
        rotation_tolerance: float = DEFAULT_ROTATION_TOLERANCE,
        clamp: str = "both",
        soft_reach: Any = None,
        stretch: float = 1.0,
    ) -> None:
        chain = body if isinstance(body, Chain) else Chain(body)
        number = read_method(method)
        self.chain = chain
        self.pole = pole
        self.tolerance = read_tolerance(tolerance, chain.reach[1])
        self.max_iterations = read_max_iterations(max_iterations)
        self.method = METHODS[number]
        self.reach_test = read_flag("reach_test", reach_test)
        check_compared(self.method, chain)
        if not self.reach_test and self.method == "auto":
            raise OptionError("reach_test: False is for the other methods, to compare them; 'auto' needs the test")
        self.rotation_tolerance = read_rotation_tolerance(rotation_tolerance)
        self.clamp = read_clamp(clamp)
        if self.clamp != "both" and self.method != "fabrik":
            raise OptionError("clamp: 'from_base' is for method='fabrik', to compare it; 'auto' has limits of its own")
        self.soft_reach = SoftReach.read(soft_reach)
        self.stretch = read_stretch(stretch)
        self._shape = chain.joints.shape
        self._reach_changes = self.soft_reach is not None or self.stretch != 1
        self._quick = not chain.has_limits and not self._reach_changes
        self._engine: LimitedEngine | None = None
        self._kernel = bridge.KernelSolver(
            chain.joints, chain.lengths, self.tolerance, self.max_iterations, number, self.reach_test
        )
        self._kernel.set_pole(*read_pole(pole, chain.dimension))
        self._ready = True

    def __setattr__(self, name: str, value: object) -> None:
        # The kernel has its own copy of the options: a changed attribute would be silently ignored.
        if getattr(self, "_ready", False) and name != "_engine":
            raise AttributeError(f"a Solver's {name} cannot be changed; make a new Solver instead")
        object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        return functools.partial(Solver, self.chain, **self._options()), ()

    def solve(
        self, target: Any, *, start: Any = None, base: Any = None, pole: Any = None, trace: bool = False
    ) -> Result:
        """Solve for one target.

        Parameters
        ----------
        target : array-like (D,) or Target
            Where the tip should go, world frame.
        start : array-like (n + 1, D) or Result, optional
            The pose to start from; the rest pose by default. Bones of other lengths than the chain's are laid out
            again along their directions, joints outside their limits brought back. A Result also brings its rotations,
            which joints alone do not tell (twist).
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
        if start is None and base is None and pole is None and trace is False and self._quick:
            positions = np.empty(self._shape)
            answer = self._kernel.solve_quickly(target, positions)
            if answer is not None:
                return Result(self.chain, positions, answer)
        result = self._solve_checked(target, start, base, pole, read_flag("trace", trace))
        if isinstance(start, Result):
            result.follow(start)
        return result

    def solve_batch(
        self,
        targets: Any,
        *,
        starts: Any = None,
        lengths: Any = None,
        bases: Any = None,
        out: Any = None,
        dtype: Any = np.float64,
        threads: int | None = None,
        progress: Any = False,
        strict: bool = False,
        tolerance: Any = None,
    ) -> BatchResult:
        """Solve for many targets at once. Every row has the bits of `solve`, whatever rows stand around it.

        Parameters
        ----------
        targets : (N, D)
            World frame. Arrays of float64 or float32 (NumPy, or any other by DLPack) are read where they lie.
        starts : (n + 1, D) or (N, n + 1, D), optional
            Poses to start from, one for all or one for each; the rest pose by default.
        lengths : (n,) or (N, n), optional
            Bone lengths for chains of one shape and different sizes; the starts are laid out again with them.
        bases : (D,) or (N, D), optional
            Where the bases stand; by default where the starts have them.
        out : (N, n + 1, D) array of `dtype`, optional
            Where the positions go; may be a `numpy.memmap`.
        dtype : numpy.float64 or numpy.float32
            Precision of the solve and of the answer. Single precision is about twice as fast.
        threads : int, optional
            All cores by default.
        progress : bool or function of (done, all)
            True draws a bar on standard error when that is a terminal.
        strict : bool
            True refuses rows that are not numbers within range, by their numbers; otherwise they are INVALID.
        tolerance : float or (N,), optional
            For this batch instead of the solver's.

        Raises
        ------
        ShapeError, OptionError, ModelError
            Before anything runs.
        """
        if self._reach_changes:
            raise OptionError("solve_batch: soft_reach and stretch are for single solves; leave them at their defaults")
        names = ("chain", "pole", "tolerance", "max_iterations", "method", "reach_test", "clamp")
        options = BatchOptions(**{name: getattr(self, name) for name in names})
        given = BatchArrays(targets, starts, lengths, bases, tolerance, out)
        return solve_rows(options, given, dtype=dtype, threads=threads, progress=progress, strict=strict)

    def _solve_checked(self, target: Any, start: Any, base: Any, pole: Any, trace: bool) -> Result:
        if pole is not None:
            return self._with_pole(pole)._solve_checked(target, start, base, None, trace)
        dimension = self.chain.dimension
        asked = as_target(target, dimension)
        goal, aim = read_target(asked, dimension), read_aim(asked, dimension)
        begin, turns = self._read_start(start)
        foot = begin[0] if base is None else as_vector("base", base, dimension)
        if self._reach_changes:
            return self._solve_changed_reach(goal, asked, start, foot, trace)
        if aim[0] != AimKind.NONE and self.method in COMPARED:
            raise OptionError(f"method: {self.method!r} knows positions only; for directions and rotations use 'auto'")
        if self.chain.has_limits or aim[0] != AimKind.NONE:
            return self._solve_limited(goal, aim, begin, turns, foot, trace)
        positions = np.empty(self._shape)
        if not trace:
            return Result(self.chain, positions, self._kernel.solve(goal, begin, foot, positions))
        first = np.empty(self._shape)
        raw, answer = self._kernel.trace(goal, begin, foot, first, positions)
        return Result(self.chain, positions, answer, read_trace(first, raw))

    def _solve_changed_reach(self, goal: Array, asked: Any, start: Any, foot: Array, trace: bool) -> Result:
        """Solve for where a soft reach lets the tip go, with bones stretched as far as the target calls for."""
        factor = stretch_for(foot, goal, self.chain.reach[1], self.stretch)
        chain = self.chain if factor == 1 else self.chain.stretched(factor)
        reached_for = goal if self.soft_reach is None else self.soft_reach.soften(foot, goal, chain.reach[1])
        plain = self._changed(chain=chain, soft_reach=None, stretch=1.0)
        wanted = dataclasses.replace(asked, position=reached_for) if isinstance(asked, Target) else reached_for
        found = plain.solve(wanted, start=start, base=foot, trace=trace)
        return found.held_against(goal, factor)

    def _solve_limited(
        self, goal: Array, aim: tuple[AimKind, Array], begin: Array, turns: Turns | None, foot: Array, trace: bool
    ) -> Result:
        found = self._limited().solve(goal, aim, self.rotation_tolerance, begin, turns, foot, trace)
        return Result(self.chain, found.positions, found.answer, found.trace, found.turns, found.rotation_error)

    def _limited(self) -> LimitedEngine:
        if self._engine is None:
            numbers = METHODS.index(self.method), CLAMPS.index(self.clamp)
            self._engine = LimitedEngine(self.chain, self.tolerance, self.max_iterations, *numbers)
            self._engine.set_pole(*read_pole(self.pole, self.chain.dimension))
        return self._engine

    def _read_start(self, start: Any) -> tuple[Array, Turns | None]:
        if start is None:
            return self.chain.joints, None
        turns = start.known_turns if isinstance(start, Result) else None
        joints = start.positions if isinstance(start, Result) else as_joints("start", start)
        if joints.shape != self._shape:
            raise ShapeError(f"start: needs the body's shape {self._shape}, got shape {joints.shape}")
        return joints, turns

    def _with_pole(self, pole: Any) -> Solver:
        return self._changed(pole=pole)

    def _changed(self, **changes: Any) -> Solver:
        """Return this solver with some options changed."""
        options = self._options() | changes
        chain = options.pop("chain", self.chain)
        return Solver(chain, **options)

    def _options(self) -> dict[str, Any]:
        names = ("pole", "tolerance", "max_iterations", "method", "reach_test")
        more = ("rotation_tolerance", "clamp", "soft_reach", "stretch")
        return {name: getattr(self, name) for name in (*names, *more)}

    def __repr__(self) -> str:
        return f"Solver({self.chain!r}, method={self.method!r}, tolerance={self.tolerance:.3g})"
