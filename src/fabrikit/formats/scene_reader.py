"""Read scene files, version 1. The keys are listed in `scene.schema.json`; the meaning is checked here."""

import json
import re
from pathlib import Path
from typing import IO

import numpy as np

from fabrikit.arrays import Array
from fabrikit.errors import FabrikitError, FormatError
from fabrikit.formats.body_scene import BodyScene
from fabrikit.formats.body_scene_reader import read_body_scene
from fabrikit.formats.cursor import Cursor
from fabrikit.formats.option_reader import read_options
from fabrikit.formats.scene import VERSION, Scene, SceneOptions
from fabrikit.formats.schema import keys_of
from fabrikit.formats.target_reader import read_targets
from fabrikit.formats.text_source import read_text
from fabrikit.formats.type_reader import read_types
from fabrikit.model import Chain


def load_scene(source: str | Path | IO[str] | IO[bytes]) -> Scene | BodyScene:
    """Read a scene from a file or an open stream: a `BodyScene` where the body is a skeleton.

    Parameters
    ----------
    source : path, or stream of text or bytes

    Raises
    ------
    FormatError
        The text is not a scene; the message names path, line, column and JSON pointer.
    OSError
        The file cannot be read.
    """
    text, path = read_text(source)
    return parse_scene(text, path)


def parse_scene(text: str, path: str | None = None) -> Scene | BodyScene:
    """Read a scene from its text; `path` is only for messages.

    Raises
    ------
    FormatError
        With line and column for a mistake of syntax, and with a JSON pointer for one of meaning.
    """
    root = Cursor.of_text(text, path)
    _check_version(root)
    body_value = root.value.get("body") if isinstance(root.value, dict) else None
    if isinstance(body_value, dict) and "skeleton" in body_value:
        return read_body_scene(root)
    members = root.members(keys_of("scene"))
    body, names = _body(root.member("body"))
    return Scene(
        body=body,
        joint_names=names,
        targets=read_targets(members["targets"], body.dimension) if "targets" in members else (),
        options=read_options(members["options"], body) if "options" in members else SceneOptions(),
        name=members["name"].text() if "name" in members else "",
        description=members["description"].text() if "description" in members else "",
    )


def _check_version(root: Cursor) -> None:
    """Look at the version first: in another version other keys may be right."""
    version = root.member("fabrikit", '; a scene begins with {"fabrikit": 1')
    if version.integer() != VERSION:
        raise version.error(f"this is version {version.value!r}; this fabrikit reads version {VERSION}")


def _body(cursor: Cursor) -> tuple[Chain, tuple[str, ...] | None]:
    kinds = {"joints": keys_of("body_of_joints"), "lengths": keys_of("body_of_lengths")}
    members = cursor.members(dict.fromkeys(key for keys in kinds.values() for key in keys))
    given = [kind for kind in kinds if kind in members]
    if len(given) != 1:
        raise cursor.error(
            'a body has either "joints" (the rest pose), "lengths" (of its bones) or "skeleton" (a tree)'
        )
    (kind,) = given
    (other,) = kinds.keys() - given
    for key, member in members.items():
        if key not in kinds[kind]:
            raise member.error(f'{key!r} goes with "{other}", and this body is given by "{kind}"')
    make = _from_joints if kind == "joints" else _from_lengths
    try:
        chain = make(members)
    except FormatError:
        raise
    except FabrikitError as error:
        raise _placed(error, members, kind) from None
    return chain, _names(members.get("names"), chain)


def _from_joints(members: dict[str, Cursor]) -> Chain:
    joints = members["joints"].points()
    if len(joints) < 2:
        raise members["joints"].error(f"a chain has at least 2 joints, got {len(joints)}")
    bones, dimension = len(joints) - 1, joints.shape[1]
    return Chain(
        joints,
        read_types(members["types"], bones, dimension) if "types" in members else None,
        base_direction=members["base_direction"].direction(dimension) if "base_direction" in members else None,
        rest_rotations=_rotations(members["rest_rotations"], bones) if "rest_rotations" in members else None,
    )


def _from_lengths(members: dict[str, Cursor]) -> Chain:
    cursors = members["lengths"].items("lengths")
    if not cursors:
        raise members["lengths"].error("a chain has at least 1 bone, got no lengths")
    for cursor in cursors:
        if cursor.number() < 0:
            raise cursor.error(f"a length is 0 or more, got {cursor.value!r}")
    dimension = 2
    if "dimension" in members:
        dimension = members["dimension"].integer()
        if dimension not in (2, 3):
            raise members["dimension"].error(f"the dimension is 2 or 3, got {dimension}")
    return Chain.from_lengths(
        [cursor.number() for cursor in cursors],
        read_types(members["types"], len(cursors), dimension) if "types" in members else None,
        base=members["base"].vector(dimension) if "base" in members else None,
        dimension=dimension,
    )


def _rotations(cursor: Cursor, bones: int) -> Array:
    items = cursor.items("rotations")
    if len(items) != bones:
        raise cursor.error(f"expected {bones} rotations, one per bone, got {len(items)}")
    return np.array([item.quaternion() for item in items])


def _placed(error: FabrikitError, members: dict[str, Cursor], otherwise: str) -> FormatError:
    """Say what the model refused at its place: the model's words begin with "joints: " or "types[3]: "."""
    said = re.match(r"(\w+)(?:\[(\d+)\])?: (.*)", str(error), re.DOTALL)
    if said is None or said[1] not in members:
        return members[otherwise].error(str(error))
    place = members[said[1]]
    if said[2] is None:
        return place.error(said[3])
    place = place.items("items")[int(said[2])]
    # The model speaks of radians, also to who wrote degrees.
    return place.error(said[3] + (" (angles in radians)" if "_deg" in json.dumps(place.value) else ""))


def _names(cursor: Cursor | None, chain: Chain) -> tuple[str, ...] | None:
    if cursor is None:
        return None
    items = cursor.items("names")
    if len(items) != chain.bones + 1:
        raise cursor.error(f"expected {chain.bones + 1} names, one per joint, got {len(items)}")
    first: dict[str, str] = {}
    for item in items:
        name = item.text()
        if not name:
            raise item.error("a name has at least one character")
        if name in first:
            raise item.error(f"the joint name {name!r} stands twice, first at {first[name]}")
        first[name] = item.pointer
    return tuple(first)
