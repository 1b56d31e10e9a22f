"""A scene whose body is a skeleton: what its tips should reach, all at once, and the options of the solve."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fabrikit.arrays import Array
from fabrikit.model import Skeleton
from fabrikit.solve import Loop, Target
from fabrikit.solve.options import DEFAULT_BODY_ITERATIONS, DEFAULT_ROTATION_TOLERANCE


@dataclass(frozen=True, eq=False)
class BodyTargets:
    """What is asked of a skeleton at one time.

    Attributes
    ----------
    tips : mapping of str to Target
        By the joint that it is for.
    name : str or None
    time : float or None [s]
    """

    tips: Mapping[str, Target]
    name: str | None = None
    time: float | None = None


@dataclass(frozen=True, eq=False)
class BodyOptions:
    """How to solve. The names and the defaults are those of `fabrikit.BodySolver`.

    Attributes
    ----------
    start : (nq,) float64 or None
        The numbers to start from; None is the rest pose.
    base : (D,) float64 or None
        Where the body's base frame stands in the world.
    tolerance : float or None
    rotation_tolerance : float [rad]
    max_iterations : int
    method, mode : str
    seed : int
    locked : tuple of str
        Joints that stay as the start has them.
    posture : (nq,) float64 or None
        What the freedom that the targets leave is used for.
    posture_weight : float
    follow : bool
        Each solve starts from the answer to the one before, instead of from `start`.
    """

    start: Array | None = None
    base: Array | None = None
    tolerance: float | None = None
    rotation_tolerance: float = DEFAULT_ROTATION_TOLERANCE
    max_iterations: int = DEFAULT_BODY_ITERATIONS
    method: str = "auto"
    mode: str = "fast"
    seed: int = 0
    locked: tuple[str, ...] = ()
    posture: Array | None = None
    posture_weight: float = 1.0
    follow: bool = False

    def for_solver(self) -> Mapping[str, Any]:
        """Return the options that a `BodySolver` is prepared with, by name."""
        not_for_it = ("start", "base", "follow")
        said = {name: value for name, value in vars(self).items() if name not in not_for_it}
        return said | {"locked": self.locked or None}


@dataclass(frozen=True, eq=False)
class BodyScene:
    """A skeleton, what is asked of it, and the options of the solve.

    Attributes
    ----------
    body : Skeleton
    targets : tuple of BodyTargets
        May be empty: then the file is a body to which targets are given elsewhere.
    options : BodyOptions
    loops : tuple of Loop
    name, description : str
        Empty when the file says nothing.
    """

    body: Skeleton
    targets: tuple[BodyTargets, ...] = ()
    options: BodyOptions = field(default_factory=BodyOptions)
    loops: tuple[Loop, ...] = ()
    name: str = ""
    description: str = ""
