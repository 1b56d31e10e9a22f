"""Forward kinematics of skeletons: held against SciPy's rotations, against Pinocchio, and view against view."""

from __future__ import annotations

import importlib
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

import body_oracle
from body_strategies import make_skeleton, random_q, random_q_inside, skeletons
from fabrikit import Hinge, Joint, ShapeError, Skeleton
from fabrikit.arrays import Array
from strategies import laws

SEEDS = st.integers(0, 2**32 - 1)


def scipy_rotation(wxyz: Any) -> Rotation:
    """Return a SciPy rotation; None is none."""
    return Rotation.identity() if wxyz is None else Rotation.from_quat(np.roll(np.asarray(wxyz, dtype=float), -1))


def scipy_motion(skeleton: Skeleton, joint: Joint, q: Array) -> Array:
    """Return how a joint has moved (4, 4), from its type as its author wrote it and SciPy's rotations."""
    part = skeleton.q_slices[joint.name]
    numbers = q[part]
    frame = np.eye(4)
    if joint.mimic is not None:
        numbers = joint.mimic.ratio * q[skeleton.q_slices[joint.mimic.joint]] + joint.mimic.shift
    if len(numbers) == 7:
        frame[:3, 3] = numbers[:3]
    if len(numbers) >= 4:
        frame[:3, :3] = scipy_rotation(numbers[-4:]).as_matrix()
    elif len(numbers) == 2:
        turns = [
            Rotation.from_rotvec(angle * axis_of(hinge)) for angle, hinge in zip(numbers, hinges(joint), strict=True)
        ]
        frame[:3, :3] = (turns[0] * turns[1]).as_matrix()
    elif isinstance(joint.type, Hinge):
        frame[:3, :3] = Rotation.from_rotvec(numbers[0] * axis_of(joint.type)).as_matrix()
    elif len(numbers) == 1:
        frame[:3, 3] = numbers[0] * axis_of(joint.type)
    return frame


def hinges(joint: Joint) -> tuple[Hinge, Hinge]:
    """Return the two hinges of a Universal."""
    return tuple(each if isinstance(each, Hinge) else Hinge(each) for each in (joint.type.first, joint.type.second))


def axis_of(kind: Any) -> Array:
    """Return the unit axis of a hinge or a slider."""
    axis = np.asarray(kind.axis, dtype=float)
    return axis / np.linalg.norm(axis)


def scipy_forward(skeleton: Skeleton, q: Array) -> dict[str, Array]:
    """Return the frames of all joints (4, 4) by products of matrices."""
    frames: dict[str, Array] = {}
    for joint in skeleton.joints:
        resting = np.eye(4)
        resting[:3, :3] = scipy_rotation(joint.rotation).as_matrix()
        resting[:3, 3] = 0 if joint.offset is None else joint.offset
        parent = np.eye(4) if joint.parent is None else frames[joint.parent]
        frames[joint.name] = parent @ resting @ scipy_motion(skeleton, joint, q)
    return frames


@laws
@given(skeletons(), SEEDS)
def test_forward_agrees_with_scipy(skeleton: Skeleton, seed: int) -> None:
    """The frame of every joint is the product of what its author wrote, with SciPy's rotations, to 1e-12."""
    q = random_q(skeleton, np.random.default_rng(seed))
    pose = skeleton.forward(q)
    for name, frame in scipy_forward(skeleton, q).items():
        assert np.abs(pose[name] - frame).max() <= 1e-12 * max(1.0, np.abs(frame).max()), name


@laws
@given(skeletons(), SEEDS)
def test_the_three_views_agree(skeleton: Skeleton, seed: int) -> None:
    """Numbers, turns of joints and frames in the world lead to each other and back, to 1e-12."""
    q = random_q(skeleton, np.random.default_rng(seed))
    pose = skeleton.forward(q)
    for back in (skeleton.q_from_motions(pose.turns, pose.shifts), skeleton.q_from_transforms(pose.transforms)):
        again = skeleton.forward(back)
        assert np.abs(again.transforms - pose.transforms).max() <= 1e-12 * max(1.0, np.abs(pose.positions).max())


@laws
@given(skeletons(roots=("fixed", "free")), SEEDS)
def test_a_batch_has_the_bits_of_its_rows(skeleton: Skeleton, seed: int) -> None:
    """`forward` of many rows gives each the bits that it has alone, whatever the leading shape."""
    q = random_q(skeleton, np.random.default_rng(seed), rows=6)
    many = skeleton.forward(q.reshape(2, 3, -1))
    for row in range(6):
        alone = skeleton.forward(q[row])
        assert many.positions[row // 3, row % 3].tobytes() == alone.positions.tobytes()
        assert many.rotations[row // 3, row % 3].tobytes() == alone.rotations.tobytes()


@laws
@given(skeletons(), SEEDS)
def test_a_base_moves_the_whole_body(skeleton: Skeleton, seed: int) -> None:
    """A base frame stands before every joint's frame."""
    random = np.random.default_rng(seed)
    q, base = random_q(skeleton, random), np.eye(4)
    base[:3, :3], base[:3, 3] = Rotation.random(random_state=seed).as_matrix(), random.normal(size=3)
    moved, plain = skeleton.forward(q, base=base), skeleton.forward(q)
    assert np.abs(moved.transforms - base @ plain.transforms).max() < 1e-12 * max(1.0, np.abs(plain.positions).max())


@laws
@given(skeletons(), SEEDS)
def test_a_subtree_stands_where_it_stood(skeleton: Skeleton, seed: int) -> None:
    """At rest every joint of a subtree has the frame that it has in the whole."""
    random = np.random.default_rng(seed)
    if any(joint.mimic for joint in skeleton.joints):
        return
    base = skeleton.joint_names[random.integers(len(skeleton))]
    whole = skeleton.rest_pose
    for name, frame in skeleton.subtree(base).rest_pose.items():
        assert np.abs(frame - whole[name]).max() < 1e-12 * max(1.0, np.abs(frame).max())


def pinocchio_model(pin: Any, skeleton: Skeleton) -> Any:
    """Build the same tree in Pinocchio: fixed joints, hinges, sliders, balls and a root that moves."""
    model = pin.Model()
    ids = {None: 0}
    for joint in skeleton.joints:
        place = pin.SE3(scipy_rotation(joint.rotation).as_matrix(), np.asarray(joint.offset, dtype=float))
        numbers = skeleton.q_slices[joint.name]
        kind: Any
        if numbers.stop - numbers.start == 7:
            kind = pin.JointModelFreeFlyer()
        elif numbers.stop - numbers.start == 4:
            kind = pin.JointModelSpherical()
        elif isinstance(joint.type, Hinge):
            kind = pin.JointModelRevoluteUnaligned(axis_of(joint.type))
        elif numbers.stop - numbers.start == 1:
            kind = pin.JointModelPrismaticUnaligned(axis_of(joint.type))
        else:  # fixed: a hinge that stays at zero
            kind = pin.JointModelRZ()
        ids[joint.name] = model.addJoint(ids[joint.parent], kind, place, joint.name)
    return model


@pytest.mark.parametrize("seed", range(40))
def test_forward_agrees_with_pinocchio(seed: int) -> None:
    """Random trees of up to 40 joints stand as Pinocchio's forward kinematics has them, to 1e-12."""
    try:
        pin = importlib.import_module("pinocchio")
    except ImportError as error:
        pytest.skip(f"Pinocchio is not installed ({error}); pip install pin")
    random = np.random.default_rng(seed)
    kinds = random.choice(["hinge", "limited hinge", "ball", "free ball", "slider", "fixed"], random.integers(1, 40))
    parents = [int(random.integers(0, index + 1)) for index in range(len(kinds))]
    skeleton = make_skeleton(kinds.tolist(), parents, "free" if seed % 2 else "fixed", random)
    model = pinocchio_model(pin, skeleton)
    q = random_q(skeleton, random)
    theirs = pin.neutral(model)
    for joint in skeleton.joints:
        numbers, place = q[skeleton.q_slices[joint.name]], model.joints[model.getJointId(joint.name)].idx_q
        if len(numbers) >= 4:  # x, y, z, w there
            numbers = np.concatenate([numbers[:-4], np.roll(numbers[-4:], -1)])
        theirs[place : place + len(numbers)] = numbers
    data = model.createData()
    pin.forwardKinematics(model, data, theirs)
    pose = skeleton.forward(q)
    for joint in skeleton.joints:
        frame = data.oMi[model.getJointId(joint.name)].homogeneous
        assert np.abs(pose[joint.name] - frame).max() < 1e-12 * max(1.0, np.abs(frame).max())


def test_a_skeleton_in_the_plane_turns_in_the_plane() -> None:
    """In 2D angles turn counter-clockwise, a root that moves has x, y and an angle, and z is nowhere."""
    arm = Skeleton.from_points({"a": [0, 0], "b": [2, 0], "c": [3, 0]}, {"b": "a", "c": "b"}, root="free")
    assert arm.q_names == ("a.tx", "a.ty", "a.angle", "b")
    pose = arm.forward([1, 1, math.pi / 2, -math.pi / 2])
    assert pose.positions == pytest.approx(np.array([[1, 1], [1, 3], [2, 3]]), abs=1e-12)
    assert arm.q_from_transforms(pose.transforms) == pytest.approx([1, 1, math.pi / 2, -math.pi / 2], abs=1e-12)


def test_q_is_checked() -> None:
    """Another count, a rotation that is not unit, and an angle beyond 2^20 are refused by name."""
    body = Skeleton([Joint("hip"), Joint("knee", "hip", (0, 0, -1), Hinge((0, 1, 0)))])
    with pytest.raises(ShapeError, match=r"needs shape \(5,\)"):
        body.forward([0, 0])
    with pytest.raises(ShapeError, match="rotation of 'hip' must be a unit quaternion"):
        body.forward([1, 1, 0, 0, 0])
    with pytest.raises(ShapeError, match=r"'knee' is beyond 2\^20"):
        body.forward([1, 0, 0, 0, 2e6])
    assert body.forward(np.zeros((0, 5)) + body.rest_q).positions.shape == (0, 2, 3)


@laws
@given(skeletons(), SEEDS)
def test_forward_agrees_with_the_oracle(skeleton: Skeleton, seed: int) -> None:
    """The kernel's forward kinematics is the product of matrices that kernel/body_abi.h states, to 1e-12."""
    q = random_q(skeleton, np.random.default_rng(seed))
    pose = skeleton.forward(q)
    for name, frame in body_oracle.forward(skeleton, q).items():
        assert np.abs(pose[name] - frame).max() <= 1e-12 * max(1.0, np.abs(frame).max()), name


@laws
@given(skeletons(), SEEDS)
def test_settling_changes_nothing_inside_and_everything_outside(skeleton: Skeleton, seed: int) -> None:
    """Numbers inside their limits keep their bits; what was settled once is inside, and stays."""
    random = np.random.default_rng(seed)
    inside = random_q_inside(skeleton, random, 0.999)
    assert np.abs(skeleton.settle(inside) - inside).max(initial=0) <= 1e-12
    settled = skeleton.settle(random_q(skeleton, random, rows=3))
    assert np.abs(skeleton.settle(settled) - settled).max(initial=0) <= 1e-12
    for place, record in enumerate(skeleton.kernel_joints):
        if record["has_range"] and record["mimic"] < 0:
            numbers = settled[:, skeleton.piece_slices[place]]
            assert (record["lower"] <= numbers).all()
            assert (numbers <= record["upper"]).all()
