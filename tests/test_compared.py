"""The methods of other papers: the kernel against independent forms, the laws they keep, and what they refuse."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

import fabrikit
import strategies
from compared_forms import FORMS
from fabrikit import Ball, Chain, OptionError, Solver, Status, Target
from fabrikit.solve.options import COMPARED, MOST_DENSE_BONES
from invariants import Question, check_result
from strategies import laws
from test_laws import answer, changed, same_answer

every_method = pytest.mark.parametrize("method", COMPARED)


def bent_chain(random: np.random.Generator, bones: int, dimension: int) -> np.ndarray:
    """Return joints (bones + 1, dimension) of a chain that leaves the origin at random."""
    ways = random.normal(size=(bones, dimension))
    ways *= random.uniform(0.5, 2, bones)[:, None] / np.linalg.norm(ways, axis=1)[:, None]
    return np.vstack([np.zeros(dimension), np.cumsum(ways, axis=0)])


def test_every_method_has_a_form_of_its_own() -> None:
    """No method of comparison goes unjudged."""
    assert tuple(sorted(FORMS)) == tuple(sorted(COMPARED))


@every_method
@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("bones", [1, 2, 3, 8])
def test_iterations_are_those_of_an_independent_form(method: str, dimension: int, bones: int) -> None:
    """After 1, 2, 3 … iterations the kernel's best pose is that of slow NumPy by other formulas, to 1e-8 of the reach.

    To 1e-7 for triangulation: near 1 an arc cosine keeps only half of its digits.
    """
    allowed = 1e-7 if method == "triangulation" else 1e-8
    random = np.random.default_rng([bones, dimension])
    for _ in range(12):
        joints = bent_chain(random, bones, dimension)
        lengths = np.linalg.norm(np.diff(joints, axis=0), axis=1)
        target = random.normal(size=dimension)
        target *= random.uniform(0.2, 0.9) * lengths.sum() / np.linalg.norm(target)
        pose, best = joints, joints
        for count in range(1, 2 if method == "triangulation" else 5):
            pose = FORMS[method](pose, lengths, target)
            if np.linalg.norm(pose[-1] - target) < np.linalg.norm(best[-1] - target):
                best = pose
            found = fabrikit.solve(joints, target, method=method, max_iterations=count, tolerance=1e-9)
            if found.iterations < count:  # reached, or nothing moved any more
                break
            assert np.abs(found.positions - best).max() < allowed * lengths.sum()


def test_the_dense_form_has_the_answers_of_the_small_one() -> None:
    """One system of n equations or of D: the same iterations and the same poses, to rounding."""
    random = np.random.default_rng(3)
    for dimension in (2, 3):
        for _ in range(20):
            joints = bent_chain(random, 12, dimension)
            target = random.normal(size=dimension)
            small, dense = (fabrikit.solve(joints, target, method=name) for name in ("dls", "dls-dense"))
            assert (small.status, small.iterations) == (dense.status, dense.iterations)
            assert np.abs(small.positions - dense.positions).max() < 1e-9


@every_method
@laws
@given(asked=strategies.questions(max_bones=12), limit=st.integers(1, 40))
def test_every_answer_keeps_every_law(method: str, asked: Question, limit: int) -> None:
    """Whatever is asked, the answer is finite, honest, of the right lengths (not "ftl"), bounded, never worse."""
    asked = replace(asked, method=method, max_iterations=limit)
    result = answer(asked, trace=True)
    event(f"{method} {result.status.value} by {result.stage.value}")
    check_result(result, asked.chain, asked.target, **asked.options)
    assert same_answer(result, answer(asked))


@every_method
@laws
@given(asked=strategies.questions(scaled=False, max_bones=8), exponent=st.integers(-300, 300))
def test_scaling_by_a_power_of_two_scales_the_answer(method: str, asked: Question, exponent: int) -> None:
    """Joints, target, tolerance and base times 2^k give the answer times 2^k, equal in value."""
    asked = replace(asked, method=method, max_iterations=20)
    factor = 2.0**exponent
    result, scaled = answer(asked), answer(changed(asked, lambda points: points * factor, factor))
    assert (scaled.status, scaled.iterations) == (result.status, result.iterations)
    assert scaled.error == result.error * factor
    assert np.array_equal(scaled.positions, result.positions * factor)


@every_method
@laws
@given(asked=strategies.questions(max_bones=8))
def test_without_its_reach_test_a_method_stays_honest(method: str, asked: Question) -> None:
    """`reach_test=False`: finite, no verdict TOO_FAR, and nothing nearer than geometry allows (not "ftl")."""
    asked = replace(asked, method=method, max_iterations=30)
    result = answer(asked, reach_test=False)
    assert np.isfinite(result.positions).all()
    assert result.status is not Status.TOO_FAR
    short = asked.distance - asked.chain.reach[1]
    if method != "ftl" and short > 0:
        assert result.error >= short - 8 * np.spacing(max(asked.distance, np.abs(result.positions).max()))


@every_method
def test_batches_have_the_bits_of_single_solves(method: str) -> None:
    """Rows of a batch are solved by the same code, also in single precision nearly."""
    random = np.random.default_rng(5)
    joints = bent_chain(random, 6, 3)
    targets = random.normal(size=(20, 3)) * 2
    solver = Solver(joints, method=method, max_iterations=50)
    rows = solver.solve_batch(targets, threads=2)
    for row, target in enumerate(targets):
        alone = solver.solve(target)
        assert rows.positions[row].tobytes() == alone.positions.tobytes()
        assert rows.iterations[row] == alone.iterations
    single = solver.solve_batch(targets[:5], dtype=np.float32, tolerance=1e-3)
    assert np.isfinite(single.positions).all()


@every_method
def test_limits_and_rotations_are_refused_in_words(method: str) -> None:
    """A chain with limits and a target with a direction are for other methods: an OptionError says which."""
    limited = Chain([[0, 0, 0], [1, 0, 0], [2, 0, 0]], types=[Ball(cone=1.0), None])
    with pytest.raises(OptionError, match=f"method: '{method}' knows no joint limits.*'auto' or 'fabrik'"):
        Solver(limited, method=method)
    with pytest.raises(OptionError, match=f"method: '{method}' knows positions only"):
        fabrikit.solve([[0, 0, 0], [1, 0, 0]], Target([0, 1, 0], direction=[0, 1, 0]), method=method)


@pytest.mark.parametrize(
    ("wrong", "near"),
    [("cdd", "ccd"), ("jacobian", "jacobian-transpose"), ("pseudoinverse", "pseudo-inverse"), ("DLS", "dls")],
)
def test_an_unknown_method_is_named_with_the_nearest(wrong: str, near: str) -> None:
    """A misspelt method is refused, with the name that was meant."""
    with pytest.raises(OptionError, match=rf"method: must be one of .*got '{wrong}'\. Did you mean '{near}'\?"):
        Solver([[0, 0], [1, 0]], method=wrong)


def test_the_dense_form_has_a_bound() -> None:
    """Memory of n^2 is refused before it is asked for."""
    with pytest.raises(OptionError, match=f"at most {MOST_DENSE_BONES} bones, got {MOST_DENSE_BONES + 1}"):
        Solver(Chain.from_lengths([1.0] * (MOST_DENSE_BONES + 1)), method="dls-dense")
    assert Solver(Chain.from_lengths([1.0] * 60), method="dls-dense").solve([10.0, 20.0])


def test_auto_keeps_its_reach_test() -> None:
    """`auto` without the reach test is refused."""
    with pytest.raises(OptionError, match="'auto' needs the test"):
        Solver([[0, 0], [1, 0]], reach_test=False)


def test_ftl_changes_the_lengths_of_bones() -> None:
    """FTL closes the gap by stretching: its paper says so, and so does its answer."""
    joints = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]])
    result = fabrikit.solve(joints, [0.3, -1.2], method="ftl", tolerance=1e-4)
    assert result
    assert 1e-7 < np.abs(np.linalg.norm(np.diff(result.positions, axis=0), axis=1) - 1).max() < 1e-2


@given(seed=strategies.seeds)
@laws
def test_triangulation_reaches_whatever_can_be_reached(seed: int) -> None:
    """In one walk, every target between the inner and the outer reach is reached, to rounding."""
    random = np.random.default_rng(seed)
    dimension = int(random.integers(2, 4))
    chain = Chain(bent_chain(random, int(random.integers(1, 12)), dimension))
    way = random.normal(size=dimension)
    inner, outer = chain.reach
    target = chain.base + way / np.linalg.norm(way) * random.uniform(inner, outer)
    assume(outer > inner)
    result = fabrikit.solve(chain, target, method="triangulation")
    assert result
    assert result.iterations <= 1
