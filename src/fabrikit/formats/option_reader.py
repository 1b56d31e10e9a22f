"""Read the options of a scene. Their names and defaults are those of `fabrikit.solve`."""

from collections.abc import Callable
from typing import TypeVar

from fabrikit.arrays import Array
from fabrikit.errors import OptionError
from fabrikit.formats.cursor import Cursor
from fabrikit.formats.scene import SceneOptions
from fabrikit.formats.schema import keys_of
from fabrikit.model import Chain
from fabrikit.solve import METHODS, Pole
from fabrikit.solve.options import CLAMPS
from fabrikit.solve.reach_options import SoftReach, read_stretch

MOST_ITERATIONS = 2**31 - 1

_T = TypeVar("_T")


def read_options(cursor: Cursor, chain: Chain) -> SceneOptions:
    """Return the options of an object; what is not in it has its default. Raises FormatError."""
    dimension = chain.dimension
    readers: dict[str, Callable[[Cursor], object]] = {
        "start": lambda member: _start(member, chain),
        "base": lambda member: member.vector(dimension),
        "pole": lambda member: read_pole(member, dimension),
        "tolerance": lambda member: at_least_zero(member, "tolerance"),
        "max_iterations": read_count,
        "method": lambda member: member.word(METHODS),
        "rotation_tolerance": lambda member: at_least_zero(member, "rotation tolerance"),
        "clamp": lambda member: member.word(CLAMPS),
        "soft_reach": _soft_reach,
        "stretch": lambda member: _as_the_solver(member, lambda: read_stretch(member.number())),
        "follow": Cursor.boolean,
    }
    members = cursor.members(keys_of("options"))
    found = {name: readers[name](member) for name, member in members.items()}
    return SceneOptions(**found)  # type: ignore[arg-type]  # each reader returns what its option is


def _start(cursor: Cursor, chain: Chain) -> Array:
    start = cursor.points(chain.dimension)
    if len(start) != chain.bones + 1:
        raise cursor.error(f"expected {chain.bones + 1} joints, as the body has, got {len(start)}")
    return start


def read_pole(cursor: Cursor, dimension: int) -> Pole:
    """Return a pole: a point, or an object with a direction. Raises FormatError."""
    if isinstance(cursor.value, list):
        return Pole(cursor.vector(dimension))
    cursor.members(keys_of("direction"))
    return Pole(direction=cursor.member("direction").direction(dimension))


def at_least_zero(cursor: Cursor, what: str) -> float:
    """Return a number, 0 or more; `what` names it in the message. Raises FormatError."""
    value = cursor.number()
    if value < 0:
        raise cursor.error(f"the {what} is 0 or more, got {cursor.value!r}")
    return value


def read_count(cursor: Cursor) -> int:
    """Return a whole number of iterations, or of anything else that is counted from 1. Raises FormatError."""
    value = cursor.integer()
    if not 1 <= value <= MOST_ITERATIONS:
        raise cursor.error(f"expected a whole number from 1 to {MOST_ITERATIONS}, got {cursor.value!r}")
    return value


def _soft_reach(cursor: Cursor) -> SoftReach | None:
    cursor.members(keys_of("soft_reach"))
    pair = [cursor.member(key).number() for key in keys_of("soft_reach")]
    return _as_the_solver(cursor, lambda: SoftReach.read(pair))


def _as_the_solver(cursor: Cursor, read: Callable[[], _T]) -> _T:
    """Let the solver judge a value, and say where in the document it stands."""
    try:
        return read()
    except OptionError as error:
        raise cursor.error(str(error).partition(": ")[2]) from None
