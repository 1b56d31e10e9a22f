"""Targets and poles: where the tip should go, and to which side the chain should bend."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from fabrikit import bridge
from fabrikit.arrays import Array, as_floats, as_vector, norm
from fabrikit.errors import OptionError, ShapeError
from fabrikit.model.chain import LARGEST_TURN
from fabrikit.model.rotations import read_rotation

FOR_SKELETONS = ("axis", "free_axis", "offset", "weight", "rotation_weight", "priority", "depth", "pole")
"""What of a target only skeletons know."""


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """Where an end effector should go, and how the last bone should stand there.

    Parameters
    ----------
    position : array-like (D,), optional
        World frame. Only the target of a skeleton may leave it out.
    direction : array-like (D,), optional
        Where the last bone should point, world frame, any length. Of a skeleton: where `axis` of the tip should point.
    rotation : optional
        3D: how the last bone's own axes should stand in the world. wxyz, a matrix (3, 3) or (4, 4), or a SciPy
        Rotation.
    angle : float [rad], optional
        2D: the last bone's angle from the world's x axis.
    axis : array-like (D,), optional
        Which of the tip's own axes `direction` or `angle` is about; by default along its bone. This and all that
        follows is for skeletons.
    free_axis : array-like (3,), optional
        With `rotation`: the tip's own axis about which it may turn as it likes.
    offset : array-like (D,), optional
        The place in the tip's own frame that should come to `position`; the tip itself by default.
    weight, rotation_weight : float >= 0
        How much the position and the direction or rotation count when targets conflict; zero does not ask.
    priority : int
        Targets of a higher priority are met first: those of lower ones use only what freedom is left.
    depth : int >= 1, optional
        How many bones above the tip may move for this target; all by default.
    pole : array-like (D,) or Pole, optional
        The side that the limb which carries the tip bends to.

    Raises
    ------
    OptionError
        More than one of direction, rotation and angle; an option of another that is not there.
    """

    position: Any = None
    direction: Any = None
    rotation: Any = None
    angle: float | None = None
    _: KW_ONLY
    axis: Any = None
    free_axis: Any = None
    offset: Any = None
    weight: float = 1.0
    rotation_weight: float = 1.0
    priority: int = 0
    depth: int | None = None
    pole: Any = None

    def __post_init__(self) -> None:
        given = [name for name in ("direction", "rotation", "angle") if getattr(self, name) is not None]
        if len(given) > 1:
            raise OptionError(f"target: give one of direction, rotation and angle, got {' and '.join(given)}")
        if self.free_axis is not None and self.rotation is None:
            raise OptionError("target free_axis: goes with a rotation, about which axis it may turn freely")
        if self.axis is not None and self.direction is None and self.angle is None:
            raise OptionError("target axis: goes with a direction (or an angle), which it should point along")

    @property
    def for_skeletons(self) -> tuple[str, ...]:
        """The names of what was given that only skeletons know."""
        plain = Target.__dataclass_fields__
        changed = [name for name in FOR_SKELETONS if getattr(self, name) is not plain[name].default]
        return tuple(name for name in changed if np.any(getattr(self, name) != plain[name].default))


@dataclass(frozen=True, slots=True, eq=False)
class Pole:
    """The side that a chain bends to. A bare vector given as `pole=` is a point.

    Parameters
    ----------
    point : array-like (D,), optional
        World frame; the chain bends toward it.
    direction : array-like (D,), optional
        The same for a point infinitely far away. Give one of the two.

    Raises
    ------
    OptionError
        Neither or both are given.
    """

    point: Any = None
    direction: Any = None

    def __post_init__(self) -> None:
        if (self.point is None) == (self.direction is None):
            came = "neither" if self.point is None else "both"
            raise OptionError(f"pole: give a point or a direction, got {came}")


class PoleKind(IntEnum):
    """The kernel's PoleKind."""

    NONE = 0
    POINT = 1
    DIRECTION = 2


def as_target(target: Any, dimension: int) -> Any:
    """Return a target of a pose matrix (4, 4) as position and rotation; anything else as it is."""
    if isinstance(target, Target) or dimension != 3:
        return target
    matrix = as_floats("target", target)
    if matrix.shape != (4, 4):
        return matrix
    if not np.array_equal(matrix[3], [0, 0, 0, 1]):
        raise ShapeError("target: the last row of a pose matrix must be (0, 0, 0, 1); is it transposed?")
    return Target(matrix[:3, 3], rotation=matrix)


def read_target(target: Any, dimension: int) -> Array:
    """Return the target's position (dimension,). Raises ShapeError or OptionError."""
    if isinstance(target, Target) and target.for_skeletons:
        raise OptionError(f"target: {', '.join(target.for_skeletons)} are for skeletons; a chain has one target")
    position = target.position if isinstance(target, Target) else target
    return as_vector("target", position, dimension)


class AimKind(IntEnum):
    """The kernel's AimKind."""

    NONE = 0
    DIRECTION = 1
    ROTATION = 2


def read_aim(target: Any, dimension: int) -> tuple[AimKind, Array]:
    """Return what the last bone should be besides at a place: its kind, and a direction (3,) or a rotation (4,)."""
    if not isinstance(target, Target):
        return AimKind.NONE, np.zeros(0)
    if target.direction is not None:
        return AimKind.DIRECTION, _unit_direction("target direction", target.direction, dimension)
    if target.angle is not None:
        return AimKind.DIRECTION, _direction_of_angle(target.angle, dimension)
    if target.rotation is not None:
        if dimension == 2:
            raise OptionError("target rotation: is for 3D; in 2D give angle= or direction=")
        return AimKind.ROTATION, read_rotation("target rotation", target.rotation)
    return AimKind.NONE, np.zeros(0)


def _unit_direction(name: str, direction: Any, dimension: int) -> Array:
    vector = as_vector(name, direction, dimension)
    length = norm(vector)
    if length == 0:
        raise OptionError(f"{name}: is the zero vector; give a direction with a length")
    return np.append(vector / length, 0.0)[:3]


def _direction_of_angle(angle: float, dimension: int) -> Array:
    if dimension == 3:
        raise OptionError("target angle: is for 2D; in 3D give direction= or rotation=")
    value = as_floats("target angle", angle)
    if value.shape != () or abs(float(value)) > LARGEST_TURN:
        raise OptionError(f"target angle: must be one number of at most 2^20 rad, got {angle!r}")
    sine, cosine = bridge.sin_cos(value.reshape(1))
    return np.array([cosine[0], sine[0], 0.0])


def read_pole(pole: Any, dimension: int) -> tuple[PoleKind, Array]:
    """Return the kind of a pole and its vector (dimension,). Raises ShapeError or OptionError."""
    if pole is None:
        return PoleKind.NONE, np.zeros(dimension)
    if not isinstance(pole, Pole):
        return PoleKind.POINT, as_vector("pole", pole, dimension)
    if pole.direction is None:
        return PoleKind.POINT, as_vector("pole", pole.point, dimension)
    direction = as_vector("pole direction", pole.direction, dimension)
    if not direction.any():
        raise OptionError("pole direction: is the zero vector; give a direction with a length")
    return PoleKind.DIRECTION, direction
