"""Every exception that fabrikit raises.

::

    FabrikitError
    ├── ShapeError      (ValueError)   an array of the wrong shape, kind or content
    ├── OptionError     (ValueError)   an option outside what it allows
    ├── LimitError      (ValueError)   a joint limit that cannot be
    ├── ModelError      (ValueError)   a body that cannot be
    ├── FormatError     (ValueError)   a file: path, line or JSON pointer
    ├── MissingExtra    (ImportError)  an optional dependency is not installed
    └── NotReached                     asked for by `Result.raise_for_status`

Not reaching a target is an answer, not an exception: see `fabrikit.Status`.
"""

from __future__ import annotations

import difflib
import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fabrikit.solve.body_result import BodyResult
    from fabrikit.solve.result import Result


class FabrikitError(Exception):
    """Everything that fabrikit raises on purpose."""


class ShapeError(FabrikitError, ValueError):
    """An array has a shape, a kind or a content that cannot be used."""


class OptionError(FabrikitError, ValueError):
    """An option has a value outside what it allows."""


class LimitError(FabrikitError, ValueError):
    """A joint limit cannot be."""


class ModelError(FabrikitError, ValueError):
    """A body cannot be, or cannot do what is asked of it."""


class FormatError(FabrikitError, ValueError):
    """A file does not say what its format asks for.

    Parameters
    ----------
    message : str
        What came, what is allowed and what to do.
    path : str, optional
        The file, as it was given.
    line, column : int, optional
        Place of a syntax error, from 1.
    pointer : str, optional
        JSON pointer to the value that is wrong.
    """

    def __init__(
        self,
        message: str,
        *,
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
        pointer: str | None = None,
    ) -> None:
        self.message = message
        self.path = path
        self.line = line
        self.column = column
        self.pointer = pointer
        super().__init__(f"{self.place}: {message}" if self.place else message)

    def __reduce__(self) -> tuple[Any, ...]:
        again = functools.partial(
            type(self), self.message, path=self.path, line=self.line, column=self.column, pointer=self.pointer
        )
        return again, ()

    @property
    def place(self) -> str:
        """Where, as `path:line:column` or `path at /pointer`; empty when unknown."""
        place = self.path or ""
        if self.line is not None:
            place += f":{self.line}" if place else f"line {self.line}"
            if self.column is not None:
                place += f":{self.column}"
        if self.pointer is not None:
            place = f"{place} at {self.pointer or '/'}".strip()
        return place


class MissingExtra(FabrikitError, ImportError):
    """A feature needs an optional dependency.

    Parameters
    ----------
    extra : str
        Name of the extra that brings it.
    feature : str
        What was asked for.
    """

    def __init__(self, extra: str, feature: str) -> None:
        self.extra = extra
        self.feature = feature
        super().__init__(f"{feature} needs the extra '{extra}'. Install it with: pip install 'fabrikit[{extra}]'")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.extra, self.feature)


class NotReached(FabrikitError):
    """A target was not reached and the caller asked to be told by an exception.

    Parameters
    ----------
    result : Result or BodyResult
        The result, with the best pose found.
    """

    def __init__(self, result: Result | BodyResult) -> None:
        self.result = result
        super().__init__(f"{result.status.value}: the tip ends {result.error:.6g} from the target")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.result,)


def near_name(given: str, allowed: Iterable[str]) -> str:
    """Return " Did you mean '...'?" for the nearest allowed name, or nothing when none is near."""
    names = list(allowed)
    near = difflib.get_close_matches(given, names, n=1, cutoff=0.5)
    near = near or difflib.get_close_matches(given.lower(), names, n=1, cutoff=0.5)
    return f" Did you mean {near[0]!r}?" if near else ""
