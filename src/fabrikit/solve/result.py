"""The answer of a solve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from fabrikit import bridge
from fabrikit.arrays import Array
from fabrikit.errors import NotReached
from fabrikit.model import Chain
from fabrikit.model.rotations import align_signs, inverse, multiply, swing_and_twist
from fabrikit.solve.limited import Turns, free_turns, hinge_angles
from fabrikit.solve.reach_options import length_of
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
    rotation_error : float [rad]
        Angle between the last bone and the direction or rotation asked of it; 0 when none was asked.
    stretch : float
        Factor that the bones were stretched by; 1 unless asked for and needed.
    """

    __slots__ = ("_answer", "_before", "_made", "_turns", "chain", "positions", "rotation_error", "stretch", "trace")

    def __init__(
        self,
        chain: Chain,
        positions: Array,
        answer: Answer,
        trace: Trace | None = None,
        turns: Turns | None = None,
        rotation_error: float = 0.0,
        stretch: float = 1.0,
    ) -> None:
        self.chain = chain
        self.positions = positions
        self._answer = answer
        self.trace = trace
        self._turns = turns
        self._before: _Rotated | None = None
        self._made: _Rotated | None = None
        self.rotation_error = rotation_error
        self.stretch = stretch

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
    def known_turns(self) -> Turns | None:
        """The rotations that the solver worked with; None when it worked on positions alone."""
        return self._turns

    @property
    def turns(self) -> Turns:
        """The rotations of the pose from the rest pose, in axes that are the world's at rest."""
        return self._rotated.turns

    @property
    def _rotated(self) -> _Rotated:
        """All rotations of the pose, made when first looked at, with the signs of the frame before."""
        if self._made is None:
            turns = self._turns if self._turns is not None else free_turns(self.chain, self.positions)
            self._made = _Rotated.make(turns, self.chain.rest_rotations, self._before)
            self._before = None
        return self._made

    def follow(self, previous: Result) -> None:
        """Give quaternions the signs that are nearer to those of the frame before; q and -q are one rotation.

        Parameters
        ----------
        previous : Result
            The result that this one started from. Where nobody looked at its rotations, they are followed that it
            would have followed.
        """
        self._before = previous._made or previous._before

    @property
    def angles(self) -> Array | None:
        """Angles (n,) [rad] of a 2D chain, each bone's turn from the rest pose relative to its parent; None in 3D.

        Of a chain with limits, each between its hinge's lower and upper end exactly, from its reference direction.
        Without references `chain.forward(angles)` gives `positions`, moved to the chain's own base.
        """
        if self.chain.dimension != 2:
            return None
        if self.chain.has_limits:
            return hinge_angles(self.chain, self.turns.turns)
        return bridge.turns(self.chain.joints, self.positions)

    @property
    def hinge_angles(self) -> Array:
        """Angle (n,) [rad] of every hinge, between its lower and upper end exactly; NaN for other joints."""
        return hinge_angles(self.chain, self.turns.turns)

    @property
    def rotations(self) -> Array:
        """How every bone's own axes stand in the world: (n, 4), wxyz."""
        return self._rotated.world

    @property
    def local_rotations(self) -> Array:
        """How every bone's own axes stand in its parent's own axes (the first bone's in the world): (n, 4), wxyz."""
        return self._rotated.local

    @property
    def swing(self) -> Array:
        """Angle (n,) in [0, pi] [rad] between every bone and its rest direction, as its parent carries it."""
        return swing_and_twist(self.turns.turns, self.chain.bone_axes)[0]

    @property
    def twist(self) -> Array:
        """Turn (n,) in (-pi, pi] [rad] of every bone about itself, beside its swing."""
        return swing_and_twist(self.turns.turns, self.chain.bone_axes)[1]

    def held_against(self, target: Array, stretch: float) -> Result:
        """Return this result judged by another target: one that a soft reach kept the tip from.

        Parameters
        ----------
        target : (D,)
            What was asked for, world frame.
        stretch : float
            The factor that the bones were stretched by.
        """
        _, tolerance, status, iterations, stage, broken = self._answer
        error = length_of(self.positions[-1] - target)
        if error > tolerance and status == STATUSES.index(Status.REACHED):
            status = STATUSES.index(Status.TOO_FAR)
        answer = (error, tolerance, status, iterations, stage, broken)
        return Result(self.chain, self.positions, answer, self.trace, self._turns, self.rotation_error, stretch)

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


@dataclass(frozen=True, slots=True, eq=False)
class _Rotated:
    """The rotations of a pose: from rest, and of the bones' own axes in the world and in their parents."""

    turns: Turns
    world: Array
    local: Array

    @classmethod
    def make(cls, turns: Turns, rest: Array | None, before: _Rotated | None) -> _Rotated:
        if before is not None:
            relative = align_signs(turns.turns, before.turns.turns)
            turns = Turns(relative, align_signs(turns.frames, before.turns.frames))
        world = turns.frames if rest is None else multiply(turns.frames, rest)
        parents = np.vstack([[1.0, 0.0, 0.0, 0.0], world[:-1]])
        local = multiply(inverse(parents), world)
        return cls(turns, world, local if before is None else align_signs(local, before.local))
