"""Cases of chains with limits. A family is one circumstance: kinds of joints, the plane, aims, poles, starts."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

from generator.draw import Draw, Joints, Vector, axis, moved, norm, plus, scaled, times
from generator.joints import (
    DEGREE,
    FIXED,
    FREE,
    Kind,
    cone,
    hinge,
    laid_out,
    oval,
    rotated,
    stiff,
    straight_rest,
    turn_inside,
    twisting,
)
from golden import Case

CLAMPS = {"auto": ("auto", "both"), "both": ("fabrik", "both"), "from_base": ("fabrik", "from_base")}
"""Name of a way to solve: its method and its clamp."""

Y = (0.0, 1.0, 0.0)
TILTED = (0.48, 0.6, 0.64)

ALIKE: dict[str, Kind] = {
    "free": FREE,
    "cone-0": cone(0.0),
    "cone-1e-9": cone(1e-9),
    "cone-15": cone(15 * DEGREE),
    "cone-90": cone(90 * DEGREE),
    "cone-150": cone(150 * DEGREE),
    "cone-almost-pi": cone(math.pi - 1e-8),
    "cone-pi": cone(math.pi),
    "oval-narrow": oval([0.5, 0.2, 0.3, 0.7], Y),
    "oval-wide": oval([2.5, 0.4, 1.2, 2.0], Y),
    "oval-flat": oval([0.8, 0.0, 0.6, 0.0], (0.0, 0.6, 0.8)),
    "twist": twisting(FREE, -0.4, 0.2),
    "cone-twist": twisting(cone(40 * DEGREE), -0.1, 1.0),
    "oval-twist": twisting(oval([1.8, 0.9, 0.4, 1.5], Y), 0.0, 0.3),
    "hinge-y": hinge(-0.2, 1.9, Y),
    "hinge-tilted": hinge(-1.0, 0.7, TILTED),
    "hinge-whole": hinge(-math.pi, math.pi, Y),
    "hinge-across-pi": hinge(-0.5, 4.5, Y),
    "hinge-global": hinge(-1.2, 1.2, Y, "global"),
}

MIXED: dict[str, list[Kind]] = {
    "arm": [twisting(cone(1.9), -1.2, 1.5), hinge(0.0, 2.6, Y), oval([0.6, 1.2, 0.5, 1.1], Y)],
    "finger": [oval([0.3, 1.5, 0.3, 0.4], Y), hinge(0.0, 1.9, Y), hinge(0.0, 1.4, Y)],
    "robot": [hinge(-2.9, 2.9), hinge(-1.8, 1.8, Y), FIXED, hinge(-2.9, 2.9, TILTED), hinge(0.0, 3.7, Y)],
    "leg": [cone(1.2), hinge(-2.4, 0.0, Y), hinge(-0.7, 0.7, Y, "global"), FREE],
    "shut": [hinge(0.0, 0.0, Y), cone(0.0), FIXED, cone(1.0), hinge(0.0, 0.0, Y)],
}


def question(name: str, rest: Joints, kinds: Sequence[Kind], target: Vector, **more: Any) -> Case:
    """Ask one solve. `more`: tolerance, max_iterations, method, clamp, rotation_tolerance, and vectors and rows."""
    case = Case("solve_limited", name).ask_rows("joint", rest)
    for kind in kinds:
        case.ask("type", *kind.line())
    case.ask("target", *target)
    defaults = {"tolerance": 1e-6, "max_iterations": 200, "method": "auto", "clamp": "both", "rotation_tolerance": 1e-6}
    for key, value in (defaults | more).items():
        if key in ("start", "start_turn"):
            case.ask_rows(key, value)
        else:
            case.ask(key, *(value if isinstance(value, list) else [value]))
    return case


def posed(draw: Draw, rest: Joints, kinds: Sequence[Kind]) -> tuple[Joints, list[list[float]], list[float]]:
    """Draw a pose inside the limits: joints, turns, frame of the last bone."""
    steps = [plus(b, times(-1.0, a)) for a, b in itertools.pairwise(rest)]
    bones = [times(1 / (norm(step) or 1.0), step) for step in steps]
    turns = [turn_inside(draw, kind, bone) for kind, bone in zip(kinds, bones, strict=True)]
    joints, frame = laid_out(rest, kinds, turns)
    return joints, turns, frame


def bent_rest(draw: Draw, bones: int) -> Joints:
    """Draw a rest pose of its own bone directions."""
    return draw.joints(draw.lengths(bones), 3)


def limits_joints() -> Iterator[Case]:
    """Every kind of joint, alone in its chain: within reach, anywhere, and behind the base; every way to solve."""
    draw = Draw("limits joints")
    rest = straight_rest(4)
    for name, kind in ALIKE.items():
        kinds = [kind] * 4
        targets = {
            "within": posed(draw, rest, kinds)[0][-1],
            "anywhere": times(draw.uniform(1, 4), draw.direction(3)),
            "behind": [-3.5, 0.25, 0.0],
        }
        for where, target in targets.items():
            for way, (method, clamp) in CLAMPS.items():
                if where == "anywhere" or way != "from_base":
                    yield question(f"{name}-{where}-{way}", rest, kinds, target, method=method, clamp=clamp)


def limits_mixed() -> Iterator[Case]:
    """Joints of several kinds in chains that rest straight or bent."""
    draw = Draw("limits mixed")
    for name, kinds in MIXED.items():
        for way, (method, clamp) in CLAMPS.items():
            rest = straight_rest(len(kinds))
            inside = posed(draw, rest, kinds)[0][-1]
            yield question(f"{name}-within-{way}", rest, kinds, inside, method=method, clamp=clamp)
            anywhere = times(0.8 * len(kinds), draw.direction(3))
            yield question(f"{name}-anywhere-{way}", rest, kinds, anywhere, method=method, clamp=clamp)
        cones = [cone(0.4 + 0.3 * index) for index in range(len(kinds))]
        rest = bent_rest(draw, len(kinds))
        for way, (method, clamp) in CLAMPS.items():
            inside = posed(draw, rest, cones)[0][-1]
            yield question(f"bent-cones-{len(kinds)}-{name}-{way}", rest, cones, inside, method=method, clamp=clamp)


def limits_flat() -> Iterator[Case]:
    """Chains in the plane: ranges to both sides, to one, across half a turn, whole, shut; with the tool's angle."""
    draw = Draw("limits flat")
    ranges = {"both": (-0.5, 0.7), "one": (0.0, 1.5), "across-pi": (-0.5, 4.5), "shut": (0.0, 0.0)}
    ranges |= {"across-minus-pi": (-4.0, 0.2), "whole": (-math.pi, math.pi)}
    rest = straight_rest(4)
    for name, (lower, upper) in ranges.items():
        kinds = [hinge(-math.pi, math.pi), *[hinge(lower, upper)] * 3]
        flat = [joint[:2] for joint in rest]
        pose, turns, frame = posed(draw, rest, kinds)
        for where, target in (("within", pose[-1][:2]), ("behind", [-3.0, 0.5])):
            for way, (method, clamp) in CLAMPS.items():
                yield question(f"{name}-{where}-{way}", flat, kinds, target, method=method, clamp=clamp)
        aim = rotated(frame, axis(3, 0))
        yield question(f"{name}-tool-angle", flat, kinds, pose[-1][:2], aim_direction=aim)
        yield question(f"{name}-tool-elsewhere", flat, kinds, pose[-1][:2], aim_direction=axis(3, 1))
        yield question(f"{name}-pole", flat, kinds, pose[-1][:2], pole_direction=[0.0, 1.0])
        yield question(f"{name}-start", flat, kinds, pose[-1][:2], start=flat, start_turn=turns)


def limits_aims() -> Iterator[Case]:
    """The last bone's direction or rotation as part of the target, reachable or not, with loose and tight limits."""
    draw = Draw("limits aims")
    chains = {**MIXED, "cones": [cone(0.9)] * 5, "free": [FREE] * 4, "twists": [twisting(cone(0.8), -0.5, 0.5)] * 5}
    for name, kinds in chains.items():
        rest = straight_rest(len(kinds))
        pose, _, frame = posed(draw, rest, kinds)
        tip, direction = pose[-1], rotated(frame, axis(3, 0))
        yield question(f"{name}-direction", rest, kinds, tip, aim_direction=direction)
        yield question(f"{name}-rotation", rest, kinds, tip, aim_rotation=frame)
        yield question(f"{name}-direction-away", rest, kinds, tip, aim_direction=times(-1.0, direction))
        yield question(f"{name}-rotation-elsewhere", rest, kinds, tip, aim_rotation=[0.5, -0.5, 0.5, 0.5])
        more: dict[str, Any] = {"aim_direction": direction, "method": "fabrik"}
        yield question(f"{name}-direction-fabrik", rest, kinds, tip, **more)


def limits_poles() -> Iterator[Case]:
    """Poles of both kinds, which give way to limits."""
    draw = Draw("limits poles")
    chains = {
        "free": [FREE] * 4,
        "cones": [FREE, *[cone(1.0)] * 4],
        "held": [cone(0.3)] * 5,
        "arm": MIXED["arm"],
        "hinged": [cone(1.5), hinge(0.0, 2.5, Y), cone(0.7)],
        "oval-base": [oval([1.2, 0.6, 0.9, 1.5], Y), cone(1.1), cone(1.1)],
    }
    for name, kinds in chains.items():
        rest = straight_rest(len(kinds))
        target = posed(draw, rest, kinds)[0][-1]
        point = plus(times(0.5, target), times(2.0, draw.direction(3)))
        yield question(f"{name}-point", rest, kinds, target, pole_point=point)
        yield question(f"{name}-direction", rest, kinds, target, pole_direction=draw.direction(3))
        yield question(f"{name}-already-there", rest, kinds, rest[-1], pole_direction=axis(3, 2))
        yield question(f"{name}-on-the-line", rest, kinds, [0.6 * len(kinds), 0.0, 0.0], pole_direction=axis(3, 2))
        yield question(f"{name}-behind", rest, kinds, [-1.0, 0.2, 0.1], pole_direction=axis(3, 2))


def limits_starts() -> Iterator[Case]:
    """Starts with their turns, without, outside the limits, elsewhere; bones of no length; scales; already there."""
    draw = Draw("limits starts")
    for name, kinds in (MIXED | {"cones": [cone(0.8)] * 4}).items():
        rest = straight_rest(len(kinds))
        start, turns, _ = posed(draw, rest, kinds)
        target = posed(draw, rest, kinds)[0][-1]
        base = [0.3, -0.2, 0.1]
        outside = draw.joints([1.0] * len(kinds), 3)
        wild = [draw_turn(draw) for _ in kinds]
        for what, more in (
            ("turns", {"start": start, "start_turn": turns}),
            ("joints", {"start": start}),
            ("outside", {"start": outside}),
            ("turns-outside", {"start": rest, "start_turn": wild}),
            ("base", {"start": start, "start_turn": turns, "base": base}),
            ("other-lengths", {"start": scaled(moved(start, base), 1.5)}),
        ):
            yield question(f"{name}-{what}", rest, kinds, target, **more)
        yield question(f"{name}-there", rest, kinds, start[-1], start=start, start_turn=turns)
        yield question(f"{name}-there-exactly", rest, kinds, rest[-1], tolerance=0.0)
        coincident = [rest[0], *rest[:-1]]
        yield question(f"{name}-no-length", coincident, kinds, times(0.7, target))
        for exponent in (-200, 200):
            size = 2.0**exponent
            grown = scaled(rest, size)
            yield question(f"{name}-2^{exponent}", grown, kinds, times(size, target), tolerance=1e-6 * size)
        yield question(f"{name}-far-origin", moved(rest, [1e4, 3.0, -7.0]), kinds, plus(target, [1e4, 3.0, -7.0]))


def draw_turn(draw: Draw) -> list[float]:
    """Draw any unit quaternion."""
    while True:
        turn = [draw.uniform(-1, 1) for _ in range(4)]
        if 0.1 < norm(turn) < 1:
            return times(1 / norm(turn), turn)


def limits_effort() -> Iterator[Case]:
    """Few iterations, stiff joints, straight chains with their target ahead, and targets out of all reach."""
    draw = Draw("limits effort")
    kinds = [cone(0.5)] * 6
    rest = straight_rest(6)
    for most in (1, 2, 3, 5, 9, 40):
        for name, target in (("within", posed(draw, rest, kinds)[0][-1]), ("behind", [-1.0, 0.5, 2.0])):
            yield question(f"at-most-{most}-{name}", rest, kinds, target, max_iterations=most, tolerance=1e-9)
    for name, kinds in MIXED.items():
        rest = straight_rest(len(kinds))
        target = posed(draw, rest, kinds)[0][-1]
        lazy = [
            kind if kind.name in ("free", "fixed") else stiff(kind, 0.3 * (index % 4))
            for index, kind in enumerate(kinds)
        ]
        yield question(f"{name}-stiff", rest, lazy, target)
        yield question(f"{name}-ahead", rest, kinds, [0.5 * len(kinds), 0.0, 0.0])
        yield question(f"{name}-too-far", rest, kinds, times(2.0 * len(kinds), draw.direction(3)))
        yield question(f"{name}-exact", rest, kinds, target, tolerance=0.0)
    rigid = [stiff(cone(1.0), 1.0), cone(1.0), stiff(hinge(-1.0, 1.0, Y), 1.0), cone(1.0)]
    yield question("rigid", straight_rest(4), rigid, [2.0, 1.0, 1.0])
    uneven = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.5, 0.0, 0.0], [5.0, 0.0, 0.0]]
    yield question("too-near", uneven, [cone(3.0)] * 3, [0.5, 0.5, 0.0])


FAMILIES = (limits_joints, limits_mixed, limits_flat, limits_aims, limits_poles, limits_starts, limits_effort)
