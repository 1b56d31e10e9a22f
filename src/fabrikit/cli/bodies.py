"""From the arguments of `fabrikit solve` to the scene of a skeleton."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabrikit.cli.aims import AimArguments, read_aims
from fabrikit.cli.values import parse_count, parse_number, parse_point
from fabrikit.errors import OptionError
from fabrikit.formats import BodyOptions, BodyScene, BodyTargets, load_targets
from fabrikit.formats.body_reader import read_q
from fabrikit.formats.cursor import Cursor
from fabrikit.model import Skeleton
from fabrikit.solve import Pole, Target
from fabrikit.solve.body_target import effectors, read_targets, read_tip

if TYPE_CHECKING:
    from fabrikit.cli.inputs import SolveArguments

_FOR_CHAINS = ("clamp", "soft_reach", "stretch")


def body_scene(scene: BodyScene, arguments: SolveArguments) -> BodyScene:
    """Return the scene with what was typed in it. Raises OptionError or FormatError."""
    for name in _FOR_CHAINS:
        if getattr(arguments, name) is not None:
            raise OptionError(f"--{name.replace('_', '-')}: is for chains, and BODY is a skeleton")
    typed = _typed(scene.body, arguments) + _table(scene.body, arguments)
    targets = typed or _for_tip(scene, arguments)
    if not targets:
        raise OptionError("there is no target: BODY has none; add --target NAME=x,y,z or --tip NAME --target x,y,z")
    pole = _pole(arguments, scene.body.dimension)
    if pole is not None:
        targets = tuple(replace(each, tips=_with_pole(each.tips, pole)) for each in targets)
    for each in targets:
        effectors(read_targets(each.tips, None, scene.body), scene.body)
    return replace(scene, targets=targets, options=_options(scene, arguments))


def _typed(body: Skeleton, arguments: SolveArguments) -> tuple[BodyTargets, ...]:
    """Return the targets that were typed: those with names all at once, those of one tip one after the other."""
    aims = _aims(arguments.aims, len(arguments.target), body.dimension)
    named: dict[str, Target] = {}
    single: list[BodyTargets] = []
    for text, aim in zip(arguments.target, aims, strict=True):
        name, mark, numbers = text.rpartition("=")
        target = Target(parse_point(numbers, "--target", body.dimension), **aim)
        if not mark:
            single.append(BodyTargets({read_tip(arguments.tip, body): target}))
        elif name in named:
            raise OptionError(f"--target {text}: {name!r} has a target already; a joint has one at a time")
        else:
            named[read_tip(name, body)] = target
    if named and single:
        raise OptionError("--target: give all with names (NAME=x,y,z, met at once), or all without (of one --tip)")
    if named and arguments.tip is not None:
        raise OptionError("--tip: goes with --target x,y,z; NAME=x,y,z names its own joint")
    return (BodyTargets(named),) if named else tuple(single)


def _aims(arguments: AimArguments, count: int, dimension: int) -> Sequence[dict[str, Any]]:
    aims = read_aims(arguments, count, dimension)
    if not aims:
        return [{}] * count
    return aims * count if len(aims) == 1 else aims


def _table(body: Skeleton, arguments: SolveArguments) -> tuple[BodyTargets, ...]:
    columns = None if arguments.columns is None else arguments.columns.split(",")
    if arguments.targets is None:
        if columns is not None:
            raise OptionError("--columns names columns of a table; it goes with --targets FILE")
        return ()
    tip = read_tip(arguments.tip, body)
    source = sys.stdin if arguments.targets == "-" else Path(arguments.targets)
    rows = load_targets(source, body.dimension, columns)
    aims = read_aims(arguments.aims, len(arguments.target), body.dimension)
    aim = aims[0] if len(aims) == 1 else {}
    return tuple(BodyTargets({tip: Target(row.position, **aim)}, row.name, row.time) for row in rows)


def _for_tip(scene: BodyScene, arguments: SolveArguments) -> tuple[BodyTargets, ...]:
    """Return the scene's own targets; `--tip` leaves only those of one joint."""
    if arguments.tip is None:
        return scene.targets
    tip = read_tip(arguments.tip, scene.body)
    return tuple(replace(each, tips={tip: each.tips[tip]}) for each in scene.targets if tip in each.tips)


def _pole(arguments: SolveArguments, dimension: int) -> Pole | None:
    if arguments.pole is not None and arguments.pole_direction is not None:
        raise OptionError("--pole and --pole-direction: give one of them")
    if arguments.pole is not None:
        return Pole(parse_point(arguments.pole, "--pole", dimension))
    if arguments.pole_direction is not None:
        return Pole(direction=parse_point(arguments.pole_direction, "--pole-direction", dimension))
    return None


def _with_pole(tips: Any, pole: Pole) -> dict[str, Target]:
    if len(tips) > 1:
        raise OptionError("--pole: goes with one target at a time; a scene file gives each target its own")
    return {name: replace(target, pole=pole) for name, target in tips.items()}


def _options(scene: BodyScene, arguments: SolveArguments) -> BodyOptions:
    body = scene.body
    readers: dict[str, Callable[[str], object]] = {
        "start": lambda text: read_q(_start_text(text), body),
        "base": lambda text: parse_point(text, "--base", body.dimension),
        "tolerance": lambda text: parse_number(text, "--tolerance"),
        "max_iterations": lambda text: parse_count(text, "--max-iterations"),
        "method": str,
        "mode": str,
        "rotation_tolerance": lambda text: parse_number(text, "--rotation-tolerance"),
    }
    given = {name: read(getattr(arguments, name)) for name, read in readers.items() if getattr(arguments, name)}
    if arguments.follow is not None:
        given["follow"] = arguments.follow
    return replace(scene.options, **given)  # type: ignore[arg-type]  # each reader returns what its option is


def _start_text(text: str) -> Cursor:
    """Return the numbers that stand in the argument, or in the file that it names."""
    if text.lstrip()[:1] in ("[", "{"):
        return Cursor.of_text(text, "--start")
    return Cursor.of_text(Path(text).read_text(encoding="utf-8"), text)
