"""From the arguments of `fabrikit solve` to one scene."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from fabrikit.cli.aims import AimArguments, aim_targets
from fabrikit.cli.bodies import body_scene
from fabrikit.cli.values import parse_count, parse_number, parse_point, parse_pose, parse_soft_reach
from fabrikit.errors import FormatError, OptionError, near_name
from fabrikit.formats import BodyScene, Scene, SceneOptions, SceneTarget, load_scene, load_targets, parse_scene
from fabrikit.presets import NAMES, preset_text
from fabrikit.solve import Pole

_OTHER_FORMATS = (".urdf", ".xml", ".mjcf", ".bvh", ".gltf", ".glb", ".vrm")


@dataclass(frozen=True)
class SolveArguments:
    """What was typed behind `fabrikit solve`; None is "not given"."""

    body: str
    target: list[str]
    targets: str | None = None
    columns: str | None = None
    start: str | None = None
    base: str | None = None
    pole: str | None = None
    pole_direction: str | None = None
    tolerance: str | None = None
    max_iterations: str | None = None
    method: str | None = None
    rotation_tolerance: str | None = None
    clamp: str | None = None
    soft_reach: str | None = None
    stretch: str | None = None
    follow: bool | None = None
    tip: str | None = None
    mode: str | None = None
    aims: AimArguments = field(default_factory=AimArguments)


def read_arguments(arguments: SolveArguments) -> Scene | BodyScene:
    """Return the scene that is asked for: the file or preset, with what the options change in it.

    Raises
    ------
    FormatError, OptionError
        A file or an option is wrong.
    OSError
        A file cannot be read.
    """
    if arguments.body == "-" and arguments.targets == "-":
        raise OptionError("BODY and --targets are both '-': standard input can be read once")
    scene = read_body(arguments.body)
    if isinstance(scene, BodyScene):
        return body_scene(scene, arguments)
    for name in ("tip", "mode"):
        if getattr(arguments, name) is not None:
            raise OptionError(f"--{name}: is for skeletons, and BODY is a chain")
    targets = _targets(arguments, scene)
    if not targets:
        raise OptionError("there is no target: BODY has none; add --target x,y,z or --targets FILE")
    targets = aim_targets(targets, len(arguments.target), arguments.aims, scene.body.dimension)
    return replace(scene, targets=targets, options=_options(arguments, scene))


def read_chain(body: str) -> Scene:
    """Return the scene of a chain. Raises OptionError for a skeleton, and what `read_body` raises."""
    scene = read_body(body)
    if isinstance(scene, BodyScene):
        raise OptionError(f"BODY: {body} is a skeleton; this command is for chains")
    return scene


def read_body(body: str) -> Scene | BodyScene:
    """Return the scene that a preset's name, a file or "-" (standard input) names."""
    if body in NAMES:
        return parse_scene(preset_text(body), body)
    if body == "-":
        return load_scene(sys.stdin)
    path = Path(body)
    if not path.exists():
        known = ", ".join(NAMES)
        raise OptionError(f"BODY: {body!r} is neither a file nor a preset ({known}).{near_name(body, NAMES)}")
    if path.suffix.lower() in _OTHER_FORMATS:
        raise FormatError(f"this version reads scene files (JSON), not {path.suffix}", path=body)
    return load_scene(path)


def _targets(arguments: SolveArguments, scene: Scene) -> tuple[SceneTarget, ...]:
    """Return the targets typed and those of the table, in this order; without either, those of the scene."""
    dimension = scene.body.dimension
    typed = tuple(SceneTarget(parse_point(text, "--target", dimension)) for text in arguments.target)
    columns = None if arguments.columns is None else arguments.columns.split(",")
    if arguments.targets is None:
        if columns is not None:
            raise OptionError("--columns names columns of a table; it goes with --targets FILE")
        return typed or scene.targets
    source = sys.stdin if arguments.targets == "-" else Path(arguments.targets)
    return typed + load_targets(source, dimension, columns)


def _options(arguments: SolveArguments, scene: Scene) -> SceneOptions:
    dimension = scene.body.dimension
    if arguments.pole is not None and arguments.pole_direction is not None:
        raise OptionError("--pole and --pole-direction: give one of them")
    readers: dict[str, tuple[str, Callable[[str], object]]] = {
        "start": ("start", lambda text: parse_pose(text, dimension)),
        "base": ("base", lambda text: parse_point(text, "--base", dimension)),
        "pole": ("pole", lambda text: Pole(parse_point(text, "--pole", dimension))),
        "pole_direction": (
            "pole",
            lambda text: Pole(direction=parse_point(text, "--pole-direction", dimension)),
        ),
        "tolerance": ("tolerance", lambda text: parse_number(text, "--tolerance")),
        "max_iterations": ("max_iterations", lambda text: parse_count(text, "--max-iterations")),
        "method": ("method", str),
        "rotation_tolerance": ("rotation_tolerance", lambda text: parse_number(text, "--rotation-tolerance")),
        "clamp": ("clamp", str),
        "soft_reach": ("soft_reach", lambda text: parse_soft_reach(text, "--soft-reach")),
        "stretch": ("stretch", lambda text: parse_number(text, "--stretch")),
    }
    typed = {name: getattr(arguments, name) for name in readers}
    changes = {readers[name][0]: readers[name][1](text) for name, text in typed.items() if text is not None}
    if arguments.follow is not None:
        changes["follow"] = arguments.follow
    return replace(scene.options, **changes)  # type: ignore[arg-type]  # each reader returns what its option is
