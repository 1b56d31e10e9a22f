"""Checked arrays: what users hand over, turned into dense float64 or refused in words."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from fabrikit.errors import ShapeError

Array: TypeAlias = npt.NDArray[np.float64]

LARGEST = 2.0**500
"""Coordinates beyond this are refused: their squares would overflow."""


def as_floats(name: str, value: Any) -> Array:
    """Convert to a dense float64 array of finite numbers.

    Parameters
    ----------
    name : str
        What the caller calls the value; starts every message.
    value : array-like of real numbers

    Raises
    ------
    ShapeError
        Ragged, empty, not numeric, complex, NaN, infinite, or beyond 2^500.
    """
    try:
        array = np.asarray(value)
    except ValueError:
        raise ShapeError(
            f"{name}: the rows have different lengths; give every joint the same number of numbers"
        ) from None
    if array.size == 0:
        raise ShapeError(f"{name}: is empty; at least one number is needed")
    if array.dtype.kind not in "fiu":
        raise ShapeError(f"{name}: must be real numbers, got {_kind(value, array)}")
    dense = np.ascontiguousarray(array, dtype=np.float64).view(np.ndarray)
    if array.ndim == 0:
        dense = dense.reshape(())
    _check_finite(name, dense)
    return dense


def as_vector(name: str, value: Any, dimension: int) -> Array:
    """Convert to a vector of shape (dimension,). Raises ShapeError."""
    vector = as_floats(name, value)
    if vector.shape != (dimension,):
        raise ShapeError(
            f"{name}: needs shape ({dimension},) for a {dimension}D body, got {_shape(vector)}{_hint(vector)}"
        )
    return vector


def as_joints(name: str, value: Any) -> Array:
    """Convert to joints of shape (n + 1, 2) or (n + 1, 3), n >= 1. Raises ShapeError."""
    joints = as_floats(name, value)
    if joints.ndim != 2 or joints.shape[1] not in (2, 3):
        raise ShapeError(f"{name}: needs shape (joints, 2) or (joints, 3), got {_shape(joints)}")
    if len(joints) < 2:
        raise ShapeError(f"{name}: a chain needs at least two joints, got {len(joints)}")
    return joints


def _check_finite(name: str, array: Array) -> None:
    bad = ~(np.abs(array) <= LARGEST)
    if not bad.any():
        return
    place = tuple(int(i) for i in np.argwhere(bad)[0])
    where = f"[{', '.join(map(str, place))}]" if place else ""
    value = float(array[place])
    allowed = "numbers up to 2^500 (3.3e150)" if np.isfinite(value) else "finite numbers"
    raise ShapeError(f"{name}{where}: is {value:g}; only {allowed} are allowed")


def _kind(value: Any, array: npt.NDArray[Any]) -> str:
    if array.dtype.kind == "c":
        return "complex numbers"
    if array.dtype.kind == "b":
        return "booleans"
    return f"{type(value).__name__} {value!r}" if array.ndim == 0 else f"an array of {array.dtype}"


def _shape(array: Array) -> str:
    return "a single number" if array.ndim == 0 else f"shape {array.shape}"


def _hint(array: Array) -> str:
    if array.ndim == 2:
        return "; for several targets call solve once for each"
    return ""
