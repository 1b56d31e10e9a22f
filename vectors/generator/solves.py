"""Cases of solving. A family is one circumstance; each walks through dimensions, methods and tolerances.

What a family is named after is what is asked: how it ends is the kernel's to say. `generator.rare` adds the ends that
only few questions come to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from generator.draw import Draw, Joints, Vector, axis, lay, moved, plus, reach, scaled, straight, times
from golden import Case

TOLERANCES = {"exact": 0.0, "1e-12": 1e-12, "1e-6": 1e-6, "1e-3": 1e-3}
"""Relative to the outer reach."""

METHODS = ("auto", "fabrik")
COMPARED = (
    "ccd",
    "jacobian-transpose",
    "dls",
    "dls-dense",
    "pseudo-inverse",
    "sdls",
    "ftl",
    "triangulation",
)
MAX_ITERATIONS = 100


def question(
    name: str,
    joints: Joints,
    target: Vector,
    *,
    tolerance: float = 1e-6,
    method: str = "auto",
    max_iterations: int = MAX_ITERATIONS,
    **more: Any,
) -> Case:
    """Ask one solve. `more`: start (joints), base, pole_point, pole_direction (vectors), reach_test ("off")."""
    case = Case("solve", name).ask_rows("joint", joints).ask("target", *target)
    case.ask("tolerance", tolerance).ask("max_iterations", max_iterations).ask("method", method)
    for key, value in more.items():
        if key == "start":
            case.ask_rows(key, value)
        elif key == "reach_test":
            case.ask(key, value)
        else:
            case.ask(key, *value)
    return case


def everywhere() -> Iterator[tuple[str, int, str]]:
    """Walk through the names and values of all dimensions and methods."""
    for dimension in (2, 3):
        for method in METHODS:
            yield f"{dimension}d-{method}", dimension, method


def ordinary() -> Iterator[Case]:
    """Bent chains of several sizes, targets well within reach, every tolerance."""
    draw = Draw("ordinary")
    for where, dimension, method in everywhere():
        for bones in (1, 2, 3, 5, 10):
            lengths = draw.lengths(bones)
            inner, outer = reach(lengths)
            for name, tolerance in TOLERANCES.items():
                joints = draw.joints(lengths, dimension)
                distance = inner + (outer - inner) * draw.uniform(0.1, 0.9)
                target = times(distance, draw.direction(dimension))
                more: dict[str, Any] = {"tolerance": tolerance * outer, "method": method}
                yield question(f"{where}-{bones}-bones-{name}", joints, target, **more)
        lengths = [1.0] * 40
        joints = draw.joints(lengths, dimension)
        target = times(25.0, draw.direction(dimension))
        yield question(f"{where}-40-bones", joints, target, tolerance=4e-5, method=method)


def ends_of_reach() -> Iterator[Case]:
    """Targets at, just inside and beyond both ends of the reach; lengths and axes that are exact in binary."""
    draw = Draw("ends of reach")
    lengths = [0.5, 4.0, 1.0, 0.25]  # reach 2.25 to 5.75
    distances = {
        "outer": 5.75,
        "outer-minus-1e-12": 5.75 * (1 - 1e-12),
        "outer-minus-1e-6": 5.75 * (1 - 1e-6),
        "outer-minus-1e-3": 5.75 * (1 - 1e-3),
        "outer-plus-1e-12": 5.75 * (1 + 1e-12),
        "too-far": 8.0,
        "very-far": 2.0**60,
        "inner": 2.25,
        "inner-plus-1e-12": 2.25 * (1 + 1e-12),
        "inner-plus-1e-3": 2.25 * (1 + 1e-3),
        "inner-minus-1e-12": 2.25 * (1 - 1e-12),
        "too-near": 1.0,
        "on-base": 0.0,
    }
    for where, dimension, method in everywhere():
        joints = draw.joints(lengths, dimension)
        for name, distance in distances.items():
            for tolerance in ("exact", "1e-6") if name in ("outer", "inner") else ("1e-6",):
                target = times(distance, axis(dimension, 1))
                more: dict[str, Any] = {"tolerance": TOLERANCES[tolerance] * 5.75, "method": method}
                yield question(f"{where}-{name}-{tolerance}", joints, target, **more)


def on_one_line() -> Iterator[Case]:
    """Straight and folded chains whose target lies on their own line, with and without a pole."""
    for where, dimension, method in everywhere():
        for index, sign in ((0, 1.0), (dimension - 1, -1.0)):
            along = axis(dimension, index, sign)
            joints = straight([1.0, 1.0, 1.0, 1.0], along)
            for name, way in (("ahead", 3.0), ("on-a-joint", 2.0), ("on-base", 0.0), ("behind", -2.5), ("at-tip", 4.0)):
                target = times(way, along)
                axis_name = ("+x", "-y", "-z")[index]
                yield question(f"{where}-{axis_name}-{name}", joints, target, method=method)
        oblique = straight([1.0, 2.0, 1.0], times(0.25, [2.0, 3.0, 1.0][:dimension]))
        yield question(f"{where}-oblique-ahead", oblique, times(0.5, oblique[-1]), method=method)
        folded = lay([2.0, 1.0, 1.0], [axis(dimension, 0), axis(dimension, 0, -1.0), axis(dimension, 0)])
        yield question(f"{where}-folded-ahead", folded, [3.0, *axis(dimension, 0)[1:]], method=method)
        # Folded so that the two longest bones point apart: which one counts decides the side.
        apart = lay([2.0, 1.0, 2.0], [axis(dimension, 0), axis(dimension, 0, -1.0), axis(dimension, 0, -1.0)])
        yield question(f"{where}-two-longest-on-base", apart, [0.0] * dimension, method=method)
        # A bend too small to see: the chain keeps to its side or has to choose one.
        for name, height in (("hair", 2.0**-15), ("trace", 2.0**-30), ("dust", 2.0**-60)):
            almost = straight([1.0, 1.0, 1.0], axis(dimension, 0))
            almost[1] = plus(almost[1], times(-height, axis(dimension, 1)))
            yield question(f"{where}-almost-straight-{name}", almost, times(2.0, axis(dimension, 0)), method=method)


def zero_bones() -> Iterator[Case]:
    """Bones of no length, at the base, inside, at the tip and all of them; coincident joints of a folded chain."""
    draw = Draw("zero bones")
    for where, dimension, method in everywhere():
        for name, lengths in (
            ("at-base", [0.0, 1.0, 1.0, 1.0]),
            ("inside", [1.0, 0.0, 0.0, 1.5]),
            ("at-tip", [1.0, 1.0, 0.0]),
            ("all", [0.0, 0.0]),
        ):
            joints = draw.joints(lengths, dimension)
            yield question(f"{where}-{name}", joints, times(0.9, draw.direction(dimension)), method=method)
        ahead, back = axis(dimension, 0), axis(dimension, 0, -1.0)
        folded = lay([1.0, 1.0, 1.0], [ahead, back, ahead])
        yield question(f"{where}-coincident-joints", folded, times(1.5, axis(dimension, 1)), method=method)


def places_and_scales() -> Iterator[Case]:
    """The same chain far from the origin, at 2^200 and at 2^-200, and in an uneven scale."""
    draw = Draw("places and scales")
    for where, dimension, method in everywhere():
        lengths = draw.lengths(5)
        joints = draw.joints(lengths, dimension)
        target = times(0.7 * reach(lengths)[1], draw.direction(dimension))
        offset = [2.0**10 + 0.3, -(2.0**12) - 0.7, 2.0**11][:dimension]
        for size in (1.0, 2.0**20):
            by = times(size, offset)
            yield question(f"{where}-far-{size:g}", moved(joints, by), plus(target, by), method=method, tolerance=0.0)
        for exponent in (200, -200, 1, -3):
            factor = 2.0**exponent
            more: dict[str, Any] = {"method": method, "tolerance": 1e-9 * factor}
            yield question(f"{where}-scale-{exponent}", scaled(joints, factor), times(factor, target), **more)
        uneven = draw.joints([1e-3, 1.0, 300.0, 0.1], dimension)
        yield question(f"{where}-uneven", uneven, times(300.05, draw.direction(dimension)), method=method)


def poles() -> Iterator[Case]:
    """Poles as points and directions: to one side, to the other, on the axis; straight, bent and unreached chains."""
    draw = Draw("poles")
    for where, dimension, method in everywhere():
        aside = axis(dimension, 1)
        bent = draw.joints([1.0, 1.0, 1.0], dimension)
        rests = {"straight": straight([1.0, 1.0, 1.0], axis(dimension, 0)), "bent": bent}
        sides: dict[str, dict[str, Any]] = {
            "point": {"pole_point": plus(times(5.0, aside), axis(dimension, 0))},
            "other-side": {"pole_point": times(-5.0, aside)},
            "direction": {"pole_direction": plus(aside, axis(dimension, 0))},
            "on-axis": {"pole_point": times(2.0, axis(dimension, 0))},
        }
        for rest, joints in rests.items():
            for side, pole in sides.items():
                yield question(f"{where}-{rest}-{side}", joints, times(2.0, axis(dimension, 0)), method=method, **pole)
        for name, target in (("too-far", times(4.0, axis(dimension, 0))), ("already-there", bent[-1])):
            yield question(f"{where}-{name}", bent, target, method=method, **sides["point"])
        base = times(2.0, aside)
        for side, pole in sides.items():
            target = plus(base, axis(dimension, 0))
            yield question(f"{where}-own-base-{side}", bent, target, base=base, method=method, **pole)
    slanted = draw.joints([1.0, 2.0, 1.0, 0.5], 3)
    for index in range(3):
        more: dict[str, Any] = {"pole_direction": draw.direction(3), "tolerance": 0.0}
        yield question(f"3d-auto-slanted-{index}", slanted, times(2.0, draw.direction(3)), **more)


def starts() -> Iterator[Case]:
    """Starts and bases of their own: another pose or place, other bone lengths, lost directions, already there."""
    draw = Draw("starts")
    for where, dimension, method in everywhere():
        lengths = draw.lengths(4)
        outer = reach(lengths)[1]
        rest, other = draw.joints(lengths, dimension), draw.joints(lengths, dimension)
        target = times(0.6 * outer, draw.direction(dimension))
        base = [0.3, -0.2, 0.1][:dimension]
        for name, more in (
            ("other-pose", {"start": other}),
            ("other-place", {"start": moved(other, base)}),
            ("other-lengths", {"start": scaled(other, 1.7)}),
            ("lost-directions", {"start": [other[0], other[0], other[1], other[1], other[2]]}),
            ("lost-directions-elsewhere", {"start": moved([other[0], other[0], *other[1:4]], base)}),
            ("coincident", {"start": [other[0]] * 5}),
            ("own-base", {"base": base}),
            ("own-base-opposite", {"base": base, "start": moved(other, times(-1.0, base))}),
            ("own-base-and-start", {"base": base, "start": moved(other, times(3.0, base))}),
        ):
            yield question(f"{where}-{name}", rest, target, method=method, tolerance=1e-9, **more)
        yield question(f"{where}-already-there", rest, rest[-1], method=method, tolerance=0.0)
        yield question(f"{where}-already-there-moved", rest, plus(rest[-1], base), base=base, method=method)


def limits_of_effort() -> Iterator[Case]:
    """Few iterations, and the paper's algorithm without its test of reach."""
    draw = Draw("limits of effort")
    for where, dimension, method in everywhere():
        lengths = draw.lengths(8)
        joints = draw.joints(lengths, dimension)
        target = times(0.97 * reach(lengths)[1], draw.direction(dimension))
        for most in (1, 2, 3, 4, 6):
            yield question(f"{where}-at-most-{most}", joints, target, method=method, max_iterations=most, tolerance=0.0)
    for dimension in (2, 3):
        joints = draw.joints([1.0, 2.0, 1.0], dimension)
        for name, distance in (("too-far", 6.0), ("at-outer", 4.0), ("within", 3.0)):
            more: dict[str, Any] = {"reach_test": "off", "max_iterations": 30, "method": "fabrik"}
            target = times(distance, draw.direction(dimension))
            yield question(f"{dimension}d-no-reach-test-{name}", joints, target, **more)


def compared() -> Iterator[Case]:
    """Every method of comparison: within reach, at its ends and beyond, on a line, with bones of no length."""
    draw = Draw("compared")
    for dimension in (2, 3):
        for method in COMPARED:
            where = f"{dimension}d-{method}"
            for bones in (1, 2, 3, 7):
                lengths = draw.lengths(bones)
                inner, outer = reach(lengths)
                target = times(inner + (outer - inner) * draw.uniform(0.1, 0.9), draw.direction(dimension))
                yield question(f"{where}-{bones}-bones", draw.joints(lengths, dimension), target, method=method)
            joints = draw.joints([1.0, 3.0, 0.5], dimension)
            for name, distance in (("too-far", 6.0), ("at-outer", 4.5), ("at-inner", 1.5), ("too-near", 1.0)):
                more: dict[str, Any] = {"method": method, "max_iterations": 20}
                target = times(distance, draw.direction(dimension))
                yield question(f"{where}-{name}", joints, target, **more)
                yield question(f"{where}-{name}-no-reach-test", joints, target, reach_test="off", **more)
            along = axis(dimension, 0)
            line = straight([1.0, 1.0, 1.0], along)
            yield question(f"{where}-on-a-line", line, times(1.5, along), method=method)
            yield question(f"{where}-behind-on-a-line", line, times(-2.0, along), method=method)
            gaps = draw.joints([0.0, 1.0, 0.0, 1.0, 0.0], dimension)
            yield question(f"{where}-zero-bones", gaps, times(1.2, draw.direction(dimension)), method=method)
            rest = moved(draw.joints([1.0, 2.0, 1.0, 1.0], dimension), times(1000.0, along))
            target = plus(rest[0], times(3.0, draw.direction(dimension)))
            yield question(f"{where}-far-away", rest, target, method=method, max_iterations=4)


FAMILIES: Sequence[Any] = (
    ordinary,
    ends_of_reach,
    on_one_line,
    zero_bones,
    places_and_scales,
    poles,
    starts,
    limits_of_effort,
    compared,
)
