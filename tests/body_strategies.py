"""Hypothesis strategies: skeletons of every joint type, their numbers, and what can be asked of them.

Kinds and counts are drawn by Hypothesis so that it can shrink them; the many numbers come from a drawn seed.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from hypothesis import strategies as st

from fabrikit import Ball, Fixed, Hinge, Joint, Mimic, Skeleton, Slider, Universal
from fabrikit.arrays import Array

Random = np.random.Generator

KINDS = ("hinge", "ball", "free ball", "fixed", "slider", "universal", "limited hinge", "mimic")


def unit(random: Random, size: int = 3) -> Array:
    """Draw a unit vector or, of size 4, a rotation with a positive real part."""
    vector = random.normal(size=size)
    vector /= np.linalg.norm(vector)
    return -vector if size == 4 and vector[0] < 0 else vector


def joint_type(kind: str, random: Random) -> Any:
    """Draw a joint type of a kind, in 3D; None is free."""
    axis = unit(random)
    if kind in ("hinge", "mimic"):
        return Hinge(axis)
    if kind == "limited hinge":
        return Hinge(axis, -random.uniform(0, 2), random.uniform(0, 2))
    if kind == "ball":
        return Ball(cone=random.uniform(0.1, 2.5), twist=(-random.uniform(0, 1.5), random.uniform(0, 1.5)))
    if kind == "slider":
        return Slider(axis, -random.uniform(0, 0.5), random.uniform(0, 0.5))
    if kind == "universal":
        return Universal(Hinge(axis, -random.uniform(0, 2), random.uniform(0, 2)), np.cross(axis, unit(random)))
    return Fixed() if kind == "fixed" else None


@st.composite
def skeletons(draw: st.DrawFn, most: int = 12, roots: tuple[Any, ...] = ("fixed", "free", 0.5)) -> Skeleton:
    """Draw a skeleton in 3D."""
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=most))
    parents = [draw(st.integers(0, index)) for index in range(len(kinds))]
    root = draw(st.sampled_from(roots))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return make_skeleton(kinds, parents, root, random)


def make_skeleton(kinds: list[str], parents: list[int], root: Any, random: Random) -> Skeleton:
    """Make a skeleton of a root and one joint for each kind, which joint `parents[i]` carries (0 is the root)."""
    joints = [Joint("j0", None, random.normal(size=3), None, unit(random, 4))]
    followed: str | None = None
    for index, (kind, parent) in enumerate(zip(kinds, parents, strict=True), 1):
        name = f"j{index}"
        mimic = None
        if kind == "mimic" and followed is not None:
            mimic = Mimic(followed, random.uniform(-2, 2), random.uniform(-0.5, 0.5))
        offset, rotation = random.normal(scale=0.5, size=3), unit(random, 4)
        joints.append(Joint(name, f"j{parent}", offset, joint_type(kind, random), rotation, mimic=mimic))
        if kind == "hinge":
            followed = name
    return Skeleton(joints, root)


def random_q(skeleton: Skeleton, random: Random, rows: int | None = None) -> Array:
    """Draw numbers: hinges by less than half a turn, sliders by less than 1, rotations of every kind.

    Returns
    -------
    (nq,), or (rows, nq)
    """
    q = random.uniform(-1, 1, size=(rows or 1, len(skeleton.q_names)))
    for joint in skeleton.joints:
        part = skeleton.q_slices[joint.name]
        if part.stop - part.start >= 4:
            for row in q:
                row[part.stop - 4 : part.stop] = unit(random, 4)
        elif isinstance(joint.type, Hinge | Universal):
            q[:, part] *= math.pi
    return q if rows else q[0]


def random_q_inside(skeleton: Skeleton, random: Random, share: float = 1.0) -> Array:
    """Draw numbers (nq,) that keep every limit; `share` of the way from rest."""
    q = skeleton.rest_q.copy()
    for joint in skeleton.joints:
        part = skeleton.q_slices[joint.name]
        if isinstance(joint.type, Ball):
            q[part] = _ball_inside(skeleton, joint.name, joint.type, random, share)
        elif part.stop - part.start >= 4:
            turn = random.normal(size=3) * share
            q[part.stop - 4 : part.stop] = _exp(turn)
            q[part.start : part.stop - 4] = random.normal(scale=0.3 * share, size=part.stop - part.start - 4)
    for index, record in enumerate(skeleton.kernel_joints):
        part = skeleton.piece_slices[index]
        if record["mimic"] < 0 and part.stop - part.start == 1:
            low, high = (record["lower"], record["upper"]) if record["has_range"] else (-2.0, 2.0)
            middle = q[part.start]
            q[part.start] = middle + share * (random.uniform(low, high) - middle)
    return q


def _ball_inside(skeleton: Skeleton, name: str, ball: Ball, random: Random, share: float) -> Array:
    axis = skeleton.kernel_joints[skeleton._shown[skeleton.index(name)]]["axis"]
    cone = math.pi if ball.cone is None else float(np.min(ball.cone))
    twist = (-math.pi, math.pi) if ball.twist is None else ball.twist
    side = np.cross(axis, unit(random))
    swing = _exp(side / np.linalg.norm(side) * random.uniform(0, 0.99 * cone * share))
    return _product(swing, _exp(axis * random.uniform(*twist) * share))


def _exp(turn: Array) -> Array:
    angle = float(np.linalg.norm(turn))
    if angle == 0:
        return np.array([1.0, 0, 0, 0])
    return np.concatenate([[math.cos(angle / 2)], math.sin(angle / 2) * turn / angle])


def _product(a: Array, b: Array) -> Array:
    vector = a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:])
    return np.concatenate([[a[0] * b[0] - a[1:] @ b[1:]], vector])
