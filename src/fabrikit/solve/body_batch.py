"""Many problems of one skeleton in one call: arrays in, arrays out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from fabrikit import bridge
from fabrikit.arrays import Array
from fabrikit.errors import OptionError, ShapeError
from fabrikit.model import Pose, Skeleton, body_q
from fabrikit.model.body_records import IDENTITY
from fabrikit.model.rotations import from_matrices, read_rotations, rotate
from fabrikit.solve.body_result import BodyResult
from fabrikit.solve.body_start import read_use
from fabrikit.solve.body_target import effectors, movable, read_targets, read_tip
from fabrikit.solve.rows import read_rows
from fabrikit.solve.status import STATUSES, Status
from fabrikit.solve.target import Target

Run = Callable[[Any, Any, Array, Array, Array, int], bridge.BodyAnswers]


@dataclass(frozen=True, slots=True, eq=False)
class BodyRows:
    """What was given for the rows; None is "not given"."""

    targets: Any
    tip: Any = None
    starts: Any = None
    bases: Any = None
    locked: Any = None


class BodyBatchResult:
    """The best poses found of many problems, as arrays: row i answers problem i.

    It has no truth value: ask `result.reached`, `.all()` or `.any()` of it. `result[i]` is the `BodyResult` of a row.

    Attributes
    ----------
    pose : Pose
        Of all rows: `pose.positions` (N, n, D), `pose.transforms` (N, n, 4, 4).
    names : tuple of str
        The joints with targets, as columns of `errors`.
    errors, rotation_errors : (N, k)
        Of each end effector; NaN in rows that are INVALID.
    answers : (N,) structured array
        What the kernel says of each row, `fabrikit.bridge.BODY_ANSWER`.
    """

    __slots__ = ("answers", "errors", "names", "pose", "rotation_errors")

    pose: Pose
    names: tuple[str, ...]
    errors: Array
    rotation_errors: Array
    answers: npt.NDArray[Any]

    def __init__(self, pose: Pose, names: tuple[str, ...], errors: Array, answers: npt.NDArray[Any]) -> None:
        self.pose = pose
        self.names = names
        self.errors, self.rotation_errors = errors[..., 0], errors[..., 1]
        self.answers = answers

    @property
    def q(self) -> Array:
        """The numbers (N, nq), in the order of `skeleton.q_names`."""
        return self.pose.q

    @property
    def positions(self) -> Array:
        """The joints (N, n, D), world frame."""
        return self.pose.positions

    @property
    def rotations(self) -> Array:
        """How the joints' own axes stand in the world (N, n, 4), wxyz."""
        return self.pose.rotations

    @property
    def status(self) -> npt.NDArray[np.int8]:
        """Indices (N,) into `fabrikit.solve.STATUSES`; as words: `statuses`. REACHED is 0."""
        return np.asarray(self.answers["status"].astype(np.int8))

    @property
    def statuses(self) -> npt.NDArray[np.str_]:
        """The statuses as words (N,), such as "REACHED"."""
        return np.array([status.value for status in STATUSES])[self.status]

    @property
    def reached(self) -> npt.NDArray[np.bool_]:
        """Which rows were reached (N,)."""
        return np.asarray(self.status == 0)

    @property
    def error(self) -> Array:
        """The largest distance of an end effector from its target (N,)."""
        return np.asarray(self.answers["error"])

    @property
    def rotation_error(self) -> Array:
        """The largest angle of an end effector from what was asked (N,) [rad]."""
        return np.asarray(self.answers["rotation_error"])

    @property
    def iterations(self) -> npt.NDArray[np.int32]:
        """Rounds of all restarts together (N,)."""
        return np.asarray(self.answers["iterations"])

    @property
    def restarts(self) -> npt.NDArray[np.int32]:
        """The number of the restart that gave the answer (N,); 0 is the caller's start."""
        return np.asarray(self.answers["restarts"])

    def counts(self) -> dict[Status, int]:
        """Count the rows of every status that there is."""
        counted = np.bincount(self.status, minlength=len(STATUSES))
        return {status: int(count) for status, count in zip(STATUSES, counted, strict=True) if count}

    def __len__(self) -> int:
        return len(self.answers)

    def __getitem__(self, row: int) -> BodyResult:
        pose = Pose(self.pose.skeleton, self.q[row], self.positions[row], self.rotations[row])
        errors = np.stack([self.errors[row], self.rotation_errors[row]], axis=-1)
        return BodyResult(pose, self.names, errors, self.q[row][None], self.answers[row].copy())

    def __iter__(self) -> Iterator[BodyResult]:
        return (self[row] for row in range(len(self)))

    def __bool__(self) -> bool:
        raise ShapeError(f"a batch of {len(self)} rows is not one truth: use .reached.all() or .reached.any()")

    def __repr__(self) -> str:
        counts = ", ".join(f"{count:,} {status.value}" for status, count in self.counts().items())
        return f"BodyBatchResult({len(self):,} rows{': ' if counts else ''}{counts})"


def solve_rows(
    skeleton: Skeleton, given: BodyRows, threads: int, run: Run, check: Callable[[Mapping[str, Target]], None]
) -> BodyBatchResult:
    """Solve every row. Raises what `BodySolver.solve_batch` says."""
    by_name = given.targets if isinstance(given.targets, Mapping) else {read_tip(given.tip, skeleton): given.targets}
    if isinstance(given.targets, Mapping) and given.tip is not None:
        raise OptionError("tip: goes with the targets of one tip; a mapping names its own joints")
    columns = {name: _Column.read(name, value, skeleton.dimension) for name, value in by_name.items()}
    rows = _count(columns)
    asked = read_targets({name: column.template for name, column in columns.items()}, None, skeleton)
    check(asked)
    records = np.repeat(effectors(asked, skeleton)[None], rows, axis=0)
    for place, name in enumerate(asked):
        columns[name].write(records[:, place], skeleton.dimension)
    starts, begin_valid = _starts(skeleton, given.starts, rows)
    bases, base_valid = _bases(skeleton, given.bases, rows)
    use, _ = read_use(given.locked, movable(asked, skeleton), skeleton.rest_q, skeleton)
    valid = begin_valid & base_valid & _finite(records)
    found = _Arrays(skeleton, rows, len(asked), starts)
    drives = starts
    if isinstance(given.locked, Mapping):
        drives = np.array([skeleton.q_with(given.locked, start) for start in starts])
    solved = np.flatnonzero(valid)
    if len(solved):
        found.put(solved, run(records[solved], use, starts[solved], drives[solved], bases[solved], threads))
    return BodyBatchResult(found.pose(valid, bases), tuple(asked), found.errors, found.answers)


@dataclass(frozen=True, slots=True, eq=False)
class _Column:
    """The targets of one joint in all rows, and a target that says of what kind they are."""

    template: Target
    position: Array | None
    direction: Array | None
    rotation: Array | None

    @classmethod
    def read(cls, name: str, value: Any, dimension: int) -> _Column:
        where = f"targets of {name!r}"
        target = value if isinstance(value, Target) else None
        position, direction, rotation = value, None, None
        if target is not None:
            position, direction, rotation = target.position, target.direction, target.rotation
        elif np.ndim(value) == 3:
            matrices = read_rows(where, value, None, (4, 4))
            position, rotation = matrices[:, :3, 3], matrices[:, :3, :3]
        places = None if position is None else read_rows(where, position, None, (dimension,)).astype(np.float64)
        ways = None if direction is None else read_rows(where, direction, None, (dimension,)).astype(np.float64)
        turns = None if rotation is None else _rotations(where, rotation)
        template = replace(
            target or Target([0.0]),
            position=None if places is None else np.zeros(dimension),
            direction=None if ways is None else np.eye(dimension)[0],
            rotation=None if turns is None else IDENTITY,
        )
        return cls(template, places, ways, turns)

    @property
    def rows(self) -> set[int]:
        given = (self.position, self.direction, self.rotation)
        return {len(each) for each in given if each is not None}

    def write(self, records: Any, dimension: int) -> None:
        if self.position is not None:
            records["position"][:, :dimension] = self.position
        if self.direction is not None:
            length = np.linalg.norm(self.direction, axis=1, keepdims=True)
            records["direction"][:, :dimension] = self.direction / np.where(length > 0, length, np.nan)
        if self.rotation is not None:
            records["rotation"] = self.rotation
            if self.template.free_axis is not None:
                records["direction"] = rotate(self.rotation, records["axis"])


def _rotations(where: str, rotation: Any) -> Array:
    """Return rotations (N, 4); rows that are no numbers stay NaN."""
    if hasattr(rotation, "as_quat"):
        return read_rotations(where, rotation, len(rotation.as_quat()))
    matrices = np.ndim(rotation) == 3
    given = read_rows(where, rotation, None, (3, 3) if matrices else (4,)).astype(np.float64)
    fine = np.isfinite(given).reshape(len(given), -1).all(axis=1)
    turns = np.full((len(given), 4), np.nan)
    if fine.any():
        read = from_matrices(where, given[fine]) if matrices else read_rotations(where, given[fine], int(fine.sum()))
        turns[fine] = read
    return turns


def _count(columns: Mapping[str, _Column]) -> int:
    counts = {name: column.rows for name, column in columns.items()}
    every = set().union(*counts.values())
    if len(every) != 1:
        said = ", ".join(f"{name!r} {'/'.join(map(str, sorted(rows)))}" for name, rows in counts.items())
        raise ShapeError(f"targets: need the same number of rows each, got {said}")
    return every.pop()


def _starts(skeleton: Skeleton, starts: Any, rows: int) -> tuple[Array, npt.NDArray[np.bool_]]:
    numbers = len(skeleton.q_names)
    given = read_rows("starts", skeleton.rest_q if starts is None else starts, rows, (numbers,)).astype(np.float64)
    fine = np.isfinite(given).all(axis=1)
    read = np.tile(skeleton.rest_q, (rows, 1))
    if fine.any():
        read[fine] = body_q.read(skeleton, "starts", given[fine])
    return read, np.asarray(fine)


def _bases(skeleton: Skeleton, bases: Any, rows: int) -> tuple[Array, npt.NDArray[np.bool_]]:
    frames = np.tile(np.concatenate([np.zeros(3), IDENTITY]), (rows, 1))
    if bases is None:
        return frames, np.ones(rows, bool)
    size = np.shape(bases)[-1:]
    if size == (skeleton.dimension,):
        frames[:, : skeleton.dimension] = read_rows("bases", bases, rows, (skeleton.dimension,))
    elif size == (4,):
        given = read_rows("bases", bases, rows, (4, 4)).astype(np.float64)
        frames[:, :3], frames[:, 3:] = given[:, :3, 3], _rotations("bases", given[:, :3, :3])
    else:
        given = read_rows("bases", bases, rows, (7,)).astype(np.float64)
        frames[:, :3], frames[:, 3:] = given[:, :3], _rotations("bases", given[:, 3:])
    return frames, np.asarray(np.isfinite(frames).all(axis=1))


def _finite(records: Any) -> npt.NDArray[np.bool_]:
    """Return which rows hold numbers only."""
    names = ("position", "direction", "rotation")
    fine = [np.isfinite(records[name]).all(axis=(1, 2)) for name in names]
    return np.asarray(np.logical_and.reduce(fine))


class _Arrays:
    """The arrays that rows are written into."""

    def __init__(self, skeleton: Skeleton, rows: int, effectors: int, starts: Array) -> None:
        self.skeleton = skeleton
        pieces = len(skeleton.kernel_joints)
        self.q = skeleton.settle(starts)
        self.positions, self.rotations = np.empty((rows, pieces, 3)), np.empty((rows, pieces, 4))
        self.errors = np.full((rows, effectors, 2), np.nan)
        self.answers = np.zeros(rows, bridge.BODY_ANSWER)
        self.answers["status"] = STATUSES.index(Status.INVALID)
        for name in ("error", "rotation_error", "loop_error", "tolerance"):
            self.answers[name] = np.nan

    def put(self, rows: npt.NDArray[np.intp], found: bridge.BodyAnswers) -> None:
        self.q[rows], self.positions[rows], self.rotations[rows] = found.q[:, 0], found.positions, found.rotations
        self.errors[rows], self.answers[rows] = found.errors, found.answers

    def pose(self, valid: npt.NDArray[np.bool_], bases: Array) -> Pose:
        """Return the poses; rows that were not solved stand as they started."""
        skeleton = self.skeleton
        shown = [skeleton.kernel_index(place) for place in range(len(skeleton))]
        positions = np.ascontiguousarray(self.positions[:, shown, : skeleton.dimension])
        rotations = np.ascontiguousarray(self.rotations[:, shown])
        for row in np.flatnonzero(~valid):
            still = skeleton.forward(self.q[row], base=bases[row] if np.isfinite(bases[row]).all() else None)
            positions[row], rotations[row] = still.positions, still.rotations
        return Pose(skeleton, self.q, positions, rotations)
