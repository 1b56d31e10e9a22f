"""Every law about bodies, on random skeletons of every joint type and random questions."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fabrikit
from body_laws import check_body, check_limits
from body_strategies import random_q, random_q_inside, skeletons
from fabrikit import BodyResult, Skeleton, Solver, Status, Target, presets
from fabrikit.arrays import Array
from strategies import EXAMPLES, laws

SEEDS = st.integers(0, 2**32 - 1)
some = settings(laws, max_examples=max(EXAMPLES // 3, 1))
"""For laws that take several solves each."""


def question(skeleton: Skeleton, seed: int, *, aimed: bool = False) -> tuple[dict[str, Any], Array]:
    """Draw targets that a pose inside the limits meets, for one to three joints; and the numbers of that pose."""
    random = np.random.default_rng(seed)
    q = random_q_inside(skeleton, random)
    pose = skeleton.forward(q)
    names = random.permutation(list(skeleton.tips))[: random.integers(1, 4)]
    targets: dict[str, Any] = {}
    for name in names.tolist():
        place = skeleton.index(name)
        rotation = pose.rotations[place] if aimed and random.random() < 0.5 else None
        targets[name] = Target(pose.positions[place], rotation=rotation, weight=float(random.uniform(0.5, 2)))
    return targets, q


def worst(skeleton: Skeleton, q: Array, targets: dict[str, Any]) -> float:
    """Return the largest distance of a target in a pose."""
    pose = skeleton.forward(q)
    return max(float(np.linalg.norm(pose[name][:3, 3] - target.position)) for name, target in targets.items())


@laws
@given(skeletons(), SEEDS, st.booleans())
def test_every_answer_keeps_the_laws(skeleton: Skeleton, seed: int, aimed: bool) -> None:
    """Whatever is asked, the pose is finite, inside its limits, of the right lengths, and its errors are true."""
    targets, _ = question(skeleton, seed, aimed=aimed)
    result = fabrikit.solve(skeleton, targets, max_iterations=200)
    check_body(result, targets)
    assert result.iterations <= 200


@laws
@given(skeletons(), SEEDS)
def test_targets_out_of_reach_keep_the_laws(skeleton: Skeleton, seed: int) -> None:
    """Targets far beyond the reach are not reached, and the answer keeps every law."""
    targets, _ = question(skeleton, seed)
    reach = max(skeleton.reach, 0.1) if skeleton.root == "fixed" else None
    far = {name: dataclasses.replace(target, position=target.position + 100) for name, target in targets.items()}
    result = fabrikit.solve(skeleton, far, max_iterations=60)
    check_body(result, far)
    if reach is not None and not any("slider" in repr(joint.type).lower() for joint in skeleton.joints):
        assert not result
        assert result.error >= 100 - 10 * reach


@some
@given(skeletons(), SEEDS)
def test_where_it_is_asked_to_stand_it_stays(skeleton: Skeleton, seed: int) -> None:
    """Targets that the start meets take no iteration, and the start comes back to the bit."""
    targets, q = question(skeleton, seed, aimed=True)
    start = skeleton.settle(q)
    pose = skeleton.forward(start)
    met = {
        name: dataclasses.replace(
            target,
            position=pose.positions[skeleton.index(name)],
            rotation=None if target.rotation is None else pose.rotations[skeleton.index(name)],
        )
        for name, target in targets.items()
    }
    result = fabrikit.solve(skeleton, met, start=start)
    assert result.status is Status.REACHED
    assert result.iterations == 0
    assert result.q.tobytes() == start.tobytes()


@some
@given(skeletons(), SEEDS)
def test_asked_again_it_does_not_move(skeleton: Skeleton, seed: int) -> None:
    """The same question from a reached answer gives that answer again."""
    targets, _ = question(skeleton, seed, aimed=True)
    first = fabrikit.solve(skeleton, targets, max_iterations=300)
    if first:
        again = fabrikit.solve(skeleton, targets, start=first)
        assert again.iterations == 0
        assert again.q.tobytes() == first.q.tobytes()


@some
@given(skeletons(), SEEDS)
def test_nothing_depends_on_the_order_of_writing(skeleton: Skeleton, seed: int) -> None:
    """Targets and joints in any order give the same bits."""
    targets, _ = question(skeleton, seed, aimed=True)
    first = fabrikit.solve(skeleton, targets, max_iterations=100)
    other = Skeleton(list(reversed(skeleton.joints)), skeleton.root)
    again = fabrikit.solve(other, dict(reversed(targets.items())), max_iterations=100)
    assert again.q.tobytes() == first.q.tobytes()
    assert again.positions.tobytes() == first.positions.tobytes()


@some
@given(skeletons(), SEEDS)
def test_it_is_never_worse_than_its_start(skeleton: Skeleton, seed: int) -> None:
    """With one target the error is at most that of the start."""
    targets, _ = question(skeleton, seed)
    name, target = next(iter(targets.items()))
    start = skeleton.settle(random_q_inside(skeleton, np.random.default_rng(seed + 1)))
    result = fabrikit.solve(skeleton, {name: target}, start=start, max_iterations=40)
    assert result.error <= worst(skeleton, start, {name: target}) + 1e-12


@some
@given(skeletons(), SEEDS)
def test_a_start_outside_is_moved_inside_and_said_so(skeleton: Skeleton, seed: int) -> None:
    """A start outside its limits is settled; with `strict` it is refused."""
    targets, _ = question(skeleton, seed)
    outside = random_q(skeleton, np.random.default_rng(seed))
    moved = np.abs(skeleton.settle(outside) - outside).max(initial=0) > 1e-6
    result = fabrikit.solve(skeleton, targets, start=outside, max_iterations=20)
    check_limits(skeleton, result.q)
    if moved:
        assert result.start_moved
        with pytest.raises(fabrikit.LimitError, match="start: "):
            fabrikit.solve(skeleton, targets, start=outside, strict=True)
    inside = skeleton.settle(outside)
    assert not fabrikit.solve(skeleton, targets, start=inside, strict=True, max_iterations=20).start_moved


@some
@given(skeletons(), SEEDS)
def test_locked_joints_keep_their_bits(skeleton: Skeleton, seed: int) -> None:
    """A locked joint has the numbers of the start, whatever is asked."""
    targets, q = question(skeleton, seed)
    start = skeleton.settle(q)
    locked = [name for place, name in enumerate(skeleton.joint_names) if (place + seed) % 2][:3]
    result = fabrikit.solve(skeleton, targets, locked=locked, start=start, max_iterations=40)
    check_limits(skeleton, result.q)
    for name in locked:
        assert result.q[skeleton.q_slices[name]].tobytes() == start[skeleton.q_slices[name]].tobytes()


@some
@given(skeletons(most=6), SEEDS)
def test_rows_of_a_batch_have_the_bits_of_single_solves(skeleton: Skeleton, seed: int) -> None:
    """Any row, split and number of threads gives the bits of the single solve."""
    random = np.random.default_rng(seed)
    tip = skeleton.tips[0]
    q = np.array([random_q_inside(skeleton, random) for _ in range(5)])
    places = skeleton.forward(q)[tip][:, :3, 3]
    solver = Solver(skeleton, max_iterations=60)
    whole = solver.solve_batch(places, tip=tip, threads=2)
    parts = [solver.solve_batch(places[part], tip=tip, threads=1) for part in (slice(0, 2), slice(2, 5))]
    assert np.concatenate([part.q for part in parts]).tobytes() == whole.q.tobytes()
    for row, place in enumerate(places):
        alone = solver.solve(place, tip=tip)
        assert whole.q[row].tobytes() == alone.q.tobytes()
        assert whole.positions[row].tobytes() == alone.positions.tobytes()
        assert whole[row].status is alone.status


@some
@given(skeletons(), SEEDS)
def test_inputs_are_not_changed(skeleton: Skeleton, seed: int) -> None:
    """Targets, start and base are what they were."""
    targets, q = question(skeleton, seed)
    places = {name: np.array(target.position) for name, target in targets.items()}
    before = {name: place.tobytes() for name, place in places.items()}
    start, base = q.copy(), np.eye(4)
    fabrikit.solve(skeleton, places, start=start, base=base, max_iterations=10)
    assert {name: place.tobytes() for name, place in places.items()} == before
    assert start.tobytes() == q.tobytes()
    assert np.array_equal(base, np.eye(4))


# People.

BODY = presets.human_body()
FEET = ("left_heel", "left_toes", "right_heel", "right_toes")


@pytest.mark.parametrize("seed", range(40))
def test_feet_stay_whatever_hands_ask(seed: int) -> None:
    """Feet of a higher priority end within the tolerance, also where the hands ask for the moon."""
    random = np.random.default_rng(seed)
    feet = {name: Target(BODY.rest_pose[name][:3, 3], priority=1) for name in FEET}
    hands = {f"{side}_fingertips": random.normal((0, 0, 1), 1.5) for side in ("left", "right")}
    result = fabrikit.solve(BODY, feet | hands)
    check_body(result, feet | hands)
    for name in FEET:
        assert result.errors[name] <= result.tolerance, name


def stand(**hands: Any) -> BodyResult:
    """Solve the whole body with its feet on the ground."""
    feet = {name: Target(BODY.rest_pose[name][:3, 3], priority=1) for name in FEET}
    return fabrikit.solve(BODY, feet | hands)


def test_hands_that_can_be_reached_are_reached_with_the_feet() -> None:
    """Where everything can be met, everything is."""
    assert stand(left_fingertips=[0.5, 0.2, 1.2], right_fingertips=[0.5, -0.3, 0.9])


def test_a_weighted_root_moves_less_than_a_free_one() -> None:
    """The heavier the pelvis, the less it leaves its place for the same hands."""
    moved = []
    for root in ("free", 0.9):
        body = Skeleton(BODY.joints, root)
        result = fabrikit.solve(body, {"left_fingertips": [0.45, 0.3, 1.5]})
        assert result
        moved.append(float(np.linalg.norm(result.pose["pelvis"][:3, 3] - body.rest_pose["pelvis"][:3, 3])))
    assert moved[1] < 0.5 * moved[0]


def test_directions_rotations_and_free_axes_are_met() -> None:
    """A direction turns freely about itself, a rotation with a free axis does, too; a whole rotation leaves nothing."""
    arm = presets.seven_axis_arm()
    down = [0.0, 1.0, 0.0, 0.0]
    place = [0.4, 0.2, 0.4]
    for target in (
        Target(place, direction=[0, 0, -1], axis=[0, 0, 1]),
        Target(place, rotation=down, free_axis=[0, 0, 1]),
        Target(place, rotation=down),
        Target(direction=[0, 0, -1], axis=[0, 0, 1]),
        Target(rotation=down),
    ):
        result = fabrikit.solve(arm, target)
        assert result, target
        assert result.pose["flange"][:3, 2] == pytest.approx([0, 0, -1], abs=1e-5)
        if target.rotation is not None and target.free_axis is None:
            assert result.pose["flange"][:3, 0] == pytest.approx([1, 0, 0], abs=1e-5)


def test_an_offset_is_what_comes_to_the_target() -> None:
    """A tool of 10 cm on the flange comes to the target, turned as the flange is."""
    arm = presets.six_axis_arm()
    result = fabrikit.solve(arm, Target([0.3, 0.3, 0.3], offset=[0, 0, 0.1]))
    frame = result.pose["flange"]
    assert frame[:3, 3] + 0.1 * frame[:3, 2] == pytest.approx([0.3, 0.3, 0.3], abs=1e-6)


def test_a_posture_uses_only_the_freedom_left() -> None:
    """With a posture the target is still reached, and the joints stand nearer to it than without."""
    arm = presets.human_arm()
    wanted = arm.q_with({"elbow": 1.8})
    place = [0.3, -0.3, -0.2]
    plain = fabrikit.solve(arm, place)
    bent = fabrikit.solve(arm, place, posture=wanted)
    assert plain
    assert bent
    elbow = arm.q_slices["elbow"]
    assert abs(bent.q[elbow] - 1.8) <= abs(plain.q[elbow] - 1.8) + 1e-9
    assert np.linalg.norm(bent.q - wanted) < np.linalg.norm(plain.q - wanted)


@pytest.mark.parametrize("side", [[0, -1, 0], [0, 0, -1], [0, -1, -1]])
def test_a_pole_turns_the_elbow_to_its_side(side: list[float]) -> None:
    """Asked to the right, down, or between, the elbow stands farther that way than asked to the opposite side."""
    arm = presets.human_arm()
    place = np.array([0.42, -0.15, -0.12])
    ways = []
    for sign in (1, -1):
        result = fabrikit.solve(arm, Target(place, pole=fabrikit.Pole(direction=[sign * each for each in side])))
        assert result
        ways.append(float(result.pose["elbow"][:3, 3] @ np.array(side)))
    assert ways[0] > ways[1] + 0.05


def test_nearest_moves_joints_no_more_than_fast() -> None:
    """Of 50 reachable poses, `nearest` moves the joint that moves most by no more than `fast` does."""
    arm = presets.six_axis_arm()
    random = np.random.default_rng(3)
    start = np.array([0.3, -1.0, 1.2, -0.5, 0.8, 0.2])
    for _ in range(50):
        frame = arm.forward(start + random.uniform(-0.6, 0.6, 6))["flange"]
        fast, near = (fabrikit.solve(arm, frame, start=start, mode=mode) for mode in ("fast", "nearest"))
        assert near
        # Two restarts that end in one solution agree as far as the tolerance tells it: 1e-6 of the reach, over a wrist.
        assert np.abs(near.q - start).max() <= np.abs(fast.q - start).max() + 1e-5


def test_several_solutions_are_different_and_all_meet_the_target() -> None:
    """A robot arm of six axes has several ways to a pose; each of those found meets it."""
    arm = presets.six_axis_arm()
    frame = arm.forward([0.3, -1.0, 1.2, -0.5, 0.8, 0.2])["flange"]
    result = fabrikit.solve(arm, frame, solutions=6)
    assert result
    assert 2 <= len(result.solutions) <= 6
    assert result.solutions[0].tobytes() == result.q.tobytes()
    for row, q in enumerate(result.solutions):
        assert np.abs(arm.forward(q)["flange"] - frame).max() < 1e-5
        others = np.delete(result.solutions, row, axis=0)
        assert (np.abs(others - q).max(axis=1) > 1e-3).all()


def test_a_seed_is_repeatable() -> None:
    """The same seed gives the same bits."""
    arm = presets.seven_axis_arm()
    frame = arm.forward(random_q_inside(arm, np.random.default_rng(8)))["flange"]
    bits = {seed: [fabrikit.solve(arm, frame, seed=seed).q.tobytes() for _ in range(2)] for seed in (0, 5)}
    assert all(first == second for first, second in bits.values())


def test_two_hands_on_one_bar() -> None:
    """A loop with a rotation holds the hands apart as a bar does, wherever one of them goes."""
    left, right = "left_fingertips", "right_fingertips"
    loop = fabrikit.Loop(left, right, offset=[0, -2 * 0.22575, 0])
    solver = Solver(BODY, loops=loop)
    for place in ([0.45, 0.2, 1.2], [0.4, 0.3, 1.4]):
        result = solver.solve({left: place})
        assert result
        assert result.loop_error <= 1e-6
        held = result.pose[left] @ np.array([0, -2 * 0.22575, 0, 1])
        assert held[:3] == pytest.approx(result.pose[right][:3, 3], abs=1e-6)


def test_fabrik_knows_balls_and_positions_and_says_so() -> None:
    """The paper's algorithm reaches with ball joints through its sub-bases, and refuses all else."""
    points = {"hip": [0, 0, 0], "neck": [0, 0, 1], "a1": [0.4, 0, 1.2], "a2": [0.8, 0, 1.2], "b1": [-0.4, 0, 1.2]}
    points["b2"] = [-0.8, 0, 1.2]
    parents = {"neck": "hip", "a1": "neck", "a2": "a1", "b1": "neck", "b2": "b1"}
    tree = Skeleton.from_points(points, parents)
    targets = {"a2": [0.5, 0.4, 1.3], "b2": [-0.5, 0.4, 1.3]}
    result = fabrikit.solve(tree, targets, method="fabrik", tolerance=1e-3)
    assert result
    check_body(result, targets)
    with pytest.raises(fabrikit.OptionError, match="knows ball joints only, and 'elbow' is Hinge"):
        fabrikit.solve(presets.human_arm(), [0, 0, 0], method="fabrik")
    with pytest.raises(fabrikit.OptionError, match="knows positions only, and the target 'a2' asks for more"):
        fabrikit.solve(tree, {"a2": Target([0, 0, 1], direction=[1, 0, 0])}, method="fabrik")
