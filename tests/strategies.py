"""Hypothesis strategies: chains, starts, targets, poles and whole questions, of every kind that ever broke a solver.

Kinds and counts are drawn by Hypothesis, so that it can shrink them (the first of every list is the simplest); the many
numbers of one kind come from a drawn seed, so that a chain of forty bones costs as little to draw as one of two.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
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
Lengths = Callable[[int, Random], Array]
Shape = Callable[[int, int, Random], Array]

seeds = st.integers(0, 2**32 - 1)
generators = seeds.map(np.random.default_rng)
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


def make_chain(
    random: Random, bones: int, dimension: int, lengths: Lengths, shape: Shape, far: bool = False, exponent: int = 0
) -> Chain:
    """Make a chain: its base at the origin or far from it, its unit 2^exponent."""
    joints = lay(lengths(bones, random), shape(bones, dimension, random))
    if far:
        joints += random.normal(size=dimension) * 10.0 ** random.uniform(-3, 8)
    return Chain(joints * 2.0**exponent)


bone_counts = st.one_of(st.integers(1, 4), st.integers(1, 12), st.integers(13, 40))
exponents = st.one_of(st.just(0), st.just(0), st.integers(-300, 300))
rarely = st.sampled_from([False, False, True])


def chain_parts(max_bones: int, far: bool, scaled: bool, dimensions: Sequence[int]) -> dict[str, Any]:
    """List what `make_chain` needs beside a generator, as strategies."""
    return {
        "bones": bone_counts if max_bones >= 40 else st.integers(1, max_bones),
        "dimension": st.sampled_from(dimensions),
        "lengths": st.sampled_from(LENGTHS),
        "shape": st.sampled_from(SHAPES),
        "far": rarely if far else st.just(False),
        "exponent": exponents if scaled else st.just(0),
    }


@cache
def chains(
    max_bones: int = 40, far: bool = True, scaled: bool = True, dimensions: Sequence[int] = (2, 3)
) -> st.SearchStrategy[Chain]:
    """Draw a chain of up to 40 bones, perhaps far from the origin, perhaps in a unit of 2^k, |k| <= 300."""
    return st.builds(make_chain, generators, **chain_parts(max_bones, far, scaled, dimensions))


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


target_kinds = st.sampled_from(TARGETS)
end_kinds = st.sampled_from((_exactly_at_an_end, _near_outer, _near_inner, _hair_from_the_ends))
"""Within 1e-2 of an end of the reach, down to exactly there."""


# Starts (n + 1, D), base where the chain rests.


def _rest(_: Chain, __: Random) -> None:
    return None


def _own_lengths(chain: Chain, random: Random) -> Array:
    return chain.base + lay(chain.lengths, _choose(SHAPES, random)(chain.bones, chain.dimension, random))


def _other_lengths(chain: Chain, random: Random) -> Array:
    lengths = chain.reach[1] / chain.bones * _choose(LENGTHS, random)(chain.bones, random)
    return chain.base + lay(lengths, _choose(SHAPES, random)(chain.bones, chain.dimension, random))


STARTS = (_rest, _rest, _own_lengths, _other_lengths)
start_kinds = st.sampled_from(STARTS)


def _choose(kinds: Sequence[Any], random: Random) -> Any:
    return kinds[random.integers(len(kinds))]


# Poles: points (D,) and directions.


def _a_point(chain: Chain, _: Array, random: Random) -> Array:
    return chain.base + 3 * chain.reach[1] * random.normal(size=chain.dimension)


def _a_direction(chain: Chain, _: Array, random: Random) -> Pole:
    return Pole(direction=_any_direction(chain, random))


def _nearly_on_the_axis(chain: Chain, target: Array, random: Random) -> Array:
    return target + chain.reach[1] * 10.0 ** random.uniform(-9, -1) * random.normal(size=chain.dimension)


def _on_the_target(_: Chain, target: Array, __: Random) -> Array:
    return target.copy()


def _on_the_tip(chain: Chain, _: Array, __: Random) -> Array:
    return chain.joints[-1].copy()


POLES = (_a_point, _a_direction, _nearly_on_the_axis, _on_the_target, _on_the_tip)

# Bases (D,), or None where the start has it.


def _stays(_: Chain, __: Random) -> None:
    return None


def _moved_a_little(chain: Chain, random: Random) -> Array:
    return chain.base + chain.reach[1] * random.normal(size=chain.dimension)


def _moved_home(chain: Chain, random: Random) -> Array:
    return chain.reach[1] * random.normal(size=chain.dimension)


BASES = (_stays, _stays, _stays, _moved_a_little, _moved_home)

tolerances = st.sampled_from([None, None, 0.0, 1e-12, 1e-3, 10.0])
"""As fractions of the outer reach: the default, zero, small, large, absurdly large."""


def make_question(
    seed: int, target: Any, start: Any, base: Any, pole: Any, tolerance: float | None, **chain_parts: Any
) -> Question:
    """Make a question from kinds; every part has its own random numbers, so that one can shrink without the others."""
    chain = make_chain(np.random.default_rng([seed, 0]), **chain_parts)
    random = [np.random.default_rng([seed, part]) for part in range(1, 5)]
    goal = target(chain, random[0])
    foot = base(chain, random[2])
    # A target meant for the rest pose's base goes with the base, most of the time.
    if foot is not None and random[2].random() < 0.7:
        goal = foot + (goal - chain.base)
    return Question(
        chain,
        goal,
        start=start(chain, random[1]),
        base=foot,
        pole=pole and pole(chain, goal, random[3]),
        tolerance=tolerance and tolerance * chain.reach[1],
    )


@cache
def questions(
    poled: bool | None = None,
    moved: bool = True,
    max_bones: int = 40,
    far: bool = True,
    scaled: bool = True,
    dimensions: Sequence[int] = (2, 3),
) -> st.SearchStrategy[Question]:
    """Draw a whole question.

    Parameters
    ----------
    poled : bool, optional
        With a pole, without one, or (None) either.
    moved : bool
        Whether `base` may be given.
    max_bones, far, scaled, dimensions
        As in `chains`.
    """
    poles = {None: (None, None, None, *POLES), True: POLES, False: (None,)}[poled]
    return st.builds(
        make_question,
        seeds,
        target=target_kinds,
        start=start_kinds,
        base=st.sampled_from(BASES) if moved else st.just(_stays),
        pole=st.sampled_from(poles),
        tolerance=tolerances,
        **chain_parts(max_bones, far, scaled, dimensions),
    )
