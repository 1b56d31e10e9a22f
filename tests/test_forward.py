"""Forward kinematics: joints from angles, judged by complex numbers in 2D and rotation matrices in 3D."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fabrikit
import strategies
from fabrikit import Chain
from fabrikit.arrays import Array
from invariants import lengths_of, same_bits, unit
from strategies import laws

turns_within = st.sampled_from([0.0, 1e-9, 0.1, math.pi, 100.0])
"""Largest turn of a bone [rad]."""


def by_complex_numbers(chain: Chain, turns: Array) -> Array:
    """Lay a 2D chain out by multiplying bones with exp(i * total turn)."""
    bones = np.diff(chain.joints, axis=0) @ np.array([1, 1j])
    joints = np.concatenate([[0], np.cumsum(bones * np.exp(1j * np.cumsum(turns)))])
    return chain.base + np.stack([joints.real, joints.imag], axis=1)


def about_z(angle: float) -> Array:
    """Rotation matrix about z."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def about_y(angle: float) -> Array:
    """Rotation matrix about y."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def by_matrices(chain: Chain, turns: Array) -> Array:
    """Lay a 3D chain out: each bone turns about its own z, then its own y, in its parent's frame."""
    joints, world_from_bone = [chain.base], np.eye(3)
    for bone, (yaw, pitch) in zip(np.diff(chain.joints, axis=0), turns, strict=True):
        world_from_bone = world_from_bone @ about_z(yaw) @ about_y(pitch)
        joints.append(joints[-1] + world_from_bone @ bone)
    return np.array(joints)


def allowed(chain: Chain, turns: Array) -> float:
    """Return what rounding explains: angles and their running sums, and coordinates far from the origin."""
    total = np.abs(turns).sum() + chain.bones
    return 8 * (np.spacing(total) + np.spacing(1.0) * chain.bones) * chain.reach[1] + 8 * unit(chain.joints)


@laws
@given(chain=strategies.chains(dimensions=(2,)), largest=turns_within, random=strategies.generators)
def test_2d_forward_is_complex_multiplication(chain: Chain, largest: float, random: Any) -> None:
    """In 2D every bone is its rest bone times exp(i * sum of the turns up to it)."""
    turns = random.uniform(-largest, largest, chain.bones)
    off = np.abs(chain.forward(turns) - by_complex_numbers(chain, turns)).max()
    assert off <= allowed(chain, turns)


@laws
@given(chain=strategies.chains(dimensions=(3,)), largest=turns_within, random=strategies.generators)
def test_3d_forward_is_a_product_of_rotations(chain: Chain, largest: float, random: Any) -> None:
    """In 3D every bone is its rest bone turned by the product of Rz(yaw) Ry(pitch) of all bones up to it."""
    turns = random.uniform(-largest, largest, (chain.bones, 2))
    off = np.abs(chain.forward(turns) - by_matrices(chain, turns)).max()
    assert off <= allowed(chain, turns)


@laws
@given(chain=strategies.chains(far=False), largest=turns_within, random=strategies.generators)
def test_forward_keeps_lengths_and_base(chain: Chain, largest: float, random: Any) -> None:
    """Whatever the angles, bones keep their lengths to a few units in the last place of the reach, joint 0 its bits."""
    shape = (chain.bones,) if chain.dimension == 2 else (chain.bones, 2)
    joints = chain.forward(random.uniform(-largest, largest, shape))
    u = np.spacing(max(chain.reach[1], np.abs(joints).max()))
    # Frames are products of up to 40 rotations: each adds a rounding.
    assert np.abs(lengths_of(joints) - chain.lengths).max() <= (8 + chain.bones) * u
    assert same_bits(joints[0], chain.base.copy())


@laws
@given(chain=strategies.chains(far=False))
def test_no_angles_give_the_rest_pose(chain: Chain) -> None:
    """All angles zero give the rest pose: its bits where it starts at the origin, to rounding elsewhere."""
    shape = (chain.bones,) if chain.dimension == 2 else (chain.bones, 2)
    joints = chain.forward(np.zeros(shape))
    # Bones are differences of joints: summing them up again rounds once for each.
    assert np.abs(joints - chain.joints).max() <= chain.bones * unit(chain.joints)


@laws
@given(asked=strategies.questions(poled=False, moved=False, far=False, dimensions=(2,)))
def test_angles_of_a_pose_give_it_back(asked: Any) -> None:
    """In 2D forward(result.angles) is the pose, and its angles are the same ones again, to 1e-9."""
    chain = asked.chain
    angles = fabrikit.solve(chain, asked.target, **asked.options).angles
    joints = chain.forward(angles)
    again = fabrikit.solve(chain, joints[-1], start=joints, tolerance=10 * chain.reach[1]).angles
    turned = np.abs(np.exp(1j * again) - np.exp(1j * angles))
    assert (turned <= 1e-9).all(), f"{angles} came back as {again}"


@pytest.mark.parametrize("exponent", [-449, -448, -440, -300, 300, 480, 498])
def test_angles_are_the_same_at_any_scale(exponent: int) -> None:
    """From the shortest chain allowed to the longest, angles have the same bits and give the pose."""
    joints, target = np.array([[0, 0], [0, 0.3], [0.2, 0.3], [0.2, 0.6], [0.5, 0.6]]), np.array([0.3, 0.3])
    scale = 2.0**exponent
    plain, scaled = (Chain(joints * factor) for factor in (1.0, scale))
    result = fabrikit.solve(scaled, target * scale)
    assert same_bits(result.angles, fabrikit.solve(plain, target).angles)
    assert np.abs(scaled.forward(result.angles) - result.positions).max() <= 1e-9 * scaled.reach[1]


@pytest.mark.parametrize("turn", [0.1, -2.0, 3.0, math.pi / 2])
def test_angles_are_counted_from_the_rest_pose(turn: float) -> None:
    """Angles are relative to the rest pose and to the parent: turning one bone of a bent chain gives one angle."""
    chain = Chain([[0, 0], [1, 0], [1, 1], [3, 1]])
    for bone in range(chain.bones):
        turns = np.zeros(chain.bones)
        turns[bone] = turn
        joints = chain.forward(turns)
        found = fabrikit.solve(chain, joints[-1], start=joints).angles
        assert found == pytest.approx(turns, abs=1e-12)


def test_a_bone_of_no_length_turns_what_follows() -> None:
    """The turn of a bone of no length moves nothing but turns every later bone."""
    chain = Chain([[0, 0], [1, 0], [1, 0], [2, 0]])
    joints = chain.forward([0, math.pi / 2, 0])
    assert joints == pytest.approx(np.array([[0, 0], [1, 0], [1, 0], [1, 1]]), abs=1e-15)


@pytest.mark.parametrize("lead", [(), (1,), (5,), (2, 3), (0,), (2, 0, 3)], ids=str)
@pytest.mark.parametrize("dimension", [2, 3])
def test_any_batch_shape_is_kept(dimension: int, lead: tuple[int, ...]) -> None:
    """Leading axes of the angles lead the joints, every pose has the bits of its own call; no poses give no poses."""
    chain = Chain(np.random.default_rng(5).normal(size=(5, dimension)))
    shape = (4,) if dimension == 2 else (4, 2)
    angles = np.random.default_rng(6).normal(size=(*lead, *shape))
    joints = chain.forward(angles)
    assert joints.shape == (*lead, 5, dimension)
    for index in np.ndindex(*lead):
        assert same_bits(joints[index], chain.forward(angles[index]))


def test_one_turn_for_each_bone_is_about_z_in_3d() -> None:
    """In 3D one angle for each bone is the turn about z: the same as with all pitches zero, and as in 2D."""
    flat = Chain([[0, 0], [2, 1], [3, 1], [3, 4]])
    deep = Chain(np.pad(flat.joints, ((0, 0), (0, 1))))
    turns = np.array([[0.3, -0.7, 2.0], [1.0, 0.0, -1.0]])
    joints = deep.forward(turns)
    assert same_bits(joints, deep.forward(np.stack([turns, np.zeros((2, 3))], axis=-1)))
    assert np.abs(joints[..., :2] - flat.forward(turns)).max() <= 1e-15 * 8
    assert (joints[..., 2] == 0).all()


def test_three_poses_of_three_bones_are_no_yaw_and_pitch() -> None:
    """In 3D the last axes decide: (2, 2) for two bones is yaw and pitch of each, (3, 2) is three poses of two turns."""
    chain = Chain.from_lengths([1, 1], dimension=3)
    assert chain.forward(np.zeros((2, 2))).shape == (3, 3)
    assert chain.forward(np.zeros((3, 2))).shape == (3, 3, 3)


def test_yaw_comes_before_pitch_and_counter_clockwise() -> None:
    """A quarter turn of yaw leads from x to y; a quarter turn of pitch then leads down, to minus z."""
    chain = Chain.from_lengths([1], dimension=3)
    assert chain.forward([[math.pi / 2, 0]])[1] == pytest.approx([0, 1, 0], abs=1e-15)
    assert chain.forward([[math.pi / 2, math.pi / 2]])[1] == pytest.approx([0, 0, -1], abs=1e-15)


def test_forward_leaves_its_angles_untouched() -> None:
    """The angles given are not changed, and the joints share no memory with the chain."""
    chain = Chain.from_lengths([1, 2])
    angles = np.array([0.1, 0.2])
    joints = chain.forward(angles)
    assert angles.tolist() == [0.1, 0.2]
    assert not np.shares_memory(joints, chain.joints)
