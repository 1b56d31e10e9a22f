"""Targets from a table: CSV with or without a header line.

Columns are `x`, `y` and, in 3D, `z`; also `t` or `time` (seconds) and `name`. A unit in brackets after the
name is skipped. Other columns are left alone. Comma, semicolon or tab separate; the decimal mark is a point.
Empty lines and lines that begin with # are skipped.
"""

import csv
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fabrikit.errors import FormatError
from fabrikit.formats.scene import SceneTarget
from fabrikit.formats.text_source import Source, read_text

_AXES = ("x", "y", "z")
_TIME = ("t", "time", "t_s", "time_s", "seconds")
_NAME = ("name", "label")


@dataclass(frozen=True)
class _Row:
    """One line of the table that holds something."""

    line: int
    cells: list[str]


@dataclass(frozen=True)
class _Columns:
    """Where in a row the position, the time and the name stand."""

    position: list[int]
    time: int | None
    name: int | None


def load_targets(source: Source, dimension: int, columns: Sequence[str] | None = None) -> tuple[SceneTarget, ...]:
    """Read targets from a CSV table.

    Parameters
    ----------
    source : path, or stream of text or bytes
    dimension : int
        2 or 3; how many numbers a position has.
    columns : sequence of str or None
        Names of the columns that hold the position, for example ("wrist_x", "wrist_y", "wrist_z").
        None is ("x", "y") or ("x", "y", "z").

    Returns
    -------
    tuple of SceneTarget
        At least one.

    Raises
    ------
    FormatError
        With path and line.
    OSError
        The file cannot be read.
    """
    text, path = read_text(source)
    try:
        rows = _rows(text)
        if not rows:
            raise FormatError("the table holds no targets")
        layout, rows = _layout(rows, dimension, columns)
        if not rows:
            raise FormatError("the table has a header and no targets")
        return tuple(_target(row, layout) for row in rows)
    except FormatError as error:
        raise _with_path(error, path) from None


def _rows(text: str) -> list[_Row]:
    if text.lstrip()[:1] in ("{", "["):
        raise FormatError("this is JSON, not a table; scenes are given as BODY: fabrikit solve FILE", line=1)
    lines = text.removeprefix("\ufeff").splitlines()
    content = next((line for line in lines if line.strip() and not line.lstrip().startswith("#")), "")
    delimiter = next((mark for mark in ("\t", ";") if mark in content), ",")
    rows: list[_Row] = []
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            cells = next(csv.reader([line], delimiter=delimiter), [])
            rows.append(_Row(number, [cell.strip() for cell in cells]))
    return rows


def _layout(rows: list[_Row], dimension: int, columns: Sequence[str] | None) -> tuple[_Columns, list[_Row]]:
    """Tell a header from data, and find the columns."""
    first = rows[0]
    if not all(_is_number(cell) for cell in first.cells):
        return _from_header(first, dimension, columns), rows[1:]
    if columns is not None:
        raise FormatError("columns are chosen by name, and this table has no header line", line=first.line)
    if len(first.cells) != dimension:
        wanted = ",".join(_AXES[:dimension])
        raise FormatError(
            f"expected {dimension} columns ({wanted}), got {len(first.cells)};"
            f" with more, a header line says which they are, for example {wanted},t",
            line=first.line,
        )
    return _Columns(list(range(dimension)), None, None), rows


def _from_header(row: _Row, dimension: int, columns: Sequence[str] | None) -> _Columns:
    names = [cell.partition("[")[0].partition("(")[0].strip().lower() for cell in row.cells]
    wanted = _AXES[:dimension] if columns is None else [name.strip().lower() for name in columns]
    if len(wanted) != dimension:
        raise FormatError(f"the body has {dimension} dimensions, but {len(wanted)} columns are named", line=row.line)
    missing = [name for name in wanted if name not in names]
    if missing:
        known = ", ".join(row.cells)
        hint = ". Others can be chosen: --columns wrist_x,wrist_y,wrist_z" if columns is None else ""
        raise FormatError(f"no column {missing[0]!r}; the columns are {known}{hint}", line=row.line)
    doubled = [name for name in wanted if names.count(name) > 1]
    if doubled:
        raise FormatError(f"the column {doubled[0]!r} stands twice", line=row.line)
    return _Columns(
        [names.index(name) for name in wanted],
        next((names.index(name) for name in _TIME if name in names), None),
        next((names.index(name) for name in _NAME if name in names), None),
    )


def _target(row: _Row, layout: _Columns) -> SceneTarget:
    position = [_number(row, index) for index in layout.position]
    time = None if layout.time is None or not _cell(row, layout.time) else _number(row, layout.time)
    name = None if layout.name is None else _cell(row, layout.name) or None
    return SceneTarget(np.array(position, dtype=np.float64), name=name, time=time)


def _cell(row: _Row, index: int) -> str:
    return row.cells[index] if index < len(row.cells) else ""


def _number(row: _Row, index: int) -> float:
    cell = _cell(row, index)
    if not cell:
        raise FormatError(f"column {index + 1} is empty; a number belongs there", line=row.line)
    try:
        value = float(cell)
    except ValueError:
        hint = "; write the decimal mark as a point" if "," in cell else ""
        raise FormatError(f"column {index + 1}: {cell!r} is not a number{hint}", line=row.line) from None
    if not math.isfinite(value):
        raise FormatError(f"column {index + 1}: {cell!r} is not a finite number", line=row.line)
    return value


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _with_path(error: FormatError, path: str | None) -> FormatError:
    return FormatError(error.message, path=path, line=error.line)
