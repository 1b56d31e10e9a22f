"""Read what stands behind an option: points as x,y,z, rotations, and poses as JSON or a table."""

import math
from pathlib import Path

import numpy as np

from fabrikit import bridge
from fabrikit.arrays import Array
from fabrikit.errors import OptionError
from fabrikit.formats import load_targets
from fabrikit.formats.angles import DEGREE
from fabrikit.formats.cursor import Cursor
from fabrikit.model.chain import LARGEST_TURN
from fabrikit.model.rotations import multiply, read_rotation
from fabrikit.solve.reach_options import SoftReach


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
    return _numbers(text, option, "x,y,z" if dimension == 3 else "x,y", ", as the body has")


def parse_rotation(text: str, option: str) -> Array:
    """Read a unit quaternion w,x,y,z, with the digits that were typed.

    Returns
    -------
    (4,) float64

    Raises
    ------
    OptionError, ShapeError
        Naming the option, what came and what is allowed.
    """
    rotation = _numbers(text, option, "w,x,y,z")
    read_rotation(f"{option} {text}", rotation)
    return rotation


def parse_rpy(text: str, option: str) -> Array:
    """Read roll, pitch and yaw in degrees: turns about the world's x, then y, then z, as in URDF.

    Returns
    -------
    (4,) float64
        The quaternion, wxyz.

    Raises
    ------
    OptionError
    """
    halves = _in_radians(_numbers(text, option, "r,p,y"), f"{option} {text}") / 2
    sine, cosine = bridge.sin_cos(halves)
    about = np.zeros((3, 4))
    about[:, 0] = cosine
    about[[0, 1, 2], [1, 2, 3]] = sine
    roll, pitch, yaw = about
    return multiply(yaw, multiply(pitch, roll))


def parse_angle(text: str, option: str) -> float:
    """Read an angle in degrees; returns radians. Raises OptionError."""
    return float(_in_radians(_numbers(text, option, "degrees"), f"{option} {text}")[0])


def parse_soft_reach(text: str, option: str) -> SoftReach | None:
    """Read MAX,SOFT, the two shares of a soft reach. Raises OptionError."""
    pair = _numbers(text, option, "MAX,SOFT")
    try:
        return SoftReach.read(pair)
    except OptionError as error:
        raise OptionError(f"{option} {text}: {str(error).partition(': ')[2]}") from None


def _in_radians(degrees: Array, where: str) -> Array:
    angles = degrees * DEGREE
    if (np.abs(angles) > LARGEST_TURN).any():
        raise OptionError(f"{where}: an angle is at most 2^20 rad (6e7 degrees)")
    return angles


def _numbers(text: str, option: str, wanted: str, why: str = "") -> Array:
    """Read as many numbers as `wanted` names, with commas between."""
    cells = [cell.strip() for cell in text.split(",")]
    numbers = [_number(cell, f"{option} {text}", wanted) for cell in cells]
    count = wanted.count(",") + 1
    if len(numbers) != count:
        plural = "s" if count > 1 else ""
        raise OptionError(f"{option} {text}: expected {count} number{plural} ({wanted}){why}, got {len(numbers)}")
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
