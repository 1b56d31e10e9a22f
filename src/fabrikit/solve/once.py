"""`solve`: one call for one question, whatever the body."""

from __future__ import annotations

from typing import Any, overload

from fabrikit.errors import OptionError
from fabrikit.model import Skeleton
from fabrikit.solve.body_result import BodyResult
from fabrikit.solve.body_solver import BodySolver
from fabrikit.solve.options import DEFAULT_BODY_ITERATIONS, DEFAULT_MAX_ITERATIONS, DEFAULT_ROTATION_TOLERANCE
from fabrikit.solve.result import Result
from fabrikit.solve.solver import Solver

_CHAIN_ONLY = {"trace": False, "reach_test": True, "clamp": "both", "soft_reach": None, "stretch": 1.0}
_SKELETON_ONLY: dict[str, Any] = {
    "tip": None,
    "mode": "fast",
    "solutions": 1,
    "seed": 0,
    "locked": None,
    "posture": None,
    "posture_weight": 1.0,
    "loops": None,
    "strict": False,
}


@overload
def solve(
    body: Skeleton,
    target: Any,
    *,
    start: Any = None,
    base: Any = None,
    pole: Any = None,
    tolerance: float | None = None,
    max_iterations: int = DEFAULT_BODY_ITERATIONS,
    method: str = "auto",
    rotation_tolerance: float = DEFAULT_ROTATION_TOLERANCE,
    tip: str | None = None,
    mode: str = "fast",
    solutions: int = 1,
    seed: int = 0,
    locked: Any = None,
    posture: Any = None,
    posture_weight: float = 1.0,
    loops: Any = None,
    strict: bool = False,
) -> BodyResult: ...
@overload
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
    rotation_tolerance: float = DEFAULT_ROTATION_TOLERANCE,
    clamp: str = "both",
    soft_reach: Any = None,
    stretch: float = 1.0,
) -> Result: ...
def solve(
    body: Any,
    target: Any,
    *,
    start: Any = None,
    base: Any = None,
    pole: Any = None,
    tolerance: float | None = None,
    max_iterations: int | None = None,
    method: str = "auto",
    rotation_tolerance: float = DEFAULT_ROTATION_TOLERANCE,
    trace: bool = False,
    reach_test: bool = True,
    clamp: str = "both",
    soft_reach: Any = None,
    stretch: float = 1.0,
    tip: str | None = None,
    mode: str = "fast",
    solutions: int = 1,
    seed: int = 0,
    locked: Any = None,
    posture: Any = None,
    posture_weight: float = 1.0,
    loops: Any = None,
    strict: bool = False,
) -> Result | BodyResult:
    """Find how every joint stands so that the tip is at the target, or every tip at its own.

    Not reaching is an answer, not an exception: see `Result.status`. The inputs are never changed.

    Parameters
    ----------
    body : Chain, array-like (n + 1, 2) or (n + 1, 3), or Skeleton
        A chain, or the joints of one; or a tree of named joints.
    target : array-like (D,), Target, or mapping of str to these
        Where the tip should go, world frame. Of a skeleton: a mapping by joint, or one target and `tip`.
    start, base, pole
        As in `Solver.solve`, `BodySolver.solve`.
    tolerance, max_iterations, method, rotation_tolerance
        As in `Solver`, `BodySolver`.
    trace, reach_test, clamp, soft_reach, stretch
        For chains, as in `Solver`.
    tip, mode, solutions, seed, locked, posture, posture_weight, loops, strict
        For skeletons, as in `BodySolver`.

    Returns
    -------
    Result or BodyResult

    Raises
    ------
    ShapeError, OptionError, ModelError, LimitError
        Before anything runs.

    Examples
    --------
    >>> import fabrikit
    >>> result = fabrikit.solve([[0, 0, 0], [1, 0, 0], [2, 0, 0]], [1.2, 0.9, 0.3])
    >>> bool(result), result.status.value
    (True, 'REACHED')
    """
    given = locals()
    shared = {name: given[name] for name in ("tolerance", "method", "rotation_tolerance")}
    if max_iterations is not None:  # bodies of the two kinds have defaults of their own
        shared["max_iterations"] = max_iterations
    if isinstance(body, Skeleton):
        _refuse("chains", given, _CHAIN_ONLY)
        options = {name: given[name] for name in _SKELETON_ONLY if name != "tip"}
        return BodySolver(body, **shared, **options).solve(target, tip=tip, start=start, base=base, pole=pole)
    _refuse("skeletons", given, _SKELETON_ONLY)
    options = {name: given[name] for name in _CHAIN_ONLY if name != "trace"}
    solver = Solver(body, pole=pole, **shared, **options)
    return solver.solve(target, start=start, base=base, trace=trace)


def _refuse(whose: str, given: dict[str, Any], defaults: dict[str, Any]) -> None:
    """Refuse options that are for another kind of body."""
    for name, default in defaults.items():
        value = given[name]
        if value is not default and not (type(value) is type(default) and value == default):
            raise OptionError(f"{name}: is for {whose}; leave it at its default ({default!r})")
