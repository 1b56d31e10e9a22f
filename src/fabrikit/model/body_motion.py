"""How far a joint has moved from rest for its numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from fabrikit import bridge
from fabrikit.arrays import Array
from fabrikit.model.body_records import IDENTITY, kind_of


def motion(record: Any, q: Array) -> tuple[Array, Array]:
    """Return the turn (N, 4) and the shift (N, 3) of one of the kernel's joints in its rest frame, for (N, k)."""
    turn, shift = np.tile(IDENTITY, (len(q), 1)), np.zeros((len(q), 3))
    kind = kind_of(record)
    if kind == "ball":
        return q, shift
    if kind == "free":
        return q[:, 3:], q[:, :3]
    if kind == "fixed":
        return turn, shift
    value = np.ascontiguousarray(q[:, 0])
    if record["mimic"] >= 0:
        value = record["ratio"] * value + record["shift"]
    if kind == "slider":
        return turn, value[:, None] * record["axis"]
    return about(record["axis"], value), shift


def about(axis: Array, angle: Array) -> Array:
    """Return the rotations (..., 4) about a unit axis by angles (...) [rad]."""
    sine, cosine = bridge.sin_cos(np.ascontiguousarray(0.5 * angle))
    return np.concatenate([cosine[..., None], sine[..., None] * axis], axis=-1)
