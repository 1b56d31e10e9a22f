"""Joint types: how a bone may turn relative to its parent bone, measured from the rest pose.

`None` stands for a free joint. In the rest pose all axes are the world's; they turn with the parent bone.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from fabrikit.errors import LimitError


@dataclass(frozen=True, slots=True)
class Ball:
    """A ball joint: the bone swings inside a cone about its rest direction and twists about itself.

    Parameters
    ----------
    cone : float or four floats [rad], each in [0, pi], optional
        Largest swing. One number: a circular cone. Four: toward `reference`, a quarter turn further (counter-clockwise
        seen from the bone's tip), opposite, and three quarters, joined by quarter ellipses. Zero locks the swing;
        None or pi allows every direction.
    twist : (lower, upper) [rad], optional
        Range of the turn about the bone itself; None allows every twist.
    reference : array-like (3,), optional
        World direction in the rest pose of the first of four half-angles; must be perpendicular to the bone.
    stiffness : float in [0, 1]
        How unwilling the joint is to turn: 0 turns freely, 1 does not turn at all.
    """

    cone: float | Sequence[float] | None = None
    twist: Sequence[float] | None = None
    reference: Any = None
    stiffness: float = 0.0


@dataclass(frozen=True, slots=True, init=False)
class Hinge:
    """A hinge: the bone turns about one axis.

    Parameters
    ----------
    axis : array-like (3,)
        Of a chain: world direction of the axis in the rest pose, not parallel to the bone. Of a skeleton: any direction
        in the joint's own rest frame. Left out in 2D: `Hinge(lower, upper)`.
    lower, upper : float [rad]
        Range of the angle, counter-clockwise about the axis; any pair up to a full circle, also across half a turn.
        Left out, the hinge turns all the way round.
    frame : "local" or "global"
        Whether the axis turns with the parent bone or stays in the world.
    reference : array-like (3,) or (2,), optional
        Direction of angle zero, perpendicular to the axis; the bone's rest direction by default.
    stiffness : float in [0, 1]
        How unwilling the joint is to turn: 0 turns freely, 1 does not turn at all.
    """

    axis: Any
    lower: float
    upper: float
    frame: str
    reference: Any
    stiffness: float

    def __init__(
        self,
        axis: Any = None,
        lower: Any = None,
        upper: Any = None,
        *,
        frame: str = "local",
        reference: Any = None,
        stiffness: float = 0.0,
    ) -> None:
        if isinstance(axis, numbers.Number) and upper is None:  # 2D: Hinge(lower, upper)
            axis, lower, upper = None, axis, lower
        if (lower is None) != (upper is None):
            raise LimitError("Hinge: give both ends of the range, lower and upper, or neither")
        values = (axis, -math.pi if lower is None else lower, math.pi if upper is None else upper)
        for name, value in zip(("axis", "lower", "upper"), values, strict=True):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "frame", frame)
        object.__setattr__(self, "reference", reference)
        object.__setattr__(self, "stiffness", stiffness)

    @property
    def is_limited(self) -> bool:
        """Whether the hinge has a range narrower than a full turn from -pi to pi."""
        return (self.lower, self.upper) != (-math.pi, math.pi)


@dataclass(frozen=True, slots=True)
class Fixed:
    """A joint that does not turn: the bone keeps its rest direction relative to its parent."""


@dataclass(frozen=True, slots=True)
class Slider:
    """A slider (prismatic joint): the joint's frame moves along one axis and does not turn. Skeletons only.

    Parameters
    ----------
    axis : array-like (3,) or (2,)
        Direction of the axis in the joint's own rest frame, any length.
    lower, upper : float
        Range of the displacement, in the skeleton's unit of length. Left out, it slides without end.
    stiffness : float in [0, 1]
        How unwilling the joint is to move: 0 moves freely, 1 does not move at all.
    """

    axis: Any
    lower: float | None = None
    upper: float | None = None
    stiffness: float = 0.0


@dataclass(frozen=True, slots=True)
class Universal:
    """Two hinges in one place: the first turns the second, the second turns what follows. Skeletons only, 3D.

    Parameters
    ----------
    first, second : Hinge, or array-like (3,)
        The hinges, or their axes in the joint's own rest frame for hinges that turn all the way round. Not parallel.
    """

    first: Any
    second: Any


JointType: TypeAlias = Ball | Hinge | Fixed | None
"""What the joint of a chain may be."""

BodyJointType: TypeAlias = Ball | Hinge | Slider | Universal | Fixed | None
"""What the joint of a skeleton may be."""
