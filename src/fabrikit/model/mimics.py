"""Mimic joints: joints that follow another, resolved to the joint that is followed in the end."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy.typing as npt

from fabrikit.arrays import as_floats
from fabrikit.errors import LimitError, ModelError
from fabrikit.model.body_records import kind_of
from fabrikit.model.joint import Joint, Mimic
from fabrikit.model.joint_tree import unknown_name


def link_mimics(joints: Sequence[Joint], records: Mapping[str, npt.NDArray[Any]], places: Mapping[str, int]) -> None:
    """Write into the records who follows whom, and narrow the ranges of the followed to what their followers allow.

    Parameters
    ----------
    joints : sequence of Joint
    records : by name, the kernel's joints of a joint
    places : by name, the index of the kernel's joint

    Raises
    ------
    ModelError
        An unknown joint, one that is no hinge or slider, a circle.
    LimitError
        A follower that would stand outside its own range for every number of the followed, or at rest.
    """
    mimics = {joint.name: joint.mimic for joint in joints if joint.mimic is not None}
    for name, mimic in mimics.items():
        _check(name, mimic, records)
    for name in mimics:
        followed, ratio, shift = _resolve(name, mimics)
        record, leader = records[name][0], records[followed][0]
        record["mimic"], record["ratio"], record["shift"] = places[followed], ratio, shift
        _narrow(name, record, followed, leader)
    for name in mimics:
        _check_rest(name, records[name][0], records[_resolve(name, mimics)[0]][0])


def _check(name: str, mimic: Any, records: Mapping[str, npt.NDArray[Any]]) -> None:
    where = f"joint {name!r}, mimic"
    if not isinstance(mimic, Mimic):
        raise ModelError(f"{where}: must be Mimic(joint, ratio, shift), got {mimic!r}")
    if mimic.joint not in records:
        raise unknown_name(where, mimic.joint, records)
    for each in (name, mimic.joint):
        if len(records[each]) > 1 or kind_of(records[each][0]) not in ("hinge", "slider"):
            raise ModelError(f"{where}: {each!r} is neither a Hinge nor a Slider; only these follow and are followed")
    for what, number in (("ratio", mimic.ratio), ("shift", mimic.shift)):
        if as_floats(f"{where}, {what}", number).shape != ():
            raise ModelError(f"{where}: {what} must be one number, got {number!r}")


def _resolve(name: str, mimics: Mapping[str, Mimic]) -> tuple[str, float, float]:
    """Return the joint at the end of the line of mimics, and the ratio and shift that lead to it."""
    ratio, shift, way = 1.0, 0.0, [name]
    while way[-1] in mimics:
        mimic = mimics[way[-1]]
        shift += ratio * float(mimic.shift)
        ratio *= float(mimic.ratio)
        if mimic.joint in way:
            circle = " -> ".join([*way[way.index(mimic.joint) :], mimic.joint])
            raise ModelError(f"joint {mimic.joint!r}, mimic: it follows itself in the end ({circle})")
        way.append(mimic.joint)
    return way[-1], ratio, shift


def _narrow(name: str, record: Any, followed: str, leader: Any) -> None:
    """Leave the followed joint the numbers at which its follower stands inside its own range."""
    ratio, shift = float(record["ratio"]), float(record["shift"])
    if not record["has_range"] or ratio == 0:
        return
    ends = sorted((float(record[end]) - shift) / ratio for end in ("lower", "upper"))
    ends = [_inward(end, ends[1 - side], record) for side, end in enumerate(ends)]
    if leader["has_range"]:
        ends = [max(ends[0], float(leader["lower"])), min(ends[1], float(leader["upper"]))]
    if ends[0] > ends[1]:
        raise LimitError(
            f"joint {name!r}: follows {followed!r}, and no number of that lets it stand inside its own range"
            f" {record['lower']:.6g} to {record['upper']:.6g}"
        )
    leader["lower"], leader["upper"], leader["has_range"] = ends[0], ends[1], True


def _inward(end: float, other: float, record: Any) -> float:
    """Move an end by units in the last place until the follower's own number, rounded, is inside its range."""
    for _ in range(64):
        if record["lower"] <= record["ratio"] * end + record["shift"] <= record["upper"]:
            break
        end = math.nextafter(end, other)
    return end


def _check_rest(name: str, record: Any, leader: Any) -> None:
    """Check the follower once more where the followed rests: at a ratio of zero nothing else does."""
    rest = min(max(0.0, float(leader["lower"])), float(leader["upper"])) if leader["has_range"] else 0.0
    value = record["ratio"] * rest + record["shift"]
    slack = 1e-9 * max(1.0, abs(value))
    if record["has_range"] and not record["lower"] - slack <= value <= record["upper"] + slack:
        raise LimitError(
            f"joint {name!r}: rests at {value:.6g}, outside its own range"
            f" {record['lower']:.6g} to {record['upper']:.6g}"
        )
