"""The laws that every answer for a chain of free joints keeps, each a plain function that names its domain.

Throughout, `u` is the spacing of float64 at the largest coordinate returned: what the result's numbers can express.
Lengths and distances are judged in wider arithmetic than the kernel's, so that a law never fails by the judge's own
rounding. Poses are (n + 1, D), world frame.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from fabrikit import Chain, Pole, Result, Stage, Status, Trace, TraceStep
from fabrikit.arrays import Array

FREE_STATUSES = frozenset(
    {Status.REACHED, Status.TOO_FAR, Status.TOO_NEAR, Status.STALLED, Status.ITERATION_LIMIT},
)
"""All that a chain of free joints can answer."""

Wide = np.longdouble

VANISHING = 2.0**-511
"""Squares of smaller distances vanish, and with them the error as it is promised: geometry has no verdict below."""


@dataclass(frozen=True)
class Question:
    """What was asked: everything that a law needs beside the answer.

    Parameters
    ----------
    chain : Chain
    target : (D,)
    start : (n + 1, D), optional
        As given to the solver, in any place and with any bone lengths; the rest pose when None.
    base : (D,), optional
        As given; the start's first joint when None.
    tolerance : float, optional
        As given; 1e-6 of the outer reach when None.
    """

    chain: Chain
    target: Any
    start: Any = None
    base: Any = None
    pole: Any = None
    tolerance: float | None = None
    max_iterations: int = 1000
    method: str = "auto"

    @property
    def options(self) -> dict[str, Any]:
        """Keyword arguments of `fabrikit.solve`."""
        names = ("start", "base", "pole", "tolerance", "max_iterations", "method")
        return {name: getattr(self, name) for name in names}

    @property
    def goal(self) -> Array:
        """The target as float64 (D,)."""
        return np.asarray(self.target, dtype=np.float64)

    @property
    def begin(self) -> Array:
        """The start as float64 (n + 1, D), as given."""
        return self.chain.joints if self.start is None else np.asarray(self.start, dtype=np.float64)

    @property
    def foot(self) -> Array:
        """Where joint 0 has to stand (D,)."""
        return self.begin[0] if self.base is None else np.asarray(self.base, dtype=np.float64)

    @property
    def allowed(self) -> float:
        """The tolerance asked for, or its default."""
        return 1e-6 * self.chain.reach[1] if self.tolerance is None else float(self.tolerance)

    @property
    def distance(self) -> float:
        """From the base to the target, to half a unit in the last place."""
        return float(wide_distance(self.foot, self.goal))


def wide_distance(a: Array, b: Array) -> Any:
    """Measure the distances between points (..., D) without rounding, overflow or underflow to speak of."""
    difference = np.asarray(b, dtype=Wide) - np.asarray(a, dtype=Wide)
    return np.sqrt((difference * difference).sum(axis=-1))


def unit(positions: Array) -> float:
    """Return u, the spacing of float64 at the largest coordinate."""
    return float(np.spacing(np.abs(positions).max()))


def lengths_of(positions: Array) -> Any:
    """Measure the bones of a pose."""
    return wide_distance(positions[:-1], positions[1:])


def computed_error(positions: Array, target: Array) -> float:
    """Compute what `Result.error` promises: sqrt(dx² + dy² (+ dz²)), added left to right, in float64."""
    square = 0.0
    for tip, wanted in zip(positions[-1].tolist(), target.tolist(), strict=True):
        square += (tip - wanted) * (tip - wanted)
    return math.sqrt(square)


def same_bits(a: Array, b: Array) -> bool:
    """Tell whether two arrays hold the same bits, signs of zero included."""
    return a.shape == b.shape and a.dtype == b.dtype and a.tobytes() == b.tobytes()


# Laws of every result, whatever the method.


def law_pose_is_finite(result: Result, asked: Question) -> None:
    """Every result: the pose is a fresh float64 array of the chain's shape without NaN or infinity."""
    positions = result.positions
    assert positions.shape == asked.chain.joints.shape, (
        f"shape {positions.shape} for a chain {asked.chain.joints.shape}"
    )
    assert positions.dtype == np.float64, positions.dtype
    assert np.isfinite(positions).all(), f"not finite:\n{positions}"
    assert not np.shares_memory(positions, asked.chain.joints), "the result shares memory with the chain's rest pose"
    assert math.isfinite(result.error), result.error


def law_error_is_honest(result: Result, asked: Question) -> None:
    """Every result: `error` has the bits of the distance computed from the returned tip."""
    computed = computed_error(result.positions, asked.goal)
    assert result.error == computed, f"error {result.error!r}, but the returned tip says {computed!r}"


def law_reached_means_within_tolerance(result: Result, asked: Question) -> None:
    """Every result: REACHED exactly when error <= result.tolerance = max(tolerance, 4 u)."""
    allowed = max(asked.allowed, 4 * unit(result.positions))
    assert result.tolerance == allowed, f"tolerance {result.tolerance!r}, not max(asked, 4 u) = {allowed!r}"
    within = result.error <= result.tolerance
    assert (result.status is Status.REACHED) == within, f"{result!r}: error {result.error!r}, {result.tolerance=}"
    assert bool(result) == within, f"bool(result) is {bool(result)} for {result!r}"


def law_bones_keep_their_lengths(result: Result, asked: Question) -> None:
    """Every method but "ftl": no bone is longer or shorter than the chain's by more than 8 u; points stay points."""
    if asked.method == "ftl":
        return
    positions, wanted = result.positions, asked.chain.lengths
    off = np.abs(lengths_of(positions) - wanted)
    worst = int(np.argmax(off))
    u = unit(positions)
    assert off[worst] <= 8 * u, (
        f"bone {worst} is off its length {wanted[worst]:.17g} by {float(off[worst] / u):.3g} u ({u:.3g}) in {result!r}"
    )


def law_base_is_copied(result: Result, asked: Question) -> None:
    """Every result: joint 0 has the bits of the base asked for."""
    assert same_bits(result.positions[0], asked.foot.copy()), (
        f"joint 0 {result.positions[0]} is not the base {asked.foot}"
    )


def law_loops_are_bounded(result: Result, asked: Question) -> None:
    """Every result: no more iterations than asked for, and the limit is named only when it was used up."""
    assert 0 <= result.iterations <= asked.max_iterations, f"{result.iterations} of {asked.max_iterations} iterations"
    if result.status is Status.ITERATION_LIMIT:
        assert result.iterations == asked.max_iterations, f"{result!r} with max_iterations {asked.max_iterations}"


def law_status_is_one_of_a_free_chain(result: Result, asked: Question) -> None:
    """Every result of a free chain: no status that speaks of limits, loops or batches; verdicts are of their method."""
    assert result.status in FREE_STATUSES, result.status
    if asked.method != "auto":
        assert result.status is not Status.TOO_NEAR, "only `auto` tests the inner reach"


def law_untouched_start_is_copied(result: Result, asked: Question) -> None:
    """Every result: stage "start" means that the start was returned, and nothing else means that."""
    if result.stage is not Stage.START:
        return
    begin = start_at_base(asked)
    if begin is not None:
        assert same_bits(result.positions, begin), (
            f"stage start, but the pose is not the start:\n{result.positions}\n{begin}"
        )


# Laws of a part of the questions: each returns at once outside its domain.


def start_at_base(asked: Question) -> Array | None:
    """Return the start moved to the base, when its bones have the chain's lengths, to 8 u of where it is moved to."""
    begin, moved = asked.begin, np.array(asked.begin)
    if (begin[0] != asked.foot).any():
        moved[1:] = asked.foot + (begin[1:] - begin[0])
    moved[0] = asked.foot
    off = np.abs(lengths_of(moved) - asked.chain.lengths).max()
    # The solver measures in float64: on the edge of 8 units the two measures may differ, so no verdict there.
    return moved if off <= 7 * unit(moved) else None


def law_already_there(result: Result, asked: Question) -> None:
    """A start with the chain's lengths, within tolerance, no pole: 0 iterations, the start copied bit for bit."""
    begin = start_at_base(asked)
    if begin is None or asked.pole is not None:
        return
    if computed_error(begin, asked.goal) > max(asked.allowed, 4 * unit(begin)):
        return
    assert result.iterations == 0, f"already there, yet {result!r}"
    assert same_bits(result.positions, begin), f"already there, yet moved by {np.abs(result.positions - begin).max()}"
    assert result.stage is Stage.START, result.stage
    assert result.status is Status.REACHED, result.status
    assert not result.symmetry_broken, "nothing was bent, yet symmetry_broken"


def law_never_worse_than_start(result: Result, asked: Question) -> None:
    """A start with the chain's lengths, no pole: the error is not larger than the start's.

    Exact, except for TOO_FAR and TOO_NEAR, which return the closed form: there to 8 u. The error of the straight pose
    may round up while that of a bent start rounds down (start (0, 0), (1, -2), target 2^48 (2, -5): by one unit in the
    last place of the error), and too far has to be straight.
    """
    begin = start_at_base(asked)
    if begin is None or asked.pole is not None:
        return
    before = computed_error(begin, asked.goal)
    proven = result.status in (Status.TOO_FAR, Status.TOO_NEAR)
    slack = 8 * max(unit(result.positions), float(np.spacing(result.error))) if proven else 0.0
    assert result.error <= before + slack, f"{result!r}: error {result.error!r}, the start's was {before!r}"


def law_too_far(result: Result, asked: Question) -> None:
    """Shortfall beyond the tolerance: TOO_FAR, straight, 0 iterations, error = distance - outer to 8 u."""
    outer = asked.chain.reach[1]
    shortfall = float(wide_distance(asked.foot, asked.goal) - Wide(outer))
    u = max(unit(result.positions), float(np.spacing(result.error)), VANISHING)
    if shortfall <= result.tolerance + 8 * u:
        return
    assert result.status is Status.TOO_FAR, f"{shortfall=} beyond {outer=}, yet {result!r}"
    assert result.iterations == 0, f"{result.iterations} iterations for a target too far"
    assert result.stage in (Stage.CLOSED_FORM, Stage.START), result.stage
    assert abs(result.error - shortfall) <= 8 * u, (
        f"error {result.error!r}, distance - outer = {shortfall!r}, u = {u:.3g}"
    )
    assert not result.symmetry_broken, "a straight pose breaks no symmetry"
    law_straight_toward(result.positions, asked)


def law_straight_toward(positions: Array, asked: Question) -> None:
    """A pose too far: every joint stands on the ray from base to target, at its length along the chain (8 u)."""
    toward = (np.asarray(asked.goal, Wide) - asked.foot) / wide_distance(asked.foot, asked.goal)
    along = np.concatenate([[0], np.cumsum(asked.chain.lengths, dtype=Wide)])
    ideal = asked.foot + along[:, None] * toward
    off = wide_distance(ideal, positions)
    u = unit(positions)
    assert off.max() <= 8 * u, f"joint {int(np.argmax(off))} is {float(off.max() / u):.3g} u off the straight line"


def law_too_near(result: Result, asked: Question) -> None:
    """`auto`, hole beyond the tolerance: TOO_NEAR, folded, 0 iterations, error = inner - distance to 8 u."""
    if asked.method != "auto":
        return
    inner = asked.chain.reach[0]
    excess = float(Wide(inner) - wide_distance(asked.foot, asked.goal))
    u = max(unit(result.positions), VANISHING)
    if excess <= result.tolerance + 8 * u:
        return
    assert result.status is Status.TOO_NEAR, f"{excess=} inside {inner=}, yet {result!r}"
    assert result.iterations == 0, f"{result.iterations} iterations for a target too near"
    assert abs(result.error - excess) <= 8 * u, f"error {result.error!r}, inner - distance = {excess!r}, u = {u:.3g}"


def law_verdicts_are_proven(result: Result, asked: Question) -> None:
    """TOO_FAR and TOO_NEAR: the target really is outside the reach (to 8 u)."""
    inner, outer = asked.chain.reach
    distance = wide_distance(asked.foot, asked.goal)
    u = 8 * max(unit(result.positions), float(np.spacing(result.error)))
    if result.status is Status.TOO_FAR:
        assert distance >= outer - u, f"TOO_FAR at {float(distance)!r} of {outer!r}"
    if result.status is Status.TOO_NEAR:
        assert distance <= inner + u, f"TOO_NEAR at {float(distance)!r} of {inner!r}"


def law_reachable_is_reached(result: Result, asked: Question) -> None:
    """`auto`, target within the closed annulus, max_iterations of at least 1000: REACHED."""
    inner, outer = asked.chain.reach
    if asked.method != "auto" or asked.max_iterations < 1000:
        return
    distance = wide_distance(asked.foot, asked.goal)
    if inner <= distance <= outer:
        assert result.status is Status.REACHED, (
            f"target at {float(distance)!r} within [{inner!r}, {outer!r}], yet {result!r}: "
            f"error {result.error!r}, tolerance {result.tolerance!r}"
        )


def law_error_is_the_least(result: Result, asked: Question) -> None:
    """`auto`, 1000 iterations: error <= max(tolerance, distance - outer, inner - distance) to 8 u, and never less."""
    if asked.method != "auto" or asked.max_iterations < 1000:
        return
    inner, outer = asked.chain.reach
    distance = wide_distance(asked.foot, asked.goal)
    least = max(0.0, float(distance - outer), float(inner - distance))
    u = max(unit(result.positions), float(np.spacing(result.error)), VANISHING)
    assert result.error <= max(result.tolerance, least + 8 * u), f"{result!r}: {least=}, error {result.error!r}"
    assert result.error >= least - 8 * u, f"{result!r}: nearer than geometry allows: {least=}, error {result.error!r}"


def law_angles_give_the_pose(result: Result, asked: Question) -> None:
    """2D: forward(result.angles), moved to the result's base, is the pose to 1e-9 of the reach; 3D: no angles."""
    chain, angles = asked.chain, result.angles
    if chain.dimension == 3:
        assert angles is None
        return
    assert angles is not None
    assert angles.shape == chain.lengths.shape, angles.shape
    assert (np.abs(angles) <= math.pi).all(), f"not within (-pi, pi]: {angles}"
    local = chain.forward(angles) - chain.base
    off = float(np.abs(local - (result.positions - result.positions[0])).max())
    u = max(unit(result.positions), unit(chain.joints))
    # Far from the origin the coordinates themselves do not hold 1e-9 of the reach.
    assert off <= 1e-9 * chain.reach[1] + 8 * u, f"forward(angles) is off by {off:.3g}, reach {chain.reach[1]:.3g}"


def law_bends_to_its_pole(result: Result, asked: Question) -> None:
    """`auto` with a pole, not TOO_FAR: the chain bulges to the pole's side, in 3D straight to it to 1e-6 rad.

    The side is seen from the line through base and tip, and the bulge is the sum of the joints' offsets from it. No
    verdict where line, bulge or pole's side are shorter than 1e-3 (of the reach, of the pole's distance), or where the
    chain is farther from the origin than 1e3 times its reach.
    """
    if asked.pole is None or asked.method != "auto" or result.status is Status.TOO_FAR:
        return
    chain, pole, reach = asked.chain, asked.pole, asked.chain.reach[1]
    toward = pole.direction if isinstance(pole, Pole) else np.asarray(pole) - asked.foot
    if reach == 0 or unit(result.positions) > 1e-13 * reach or not np.any(toward):
        return
    pose = (result.positions - asked.foot) / reach
    length = np.linalg.norm(pose[-1])
    if length < 1e-3:
        return
    axis = pose[-1] / length
    bulge = (pose - np.outer(pose @ axis, axis)).sum(axis=0)
    side = toward / np.abs(toward).max()
    side = side / np.linalg.norm(side)
    side = side - (side @ axis) * axis
    if np.linalg.norm(bulge) < 1e-3 or np.linalg.norm(side) < 1e-3:
        return
    side = side / np.linalg.norm(side)
    forward = bulge @ side
    angle = math.atan2(np.linalg.norm(bulge - forward * side), forward)
    assert angle <= 1e-6, f"{chain!r} bends {math.degrees(angle):.3g} degrees off its pole: {result!r}"


EVERY_RESULT = (
    law_pose_is_finite,
    law_error_is_honest,
    law_reached_means_within_tolerance,
    law_bones_keep_their_lengths,
    law_base_is_copied,
    law_loops_are_bounded,
    law_status_is_one_of_a_free_chain,
    law_untouched_start_is_copied,
)

BY_DOMAIN = (
    law_already_there,
    law_never_worse_than_start,
    law_too_far,
    law_too_near,
    law_verdicts_are_proven,
    law_reachable_is_reached,
    law_error_is_the_least,
    law_bends_to_its_pole,
)


def check_result(
    result: Result,
    chain: Chain,
    target: Any,
    start: Any = None,
    base: Any = None,
    **options: Any,
) -> None:
    """Hold a result against every law.

    Parameters
    ----------
    result, chain, target, start, base
        The answer and what was asked.
    **options
        pole, tolerance, max_iterations, method: as given to the solver.
    """
    asked = Question(chain, target, start, base, **options)
    for law in (*EVERY_RESULT, *BY_DOMAIN):
        law(result, asked)
    if result.trace is not None:
        check_trace(result.trace, result, asked)


# Laws of traces.


def check_trace(trace: Trace, result: Result, asked: Question) -> None:
    """Hold a trace against every law of traces."""
    steps = list(trace)
    law_trace_ends_in_the_answer(trace, steps, result)
    law_trace_is_in_order(steps, result, asked)
    law_passes_keep_bone_lengths(steps, asked)


def law_trace_ends_in_the_answer(trace: Trace, steps: list[TraceStep], result: Result) -> None:
    """Every trace: one joint moves with each placement, and from its start they lead to the returned positions."""
    joints = trace.start.copy()
    for step in steps:
        joints[step.joint] = step.joints[step.joint]
        assert np.array_equal(joints, step.joints), f"more than joint {step.joint} moved in one placement"
    assert np.array_equal(joints, result.positions), (
        f"{len(steps)} placements end {np.abs(joints - result.positions).max():.3g} from the answer {result!r}"
    )


def law_trace_is_in_order(steps: list[TraceStep], result: Result, asked: Question) -> None:
    """Every trace: iterations count up to at most the result's, a pass goes joint by joint, tip or base first."""
    bones, iteration = asked.chain.bones, 0
    expected: int | None = None
    for step in steps:
        assert iteration <= step.iteration <= result.iterations, f"iteration {step.iteration} after {iteration}"
        iteration = step.iteration
        if step.pass_ is None:
            assert expected is None, f"a pass ended before joint {expected}"
            continue
        first, last, turn = (bones, 0, -1) if step.pass_ == "pass_from_tip" else (0, bones, 1)
        assert step.joint == (first if expected is None else expected), f"{step.pass_}: joint {step.joint}, {expected=}"
        expected = None if step.joint == last else step.joint + turn
    assert expected is None, f"the last pass ended before joint {expected}"


def law_passes_keep_bone_lengths(steps: list[TraceStep], asked: Question) -> None:
    """Every placement of a pass but its first: the bone to the joint placed before has its length to 8 u.

    The passes walk in coordinates from the base, so u is the larger of their unit and the world's.
    """
    lengths = asked.chain.lengths.tolist()
    foot = asked.foot.tolist()
    for step in steps:
        if step.pass_ is None:
            continue
        before = step.joint + (1 if step.pass_ == "pass_from_tip" else -1)
        if not 0 <= before <= len(lengths):
            continue
        length = lengths[min(before, step.joint)]
        here, there = step.joints[step.joint].tolist(), step.joints[before].tolist()
        off = abs(math.dist(here, there) - length)
        largest = max(max(abs(x), abs(x - at)) for point in (here, there) for x, at in zip(point, foot, strict=True))
        u = math.ulp(max(largest, length))
        assert off <= 8 * u, f"iteration {step.iteration}, {step.pass_}, joint {step.joint}: off by {off / u:.3g} u"
