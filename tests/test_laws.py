"""The laws of every solve, as properties of random questions of every kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

import fabrikit
import strategies
from fabrikit import Chain, Pole, Result, Status
from invariants import Question, check_result, law_angles_give_the_pose, same_bits, unit
from strategies import laws

METHODS = ("auto", "fabrik")


def answer(asked: Question, **options: Any) -> Result:
    """Ask the solver."""
    return fabrikit.solve(asked.chain, asked.target, **asked.options, **options)


def check(result: Result, asked: Question) -> None:
    """Hold a result against every law."""
    check_result(result, asked.chain, asked.target, **asked.options)


def same_answer(a: Result, b: Result) -> bool:
    """Tell whether two answers are the same bits, verdict and figures included."""
    figures = ("status", "error", "tolerance", "iterations", "stage", "symmetry_broken")
    return same_bits(a.positions, b.positions) and all(getattr(a, name) == getattr(b, name) for name in figures)


def changed(asked: Question, change: Any, factor: float = 1.0) -> Question:
    """Pass every point and direction of a question through `change`, and its tolerance times `factor`."""

    def points(value: Any) -> Any:
        return None if value is None else change(np.asarray(value, dtype=np.float64))

    pole = asked.pole
    pole = Pole(direction=change(np.asarray(pole.direction))) if isinstance(pole, Pole) else points(pole)
    return replace(
        asked,
        chain=Chain(change(asked.chain.joints)),
        target=points(asked.target),
        start=points(asked.start),
        base=points(asked.base),
        pole=pole,
        tolerance=None if asked.tolerance is None else factor * asked.tolerance,
    )


@pytest.mark.parametrize("method", METHODS)
@laws
@given(asked=strategies.questions())
def test_every_answer_keeps_every_law(method: str, asked: Question) -> None:
    """Whatever is asked, the answer is finite, honest, of the right lengths, bounded, and as good as can be."""
    asked = replace(asked, method=method)
    result = answer(asked)
    event(f"{method} {result.status.value} by {result.stage.value}")
    check(result, asked)


@laws
@given(asked=strategies.questions(poled=True))
def test_a_chain_with_a_pole_keeps_every_law_and_bends_to_it(asked: Question) -> None:
    """With a pole anywhere, also on the line, a joint or the target, every law holds and the chain bends to it."""
    check(answer(asked), asked)


@laws
@given(
    chain=strategies.chains(),
    target=strategies.end_kinds,
    start=strategies.start_kinds,
    random=strategies.generators,
    tolerance=st.sampled_from([None, 0.0]),
)
def test_both_ends_of_the_reach_are_reached(
    chain: Chain, target: Any, start: Any, random: Any, tolerance: float | None
) -> None:
    """Targets at and within 1e-2 … 1e-16 of the outer and the inner radius are reached from any start."""
    asked = Question(chain, target(chain, random), start(chain, random), tolerance=tolerance)
    check(answer(asked), asked)


@laws
@given(asked=strategies.questions(), method=st.sampled_from(METHODS), limit=st.integers(1, 12))
def test_iterations_are_bounded_by_any_limit(asked: Question, method: str, limit: int) -> None:
    """However few iterations are allowed, no more are used, and the answer keeps every law of every result."""
    asked = replace(asked, method=method, max_iterations=limit)
    check(answer(asked), asked)


@pytest.mark.parametrize("method", METHODS)
@laws
@given(asked=strategies.questions(), axis=st.integers(0, 2))
def test_mirroring_an_axis_mirrors_the_answer(method: str, asked: Question, axis: int) -> None:
    """A question mirrored on a coordinate plane has the mirrored answer, equal in value, unless a side was chosen."""
    asked = replace(asked, method=method)
    mirror = np.ones(asked.chain.dimension)
    mirror[axis % asked.chain.dimension] = -1
    other = changed(asked, lambda points: points * mirror)
    result, mirrored = answer(asked), answer(other)
    assert mirrored.symmetry_broken == result.symmetry_broken
    if result.symmetry_broken:
        check(mirrored, other)
        return
    assert (mirrored.status, mirrored.iterations, mirrored.stage) == (result.status, result.iterations, result.stage)
    assert (mirrored.error, mirrored.tolerance) == (result.error, result.tolerance)
    assert np.array_equal(mirrored.positions, result.positions * mirror)


@pytest.mark.parametrize("method", METHODS)
@laws
@given(asked=strategies.questions(scaled=False), exponent=st.integers(-300, 300))
def test_scaling_by_a_power_of_two_scales_the_answer(method: str, asked: Question, exponent: int) -> None:
    """Joints, target, tolerance, base and pole times 2^k, |k| <= 300, give the answer times 2^k, equal in value."""
    asked = replace(asked, method=method)
    factor = 2.0**exponent
    result, scaled = answer(asked), answer(changed(asked, lambda points: points * factor, factor))
    assert (scaled.status, scaled.iterations, scaled.stage) == (result.status, result.iterations, result.stage)
    assert scaled.symmetry_broken == result.symmetry_broken
    assert (scaled.error, scaled.tolerance) == (result.error * factor, result.tolerance * factor)
    assert np.array_equal(scaled.positions, result.positions * factor)


def on_a_grid(asked: Question, step: float) -> Question:
    """Round every coordinate of a question to a multiple of `step`."""
    return changed(asked, lambda points: np.round(points / step) * step)


@pytest.mark.parametrize("method", METHODS)
@laws
@given(
    chain=strategies.chains(far=False, scaled=False),
    target=strategies.target_kinds,
    random=strategies.generators,
    exponent=st.integers(0, 24),
)
def test_translating_translates_the_answer(method: str, chain: Chain, target: Any, random: Any, exponent: int) -> None:
    """A rest pose and target moved without rounding have the moved answer, to 2 u there, after as many iterations."""
    # Other starts would be laid out again, bone by bone, in coordinates that round differently in another place.
    asked = Question(chain, target(chain, random), tolerance=1e-4 * chain.reach[1], method=method)
    assume(np.abs(asked.target).max() < 2.0**20)
    asked = on_a_grid(asked, 2.0**-20)
    assume(asked.chain.reach[1] > 0.5)
    offset = random.integers(-4, 5, chain.dimension) * 2.0**exponent
    result, moved = answer(asked), answer(changed(asked, lambda points: points + offset))
    # An error closer to the tolerance than u may fall on either side of it; then the courses part.
    assume(moved.iterations == result.iterations)
    assert (moved.status, moved.symmetry_broken) == (result.status, result.symmetry_broken)
    # The best of many poses that are all as far from the target to within rounding may be another one there.
    assume(result.status not in (Status.ITERATION_LIMIT, Status.STALLED))
    assert moved.stage == result.stage
    assert np.abs(moved.positions - offset - result.positions).max() <= 2 * unit(moved.positions)


@laws
@given(
    chain=strategies.chains(max_bones=12),
    method=st.sampled_from(METHODS),
    tolerance=strategies.tolerances,
    kinds=st.tuples(*[st.tuples(strategies.target_kinds, strategies.start_kinds)] * 4),
    random=strategies.generators,
    order=st.permutations([0, 1, 2, 3, 0, 1, 2, 3]),
)
def test_same_call_same_bits_whatever_came_between(
    chain: Chain, method: str, tolerance: float | None, kinds: Any, random: Any, order: list[int]
) -> None:
    """Solves have no memory: any order, repeated, one solver or a new one for each, the bits are the same."""
    options = {"method": method, "tolerance": tolerance and tolerance * chain.reach[1]}
    solver = fabrikit.Solver(chain, **options)
    calls = [(target(chain, random), start(chain, random)) for target, start in kinds]
    alone = [fabrikit.solve(chain, target, start=start, **options) for target, start in calls]
    for index in order:
        target, start = calls[index]
        assert same_answer(solver.solve(target, start=start), alone[index])


@laws
@given(asked=strategies.questions(max_bones=12))
def test_inputs_are_left_untouched(asked: Question) -> None:
    """No call changes its inputs, and nothing that it returns shares memory with them or with another result."""
    joints = asked.chain.joints.copy()
    pole = asked.pole.direction if isinstance(asked.pole, Pole) else asked.pole
    arrays = [array for array in (joints, asked.target, asked.start, asked.base, pole) if array is not None]
    before = [array.copy() for array in arrays]
    result = fabrikit.solve(joints, asked.target, **asked.options)
    again = fabrikit.solve(joints, asked.target, **asked.options)
    for array, kept in zip(arrays, before, strict=True):
        assert same_bits(array, kept)
        assert not np.shares_memory(array, result.positions)
    assert not np.shares_memory(result.positions, again.positions)


@laws
@given(asked=strategies.questions(poled=False), method=st.sampled_from(METHODS))
def test_asking_again_from_the_answer_changes_nothing(asked: Question, method: str) -> None:
    """A reached answer taken as the next start is returned bit for bit, after 0 iterations."""
    asked = replace(asked, method=method)
    result = answer(asked)
    assume(result)
    again = answer(replace(asked, start=result.positions, base=None))
    assert again.iterations == 0
    assert same_bits(again.positions, result.positions)


@laws
@given(asked=strategies.questions(poled=False, moved=False, max_bones=12))
def test_every_way_to_ask_gives_the_same_bits(asked: Question) -> None:
    """Lists, tuples, arrays, views, Target; rest pose and base left out or given; solve or Solver: one answer."""
    chain, target = asked.chain, asked.target
    solver = fabrikit.Solver(chain, tolerance=asked.tolerance)
    reference = fabrikit.solve(chain, target, tolerance=asked.tolerance)
    strided = np.zeros(2 * len(target))[::2]
    strided[:] = target
    for way in (target, list(target), target.tolist(), tuple(target.tolist()), strided, fabrikit.Target(target)):
        assert same_answer(solver.solve(way), reference)
        assert same_answer(solver.solve(way, start=chain.joints), reference)
        assert same_answer(solver.solve(way, base=chain.base.tolist()), reference)


@pytest.mark.parametrize("method", METHODS)
@laws
@given(asked=strategies.questions(max_bones=8), limit=st.integers(1, 25))
def test_a_trace_replays_to_the_answer(method: str, asked: Question, limit: int) -> None:
    """A trace changes no bit, replays to the returned pose, and every placement of a pass keeps its bone's length."""
    asked = replace(asked, method=method, max_iterations=limit)
    result = answer(asked, trace=True)
    assert same_answer(result, answer(asked))
    check(result, asked)


@laws
@given(asked=strategies.questions(max_bones=5), number=st.integers(-100, 99))
def test_steps_of_a_trace_are_the_same_by_number_and_in_order(asked: Question, number: int) -> None:
    """Indexing a trace, also from its end, gives the step that going through it gives, and IndexError beyond it."""
    trace = answer(replace(asked, max_iterations=6), trace=True).trace
    steps = list(trace)
    assert len(trace) == len(steps)
    if not -len(steps) <= number < len(steps):
        with pytest.raises(IndexError):
            trace[number]
        return
    step, same = trace[number], steps[number]
    assert (step.stage, step.iteration, step.pass_, step.joint) == (same.stage, same.iteration, same.pass_, same.joint)
    assert np.array_equal(step.joints, same.joints)


@laws
@given(asked=strategies.questions(poled=False, dimensions=(2, 2, 3)))
def test_angles_give_the_pose(asked: Question) -> None:
    """In 2D `forward(result.angles)` is the returned pose; in 3D there are no angles."""
    law_angles_give_the_pose(answer(asked), asked)
