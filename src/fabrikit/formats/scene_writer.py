"""Write scene files, version 1. Reading what was written gives the same bits."""

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np

from fabrikit.formats.body_scene import BodyScene
from fabrikit.formats.body_writer import body_scene_document
from fabrikit.formats.json_write import write_json
from fabrikit.formats.scene import VERSION, Scene, SceneOptions, SceneTarget
from fabrikit.formats.type_writer import type_document
from fabrikit.model import Chain
from fabrikit.solve import Pole
from fabrikit.solve.reach_options import SoftReach


def dump_scene(scene: Scene | BodyScene) -> str:
    """Return the scene as JSON text. Options that have their default are left out."""
    return write_json(scene_document(scene)) + "\n"


def scene_document(scene: Scene | BodyScene) -> dict[str, Any]:
    """Return the scene as the dictionaries, lists and numbers of its JSON."""
    if isinstance(scene, BodyScene):
        return body_scene_document(scene, VERSION)
    document: dict[str, Any] = {"fabrikit": VERSION}
    if scene.name:
        document["name"] = scene.name
    if scene.description:
        document["description"] = scene.description
    document["body"] = _body(scene.body)
    if scene.joint_names is not None:
        document["body"]["names"] = list(scene.joint_names)
    document["targets"] = [_target(target) for target in scene.targets]
    options = _options(scene.options)
    if options:
        document["options"] = options
    return document


def save_scene(scene: Scene | BodyScene, path: str | Path) -> None:
    """Write the scene to a file.

    Raises
    ------
    OSError
        The file cannot be written.
    """
    Path(path).write_text(dump_scene(scene), encoding="utf-8", newline="\n")


def _body(chain: Chain) -> dict[str, Any]:
    """Say the body by its joints, or by its lengths where joints would round them."""
    said: dict[str, Any]
    if np.array_equal(Chain(chain.joints).lengths, chain.lengths):
        said = {"joints": chain.joints.tolist()}
    else:
        base = chain.base.tolist()
        said = {"lengths": chain.lengths.tolist(), "dimension": chain.dimension, "base": base}
    if chain.has_limits:
        said["types"] = [type_document(kind) for kind in chain.types]
    if chain.base_direction is not None:
        said["base_direction"] = chain.base_direction.tolist()
    if chain.rest_rotations is not None:
        said["rest_rotations"] = chain.rest_rotations.tolist()
    return said


def _target(target: SceneTarget) -> Any:
    said = {name: _plain(value) for name, value in vars(target).items() if value is not None}
    return said["position"] if said.keys() == {"position"} else said


def _options(options: SceneOptions) -> dict[str, Any]:
    """Return the options that differ from their defaults, in the order of the dataclass."""
    default = SceneOptions()
    said = {name: value for name, value in vars(options).items() if value is not getattr(default, name)}
    return {name: _plain(value) for name, value in said.items() if _plain(value) != getattr(default, name)}


def _plain(value: Any) -> Any:
    if isinstance(value, Pole):
        return _plain(value.point) if value.point is not None else {"direction": _plain(value.direction)}
    if isinstance(value, SoftReach):
        return dataclasses.asdict(value)
    return value if isinstance(value, str | int | float) else np.asarray(value, dtype=np.float64).tolist()
