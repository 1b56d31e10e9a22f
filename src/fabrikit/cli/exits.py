"""Exit codes, the same for every command."""

from collections.abc import Iterable

from fabrikit.solve import BodyResult, Result

ALL_REACHED = 0
SOME_NOT_REACHED = 3
WRONG_INPUT = 2


def exit_code(results: Iterable[Result] | Iterable[BodyResult]) -> int:
    """Return the code that tells whether every target was reached."""
    return ALL_REACHED if all(results) else SOME_NOT_REACHED
