"""Checked arrays: what users hand over, turned into dense float64 or refused in words."""

from __future__ import annotations

import math
import numbers
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from fabrikit.errors import ShapeError

Array: TypeAlias = npt.NDArray[np.float64]

LARGEST = 2.0**500
"""Coordinates beyond this are refused: their squares would overflow."""

NUMBERS = "numbers up to 2^500 (3.3e150)"
RAGGED = "the rows have different lengths; give every row the same number of numbers"


def as_floats(name: str, value: Any, *, empty: bool = False) -> Array:
    """Convert to a dense float64 array of finite numbers.

    Parameters
    ----------
    name : str
        What the caller calls the value; starts every message.
    value : array-like of real numbers
        Also of objects that are real numbers, as fractions or large integers.
    empty : bool
        Whether an array of no numbers is allowed.

    Raises
    ------
    ShapeError
        Ragged, empty, not numeric, complex, masked, NaN, infinite, or beyond 2^500.
    """
    try:
        array = np.asanyarray(value)
    except ValueError:
        raise ShapeError(f"{name}: {RAGGED}") from None
    if array.size == 0 and not empty:
        raise ShapeError(f"{name}: is empty; at least one number is needed")
    if isinstance(array, np.ma.MaskedArray):
        _check_unmasked(name, array)
    if array.dtype.kind == "O" and array.ndim > 0:
        array = _from_objects(name, np.asarray(array))
    if array.dtype.kind not in "fiu":
        raise ShapeError(f"{name}: must be real numbers, got {_kind(value, array)}")
    if array.dtype == np.float64:
        dense: Array = np.asarray(array, order="C")
    else:
        with np.errstate(over="ignore"):  # a long double beyond float64 becomes infinite, and is refused as that
            dense = np.asarray(array, dtype=np.float64, order="C")
    _check_finite(name, dense)
    return dense


def as_vector(name: str, value: Any, dimension: int) -> Array:
    """Convert to a vector of shape (dimension,). Raises ShapeError."""
    vector = as_floats(name, value)
    if vector.shape != (dimension,):
        hint = "; for several targets call solve once for each" if name == "target" and vector.ndim == 2 else ""
        raise ShapeError(f"{name}: needs shape ({dimension},) for a {dimension}D body, got {shape_of(vector)}{hint}")
    return vector


def as_joints(name: str, value: Any) -> Array:
    """Convert to joints of shape (n + 1, 2) or (n + 1, 3), n >= 1. Raises ShapeError."""
    joints = as_floats(name, value)
    if joints.ndim != 2 or joints.shape[1] not in (2, 3):
        raise ShapeError(f"{name}: needs shape (joints, 2) or (joints, 3), got {shape_of(joints)}")
    if len(joints) < 2:
        raise ShapeError(f"{name}: a chain needs at least two joints, got {len(joints)}")
    return joints


def dot(a: Array, b: Array) -> float:
    """Return the inner product of two vectors, summed in their order without fused steps: the same bits everywhere.

    `a @ b` and `np.linalg.norm` leave both to the machine's BLAS.
    """
    return float((a * b).sum())


def norm(vector: Array) -> float:
    """Return the length of a vector, with the same bits everywhere."""
    return math.sqrt(dot(vector, vector))


def shape_of(array: Array) -> str:
    """Say the shape of an array in words."""
    return "a single number" if array.ndim == 0 else f"shape {array.shape}"


def freeze(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a view that nobody can make writeable again."""
    array.flags.writeable = False
    return array[...]


def _check_finite(name: str, array: Array) -> None:
    good = np.abs(array) <= LARGEST
    if good.all():
        return
    bad = ~good
    place = tuple(int(i) for i in np.argwhere(bad)[0])
    value = float(array[place])
    allowed = NUMBERS if np.isfinite(value) else "finite numbers"
    raise ShapeError(f"{_at(name, place)}: is {value:g}; only {allowed} are allowed")


def _check_unmasked(name: str, array: npt.NDArray[Any]) -> None:
    hidden = np.argwhere(np.ma.getmaskarray(array))
    if len(hidden):
        place = tuple(int(i) for i in hidden[0])
        raise ShapeError(f"{_at(name, place)}: is masked; every number must be there")


def _from_objects(name: str, array: npt.NDArray[Any]) -> Array:
    """Convert an array of objects that are real numbers."""
    floats = np.empty(array.shape)
    for place, item in np.ndenumerate(array):
        if isinstance(item, list | tuple | np.ndarray):
            raise ShapeError(f"{name}: {RAGGED}")
        if type(item) is bool or not isinstance(item, numbers.Real):
            raise ShapeError(f"{_at(name, place)}: is {item!r}; must be real numbers")
        try:
            floats[place] = float(item)
        except OverflowError:
            raise ShapeError(f"{_at(name, place)}: is too large; only {NUMBERS} are allowed") from None
    return floats


def _at(name: str, place: tuple[int, ...]) -> str:
    return f"{name}[{', '.join(map(str, place))}]" if place else name


def _kind(value: Any, array: npt.NDArray[Any]) -> str:
    if array.dtype.kind == "c":
        return "complex numbers"
    if array.dtype.kind == "b":
        return "booleans"
    return f"{type(value).__name__} {value!r}" if array.ndim == 0 else f"an array of {array.dtype}"
