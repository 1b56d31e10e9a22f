"""Rotations as unit quaternions (w, x, y, z), in array calls. Rows of any leading shape."""

from __future__ import annotations

from typing import Any

import numpy as np

from fabrikit import bridge
from fabrikit.arrays import Array, as_floats, dot, norm
from fabrikit.errors import ShapeError

UNIT = 1e-6
"""How far from 1 the length of a quaternion may be."""


def read_rotation(name: str, value: Any) -> Array:
    """Return one rotation (4,) from wxyz, a 3×3 or 4×4 matrix, or a SciPy Rotation. Raises ShapeError."""
    if hasattr(value, "as_quat"):
        value = np.roll(np.asarray(value.as_quat(), dtype=np.float64), 1, axis=-1)
    array = as_floats(name, value)
    if array.shape == (4, 4):
        array = np.ascontiguousarray(array[:3, :3])
    if array.shape == (3, 3):
        return _from_matrix(name, array)
    if array.shape != (4,):
        raise ShapeError(
            f"{name}: needs wxyz (4,), a matrix (3, 3) or (4, 4), or a SciPy Rotation, got shape {array.shape}"
        )
    return _unit(name, array)


def read_rotations(name: str, value: Any, count: int) -> Array:
    """Return `count` rotations (count, 4), wxyz. Raises ShapeError."""
    if hasattr(value, "as_quat"):
        value = np.roll(np.asarray(value.as_quat(), dtype=np.float64), 1, axis=-1)
    array = as_floats(name, value)
    if array.shape != (count, 4):
        raise ShapeError(f"{name}: needs shape ({count}, 4), wxyz for each bone, got shape {array.shape}")
    return _unit(name, array)


def multiply(a: Array, b: Array) -> Array:
    """Return the rotations that turn by b first and then by a."""
    aw, av = a[..., :1], a[..., 1:]
    bw, bv = b[..., :1], b[..., 1:]
    w = aw * bw - (av * bv).sum(axis=-1, keepdims=True)
    return np.asarray(np.concatenate([w, aw * bv + bw * av + np.cross(av, bv)], axis=-1))


def inverse(q: Array) -> Array:
    """Return the opposite rotations."""
    return np.asarray(q * np.array([1.0, -1.0, -1.0, -1.0]))


def rotate(q: Array, vectors: Array) -> Array:
    """Turn vectors (..., 3) by rotations (..., 4); 2D vectors (..., 2) by turns about z."""
    if vectors.shape[-1] == 2:
        flat = np.concatenate([vectors, np.zeros((*vectors.shape[:-1], 1))], axis=-1)
        return np.ascontiguousarray(rotate(q, flat)[..., :2])
    t = 2.0 * np.cross(q[..., 1:], vectors)
    return np.asarray(vectors + q[..., :1] * t + np.cross(q[..., 1:], t))


def matrices(q: Array) -> Array:
    """Return unit quaternions (..., 4) as matrices (..., 3, 3)."""
    w, x, y, z = (q[..., index] for index in range(4))
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def from_matrices(name: str, frames: Array) -> Array:
    """Return matrices (..., 3, 3) as quaternions (..., 4). Raises ShapeError for one that is no rotation."""
    flat = np.ascontiguousarray(frames).reshape(-1, 3, 3)
    found = np.array([_from_matrix(f"{name}[{row}]", frame) for row, frame in enumerate(flat)])
    return found.reshape(*frames.shape[:-2], 4)


def shortest_turn(start: Array, end: Array) -> Array:
    """Return the smallest rotation (4,) that points `start` along `end`, (2,) or (3,), any length."""
    a, b = (np.append(v, 0.0)[:3] / norm(v) for v in (start, end))
    total = a + b
    size = norm(total)
    if size < 2.0**-50:
        least = np.eye(3)[2 if len(start) == 2 else int(np.argmin(np.abs(a)))]
        side = least - dot(least, a) * a
        return np.concatenate([[0.0], side / norm(side)])
    q = np.concatenate([[size / 2], np.cross(a, total) / size])
    return np.asarray(q / norm(q))


def align_signs(rotations: Array, previous: Array) -> Array:
    """Choose the sign of every quaternion that is nearer to the previous one: q and -q are the same rotation.

    Parameters
    ----------
    rotations, previous : (..., 4)

    Returns
    -------
    (..., 4)
    """
    flip = (rotations * previous).sum(axis=-1, keepdims=True) < 0
    return np.where(flip, -rotations, rotations)


def swing_and_twist(turns: Array, axes: Array) -> tuple[Array, Array]:
    """Split rotations (..., 4) into the swing of an axis (..., 3) and the twist about it, both in [rad].

    The twist lies in (-pi, pi], the swing in [0, pi]: rotation = swing * twist.
    """
    along = (turns[..., 1:] * axes).sum(axis=-1)
    across = turns[..., 1:] - along[..., None] * axes
    sign = np.where(turns[..., 0] < 0, -1.0, 1.0)
    twist = 2.0 * bridge.atan2(np.ascontiguousarray(sign * along), np.ascontiguousarray(np.abs(turns[..., 0])))
    size = np.sqrt((across * across).sum(axis=-1))
    swing = 2.0 * bridge.atan2(size, np.hypot(turns[..., 0], along))
    return swing, twist


def _unit(name: str, q: Array) -> Array:
    length = np.sqrt((q * q).sum(axis=-1, keepdims=True))
    if (np.abs(length - 1.0) > UNIT).any():
        worst = float(length.reshape(-1)[np.argmax(np.abs(length - 1.0))])
        raise ShapeError(f"{name}: a rotation must be a unit quaternion (w, x, y, z), got one of length {worst:.6g}")
    # One that is unit to the last places keeps its bits, so that a file that is read and written stays the same.
    return np.where(np.abs(length - 1.0) <= 2.0**-50, q, q / length)


def _from_matrix(name: str, m: Array) -> Array:
    if np.abs(m @ m.T - np.eye(3)).max() > UNIT or np.linalg.det(m) < 0:
        raise ShapeError(f"{name}: the matrix is not a rotation (orthonormal, determinant +1)")
    # The largest of the four squared components, so that nothing cancels (Shepperd 1978).
    trace = float(np.trace(m))
    squares = np.array([trace, m[0, 0], m[1, 1], m[2, 2]])
    k = int(np.argmax(squares))
    q = np.empty(4)
    if k == 0:
        q[:] = (1 + trace, m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1])
    else:
        i, j, n = (k - 1, k % 3, (k + 1) % 3)
        q[0] = m[n, j] - m[j, n]
        q[1 + i] = 1 + m[i, i] - m[j, j] - m[n, n]
        q[1 + j] = m[j, i] + m[i, j]
        q[1 + n] = m[n, i] + m[i, n]
    return np.asarray(q / norm(q))
