"""`solve_batch`: one call for many problems."""

from __future__ import annotations

from typing import Any

import numpy as np

from fabrikit.errors import OptionError
from fabrikit.model import Skeleton
from fabrikit.solve.batch_result import BatchResult
from fabrikit.solve.body_batch import BodyBatchResult
from fabrikit.solve.body_solver import BodySolver
from fabrikit.solve.options import DEFAULT_MAX_ITERATIONS
from fabrikit.solve.solver import Solver


def solve_batch(
    body: Any,
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
    pole: Any = None,
    tolerance: Any = None,
    max_iterations: int | None = None,
    method: str = "auto",
    reach_test: bool = True,
    clamp: str = "both",
    **options: Any,
) -> BatchResult | BodyBatchResult:
    """Solve one body for many targets at once: all cores, every SIMD lane, the bits of `solve` in every row.

    Parameters
    ----------
    body : Chain, array-like (n + 1, 2) or (n + 1, 3), or Skeleton
        A chain, or the joints of one; or a tree of named joints.
    targets : (N, D); of a skeleton also (N, 4, 4) and mappings by joint
        Where the tip should go, world frame. Arrays of float64 or float32 (NumPy, or any other by DLPack) are read
        where they lie.
    starts, lengths, bases, out, dtype, threads, progress, strict
        As in `Solver.solve_batch`.
    tolerance : float or (N,), optional
        Error at which a target counts as reached, for all rows or for each; 1e-6 of the row's reach by default.
    pole, max_iterations, method, reach_test, clamp
        As in `Solver`, for all rows.
    options
        For skeletons: `tip` and `locked` as in `BodySolver.solve_batch`, anything else as in `BodySolver`.

    Returns
    -------
    BatchResult or BodyBatchResult

    Raises
    ------
    ShapeError, OptionError, ModelError
        Before anything runs. A row that is not a number is no error: it is INVALID (but see `strict`).

    Examples
    --------
    >>> import fabrikit
    >>> result = fabrikit.solve_batch([[0, 0], [1, 0], [2, 0]], [[1.2, 0.9], [5, 0]])
    >>> result.statuses.tolist(), bool(result.reached.all())
    (['REACHED', 'TOO_FAR'], False)
    """
    if isinstance(body, Skeleton):
        given = {"lengths": lengths, "out": out, "progress": progress, "pole": pole, "strict": strict}
        for_all = {"tolerance": tolerance, "method": method}
        for_all |= {} if max_iterations is None else {"max_iterations": max_iterations}
        rows = {"starts": starts, "bases": bases, "threads": threads}
        return _solve_skeleton(body, targets, rows, given, options | for_all)
    if options:
        raise OptionError(f"{next(iter(options))}: is not an option of solve_batch for chains")
    most = DEFAULT_MAX_ITERATIONS if max_iterations is None else max_iterations
    solver = Solver(body, pole=pole, max_iterations=most, method=method, reach_test=reach_test, clamp=clamp)
    return solver.solve_batch(
        targets,
        starts=starts,
        lengths=lengths,
        bases=bases,
        out=out,
        dtype=dtype,
        threads=threads,
        progress=progress,
        strict=strict,
        tolerance=tolerance,
    )


def _solve_skeleton(
    body: Skeleton, targets: Any, rows: dict[str, Any], chain_only: dict[str, Any], options: dict[str, Any]
) -> BodyBatchResult:
    for name, value in chain_only.items():
        if value is not None and value is not False:
            raise OptionError(f"{name}: is for chains; leave it out for a skeleton")
    rows |= {name: options.pop(name, None) for name in ("tip", "locked")}
    try:
        solver = BodySolver(body, **options)
    except TypeError as error:
        raise OptionError(f"solve_batch: {str(error).partition('() ')[2]}") from None
    return solver.solve_batch(targets, **rows)
