"""Rotations: read from every form, computed without loss, driving a rig, and continuous from frame to frame."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fabrikit
from fabrikit import Ball, Chain, Fixed, Hinge, Result, ShapeError, Target, align_signs
from fabrikit.arrays import Array
from fabrikit.model.rotations import (
    inverse,
    multiply,
    read_rotation,
    read_rotations,
    rotate,
    shortest_turn,
    swing_and_twist,
)
from invariants import same_bits
from limit_laws import about, angle_between, angle_of, matrix
from limit_laws import multiply as product

IDENTITY = np.array([1.0, 0, 0, 0])
CORPUS = {case["id"]: case["input"] for case in json.loads((Path(__file__).parent / "cases/ik_cases.json").read_text())}


class Rotation:
    """What read_rotation knows of SciPy's class: xyzw from as_quat()."""

    def __init__(self, wxyz: Any) -> None:
        self.wxyz = np.asarray(wxyz, float)

    def as_quat(self) -> Array:
        """Return xyzw."""
        return np.roll(self.wxyz, -1, axis=-1)


def random_turns(seed: int, count: int) -> Array:
    """Make unit quaternions (count, 4) in every direction."""
    turns = np.random.default_rng(seed).normal(size=(count, 4))
    return np.asarray(turns / np.linalg.norm(turns, axis=1, keepdims=True))


def nearly_half_turns() -> list[Array]:
    """List turns by pi and a hair less about every coordinate axis and between them: where one component vanishes."""
    axes = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (1, 1, 0), (0, 1, -1), (1, -1, 1)]
    return [about(axis, math.pi - hair) for axis in axes for hair in (0, 1e-15, 1e-9, 1e-3)]


def pose(turn: Array, place: Any = (1.0, 2.0, 3.0)) -> Array:
    """Return the matrix (4, 4) of a turn and a place."""
    whole = np.eye(4)
    whole[:3, :3], whole[:3, 3] = matrix(turn), place
    return whole


@pytest.mark.parametrize("turn", [*random_turns(1, 30), *nearly_half_turns(), IDENTITY])
def test_every_form_of_a_rotation_reads_as_the_same_turn(turn: Array) -> None:
    """A quaternion, a 3 × 3 and a 4 × 4 matrix and a SciPy Rotation read as one turn, to 2e-16 but for the sign."""
    for form in (turn, turn.tolist(), matrix(turn), matrix(turn).tolist(), pose(turn), Rotation(turn)):
        read = read_rotation("rotation", form)
        assert abs(np.linalg.norm(read) - 1) <= 4e-16
        assert min(np.abs(read - turn).max(), np.abs(read + turn).max()) <= 1e-15


def test_nearly_unit_quaternions_are_made_unit() -> None:
    """A quaternion that is off by up to 1e-6 in length is taken, and made unit to the last place."""
    read = read_rotation("rotation", [1.0000005, 0, 0, 0])
    assert same_bits(read, IDENTITY)


NO_ROTATIONS = {
    "too long": ([1, 1, 0, 0], r"rotation: .*unit quaternion \(w, x, y, z\).*1\.41421"),
    "zero": ([0, 0, 0, 0], r"rotation: .*unit quaternion.*length 0"),
    "three numbers": ([1, 0, 0], r"rotation: .*\(4,\).*\(3, 3\).*SciPy.*\(3,\)"),
    "a number": (1.0, r"rotation: .*\(4,\).*\(\)"),
    "NaN": ([math.nan, 0, 0, 1], r"rotation\[0\]: is nan.*finite"),
    "a scaled matrix": (2 * np.eye(3), r"rotation: .*not a rotation.*orthonormal"),
    "a mirror": (np.diag([1, 1, -1]), r"rotation: .*not a rotation.*determinant \+1"),
    "a sheared matrix": ([[1, 0.1, 0], [0, 1, 0], [0, 0, 1]], r"rotation: .*not a rotation"),
    "text": ("up", r"rotation: .*real numbers.*'up'"),
    "two SciPy rotations": (Rotation([[1, 0, 0, 0], [1, 0, 0, 0]]), r"rotation: .*\(4,\).*\(2, 4\)"),
}


@pytest.mark.parametrize(("value", "message"), NO_ROTATIONS.values(), ids=NO_ROTATIONS)
def test_what_is_no_rotation_is_refused(value: Any, message: str) -> None:
    """What is no rotation raises ShapeError, naming what came and what is allowed."""
    with pytest.raises(ShapeError, match=message):
        read_rotation("rotation", value)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (np.tile(IDENTITY, (2, 1)), r"rotations: .*\(3, 4\).*\(2, 4\)"),
        (IDENTITY, r"rotations: .*\(3, 4\).*\(4,\)"),
        (np.tile([1.0, 0, 0, 1], (3, 1)), r"rotations: .*unit quaternion.*1\.41421"),
    ],
)
def test_what_are_no_rotations_of_bones_is_refused(value: Any, message: str) -> None:
    """One unit quaternion is needed for each bone."""
    with pytest.raises(ShapeError, match=message):
        read_rotations("rotations", value, 3)


def test_turns_multiply_invert_and_rotate_like_their_matrices() -> None:
    """Product, inverse and rotated vectors of quaternions are those of their matrices, to 1e-15; also in 2D."""
    for a, b in zip(random_turns(2, 50), random_turns(3, 50), strict=True):
        vector = np.array([0.3, -0.5, 0.7])
        assert np.abs(matrix(multiply(a, b)) - matrix(a) @ matrix(b)).max() <= 2e-15
        assert np.abs(matrix(inverse(a)) - matrix(a).T).max() <= 1e-15
        assert np.abs(rotate(a, vector) - matrix(a) @ vector).max() <= 1e-15
    flat = about((0, 0, 1), 0.7)
    assert np.abs(rotate(flat, np.array([[1.0, 0], [0, 1]])) - matrix(flat)[:2, :2].T).max() <= 2e-16


DIRECTIONS = [
    *CORPUS["C30"]["directions"],
    (0, -1, 1e-9),
    (1e-15, -1, 0),
    (-1e-15, -1, 1e-16),
    (0.36, 0.48, 0.8),
    (-0.36, -0.48, -0.8),
]


@pytest.mark.parametrize("start", [(0.0, 1, 0), (1.0, 0, 0), (0.36, 0.48, 0.8)])
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_c30_a_frame_from_one_direction_is_whole(direction: Any, start: Any) -> None:
    """The shortest turn into any direction, exactly opposite ones too, is orthonormal and exact to 1e-12."""
    begin, end = np.asarray(start), np.asarray(direction, float) / np.linalg.norm(direction)
    turned = matrix(shortest_turn(begin, end))
    assert np.abs(turned @ turned.T - np.eye(3)).max() <= 1e-12
    assert abs(np.linalg.det(turned) - 1) <= 1e-12
    assert np.abs(turned @ begin - end).max() <= 1e-15
    # The shortest: by the angle between the two.
    assert abs(angle_of(shortest_turn(begin, end)) - angle_between(begin, end)) <= 2e-15


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_c30_the_frame_of_a_bone_points_along_it(direction: Any) -> None:
    """The rotation of a solved bone is orthonormal and takes its rest direction to where it points, to 1e-12."""
    end = np.asarray(direction, float) / np.linalg.norm(direction)
    for rest in ((0, 1, 0), (1, 0, 0), (0, 0, -1)):
        for types in (None, [Ball()]):
            result = fabrikit.solve(Chain([[0, 0, 0], rest], types), end)
            frame = matrix(result.rotations[0])
            assert np.abs(frame @ frame.T - np.eye(3)).max() <= 1e-12
            assert abs(np.linalg.det(frame) - 1) <= 1e-12
            assert np.abs(frame @ rest - result.positions[1]).max() <= 1e-12


@pytest.mark.parametrize("side", [(0, 0, 1), (0.6, 0, 0.8), (-0.6, 0, 0.8)])
def test_c30_frames_turn_little_more_than_their_bone(side: Any) -> None:
    """Along a path through +y and -y each frame turns by at most 3 × the step of its direction, and no sign jumps."""
    steps, previous = 2000, None
    for angle in np.linspace(0, 2 * math.pi, steps):
        end = math.cos(angle) * np.array(side) + math.sin(angle) * np.array([0, 1, 0])
        result = fabrikit.solve(Chain([[0, 0, 0], [1, 0, 0]], [Ball()]), end, start=previous)
        if previous is not None:
            step = angle_between(previous.positions[1], result.positions[1])
            turned = product(result.rotations[0], previous.rotations[0] * [1, -1, -1, -1])
            assert angle_of(turned) <= 3 * step + 1e-12
            assert result.rotations[0] @ previous.rotations[0] > 0
        previous = result


def test_a_turn_is_its_swing_after_its_twist() -> None:
    """Swing in [0, pi] and twist in (-pi, pi] put together again are the turn, to 1e-15; signs of q do not matter."""
    axes = np.random.default_rng(4).normal(size=(200, 3))
    axes /= np.linalg.norm(axes, axis=1, keepdims=True)
    turns = random_turns(5, 200)
    swings, twists = swing_and_twist(turns, axes)
    again = swing_and_twist(-turns, axes)
    assert np.abs(swings - again[0]).max() <= 1e-15
    assert np.abs(np.remainder(twists - again[1] + math.pi, 2 * math.pi) - math.pi).max() <= 1e-15
    assert ((swings >= 0) & (swings <= math.pi)).all()
    assert (np.abs(twists) <= math.pi).all()
    for turn, axis, swing, twist in zip(turns, axes, swings, twists, strict=True):
        assert abs(swing - angle_between(axis, matrix(turn) @ axis)) <= 4e-15
        rest = product(turn, about(axis, -twist))
        assert abs(rest[1:] @ axis) <= 1e-15
        assert abs(angle_of(rest) - swing) <= 4e-15


def test_signs_are_chosen_nearer_to_the_previous_ones() -> None:
    """align_signs changes signs only, to a product of 0 or more with the previous, row by row; a tie keeps the sign."""
    turns, previous = random_turns(6, 100), random_turns(7, 100)
    aligned = align_signs(turns, previous)
    assert ((aligned * previous).sum(axis=1) >= 0).all()
    assert np.array_equal(np.abs(aligned), np.abs(turns))
    assert ((aligned == turns).all(axis=1) | (aligned == -turns).all(axis=1)).all()
    assert np.array_equal(align_signs(IDENTITY, np.array([0.0, 1, 0, 0])), IDENTITY)
    assert np.array_equal(align_signs(-turns, turns), turns)


# Rigs: bones whose own axes are not the world's.

RIG = Chain(
    [[0, 0, 0], [0.3, 0.1, 0], [0.6, -0.1, 0.2], [0.7, 0, 0.3], [0.7, 0.2, 0.35]],
    [Ball(1.5, (-1, 1)), Hinge((0.1, 0.9, 0.4), -0.2, 2.4), Ball([0.8, 0.4, 0.6, 0.5]), Fixed()],
    rest_rotations=random_turns(8, 4),
)
FREE_RIG = Chain(RIG.joints, rest_rotations=RIG.rest_rotations)


def drive(chain: Chain, result: Result) -> tuple[Array, Array]:
    """Do what a game engine does with a rig: place joints and axes from local rotations and rest offsets alone.

    Returns
    -------
    joints (n + 1, 3), world rotations as matrices (n, 3, 3)
    """
    rest = [matrix(each) for each in chain.rest_rotations]
    offsets = [axes.T @ bone for axes, bone in zip(rest, np.diff(chain.joints, axis=0), strict=True)]
    world, joints, frames = np.eye(3), [result.positions[0]], []
    for local, offset in zip(result.local_rotations, offsets, strict=True):
        world = world @ matrix(local)
        frames.append(world)
        joints.append(joints[-1] + world @ offset)
    return np.array(joints), np.array(frames)


@pytest.mark.parametrize("chain", [RIG, FREE_RIG], ids=["limited", "free"])
@pytest.mark.parametrize("target", [(0.5, 0.3, 0.2), (0.6, 0.2, 0.3), (0.1, 0.4, 0.4), (3, 1, 2)])
def test_local_rotations_drive_a_rig(chain: Chain, target: Any) -> None:
    """Local rotations applied to the rig's rest offsets give the solved joints and world rotations, to 1e-12."""
    result = fabrikit.solve(chain, target)
    joints, frames = drive(chain, result)
    assert np.abs(joints - result.positions).max() <= 1e-12
    assert np.abs(frames - [matrix(each) for each in result.rotations]).max() <= 1e-12
    assert np.abs(np.linalg.norm(result.local_rotations, axis=1) - 1).max() <= 1e-12


@pytest.mark.parametrize("chain", [RIG, FREE_RIG], ids=["limited", "free"])
def test_a_rig_at_rest_has_its_rest_rotations(chain: Chain) -> None:
    """Where nothing moves, world rotations are the rest rotations, and turns the identity."""
    result = fabrikit.solve(chain, chain.joints[-1])
    for found, rest in zip(result.rotations, chain.rest_rotations, strict=True):
        assert min(np.abs(found - rest).max(), np.abs(found + rest).max()) <= 1e-15
    assert np.abs(np.abs(result.turns.turns) - IDENTITY).max() <= 1e-15


def test_a_rotation_target_is_of_the_bones_own_axes() -> None:
    """With rest rotations a target's rotation says how the last bone's own axes stand; without, how the world's do."""
    chain = Chain(np.cumsum(np.full((6, 3), 0.2), axis=0), rest_rotations=random_turns(9, 5))
    wanted = about((1, 2, 3), 0.5)
    result = fabrikit.solve(chain, Target((0.2, 0.5, 0.3), rotation=wanted))
    assert result
    assert angle_of(product(result.rotations[-1], wanted * [1, -1, -1, -1])) <= 1e-6
    plain = fabrikit.solve(Chain(chain.joints), Target((0.2, 0.5, 0.3), rotation=wanted))
    assert angle_of(product(plain.turns.frames[-1], wanted * [1, -1, -1, -1])) <= 1e-6


def random_rig(seed: int, limited: bool) -> Chain:
    """Make a chain of four bones whose own axes stand anyhow."""
    random = np.random.default_rng(seed)
    joints = np.cumsum(np.vstack([np.zeros(3), random.normal(size=(4, 3))]), axis=0)
    types = [Ball(2.0), Hinge(np.cross(joints[2] - joints[1], (0.3, 0.2, 0.9))), None, Ball((1, 2, 1, 1))]
    return Chain(joints, types if limited else None, rest_rotations=random_turns(seed, 4))


@pytest.mark.parametrize("seed", [0, 3, 5, 9])
@pytest.mark.parametrize("limited", [True, False], ids=["limited", "free"])
def test_signs_are_continuous_along_a_path(seed: int, limited: bool) -> None:
    """Each frame started from the result before: no quaternion jumps to its negative, twice round a loop."""
    chain, previous = random_rig(seed, limited), None
    for angle in np.linspace(0, 4 * math.pi, 400):
        side = np.array([math.cos(angle), 0.8 * math.sin(angle), 0.3 * math.sin(2 * angle)])
        result = fabrikit.solve(chain, chain.reach[1] / 2 * side, start=previous)
        if previous is not None:
            for name in ("rotations", "local_rotations"):
                dots = (getattr(result, name) * getattr(previous, name)).sum(axis=1)
                assert (dots >= 0).all(), f"{name} at {angle}: {dots}"
        previous = result


@pytest.mark.parametrize(("seed", "limited"), [(3, True), (9, True), (0, False), (1, False), (4, False)])
def test_signs_are_continuous_where_only_some_frames_are_looked_at(seed: int, limited: bool) -> None:
    """Rotations read of every fifth frame only have the signs that they have when all are read."""
    chain = random_rig(seed, limited)

    def signs(every: int) -> list[Array]:
        previous, kept = None, []
        for frame, angle in enumerate(np.linspace(0, 4 * math.pi, 400)):
            side = np.array([math.cos(angle), 0.8 * math.sin(angle), 0.3 * math.sin(2 * angle)])
            previous = fabrikit.solve(chain, chain.reach[1] / 2 * side, start=previous)
            if frame % every == 0:
                kept.append(previous.rotations)
        return kept

    for all_read, some_read in zip(signs(1)[::5], signs(5), strict=True):
        assert np.array_equal(all_read, some_read)


def test_twist_and_swing_of_a_result_are_those_of_its_turns() -> None:
    """Swing and twist of every bone of a result, put together, are its turn."""
    result = fabrikit.solve(RIG, (0.5, 0.3, 0.2))
    for turn, axis, swing, twist in zip(result.turns.turns, RIG.bone_axes, result.swing, result.twist, strict=True):
        assert abs(angle_between(axis, matrix(turn) @ axis) - swing) <= 1e-14
        assert abs(product(turn, about(axis, -twist))[1:] @ axis) <= 1e-14
