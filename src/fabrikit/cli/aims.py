"""What `fabrikit solve` asks of the last bone: --direction, --rotation, --rpy-deg, --angle-deg."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fabrikit.cli.values import parse_angle, parse_point, parse_rotation, parse_rpy
from fabrikit.errors import OptionError
from fabrikit.formats import SceneTarget


@dataclass(frozen=True)
class AimArguments:
    """What was typed: one for every target, or one for each --target in order."""

    direction: list[str] = field(default_factory=list)
    rotation: list[str] = field(default_factory=list)
    rpy_deg: list[str] = field(default_factory=list)
    angle_deg: list[str] = field(default_factory=list)


def aim_targets(
    targets: Sequence[SceneTarget], typed: int, arguments: AimArguments, dimension: int
) -> tuple[SceneTarget, ...]:
    """Return the targets with what was asked of the last bone; it replaces what a target says itself.

    Parameters
    ----------
    targets : sequence of SceneTarget
    typed : int
        How many of them, the first ones, were given by --target.
    arguments : AimArguments
    dimension : int

    Raises
    ------
    OptionError
        Two kinds of aim, another number of them, or one that cannot be read.
    """
    aims = read_aims(arguments, typed, dimension)
    if not aims:
        return tuple(targets)
    if len(aims) == 1:
        return tuple(replace(target, **aims[0]) for target in targets)
    first = [replace(target, **aim) for target, aim in zip(targets[:typed], aims, strict=True)]
    return (*first, *targets[typed:])


def read_aims(arguments: AimArguments, typed: int, dimension: int) -> list[dict[str, Any]]:
    """Return what was typed, read: nothing, one for all, or one for each of the `typed` targets. Raises OptionError."""
    given = [(f"--{name.replace('_', '-')}", values) for name, values in vars(arguments).items() if values]
    if not given:
        return []
    if len(given) > 1:
        raise OptionError(f"{given[0][0]} and {given[1][0]}: give one of them")
    ((option, values),) = given
    if len(values) not in (1, typed):
        raise OptionError(f"{option}: {len(values)} for {typed} --target; give one for all, or one for each --target")
    return [_read(option, text, dimension) for text in values]


def _read(option: str, text: str, dimension: int) -> dict[str, Any]:
    flat = dimension == 2
    if flat and option in ("--rotation", "--rpy-deg"):
        raise OptionError(f"{option}: is for 3D; in 2D give --angle-deg or --direction")
    if not flat and option == "--angle-deg":
        raise OptionError("--angle-deg: is for 2D; in 3D give --direction, --rotation or --rpy-deg")
    none: dict[str, Any] = {"direction": None, "rotation": None, "angle": None}
    readers: dict[str, tuple[str, Callable[[], object]]] = {
        "--direction": ("direction", lambda: parse_point(text, option, dimension)),
        "--rotation": ("rotation", lambda: parse_rotation(text, option)),
        "--rpy-deg": ("rotation", lambda: parse_rpy(text, option)),
        "--angle-deg": ("angle", lambda: parse_angle(text, option)),
    }
    name, read = readers[option]
    return none | {name: read()}
