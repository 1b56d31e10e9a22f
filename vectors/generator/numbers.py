"""Cases of the numbers that enter a solve: trigonometry, bone lengths, reach and scale, forward kinematics."""

from __future__ import annotations

import math
from collections.abc import Iterator

from generator.draw import Draw, Joints, axis, moved, scaled, straight
from golden import Case

INFINITY = math.inf
LARGEST = math.ldexp(2 - 2.0**-52, 1023)
SMALLEST = math.ldexp(1.0, -1074)


def trigonometry() -> Iterator[Case]:
    """Sine and cosine in all quadrants and ranges of their domain; the angle of points of any size."""
    draw = Draw("trigonometry")
    yield _angles("small", [0.0, SMALLEST, 2.0**-1022, 2.0**-27, 2.0**-26, 0.1, 0.5])
    edges = [k * (math.pi / 4) for k in range(1, 17)]
    yield _angles("quadrant-edges", [math.nextafter(edge, to) for edge in edges for to in (0.0, edge, INFINITY)])
    yield _angles("ordinary", [draw.uniform(0, 7) for _ in range(40)])
    yield _angles("large", [*(draw.spread(3, 20) for _ in range(30)), 1e6, 2.0**20])
    yield _angles("out-of-domain", [math.nextafter(2.0**20, INFINITY), LARGEST, INFINITY, math.nan])
    specials = [0.0, -0.0, 1.0, -1.0, SMALLEST, -SMALLEST, INFINITY, -INFINITY]
    yield Case("atan2", "specials").ask_rows("y_x", [[y, x] for y in specials for x in specials])
    yield Case("atan2", "ordinary").ask_rows("y_x", [_signed(draw, 0, 1) for _ in range(40)])
    yield Case("atan2", "any-size").ask_rows("y_x", [_signed(draw, -1000, 1000) for _ in range(30)])
    near = [math.nextafter(tangent, to) for tangent in (0.4140625, 1.0) for to in (0.0, tangent, 2.0)]
    yield Case("atan2", "where-formulas-meet").ask_rows("y_x", [[tangent, 1.0] for tangent in near])


def _angles(name: str, angles: list[float]) -> Case:
    return Case("sin_cos", name).ask_rows("angle", [[sign * angle] for angle in angles for sign in (1.0, -1.0)])


def _signed(draw: Draw, low: int, high: int) -> list[float]:
    return [draw.spread(low, high) * (1 - 2 * draw.whole(0, 1)) for _ in range(2)]


def chains() -> Iterator[Case]:
    """Measured lengths, and reach and scale of lengths that are easily summed wrongly."""
    draw = Draw("chains")
    for dimension in (2, 3):
        joints = draw.joints(draw.lengths(6), dimension)
        for exponent in (0, -200, 200, -450):
            yield _measure(f"{dimension}d-scale-{exponent}", scaled(joints, 2.0**exponent))
        yield _measure(f"{dimension}d-far-origin", moved(joints, [1e6 + 0.5] * dimension))
        yield _measure(f"{dimension}d-zero-bones", [joints[0], joints[0], joints[1], joints[1]])
        subnormal = [[0.0] * dimension, [SMALLEST] * dimension, [2.0**-1040] * dimension]
        yield _measure(f"{dimension}d-subnormal", subnormal)
        pythagoras = [[0.0] * dimension, [2.0**-500 * k for k in (3.0, 4.0, 12.0)[:dimension]]]
        yield _measure(f"{dimension}d-whole-triangle-near-1e-150", pythagoras)
    yield _prepare("one", [1.0])
    yield _prepare("zero", [0.0, 0.0])
    yield _prepare("tenths", [0.1] * 10)
    yield _prepare("hole", [4.0, 1.0, 0.5])
    yield _prepare("two-longest", [3.0, 1.0, 3.0])
    yield _prepare("no-hole-exactly", [2.0, 1.0, 1.0])
    yield _prepare("small-beside-large", [2.0**60, 1.0, 2.0**-60])
    yield _prepare("hole-of-small-ones", [1.0 + 2.0**-40, 1.0, 2.0**-60, 2.0**-60])
    yield _prepare("random", draw.lengths(40, 8))
    for name, outer in _around_root_two():
        yield _prepare(f"scale-{name}", [outer])
    yield _prepare("scale-2^200", [length * 2.0**200 for length in draw.lengths(5)])
    yield _prepare("scale-2^-200", [length * 2.0**-200 for length in draw.lengths(5)])


def _around_root_two() -> Iterator[tuple[str, float]]:
    root = math.sqrt(2)
    yield "below-root-2", math.nextafter(root, 0)
    yield "root-2", root
    yield "above-root-2", math.nextafter(root, 2)
    yield "below-1", math.nextafter(1.0, 0)


def _measure(name: str, joints: Joints) -> Case:
    return Case("measure", name).ask_rows("joint", joints)


def _prepare(name: str, lengths: list[float]) -> Case:
    return Case("prepare", name).ask_rows("length", [[length] for length in lengths])


def kinematics() -> Iterator[Case]:
    """Joints of turns, and in 2D turns of joints, with bones of no length, large turns and mirrored zeros."""
    draw = Draw("kinematics")
    for dimension in (2, 3):
        for name, joints in _rests(draw, dimension):
            for size in (0.0, 1e-9, 3.0, 1000.0):
                turns = [[draw.uniform(-size, size) for _ in range(dimension - 1)] for _ in joints[1:]]
                case = Case("forward", f"{dimension}d-{name}-turns-{size:g}").ask_rows("joint", joints)
                yield case.ask_rows("turn", turns)
    for name, rest in _rests(draw, 2):
        posed = draw.joints([1.0] * (len(rest) - 1), 2)
        for pose, joints in (("posed", posed), ("unmoved", rest), ("opposite", scaled(rest, -1.0))):
            case = Case("turns", f"2d-{name}-{pose}").ask_rows("joint", rest)
            yield case.ask_rows("position", joints)


def _rests(draw: Draw, dimension: int) -> Iterator[tuple[str, Joints]]:
    yield "straight", straight([3.0, 2.0, 1.0], axis(dimension, 0))
    bent = draw.joints(draw.lengths(5), dimension)
    yield "bent", bent
    yield "zero-bones", [bent[0], bent[0], bent[1], bent[2], bent[2], bent[3]]
    yield "far-origin", moved(bent, [1e4 + 0.125] * dimension)
