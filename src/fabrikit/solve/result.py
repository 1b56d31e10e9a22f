"""The answer of a solve."""

from __future__ import annotations

from typing import TypeAlias

from fabrikit import bridge
from fabrikit.arrays import Array
from fabrikit.errors import NotReached
from fabrikit.model import Chain
from fabrikit.solve.status import STAGES, STATUSES, Stage, Status
from fabrikit.solve.trace import Trace

Answer: TypeAlias = tuple[float, float, int, int, int, bool]
"""error, tolerance, status, iterations, stage, symmetry_broken: what the kernel says."""


class Result:
    """The best pose found, and an honest word on it. True exactly when the target was reached.

    Attributes
    ----------
    positions : (n + 1, D)
        Joints, base first, world frame.
    status : Status
    error : float
        Distance from tip to target: sqrt(dx² + dy² (+ dz²)) of `positions`, added left to right.
    tolerance : float
        What `error` was held against: the larger of the tolerance asked for and 4 units in the last place of the
        largest coordinate returned. REACHED means error <= tolerance.
    iterations : int
        FABRIK iterations (both passes) and Newton steps together.
    stage : Stage
        The stage that made the pose.
    symmetry_broken : bool
        Whether the solver had to choose a side for a chain that lay on its target's line.
    trace : Trace or None
        Every placement, when asked for.
    """

    __slots__ = ("_answer", "chain", "positions", "trace")

    def __init__(self, chain: Chain, positions: Array, answer: Answer, trace: Trace | None = None) -> None:
        self.chain = chain
        self.positions = positions
        self._answer = answer
        self.trace = trace

    @property
    def error(self) -> float:
        """Distance from tip to target."""
        return self._answer[0]

    @property
    def tolerance(self) -> float:
        """The tolerance that `error` was held against."""
        return self._answer[1]

    @property
    def status(self) -> Status:
        """How the solve ended."""
        return STATUSES[self._answer[2]]

    @property
    def iterations(self) -> int:
        """FABRIK iterations and Newton steps together."""
        return self._answer[3]

    @property
    def stage(self) -> Stage:
        """The stage that made the pose."""
        return STAGES[self._answer[4]]

    @property
    def symmetry_broken(self) -> bool:
        """Whether a side had to be chosen for a chain on its target's line."""
        return self._answer[5]

    @property
    def angles(self) -> Array | None:
        """Turns (n,) in (-pi, pi] [rad] of a 2D chain from its rest pose, each relative to its parent; None in 3D.

        `chain.forward(angles)` gives `positions`, moved to the chain's own base.
        """
        if self.chain.dimension != 2:
            return None
        return bridge.turns(self.chain.joints, self.positions)

    def raise_for_status(self) -> None:
        """Raise NotReached, which carries this result, unless the target was reached."""
        if not self:
            raise NotReached(self)

    def __bool__(self) -> bool:
        return self._answer[2] == 0

    def __repr__(self) -> str:
        side = ", symmetry broken" if self.symmetry_broken else ""
        return (
            f"Result({self.status.value}, error {self.error:.3g}, {self.iterations} iterations, "
            f"by {self.stage.value}{side})"
        )
