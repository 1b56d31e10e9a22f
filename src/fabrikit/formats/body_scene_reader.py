"""Read scenes whose body is a skeleton. The keys are listed in `scene.schema.json`; the meaning is checked here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fabrikit.errors import FabrikitError
from fabrikit.formats.body_reader import read_q, read_skeleton
from fabrikit.formats.body_scene import BodyOptions, BodyScene, BodyTargets
from fabrikit.formats.cursor import Cursor
from fabrikit.formats.option_reader import at_least_zero, read_count, read_pole
from fabrikit.formats.schema import keys_of
from fabrikit.formats.target_reader import read_aim
from fabrikit.model import Skeleton
from fabrikit.solve import Target
from fabrikit.solve.body_target import effectors, read_targets, read_tip
from fabrikit.solve.options import BODY_METHODS, MODES


def read_body_scene(root: Cursor) -> BodyScene:
    """Return the scene of a document whose version was checked. Raises FormatError."""
    members = root.members(keys_of("scene"))
    body, loops = read_skeleton(root.member("body"))
    items = members["targets"].items("targets") if "targets" in members else []
    return BodyScene(
        body=body,
        targets=tuple(_targets(item, body) for item in items),
        options=_options(members["options"], body) if "options" in members else BodyOptions(),
        loops=loops,
        name=members["name"].text() if "name" in members else "",
        description=members["description"].text() if "description" in members else "",
    )


def _targets(cursor: Cursor, body: Skeleton) -> BodyTargets:
    """Read what is asked at one time: a place for the only tip, or an object with `tips`."""
    if isinstance(cursor.value, list):
        return _checked(cursor, BodyTargets({_only_tip(cursor, body): Target(cursor.vector(body.dimension))}), body)
    members = cursor.members(keys_of("body_targets"))
    tips = cursor.member("tips").members(body.joint_names)
    if not tips:
        raise members["tips"].error("names no joint; at least one has a target")
    targets = BodyTargets(
        {name: _target(tip, body.dimension) for name, tip in tips.items()},
        name=members["name"].text() if "name" in members else None,
        time=members["time"].number() if "time" in members else None,
    )
    return _checked(cursor, targets, body)


def _only_tip(cursor: Cursor, body: Skeleton) -> str:
    try:
        return read_tip(None, body)
    except FabrikitError:
        some = ", ".join(body.tips[:4])
        raise cursor.error(f'this skeleton has several tips; write {{"tips": {{"{some}": ...}}}}') from None


def _checked(cursor: Cursor, targets: BodyTargets, body: Skeleton) -> BodyTargets:
    """Let the solver judge targets, and say where in the document they stand."""
    try:
        effectors(read_targets(targets.tips, None, body), body)
    except FabrikitError as error:
        raise cursor.error(str(error)) from None
    return targets


def _target(cursor: Cursor, dimension: int) -> Target:
    if isinstance(cursor.value, list):
        return Target(cursor.vector(dimension))
    members = cursor.members(keys_of("body_target"))
    readers: dict[str, Callable[[Cursor], Any]] = {
        "position": lambda member: member.vector(dimension),
        "axis": lambda member: member.direction(dimension),
        "free_axis": lambda member: member.direction(dimension),
        "offset": lambda member: member.vector(dimension),
        "weight": lambda member: at_least_zero(member, "weight"),
        "rotation_weight": lambda member: at_least_zero(member, "weight"),
        "priority": Cursor.integer,
        "depth": read_count,
        "pole": lambda member: read_pole(member, dimension),
    }
    found = {name: read(members[name]) for name, read in readers.items() if name in members}
    try:
        return Target(**found, **read_aim(members, dimension))
    except FabrikitError as error:
        raise cursor.error(str(error)) from None


def _options(cursor: Cursor, body: Skeleton) -> BodyOptions:
    readers: dict[str, Callable[[Cursor], Any]] = {
        "start": lambda member: read_q(member, body),
        "base": lambda member: member.vector(body.dimension),
        "tolerance": lambda member: at_least_zero(member, "tolerance"),
        "rotation_tolerance": lambda member: at_least_zero(member, "rotation tolerance"),
        "max_iterations": read_count,
        "method": lambda member: member.word(BODY_METHODS),
        "mode": lambda member: member.word(MODES),
        "seed": _seed,
        "locked": lambda member: tuple(item.word(body.joint_names) for item in member.items("names")),
        "posture": lambda member: read_q(member, body),
        "posture_weight": _share,
        "follow": Cursor.boolean,
    }
    members = cursor.members(keys_of("body_options"))
    return BodyOptions(**{name: readers[name](member) for name, member in members.items()})


def _seed(cursor: Cursor) -> int:
    seed = cursor.integer()
    if seed < 0:
        raise cursor.error(f"the seed is 0 or more, got {cursor.value!r}")
    return seed


def _share(cursor: Cursor) -> float:
    share = cursor.number()
    if not 0 <= share <= 1:
        raise cursor.error(f"expected a number from 0 to 1, got {cursor.value!r}")
    return share
