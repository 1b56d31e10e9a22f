"""The three views of a pose (numbers, turns of joints, frames in the world), and the ways between them."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fabrikit import bridge
from fabrikit.arrays import Array, as_floats, shape_of
from fabrikit.errors import ShapeError
from fabrikit.model.body_motion import about, motion
from fabrikit.model.body_records import IDENTITY, kind_of
from fabrikit.model.rotations import UNIT, from_matrices, inverse, multiply, read_rotation, rotate

if TYPE_CHECKING:
    from fabrikit.model.skeleton import Skeleton


def read_base(skeleton: Skeleton, base: Any) -> Array:
    """Return the base frame (7,): position and wxyz. Raises ShapeError."""
    if base is None:
        return np.concatenate([np.zeros(3), IDENTITY])
    value = as_floats("base", base)
    if value.shape == (skeleton.dimension,):
        return np.concatenate([np.append(value, 0.0)[:3], IDENTITY])
    if skeleton.dimension == 3 and value.shape == (7,):
        return np.concatenate([value[:3], read_rotation("base", value[3:])])
    if skeleton.dimension == 3 and value.shape == (4, 4):
        return np.concatenate([value[:3, 3], read_rotation("base", value)])
    also = "" if skeleton.dimension == 2 else ", (7,) with wxyz, or (4, 4)"
    raise ShapeError(f"base: needs shape ({skeleton.dimension},){also}, got {shape_of(value)}")


def lay_out(skeleton: Skeleton, q: Array, base: Array) -> tuple[Array, Array]:
    """Return positions (N, n, D) and rotations (N, n, 4) of the joints, world frame, for q (N, nq)."""
    positions, rotations = skeleton._kernel.forward(np.ascontiguousarray(q), base)
    shown = skeleton._shown
    return np.ascontiguousarray(positions[:, shown, : skeleton.dimension]), np.ascontiguousarray(rotations[:, shown])


def motions(skeleton: Skeleton, q: Array) -> tuple[Array, Array]:
    """Return turns (..., n, 4) and shifts (..., n, 3) for q (..., nq)."""
    rows = q.reshape(math.prod(q.shape[:-1]), q.shape[-1])
    count, joints = len(rows), len(skeleton.joints)
    turns, shifts = np.empty((count, joints, 4)), np.empty((count, joints, 3))
    for joint, pieces in enumerate(_pieces(skeleton)):
        turn, shift = np.tile(IDENTITY, (count, 1)), np.zeros((count, 3))
        for piece in pieces:
            more, step = motion(skeleton.kernel_joints[piece], rows[:, skeleton.piece_slices[piece]])
            shift = shift + rotate(turn, step)
            turn = multiply(turn, more)
        turns[:, joint], shifts[:, joint] = turn, shift
    lead = q.shape[:-1]
    return turns.reshape(*lead, joints, 4), shifts.reshape(*lead, joints, 3)


def q_from_motions(skeleton: Skeleton, turns: Any, shifts: Any) -> Array:
    """Return q (..., nq) of turns (..., n, 4) and shifts (..., n, 3)."""
    joints = len(skeleton.joints)
    turn = as_floats("turns", turns)
    if turn.shape[-2:] != (joints, 4):
        raise ShapeError(f"turns: needs shape (..., {joints}, 4), wxyz for each joint, got {shape_of(turn)}")
    length = np.sqrt((turn * turn).sum(axis=-1, keepdims=True))
    if (np.abs(length - 1) > UNIT).any():
        raise ShapeError("turns: a rotation must be a unit quaternion (w, x, y, z)")
    turn = turn / length
    moved = np.zeros((*turn.shape[:-1], 3)) if shifts is None else as_floats("shifts", shifts)
    if moved.shape != (*turn.shape[:-1], 3):
        raise ShapeError(f"shifts: needs shape {(*turn.shape[:-1], 3)}, one for each turn, got {shape_of(moved)}")
    q = np.zeros((*turn.shape[:-2], len(skeleton.q_names)))
    for joint, pieces in enumerate(_pieces(skeleton)):
        _read_joint(skeleton, pieces, turn[..., joint, :], moved[..., joint, :], q)
    return q


def q_from_transforms(skeleton: Skeleton, transforms: Any, base: Any) -> Array:
    """Return q (..., nq) of world frames (..., n, 4, 4)."""
    joints = len(skeleton.joints)
    frames = as_floats("transforms", transforms)
    if frames.shape[-3:] != (joints, 4, 4):
        raise ShapeError(f"transforms: needs shape (..., {joints}, 4, 4), one for each joint, got {shape_of(frames)}")
    foot = read_base(skeleton, base)
    rotations, positions = from_matrices("transforms", frames[..., :3, :3]), frames[..., :3, 3]
    turns, shifts = np.empty_like(rotations), np.empty_like(positions)
    records, lead = skeleton.kernel_joints, frames.shape[:-3]
    for joint, (pieces, parent) in enumerate(zip(_pieces(skeleton), skeleton.parents, strict=True)):
        at = positions[..., parent, :] if parent >= 0 else np.broadcast_to(foot[:3], (*lead, 3))
        up = rotations[..., parent, :] if parent >= 0 else np.broadcast_to(foot[3:], (*lead, 4))
        first = records[pieces[0]]
        resting = multiply(up, np.broadcast_to(first["rest"], up.shape))
        turns[..., joint, :] = multiply(inverse(resting), rotations[..., joint, :])
        away = positions[..., joint, :] - at - rotate(up, np.broadcast_to(first["offset"], at.shape))
        shifts[..., joint, :] = rotate(inverse(resting), away)
    return q_from_motions(skeleton, turns, shifts)


def _pieces(skeleton: Skeleton) -> list[range]:
    """List which of the kernel's joints each joint is made of."""
    ends = [-1, *skeleton._shown.tolist()]
    return [range(before + 1, last + 1) for before, last in itertools.pairwise(ends)]


def _read_joint(skeleton: Skeleton, pieces: range, turn: Array, shift: Array, q: Array) -> None:
    """Write the numbers of one joint into q; what its type cannot do is left out."""
    records = skeleton.kernel_joints
    kinds = [kind_of(records[piece]) for piece in pieces]
    for place, (piece, kind) in enumerate(zip(pieces, kinds, strict=True)):
        record, part = records[piece], skeleton.piece_slices[piece]
        if record["mimic"] >= 0:
            continue
        if kind == "slider":
            q[..., part.start] = (shift * record["axis"]).sum(axis=-1)
        elif kind == "hinge":
            following = records[pieces[place + 1]] if "hinge" in kinds[place + 1 :] else None
            angle = _angle(turn, record) if following is None else _first_angle(turn, record, following)
            q[..., part.start] = _near_middle(angle, record)
            turn = multiply(inverse(about(record["axis"], angle)), turn)
        elif kind == "ball":
            q[..., part] = np.where(turn[..., :1] < 0, -turn, turn)
        elif kind == "free":
            q[..., part] = np.concatenate([shift, np.where(turn[..., :1] < 0, -turn, turn)], axis=-1)


def _angle(turn: Array, record: Any) -> Array:
    """Return the angle of turns about a hinge's axis (the twist about it)."""
    along = np.ascontiguousarray((turn[..., 1:] * record["axis"]).sum(axis=-1))
    return np.asarray(2.0 * bridge.atan2(along, np.ascontiguousarray(turn[..., 0])))


def _first_angle(turn: Array, record: Any, following: Any) -> Array:
    """Return the angle of the first of two hinges: how far it has carried the axis of the second."""
    axis, carried = record["axis"], following["axis"]
    there = rotate(turn, np.broadcast_to(carried, (*turn.shape[:-1], 3)))
    flat = carried - (carried @ axis) * axis
    x = (there * flat).sum(axis=-1)
    y = (there * np.cross(axis, flat)).sum(axis=-1)
    return np.asarray(bridge.atan2(np.ascontiguousarray(y), np.ascontiguousarray(x)))


def _near_middle(angle: Array, record: Any) -> Array:
    """Shift angles by whole turns to less than half a turn from the middle of a hinge's range."""
    middle = (record["lower"] + record["upper"]) / 2 if record["has_range"] else 0.0
    return np.asarray(angle - 2 * np.pi * np.round((angle - middle) / (2 * np.pi)))
