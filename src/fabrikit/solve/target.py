"""Targets and poles: where the tip should go, and to which side the chain should bend."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from fabrikit.arrays import Array, as_vector
from fabrikit.errors import OptionError


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """Where an end effector should go.

    Parameters
    ----------
    position : array-like (D,)
        World frame.
    """

    position: Any


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


def read_target(target: Any, dimension: int) -> Array:
    """Return the target's position (dimension,). Raises ShapeError."""
    position = target.position if isinstance(target, Target) else target
    return as_vector("target", position, dimension)


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
