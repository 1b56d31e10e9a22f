"""Hypothesis strategies: chains, starts, targets, poles and whole questions, of every kind that ever broke a solver.

Kinds and counts are drawn by Hypothesis, so that it can shrink them; the many numbers of one kind come from a drawn
seed, so that a chain of forty bones costs as little to draw as one of two. The first kind of every list is the
simplest: Hypothesis shrinks toward it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from fabrikit import Chain, Pole
from fabrikit.arrays import Array
from invariants import Question

EXAMPLES = int(os.environ.get("FABRIKIT_EXAMPLES", "300"))

laws = settings(
    max_examples=EXAMPLES,
    derandomize="FABRIKIT_EXAMPLES" not in os.environ,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
"""The profile of every property test: the same examples in every run, unless FABRIKIT_EXAMPLES asks for more."""

Random = np.random.Generator
Draw = Callable[[st.SearchStrategy[Any]], Any]

generators = st.integers(0, 2**32 - 1).map(np.random.default_rng)
"""A random generator with a drawn seed."""


# Bone lengths (n,), of a factor of up to 400 and more.


def _equal(n: int, _: Random) -> Array:
    return np.ones(n)


def _whole(n: int, random: Random) -> Array:
    return random.integers(1, 6, n).astype(float)


def _spread(n: int, random: Random) -> Array:
    return np.exp(random.uniform(np.log(0.05), np.log(20), n))


def _one_long(n: int, random: Random) -> Array:
    lengths = random.uniform(0.5, 1, n)
    lengths[random.integers(n)] = random.choice([n - 1.0 or 1.0, float(n), 2.0 * n, 400.0])
    return lengths


def _one_short(n: int, random: Random) -> Array:
    lengths = np.ones(n)
    lengths[random.integers(n)] = 0.0025
    return lengths


def _some_zero(n: int, random: Random) -> Array:
    lengths = random.integers(0, 3, n).astype(float)
    return lengths if lengths.any() else np.ones(n)


def _one_zero(n: int, random: Random) -> Array:
    lengths = random.uniform(0.5, 2, n + 1)[:n]
    if n > 1:
        lengths[random.integers(n)] = 0.0
    return lengths


LENGTHS = (_equal, _whole, _spread, _one_long, _one_short, _some_zero, _one_zero)


# Directions of bones, unit vectors (n, D).


def _unit(vectors: Array) -> Array:
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def _along_x(n: int, dimension: int, _: Random) -> Array:
    return np.tile(np.eye(dimension)[0], (n, 1))


def _along_an_axis_and_back(n: int, dimension: int, random: Random) -> Array:
    axis = np.eye(dimension)[random.integers(dimension)]
    return axis * random.choice([-1.0, 1.0], (n, 1))


def _grid(n: int, dimension: int, random: Random) -> Array:
    return np.eye(dimension)[random.integers(dimension, size=n)] * random.choice([-1.0, 1.0], (n, 1))


def _straight(n: int, dimension: int, random: Random) -> Array:
    return np.tile(_unit(random.normal(size=dimension)), (n, 1))


def _folded(n: int, dimension: int, random: Random) -> Array:
    return _unit(random.normal(size=dimension)) * random.choice([-1.0, 1.0], (n, 1))


def _nearly_straight(n: int, dimension: int, random: Random) -> Array:
    bend = 10.0 ** random.uniform(-16, -1)
    return _unit(_straight(n, dimension, random) + bend * random.normal(size=(n, dimension)))


def _planar(n: int, dimension: int, random: Random) -> Array:
    directions = random.normal(size=(n, dimension))
    directions[:, 2:] = 0
    return _unit(directions)


def _curved(n: int, dimension: int, random: Random) -> Array:
    return _unit(random.normal(size=dimension) + np.cumsum(0.2 * random.normal(size=(n, dimension)), axis=0))


def _random(n: int, dimension: int, random: Random) -> Array:
    return _unit(random.normal(size=(n, dimension)))


SHAPES = (
    _along_x,
    _along_an_axis_and_back,
    _grid,
    _straight,
    _folded,
    _nearly_straight,
    _planar,
    _curved,
    _random,
)


def lay(lengths: Array, directions: Array) -> Array:
    """Lay joints (n + 1, D) out from the origin."""
    joints = np.zeros((len(lengths) + 1, directions.shape[1]))
    joints[1:] = np.cumsum(lengths[:, None] * directions, axis=0)
    return joints


bone_counts = st.one_of(st.integers(1, 4), st.integers(1, 12), st.integers(13, 40))


@st.composite
def chains(
    draw: Draw,
    max_bones: int = 40,
    far: bool = True,
    scaled: bool = True,
    dimensions: Sequence[int] = (2, 3),
) -> Chain:
    """Draw a chain: its base at the origin or far from it, its unit near 1 or 2^k, |k| <= 300."""
    random = draw(generators)
    bones = min(draw(bone_counts), max_bones)
    dimension = draw(st.sampled_from(dimensions))
    joints = lay(draw(st.sampled_from(LENGTHS))(bones, random), draw(st.sampled_from(SHAPES))(bones, dimension, random))
    if far and draw(st.sampled_from([False, False, True])):
        joints += random.normal(size=dimension) * 10.0 ** random.uniform(-3, 8)
    if scaled and draw(st.sampled_from([False, False, True])):
        joints *= 2.0 ** draw(st.integers(-300, 300))
    return Chain(joints)


# Targets (D,), seen from the chain's rest pose.


def _interior(chain: Chain, random: Random) -> Array:
    inner, outer = chain.reach
    return chain.base + _any_direction(chain, random) * (inner + (outer - inner) * random.random())


def _near_outer(chain: Chain, random: Random) -> Array:
    inner, outer = chain.reach
    return chain.base + _any_direction(chain, random) * (outer - (outer - inner) * 10.0 ** random.uniform(-6, -2))


def _near_inner(chain: Chain, random: Random) -> Array:
    inner, outer = chain.reach
    return chain.base + _any_direction(chain, random) * (inner + (outer - inner) * 10.0 ** random.uniform(-6, -2))


def _hair_from_the_ends(chain: Chain, random: Random) -> Array:
    inner, outer = chain.reach
    away = (outer - inner) * 10.0 ** random.uniform(-16, -6)
    return chain.base + _any_direction(chain, random) * (outer - away if random.random() < 0.5 else inner + away)


def _exactly_at_an_end(chain: Chain, random: Random) -> Array:
    axis = np.eye(chain.dimension)[random.integers(chain.dimension)] * random.choice([-1.0, 1.0])
    return chain.base + axis * chain.reach[random.integers(2)]


def _on_a_joint(chain: Chain, random: Random) -> Array:
    return chain.joints[random.integers(chain.bones + 1)].copy()


def _on_the_base(chain: Chain, _: Random) -> Array:
    return chain.base.copy()


def _on_the_line(chain: Chain, random: Random) -> Array:
    tip = chain.joints[-1] - chain.base
    return chain.base + tip * random.uniform(-1, 1)


def _on_a_joint_line(chain: Chain, random: Random) -> Array:
    joint = chain.joints[random.integers(1, chain.bones + 1)] - chain.base
    return chain.base - joint * random.random()


def _near_the_base(chain: Chain, random: Random) -> Array:
    return chain.base + _any_direction(chain, random) * chain.reach[1] * 10.0 ** random.uniform(-16, -1)


def _too_far(chain: Chain, random: Random) -> Array:
    return chain.base + _any_direction(chain, random) * chain.reach[1] * (1 + 10.0 ** random.uniform(-15, 20))


def _too_near(chain: Chain, random: Random) -> Array:
    return chain.base + _any_direction(chain, random) * chain.reach[0] * random.random()


def _any_direction(chain: Chain, random: Random) -> Array:
    return _unit(random.normal(size=chain.dimension))


TARGETS = (
    _on_the_base,
    _on_a_joint,
    _on_the_line,
    _interior,
    _exactly_at_an_end,
    _near_outer,
    _near_inner,
    _hair_from_the_ends,
    _on_a_joint_line,
    _near_the_base,
    _too_far,
    _too_near,
)


def targets(chain: Chain) -> st.SearchStrategy[Array]:
    """Draw a target of any kind for a chain at its rest pose's base."""
    return st.builds(lambda kind, random: kind(chain, random), st.sampled_from(TARGETS), generators)


def end_targets(chain: Chain) -> st.SearchStrategy[Array]:
    """Draw a target within 1e-2 of an end of the reach, down to exactly there."""
    kinds = (_exactly_at_an_end, _near_outer, _near_inner, _hair_from_the_ends)
    return st.builds(lambda kind, random: kind(chain, random), st.sampled_from(kinds), generators)


def poses(chain: Chain) -> st.SearchStrategy[Array]:
    """Draw a pose of the chain's own lengths, base where the chain rests."""

    def pose(shape: Any, random: Random) -> Array:
        return chain.base + lay(chain.lengths, shape(chain.bones, chain.dimension, random))

    return st.builds(pose, st.sampled_from(SHAPES), generators)


def foreign_poses(chain: Chain) -> st.SearchStrategy[Array]:
    """Draw a pose whose bones have other lengths than the chain's, some of them none."""

    def pose(shape: Any, lengths: Any, random: Random) -> Array:
        unit = chain.reach[1] / chain.bones
        return chain.base + unit * lay(lengths(chain.bones, random), shape(chain.bones, chain.dimension, random))

    return st.builds(pose, st.sampled_from(SHAPES), st.sampled_from(LENGTHS), generators)


def starts(chain: Chain) -> st.SearchStrategy[Any]:
    """Draw a start: the rest pose (None), another pose, or one of other lengths."""
    return st.one_of(st.none(), st.none(), poses(chain), foreign_poses(chain))


def bases(chain: Chain) -> st.SearchStrategy[Any]:
    """Draw where the base stands: where the start has it (None), or moved by up to a few reaches."""
    moved = generators.map(lambda random: chain.base + chain.reach[1] * random.normal(size=chain.dimension))
    return st.one_of(st.none(), st.none(), st.none(), moved)


def poles(chain: Chain, target: Array) -> st.SearchStrategy[Any]:
    """Draw a pole: a point or a direction, anywhere, or on the target, on a joint, nearly on the axis."""

    def point(random: Random) -> Array:
        return chain.base + 3 * chain.reach[1] * random.normal(size=chain.dimension)

    def nearly_on_axis(random: Random) -> Array:
        aside = 10.0 ** random.uniform(-9, -1) * random.normal(size=chain.dimension)
        return target + chain.reach[1] * aside

    return st.one_of(
        generators.map(point),
        generators.map(lambda random: Pole(direction=_any_direction(chain, random))),
        generators.map(nearly_on_axis),
        st.just(target),
        st.just(chain.joints[-1].copy()),
    )


def tolerances(chain: Chain) -> st.SearchStrategy[float | None]:
    """Draw a tolerance: the default, zero, absurdly small or large."""
    return st.sampled_from([None, None, 0.0, 1e-12, 1e-3, 10.0]).map(
        lambda tolerance: tolerance and tolerance * chain.reach[1]
    )


@st.composite
def questions(
    draw: Draw,
    method: str = "auto",
    poled: bool | None = None,
    based: bool = True,
    max_bones: int = 40,
    **chain_options: Any,
) -> Question:
    """Draw a whole question. `poled` None: with a pole or without; `based` False: the base stays."""
    chain = draw(chains(max_bones=max_bones, **chain_options))
    target = draw(targets(chain))
    asked_pole = draw(st.sampled_from([False, False, True])) if poled is None else poled
    return Question(
        chain,
        target,
        start=draw(starts(chain)),
        base=draw(bases(chain)) if based else None,
        pole=draw(poles(chain, target)) if asked_pole else None,
        tolerance=draw(tolerances(chain)),
        method=method,
    )
