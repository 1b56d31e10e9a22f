"""Many problems of one body in one call: arrays in, arrays out, all cores, every lane."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import numpy as np

from fabrikit import bridge
from fabrikit.errors import ModelError, OptionError, ShapeError
from fabrikit.model import Chain
from fabrikit.solve.batch_result import BatchResult
from fabrikit.solve.limited import embed, rest_turns
from fabrikit.solve.options import CLAMPS, METHODS, RELATIVE_TOLERANCE, read_flag, read_threads, read_tolerance
from fabrikit.solve.progress import Progress, read_progress
from fabrikit.solve.rows import Numbers, read_dtype, read_out, read_rows
from fabrikit.solve.target import read_pole

ISA_VARIABLE = "FABRIKIT_ISA"
"""Environment variable that forces an instruction set of the lanes, for tests: the bits are the same at all of them."""

_SINGLE_REACH = (2.0**-50, 2.0**60)
"""What single precision can square."""

_NAMED_ROWS = 10


@dataclass(frozen=True)
class BatchOptions:
    """The options of a solver that a batch shares."""

    chain: Chain
    pole: Any
    tolerance: float
    max_iterations: int
    method: str
    reach_test: bool
    clamp: str


@dataclass(frozen=True)
class BatchArrays:
    """What was given for the rows; None is "not given"."""

    targets: Any
    starts: Any = None
    lengths: Any = None
    bases: Any = None
    tolerance: Any = None
    out: Any = None


def solve_rows(
    options: BatchOptions, given: BatchArrays, *, dtype: Any, threads: Any, progress: Any, strict: Any
) -> BatchResult:
    """Solve every row. The arguments are those of `Solver.solve_batch`."""
    kind = read_dtype(dtype)
    workers = read_threads(threads)
    tell = read_progress(progress)
    only_valid = read_flag("strict", strict)
    level = _read_level()
    question = _read_question(options, given)
    chain = options.chain
    if kind == np.float32:
        _check_single(chain, given)
    targets = question["targets"]
    positions = read_out(given.out, (len(targets), *chain.joints.shape), kind, question)
    result = BatchResult._empty(chain, positions)
    if len(targets):
        kernel = _kernel(options, given, question, result)
        if only_valid:
            _check_rows(*kernel.invalid_rows(_NAMED_ROWS))
        kernel.solve(workers, level, None if tell is None else _counted(tell, len(targets)))
    if tell is not None:
        tell(len(targets), len(targets))
    return result


def _read_question(options: BatchOptions, given: BatchArrays) -> dict[str, Numbers]:
    chain = options.chain
    joints, dimension = chain.joints.shape
    targets = read_rows("targets", given.targets, None, (dimension,))
    rows = len(targets)
    starts = chain.joints if given.starts is None else given.starts
    lengths = chain.lengths if given.lengths is None else given.lengths
    question = {
        "targets": targets,
        "starts": read_rows("starts", starts, rows, (joints, dimension)),
        "lengths": read_rows("lengths", lengths, rows, (joints - 1,)),
    }
    if given.bases is not None:
        question["bases"] = read_rows("bases", given.bases, rows, (dimension,))
    tolerance = _read_tolerance(options, given)
    if tolerance is not None:
        question["tolerance"] = read_rows("tolerance", tolerance, rows, ())
    return question


def _read_tolerance(options: BatchOptions, given: BatchArrays) -> Any:
    """Return the tolerance of all rows or of each; None is a share of each row's reach."""
    if given.tolerance is not None:
        return given.tolerance if np.ndim(given.tolerance) > 0 else read_tolerance(given.tolerance, 0.0)
    is_default = options.tolerance == RELATIVE_TOLERANCE * options.chain.reach[1]
    return None if is_default else options.tolerance


def _kernel(
    options: BatchOptions, given: BatchArrays, question: dict[str, Numbers], result: BatchResult
) -> bridge.KernelBatch:
    chain = options.chain
    from_rest = given.starts is None and given.lengths is None and given.bases is None
    kernel = bridge.KernelBatch(
        chain.dimension,
        chain.bones,
        result.positions.dtype == np.float32,
        options.max_iterations,
        METHODS.index(options.method),
        options.reach_test,
        from_rest,
    )
    kernel.set_pole(*read_pole(options.pole, chain.dimension))
    if chain.has_limits:
        turns = rest_turns(chain) if given.starts is None else np.empty(0)
        specs = chain.joint_specs().tobytes()
        kernel.set_joints(embed(chain._reference), specs, CLAMPS.index(options.clamp), turns)
    arrays = (question["targets"], question["starts"], question.get("bases"), question["lengths"])
    kernel.set_question(*arrays, question.get("tolerance"), RELATIVE_TOLERANCE)
    broken = result.symmetry_broken.view(np.int8)
    answers = (result.positions, result.error, result.tolerance, result.iterations, result.status, result.stage, broken)
    found = result._turns
    kernel.set_answer(*answers, None if found is None else found.turns, None if found is None else found.frames)
    return kernel


def _check_single(chain: Chain, given: BatchArrays) -> None:
    least, most = _SINGLE_REACH
    reach = chain.reach[1]
    if given.lengths is None and not (reach == 0 or least <= reach <= most):
        raise ModelError(f"dtype: float32 is for reaches from 2^-50 to 2^60, and the chain's is {reach:g}")
    if given.starts is None and np.abs(chain.joints).max() > most:
        raise ModelError("dtype: float32 is for coordinates up to 2^60, and the rest pose has larger ones")


def _check_rows(first: list[int], count: int) -> None:
    if count:
        more = ", …" if count > len(first) else ""
        names = ", ".join(map(str, first))
        raise ShapeError(f"strict: {count} of the rows cannot be solved ({names}{more}): NaN, infinite or out of range")


def _read_level() -> int:
    """Return the best instruction set that there is, or the one that the environment forces."""
    available = bridge.isa_levels()
    forced = os.environ.get(ISA_VARIABLE)
    if not forced:
        return bridge.ISA_LEVELS.index(available[-1])
    if forced not in available:
        raise OptionError(f"{ISA_VARIABLE}: must be one of {', '.join(available)} on this machine, got {forced!r}")
    return bridge.ISA_LEVELS.index(forced)


def _counted(tell: Progress, rows: int) -> Any:
    return lambda done: tell(done, rows)
