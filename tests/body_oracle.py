"""Forward kinematics of bodies once more, slow and obvious: what the kernel's is held against.

W[i] = W[parent] * T(offset) * R(rest) * motion(q), one joint after the other, by matrices (4, 4).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fabrikit import Skeleton
from fabrikit.arrays import Array

KINDS = ("fixed", "hinge", "slider", "ball", "free")


def forward(skeleton: Skeleton, q: Array) -> dict[str, Array]:
    """Return the frames (4, 4) of all joints for numbers (nq,)."""
    records: Any = skeleton.kernel_joints
    frames: list[Array] = []
    for place, record in enumerate(records):
        parent = np.eye(4) if record["parent"] < 0 else frames[record["parent"]]
        resting = pose_matrix(record["offset"], record["rest"])
        frames.append(parent @ resting @ motion(record, q[skeleton.piece_slices[place]]))
    return {name: frames[skeleton.kernel_index(place)] for place, name in enumerate(skeleton.joint_names)}


def motion(record: Any, numbers: Array) -> Array:
    """Return how a joint has moved from rest (4, 4)."""
    kind = KINDS[record["kind"]]
    if kind == "ball":
        return pose_matrix(np.zeros(3), numbers)
    if kind == "free":
        return pose_matrix(numbers[:3], numbers[3:])
    if kind == "fixed":
        return np.eye(4)
    value = float(numbers[0])
    if record["mimic"] >= 0:
        value = record["ratio"] * value + record["shift"]
    if kind == "slider":
        return pose_matrix(value * record["axis"], np.array([1.0, 0, 0, 0]))
    half = value / 2
    return pose_matrix(np.zeros(3), np.array([math.cos(half), *(math.sin(half) * record["axis"])]))


def pose_matrix(place: Array, turn: Array) -> Array:
    """Return a frame (4, 4) from a place and a rotation wxyz, as R = I + 2 w [v] + 2 [v]^2."""
    w, (x, y, z) = turn[0], turn[1:]
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    frame = np.eye(4)
    frame[:3, :3] += 2 * w * cross + 2 * cross @ cross
    frame[:3, 3] = place
    return frame
