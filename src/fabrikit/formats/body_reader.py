"""Read the skeleton of a scene: its joints, its root, its loops."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np

from fabrikit.errors import FabrikitError, FormatError
from fabrikit.formats.cursor import Cursor
from fabrikit.formats.schema import keys_of
from fabrikit.formats.type_reader import read_body_type
from fabrikit.model import Joint, Mimic, Skeleton
from fabrikit.solve import Loop


def read_skeleton(cursor: Cursor) -> tuple[Skeleton, tuple[Loop, ...]]:
    """Return the skeleton of a scene's body and its loops. Raises FormatError at the place that is wrong."""
    members = cursor.members(keys_of("body_of_skeleton"))
    items = members["skeleton"].items("joints")
    dimension = _dimension(items)
    joints = [_joint(item, dimension) for item in items]
    root = _root(members["root"]) if "root" in members else "fixed"
    try:
        skeleton = Skeleton(joints, root)
    except FormatError:
        raise
    except FabrikitError as error:
        raise _placed(error, joints, items, members) from None
    loops = members["loops"].items("loops") if "loops" in members else []
    return skeleton, tuple(_loop(item, skeleton) for item in loops)


def _dimension(items: list[Cursor]) -> int:
    """Return how many numbers the first offset has; 3 where none is given."""
    for item in items:
        if isinstance(item.value, dict) and "offset" in item.value:
            return len(item.member("offset").vector())
    return 3


def _joint(cursor: Cursor, dimension: int) -> Joint:
    members = cursor.members(keys_of("joint"))
    return Joint(
        cursor.member("name").text(),
        members["parent"].text() if "parent" in members else None,
        members["offset"].vector(dimension) if "offset" in members else None,
        read_body_type(members["type"], dimension) if "type" in members else None,
        rotation=members["rotation"].quaternion() if "rotation" in members else None,
        bone=members["bone"].direction(dimension) if "bone" in members else None,
        mimic=_mimic(members["mimic"]) if "mimic" in members else None,
    )


def _mimic(cursor: Cursor) -> Mimic:
    members = cursor.members(keys_of("mimic"))
    numbers = {key: members[key].number() for key in ("ratio", "shift") if key in members}
    return Mimic(cursor.member("joint").text(), **numbers)


def _root(cursor: Cursor) -> str | float:
    if isinstance(cursor.value, str):
        return cursor.word(("fixed", "free"))
    weight = cursor.number()
    if not 0 < weight < 1:
        raise cursor.error(f'a root is "fixed", "free" or a weight above 0 and below 1, got {cursor.value!r}')
    return weight


def _loop(cursor: Cursor, skeleton: Skeleton) -> Loop:
    members = cursor.members(keys_of("loop"))
    return Loop(
        cursor.member("joint_a").word(skeleton.joint_names),
        cursor.member("joint_b").word(skeleton.joint_names),
        members["offset"].vector(skeleton.dimension) if "offset" in members else None,
        rotation=members["rotation"].quaternion() if "rotation" in members else None,
        axis=members["axis"].direction(3) if "axis" in members else None,
    )


def _placed(error: FabrikitError, joints: list[Joint], items: list[Cursor], members: dict[str, Cursor]) -> FormatError:
    """Say what the model refused at its place: the model's words begin with "joint 'knee'" or "joints[3]"."""
    text = str(error)
    by_name = re.match(r"joint '([^']*)'", text)
    by_number = re.match(r"joints\[(\d+)\]: ", text)
    place = members["root"] if text.startswith("root: ") else members["skeleton"]
    if by_number is not None:
        place, text = items[int(by_number[1])], text[by_number.end() :]
    elif by_name is not None:
        found = [item for joint, item in zip(joints, items, strict=True) if joint.name == by_name[1]]
        place = found[0] if found else place
    return place.error(text + (" (angles in radians)" if "_deg" in json.dumps(place.value) else ""))


def read_q(cursor: Cursor, skeleton: Skeleton) -> Any:
    """Return numbers (nq,): an array of all of them, or an object of some joints' numbers. Raises FormatError."""
    try:
        if isinstance(cursor.value, dict):
            members = cursor.members(skeleton.joint_names)
            return skeleton.q_with({name: _numbers(member) for name, member in members.items()})
        count = len(skeleton.q_names)
        numbers = np.array(cursor.numbers(count, f"{count} numbers, as the skeleton has"))
        skeleton.forward(numbers)
    except FormatError:
        raise
    except FabrikitError as error:
        raise cursor.error(str(error)) from None
    return numbers


def _numbers(cursor: Cursor) -> Any:
    if not isinstance(cursor.value, list):
        return cursor.number()
    return np.array([item.number() for item in cursor.items("numbers")])
