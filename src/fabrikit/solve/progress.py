"""How far a long batch is: what callers are told, and a plain bar for those who only said `progress=True`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, TextIO, TypeAlias

from fabrikit.errors import OptionError

Progress: TypeAlias = Callable[[int, int], object]
"""Called with the number of rows done and of all rows, a few times a second, from the thread that called."""

_WIDTH = 30


def read_progress(progress: Any) -> Progress | None:
    """Return whom to tell; None for nobody. Raises OptionError."""
    if progress is None or progress is False:
        return None
    if progress is True:
        return Bar(sys.stderr)
    if callable(progress):
        return progress  # type: ignore[no-any-return]
    raise OptionError(f"progress: must be True, False or a function of (done, all), got {progress!r}")


class Bar:
    """A bar of one line that draws itself over.

    Parameters
    ----------
    stream : text stream
        Where to; nothing is written when it is not a terminal.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._shown = stream.isatty()
        self._began = time.monotonic()

    def __call__(self, done: int, rows: int) -> None:
        """Draw the bar anew."""
        if not self._shown:
            return
        share = done / rows if rows else 1.0
        bar = "━" * round(share * _WIDTH)
        left = (time.monotonic() - self._began) * (1 - share) / share if share else 0.0
        ending = "\n" if done >= rows else ""
        self._stream.write(f"\r{bar:<{_WIDTH}} {share:4.0%}  {done:,} of {rows:,}  {left:.0f} s left \x1b[K{ending}")
        self._stream.flush()
