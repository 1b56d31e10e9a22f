"""Scaled, mirrored, turned and moved problems of chains with joint types have the same answers, changed alike."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import fabrikit
import limit_strategies
import strategies
from fabrikit import Ball, Chain, Hinge, Status
from invariants import unit
from limit_strategies import WHOLE_BONES, allowed_turns, laws, lay_out, limited_chains, somewhere
from strategies import generators


def moved_chain(chain: Chain, change: Any, pseudo: Any, factor: float = 1.0) -> Chain:
    """Pass joints and directions of a chain through `change`, axes of rotation through `pseudo`."""

    def kind_of(kind: Any) -> Any:
        if isinstance(kind, Hinge):
            axis = None if kind.axis is None else pseudo(np.asarray(kind.axis, float))
            reference = None if kind.reference is None else change(np.asarray(kind.reference, float))
            return Hinge(axis, kind.lower, kind.upper, frame=kind.frame, reference=reference)
        if isinstance(kind, Ball) and kind.reference is not None:
            return replace(kind, reference=change(np.asarray(kind.reference, float)))
        return kind

    return Chain(factor * change(chain.joints), [kind_of(kind) for kind in chain.types])


@pytest.mark.parametrize("method", ["auto", "fabrik"])
@laws
@given(chain=limited_chains(far=True), random=generators, exponent=st.integers(-300, 300))
def test_scaling_by_a_power_of_two_scales_the_answer(method: str, chain: Chain, random: Any, exponent: int) -> None:
    """Joints, target, tolerance, base and pole times 2^k, |k| <= 300: positions times 2^k and the same turns, equal."""
    factor = 2.0**exponent
    target, base = somewhere(chain, random), somewhere(chain, random)
    pole = somewhere(chain, random) if method == "auto" and random.random() < 0.5 else None
    options = {"method": method, "max_iterations": 100}
    other = moved_chain(chain, lambda points: points, lambda axis: axis, factor)
    result = fabrikit.solve(chain, target, base=base, pole=pole, **options)
    scaled_pole = None if pole is None else factor * pole
    scaled = fabrikit.solve(other, factor * target, base=factor * base, pole=scaled_pole, **options)
    assert (scaled.status, scaled.iterations, scaled.stage) == (result.status, result.iterations, result.stage)
    assert scaled.symmetry_broken == result.symmetry_broken
    assert (scaled.error, scaled.tolerance) == (factor * result.error, factor * result.tolerance)
    assert np.array_equal(scaled.positions, factor * result.positions)
    assert np.array_equal(scaled.turns.turns, result.turns.turns)


def has_own_cone_side(kind: Any) -> bool:
    """Tell whether an oval takes its sides from the coordinate axes."""
    return isinstance(kind, Ball) and kind.cone is not None and kind.reference is None and not np.isscalar(kind.cone)


@laws
@given(
    chain=limited_chains(dimensions=(3,), lengths=WHOLE_BONES),
    random=generators,
    axis=st.integers(0, 2),
    method=st.sampled_from(["auto", "fabrik"]),
)
def test_mirroring_an_axis_mirrors_the_answer(chain: Chain, random: Any, axis: int, method: str) -> None:
    """A mirrored chain (hinge axes, too) has the mirrored answer, equal in value, unless a side was chosen."""
    assume(not any(isinstance(kind, Ball) and (kind.twist or not np.isscalar(kind.cone or 0)) for kind in chain.types))
    mirror = np.ones(3)
    mirror[axis] = -1
    target = lay_out(chain, allowed_turns(chain, random))[-1]
    other = moved_chain(chain, lambda points: mirror * points, lambda vector: -mirror * vector)
    options = {"method": method, "max_iterations": 100}
    result, mirrored = fabrikit.solve(chain, target, **options), fabrikit.solve(other, mirror * target, **options)
    assume(not result.symmetry_broken and (result or method == "fabrik"))
    assert (mirrored.status, mirrored.iterations, mirrored.stage) == (result.status, result.iterations, result.stage)
    assert not mirrored.symmetry_broken
    assert np.array_equal(mirrored.positions, mirror * result.positions)


@laws
@given(chain=limited_chains(max_bones=5, shapes=(strategies._random,), lengths=WHOLE_BONES[:2]), random=generators)
def test_turning_the_whole_problem_turns_the_answer(chain: Chain, random: Any) -> None:
    """A rotated chain and target are reached as well; three iterations of `fabrik` give the rotated pose, to 1e-6."""
    turn = np.linalg.qr(random.normal(size=(chain.dimension, chain.dimension)))[0]
    turn *= np.linalg.det(turn)
    assume(np.linalg.det(turn) > 0)
    assume(not any(has_own_cone_side(kind) for kind in chain.types))
    target = lay_out(chain, allowed_turns(chain, random))[-1]
    other = moved_chain(chain, lambda points: points @ turn.T, lambda axis: axis @ turn.T)
    assert fabrikit.solve(chain, target)
    assert fabrikit.solve(other, target @ turn.T)
    # Not of auto: on the edge of a limit one bit decides on which side its next round goes on.
    result, turned = (
        fabrikit.solve(body, goal, method="fabrik", max_iterations=3)
        for body, goal in ((chain, target), (other, target @ turn.T))
    )
    assert turned.status is result.status
    assert np.abs(turned.positions - result.positions @ turn.T).max() <= 1e-6 * chain.reach[1]


@laws
@given(chain=limited_chains(max_bones=5), random=generators, exponent=st.integers(0, 20))
def test_moving_the_whole_problem_moves_the_answer(chain: Chain, random: Any, exponent: int) -> None:
    """A chain and target moved without rounding have the moved answer, to 2 u there, in as many iterations."""
    step = 2.0**-20
    grid = Chain(np.round(chain.joints / step) * step)
    assume((grid.lengths > 0).all())
    kinds = {2: limit_strategies._flat_hinge, 3: limit_strategies._circle}
    types = [kinds[chain.dimension](np.array([1.0, 0, 0]), random) for _ in chain.types]
    offset = random.integers(-4, 5, chain.dimension) * 2.0**exponent
    target = np.round(somewhere(chain, random) / step) * step
    assume(np.abs(target).max() < 2.0**12)
    near, far = Chain(grid.joints, types), Chain(grid.joints + offset, types)
    tolerance = 1e-4 * chain.reach[1]
    result = fabrikit.solve(near, target, tolerance=tolerance, max_iterations=50)
    moved = fabrikit.solve(far, target + offset, tolerance=tolerance, max_iterations=50)
    # An error within rounding of the tolerance may fall on either side of it; then the courses part.
    assume(moved.iterations == result.iterations)
    assert (moved.status, moved.stage) == (result.status, result.stage)
    assume(result.status is Status.REACHED)
    assert np.abs(moved.positions - offset - result.positions).max() <= 2 * unit(moved.positions)
