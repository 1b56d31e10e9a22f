"""The laws that every answer about a skeleton keeps: used by unit, property and corpus tests alike."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fabrikit import BodyResult, Skeleton, Status, Target
from fabrikit.arrays import Array

LENGTHS = 1e-12
"""Relative: how far the distance of two joints may be from what the skeleton says."""


def spacing(numbers: Array) -> float:
    """Return one unit in the last place of the largest number."""
    return float(np.spacing(max(float(np.abs(numbers).max(initial=0)), 1e-300)))


def check_body(result: BodyResult, targets: dict[str, Any], *, base: Any = None) -> None:
    """Check every law that holds for any answer.

    Parameters
    ----------
    result : BodyResult
    targets : dict of str to place or Target
        What was asked.
    base : as for `solve`
    """
    skeleton = result.skeleton
    assert all(np.isfinite(each).all() for each in (result.q, result.positions, result.rotations))
    check_limits(skeleton, result.q)
    check_forward(result, base)
    check_errors(result, targets)
    check_verdict(result)


def check_limits(skeleton: Skeleton, q: Array) -> None:
    """Hinges and sliders are inside their ranges exactly; nothing that limits would move is left."""
    for place, record in enumerate(skeleton.kernel_joints):
        numbers = q[skeleton.piece_slices[place]]
        if record["has_range"] and record["mimic"] < 0:
            assert record["lower"] <= numbers[0] <= record["upper"]
    moved = skeleton.settle(q)
    for name in skeleton.joint_names:
        part = skeleton.q_slices[name]
        if part.stop - part.start >= 4:
            turn = slice(part.stop - 4, part.stop)
            assert abs(np.linalg.norm(q[turn]) - 1) <= 1e-15
            apart = min(np.abs(moved[turn] - q[turn]).max(), np.abs(moved[turn] + q[turn]).max())
            assert apart <= 1e-9, f"{name} is {apart} outside its limit"


def check_forward(result: BodyResult, base: Any = None) -> None:
    """`forward(result.q)` is `result.positions` and `result.rotations`, to the bit, and bones keep their lengths."""
    skeleton = result.skeleton
    pose = skeleton.forward(result.q, base=base)
    assert pose.positions.tobytes() == result.positions.tobytes()
    assert pose.rotations.tobytes() == result.rotations.tobytes()
    rest, shifts = skeleton.rest_pose, np.abs(pose.shifts).sum(axis=-1)
    for place, parent in enumerate(skeleton.parents):
        if parent >= 0 and shifts[place] == 0:
            length = float(np.linalg.norm(result.positions[place] - result.positions[parent]))
            wanted = float(np.linalg.norm(rest.positions[place] - rest.positions[parent]))
            assert abs(length - wanted) <= LENGTHS * max(1.0, float(np.abs(result.positions).max()))


def check_errors(result: BodyResult, targets: dict[str, Any]) -> None:
    """Every error is the distance from the returned joint to its target, and `error` is the largest."""
    for name, given in targets.items():
        target = given if isinstance(given, Target) else Target(given)
        frame = result.pose[name]
        if target.position is not None:
            place = np.zeros(3)
            place[: result.skeleton.dimension] = 0 if target.offset is None else target.offset
            at = (frame[:3, :3] @ place + frame[:3, 3])[: result.skeleton.dimension]
            error = float(np.linalg.norm(at - np.asarray(target.position, dtype=float)))
            assert abs(error - result.errors[name]) <= 1e-12 * max(1.0, float(np.abs(result.positions).max()))
        if target.rotation is not None and target.free_axis is None:
            assert abs(angle_between(frame[:3, :3], target.rotation) - result.rotation_errors[name]) <= 1e-7
    assert result.error == max(result.errors.values())
    assert result.rotation_error == max(result.rotation_errors.values())


def angle_between(matrix: Array, wxyz: Any) -> float:
    """Return the angle of the turn from a rotation to a matrix."""
    w, x, y, z = np.asarray(wxyz, dtype=float)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    wanted = np.eye(3) + 2 * w * cross + 2 * cross @ cross
    turn = matrix @ wanted.T
    axis = np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])
    return math.atan2(float(np.linalg.norm(axis)), float(np.trace(turn)) - 1)


def check_verdict(result: BodyResult) -> None:
    """REACHED says that nothing is farther than its tolerance, and any other word that something is."""
    assert result.tolerance >= 0
    assert bool(result) == (result.status is Status.REACHED)
    if result:
        assert result.error <= result.tolerance
