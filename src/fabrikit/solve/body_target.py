"""What is asked of a skeleton's joints, checked and turned into what the kernel reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from fabrikit import bridge
from fabrikit.arrays import Array, as_vector, norm
from fabrikit.errors import OptionError, near_name
from fabrikit.model import Skeleton
from fabrikit.model.rotations import rotate
from fabrikit.solve.options import read_count, read_weight
from fabrikit.solve.target import AimKind, PoleKind, Target, as_target, read_aim, read_pole

_MOST_LEVELS = 1000


def read_targets(targets: Any, tip: Any, skeleton: Skeleton) -> dict[str, Target]:
    """Return what is asked, by the name of the joint, in the order of the skeleton's joints.

    Parameters
    ----------
    targets : mapping of str to target, or one target
    tip : str or None
        Whom one target is for; may be left out where the skeleton has one tip.

    Raises
    ------
    OptionError, ModelError, ShapeError
    """
    if isinstance(targets, Mapping):
        if tip is not None:
            raise OptionError("tip: goes with one target; a mapping names its own joints")
        if not targets:
            raise OptionError("targets: is empty; name at least one joint")
        given = dict(targets)
    else:
        given = {read_tip(tip, skeleton): targets}
    for name in given:
        if name not in skeleton.joint_names:
            raise OptionError(f"target {name!r}: there is no such joint.{near_name(str(name), skeleton.joint_names)}")
    read = {name: _as_target(name, given[name], skeleton.dimension) for name in sorted(given, key=skeleton.index)}
    if all(_asks_nothing(target) for target in read.values()):
        raise OptionError("targets: all weights are zero, so that nothing is asked")
    return read


def read_tip(tip: Any, skeleton: Skeleton) -> str:
    """Return the name of a tip; the only one where none is named. Raises OptionError."""
    if tip is None:
        if len(skeleton.tips) > 1:
            some = ", ".join(skeleton.tips[:8]) + (", …" if len(skeleton.tips) > 8 else "")
            raise OptionError(f"tip: this skeleton has several ({some}); say which, or give a mapping of targets")
        return skeleton.tips[0]
    if tip not in skeleton.joint_names:
        raise OptionError(f"tip: there is no joint {tip!r}.{near_name(str(tip), skeleton.joint_names)}")
    return str(tip)


def effectors(targets: Mapping[str, Target], skeleton: Skeleton) -> npt.NDArray[Any]:
    """Return the kernel's records of what is asked. Raises OptionError or ShapeError, naming the joint."""
    records: npt.NDArray[Any] = np.zeros(len(targets), bridge.BODY_EFFECTOR)
    levels = sorted({read_priority(name, target.priority) for name, target in targets.items()}, reverse=True)
    for (name, target), record in zip(targets.items(), records, strict=True):
        _write(name, target, skeleton, record)
        record["level"] = levels.index(target.priority)
    return records


def read_priority(name: str, priority: Any) -> int:
    """Return a priority. Raises OptionError."""
    if type(priority) is not int or abs(priority) > _MOST_LEVELS:
        raise OptionError(f"target {name!r} priority: must be a whole number from -1000 to 1000, got {priority!r}")
    return priority


def movable(targets: Mapping[str, Target], skeleton: Skeleton) -> set[int] | None:
    """Return the places of the joints that the targets' depths let move; None where no target has a depth."""
    if all(target.depth is None for target in targets.values()):
        return None
    found: set[int] = set()
    for name, target in targets.items():
        left = len(skeleton) if target.depth is None else _read_depth(name, target.depth)
        place = skeleton.index(name)
        while place >= 0 and left >= 0:
            found.add(place)
            place, left = skeleton.parents[place], left - 1
    return found


def _read_depth(name: str, depth: Any) -> int:
    return read_count(f"target {name!r} depth", depth, 1_000_000)


def _as_target(name: str, given: Any, dimension: int) -> Target:
    target = given if isinstance(given, Target) else as_target(given, dimension)
    if not isinstance(target, Target):
        return Target(as_vector(f"target {name!r}", target, dimension))
    if target.position is None and read_aim_kind(target) == AimKind.NONE:
        raise OptionError(f"target {name!r}: asks for nothing; give a position, a direction or a rotation")
    return target


def read_aim_kind(target: Target) -> AimKind:
    """Return what a target asks beside a place, without reading it."""
    if target.rotation is not None:
        return AimKind.ROTATION if target.free_axis is None else AimKind.DIRECTION
    return AimKind.NONE if target.direction is None and target.angle is None else AimKind.DIRECTION


def _asks_nothing(target: Target) -> bool:
    place = target.position is not None and read_weight("target weight", target.weight) > 0
    aim = read_aim_kind(target) != AimKind.NONE and read_weight("target rotation_weight", target.rotation_weight) > 0
    return not place and not aim


def _write(name: str, target: Target, skeleton: Skeleton, record: Any) -> None:
    where, flat, place = f"target {name!r}", skeleton.dimension, skeleton.index(name)
    record["joint"] = skeleton.kernel_index(place)
    record["frame"][0] = record["rotation"][0] = 1.0
    record["axis"] = skeleton.bone(name)
    if target.offset is not None:
        record["offset"][:flat] = as_vector(f"{where} offset", target.offset, flat)
    if target.position is not None:
        record["position"][:flat] = as_vector(where, target.position, flat)
        record["position_weight"] = read_weight(f"{where} weight", target.weight)
    _write_aim(where, target, flat, record)
    kind, pole = read_pole(target.pole, flat)
    if kind != PoleKind.NONE:
        record["pole_kind"], record["pole"][:flat] = int(kind), pole
        record["pole_from"], record["pole_joint"] = limb(name, skeleton)


def _write_aim(where: str, target: Target, dimension: int, record: Any) -> None:
    kind = read_aim_kind(target)
    if kind == AimKind.NONE:
        return
    record["aim"] = int(kind)
    record["rotation_weight"] = read_weight(f"{where} rotation_weight", target.rotation_weight)
    if target.axis is not None:
        record["axis"] = unit_vector(f"{where} axis", target.axis, dimension)
    if target.rotation is not None:
        _, rotation = read_aim(target, dimension)
        record["rotation"] = rotation
        if target.free_axis is not None:
            record["axis"] = unit_vector(f"{where} free_axis", target.free_axis, dimension)
            record["direction"] = _unit(rotate(rotation, record["axis"]))
    else:
        record["direction"] = read_aim(target, dimension)[1]


def limb(name: str, skeleton: Skeleton) -> tuple[int, int]:
    """Return the kernel's joints where the limb that carries a joint begins, and where it bends.

    It begins behind the next branch above; it bends at the joint nearest to halfway along it.

    Raises
    ------
    OptionError
        The limb has no joint between its ends.
    """
    children = np.bincount([parent for parent in skeleton.parents if parent >= 0], minlength=len(skeleton))
    way = [skeleton.index(name)]
    while (up := skeleton.parents[way[-1]]) >= 0 and children[up] == 1:
        way.append(up)
    while up >= 0 and len(way) < 3:  # a limb of one bone bends where it leaves the branch
        way.append(up)
        up = skeleton.parents[up]
    places = skeleton.rest_pose.positions[way]
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(places, axis=0), axis=1))])
    if len(way) < 3 or along[-1] == 0:
        raise OptionError(f"target {name!r} pole: nothing bends between {name!r} and the root")
    middle = 1 + int(np.argmin(np.abs(along[1:-1] - along[-1] / 2)))
    return skeleton.kernel_index(way[-1]), skeleton.kernel_index(way[middle])


def unit_vector(name: str, value: Any, dimension: int) -> Array:
    """Return a direction (3,) of length 1. Raises ShapeError or OptionError."""
    vector = as_vector(name, value, dimension)
    if not vector.any():
        raise OptionError(f"{name}: is the zero vector; give a direction with a length")
    return _unit(np.append(vector, 0.0)[:3])


def _unit(vector: Array) -> Array:
    return np.asarray(vector / norm(vector))
