"""Batches: every row has the bits of a solve of its own, whatever stands around it."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fabrikit
import strategies
from fabrikit import Ball, BatchResult, Chain, Hinge, Result, Solver, Status, bridge
from fabrikit.arrays import Array
from invariants import Question, same_bits
from strategies import laws

LEVELS = bridge.isa_levels()
METHODS = ("auto", "fabrik")
ROWS = 200
FIGURES = ("error", "tolerance", "status", "iterations", "stage", "symmetry_broken")
FIELDS = ("positions", *FIGURES)


@pytest.fixture(params=LEVELS)
def level(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every instruction set that there is here, one after the other."""
    monkeypatch.setenv("FABRIKIT_ISA", request.param)
    return str(request.param)


def same_row(row: Result, alone: Result) -> bool:
    """Tell whether a row is the answer of a single solve, to the bit."""
    figures = all(np.array_equal(getattr(row, name), getattr(alone, name), equal_nan=True) for name in FIGURES[:2])
    return (
        same_bits(row.positions, alone.positions)
        and figures
        and all(getattr(row, name) == getattr(alone, name) for name in FIGURES[2:])
    )


def same_batch(a: BatchResult, b: BatchResult) -> bool:
    """Tell whether two batches have the same bits."""
    return all(getattr(a, name).tobytes() == getattr(b, name).tobytes() for name in FIELDS)


def make_chain(bones: int, dimension: int, random: np.random.Generator) -> Chain:
    """Make a chain of uneven bones in a random pose."""
    return Chain(np.cumsum(random.normal(size=(bones + 1, dimension)), axis=0))


def make_targets(chain: Chain, random: np.random.Generator, rows: int = ROWS) -> Array:
    """Make targets of every kind: anywhere, on the base, on the tip, on the line, at both ends of the reach."""
    away = random.normal(size=(rows, chain.dimension))
    away /= np.linalg.norm(away, axis=1, keepdims=True)
    inner, outer = chain.reach
    distances = outer * random.uniform(0, 1.2, rows)
    distances[::8] = outer * (1 - random.uniform(0, 1e-6, len(distances[::8])))
    distances[1::8] = inner
    targets: Array = chain.base + distances[:, None] * away
    tip = chain.joints[-1]
    targets[2::8] = chain.base
    targets[3::8] = tip
    targets[4::8] = chain.base + np.linspace(-1, 1.2, len(targets[4::8]))[:, None] * (tip - chain.base)
    return targets


CHAINS = [(1, 2), (2, 2), (3, 3), (10, 2), (10, 3), (40, 3)]
chains = pytest.mark.parametrize(("bones", "dimension"), CHAINS, ids=[f"{bones} bones in {d}D" for bones, d in CHAINS])
methods = pytest.mark.parametrize("method", METHODS)


@methods
@chains
def test_rows_are_single_solves(level: str, method: str, bones: int, dimension: int) -> None:
    """At every instruction set every row is what a solve of its target alone answers."""
    chain = make_chain(bones, dimension, np.random.default_rng(bones))
    targets = make_targets(chain, np.random.default_rng(1))
    solver = Solver(chain, method=method, max_iterations=50)
    batch = solver.solve_batch(targets, threads=1)
    for row, target in zip(batch, targets, strict=True):
        assert same_row(row, solver.solve(target)), (level, target)


@methods
@chains
def test_rows_with_everything_of_their_own(level: str, method: str, bones: int, dimension: int) -> None:
    """Starts, bases, bone lengths and tolerances of their own make each row a question of its own."""
    random = np.random.default_rng(bones + 100)
    chain = make_chain(bones, dimension, random)
    targets = make_targets(chain, random)
    starts = np.cumsum(random.normal(size=(ROWS, bones + 1, dimension)), axis=1)
    lengths = np.exp(random.uniform(-1, 1, (ROWS, bones)))
    bases = random.normal(size=(ROWS, dimension))
    tolerances = np.where(np.arange(ROWS) % 5 == 0, 0.0, np.exp(random.uniform(-12, -1, ROWS)))
    own = {"starts": starts, "lengths": lengths, "bases": bases, "tolerance": tolerances}
    batch = fabrikit.solve_batch(chain, targets, **own, method=method, max_iterations=50)
    for i, row in enumerate(batch):
        solver = Solver(
            Chain.from_lengths(lengths[i], dimension=dimension),
            tolerance=tolerances[i],
            method=method,
            max_iterations=50,
        )
        assert same_row(row, solver.solve(targets[i], start=starts[i], base=bases[i])), (level, i)


@laws
@given(data=st.data())
def test_any_question_in_a_batch(data: st.DataObject) -> None:
    """Whatever is asked, it is answered in a batch as it is alone, also between rows that are not numbers."""
    asked: Question = data.draw(strategies.questions())
    count = data.draw(st.integers(1, 40))
    alone = fabrikit.solve(asked.chain, asked.target, **asked.options)
    targets = np.tile(np.asarray(asked.target, dtype=np.float64), (count, 1))
    targets[1::2] = np.nan
    batch = fabrikit.solve_batch(
        asked.chain,
        targets,
        starts=asked.start,
        bases=asked.base,
        pole=asked.pole,
        tolerance=asked.tolerance,
        max_iterations=asked.max_iterations,
    )
    for i, row in enumerate(batch):
        assert row.status == Status.INVALID if i % 2 else same_row(row, alone)


@methods
def test_neighbours_order_and_pieces_change_nothing(level: str, method: str) -> None:
    """Rows in another order, cut anywhere, are the same rows."""
    random = np.random.default_rng(3)
    chain = make_chain(7, 3, random)
    targets = make_targets(chain, random)
    solver = Solver(chain, method=method, max_iterations=50)
    whole = solver.solve_batch(targets)
    order = random.permutation(ROWS)
    shuffled = solver.solve_batch(targets[order])
    cuts = [0, 1, 34, 67, 131, ROWS]
    pieces = [solver.solve_batch(targets[a:b]) for a, b in itertools.pairwise(cuts)]
    for name in FIELDS:
        assert getattr(whole, name)[order].tobytes() == getattr(shuffled, name).tobytes(), (level, name)
        joined = np.concatenate([getattr(piece, name) for piece in pieces])
        assert getattr(whole, name).tobytes() == joined.tobytes(), (level, name)


@methods
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_levels_and_threads_change_nothing(
    monkeypatch: pytest.MonkeyPatch, method: str, dtype: type[np.floating[Any]]
) -> None:
    """All instruction sets and any number of threads give the same bits, in both precisions."""
    random = np.random.default_rng(4)
    chain = make_chain(6, 3, random)
    targets = make_targets(chain, random, 3000)
    solver = Solver(chain, method=method, max_iterations=50)
    found = []
    for name in LEVELS:
        monkeypatch.setenv("FABRIKIT_ISA", name)
        found += [solver.solve_batch(targets, dtype=dtype, threads=threads) for threads in (1, 2, 5)]
    assert found[0].positions.dtype == found[0].error.dtype == found[0].tolerance.dtype == dtype
    assert all(same_batch(found[0], other) for other in found[1:])


def test_single_precision_is_as_good_as_its_numbers() -> None:
    """In float32 every reachable target is reached, with bones that keep their lengths to 8 units."""
    random = np.random.default_rng(5)
    chain = make_chain(12, 3, random)
    away = random.normal(size=(ROWS, 3))
    inner, outer = chain.reach
    distances = inner + (outer - inner) * random.uniform(0.01, 0.99, (ROWS, 1))
    targets = chain.base + distances * away / np.linalg.norm(away, axis=1, keepdims=True)
    batch = fabrikit.solve_batch(chain, targets, dtype=np.float32)
    assert batch.reached.all()
    exact = batch.positions.astype(np.float64)
    lengths = np.linalg.norm(np.diff(exact, axis=1), axis=2)
    unit = np.spacing(np.abs(batch.positions).max(axis=(1, 2))).astype(np.float64)[:, None]
    assert (np.abs(lengths - chain.lengths) <= 8 * unit).all()
    gap = np.linalg.norm(exact[:, -1] - targets, axis=1)
    assert (gap <= batch.tolerance + 4 * unit[:, 0]).all()


@pytest.mark.parametrize("dimension", [2, 3])
def test_limits_hold_in_batches(level: str, dimension: int) -> None:
    """Rows of a chain with limits are single solves too, rotations included."""
    joint = Hinge(lower=-0.8, upper=1.1) if dimension == 2 else Ball(cone=0.7, twist=(-0.5, 0.5))
    random = np.random.default_rng(6)
    chain = Chain(np.cumsum(random.normal(size=(6, dimension)), axis=0), dict.fromkeys(range(5), joint))
    targets = make_targets(chain, random, 40)
    bases = random.normal(size=(40, dimension))
    for moved in ({}, {"bases": bases}):
        solver = Solver(chain)
        for i, row in enumerate(solver.solve_batch(targets, **moved)):
            alone = solver.solve(targets[i], base=bases[i] if moved else None)
            assert same_row(row, alone), (level, i)
            assert same_bits(row.rotations, alone.rotations)
            assert dimension == 3 or same_bits(row.angles, alone.angles)


def test_limits_and_lengths_of_their_own() -> None:
    """Chains of one shape with limits and different bones are each the chain of its lengths."""
    random = np.random.default_rng(8)
    types = [Ball(cone=0.9, twist=(-0.5, 0.5)), Hinge(axis=(0, 0, 1), lower=-1, upper=1), Ball(cone=0.6)]
    chain = Chain.from_lengths([1, 1, 1], dimension=3, types=types)
    lengths = 2.0 ** random.integers(-2, 2, (20, 3))  # exact: a chain made of them has the very same rest directions
    targets = random.uniform(-2, 2, (20, 3))
    batch = fabrikit.solve_batch(chain, targets, lengths=lengths, tolerance=1e-5)
    for i, row in enumerate(batch):
        resized = Chain.from_lengths(lengths[i], dimension=3, types=types)
        alone = fabrikit.solve(resized, targets[i], tolerance=1e-5)
        assert same_row(row, alone), i
        assert same_bits(row.rotations, alone.rotations)


@pytest.mark.parametrize("method", ["ccd", "dls-dense", "ftl"])
def test_methods_of_other_papers_in_batches(level: str, method: str) -> None:
    """Methods without lanes are answered in batches as alone."""
    chain = make_chain(5, 3, np.random.default_rng(9))
    targets = make_targets(chain, np.random.default_rng(10), 24)
    solver = Solver(chain, method=method, max_iterations=30)
    for row, target in zip(solver.solve_batch(targets), targets, strict=True):
        assert same_row(row, solver.solve(target)), (level, target)


def test_poles_of_a_batch() -> None:
    """A pole is one for all rows, and each row bends to it as alone."""
    chain = Chain.from_lengths([1, 1, 1], dimension=3)
    targets = make_targets(chain, np.random.default_rng(7))
    solver = Solver(chain, pole=fabrikit.Pole(direction=[0, 0.6, 0.8]))
    for row, target in zip(solver.solve_batch(targets), targets, strict=True):
        assert same_row(row, solver.solve(target))


def test_a_result_can_be_read_in_every_way() -> None:
    """Words, masks, counts, rows, slices and loops all tell the same."""
    batch = fabrikit.solve_batch([[0, 0], [1, 0], [2, 0]], [[1.2, 0.9], [5, 0], [np.nan, 0]])
    assert batch.statuses.tolist() == ["REACHED", "TOO_FAR", "INVALID"]
    assert batch.reached.tolist() == [True, False, False]
    assert batch.stages.tolist() == [batch[i].stage.value for i in range(3)]
    assert batch.counts() == {Status.REACHED: 1, Status.TOO_FAR: 1, Status.INVALID: 1}
    assert len(batch) == len(list(batch)) == 3
    assert [row.status for row in batch] == [batch[-3].status, batch[1].status, batch[2].status]
    assert bool(batch[0])
    assert not batch[2]
    tail = batch[1:]
    assert tail.statuses.tolist() == ["TOO_FAR", "INVALID"]
    assert np.shares_memory(tail.positions, batch.positions)
    assert repr(batch) == "BatchResult(3 rows: 1 REACHED, 1 TOO_FAR, 1 INVALID)"
    with pytest.raises(IndexError, match="row 3 of 3"):
        batch[3]


def test_a_batch_has_no_truth_value() -> None:
    """bool() of a batch says what to ask instead."""
    batch = fabrikit.solve_batch([[0, 0], [1, 0]], [[1, 0]])
    with pytest.raises(fabrikit.ShapeError, match=r"\.reached\.all\(\)"):
        bool(batch)
