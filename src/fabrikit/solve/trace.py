"""The course of a solve, one placement of one joint at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from fabrikit.arrays import Array
from fabrikit.bridge import PLACEMENT
from fabrikit.solve.status import STAGES, Stage

PASSES = (None, "pass_from_tip", "pass_from_base")
"""In the order of the kernel's Pass."""


@dataclass(frozen=True, slots=True, eq=False)
class TraceStep:
    """One placement.

    Attributes
    ----------
    stage : Stage
    iteration : int
        From 1; 0 for what happens before the first.
    pass_ : "pass_from_tip", "pass_from_base" or None
        None outside the two passes of FABRIK.
    joint : int
        The joint that was placed.
    joints : (n + 1, D)
        All joints after the placement, world frame.
    """

    stage: Stage
    iteration: int
    pass_: str | None
    joint: int
    joints: Array


class Trace(Sequence[TraceStep]):
    """Every placement of a solve, in order.

    Holds one position for each placement and rebuilds whole poses when asked, so that its memory grows with the
    number of placements and not with its square. Going through it in order costs O(n) for each step.

    Parameters
    ----------
    start : (n + 1, D)
        The pose before the first placement.
    placements : structured array of `fabrikit.bridge.PLACEMENT`
    """

    def __init__(self, start: Array, placements: npt.NDArray[Any]) -> None:
        self.start = start
        self.placements = placements

    def __len__(self) -> int:
        return len(self.placements)

    def __iter__(self) -> Iterator[TraceStep]:
        joints = self.start.copy()
        for index in range(len(self)):
            joints = joints.copy()
            self._place(joints, index)
            yield self._step(index, joints)

    @overload
    def __getitem__(self, index: int) -> TraceStep: ...
    @overload
    def __getitem__(self, index: slice) -> list[TraceStep]: ...
    def __getitem__(self, index: int | slice) -> TraceStep | list[TraceStep]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        position = range(len(self))[index]
        joints = self.start.copy()
        placed = self.placements["joint"][: position + 1]
        # The last placement of each joint counts: the first one met when going backwards.
        joint, back = np.unique(placed[::-1], return_index=True)
        joints[joint] = self.placements["at"][position - back][:, : joints.shape[1]]
        return self._step(position, joints)

    def __repr__(self) -> str:
        return f"Trace({len(self)} placements)"

    def _place(self, joints: Array, index: int) -> None:
        joints[self.placements["joint"][index]] = self.placements["at"][index, : joints.shape[1]]

    def _step(self, index: int, joints: Array) -> TraceStep:
        row = self.placements[index]
        return TraceStep(STAGES[row["stage"]], int(row["iteration"]), PASSES[row["pass"]], int(row["joint"]), joints)


def read_trace(start: Array, raw: bytes) -> Trace:
    """Make a trace from the kernel's placements."""
    return Trace(start, np.frombuffer(raw, dtype=PLACEMENT))
