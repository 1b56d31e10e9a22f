"""Read the targets of a scene: points, or objects that also say how the last bone should stand."""

from typing import Any

from fabrikit.formats.angles import read_angle
from fabrikit.formats.cursor import Cursor
from fabrikit.formats.scene import SceneTarget
from fabrikit.formats.schema import keys_of
from fabrikit.model.chain import LARGEST_TURN

_AIMS = ("direction", "rotation", "angle", "angle_deg")


def read_targets(cursor: Cursor, dimension: int) -> tuple[SceneTarget, ...]:
    """Return the targets of an array. Raises FormatError."""
    return tuple(_target(item, dimension) for item in cursor.items("targets"))


def _target(cursor: Cursor, dimension: int) -> SceneTarget:
    if isinstance(cursor.value, list):
        return SceneTarget(cursor.vector(dimension))
    members = cursor.members(keys_of("target"))
    return SceneTarget(
        position=cursor.member("position").vector(dimension),
        name=members["name"].text() if "name" in members else None,
        time=members["time"].number() if "time" in members else None,
        **read_aim(members, dimension),
    )


def read_aim(members: dict[str, Cursor], dimension: int) -> dict[str, Any]:
    """Return what is asked of the last bone beside its place, at most one thing. Raises FormatError."""
    given = [key for key in _AIMS if key in members]
    if len(given) > 1:
        raise members[given[1]].error(f"{given[0]!r} is there too; a target has one of {', '.join(_AIMS)}")
    if not given:
        return {}
    cursor = members[given[0]]
    if given[0] == "direction":
        return {"direction": cursor.direction(dimension)}
    if given[0] == "rotation":
        if dimension == 2:
            raise cursor.error('a rotation is for 3D; in 2D give "angle", "angle_deg" or "direction"')
        return {"rotation": cursor.quaternion()}
    if dimension == 3:
        raise cursor.error('an angle is for 2D; in 3D give "direction" or "rotation"')
    return {"angle": _angle(members, cursor)}


def _angle(members: dict[str, Cursor], cursor: Cursor) -> float | None:
    angle = read_angle(members, "angle")
    if angle is not None and abs(angle) > LARGEST_TURN:
        raise cursor.error(f"an angle is at most 2^20 rad, got {cursor.value!r}")
    return angle
