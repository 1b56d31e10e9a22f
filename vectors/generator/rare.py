"""Cases of ends that only few questions come to, found by asking many and keeping the first of each."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from fabrikit import Result, Stage, Status
from generator.draw import Draw, Vector, norm, reach, straight, times
from generator.solves import question
from golden import Case, solve

ATTEMPTS = 4000
KEPT = 4

WANTED: dict[str, Callable[[Result], bool]] = {
    "over-relaxed": lambda result: result.stage is Stage.OVER_RELAXED,
    "straight-runs": lambda result: result.stage is Stage.STRAIGHT_RUNS and not _one_bone_jumps_the_middle(result),
    "quadrilateral": lambda result: result.stage is Stage.STRAIGHT_RUNS and _one_bone_jumps_the_middle(result),
    "many-iterations": lambda result: result.status is Status.REACHED and result.iterations >= 20,
    "stalled": lambda result: result.status is Status.STALLED,
}
"""Name of an end to how it is recognised. One that the kernel no longer comes to gives no case."""


def rare_ends() -> Iterator[Case]:
    """Hard chains of `auto`, a few for every wanted end and dimension."""
    for dimension in (2, 3):
        draw = Draw(f"rare {dimension}")
        found = dict.fromkeys(WANTED, 0)
        for _ in range(ATTEMPTS):
            case = _hard_question(draw, dimension)
            result = solve(case, trace=False)
            for name in _ends(result):
                if found[name] < KEPT:
                    found[name] += 1
                    case.name = f"{dimension}d-{name}-{found[name]}"
                    yield case
                    break


def _one_bone_jumps_the_middle(result: Result) -> bool:
    """Tell whether no joint can be the corner of a triangle over base and tip: `even_split` of kernel/reach.hpp."""
    outer = result.chain.reach[1]
    distance = norm([float(b - a) for a, b in zip(result.positions[0], result.positions[-1], strict=True)])
    along = itertools.accumulate(result.chain.lengths.tolist(), initial=0.0)
    return bool(min(abs(2 * way - outer) for way in along) > distance)


def _ends(result: Result) -> list[str]:
    return [name for name, is_it in WANTED.items() if is_it(result)]


def _hard_question(draw: Draw, dimension: int) -> Case:
    """Ask a chain of uneven bones for a target near an end of its reach.

    Lengths over a factor of 256; one chain in three is straight, one in four ends in a bone of no length.
    """
    lengths = draw.lengths(draw.whole(2, 9), 8) + [0.0] * (draw.whole(0, 3) == 0)
    inner, outer = reach(lengths)
    aim = draw.direction(dimension)
    joints = draw.joints(lengths, dimension) if draw.whole(0, 2) else straight(lengths, aim)
    gap = draw.spread(-20, -3) * (outer - inner)
    target: Vector = times((inner + gap, outer - gap, draw.uniform(inner, outer))[draw.whole(0, 2)], aim)
    tolerance = (0.0, 1e-12, 1e-6, 1e-3)[draw.whole(0, 3)] * outer
    return question("", joints, target, tolerance=tolerance, max_iterations=1000)
