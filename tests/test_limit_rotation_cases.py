"""Cases C39 and C42 of the corpus: rotations of a solved pose, and a tip that stands as asked."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fabrikit
from fabrikit import Ball, Chain, Result, Target
from invariants import same_bits
from limit_laws import LimitQuestion, angle_of, check_limited, multiply

CORPUS = {case["id"]: case["input"] for case in json.loads((Path(__file__).parent / "cases/ik_cases.json").read_text())}
DEGREE = math.pi / 180


def c39_solved(perturb: Any = (0, 0, 0)) -> Result:
    """Read C39's pose, its last joint moved out of the plane, off a chain of free joints."""
    given = CORPUS["C39"]
    pose = np.array(given["solved"], float)
    pose[-1] += perturb
    return fabrikit.solve(Chain(given["rest"]), pose[-1], start=pose)


def test_c39_two_right_angles_do_not_twist() -> None:
    """Two right angles about one axis: no twist in any local rotation, swings of 0, 90 and 90 degrees."""
    result = c39_solved()
    assert same_bits(result.positions, np.array(CORPUS["C39"]["solved"], float))
    assert np.abs(result.twist).max() <= 1e-9
    assert np.abs(result.swing / DEGREE - [0, 90, 90]).max() <= 1e-9


@pytest.mark.parametrize("perturb", [(0, 0, 1e-4), (0, 0, -1e-4)])
def test_c39_a_hair_out_of_the_plane_turns_a_hair(perturb: Any) -> None:
    """Out-of-plane noise of 1e-4 changes each local rotation by at most 1e-3 rad, and no twist appears."""
    plain, moved = c39_solved(), c39_solved(perturb)
    for a, b in zip(plain.local_rotations, moved.local_rotations, strict=True):
        assert angle_of(multiply(b, a * [1, -1, -1, -1])) <= 1e-3
    assert np.abs(moved.twist).max() <= 1e-9


@pytest.mark.parametrize("limited", [False, True])
@pytest.mark.parametrize("quaternion", CORPUS["C42"]["target_quats"])
def test_c42_the_tip_stands_as_asked(quaternion: Any, limited: bool) -> None:
    """A wrist with its own rest axes meets position and rotation at once, each with its own error told."""
    given = CORPUS["C42"]
    own = np.tile([1.0, 0, 0, 0], (3, 1))
    own[-1] = given["tip_rest_quat"]
    types = [Ball(2.5, (-2, 2)), Ball(2.5, (-2, 2)), Ball(2.5, (-3, 3))] if limited else None
    chain = Chain(given["joints"], types, rest_rotations=own)
    target = Target(given["target"], rotation=quaternion)
    tolerance = given["tol_rot_deg"] * DEGREE
    asked = LimitQuestion(chain, target, tolerance=given["tol"], rotation_tolerance=tolerance)
    result = fabrikit.solve(chain, target, **asked.options)
    check_limited(result, asked)
    wanted = np.array(quaternion) / np.linalg.norm(quaternion)
    assert angle_of(multiply(result.rotations[-1], wanted * [1, -1, -1, -1])) <= tolerance
    assert result.error <= given["tol"]
    assert np.linalg.norm(result.positions[-1] - given["target"]) <= given["tol"]
    assert result.rotation_error <= tolerance
    assert result.rotation_error != result.error
