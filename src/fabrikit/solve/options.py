"""The options of a solve: one place for their names, defaults and checks."""

from __future__ import annotations

import numbers
import operator
import os
from typing import Any

import numpy as np

from fabrikit.errors import OptionError, near_name
from fabrikit.model import Chain

METHODS = (
    "auto",
    "fabrik",
    "ccd",
    "jacobian-transpose",
    "dls",
    "dls-dense",
    "pseudo-inverse",
    "sdls",
    "ftl",
    "triangulation",
)
"""In the order of the kernel's Method."""

BODY_METHODS = METHODS[:2]
"""Those that skeletons know, in the order of fabrikit_body_question."""

MODES = ("fast", "nearest")
"""In the order of fabrikit_body_question."""

COMPARED = METHODS[METHODS.index("fabrik") + 1 :]
"""Methods of other papers, to compare with: for free chains and targets that are positions."""

MOST_DENSE_BONES = 1000
"""Of "dls-dense", whose memory grows with the square of the bones."""

CLAMPS = ("both", "from_base")
"""In the order of the kernel's Clamp."""

DEFAULT_ROTATION_TOLERANCE = 1e-6
"""[rad]"""

DEFAULT_MAX_ITERATIONS = 1000
DEFAULT_BODY_ITERATIONS = 2000
"""Of skeletons: rounds of all restarts together."""

RELATIVE_TOLERANCE = 1e-6
"""The default tolerance, as a fraction of the outer reach."""

_MOST_ITERATIONS = 2**31 - 1
_MOST_THREADS = 1024


def read_tolerance(tolerance: Any, reach: float) -> float:
    """Return the tolerance of position; None is 1e-6 of the reach. Raises OptionError."""
    return RELATIVE_TOLERANCE * reach if tolerance is None else _at_least_zero("tolerance", tolerance, "a number")


def read_rotation_tolerance(tolerance: Any) -> float:
    """Return the tolerance of rotation [rad]; None is the default. Raises OptionError."""
    if tolerance is None:
        return DEFAULT_ROTATION_TOLERANCE
    return _at_least_zero("rotation_tolerance", tolerance, "a number of radians")


def read_clamp(clamp: Any) -> str:
    """Return which passes of "fabrik" clamp. Raises OptionError, with the nearest name."""
    if isinstance(clamp, str) and clamp in CLAMPS:
        return clamp
    raise OptionError(f"clamp: must be 'both' or 'from_base', got {clamp!r}.{near_name(str(clamp), CLAMPS)}")


def read_max_iterations(max_iterations: Any) -> int:
    """Return the cap on iterations, 1 or more. Raises OptionError."""
    return read_count("max_iterations", max_iterations, _MOST_ITERATIONS)


def read_count(name: str, count: Any, most: int) -> int:
    """Return a whole number from 1 to `most`. Raises OptionError."""
    try:
        value = operator.index(count)
    except TypeError:
        raise OptionError(f"{name}: must be a whole number, 1 or more, got {count!r}") from None
    if isinstance(count, bool) or not 1 <= value <= most:
        raise OptionError(f"{name}: must be between 1 and {most}, got {count!r}")
    return value


def read_weight(name: str, value: Any) -> float:
    """Return a finite number, 0 or more. Raises OptionError."""
    return _at_least_zero(name, value, "a number")


def read_word(name: str, value: Any, allowed: tuple[str, ...]) -> str:
    """Return one of some words. Raises OptionError, with the nearest."""
    if isinstance(value, str) and value in allowed:
        return value
    words = ", ".join(map(repr, allowed))
    raise OptionError(f"{name}: must be one of {words}, got {value!r}.{near_name(str(value), allowed)}")


def read_threads(threads: Any) -> int:
    """Return how many threads to use; None is one for each core. Raises OptionError."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return read_count("threads", threads, _MOST_THREADS)


def read_positive(name: str, value: Any) -> float:
    """Return a finite number above 0. Raises OptionError."""
    number = _at_least_zero(name, value, "a number")
    if number == 0:
        raise OptionError(f"{name}: must be above 0, got {value!r}")
    return number


def read_method(method: Any) -> int:
    """Return the kernel's number of a method. Raises OptionError, with the nearest name."""
    if isinstance(method, str) and method in METHODS:
        return METHODS.index(method)
    allowed = ", ".join(repr(name) for name in METHODS)
    raise OptionError(f"method: must be one of {allowed}, got {method!r}.{near_name(str(method), METHODS)}")


def check_compared(method: str, chain: Chain) -> None:
    """Raise OptionError when a method of comparison cannot solve this chain."""
    if method not in COMPARED:
        return
    if chain.has_limits:
        raise OptionError(
            f"method: {method!r} knows no joint limits and is for chains of free joints; use 'auto' or 'fabrik'"
        )
    if method == "dls-dense" and chain.bones > MOST_DENSE_BONES:
        raise OptionError(
            f"method: 'dls-dense' is for at most {MOST_DENSE_BONES} bones, got {chain.bones}: its memory grows with "
            "their square; 'dls' has the same answers"
        )


def read_flag(name: str, value: Any) -> bool:
    """Return a yes or no. Raises OptionError."""
    if isinstance(value, bool | np.bool_):
        return bool(value)
    raise OptionError(f"{name}: must be True or False, got {value!r}")


def _at_least_zero(name: str, value: Any, kind: str) -> float:
    """Return a finite number >= 0 from a number or an array of shape (). Raises OptionError."""
    array = np.asanyarray(value)
    masked = isinstance(array, np.ma.MaskedArray) and bool(np.ma.getmaskarray(array).any())
    if array.ndim != 0 or masked or array.dtype.kind not in "fiuO" or not isinstance(array.item(), numbers.Real):
        raise OptionError(f"{name}: must be {kind}, finite and 0 or more, got {value!r}")
    try:
        number = float(array.item())
    except OverflowError:
        number = np.inf
    if type(array.item()) is bool or not 0 <= number < np.inf:
        raise OptionError(f"{name}: must be {kind}, finite and 0 or more, got {value!r:.60}")
    return number
