"""The corpus of cases that broke other people's solvers (tests/cases/ik_cases.json), as far as free chains go.

Every test asserts every expectation of its case; what does not apply to chains of free joints (rotations, stretch,
skeletons, closed limits) is said in the test's comment. Times are benchmarks, not tests.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fabrikit
from fabrikit import Chain, ModelError, Result, ShapeError, Stage, Status
from fabrikit.arrays import Array
from invariants import check_result, lengths_of, same_bits

CORPUS = {case["id"]: case["input"] for case in json.loads((Path(__file__).parent / "cases/ik_cases.json").read_text())}


def variants(case: str) -> list[Any]:
    """List a case's inputs, each with its variant laid over it, as pytest parameters."""
    given = CORPUS[case]
    inputs = [{**given, **variant} for variant in given.get("variants", [{}])]
    return [pytest.param(each, id=f"{case}.{number}") for number, each in enumerate(inputs, 1)]


def solve(given: dict[str, Any], **options: Any) -> Result:
    """Solve a case's joints for its target and hold the answer against every law."""
    joints, target = np.array(given["joints"], float), np.array(given["target"], float)
    asked = {"tolerance": given.get("tol"), **options}
    result = fabrikit.solve(joints, target, **asked)
    check_result(result, Chain(joints), target, **asked)
    return result


def length_errors(result: Result, joints: Any) -> Array:
    """Measure how far each bone is off its length in `joints`."""
    return np.abs(lengths_of(result.positions) - lengths_of(np.asarray(joints, float)))


def largest_bend(joints: Array) -> float:
    """Measure the largest |cross product| of two neighbouring bones."""
    bones = np.diff(joints, axis=0)
    return float(np.linalg.norm(np.cross(bones[:-1], bones[1:]), axis=1).max())


@pytest.mark.parametrize("given", variants("C01")[:1])
def test_c01_a_straight_chain_leaves_its_line(given: dict[str, Any]) -> None:
    """A straight chain with its target on its own line, within reach, bends off the line and reaches it."""
    result = solve(given)
    assert result.error <= given["tol"]
    assert length_errors(result, given["joints"]).max() <= 1e-9
    assert np.array_equal(result.positions[0], given["joints"][0])
    assert largest_bend(result.positions) > 1e-3
    assert result.symmetry_broken
    assert same_bits(result.positions, solve(given).positions)


@pytest.mark.parametrize("given", variants("C04"))
def test_c04_a_target_at_the_base_is_reached(given: dict[str, Any]) -> None:
    """Bones of equal length fold back to a target on the base, or a hair from it, without NaN."""
    result = solve(given)
    assert np.isfinite(result.positions).all()
    assert result.error <= given["tol"]
    assert length_errors(result, given["joints"]).max() <= 1e-9
    assert np.array_equal(result.positions[0], given["joints"][0])


@pytest.mark.parametrize("given", variants("C05"))
def test_c05_what_is_already_solved_is_left_alone(given: dict[str, Any]) -> None:
    """A tip that stands on its target stays: 0 iterations, the input's bits, REACHED with error 0."""
    result = solve(given)
    assert result.iterations == 0
    assert same_bits(result.positions, np.array(given["joints"], float))
    assert (result.status, result.error) == (Status.REACHED, 0.0)
    # A free chain has no rotations; what it has in 2D, the turn of every bone, is exactly none.
    flat = np.array(given["joints"], float)[:3, :2]
    assert fabrikit.solve(flat, flat[-1]).angles.tolist() == [0.0, 0.0]


@pytest.mark.parametrize("given", variants("C06"))
def test_c06_a_target_too_near_is_named_with_its_shortfall(given: dict[str, Any]) -> None:
    """A target in the hole round the base ends TOO_NEAR at once, with error = inner radius - distance."""
    result = solve(given)
    assert Chain(given["joints"]).reach == (given["r_min"], given["r_max"])
    assert abs(result.error - 4) <= 1e-6
    assert result.status is Status.TOO_NEAR
    assert length_errors(result, given["joints"]).max() <= 1e-9
    assert result.iterations == 0


@pytest.mark.parametrize("lengths", [[10, 5], [1, 1, 1], [1, 1, 5], [4, 1, 1], [1, 9, 2, 3], [7]])
@pytest.mark.parametrize("share", [0, 0.3, 0.999999, 1, 1.000001, 1.5, 3])
def test_c06_the_error_is_the_distance_to_the_annulus(lengths: list[float], share: float) -> None:
    """For any chain and distance d: inner = max(0, 2 max L - sum L), error = max(0, d - outer, inner - d)."""
    outer = math.fsum(lengths)
    inner = max(0.0, 2 * max(lengths) - outer)
    chain = Chain.from_lengths(lengths)
    assert chain.reach == (inner, outer)
    for radius in (inner, outer):
        distance = share * radius
        result = fabrikit.solve(chain, [0.6 * distance, 0.8 * distance], tolerance=1e-9)
        assert result.error == pytest.approx(max(0, distance - outer, inner - distance), abs=2e-9)


@pytest.mark.parametrize("given", variants("C08"))
def test_c08_a_bone_of_no_length_stays_one(given: dict[str, Any]) -> None:
    """Coincident joints stay coincident, the target is reached, and in 2D the bone turns with its parent."""
    zero = given["zero_at"]
    result = solve(given)
    assert np.isfinite(result.positions).all()
    assert lengths_of(result.positions)[zero] <= 1e-12
    assert result.error <= given["tol"]
    # The case lies in a plane; there a bone of no length has a turn of its own: none.
    flat = fabrikit.solve(np.array(given["joints"], float)[:, :2], given["target"][:2])
    assert flat.angles[zero] == 0


def anchored(number: int, **options: Any) -> Result:
    """Solve variant `number` of C09: bone lengths from a root."""
    given = CORPUS["C09"]
    variant = given["variants"][number - 1]
    return fabrikit.solve(Chain.from_lengths(variant["lengths"], base=given["root"]), variant["target"], **options)


def test_c09_a_chain_of_no_length_names_its_shortfall() -> None:
    """A chain whose bones all have length 0 stays on its root and says how far the target is."""
    result = anchored(1)
    assert np.array_equal(result.positions, [CORPUS["C09"]["root"]] * 3)
    assert result.error == pytest.approx(126.4911064, abs=1e-6)
    assert result.status is Status.TOO_FAR


def test_c09_a_negative_length_is_refused() -> None:
    """A negative length is an error that names the bone, the value and what is allowed."""
    with pytest.raises(ModelError, match=r"lengths\[0\].*-40.*0 or more"):
        anchored(2)


def test_c09_one_bone_points_at_its_target() -> None:
    """A single bone of 40 points at a target 60 away and ends 20 short."""
    result = anchored(3)
    assert result.error == pytest.approx(20, abs=1e-9)
    assert np.abs(result.positions[1] - [200, 340]).max() <= 1e-9


def test_c09_two_equal_bones_fold_to_the_root() -> None:
    """Two equal bones reach a target on their root."""
    result = anchored(4)
    assert result
    assert result.error <= result.tolerance


def test_c11_a_bad_target_poisons_nothing() -> None:
    """A huge target gives a straight chain, NaN and infinity are refused, and the next frame is as the first."""
    given = CORPUS["C11"]
    solver = fabrikit.Solver(given["joints"], tolerance=given["tol"])
    near, huge, nan, infinite, again = ([float(x) for x in frame["target"]] for frame in given["frames"])
    first = solver.solve(near)
    kept = first.positions.copy()

    far = solver.solve(huge)
    assert far.status is Status.TOO_FAR
    bones = np.diff(far.positions, axis=0)
    toward = bones / np.linalg.norm(bones, axis=1, keepdims=True)
    assert np.arccos(np.minimum(1, toward @ np.full(3, 1 / math.sqrt(3)))).max() <= 1e-6
    assert math.isfinite(far.error)

    for target, named in ((nan, "nan"), (infinite, "inf")):
        with pytest.raises(ShapeError, match=rf"target\[0\].*{named}.*finite"):
            solver.solve(target)
    assert same_bits(first.positions, kept)

    last = solver.solve(again)
    assert last.error <= given["tol"]
    assert same_bits(last.positions, first.positions)


def test_c12_out_of_reach_is_exact_and_still() -> None:
    """Out of reach: the exact shortfall, every bone at the target, nothing moves on repeating, no shared state."""
    given = CORPUS["C12"]
    result = solve(given)
    assert result.status is Status.TOO_FAR
    assert abs(result.error - 350) <= 1e-9
    bones = np.diff(result.positions, axis=0)
    assert np.abs(bones / np.linalg.norm(bones, axis=1, keepdims=True) - [0.8, 0.6]).max() <= 1e-9

    again = result
    for _ in range(given["repeat"]):
        again = fabrikit.solve(given["joints"], given["target"], start=again.positions)
        assert np.abs(again.positions - result.positions).max() <= 1e-12

    solvers = [fabrikit.Solver(given["joints"]) for _ in range(given["instances"])]
    for solver in (*solvers, *reversed(solvers)):
        assert same_bits(solver.solve(given["target"]).positions, result.positions)


def test_c13_too_far_ends_at_once() -> None:
    """A target 400 away of a chain of 50: 350 short, the tip straight toward it, no iterations, and named."""
    given = CORPUS["C13"]
    chain = Chain.from_lengths(given["lengths"], base=given["root"])
    result = fabrikit.solve(chain, given["target"])
    assert result.error == pytest.approx(350, abs=1e-9)
    assert np.abs(result.positions[-1] - [250, 300]).max() <= 1e-9
    assert result.iterations == 0
    assert result.status is Status.TOO_FAR


def sweep() -> tuple[Chain, Array]:
    """Return the chain of C15 and its targets (401, 3), out through the end of the reach and back."""
    given = CORPUS["C15"]
    out = np.linspace(given["sweep"]["from"], given["sweep"]["to"], given["sweep"]["steps"] + 1)
    return Chain(given["joints"]), np.concatenate([out, out[-2::-1]])


def follow(chain: Chain, targets: Array, start: Any, warm: bool) -> list[Result]:
    """Solve for each target in turn; warm starts from the answer before, otherwise always from `start`."""
    results = []
    for target in targets:
        results.append(fabrikit.solve(chain, target, start=start))
        start = results[-1].positions if warm else start
    return results


@pytest.mark.parametrize("warm", [False, True], ids=["rest", "warm"])
def test_c15_nothing_jumps_at_the_end_of_the_reach(warm: bool) -> None:
    """Out of reach and back: the tip moves as the target does, the error grows, no joint jumps, straight or bent."""
    chain, targets = sweep()
    outer = chain.reach[1]
    results = follow(chain, targets, None, warm)
    poses = np.array([result.positions for result in results])
    step = np.linalg.norm(np.diff(targets, axis=0), axis=1)
    tip = np.linalg.norm(np.diff(poses[:, -1], axis=0), axis=1)
    assert (tip <= 1.5 * step + 1e-6 * outer).all()

    beyond = [result.error for result in results[:201] if result.status is Status.TOO_FAR]
    assert len(beyond) > 50
    assert beyond == sorted(beyond)

    # The bound within 1 % of the reach, too: a chain of chord c bends by the square root of what it is too long.
    joints = np.linalg.norm(np.diff(poses, axis=0), axis=2).max(axis=1)
    assert (joints <= 10 * step).all()


def test_c15_out_and_back_ends_where_it_began() -> None:
    """From the rest pose every target has one answer: out and back, the last pose has the first one's bits."""
    chain, targets = sweep()
    results = follow(chain, targets, None, warm=False)
    assert same_bits(results[0].positions, results[-1].positions)


def test_c15_a_straight_chain_remembers_no_bend() -> None:
    """With warm starts two histories that meet in a straight chain come back as one: a bend is not in the pose.

    This stands in for "final pose within 1e-3 of the start pose", which no solver without a hidden memory can give
    with warm starts: out of reach every history has the same pose, so the way back cannot tell them apart.
    """
    chain, targets = sweep()
    other = chain.joints * [1, -1, 1]
    one, two = (follow(chain, targets, start, warm=True) for start in (None, other))
    assert not np.array_equal(one[0].positions, two[0].positions)
    assert np.array_equal(one[-1].positions, two[-1].positions)


def test_c27_the_same_question_has_the_same_answer() -> None:
    """Whatever was asked before, a solver answers the same target with the same bits, within its tolerance."""
    given = CORPUS["C27"]
    solver = fabrikit.Solver(given["joints"], tolerance=given["tol"])
    results = [solver.solve(target) for target in given["sequence"]]
    assert all(result.error <= given["tol"] for result in results)
    same = [result.positions for result, target in zip(results, given["sequence"], strict=True) if target == [0, 200]]
    assert len(same) == 3
    assert all(same_bits(each, same[0]) for each in same)


def test_c27_warm_starts_reach_too() -> None:
    """Started from the answer before, every element of the sequence is within tolerance as well."""
    given = CORPUS["C27"]
    start = None
    for target in given["sequence"]:
        result = fabrikit.solve(given["joints"], target, start=start, tolerance=given["tol"])
        assert result.error <= given["tol"]
        start = result.positions


def test_c38_a_length_is_the_distance_of_joints() -> None:
    """A child attached off its bone's axis makes the bone as long as the joints are apart."""
    offsets = [part["child_offset"] for part in CORPUS["C38"]["chain"]]
    chain = Chain(np.vstack([[0, 0], np.cumsum(offsets, axis=0)]))
    assert chain.lengths[1] == pytest.approx(587.034562, abs=1e-6)
    assert same_bits(chain.forward([0, 0]), chain.joints)
    result = fabrikit.solve(chain, [300, 500])
    assert result
    assert np.abs(chain.forward(result.angles) - result.positions).max() <= 1e-9


def test_c41_nothing_drifts_over_ten_thousand_frames() -> None:
    """Fed back 10,000 times, bones keep their lengths to 1e-9, the root its bits, and no memory is kept."""
    given = CORPUS["C41"]
    solver = fabrikit.Solver(given["joints"])
    turn = np.linspace(0, 20 * math.pi, given["frames"])
    targets = np.stack([0.2 + 0.4 * np.cos(turn), 0.4 * np.sin(turn), 0 * turn], axis=1)
    poses = np.empty((len(turn), *solver.chain.joints.shape))
    result = solver.solve(targets[0])
    for frame, target in enumerate(targets):
        result = solver.solve(target, start=result.positions)
        assert result
        poses[frame] = result.positions
        if frame == 1000:
            early = sys.getallocatedblocks()
    late = sys.getallocatedblocks()
    assert (poses[:, 0] == 0).all()
    assert np.abs(np.linalg.norm(np.diff(poses, axis=1), axis=2) - solver.chain.lengths).max() <= 1e-9
    assert late - early < 1000, f"{late - early} objects more after 9000 more frames"


@pytest.mark.parametrize("scale", CORPUS["C43"]["scales"])
def test_c43_a_scaled_question_has_the_scaled_answer(scale: float) -> None:
    """In metres, centimetres or a rig's 0.01, the same chain takes the same iterations to the same pose, to 1e-9."""
    given = CORPUS["C43"]
    joints, target = np.array(given["joints"]), np.array(given["target"])
    plain = fabrikit.solve(joints, target, tolerance=given["tol"])
    scaled = fabrikit.solve(scale * joints, scale * target, tolerance=scale * given["tol"])
    size = np.abs(plain.positions).max()
    assert np.abs(scaled.positions / scale - plain.positions).max() <= 1e-9 * size
    assert scaled.iterations == plain.iterations
    assert scaled.status is Status.REACHED


@pytest.mark.parametrize("offset", CORPUS["C45"]["offsets"])
def test_c45_far_from_the_origin_is_like_at_the_origin(offset: float) -> None:
    """In float64 a chain solved far from the origin has the pose of the origin to 1e-8."""
    given = CORPUS["C45"]
    joints, target = np.array(given["joints"]), np.array(given["target"])
    plain, far = fabrikit.solve(joints, target), fabrikit.solve(joints + offset, target + offset)
    assert np.abs(far.positions - offset - plain.positions).max() <= 1e-8
    assert np.isfinite(far.positions).all()


@pytest.mark.parametrize("offset", CORPUS["C45"]["offsets"])
def test_c45_float32_input_loses_only_its_own_digits(offset: float) -> None:
    """float32 input far from the origin: error and lengths within a few of its own last places, never NaN."""
    given = CORPUS["C45"]
    joints = np.array(given["joints"]) + offset
    target = np.array(given["target"]) + offset
    ulp = float(np.spacing(np.float32(offset)))
    result = fabrikit.solve(joints.astype(np.float32), target.astype(np.float32), tolerance=given.get("tol"))
    assert np.isfinite(result.positions).all()
    assert result.error <= max(result.tolerance, 4 * ulp)
    assert length_errors(result, given["joints"]).max() <= 1e-6 + 2 * ulp


def test_c47_a_moving_base_is_followed_in_the_same_frame() -> None:
    """Base and target move together: joint 0 is the base exactly, the target is reached, the pose stays to 1e-6."""
    given = CORPUS["C47"]
    solver = fabrikit.Solver(given["joints"], tolerance=given["tol"])
    start, poses = None, []
    for frame in range(given["base_path"]["frames"]):
        base = frame * np.array(given["base_path"]["velocity"])
        result = solver.solve(base + np.array([0.35, 0.2, 0.1]), base=base, start=start)
        assert np.array_equal(result.positions[0], base)
        assert result.error <= given["tol"]
        poses.append(result.positions - base)
        start = result.positions
    assert np.abs(np.array(poses) - poses[0]).max() <= 1e-6


@pytest.mark.parametrize("given", variants("C49"))
def test_c49_lengths_come_from_the_pose(given: dict[str, Any]) -> None:
    """Bones have the lengths 40, 25, 30 of the joints that were given, in the answer too; nothing stretches."""
    result = solve(given)
    assert result
    assert np.abs(lengths_of(result.positions) - [40, 25, 30]).max() <= 1e-9


@pytest.mark.parametrize("bones", CORPUS["C50"]["bones"])
def test_c50_very_long_chains_reach(bones: int) -> None:
    """Straight chains of up to 10,000 bones reach 50 targets each, with lengths kept to 1e-9."""
    given = CORPUS["C50"]
    chain = Chain.from_lengths(np.full(bones, given["bone_length"]), dimension=3)
    solver = fabrikit.Solver(chain, tolerance=given["tol"], max_iterations=given["max_iter"])
    half = 0.5 * chain.reach[1]
    targets = np.random.default_rng(given["targets"]["seed"]).uniform(-half, half, (given["targets"]["n"], 3))
    for target in targets:
        result = solver.solve(target)
        assert result.error <= given["tol"]
        assert np.abs(np.linalg.norm(np.diff(result.positions, axis=0), axis=1) - chain.lengths).max() <= 1e-9


def test_c50_a_long_straight_chain_leaves_its_line() -> None:
    """2000 straight bones reach a target on their own line."""
    chain = Chain.from_lengths(np.full(2000, 10.0), dimension=3)
    result = fabrikit.solve(chain, [9000, 0, 0], tolerance=1.0)
    assert result.error <= 1.0
    assert result.stage is not Stage.START
