"""The options of a solve: one place for their names, defaults and checks."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from fabrikit.errors import OptionError, near_name

METHODS = ("auto", "fabrik")
"""In the order of the kernel's Method."""

CLAMPS = ("both", "from_base")
"""In the order of the kernel's Clamp."""

DEFAULT_ROTATION_TOLERANCE = 1e-6
"""[rad]"""

DEFAULT_MAX_ITERATIONS = 1000
RELATIVE_TOLERANCE = 1e-6
"""The default tolerance, as a fraction of the outer reach."""

_MOST_ITERATIONS = 2**31 - 1


def read_tolerance(tolerance: Any, reach: float) -> float:
    """Return the tolerance of position; None is 1e-6 of the reach. Raises OptionError."""
    if tolerance is None:
        return RELATIVE_TOLERANCE * reach
    if isinstance(tolerance, bool | str) or (not np.isscalar(tolerance) and not _is_scalar_array(tolerance)):
        raise OptionError(f"tolerance: must be a number >= 0 or None, got {tolerance!r}")
    try:
        value = float(tolerance)
    except (TypeError, ValueError):
        raise OptionError(f"tolerance: must be a number >= 0 or None, got {tolerance!r}") from None
    if not 0 <= value < np.inf:
        raise OptionError(f"tolerance: must be finite and 0 or more, got {value:g}")
    return value


def read_rotation_tolerance(value: Any) -> float:
    """Return the tolerance of rotation [rad]. Raises OptionError."""
    if value is None:
        return DEFAULT_ROTATION_TOLERANCE
    try:
        tolerance = float(value)
    except (TypeError, ValueError):
        raise OptionError(f"rotation_tolerance: must be a number of radians, 0 or more, got {value!r}") from None
    if isinstance(value, bool | str) or not 0 <= tolerance < np.inf:
        raise OptionError(f"rotation_tolerance: must be finite radians, 0 or more, got {value!r}")
    return tolerance


def read_clamp(clamp: Any) -> str:
    """Return which passes of "fabrik" clamp. Raises OptionError, with the nearest name."""
    if clamp in CLAMPS:
        return str(clamp)
    raise OptionError(f"clamp: must be 'both' or 'from_base', got {clamp!r}.{near_name(str(clamp), CLAMPS)}")


def read_max_iterations(max_iterations: Any) -> int:
    """Return the cap on iterations, 1 or more. Raises OptionError."""
    try:
        value = operator.index(max_iterations)
    except TypeError:
        raise OptionError(f"max_iterations: must be a whole number, 1 or more, got {max_iterations!r}") from None
    if isinstance(max_iterations, bool) or not 1 <= value <= _MOST_ITERATIONS:
        raise OptionError(f"max_iterations: must be between 1 and {_MOST_ITERATIONS}, got {max_iterations!r}")
    return value


def read_method(method: Any) -> int:
    """Return the kernel's number of a method. Raises OptionError, with the nearest name."""
    if method in METHODS:
        return METHODS.index(method)
    allowed = ", ".join(repr(name) for name in METHODS)
    raise OptionError(f"method: must be one of {allowed}, got {method!r}.{near_name(str(method), METHODS)}")


def read_flag(name: str, value: Any) -> bool:
    """Return a yes or no. Raises OptionError."""
    if isinstance(value, bool | np.bool_):
        return bool(value)
    raise OptionError(f"{name}: must be True or False, got {value!r}")


def _is_scalar_array(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.ndim == 0
