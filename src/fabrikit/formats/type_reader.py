"""Read joint types: `{"ball": {...}}`, `{"hinge": {...}}`, `{"fixed": {}}` or null for a free joint.

Only the form is checked here. What a limit may be, `fabrikit.Chain` checks when the body is made.
"""

from typing import Any

from fabrikit.arrays import Array
from fabrikit.formats.angles import angle_at, read_angle
from fabrikit.formats.cursor import Cursor
from fabrikit.formats.schema import keys_of
from fabrikit.model import Ball, BodyJointType, Fixed, Hinge, JointType, Slider, Universal

FRAMES = ("local", "global")

_FORMS = 'a joint type is {"ball": {...}}, {"hinge": {...}}, {"fixed": {}} or null'


def read_types(cursor: Cursor, bones: int, dimension: int) -> tuple[JointType, ...]:
    """Return one joint type per bone, base first; None is a free joint. Raises FormatError."""
    items = cursor.items("joint types")
    if len(items) != bones:
        raise cursor.error(f"expected {bones} joint types, one per bone (null is a free joint), got {len(items)}")
    return tuple(_type(item, dimension) for item in items)


def _type(cursor: Cursor, dimension: int) -> JointType:
    if cursor.value is None:
        return None
    members = cursor.members(("ball", "hinge", "fixed"))
    if len(members) != 1:
        raise cursor.error(f"{_FORMS}, got {len(members)} keys")
    ((kind, inner),) = members.items()
    if kind == "ball":
        return _ball(inner, dimension)
    if kind == "hinge":
        return _hinge(inner, dimension)
    inner.members(keys_of("fixed"))
    return Fixed()


def read_body_type(cursor: Cursor, dimension: int) -> BodyJointType:
    """Return the type of a skeleton's joint: those of chains, `{"slider": {...}}` or `{"universal": {...}}`."""
    if isinstance(cursor.value, dict) and cursor.value.keys() == {"slider"}:
        return _slider(cursor.member("slider"), dimension)
    if isinstance(cursor.value, dict) and cursor.value.keys() == {"universal"}:
        inner = cursor.member("universal")
        inner.members(keys_of("universal"))
        return Universal(*(_hinge(inner.member(key), dimension) for key in ("first", "second")))
    return _type(cursor, dimension)


def _slider(cursor: Cursor, dimension: int) -> Slider:
    members = cursor.members(keys_of("slider"))
    if ("lower" in members) != ("upper" in members):
        raise cursor.error("a slider has both ends of its range, lower and upper, or neither")
    numbers = {key: members[key].number() for key in ("lower", "upper", "stiffness") if key in members}
    return Slider(cursor.member("axis").direction(dimension), **numbers)


def _ball(cursor: Cursor, dimension: int) -> Ball:
    members = cursor.members(keys_of("ball"))
    return Ball(cone=_cone(members), twist=_twist(members), **_common(members, dimension))


def _hinge(cursor: Cursor, dimension: int) -> Hinge:
    members = cursor.members(keys_of("hinge"))
    lower, upper = read_angle(members, "lower"), read_angle(members, "upper")
    if (lower is None) != (upper is None):
        raise cursor.error("a hinge has both ends of its range, lower and upper, or neither")
    return Hinge(
        members["axis"].direction(dimension) if "axis" in members else None,
        lower,
        upper,
        frame=members["frame"].word(FRAMES) if "frame" in members else "local",
        **_common(members, dimension),
    )


def _common(members: dict[str, Cursor], dimension: int) -> dict[str, Any]:
    """Return what balls and hinges share."""
    found: dict[str, Array | float] = {}
    if "reference" in members:
        found["reference"] = members["reference"].direction(dimension)
    if "stiffness" in members:
        found["stiffness"] = members["stiffness"].number()
    return found


def _cone(members: dict[str, Cursor]) -> float | tuple[float, ...] | None:
    found = angle_at(members, "cone")
    if found is None:
        return None
    cursor, unit = found
    if not isinstance(cursor.value, list):
        return cursor.number() * unit
    return tuple(number * unit for number in cursor.numbers(4, "one half-angle or 4 of them"))


def _twist(members: dict[str, Cursor]) -> tuple[float, ...] | None:
    found = angle_at(members, "twist")
    if found is None:
        return None
    cursor, unit = found
    return tuple(number * unit for number in cursor.numbers(2, "2 numbers, lower and upper"))
