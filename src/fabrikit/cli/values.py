"""Read what stands behind an option: points as x,y,z and poses as JSON or a table."""

import math
from pathlib import Path

import numpy as np

from fabrikit.arrays import Array
from fabrikit.errors import OptionError
from fabrikit.formats import load_targets
from fabrikit.formats.cursor import Cursor


def parse_point(text: str, option: str, dimension: int) -> Array:
    """Read a point or a direction such as "0.4,-0.2,0.1".

    Returns
    -------
    (D,) float64

    Raises
    ------
    OptionError
        Naming the option, what came and what is allowed.
    """
    cells = [cell.strip() for cell in text.split(",")]
    wanted = "x,y,z" if dimension == 3 else "x,y"
    numbers = [_number(cell, f"{option} {text}", wanted) for cell in cells]
    if len(numbers) != dimension:
        raise OptionError(
            f"{option} {text}: expected {dimension} numbers ({wanted}), as the body has, got {len(numbers)}"
        )
    return np.array(numbers, dtype=np.float64)


def _number(cell: str, where: str, wanted: str) -> float:
    try:
        value = float(cell)
    except ValueError:
        raise OptionError(f"{where}: {cell!r} is not a number; write {wanted} without spaces") from None
    if not math.isfinite(value):
        raise OptionError(f"{where}: {cell!r} is not a finite number")
    return value


def parse_number(text: str, option: str) -> float:
    """Read a number. Raises OptionError, naming the option."""
    try:
        return float(text)
    except ValueError:
        raise OptionError(f"{option}: {text!r} is not a number") from None


def parse_count(text: str, option: str) -> int:
    """Read a whole number. Raises OptionError, naming the option."""
    try:
        return int(text)
    except ValueError:
        raise OptionError(f"{option}: {text!r} is not a whole number") from None


def parse_pose(text: str, dimension: int) -> Array:
    """Read the joints of a pose from JSON text, from a JSON file or from a CSV table.

    Returns
    -------
    (m, D) float64

    Raises
    ------
    FormatError
        The text or the file is not a list of points.
    OSError
        There is no such file.
    """
    if text.lstrip().startswith("["):
        return Cursor.of_text(text, "--start").points(dimension)
    path = Path(text)
    if path.suffix.lower() == ".json":
        return Cursor.of_text(path.read_text(encoding="utf-8"), text).points(dimension)
    return np.array([row.position for row in load_targets(path, dimension)])


def require_folder(path: Path, option: str) -> None:
    """Refuse a file whose folder is not there. Raises OptionError."""
    if not path.parent.is_dir():
        raise OptionError(f"{option} {path}: there is no folder {path.parent}")
