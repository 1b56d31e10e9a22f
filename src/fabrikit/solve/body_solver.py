"""Solving skeletons: many targets at once, limits, closed loops."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from fabrikit import bridge
from fabrikit.arrays import Array
from fabrikit.bridge import BodyAnswers
from fabrikit.errors import ModelError, OptionError
from fabrikit.model import Ball, Fixed, Pose, Skeleton, body_views
from fabrikit.solve.body_batch import BodyBatchResult, BodyRows, solve_rows
from fabrikit.solve.body_result import BodyResult
from fabrikit.solve.body_start import check_inside, read_numbers, read_posture, read_use
from fabrikit.solve.body_target import effectors, movable, read_aim_kind, read_targets
from fabrikit.solve.loop import read_loops
from fabrikit.solve.options import (
    BODY_METHODS,
    DEFAULT_BODY_ITERATIONS,
    DEFAULT_ROTATION_TOLERANCE,
    MODES,
    read_count,
    read_flag,
    read_max_iterations,
    read_rotation_tolerance,
    read_threads,
    read_tolerance,
    read_word,
)
from fabrikit.solve.status import STATUSES, Status
from fabrikit.solve.target import AimKind, Target

_MOST_SOLUTIONS = 1000
_MOST_SEED = 2**31 - 1


class BodySolver:
    """A skeleton and its options, checked once. `Solver(skeleton)` makes one.

    A solve has no memory: every call starts from the rest pose unless it is given a `start`.

    Parameters
    ----------
    body : Skeleton
    tolerance : float, optional
        Error at which a position counts as reached; 1e-6 of the skeleton's reach by default.
    rotation_tolerance : float [rad]
        Angle at which a direction or rotation counts as reached.
    max_iterations : int
        Bound on rounds, those of all restarts together.
    method : "auto" or "fabrik"
        The best we have, or the paper's algorithm with sub-bases: ball joints and positions only.
    mode : "fast" or "nearest"
        The first solution found, or the one whose joints move least from the start among those found.
    solutions : int
        How many different solutions to look for; they are in `BodyResult.solutions`.
    seed : int
        Which rows of the table of restarts are tried, from 0.
    locked : iterable of str, or mapping of str to numbers, optional
        Joints that stay as the start has them, or that are brought to given numbers.
    posture : array-like (nq,), mapping of str to numbers, Pose or "rest", optional
        What the freedom that the targets leave is used for: to stand as near to this as possible.
    posture_weight : float in [0, 1]
        How far one solve goes toward the posture.
    loops : Loop or list of Loop, optional
        Places of the body that are one. They hold in every pose that is returned; where they cannot, the status is
        LOOP_OPEN and the start is returned.
    strict : bool
        Whether a start outside its limits is refused instead of moved inside.

    Raises
    ------
    OptionError, ModelError, ShapeError, LimitError
        Before anything runs; a loop that cannot close is a ModelError.

    Examples
    --------
    >>> import fabrikit
    >>> from fabrikit import Skeleton
    >>> points = {"hip": [0, 0, 1], "neck": [0, 0, 1.5], "left": [0.7, 0, 1.5], "right": [-0.7, 0, 1.5]}
    >>> body = Skeleton.from_points(points, {"neck": "hip", "left": "neck", "right": "neck"})
    >>> fabrikit.Solver(body).solve({"left": [0.6, 0.1, 1.8]}).status.value
    'REACHED'
    """

    def __init__(
        self,
        body: Skeleton,
        *,
        tolerance: float | None = None,
        rotation_tolerance: float = DEFAULT_ROTATION_TOLERANCE,
        max_iterations: int = DEFAULT_BODY_ITERATIONS,
        method: str = "auto",
        mode: str = "fast",
        solutions: int = 1,
        seed: int = 0,
        locked: Any = None,
        posture: Any = None,
        posture_weight: float = 1.0,
        loops: Any = None,
        strict: bool = False,
    ) -> None:
        self.body = body
        self.tolerance = read_tolerance(tolerance, body.reach)
        self.rotation_tolerance = read_rotation_tolerance(rotation_tolerance)
        self.max_iterations = read_max_iterations(max_iterations)
        self.method = read_word("method", method, BODY_METHODS)
        self.mode = read_word("mode", mode, MODES)
        self.solutions = read_count("solutions", solutions, _MOST_SOLUTIONS)
        self.seed = read_count("seed", seed + 1 if type(seed) is int else seed, _MOST_SEED) - 1
        self.strict = read_flag("strict", strict)
        self.locked, self.posture, self.posture_weight, self.loops = locked, posture, posture_weight, loops
        if self.method == "fabrik":
            _check_balls(body, loops)
        self._posture = read_posture(posture, posture_weight, body)
        self._loops = read_loops(loops, body)
        read_use(locked, None, body.rest_q, body)
        self._kernel = bridge.Body(body.kernel_joints)
        self._asked = self._question()
        if len(self._loops):
            self._check_loops()
        self._ready = True

    def solve(
        self,
        targets: Any,
        *,
        tip: str | None = None,
        start: Any = None,
        base: Any = None,
        pole: Any = None,
        locked: Any = None,
    ) -> BodyResult:
        """Solve for one target of a tip, or for several at once.

        Parameters
        ----------
        targets : mapping of str to target, or one target
            A target is a place (D,), a matrix (4, 4), or a `Target`. The order in a mapping decides nothing.
        tip : str, optional
            The joint that one target is for; may be left out where the skeleton has one tip.
        start : array-like (nq,), mapping of str to numbers, Pose or BodyResult, optional
            The pose to start from; the rest pose by default. Numbers outside their limits are moved inside.
        base : array-like (D,), (7,) or (4, 4), optional
            Where the body's base frame stands in the world in this solve.
        pole : array-like (D,) or Pole, optional
            The side that the limb of one target bends to; of several, each `Target` has its own.
        locked : iterable of str, or mapping of str to numbers, optional
            For this solve instead of the solver's.

        Raises
        ------
        OptionError, ModelError, ShapeError, LimitError
            Before anything runs.
        """
        asked = read_targets(targets, tip, self.body)
        if pole is not None:
            if len(asked) > 1:
                raise OptionError("pole: goes with one target; of several, give each its Target(..., pole=...)")
            asked = {name: replace(target, pole=pole) for name, target in asked.items()}
        records = effectors(asked, self.body)
        begin = read_numbers("start", start, self.body)
        use, drive = read_use(self.locked if locked is None else locked, movable(asked, self.body), begin, self.body)
        foot = body_views.read_base(self.body, base)
        self._check_kinds(asked)
        if self.strict:
            check_inside("start", begin, self.body.settle(begin), self.body)
        found = self._run(records[None], use, begin[None], drive[None], foot[None], 1)
        return self._result(tuple(asked), found)

    def solve_batch(
        self,
        targets: Any,
        *,
        tip: str | None = None,
        starts: Any = None,
        bases: Any = None,
        locked: Any = None,
        threads: int | None = None,
    ) -> BodyBatchResult:
        """Solve many problems of this skeleton: every row has the bits of `solve`.

        Parameters
        ----------
        targets : mapping of str to targets, or the targets of one tip
            Places (N, D), matrices (N, 4, 4), or a `Target` whose position, direction or rotation have N rows.
        tip : str, optional
            As in `solve`.
        starts : array-like (nq,) or (N, nq), optional
            Poses to start from, one for all or one for each; the rest pose by default.
        bases : array-like (N, D), (N, 7) or (N, 4, 4), or one for all, optional
            Where the body's base frame stands in the world.
        locked : iterable of str, or mapping of str to numbers, optional
            For this batch instead of the solver's; the same in all rows.
        threads : int, optional
            All cores by default.

        Raises
        ------
        OptionError, ModelError, ShapeError
            Before anything runs. A row that is not a number is no error: it is INVALID.
        """
        given = BodyRows(targets, tip, starts, bases, self.locked if locked is None else locked)
        return solve_rows(self.body, given, read_threads(threads), self._run, self._check_kinds)

    def _question(self) -> Any:
        """Return the options as the kernel reads them."""
        question: Any = np.zeros((), bridge.BODY_QUESTION)
        question["tolerance"], question["rotation_tolerance"] = self.tolerance, self.rotation_tolerance
        question["max_iterations"], question["posture_weight"] = self.max_iterations, self._posture[1]
        question["mode"], question["method"] = MODES.index(self.mode), BODY_METHODS.index(self.method)
        question["solutions"], question["first_restart"] = self.solutions, self.seed
        return question

    def _run(self, records: Any, use: Any, starts: Array, drive: Array, bases: Array, threads: int) -> BodyAnswers:
        """Ask the kernel: effectors (N, E), starts and drives (N, nq), bases (N, 7). Everything is checked."""
        return self._kernel.solve(
            self._asked,
            records,
            starts,
            loops=self._loops,
            use=use,
            drive=drive,
            posture=self._posture[0][None],
            base=bases,
            threads=threads,
        )

    def _result(self, names: tuple[str, ...], found: BodyAnswers) -> BodyResult:
        body, answer = self.body, found.answers[0]
        shown = [body.kernel_index(place) for place in range(len(body))]
        positions = np.ascontiguousarray(found.positions[0, shown, : body.dimension])
        solutions = found.q[0, : answer["found"]].copy()
        pose = Pose(body, solutions[0], positions, np.ascontiguousarray(found.rotations[0, shown]))
        return BodyResult(pose, names, found.errors[0], solutions, answer)

    def _check_loops(self) -> None:
        """Refuse loops that do not close from the rest pose."""
        use, drive = read_use(None, None, self.body.rest_q, self.body)
        foot = body_views.read_base(self.body, None)
        nothing = np.zeros((1, 0), bridge.BODY_EFFECTOR)
        answer = self._run(nothing, use, self.body.rest_q[None], drive[None], foot[None], 1).answers[0]
        gap = float(answer["loop_error"])
        if STATUSES[answer["status"]] is Status.LOOP_OPEN:
            raise ModelError(f"loops: cannot close from the rest pose; the widest gap left is {gap:.6g}")

    def _check_kinds(self, asked: Mapping[str, Target]) -> None:
        """Refuse what the paper's algorithm does not know."""
        if self.method == "fabrik":
            for name, target in asked.items():
                if read_aim_kind(target) != AimKind.NONE or target.pole is not None:
                    raise OptionError(f"method: 'fabrik' knows positions only, and the target {name!r} asks for more")

    def _options(self) -> dict[str, Any]:
        names = ("tolerance", "rotation_tolerance", "max_iterations", "method", "mode", "solutions", "seed")
        more = ("locked", "posture", "posture_weight", "loops", "strict")
        return {name: getattr(self, name) for name in (*names, *more)}

    def __setattr__(self, name: str, value: object) -> None:
        if getattr(self, "_ready", False):
            raise AttributeError(f"a solver's {name} cannot be changed; make a new one instead")
        object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        return functools.partial(BodySolver, self.body, **self._options()), ()

    def __repr__(self) -> str:
        return f"BodySolver({self.body!r}, method={self.method!r}, mode={self.mode!r}, tolerance={self.tolerance:.3g})"


def _check_balls(body: Skeleton, loops: Any) -> None:
    """Refuse a skeleton that the paper's algorithm does not know."""
    if loops is not None:
        raise OptionError("method: 'fabrik' knows no closed loops; use 'auto'")
    for joint in body.joints:
        flat_and_free = body.dimension == 2 and joint.type is None
        if not (joint.type is None or isinstance(joint.type, Ball | Fixed)) or flat_and_free:
            kind = "a hinge of the plane" if flat_and_free else type(joint.type).__name__
            raise OptionError(f"method: 'fabrik' knows ball joints only, and {joint.name!r} is {kind}; use 'auto'")
