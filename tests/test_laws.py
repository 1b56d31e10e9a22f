"""The laws of every solve, as properties of random questions of every kind."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

import fabrikit
import invariants
import strategies
from fabrikit import Chain, Pole, Result, Status
from invariants import Question, check_result, same_bits, unit
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
    return dataclasses.replace(
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
@given(data=st.data())
def test_every_answer_keeps_every_law(method: str, data: st.DataObject) -> None:
    """Whatever is asked, the answer is finite, honest, of the right lengths, bounded, and as good as geometry allows."""
    asked = data.draw(strategies.questions(method))
    result = answer(asked)
    event(f"{method} {result.status.value} by {result.stage.value}")
    check(result, asked)


@laws
@given(data=st.data())
def test_both_ends_of_the_reach_are_reached(data: st.DataObject) -> None:
    """Targets at and within 1e-2 … 1e-16 of the outer and the inner radius are reached from any start."""
    chain = data.draw(strategies.chains())
    target = data.draw(strategies.end_targets(chain))
    asked = Question(
        chain, target, data.draw(strategies.starts(chain)), tolerance=data.draw(st.sampled_from([None, 0.0]))
    )
    check(answer(asked), asked)


@laws
@given(data=st.data())
def test_iterations_are_bounded_by_any_limit(data: st.DataObject) -> None:
    """However few iterations are allowed, no more are used, and the answer keeps every law of every result."""
    asked = data.draw(strategies.questions(data.draw(st.sampled_from(METHODS))))
    asked = dataclasses.replace(asked, max_iterations=data.draw(st.integers(1, 12)))
    check(answer(asked), asked)


@pytest.mark.parametrize("method", METHODS)
@laws
@given(data=st.data())
def test_mirroring_an_axis_mirrors_the_answer(method: str, data: st.DataObject) -> None:
    """A question mirrored on a coordinate plane has the mirrored answer, equal in value, unless a side was chosen."""
    asked = data.draw(strategies.questions(method))
    mirror = np.ones(asked.chain.dimension)
    mirror[data.draw(st.integers(0, asked.chain.dimension - 1))] = -1
    result, mirrored = answer(asked), answer(changed(asked, lambda points: points * mirror))
    assert mirrored.symmetry_broken == result.symmetry_broken
    if result.symmetry_broken:
        check(mirrored, changed(asked, lambda points: points * mirror))
        return
    assert (mirrored.status, mirrored.iterations, mirrored.error) == (result.status, result.iterations, result.error)
    assert np.array_equal(mirrored.positions, result.positions * mirror)


@pytest.mark.parametrize("method", METHODS)
@laws
@given(data=st.data(), exponent=st.integers(-300, 300))
def test_scaling_by_a_power_of_two_scales_the_answer(method: str, data: st.DataObject, exponent: int) -> None:
    """Joints, target, tolerance, base and pole times 2^k, |k| <= 300, give the answer times 2^k, equal in value."""
    asked = data.draw(strategies.questions(method, scaled=False))
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
@given(data=st.data(), exponent=st.integers(0, 24))
def test_translating_translates_the_answer(method: str, data: st.DataObject, exponent: int) -> None:
    """A rest pose and target moved without rounding have the moved answer, to 2 u there, after as many iterations."""
    chain = data.draw(strategies.chains(far=False, scaled=False))
    # Other starts would be laid out again, bone by bone, in coordinates that round differently in another place.
    asked = Question(chain, data.draw(strategies.targets(chain)), tolerance=1e-4 * chain.reach[1], method=method)
    asked = on_a_grid(asked, 2.0**-20)
    assume(asked.chain.reach[1] > 0.5)
    assume(np.abs(asked.target).max() < 2.0**20)
    offset = data.draw(strategies.generators).integers(-4, 5, chain.dimension) * 2.0**exponent
    result, moved = answer(asked), answer(changed(asked, lambda points: points + offset))
    # An error closer to the tolerance than u may fall on either side of it; then the courses part.
    assume(moved.iterations == result.iterations)
    assert (moved.status, moved.stage) == (result.status, result.stage)
    assert moved.symmetry_broken == result.symmetry_broken
    # The best of many poses that are all as far from the target to within rounding may be another one there.
    assume(result.status not in (Status.ITERATION_LIMIT, Status.STALLED))
    assert np.abs(moved.positions - offset - result.positions).max() <= 2 * unit(moved.positions)


@laws
@given(data=st.data())
def test_same_call_same_bits_whatever_came_between(data: st.DataObject) -> None:
    """Solves have no memory: any order, repeated, one solver or a new one for each, the bits are the same."""
    first = data.draw(strategies.questions(data.draw(st.sampled_from(METHODS)), max_bones=12))
    chain, options = first.chain, {"method": first.method, "tolerance": first.tolerance}
    solver = fabrikit.Solver(chain, **options)
    asked = [first.target, *(data.draw(strategies.targets(chain)) for _ in range(3))]
    calls = [(target, data.draw(strategies.starts(chain))) for target in asked]
    alone = [fabrikit.solve(chain, target, start=start, **options) for target, start in calls]
    for index in data.draw(st.permutations([0, 1, 2, 3, 0, 1, 2, 3])):
        target, start = calls[index]
        assert same_answer(solver.solve(target, start=start), alone[index])


@laws
@given(data=st.data())
def test_inputs_are_left_untouched(data: st.DataObject) -> None:
    """No call changes its inputs, and nothing that it returns shares memory with them or with another result."""
    asked = data.draw(strategies.questions(max_bones=12))
    joints = asked.chain.joints.copy()
    given_arrays = [joints, *(value for value in (asked.target, asked.start, asked.base) if value is not None)]
    given_arrays += (
        [asked.pole.direction if isinstance(asked.pole, Pole) else asked.pole] if asked.pole is not None else []
    )
    before = [array.copy() for array in given_arrays]
    result = fabrikit.solve(joints, asked.target, **asked.options)
    again = fabrikit.solve(joints, asked.target, **asked.options)
    for array, kept in zip(given_arrays, before, strict=True):
        assert same_bits(array, kept)
        assert not np.shares_memory(array, result.positions)
    assert not np.shares_memory(result.positions, again.positions)


@laws
@given(data=st.data())
def test_asking_again_from_the_answer_changes_nothing(data: st.DataObject) -> None:
    """A reached answer taken as the next start is returned bit for bit, after 0 iterations."""
    asked = data.draw(strategies.questions(data.draw(st.sampled_from(METHODS)), poled=False))
    result = answer(asked)
    assume(result)
    again = answer(dataclasses.replace(asked, start=result.positions, base=None))
    assert again.iterations == 0
    assert same_bits(again.positions, result.positions)


@laws
@given(data=st.data())
def test_every_way_to_ask_gives_the_same_bits(data: st.DataObject) -> None:
    """Lists, tuples, arrays, strided views and Target; a rest pose left out or given; solve or Solver: the same bits."""
    asked = data.draw(strategies.questions(poled=False, based=False, max_bones=12))
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
@given(data=st.data())
def test_a_trace_replays_to_the_answer(method: str, data: st.DataObject) -> None:
    """A trace changes no bit, replays to the returned pose, and every placement of a pass keeps its bone's length."""
    asked = data.draw(strategies.questions(method, max_bones=8))
    asked = dataclasses.replace(asked, max_iterations=data.draw(st.integers(1, 25)))
    result = answer(asked, trace=True)
    assert same_answer(result, answer(asked))
    check(result, asked)


@laws
@given(data=st.data())
def test_steps_of_a_trace_are_the_same_by_number_and_in_order(data: st.DataObject) -> None:
    """Indexing a trace, also from its end, gives the step that going through it gives."""
    asked = data.draw(strategies.questions(max_bones=5))
    trace = answer(dataclasses.replace(asked, max_iterations=6), trace=True).trace
    steps = list(trace)
    assert len(trace) == len(steps)
    for index in data.draw(st.lists(st.integers(-len(steps), len(steps) - 1), max_size=4)) if steps else []:
        step = trace[index]
        assert (step.stage, step.iteration, step.pass_, step.joint) == (
            steps[index].stage,
            steps[index].iteration,
            steps[index].pass_,
            steps[index].joint,
        )
        assert np.array_equal(step.joints, steps[index].joints)


@laws
@given(data=st.data())
def test_angles_give_the_pose(data: st.DataObject) -> None:
    """In 2D `forward(result.angles)` is the returned pose; in 3D there are no angles."""
    asked = data.draw(strategies.questions(poled=False, dimensions=(2, 2, 3)))
    invariants.law_angles_give_the_pose(answer(asked), asked)


@laws
@given(data=st.data())
def test_a_chain_with_a_pole_keeps_every_law_and_bends_to_it(data: st.DataObject) -> None:
    """With a pole anywhere, also on the line, a joint or the target, every law holds and the chain bends to it."""
    asked = data.draw(strategies.questions(poled=True))
    check(answer(asked), asked)
