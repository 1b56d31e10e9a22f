"""Golden vectors of chains with limits: from the words of a case to the kernel, and its answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fabrikit import bridge
from fabrikit.arrays import Array
from fabrikit.model.joint_specs import CONES, KINDS
from fabrikit.solve.options import CLAMPS, METHODS
from fabrikit.solve.status import STAGES, STATUSES

if TYPE_CHECKING:
    from golden import Case

AIMS = ("none", "direction", "rotation")
"""In the order of the kernel's AimKind."""


@dataclass(frozen=True, eq=False)
class LimitedResult:
    """What the kernel gives: positions (n + 1, D), turns and frames (n, 4), numbers, and placements (bytes)."""

    positions: Array
    turns: Array
    frames: Array
    error: float
    rotation_error: float
    tolerance: float
    status: str
    iterations: int
    stage: str
    symmetry_broken: bool
    placements: bytes


def joint_record(words: list[str]) -> Any:
    """Return the kernel's record of one line `type`."""
    record = np.zeros((), bridge.JOINT)
    rest = iter(words[1:])
    record["kind"] = KINDS.index(words[0])
    if words[0] == "ball":
        record["stiffness"] = _number(rest)
        for part in rest:
            _read_ball_part(record, part, rest)
    if words[0] == "hinge":
        record["global"] = {"local": 0, "global": 1}[next(rest)]
        for name in ("stiffness", "lower", "upper"):
            record[name] = _number(rest)
        record["axis"] = [_number(rest) for _ in range(3)]
    assert next(rest, None) is None, f"more words than a type has: {words}"
    return record


def _read_ball_part(record: Any, part: str, rest: Iterator[str]) -> None:
    if part == "cone":
        record["cone_kind"], record["cone"] = CONES.index("circle"), _number(rest)
    elif part == "oval":
        record["cone_kind"] = CONES.index("oval")
        record["cone"] = [_number(rest) for _ in range(4)]
        record["reference"] = [_number(rest) for _ in range(3)]
    else:
        assert part == "twist", part
        record["has_twist"], record["lower"], record["upper"] = True, _number(rest), _number(rest)


def _number(words: Iterator[str]) -> float:
    return float.fromhex(next(words))


def solve(case: Case, *, trace: bool) -> LimitedResult:
    """Ask the compiled kernel, as `fabrikit.solve` does for a chain with types."""
    joints = case.numbers("joint")
    rest = _wide(joints)
    start = _wide(case.numbers("start")) if "start" in case.asked else rest
    kernel = bridge.LimitedKernelSolver(
        rest,
        bridge.measure(joints),
        np.array([joint_record(words) for words in case.asked["type"]]).tobytes(),
        case.number("tolerance"),
        int(case.text("max_iterations", "")),
        METHODS.index(case.text("method", "")),
        CLAMPS.index(case.text("clamp", "both")),
    )
    kernel.set_pole(*_pole(case))
    base = _wide(case.numbers("base"))[0] if "base" in case.asked else start[0]
    kind, value = _aim(case)
    turns = case.numbers("start_turn") if "start_turn" in case.asked else np.empty(0)
    shapes = (rest.shape, (len(rest) - 1, 4), (len(rest) - 1, 4))
    outputs = tuple(np.empty(shape) for shape in shapes)
    target = _wide(case.numbers("target"))[0]
    question = (target, kind, value, case.number("rotation_tolerance"), start, turns, base, *outputs)
    raw, answer = kernel.trace(*question) if trace else (b"", kernel.solve(*question))
    error, tolerance, status, iterations, stage, broken, rotation_error = answer
    positions, found, frames = outputs
    words = (STATUSES[status].value, iterations, STAGES[stage].value, broken)
    flat = positions[:, : joints.shape[1]]
    return LimitedResult(flat, found, frames, error, rotation_error, tolerance, *words, raw)


def _wide(points: Array) -> Array:
    """Return points (n, 3): 2D ones in the plane z = 0."""
    wide = np.zeros((len(points), 3))
    wide[:, : points.shape[1]] = points
    return wide


def _pole(case: Case) -> tuple[int, Array]:
    for kind, key in ((1, "pole_point"), (2, "pole_direction")):
        if key in case.asked:
            return kind, _wide(case.numbers(key))[0]
    return 0, np.zeros(3)


def _aim(case: Case) -> tuple[int, Array]:
    for name in AIMS[1:]:
        if f"aim_{name}" in case.asked:
            return AIMS.index(name), case.numbers(f"aim_{name}")[0]
    return 0, np.zeros(0)
