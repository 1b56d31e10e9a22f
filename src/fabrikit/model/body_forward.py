"""Where the joints of a skeleton stand for given numbers q: forward kinematics, one joint after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from fabrikit import bridge
from fabrikit.arrays import Array
from fabrikit.model.body_records import kind_of
from fabrikit.model.rotations import multiply, rotate


def forward(records: npt.NDArray[Any], slices: Sequence[slice], q: Array, base: Array) -> tuple[Array, Array]:
    """Lay out many poses.

    Parameters
    ----------
    records : (n,) of `fabrikit.bridge.BODY_JOINT`
    slices : n slices
        Where in q the numbers of each of the kernel's joints stand; of a mimic joint, those of the followed.
    q : (N, nq)
    base : (7,)
        The body's base frame in the world: position, then wxyz.

    Returns
    -------
    positions (N, n, 3), rotations (N, n, 4)
        In the world.
    """
    count = len(q)
    positions, rotations = np.empty((count, len(records), 3)), np.empty((count, len(records), 4))
    for index, record in enumerate(records):
        parent = int(record["parent"])
        at = positions[:, parent] if parent >= 0 else np.tile(base[:3], (count, 1))
        frame = rotations[:, parent] if parent >= 0 else np.tile(base[3:], (count, 1))
        turn, shift = motion(record, q[:, slices[index]])
        resting = multiply(frame, np.tile(record["rest"], (count, 1)))
        positions[:, index] = at + rotate(frame, np.tile(record["offset"], (count, 1))) + rotate(resting, shift)
        rotations[:, index] = multiply(resting, turn)
    return positions, rotations


def motion(record: Any, q: Array) -> tuple[Array, Array]:
    """Return the turn (N, 4) and the shift (N, 3) of a joint in its own rest frame, from its numbers (N, k)."""
    turn, shift = np.tile([1.0, 0.0, 0.0, 0.0], (len(q), 1)), np.zeros((len(q), 3))
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
    sine, cosine = bridge.sin_cos(0.5 * value)
    return np.concatenate([cosine[:, None], sine[:, None] * record["axis"]], axis=1), shift
