"""What the presets share: their options, rounding, and the mirror that makes a left side of a right one."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fabrikit.arrays import Array
from fabrikit.errors import OptionError, near_name
from fabrikit.model import Ball, BodyJointType, Fixed, Hinge, Joint, Slider, Universal
from fabrikit.model.rotations import read_rotation

FORWARD, LEFT, UP = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
BACK, RIGHT, DOWN = (-1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0)
"""x points forward, y to the left, z up."""

SIDES = ("left", "right")


def read_side(side: Any) -> str:
    """Return "left" or "right". Raises OptionError."""
    if side in SIDES:
        return str(side)
    raise OptionError(f"side: must be 'left' or 'right', got {side!r}.{near_name(str(side), SIDES)}")


def read_size(name: str, value: Any, least: float, most: float) -> float:
    """Return a length [m] between two bounds that only tell metres from other units. Raises OptionError."""
    try:
        size = float(value)
    except (TypeError, ValueError):
        size = math.nan
    if type(value) is bool or not least <= size <= most:
        raise OptionError(f"{name}: must be {least:g} to {most:g} metres, got {value!r}")
    return size


def place(*numbers: float) -> tuple[float, ...]:
    """Return a point to a hundredth of a millimetre, without negative zeros."""
    return tuple(round(number, 5) + 0.0 for number in numbers)


def prefixed(prefix: str, joints: Iterable[Joint], keep: Sequence[str] = ()) -> list[Joint]:
    """Return the joints with a word before every name but those in `keep`."""

    def name(old: str | None) -> str | None:
        return old if old is None or old in keep else prefix + old

    return [replace(joint, name=str(name(joint.name)), parent=name(joint.parent)) for joint in joints]


def turned(axis: Sequence[float], degrees: float) -> tuple[float, ...]:
    """Return the rotation wxyz about a unit axis."""
    half = math.radians(degrees) / 2
    return (math.cos(half), *(math.sin(half) * each for each in axis))


def mirrored(joints: Iterable[Joint]) -> list[Joint]:
    """Return the joints on the other side of the plane y = 0, with the same numbers for the mirrored pose."""
    return [
        replace(
            joint,
            offset=_vector(joint.offset),
            bone=_vector(joint.bone),
            rotation=_rotation(joint.rotation),
            type=_type(joint.type),
        )
        for joint in joints
    ]


def _vector(vector: Any) -> Any:
    """Mirror a place or a direction."""
    return None if vector is None else _list(np.asarray(vector, dtype=np.float64) * [1, -1, 1])


def _axis(axis: Any) -> Any:
    """Mirror an axis so that the same angle gives the mirrored turn."""
    return _list(np.asarray(axis, dtype=np.float64) * [-1, 1, -1])


def _rotation(rotation: Any) -> Any:
    return None if rotation is None else _list(read_rotation("rotation", rotation) * [1, -1, 1, -1])


def _list(array: Array) -> list[float]:
    return [float(number) + 0.0 for number in array]


def _type(kind: BodyJointType) -> BodyJointType:
    if isinstance(kind, Ball):
        return _ball(kind)
    if isinstance(kind, Hinge):
        return Hinge(_axis(kind.axis), kind.lower, kind.upper, stiffness=kind.stiffness)
    if isinstance(kind, Universal):
        return Universal(_type(kind.first), _type(kind.second))
    if isinstance(kind, Slider):
        return replace(kind, axis=_vector(kind.axis))
    return kind


def _ball(ball: Ball) -> Ball:
    cone = ball.cone
    if isinstance(cone, Sequence):
        cone = (cone[0], cone[3], cone[2], cone[1])
    twist = None if ball.twist is None else (-ball.twist[1] + 0.0, -ball.twist[0] + 0.0)
    return replace(ball, cone=cone, twist=twist, reference=_vector(ball.reference))


def on_side(side: Any, right: Callable[[], list[Joint]]) -> list[Joint]:
    """Return the joints of a right limb, mirrored for the left side. Raises OptionError."""
    return mirrored(right()) if read_side(side) == "left" else right()


def tip(name: str, parent: str, offset: Sequence[float]) -> Joint:
    """Return a joint that only marks a place."""
    return Joint(name, parent, place(*offset), Fixed())
