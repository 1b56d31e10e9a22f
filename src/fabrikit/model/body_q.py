"""The numbers q of a skeleton: reading, replacing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from fabrikit.arrays import Array, as_floats, shape_of
from fabrikit.errors import ModelError, ShapeError
from fabrikit.model.body_records import NUMBERS, kind_of
from fabrikit.model.chain import LARGEST_TURN
from fabrikit.model.rotations import UNIT, read_rotation

if TYPE_CHECKING:
    from fabrikit.model.skeleton import Skeleton


def read(skeleton: Skeleton, name: str, value: Any) -> Array:
    """Return numbers (..., nq), quaternions exactly unit. Raises ShapeError."""
    q = as_floats(name, value, empty=True)
    count = len(skeleton.q_names)
    if q.shape[-1:] != (count,):
        raise ShapeError(f"{name}: needs shape ({count},) or (..., {count}), the numbers of q_names, got {shape_of(q)}")
    q = q.copy()
    for record, part in _own(skeleton):
        kind = kind_of(record)
        if kind == "hinge" and (np.abs(q[..., part]) > LARGEST_TURN).any():
            raise ShapeError(f"{name}: {skeleton.q_names[part.start]!r} is beyond 2^20 rad, the largest allowed")
        if NUMBERS[kind] >= 4:
            _make_unit(skeleton, name, q, part.stop - 4)
    return q


def _make_unit(skeleton: Skeleton, name: str, q: Array, start: int) -> None:
    turn = q[..., start : start + 4]
    length = np.sqrt((turn * turn).sum(axis=-1, keepdims=True))
    if (np.abs(length - 1.0) > UNIT).any():
        worst = float(length.reshape(-1)[np.argmax(np.abs(length - 1.0))])
        joint = skeleton.q_names[start].removesuffix(".w")
        raise ShapeError(
            f"{name}: the rotation of {joint!r} must be a unit quaternion (w, x, y, z), got length {worst:.6g}"
        )
    q[..., start : start + 4] = np.where(np.abs(length - 1.0) <= 2.0**-50, turn, turn / length)


def replace(skeleton: Skeleton, values: Mapping[str, Any], q: Any) -> Array:
    """Return q with the numbers of some joints replaced. Raises ModelError or ShapeError."""
    found = read(skeleton, "q", q)
    if found.ndim != 1:
        raise ShapeError(f"q: needs shape ({len(skeleton.q_names)},), one pose, got {shape_of(found)}")
    for name, value in values.items():
        skeleton.index(name)
        part = skeleton.q_slices[name]
        if part.start == part.stop:
            raise ModelError(f"q: {name!r} has no numbers of its own: it is fixed or follows another joint")
        numbers = as_floats(name, value) if part.stop - part.start != 4 else read_rotation(name, value)
        if numbers.size != part.stop - part.start:
            raise ShapeError(f"q: {name!r} has {part.stop - part.start} numbers, got {shape_of(numbers)}")
        found[part] = numbers.reshape(-1)
    return read(skeleton, "q", found)


def _own(skeleton: Skeleton) -> list[tuple[Any, slice]]:
    """List the kernel's joints that have numbers of their own, and where these stand."""
    pairs = zip(skeleton.kernel_joints, skeleton.piece_slices, strict=True)
    return [(record, part) for record, part in pairs if record["mimic"] < 0 and part.stop > part.start]
