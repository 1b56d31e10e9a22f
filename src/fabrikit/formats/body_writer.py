"""Write scenes whose body is a skeleton. Reading what was written gives the same bits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from fabrikit.formats.body_scene import BodyOptions, BodyScene, BodyTargets
from fabrikit.formats.type_writer import type_document
from fabrikit.model import Joint, Mimic, Skeleton
from fabrikit.model.rotations import read_rotation
from fabrikit.solve import Loop, Pole, Target


def body_scene_document(scene: BodyScene, version: int) -> dict[str, Any]:
    """Return the scene as the dictionaries, lists and numbers of its JSON; what has its default is left out."""
    document: dict[str, Any] = {"fabrikit": version}
    document |= {key: value for key, value in (("name", scene.name), ("description", scene.description)) if value}
    document["body"] = _body(scene.body)
    if scene.loops:
        document["body"]["loops"] = [_loop(loop) for loop in scene.loops]
    document["targets"] = [_targets(targets) for targets in scene.targets]
    options = {name: _plain(value) for name, value in vars(scene.options).items() if _differs(name, value)}
    return document | ({"options": options} if options else {})


def _differs(name: str, value: Any) -> bool:
    default = getattr(BodyOptions(), name)
    return value is not default and (isinstance(value, np.ndarray) or value != default)


def _body(skeleton: Skeleton) -> dict[str, Any]:
    said: dict[str, Any] = {} if skeleton.root == "fixed" else {"root": skeleton.root}
    return said | {"skeleton": [_joint(joint) for joint in skeleton.joints]}


def _joint(joint: Joint) -> dict[str, Any]:
    said: dict[str, Any] = {"name": joint.name}
    if joint.parent is not None:
        said["parent"] = joint.parent
    if joint.offset is not None:
        said["offset"] = _plain(joint.offset)
    if joint.type is not None:
        said["type"] = type_document(joint.type)
    if joint.rotation is not None:
        said["rotation"] = _rotation(joint.rotation)
    if joint.bone is not None:
        said["bone"] = _plain(joint.bone)
    if joint.mimic is not None:
        said["mimic"] = _mimic(joint.mimic)
    return said


def _mimic(mimic: Mimic) -> dict[str, Any]:
    return {"joint": mimic.joint, "ratio": float(mimic.ratio), "shift": float(mimic.shift)}


def _loop(loop: Loop) -> dict[str, Any]:
    said = {"joint_a": loop.joint_a, "joint_b": loop.joint_b, "offset": loop.offset, "axis": loop.axis}
    said["rotation"] = None if loop.rotation is None else _rotation(loop.rotation)
    return {key: _plain(value) for key, value in said.items() if value is not None}


def _targets(targets: BodyTargets) -> dict[str, Any]:
    said: dict[str, Any] = {"tips": {name: target_document(target) for name, target in targets.tips.items()}}
    return said | {key: value for key, value in (("name", targets.name), ("time", targets.time)) if value is not None}


def target_document(target: Target) -> Any:
    """Return a target as JSON says it: a place alone, or an object."""
    fields = Target.__dataclass_fields__
    said: dict[str, Any] = {}
    for name, field in fields.items():
        value = getattr(target, name)
        if value is field.default:
            continue
        said[name] = _rotation(value) if name == "rotation" else _pole(value) if name == "pole" else _plain(value)
        if said[name] == field.default:
            del said[name]
    return said["position"] if said.keys() == {"position"} else said


def _pole(pole: Any) -> Any:
    if not isinstance(pole, Pole):
        return _plain(pole)
    return _plain(pole.point) if pole.point is not None else {"direction": _plain(pole.direction)}


def _rotation(rotation: Any) -> list[float]:
    numbers: list[float] = read_rotation("rotation", rotation).tolist()
    return numbers


def _plain(value: Any) -> Any:
    if isinstance(value, str | int | float | Mapping):
        return value
    if isinstance(value, tuple) and all(isinstance(each, str) for each in value):
        return list(value)
    return np.asarray(value, dtype=np.float64).tolist()
