"""Hypothesis strategies: chains with joint types of every kind, and targets that are reached by construction.

As in `strategies`, kinds and counts are drawn by Hypothesis and the numbers of one kind come from a drawn seed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

import strategies
from fabrikit import Ball, Chain, Fixed, Hinge
from fabrikit.arrays import Array
from limit_laws import about, cone_sides, forward, half_angles, hinge_frame, is_global, multiply, rest_directions
from strategies import Random

laws = settings(strategies.laws, max_examples=max(strategies.EXAMPLES // 3, 1))
"""A third of the usual number of examples: there are many kinds of questions here, each of its own cost."""

Maker = Callable[[Array, Random], Any]
"""A joint type for a bone of a rest direction (3,)."""


def _side(bone: Array, random: Random) -> Array:
    """Choose a unit vector (3,) perpendicular to a bone."""
    side = np.zeros(3)
    while np.linalg.norm(side) < 0.1:
        side = np.cross(bone, random.normal(size=3))
    return side / np.linalg.norm(side)


def _range(random: Random) -> tuple[float, float]:
    """Choose a range of angles [rad] that holds 0, from nothing to nearly the whole circle."""
    lower, upper = -random.uniform(0, 3, 2) * random.choice([0.0, 0.3, 1.0], 2) * [1, -1]
    return float(lower), float(upper)


def _free(_: Array, __: Random) -> None:
    return None


def _circle(_: Array, random: Random) -> Ball:
    return Ball(float(random.choice([random.uniform(0, 0.3), random.uniform(0, 1.6), random.uniform(0, math.pi)])))


def _circle_without_twist(bone: Array, random: Random) -> Ball:
    return Ball(min(float(_circle(bone, random).cone), 3.0), (0.0, 0.0))


def _oval(bone: Array, random: Random) -> Ball:
    most = random.choice([0.5, 1.5, math.pi])
    return Ball(random.uniform(0.02, most, 4).tolist(), reference=_side(bone, random))


def _twist(_: Array, random: Random) -> Ball:
    return Ball(twist=_range(random))


def _circle_and_twist(bone: Array, random: Random) -> Ball:
    return Ball(_circle(bone, random).cone, _range(random))


def _oval_and_twist(bone: Array, random: Random) -> Ball:
    oval = _oval(bone, random)
    return Ball(oval.cone, _range(random), oval.reference)


def _hinge(bone: Array, random: Random) -> Hinge:
    return Hinge(_side(bone, random), *_range(random))


def _tilted_hinge(bone: Array, random: Random) -> Hinge:
    return Hinge(_side(bone, random) + random.uniform(-1, 1) * bone, *_range(random))


def _referred_hinge(bone: Array, random: Random) -> Hinge:
    axis = _side(bone, random)
    rest = random.uniform(-3, 3)
    reference = math.cos(rest) * bone - math.sin(rest) * np.cross(axis, bone)
    lower, upper = _range(random)
    return Hinge(axis, lower - 0.01 + rest, upper + 0.01 + rest, reference=reference)


def _global_hinge(bone: Array, random: Random) -> Hinge:
    return Hinge(_side(bone, random), *_range(random), frame="global")


def _whole_hinge(bone: Array, random: Random) -> Hinge:
    return Hinge(_side(bone, random))


def _fixed(_: Array, __: Random) -> Fixed:
    return Fixed()


def _flat_hinge(_: Array, random: Random) -> Hinge:
    return Hinge(*_range(random))


def _flat_referred_hinge(bone: Array, random: Random) -> Hinge:
    rest = random.uniform(-3, 3)
    c, s = math.cos(rest), math.sin(rest)
    lower, upper = _range(random)
    reference = (c * bone[0] + s * bone[1], c * bone[1] - s * bone[0])
    return Hinge(lower - 0.01 + rest, upper + 0.01 + rest, reference=reference)


def _flat_global_hinge(_: Array, random: Random) -> Hinge:
    return Hinge(*_range(random), frame="global")


KINDS = {
    2: (_free, _flat_hinge, _flat_hinge, _flat_referred_hinge, _flat_global_hinge, _fixed),
    3: (
        _free, _circle, _circle, _oval, _twist, _circle_and_twist, _oval_and_twist,
        _hinge, _hinge, _tilted_hinge, _referred_hinge, _global_hinge, _whole_hinge, _fixed,
    ),
}  # fmt: skip
UNTWISTED = (_circle_without_twist, _hinge, _tilted_hinge, _referred_hinge, _global_hinge, _fixed)
"""Kinds whose turns the joints of a pose tell without doubt, one after the other."""


def make_limited(
    random: Random,
    bones: int,
    dimension: int,
    lengths: strategies.Lengths,
    shape: strategies.Shape,
    mixed: bool = True,
    kinds: Sequence[Maker] | None = None,
    far: bool = False,
    exponent: int = 0,
) -> Chain:
    """Make a chain with joint types: of one kind, or of many."""
    plain = strategies.make_chain(random, bones, dimension, lengths, shape, far, exponent)
    allowed = kinds or KINDS[dimension]
    one = allowed[random.integers(len(allowed))]
    types = [
        (allowed[random.integers(len(allowed))] if mixed else one)(bone, random)
        for bone in rest_directions(plain.joints)
    ]
    return Chain(plain.joints, types)


MILD_LENGTHS = (strategies._equal, strategies._whole, strategies._one_zero)
WHOLE_BONES = (strategies._equal, strategies._whole, strategies._one_long)
"""Lengths without zero: a bone of no length does not tell how it is turned."""


@cache
def limited_chains(
    max_bones: int = 8,
    min_bones: int = 1,
    far: bool = False,
    scaled: bool = False,
    dimensions: Sequence[int] = (2, 3),
    kinds: Sequence[Maker] | None = None,
    lengths: Sequence[strategies.Lengths] = MILD_LENGTHS,
    shapes: Sequence[strategies.Shape] = strategies.SHAPES,
) -> st.SearchStrategy[Chain]:
    """Draw a chain with joint types."""
    parts = strategies.chain_parts(max_bones, far, scaled, tuple(dimensions))
    parts.update(bones=st.integers(min_bones, max_bones), lengths=st.sampled_from(lengths))
    parts.update(shape=st.sampled_from(shapes))
    return st.builds(make_limited, strategies.generators, mixed=st.booleans(), kinds=st.just(kinds), **parts)


# Turns inside every limit.


def _allowed_swing(kind: Ball, bone: Array, random: Random) -> Array:
    """Choose a swing (4,) inside a cone, anywhere without one."""
    right, up = cone_sides(kind, bone)
    tangents = np.tan(np.array(half_angles(math.pi if kind.cone is None else kind.cone)) / 2)
    turn, share = random.uniform(-math.pi, math.pi), math.sqrt(random.random())
    x = math.cos(turn) * tangents[2 if math.cos(turn) < 0 else 0]
    y = math.sin(turn) * tangents[3 if math.sin(turn) < 0 else 1]
    size = math.hypot(x, y)
    if size == 0:
        return np.array([1.0, 0, 0, 0])
    # Everything between the axis and a point of the edge is inside: the ovals are star-shaped.
    toward = (x * right + y * up) / size
    return about(np.cross(bone, toward), share * 2 * math.atan(size))


def _allowed_turn(kind: Any, bone: Array, flat: bool, random: Random) -> Array:
    """Choose a turn (4,) that a joint type allows."""
    if isinstance(kind, Fixed):
        return np.array([1.0, 0, 0, 0])
    if kind is None and flat:
        kind = Hinge()
    if isinstance(kind, Hinge):
        axis, zero, left, _ = hinge_frame(kind, bone)
        rest = math.atan2(float(bone @ left), float(bone @ zero))
        return about(axis, random.uniform(kind.lower, kind.upper) - rest)
    kind = kind or Ball()
    lower, upper = (-math.pi, math.pi) if kind.twist is None else kind.twist
    return multiply(_allowed_swing(kind, bone, random), about(bone, random.uniform(lower, upper)))


def allowed_turns(chain: Chain, random: Random) -> Array:
    """Choose a turn (n, 4) for every joint, inside its limit."""
    flat = chain.dimension == 2
    rest = rest_directions(chain.joints)
    return np.array([_allowed_turn(kind, bone, flat, random) for kind, bone in zip(chain.types, rest, strict=True)])


def lay_out(chain: Chain, turns: Array) -> Array:
    """Lay out the joints (n + 1, D) that turns make, from where the chain rests."""
    frames, rest = forward(chain, turns), rest_directions(chain.joints)
    joints = np.zeros((chain.bones + 1, 3))
    steps = [length * (frame @ bone) for length, frame, bone in zip(chain.lengths, frames, rest, strict=True)]
    joints[1:] = np.cumsum(steps, axis=0)
    return chain.base + joints[:, : chain.dimension]


def world_turn(chain: Chain, turns: Array) -> Array:
    """Return the last bone's turn (4,) in the world."""
    whole = np.array([1.0, 0, 0, 0])
    for kind, turn in zip(chain.types, turns, strict=True):
        whole = turn if is_global(kind) else multiply(whole, turn)
    return whole


def somewhere(chain: Chain, random: Any) -> Array:
    """Choose a place (D,) within 1.2 × the reach, perhaps far beyond it."""
    side = random.normal(size=chain.dimension)
    far = float(random.choice([1.0, 1.0, 1.0, 1e6]))
    return chain.base + far * 1.2 * random.random() * chain.reach[1] * side / np.linalg.norm(side)
