"""Read scene files, version 1. The keys are listed in `scene.schema.json`; the meaning is checked here."""

from pathlib import Path
from typing import IO

from fabrikit.arrays import Array
from fabrikit.errors import FabrikitError, FormatError
from fabrikit.formats.cursor import Cursor
from fabrikit.formats.scene import VERSION, Scene, SceneOptions, SceneTarget
from fabrikit.formats.schema import keys_of
from fabrikit.formats.text_source import read_text
from fabrikit.model import Chain
from fabrikit.solve import METHODS, Pole

MOST_ITERATIONS = 2**31 - 1


def load_scene(source: str | Path | IO[str] | IO[bytes]) -> Scene:
    """Read a scene from a file or an open stream.

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


def parse_scene(text: str, path: str | None = None) -> Scene:
    """Read a scene from its text; `path` is only for messages.

    Raises
    ------
    FormatError
        With line and column for a mistake of syntax, and with a JSON pointer for one of meaning.
    """
    root = Cursor.of_text(text, path)
    _check_version(root)
    members = root.members(keys_of("scene"))
    body, names = _body(root.member("body"))
    return Scene(
        body=body,
        joint_names=names,
        targets=_targets(members.get("targets"), body),
        options=_options(members.get("options"), body),
        name=members["name"].text() if "name" in members else "",
        description=members["description"].text() if "description" in members else "",
    )


def _check_version(root: Cursor) -> None:
    """Look at the version first: in another version other keys may be right."""
    version = root.member("fabrikit", '; a scene begins with {"fabrikit": 1')
    if version.integer() != VERSION:
        raise version.error(f"this is version {version.value!r}; this fabrikit reads version {VERSION}")


def _body(cursor: Cursor) -> tuple[Chain, tuple[str, ...] | None]:
    kinds = ("body_of_joints", "body_of_lengths")
    members = cursor.members(dict.fromkeys(key for kind in kinds for key in keys_of(kind)))
    given = [key for key in ("joints", "lengths") if key in members]
    if len(given) != 1:
        raise cursor.error('a body has either "joints" (the rest pose) or "lengths" (of its bones)')
    for key, member in members.items():
        if given == ["joints"] and key not in keys_of("body_of_joints"):
            raise member.error(f'{key!r} goes with "lengths"; "joints" already say it')
    try:
        chain = _from_joints(members) if given == ["joints"] else _from_lengths(members)
    except FormatError:
        raise
    except FabrikitError as error:
        raise members[given[0]].error(str(error)) from None
    return chain, _names(members.get("names"), chain)


def _from_joints(members: dict[str, Cursor]) -> Chain:
    joints = members["joints"].points()
    if len(joints) < 2:
        raise members["joints"].error(f"a chain has at least 2 joints, got {len(joints)}")
    return Chain(joints)


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
    base = members["base"].vector(dimension) if "base" in members else None
    return Chain.from_lengths([cursor.number() for cursor in cursors], base=base, dimension=dimension)


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


def _targets(cursor: Cursor | None, chain: Chain) -> tuple[SceneTarget, ...]:
    if cursor is None:
        return ()
    return tuple(_target(item, chain.dimension) for item in cursor.items("targets"))


def _target(cursor: Cursor, dimension: int) -> SceneTarget:
    if isinstance(cursor.value, list):
        return SceneTarget(cursor.vector(dimension))
    members = cursor.members(keys_of("target"))
    return SceneTarget(
        position=cursor.member("position").vector(dimension),
        name=members["name"].text() if "name" in members else None,
        time=members["time"].number() if "time" in members else None,
    )


def _options(cursor: Cursor | None, chain: Chain) -> SceneOptions:
    if cursor is None:
        return SceneOptions()
    members = cursor.members(keys_of("options"))
    default = SceneOptions()
    return SceneOptions(
        start=_start(members["start"], chain) if "start" in members else None,
        base=members["base"].vector(chain.dimension) if "base" in members else None,
        pole=_pole(members["pole"], chain.dimension) if "pole" in members else None,
        tolerance=_tolerance(members["tolerance"]) if "tolerance" in members else None,
        max_iterations=_count(members["max_iterations"]) if "max_iterations" in members else default.max_iterations,
        method=members["method"].word(METHODS) if "method" in members else default.method,
        follow=members["follow"].boolean() if "follow" in members else default.follow,
    )


def _start(cursor: Cursor, chain: Chain) -> Array:
    start = cursor.points(chain.dimension)
    if len(start) != chain.bones + 1:
        raise cursor.error(f"expected {chain.bones + 1} joints, as the body has, got {len(start)}")
    return start


def _pole(cursor: Cursor, dimension: int) -> Pole:
    if isinstance(cursor.value, list):
        return Pole(cursor.vector(dimension))
    cursor.members(keys_of("direction"))
    direction = cursor.member("direction")
    vector = direction.vector(dimension)
    if not vector.any():
        raise direction.error("a direction has a length, got the zero vector")
    return Pole(direction=vector)


def _tolerance(cursor: Cursor) -> float:
    value = cursor.number()
    if value < 0:
        raise cursor.error(f"the tolerance is 0 or more, got {cursor.value!r}")
    return value


def _count(cursor: Cursor) -> int:
    value = cursor.integer()
    if not 1 <= value <= MOST_ITERATIONS:
        raise cursor.error(f"expected 1 to {MOST_ITERATIONS} iterations, got {cursor.value!r}")
    return value
