"""The answer of a batch."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from fabrikit.errors import ShapeError
from fabrikit.model import Chain
from fabrikit.solve.limited import Turns
from fabrikit.solve.result import Result
from fabrikit.solve.status import STAGES, STATUSES, Status

_FIELDS = ("positions", "status", "error", "tolerance", "iterations", "stage", "symmetry_broken")


class BatchResult:
    """The best poses found, as arrays: row i answers target i.

    A row is what `solve` would have answered. It has no truth value: ask `result.reached`, `.all()` or `.any()` of it.
    `result[i]` is the `Result` of one row, `result[a:b]` the rows from a to b (views, no copies).

    Parameters
    ----------
    chain : Chain
        The body.
    fields : dict
        The attributes below, by name.
    turns : Turns, optional
        Of a chain with limits: the rotations (N, n, 4) of all rows.

    Attributes
    ----------
    positions : (N, n + 1, D)
        Joints, base first, world frame.
    status : (N,) int8
        Indices into `fabrikit.solve.STATUSES`; as words: `statuses`. REACHED is 0.
    error : (N,)
        Distance from tip to target; NaN in rows that are INVALID.
    tolerance : (N,)
        What `error` was held against.
    iterations : (N,) int32
        FABRIK iterations and Newton steps together.
    stage : (N,) int8
        The stage that made the pose, an index into `fabrikit.solve.STAGES`; as words: `stages`.
    symmetry_broken : (N,) bool
        Whether a side had to be chosen for a chain on its target's line.
    """

    __slots__ = (*_FIELDS, "_turns", "chain")

    positions: npt.NDArray[Any]
    status: npt.NDArray[np.int8]
    error: npt.NDArray[Any]
    tolerance: npt.NDArray[Any]
    iterations: npt.NDArray[np.int32]
    stage: npt.NDArray[np.int8]
    symmetry_broken: npt.NDArray[np.bool_]

    def __init__(self, chain: Chain, fields: dict[str, npt.NDArray[Any]], turns: Turns | None = None) -> None:
        self.chain = chain
        for name in _FIELDS:
            setattr(self, name, fields[name])
        self._turns = turns

    @classmethod
    def _empty(cls, chain: Chain, positions: npt.NDArray[Any]) -> BatchResult:
        """Make room for the answers of a batch whose positions (N, n + 1, D) go to `positions`."""
        rows, dtype = len(positions), positions.dtype
        kinds = (dtype, np.int8, dtype, dtype, np.int32, np.int8, np.bool_)
        fields = {name: np.empty(rows, kind) for name, kind in zip(_FIELDS, kinds, strict=True)}
        turns = None
        if chain.has_limits:
            turns = Turns(np.empty((rows, chain.bones, 4)), np.empty((rows, chain.bones, 4)))
        return cls(chain, fields | {"positions": positions}, turns)

    @property
    def reached(self) -> npt.NDArray[np.bool_]:
        """Which targets were reached (N,)."""
        reached: npt.NDArray[np.bool_] = self.status == 0
        return reached

    @property
    def statuses(self) -> npt.NDArray[np.str_]:
        """The statuses as words (N,), such as "REACHED"."""
        return np.array([status.value for status in STATUSES])[self.status]

    @property
    def stages(self) -> npt.NDArray[np.str_]:
        """The stages as words (N,), such as "newton"."""
        return np.array([stage.value for stage in STAGES])[self.stage]

    def counts(self) -> dict[Status, int]:
        """Count the rows of every status that there is."""
        counted = np.bincount(self.status, minlength=len(STATUSES))
        return {status: int(count) for status, count in zip(STATUSES, counted, strict=True) if count}

    def __len__(self) -> int:
        return len(self.status)

    @overload
    def __getitem__(self, index: slice) -> BatchResult: ...
    @overload
    def __getitem__(self, index: int) -> Result: ...
    def __getitem__(self, index: slice | int) -> BatchResult | Result:
        if isinstance(index, slice):
            fields = {name: getattr(self, name)[index] for name in _FIELDS}
            return BatchResult(self.chain, fields, self._row_turns(index))
        row = operator.index(index)
        if not -len(self) <= row < len(self):
            raise IndexError(f"row {row} of {len(self)}")
        answer = (
            float(self.error[row]),
            float(self.tolerance[row]),
            int(self.status[row]),
            int(self.iterations[row]),
            int(self.stage[row]),
            bool(self.symmetry_broken[row]),
        )
        invalid = STATUSES[answer[2]] is Status.INVALID
        turns = None if invalid else self._row_turns(row)
        return Result(self.chain, self.positions[row].astype(np.float64), answer, turns=turns)

    def __iter__(self) -> Iterator[Result]:
        return (self[row] for row in range(len(self)))

    def _row_turns(self, index: int | slice) -> Turns | None:
        return None if self._turns is None else Turns(self._turns.turns[index], self._turns.frames[index])

    def __bool__(self) -> bool:
        raise ShapeError(f"a batch of {len(self)} rows is not one truth: use .reached.all() or .reached.any()")

    def __repr__(self) -> str:
        counts = ", ".join(f"{count:,} {status.value}" for status, count in self.counts().items())
        return f"BatchResult({len(self):,} rows{': ' if counts else ''}{counts})"
