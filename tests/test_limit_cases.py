"""The corpus of cases that broke other people's solvers (tests/cases/ik_cases.json), as far as limits and rotations go.

Every test asserts every expectation of its case; what another part of the library answers is said where it is left out.
C16 is in test_limit_soft_reach.py, C30 in test_rotations.py, C35 in test_joint_types.py, C39 and C42 are in
test_limit_rotation_cases.py.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fabrikit
from fabrikit import Ball, Chain, Fixed, Hinge, LimitError, Pole, Result, Solver, Status, Target
from fabrikit.arrays import Array
from invariants import lengths_of
from limit_laws import LimitQuestion, angle_between, check_limited, matrix, same_answer

CORPUS = {case["id"]: case["input"] for case in json.loads((Path(__file__).parent / "cases/ik_cases.json").read_text())}
DEGREE = math.pi / 180


def ask(chain: Chain, target: Any, *, trace: bool = False, **options: Any) -> Result:
    """Solve, and hold the answer against every law of chains with joint types."""
    asked = LimitQuestion(chain, target, **options)
    result = fabrikit.solve(chain, target, trace=trace, **asked.options)
    check_limited(result, asked)
    return result


def degrees(limits: Any) -> tuple[float, float]:
    """Turn a range [deg] into one [rad]."""
    lower, upper = limits
    return lower * DEGREE, upper * DEGREE


def length_errors(result: Result) -> Array:
    """Measure how far each bone is off its length."""
    return np.abs(lengths_of(result.positions) - result.chain.lengths)


def largest_bend(joints: Array) -> float:
    """Measure the largest |cross product| of two neighbouring bones."""
    bones = np.diff(joints, axis=0)
    return float(np.linalg.norm(np.cross(bones[:-1], bones[1:]), axis=1).max())


def from_line(joints: Array, tip: Any = None) -> Array:
    """Return the offsets (n + 1, 3) of joints from the line through base and tip."""
    axis = (joints[-1] if tip is None else np.asarray(tip)) - joints[0]
    axis = axis / np.linalg.norm(axis)
    off = joints - joints[0]
    return off - np.outer(off @ axis, axis)


def test_c01_a_straight_chain_of_hinges_leaves_its_line() -> None:
    """A straight chain, two of its joints hinges, with its target on its own line bends off it and reaches."""
    given = CORPUS["C01"]
    hinges = {
        limit["joint"]: Hinge(limit["axis"], *degrees(limit["range_deg"]), frame=limit["frame"])
        for limit in given["variants"][1]["limits"]
    }
    chain = Chain(given["joints"], hinges)
    result = ask(chain, given["target"], tolerance=given["tol"], trace=True)
    assert result.error <= given["tol"]
    assert length_errors(result).max() <= 1e-9
    assert np.array_equal(result.positions[0], given["joints"][0])
    assert largest_bend(result.positions) > 1e-3
    assert result.symmetry_broken
    assert same_answer(result, ask(chain, given["target"], tolerance=given["tol"]))


KNEES = {
    "a hinge": Hinge((1, 0, 0), 0, 2.6),
    "a hinge both ways": Hinge((1, 0, 0), -2.6, 2.6),
    "a ball": Ball(2.6),
    "free": None,
}


@pytest.mark.parametrize("knee", KNEES)
def test_c02_a_straight_knee_bends_to_its_pole(knee: str) -> None:
    """A straight leg whose foot is lifted along its own line bends forward, to the side of the pole, and reaches."""
    given = CORPUS["C02"]
    chain = Chain(given["joints"], {0: Ball(1.5), 1: KNEES[knee]})
    pole = Pole(direction=given["pole"]["direction"])
    result = ask(chain, given["target"], pole=pole, tolerance=given["tol"])
    assert result.error <= given["tol"]
    assert result.positions[given["pole"]["joint"], 2] > 0.05
    assert length_errors(result).max() <= 1e-9


@pytest.mark.parametrize("knee", KNEES)
def test_c02_a_straight_knee_bends_without_a_pole(knee: str) -> None:
    """Without a pole the knee bends all the same, each time in the same way."""
    given = CORPUS["C02"]
    chain = Chain(given["joints"], {1: KNEES[knee]})
    result = ask(chain, given["target"], tolerance=given["tol"])
    assert result.error <= given["tol"]
    assert length_errors(result).max() <= 1e-9
    assert same_answer(result, ask(chain, given["target"], tolerance=given["tol"]))


def c18_chain(root: Any = (0.0, 0.0, 0.0), types: Any = None) -> Chain:
    """Make C18's chain at a root."""
    return Chain(np.cumsum(CORPUS["C18"]["local_offsets"], axis=0) + np.asarray(root, float), types)


def two_bones(lengths: Array, distance: float) -> float:
    """Return the angle [rad] at the base of the triangle of two bones and the distance to their target."""
    first, second = lengths
    return math.acos((first**2 + distance**2 - second**2) / (2 * first * distance))


@pytest.mark.parametrize("method", ["auto", "fabrik"])
@pytest.mark.parametrize("types", [None, [Ball(), Ball()]], ids=["free", "balls"])
def test_c18_rotations_come_out_and_give_the_pose(types: Any, method: str) -> None:
    """FABRIK meets where trigonometry meets, its local rotations give the joints by forward kinematics, to 1e-9."""
    given = CORPUS["C18"]
    chain = c18_chain(types=types)
    target = np.array(given["target_rel"])
    result = fabrikit.solve(chain, target, tolerance=given["tol"], method=method)
    # The analytic end is the target: the triangle of the two bones and the target's distance closes.
    assert 0 < two_bones(chain.lengths, float(np.linalg.norm(target))) < math.pi
    assert np.abs(result.positions[-1] - target).max() <= 1e-6
    bend = angle_between(result.positions[1] - result.positions[0], target)
    assert abs(bend - two_bones(chain.lengths, float(np.linalg.norm(target)))) <= 1e-5
    world, joints = np.eye(3), [chain.base]
    for local, offset in zip(result.local_rotations, np.diff(chain.joints, axis=0), strict=True):
        world = world @ matrix(local)
        joints.append(joints[-1] + world @ offset)
    assert np.abs(np.array(joints) - result.positions).max() <= 1e-9
    for quaternions in (result.rotations, result.local_rotations):
        assert np.abs(np.linalg.norm(quaternions, axis=1) - 1).max() <= 1e-12


@pytest.mark.parametrize("types", [None, [Ball(1.0), Hinge((1, 0, 0), -2.5, 2.5)]], ids=["free", "limited"])
def test_c18_the_place_of_the_root_does_not_matter(types: Any) -> None:
    """The same chain and target far from the origin give the same pose there, to 1e-9, and the same local rotations."""
    given = CORPUS["C18"]
    root, target = np.array(given["root_world"], float), np.array(given["target_rel"])
    near = fabrikit.solve(c18_chain(types=types), target, tolerance=given["tol"])
    far = fabrikit.solve(c18_chain(root, types), target + root, tolerance=given["tol"])
    assert np.abs(far.positions - root - near.positions).max() <= 1e-9
    assert np.abs(far.local_rotations - near.local_rotations).max() <= 1e-9
    assert (far.status, far.iterations) == (near.status, near.iterations)


C19_TYPES = {"free": None, "hip and knee": {0: Ball(2.0), 1: Ball(2.8)}, "a twisting hip": {0: Ball(), 1: Ball(2.8)}}


@pytest.mark.parametrize("types", C19_TYPES)
def test_c19_a_pole_along_the_axis_changes_nothing(types: str) -> None:
    """A pole on the line from root to target, or a hair off it, keeps the bend plane: knees within 1e-3."""
    given = CORPUS["C19"]
    chain = Chain(given["joints"], C19_TYPES[types])
    knees = []
    for direction in given["pole_dirs"]:
        result = ask(chain, given["target"], pole=Pole(direction=direction), tolerance=given["tol"])
        assert np.isfinite(result.positions).all()
        assert result.error <= given["tol"]
        knees.append(result.positions[1])
    assert np.ptp(knees, axis=0).max() < 1e-3
    assert np.array(knees)[:, 2].min() > 0, "the rest pose bends to +z"


@pytest.mark.parametrize("types", C19_TYPES)
@pytest.mark.parametrize("side", [1, -1])
def test_c19_a_pole_to_a_side_bends_to_it(side: int, types: str) -> None:
    """A pole to +z bends the knee to +z, one to -z to -z."""
    given = CORPUS["C19"]
    chain = Chain(given["joints"], C19_TYPES[types])
    result = ask(chain, given["target"], pole=Pole(direction=(0, 0, side)), tolerance=given["tol"])
    assert result.error <= given["tol"]
    assert side * result.positions[1, 2] > 0


C20_TYPES = {
    "free": None,
    "cones": [Ball(3.0), Ball(2.5), Ball(2.5), Ball(2.5)],
    "twists": [Ball(3.0), Ball(2.5, twist=(-1, 1)), None, Ball(2.5, twist=(-1, 1))],
    "ovals": [None, *[Ball((2, 1, 1.5, 1))] * 3],
    "hinges": [Ball(3.0), *[Hinge((0, 1, 0), -1.5, 1.5)] * 3],
}


@pytest.mark.parametrize("types", C20_TYPES)
@pytest.mark.parametrize("target", CORPUS["C20"]["targets"])
def test_c20_unequal_bones_bend_to_their_pole(target: Any, types: str) -> None:
    """Four unequal bones, also near full extension, reach with every inner joint on the pole's side of the line."""
    given = CORPUS["C20"]
    chain = Chain(given["joints"], C20_TYPES[types])
    result = ask(chain, target, pole=Pole(direction=given["pole"]["direction"]), tolerance=given["tol"])
    assert result.error <= given["tol"]
    assert length_errors(result).max() <= 1e-9
    sides = from_line(result.positions)[1:-1] @ np.array(given["pole"]["direction"], float)
    assert sides.min() >= -1e-9


@pytest.mark.parametrize("types", C20_TYPES)
def test_c20_a_pole_along_the_chain_is_skipped(types: str) -> None:
    """A pole along the line from base to target gives the pose without a pole, not one about an arbitrary axis."""
    given = CORPUS["C20"]
    chain, target = Chain(given["joints"], C20_TYPES[types]), given["targets"][0]
    without = ask(chain, target, tolerance=given["tol"])
    along = ask(chain, target, pole=Pole(direction=target), tolerance=given["tol"])
    assert np.abs(along.positions - without.positions).max() <= 1e-9


def c22_chain() -> Chain:
    """Make C22's chain: two ranges, the first from straight up, the second from the bone before."""
    given = CORPUS["C22"]
    first, second = given["limits"]
    shoulder = Hinge(*degrees(first["range_deg"]), reference=first["ref"])
    # The second bone rests at -90 degrees from its parent: its range counts from the parent's direction.
    elbow = Hinge(*degrees(second["range_deg"]), reference=(0, 1))
    return Chain(given["joints"], [shoulder, elbow])


def test_c22_a_target_behind_is_reached_in_one_shot() -> None:
    """What is only found by dragging elsewhere is found at once, where the one solution is, inside the limits."""
    given = CORPUS["C22"]
    result = ask(c22_chain(), given["target"], tolerance=given["tol"])
    assert result.error <= given["tol"]
    assert np.abs(result.positions[1] - [-5.8072, 1.5087]).max() <= 1e-3
    assert np.abs(result.angles / DEGREE - [75.437, -95.979]).max() <= 1e-2
    for angle, limit in zip(result.hinge_angles, given["limits"], strict=True):
        lower, upper = degrees(limit["range_deg"])
        assert lower <= angle <= upper


@pytest.mark.parametrize("steps", [2, 5, 50])
def test_c22_dragging_there_is_no_better(steps: int) -> None:
    """A click ends no worse than a drag of any number of steps from where the tip rests."""
    given, chain = CORPUS["C22"], c22_chain()
    clicked = ask(chain, given["target"], tolerance=given["tol"])
    dragged = None
    for share in np.linspace(0, 1, steps):
        place = (1 - share) * chain.joints[-1] + share * np.array(given["target"])
        dragged = ask(chain, place, start=dragged, tolerance=given["tol"])
    assert dragged is not None
    assert clicked.error <= max(dragged.error, given["tol"])


def ranges_chain(lengths: Any, limits: Any) -> Chain:
    """Make a 2D chain that rests straight along +x, with ranges [deg] at its joints."""
    return Chain.from_lengths(lengths, [Hinge(*degrees(limit)) for limit in limits])


@pytest.mark.parametrize("variant", CORPUS["C23"]["variants"])
def test_c23_angle_limits_lock_nothing(variant: Any) -> None:
    """Every target that some allowed angles reach is reached, inside the limits, from the straight start."""
    given = CORPUS["C23"]
    chain = ranges_chain(given["lengths"], variant["limits_deg"])
    assert np.abs(chain.forward(np.radians(variant["witness_deg"]))[-1] - variant["target"]).max() <= 1e-6
    result = ask(chain, variant["target"], tolerance=given["tol"])
    assert result.error <= given["tol"]
    for angle, (lower, upper) in zip(result.hinge_angles, variant["limits_deg"], strict=True):
        assert lower * DEGREE <= angle <= upper * DEGREE


def test_c23_every_one_of_4000_random_witnesses_is_reached() -> None:
    """Of 4000 random targets with ranges of 0 to 120 degrees, the case asks for 95 % and all are reached."""
    given = CORPUS["C23"]
    limits = [[-180, 180], [0, 120], [0, 120]]
    chain = ranges_chain(given["lengths"], limits)
    solver = Solver(chain, tolerance=given["tol"])
    witnesses = np.radians(np.random.default_rng(23).uniform(*np.transpose(limits), (4000, 3)))
    missed = [each.tolist() for each in witnesses if not solver.solve(chain.forward(each)[-1])]
    assert len(missed) <= 200
    assert not missed, f"{len(missed)} of 4000 missed: {missed[:3]}"


C24_RANGES = ([-225, -135], [135, 225])


def c24_result(degree: float, limits: Any) -> Result:
    """Solve C24's one bone for a target on its circle."""
    given = CORPUS["C24"]
    hinge = Hinge(*degrees(limits), reference=given["limits"][0]["ref"])
    target = np.array([math.cos(degree * DEGREE), math.sin(degree * DEGREE)])
    return ask(Chain(given["joints"], [hinge]), target, tolerance=1e-9)


@pytest.mark.parametrize("limits", C24_RANGES)
@pytest.mark.parametrize("degree", [150, 180, -150])
def test_c24_targets_inside_a_range_across_half_a_turn_are_reached(degree: float, limits: Any) -> None:
    """A range that straddles 180 degrees allows what lies within it, to 1e-9."""
    assert c24_result(degree, limits).error <= 1e-9


@pytest.mark.parametrize("limits", C24_RANGES)
@pytest.mark.parametrize("side", [1, -1])
def test_c24_targets_outside_clamp_to_the_nearer_end(side: int, limits: Any) -> None:
    """120 degrees clamps to 135 and -120 to -135, with the error that geometry says."""
    result = c24_result(side * 120, limits)
    assert np.abs(result.positions[1] - [-0.70710678, side * 0.70710678]).max() <= 1e-8
    assert abs(result.error - 0.26105238) <= 1e-8
    assert result.status is Status.LIMITED
    assert abs(math.remainder(result.hinge_angles[0] - side * 135 * DEGREE, 2 * math.pi)) <= 1e-12


@pytest.mark.parametrize("limits", C24_RANGES)
def test_c24_the_opposite_target_clamps_to_one_end(limits: Any) -> None:
    """The target exactly opposite clamps to one of the ends, the same each time, without NaN."""
    result = c24_result(0, limits)
    assert np.isfinite(result.positions).all()
    assert np.abs(np.abs(result.positions[1]) - math.sqrt(0.5)).max() <= 1e-9
    assert result.positions[1, 0] < 0
    assert same_answer(result, c24_result(0, limits))


def test_c24_both_ways_to_write_a_range_are_one() -> None:
    """[-225, -135] and [135, 225] degrees give equal poses."""
    for degree in CORPUS["C24"]["targets_deg"]:
        poses = [c24_result(degree, limits).positions for limits in C24_RANGES]
        assert np.abs(poses[0] - poses[1]).max() <= 1e-15


@pytest.mark.parametrize("limited", [False, True])
def test_c26_crossing_the_axis_keeps_arm_and_tool(limited: bool) -> None:
    """Sweeping over x = 0 with the tool held down: reached, the tool's angle exact, no jump, the elbow's side kept."""
    given = CORPUS["C26"]
    start, tool = np.array(given["start"], float), given["tool_angle_deg"] * DEGREE
    chain = Chain(start, [Hinge(-3, 3), Hinge(-3, 3), Hinge(-3.1, 3.1)] if limited else None)
    first, last = given["sweep_x"]
    previous: Result | None = None
    sides, angles = [], []
    for x in np.linspace(first, last, given["steps"]):
        target = Target((x, given["y"]), angle=tool)
        previous = ask(chain, target, start=previous, tolerance=given["tol"])
        assert previous.error <= given["tol"]
        assert previous.status is Status.REACHED
        bones = np.diff(previous.positions, axis=0)
        assert abs(math.remainder(math.atan2(bones[2, 1], bones[2, 0]) - tool, 2 * math.pi)) <= 0.01 * DEGREE
        sides.append(bones[0, 0] * bones[1, 1] - bones[0, 1] * bones[1, 0])
        angles.append(np.arctan2(bones[:, 1], bones[:, 0]))
    assert (np.sign(sides) == np.sign(sides[0])).all()
    turned = np.diff(np.unwrap(angles, axis=0), axis=0)
    relative = np.column_stack([turned[:, 0], np.diff(turned, axis=1)])
    assert np.abs(relative).max() <= 5 * DEGREE


def test_c29_a_hinge_about_its_own_bone_is_refused_in_words() -> None:
    """A hinge whose axis is the bone is refused at construction, naming the joint and the joint type to use."""
    given = CORPUS["C29"]
    joints = given["bone_length"] * np.arange(given["bones"] + 1)[:, None] * np.array(given["joints_along"], float)
    limit = given["limits_each"]
    hinge = Hinge(limit["axis"], *degrees(limit["range_deg"]), frame=limit["frame"], reference=limit["ref"])
    with pytest.raises(LimitError, match=r"types\[1\]: axis \(0, 0, 1\) is parallel to the bone.*Ball\(cone=0, twist="):
        Chain(joints, [None] + [hinge] * 6)


C29_RIGID = {
    "hinges across the bone without range": Hinge((1, 0, 0), 0, 0),
    "balls that only twist": Ball(cone=0, twist=(0, 0)),
    "balls without swing": Ball(cone=0),
    "fixed": Fixed(),
    "stiff balls": Ball(stiffness=1),
}


@pytest.mark.parametrize("kind", C29_RIGID)
def test_c29_joints_without_range_stay_rigid(kind: str) -> None:
    """Six joints without range keep all bones parallel to the base bone, to 1e-9, whatever the target."""
    given = CORPUS["C29"]
    joints = given["bone_length"] * np.arange(given["bones"] + 1)[:, None] * np.array(given["joints_along"], float)
    result = ask(Chain(joints, [None] + [C29_RIGID[kind]] * 6), given["target"])
    bones = np.diff(result.positions, axis=0)
    assert max(angle_between(bones[0], bone) for bone in bones) <= 1e-9
    assert length_errors(result).max() <= 1e-9
    # The rigid stick points at the target: nothing is nearer.
    distance = float(np.linalg.norm(given["target"]))
    assert result.error <= (70 - distance) * (1 + 1e-9)


def test_c32_orthogonal_hinges_find_the_yaw() -> None:
    """A base that only turns about itself, then two hinges: the base turns by 29.0546 degrees and the arm reaches."""
    given = CORPUS["C32"]
    base, *hinges = given["limits"]
    types = [Ball(cone=0, twist=degrees(base["range_deg"]))]
    types += [Hinge(limit["axis"], *degrees(limit["range_deg"]), frame=limit["frame"]) for limit in hinges]
    result = ask(Chain(given["joints"], types), given["target"], tolerance=given["tol"])
    assert result.error <= given["tol"]
    assert np.abs(result.positions[1] - [0, 1, 0]).max() <= 1e-12
    # The arm's plane holds the y axis, and so the yaw of the target or half a turn from it.
    yaw = math.remainder(result.twist[0] / DEGREE - 29.0546, 180)
    assert abs(yaw) <= 1e-2
    normals = [np.cross([0, 1, 0], bone) for bone in np.diff(result.positions, axis=0)[1:]]
    assert abs(np.dot(np.cross(normals[0], normals[1]), [0, 1, 0])) <= 1e-6
    normal = np.array([math.cos(result.twist[0]), 0, -math.sin(result.twist[0])])
    assert np.abs(np.diff(result.positions, axis=0) @ normal).max() <= 1e-6


def c33_chain() -> Chain:
    """Make C33's chain: seven bones of 10, six joints with cones of 15 degrees about the bone before."""
    given = CORPUS["C33"]
    joints = given["bone_length"] * np.arange(given["bones"] + 1)[:, None] * np.array(given["joints_along"], float)
    cone = given["limits_each"]["half_angle_deg"] * DEGREE
    return Chain(joints, {joint: Ball(cone) for joint in given["limits_each"]["joints"]})


@pytest.mark.parametrize("target", CORPUS["C33"]["targets"])
def test_c33_tight_cones_end_at_the_best_pose(target: Any) -> None:
    """No target nearer than the tightest arc can be reached: the best possible error within 5 %, the limits held."""
    given, chain = CORPUS["C33"], c33_chain()
    result = ask(chain, target)
    best = given["r_min"] - float(np.linalg.norm(target))
    assert best - 1e-4 <= result.error <= 1.05 * best
    assert result.status is Status.LIMITED
    swings = [
        angle_between(a, b) for a, b in zip(*(np.diff(result.positions, axis=0)[i:][:6] for i in (0, 1)), strict=True)
    ]
    assert max(swings) <= (15 + 1e-6) * DEGREE


@pytest.mark.parametrize("target", CORPUS["C33"]["targets"])
def test_c33_the_answer_is_the_best_iterate_seen(target: Any) -> None:
    """No complete pose on the way, inside the limits, was nearer than the one returned."""
    result = ask(c33_chain(), target, trace=True)
    tips = [step.joints[-1] for step in result.trace if step.pass_ is None and step.joint == result.chain.bones]
    assert tips
    nearest = np.linalg.norm(np.array(tips) - target, axis=1).min()
    assert result.error <= nearest + 1e-12


@pytest.mark.parametrize("target", CORPUS["C33"]["targets"])
@pytest.mark.parametrize("as_result", [True, False], ids=["from the result", "from its joints"])
def test_c33_asking_again_moves_nothing(target: Any, as_result: bool) -> None:
    """A second solve for the same target from the first answer moves no joint by more than 1e-9."""
    chain = c33_chain()
    first = ask(chain, target)
    again = ask(chain, target, start=first if as_result else first.positions)
    assert np.abs(again.positions - first.positions).max() <= 1e-9


@pytest.mark.parametrize("as_result", [True, False], ids=["results fed back", "joints fed back"])
@pytest.mark.parametrize("method", ["auto", "fabrik"])
def test_c36_a_limit_does_not_creep(method: str, as_result: bool) -> None:
    """Fed back for 20 frames, a cone of 20 degrees about the rest direction stays where it was from the first on."""
    given = CORPUS["C36"]
    limit = given["limits"][0]
    half = limit["half_angle_deg"] * DEGREE
    chain = Chain(given["joints"], [Ball(half)], base_direction=given["rest_direction"])
    start = None
    for _ in range(given["frames"]):
        # Limits relative to the incoming pose do not exist here: there is no mode to turn on by accident.
        result = fabrikit.solve(chain, given["target"], start=start, method=method, max_iterations=200)
        assert angle_between(result.positions[1], np.array(given["rest_direction"], float)) <= half + 1e-9
        assert np.abs(result.positions[1] - [0.34202014, 0.93969262, 0]).max() <= 1e-8
        start = result if as_result else result.positions


C58_TYPES = {"free": None, "limited": [Ball(2.5), Ball(2.8, (-1, 1))]}


@pytest.mark.parametrize("types", C58_TYPES)
@pytest.mark.parametrize("max_iterations", [CORPUS["C58"]["max_iter"], 1000])
def test_c58_solving_has_no_memory(max_iterations: int, types: str) -> None:
    """The same target gives the same bits whatever came in between, and REACHED is never said beyond the tolerance.

    The step-limited half of the case (at most 2 degrees a call) belongs to `Tracker`.
    """
    given = CORPUS["C58"]
    solver = Solver(Chain(given["joints"], C58_TYPES[types]), max_iterations=max_iterations)
    results = [solver.solve(target) for target in given["targets"]]
    assert same_answer(results[0], results[2])
    for result, target in zip(results, given["targets"], strict=True):
        reached = np.linalg.norm(result.positions[-1] - np.array(target)) <= result.tolerance
        assert (result.status is Status.REACHED) == reached
        assert result.iterations <= max_iterations
