"""The arrays of a batch: taken as they lie wherever the kernel can read them so, otherwise converted or refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from fabrikit.arrays import as_floats, shape_of
from fabrikit.errors import OptionError, ShapeError

Numbers = npt.NDArray[Any]
"""float32 or float64, of any layout."""


def read_dtype(dtype: Any) -> np.dtype[Any]:
    """Return float64 or float32. Raises OptionError."""
    try:
        wanted: np.dtype[Any] = np.dtype(dtype)
    except TypeError:
        wanted = np.dtype(object)
    if dtype is None or wanted not in (np.dtype(np.float64), np.dtype(np.float32)):
        raise OptionError(f"dtype: must be numpy.float64 or numpy.float32, got {dtype!r}")
    return wanted


def read_rows(name: str, value: Any, rows: int | None, shape: tuple[int, ...]) -> Numbers:
    """Return an array (rows, *shape); one of shape `shape` is shared by all rows, without a copy.

    Parameters
    ----------
    name : str
        What the caller calls the value; starts every message.
    value : array-like, or anything that speaks DLPack and lies in main memory
        NaN and infinity are let through: they make rows INVALID.
    rows : int or None
        How many are wanted; None takes what comes, and then all rows must be given.
    shape : tuple of int
        Of one row.

    Raises
    ------
    ShapeError
        Another shape, or not real numbers.
    """
    array = _as_numbers(name, value)
    if array.size == 0 and rows in (None, 0) and array.ndim <= 1:
        array = array.reshape(0, *shape)  # an empty list
    if rows is not None and array.shape == shape:
        return np.broadcast_to(array, (rows, *shape))
    if array.shape[1:] != shape or array.ndim != len(shape) + 1 or rows not in (None, len(array)):
        raise ShapeError(f"{name}: {_wanted(rows, shape)}, got {shape_of(array)}{_hint(name, array, shape)}")
    return array


def read_out(out: Any, shape: tuple[int, ...], dtype: np.dtype[Any], inputs: dict[str, Numbers]) -> Numbers:
    """Return the array that positions go to: `out`, or a new one.

    Raises
    ------
    ShapeError
        Not an array of this shape and dtype, dense and writeable, that overlaps no input.
    MemoryError
        There is not so much.
    """
    if out is None:
        try:
            return np.empty(shape, dtype)
        except MemoryError:
            size = math.prod(shape) * dtype.itemsize / 2**30
            raise MemoryError(
                f"the positions of {shape[0]:,} rows take {size:,.1f} GiB; "
                f"solve in pieces, or give out=numpy.memmap(…, {dtype}, 'w+', shape={shape})"
            ) from None
    if not isinstance(out, np.ndarray):
        raise ShapeError(f"out: must be a NumPy array of shape {shape} and {dtype}, got {type(out).__name__}")
    if out.shape != shape:
        raise ShapeError(f"out: needs shape {shape}, got {shape_of(out)}")
    if out.dtype != dtype or not out.dtype.isnative:
        raise ShapeError(f"out: needs {dtype}, got {out.dtype}; give dtype={out.dtype} or an array of {dtype}")
    if not (out.flags.c_contiguous and out.flags.aligned and out.flags.writeable):
        raise ShapeError("out: must be dense (C order), aligned and writeable; make it with numpy.empty")
    for name, array in inputs.items():
        if np.may_share_memory(out, array):
            raise ShapeError(f"out: overlaps {name}; rows would be written over before they are read")
    return out


def _as_numbers(name: str, value: Any) -> Numbers:
    """Return float32 or float64 numbers without a copy where they are that already."""
    if not isinstance(value, np.ndarray) and hasattr(value, "__dlpack__"):
        value = _from_dlpack(name, value)
    usable = type(value) is np.ndarray or isinstance(value, np.memmap)
    if usable and value.dtype.kind == "f" and value.itemsize in (4, 8):
        return _readable(value)
    with np.errstate(invalid="ignore"):
        try:
            array = np.asarray(value, dtype=np.float64) if usable and value.dtype.kind in "fiu" else None
        except ValueError:
            array = None
    if array is not None:
        return array
    return _with_gaps(name, value)


def _from_dlpack(name: str, value: Any) -> Numbers:
    try:
        return np.from_dlpack(value)
    except (BufferError, RuntimeError, TypeError, ValueError) as error:
        kind = type(value).__name__
        raise ShapeError(f"{name}: NumPy cannot read this {kind} ({error}); move it to the CPU") from None


def _readable(array: Numbers) -> Numbers:
    """Return the array itself, or a copy where a number is not native or lies off its grid."""
    on_grid = array.flags.aligned and all(stride % array.itemsize == 0 for stride in array.strides)
    return array if on_grid and array.dtype.isnative else np.array(array, dtype=array.dtype.newbyteorder("="))


def _with_gaps(name: str, value: Any) -> Numbers:
    """Convert what is no float array, with the checks of every other call; NaN and infinity may be in it."""
    try:
        array = np.asanyarray(value)
    except ValueError:
        return as_floats(name, value)  # ragged: says so
    if array.dtype.kind != "f" or isinstance(array, np.ma.MaskedArray):
        return as_floats(name, value, empty=True)
    return np.array(array, dtype=np.float64)


def _wanted(rows: int | None, shape: tuple[int, ...]) -> str:
    row = ", ".join(map(str, shape))
    many = f"(rows{', ' if row else ''}{row})" if rows is None else str((rows, *shape))
    return f"needs shape {many}" if rows is None else f"needs shape {many}, one for each row, or {shape} for all"


def _hint(name: str, array: Numbers, shape: tuple[int, ...]) -> str:
    if name == "targets" and array.shape == shape:
        return "; for one target call solve"
    return ""
