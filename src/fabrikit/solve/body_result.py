"""The answer of a solve of a skeleton."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from fabrikit.arrays import Array
from fabrikit.errors import NotReached
from fabrikit.model import Pose, Skeleton
from fabrikit.solve.status import STATUSES, Status


class BodyResult:
    """The best pose found, and an honest word on it. True exactly when every target was reached.

    Attributes
    ----------
    pose : Pose
        How every joint stands, as numbers, turns and frames; `result.pose["left_hand"]` is a frame (4, 4).
    solutions : (k, nq)
        The numbers of k >= 1 different poses, k at most what `solutions=` asked for; the first is this result's.
    """

    __slots__ = ("_answer", "_errors", "_names", "pose", "solutions")

    pose: Pose
    _names: tuple[str, ...]
    _errors: Array
    solutions: Array

    def __init__(self, pose: Pose, names: tuple[str, ...], errors: Array, solutions: Array, answer: Any) -> None:
        self.pose = pose
        self._names = names
        self._errors = errors
        self.solutions = solutions
        self._answer = answer  # the kernel's record, `fabrikit.bridge.BODY_ANSWER`

    @property
    def skeleton(self) -> Skeleton:
        """The body that was solved."""
        return self.pose.skeleton

    @property
    def q(self) -> Array:
        """The numbers (nq,), in the order of `skeleton.q_names`."""
        return self.pose.q

    @property
    def positions(self) -> Array:
        """The joints (n, D), in the order of `skeleton.joint_names`, world frame."""
        return self.pose.positions

    @property
    def rotations(self) -> Array:
        """How the joints' own axes stand in the world (n, 4), wxyz."""
        return self.pose.rotations

    @property
    def errors(self) -> Mapping[str, float]:
        """Distance of each end effector from its target's position, by joint; zero where none was asked."""
        return MappingProxyType(dict(zip(self._names, self._errors[:, 0].tolist(), strict=True)))

    @property
    def rotation_errors(self) -> Mapping[str, float]:
        """Angle of each end effector to the direction or rotation asked [rad], by joint; zero where none was."""
        return MappingProxyType(dict(zip(self._names, self._errors[:, 1].tolist(), strict=True)))

    @property
    def status(self) -> Status:
        """How the solve ended."""
        return STATUSES[int(self._answer["status"])]

    @property
    def error(self) -> float:
        """The largest of `errors`."""
        return float(self._answer["error"])

    @property
    def rotation_error(self) -> float:
        """The largest of `rotation_errors` [rad]."""
        return float(self._answer["rotation_error"])

    @property
    def loop_error(self) -> float:
        """The widest gap of a closed loop; zero without loops."""
        return float(self._answer["loop_error"])

    @property
    def tolerance(self) -> float:
        """What `error` was held against."""
        return float(self._answer["tolerance"])

    @property
    def iterations(self) -> int:
        """Rounds of all restarts together."""
        return int(self._answer["iterations"])

    @property
    def restarts(self) -> int:
        """The number of the restart that gave the answer; 0 is the caller's start."""
        return int(self._answer["restarts"])

    @property
    def start_moved(self) -> bool:
        """Whether the start was outside its limits and was brought inside."""
        return bool(self._answer["start_moved"])

    def raise_for_status(self) -> None:
        """Raise NotReached, which carries this result, unless every target was reached."""
        if not self:
            raise NotReached(self)

    def __bool__(self) -> bool:
        return bool(self._answer["status"] == 0)

    def __repr__(self) -> str:
        turned = f", rotation error {self.rotation_error:.3g}" if any(self.rotation_errors.values()) else ""
        moved = ", start moved inside its limits" if self.start_moved else ""
        return (
            f"BodyResult({self.status.value}, error {self.error:.3g}{turned}, {self.iterations} iterations,"
            f" restart {self.restarts}{moved})"
        )
