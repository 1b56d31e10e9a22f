"""Where a solve of a skeleton starts, which joints it may move, and what posture it prefers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from fabrikit.arrays import Array, as_floats, shape_of
from fabrikit.errors import LimitError, OptionError, ShapeError, near_name
from fabrikit.model import Pose, Skeleton, body_q
from fabrikit.solve.body_result import BodyResult

FREE, LOCKED, DRIVEN = 0, 1, 2
"""What `use` of fabrikit_solve_body says of a joint."""

OUTSIDE = 1e-9
"""How far outside its limits a start may be before `strict` refuses it: rounding."""


def read_numbers(name: str, value: Any, skeleton: Skeleton) -> Array:
    """Return one pose's numbers (nq,) from numbers, a mapping of joints, a Pose or a result. Raises as `q_with`."""
    if value is None:
        return skeleton.rest_q
    if isinstance(value, Mapping) and not isinstance(value, Pose):
        return skeleton.q_with(value)
    if isinstance(value, BodyResult | Pose):
        if value.skeleton != skeleton:
            raise ShapeError(f"{name}: is of another skeleton; give the numbers of this one's q_names")
        value = value.q
    numbers = body_q.read(skeleton, name, value)
    if numbers.ndim != 1:
        raise ShapeError(f"{name}: needs shape ({len(skeleton.q_names)},), one pose, got {shape_of(numbers)}")
    return numbers


def check_inside(name: str, given: Array, inside: Array, skeleton: Skeleton) -> None:
    """Refuse numbers that limits had to move. Raises LimitError, naming the number that moved most."""
    moved = np.abs(given - inside)
    # A rotation and its negative are one.
    for joint in skeleton.joint_names:
        part = skeleton.q_slices[joint]
        if part.stop - part.start >= 4:
            turn = slice(part.stop - 4, part.stop)
            moved[turn] = np.minimum(moved[turn], np.abs(given[turn] + inside[turn]))
    if moved.size and moved.max() > OUTSIDE:
        worst = int(np.argmax(moved))
        raise LimitError(
            f"{name}: {skeleton.q_names[worst]!r} is {given[worst]:.6g}, and its limits allow {inside[worst]:.6g};"
            " without strict=True the start would be moved there"
        )


def read_use(
    locked: Any, may_move: set[int] | None, start: Array, skeleton: Skeleton
) -> tuple[npt.NDArray[np.int32], Array]:
    """Return how each of the kernel's joints is used, and the numbers (nq,) that driven joints are brought to.

    Parameters
    ----------
    locked : iterable of str, or mapping of str to numbers
        Joints that stay as the start has them, or that stand as given.
    may_move : set of int, optional
        Places of the only joints that may move.
    start : (nq,)
    skeleton : Skeleton

    Raises
    ------
    OptionError, ModelError, ShapeError
    """
    use = np.zeros(len(skeleton.kernel_joints), np.int32)
    if may_move is not None:
        for place in set(range(len(skeleton))) - may_move:
            use[_pieces(skeleton, place)] = LOCKED
    if locked is None:
        return use, start
    if isinstance(locked, str) or not isinstance(locked, Iterable):
        raise OptionError(f"locked: must be names of joints, or a mapping of names to numbers, got {locked!r}")
    names = list(locked)
    for name in names:
        if name not in skeleton.joint_names:
            raise OptionError(f"locked: there is no joint {name!r}.{near_name(str(name), skeleton.joint_names)}")
        use[_pieces(skeleton, skeleton.index(name))] = DRIVEN if isinstance(locked, Mapping) else LOCKED
    return use, skeleton.q_with(locked, start) if isinstance(locked, Mapping) else start


def _pieces(skeleton: Skeleton, place: int) -> slice:
    """Return which of the kernel's joints a joint is made of."""
    first = skeleton.kernel_index(place - 1) + 1 if place > 0 else 0
    return slice(first, skeleton.kernel_index(place) + 1)


def read_posture(posture: Any, weight: Any, skeleton: Skeleton) -> tuple[Array, float]:
    """Return the numbers that are preferred and how much; "rest" is the rest pose. Raises OptionError, ShapeError."""
    share = as_floats("posture_weight", weight)
    if share.shape != () or not 0 <= float(share) <= 1:
        raise OptionError(f"posture_weight: must be a number from 0 to 1, got {weight!r}")
    if posture is None:
        return skeleton.rest_q, 0.0
    if isinstance(posture, str):
        if posture != "rest":
            raise OptionError(f"posture: must be numbers, a mapping of joints, a pose or 'rest', got {posture!r}")
        posture = None
    return read_numbers("posture", posture, skeleton), float(share)
