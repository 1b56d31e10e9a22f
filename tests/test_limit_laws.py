"""The laws of chains with joint types, as properties of random chains of every kind."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

import fabrikit
import limit_strategies
import strategies
from fabrikit import Ball, Chain, Fixed, Hinge, Pole, Result, Stage, Status, Target
from fabrikit.arrays import Array
from invariants import computed_error, law_bends_to_its_pole, same_bits, unit
from limit_laws import LimitQuestion, Posture, angle_between, check_limited, check_limits, law_limits_hold, same_answer
from limit_strategies import UNTWISTED, WHOLE_BONES, allowed_turns, laws, lay_out, limited_chains, somewhere, world_turn
from strategies import generators

CLAMPS = ("both", "from_base")


def answer(asked: LimitQuestion, **options: Any) -> Result:
    """Ask the solver."""
    return fabrikit.solve(asked.chain, asked.target, **asked.options, **options)


def aimed(chain: Chain, place: Array, random: Any) -> Any:
    """Ask for a place alone, or also for a direction, an angle or a rotation of the last bone."""
    side = random.normal(size=chain.dimension)
    quaternion = random.normal(size=4)
    quaternion /= np.linalg.norm(quaternion)
    flat = chain.dimension == 2
    aims = ({}, {"direction": side}, {"angle": random.uniform(-9, 9)} if flat else {"rotation": quaternion})
    return Target(place, **aims[random.integers(3)])


def an_allowed_start(chain: Chain, random: Any) -> Array:
    """Lay out joints (n + 1, D) from turns that every joint allows."""
    return lay_out(chain, allowed_turns(chain, random))


def any_start(chain: Chain, random: Any) -> Array:
    """Lay out joints (n + 1, D) with any directions and lengths."""
    return chain.base + np.cumsum(
        np.vstack([np.zeros(chain.dimension), random.normal(size=(chain.bones, chain.dimension))]), axis=0
    )


def no_start(_: Chain, __: Any) -> None:
    """Start from the rest pose."""


starts = st.sampled_from([no_start, an_allowed_start, any_start])


@laws
@given(chain=limited_chains(far=True, scaled=True), start=starts, random=generators)
def test_auto_keeps_every_law(chain: Chain, start: Any, random: Any) -> None:
    """Whatever is asked, with whatever start, base and pole, limits hold and the answer is honest."""
    asked = LimitQuestion(
        chain,
        aimed(chain, somewhere(chain, random), random),
        start=start(chain, random),
        base=somewhere(chain, random) if random.random() < 0.2 else None,
        pole=somewhere(chain, random) if random.random() < 0.3 else None,
        max_iterations=int(random.choice([1, 3, 40, 200])),
    )
    result = answer(asked)
    event(f"{result.status.value} by {result.stage.value}")
    check_limited(result, asked)


@pytest.mark.parametrize("clamp", CLAMPS)
@laws
@given(chain=limited_chains(far=True, scaled=True), start=starts, random=generators)
def test_the_textbook_clamp_keeps_every_law(clamp: str, chain: Chain, start: Any, random: Any) -> None:
    """`fabrik` with either clamp may stall, but its limits hold and its answer is honest."""
    asked = LimitQuestion(
        chain,
        somewhere(chain, random),
        start=start(chain, random),
        max_iterations=int(random.choice([1, 5, 40])),
        method="fabrik",
        clamp=clamp,
    )
    result = answer(asked)
    event(f"{result.status.value} by {result.stage.value}")
    check_limited(result, asked)


@laws
@given(chain=limited_chains(), random=generators)
def test_every_target_that_allowed_turns_reach_is_reached(chain: Chain, random: Any) -> None:
    """A target laid out from random turns inside every limit is reached from the rest pose."""
    target = lay_out(chain, allowed_turns(chain, random))[-1]
    asked = LimitQuestion(chain, target)
    result = answer(asked)
    event(f"{result.iterations // 20 * 20} iterations or more")
    assert result, f"{result!r} with {chain.types}"
    check_limited(result, asked)


@laws
@given(chain=limited_chains(min_bones=3), random=generators)
def test_every_aim_that_allowed_turns_meet_is_met(chain: Chain, random: Any) -> None:
    """Position with direction, angle or rotation of the last bone of an allowed pose are met at once."""
    turns = allowed_turns(chain, random)
    pose = lay_out(chain, turns)
    last = pose[-1] - pose[-2]
    assume(np.linalg.norm(last) > 0)
    if chain.dimension == 2:
        target = Target(pose[-1], angle=math.atan2(last[1], last[0]))
    elif random.random() < 0.5:
        target = Target(pose[-1], direction=last)
    else:
        target = Target(pose[-1], rotation=world_turn(chain, turns))
    asked = LimitQuestion(chain, target)
    result = answer(asked)
    event(f"{result.iterations // 20 * 20} iterations or more")
    check_limited(result, asked)
    assert result, f"{result!r}, rotation_error {result.rotation_error}, with {chain.types}"


@laws
@given(
    chain=limited_chains(far=True, kinds=UNTWISTED, dimensions=(3,), lengths=WHOLE_BONES),
    random=generators,
)
def test_an_allowed_start_at_its_target_is_copied_in_space(chain: Chain, random: Any) -> None:
    """Joints inside their limits that are at the target already come back bit for bit, after 0 iterations."""
    check_already_there(chain, an_allowed_start(chain, random))


@laws
@given(chain=limited_chains(far=True, dimensions=(2,), lengths=WHOLE_BONES), random=generators)
def test_an_allowed_start_at_its_target_is_copied_in_the_plane(chain: Chain, random: Any) -> None:
    """In 2D joints tell every angle: at the target already they come back bit for bit, after 0 iterations."""
    check_already_there(chain, an_allowed_start(chain, random))


def check_already_there(chain: Chain, start: Array) -> None:
    """Hold the law of a start that is at its target."""
    result = answer(LimitQuestion(chain, start[-1], start=start, base=start[0]))
    assert (result.iterations, result.stage, result.status) == (0, Stage.START, Status.REACHED)
    assert same_bits(result.positions, start)


@laws
@given(chain=limited_chains(), random=generators)
def test_the_rest_pose_is_allowed_and_copied(chain: Chain, random: Any) -> None:
    """The rest pose keeps its limits: asked for its own tip, it comes back with no turn at all."""
    for start in (None, chain.joints, chain.joints.tolist()):
        result = fabrikit.solve(chain, chain.joints[-1], start=start)
        assert (result.iterations, result.stage) == (0, Stage.START)
        assert same_bits(result.positions, chain.joints.copy())
        assert np.abs(np.abs(result.turns.turns) - [1, 0, 0, 0]).max() <= 1e-8
    check_limits(chain, result)
    del random


@laws
@given(chain=limited_chains(max_bones=5), random=generators)
def test_a_reached_result_taken_as_start_is_not_moved(chain: Chain, random: Any) -> None:
    """A reached result that starts the next solves for its own target comes back bit for bit, its turns to 1e-13."""
    turns = allowed_turns(chain, random)
    result = fabrikit.solve(chain, lay_out(chain, turns)[-1])
    assume(result)
    again = result
    for _ in range(20):
        again = fabrikit.solve(chain, lay_out(chain, turns)[-1], start=again)
        assert (again.iterations, again.stage) == (0, Stage.START)
        assert same_bits(again.positions, result.positions)
    assert np.abs(again.turns.turns - result.turns.turns).max() <= 1e-13


@laws
@given(
    chain=limited_chains(max_bones=5),
    as_result=st.booleans(),
    method=st.sampled_from(["auto", "fabrik"]),
    random=generators,
)
def test_fed_back_for_200_frames_no_limit_creeps(chain: Chain, as_result: bool, method: str, random: Any) -> None:
    """Dragged out of reach and back for 200 frames, each started from the last, limits stay where they were."""
    goals = [somewhere(chain, random) for _ in range(4)]
    start: Any = None
    for frame in range(200 if random.random() < 0.1 else 20):
        result = fabrikit.solve(chain, goals[frame // 5 % 4], start=start, method=method, max_iterations=12)
        start = result if as_result else result.positions
        law_limits_hold(Posture(chain, result.positions, result.turns.turns), result.hinge_angles)
    check_limits(chain, result)


@laws
@given(chain=limited_chains(far=True), random=generators)
def test_no_answer_is_worse_than_its_start(chain: Chain, random: Any) -> None:
    """From an allowed start, without a pole, `auto` never ends farther from its target than it began."""
    first = fabrikit.solve(chain, somewhere(chain, random), max_iterations=30)
    target = somewhere(chain, random)
    result = fabrikit.solve(chain, target, start=first, max_iterations=int(random.choice([1, 2, 20, 100])))
    before = computed_error(first.positions, target)
    slack = 8 * max(unit(result.positions), float(np.spacing(before)))
    assert result.error <= before + slack, f"{result!r}: error {result.error!r}, the start's was {before!r}"


@laws
@given(chain=limited_chains(), random=generators)
def test_no_aimed_answer_is_worse_than_its_start(chain: Chain, random: Any) -> None:
    """With an aim, what is minimised does not grow: error and an eighth of the reach per radian of rotation error."""
    first = fabrikit.solve(chain, somewhere(chain, random), max_iterations=30)
    target = aimed(chain, somewhere(chain, random), random)
    if chain.dimension == 3 and target.rotation is not None:
        return
    asked = LimitQuestion(chain, target, start=first, max_iterations=int(random.choice([1, 2, 20, 100])))
    result = answer(asked)
    # Of the start: what a solve with a tolerance beyond everything says, without moving.
    before = answer(replace(asked, tolerance=1e12 * chain.reach[1], rotation_tolerance=4.0))
    assert before.iterations == 0
    scale = 2.0 ** math.frexp(1 / chain.reach[1])[1]

    def score(result: Result) -> float:
        return math.hypot(result.error * scale, 0.25 * math.sin(result.rotation_error / 2))

    assert min(score(result) - score(before), score_at_half(result, before)) <= 1e-9 * (1 + score(before))


def score_at_half(result: Result, before: Result) -> float:
    """Return how much worse a result is at the scale half as large: the kernel's power of two may be either."""
    scale = 2.0 ** (math.frexp(1 / result.chain.reach[1])[1] - 1)
    scores = [math.hypot(each.error * scale, 0.25 * math.sin(each.rotation_error / 2)) for each in (result, before)]
    return scores[0] - scores[1]


@laws
@given(chain=limited_chains(), random=generators)
def test_the_same_question_has_the_same_bits(chain: Chain, random: Any) -> None:
    """Solves have no memory: whatever came in between, one solver or a new one, the same bits and rotations."""
    solver = fabrikit.Solver(chain, max_iterations=200)
    targets = [aimed(chain, somewhere(chain, random), random) for _ in range(3)]
    results = [solver.solve(target) for target in targets]
    for target, result in zip(targets[::-1], results[::-1], strict=True):
        assert same_answer(solver.solve(target), result)
        assert same_answer(fabrikit.solve(chain, target, max_iterations=200), result)


@laws
@given(chain=limited_chains(), random=generators, method=st.sampled_from(["auto", "fabrik"]))
def test_a_trace_ends_in_the_answer(chain: Chain, random: Any, method: str) -> None:
    """A trace changes no bit, and one placement after the other leads to the returned pose."""
    target = somewhere(chain, random)
    pole = somewhere(chain, random) if random.random() < 0.3 and method == "auto" else None
    asked = LimitQuestion(chain, target, pole=pole, max_iterations=30, method=method)
    result = answer(asked, trace=True)
    assert same_answer(result, answer(asked))
    check_limited(result, asked)


# Poles, stiffness, and chains whose limits forbid nothing.


@laws
@given(
    chain=limited_chains(min_bones=2, kinds=(limit_strategies._free,), dimensions=(3,)),
    random=generators,
)
def test_a_free_first_joint_lets_the_chain_bend_straight_to_its_pole(chain: Chain, random: Any) -> None:
    """Where the first joint is free, the bulge of the chain points at the pole, whatever the others allow."""
    kinds = [
        kind(bone, random)
        for kind, bone in zip(
            random.choice(np.array(limit_strategies.KINDS[3], dtype=object), chain.bones - 1),
            chain.bone_axes[1:],
            strict=True,
        )
    ]
    assume(not any(isinstance(kind, Hinge) and kind.frame == "global" for kind in kinds))
    chain = Chain(chain.joints, [None, *kinds])
    target = lay_out(chain, allowed_turns(chain, random))[-1]
    pole = Pole(direction=random.normal(size=3)) if random.random() < 0.5 else somewhere(chain, random)
    asked = LimitQuestion(chain, target, pole=pole)
    result = answer(asked)
    check_limited(result, asked)
    law_bends_to_its_pole(result, asked)


@laws
@given(chain=limited_chains(min_bones=2), random=generators)
def test_a_pole_gives_way_to_limits(chain: Chain, random: Any) -> None:
    """A pole never costs the target, and never a limit."""
    target = lay_out(chain, allowed_turns(chain, random))[-1]
    pole = Pole(direction=random.normal(size=chain.dimension)) if random.random() < 0.5 else somewhere(chain, random)
    asked = LimitQuestion(chain, target, pole=pole)
    result = answer(asked)
    check_limited(result, asked)
    assert result


@pytest.mark.parametrize("side", [(0, 0, 1), (0, 0, -1), (0, 1, 0), (0, -1, 1)])
@pytest.mark.parametrize("types", [None, [Ball(3.1), Ball(3.0)], [Ball(), Hinge((0, 1, 0), -3, 3)]])
def test_a_pole_turns_a_chain_that_is_at_its_target(types: Any, side: Any) -> None:
    """A chain that has nothing to reach for still turns to its pole, joints and rotations alike."""
    chain = Chain([[0, 0, 0], [1, 0, 1], [2, 0, 0]], types)
    pole = Pole(direction=side)
    asked = LimitQuestion(chain, (2.0, 0.0, 0.0), pole=pole)
    result = answer(asked)
    assert result
    assert angle_between(result.positions[1] - [1, 0, 0], np.array(side, float)) <= 1e-6
    check_limited(result, asked)
    law_bends_to_its_pole(result, asked)


@laws
@given(chain=limited_chains(min_bones=2), random=generators)
def test_a_pole_for_a_chain_at_its_target_keeps_every_law(chain: Chain, random: Any) -> None:
    """Asked only to turn to a pole, joints and rotations still tell the same pose, inside the limits, at the target."""
    asked = LimitQuestion(chain, chain.joints[-1], pole=Pole(direction=random.normal(size=chain.dimension)))
    result = answer(asked)
    assert result
    check_limited(result, asked)


@laws
@given(
    chain=limited_chains(min_bones=2),
    joint=st.integers(0, 7),
    random=generators,
    method=st.sampled_from(["auto", "fabrik"]),
)
def test_a_stiff_joint_does_not_turn(chain: Chain, joint: int, random: Any, method: str) -> None:
    """A joint of stiffness 1 keeps its rest turn, whatever is asked and however it starts."""
    stiff = joint % chain.bones
    kind = chain.types[stiff]
    assume(isinstance(kind, Ball | Hinge))
    chain = Chain(chain.joints, [*chain.types[:stiff], replace_stiffness(kind, 1.0), *chain.types[stiff + 1 :]])
    start = an_allowed_start(chain, random) if random.random() < 0.5 else None
    result = fabrikit.solve(chain, somewhere(chain, random), start=start, method=method, max_iterations=60)
    assert np.abs(np.abs(result.turns.turns[stiff]) - [1, 0, 0, 0]).max() <= 1e-15
    check_limits(chain, result)


def replace_stiffness(kind: Any, stiffness: float) -> Any:
    """Return a joint type with another stiffness."""
    if isinstance(kind, Ball):
        return replace(kind, stiffness=stiffness)
    return Hinge(kind.axis, kind.lower, kind.upper, frame=kind.frame, reference=kind.reference, stiffness=stiffness)


def test_a_stiffer_joint_turns_less() -> None:
    """Of two joints that could do the same, the stiffer one turns less, the more so the stiffer."""
    turned = []
    for stiffness in (0.1, 0.4, 0.7, 0.95):
        chain = Chain.from_lengths([1, 1, 1, 1], [None, Hinge(-3, 3, stiffness=stiffness), Hinge(-3, 3), None])
        result = fabrikit.solve(chain, (2.0, 2.2))
        assert result
        turned.append(abs(result.hinge_angles[1]) / (abs(result.hinge_angles[1]) + abs(result.hinge_angles[2])))
    assert (np.diff(turned) < 0).all(), turned


@laws
@given(chain=strategies.chains(max_bones=10, scaled=False), random=generators)
def test_limits_that_forbid_nothing_leave_every_target_in_reach(chain: Chain, random: Any) -> None:
    """Balls and hinges without limits reach what free joints reach."""
    inner, outer = chain.reach
    assume(outer > 0)
    side = random.normal(size=chain.dimension)
    target = chain.base + side / np.linalg.norm(side) * (inner + (outer - inner) * random.uniform(0.02, 0.98))
    typed = Chain(chain.joints, [Hinge() if chain.dimension == 2 else Ball(math.pi, (-math.pi, math.pi))] * chain.bones)
    asked = LimitQuestion(typed, target)
    result = answer(asked)
    check_limited(result, asked)
    assert result, f"{result!r}, error {result.error / outer:.3g} of the reach"


@laws
@given(random=generators, free=st.booleans(), flat=st.booleans())
def test_directions_of_free_chains_are_met(random: Any, free: bool, flat: bool) -> None:
    """A chain of three or more free joints meets a direction of its last bone wherever the rest of it can reach."""
    dimension = 2 if flat else 3
    lengths = random.uniform(0.5, 1.5, int(random.integers(3, 8)))
    plain = Chain(strategies.lay(lengths, strategies._random(len(lengths), dimension, random)))
    chain = plain if free else Chain(plain.joints, [Hinge() if flat else Ball()] * len(lengths))
    wrist = Chain(plain.joints[:-1])
    side, last = strategies._unit(random.normal(size=(2, dimension)))
    inner, outer = wrist.reach
    target = side * (inner + (outer - inner) * random.uniform(0.02, 0.98)) + lengths[-1] * last
    asked = LimitQuestion(chain, Target(chain.base + target, direction=7 * last))
    result = answer(asked)
    assert result, f"{result!r}, rotation_error {result.rotation_error}"
    found = np.diff(result.positions, axis=0)[-1]
    assert angle_between(np.append(found, 0)[:3], np.append(last, 0)[:3]) <= 1e-6 + 1e-9
    check_limited(result, asked)


def test_fixed_chains_and_single_bones_answer_honestly() -> None:
    """A chain that cannot move at all says so at once; one hinge goes as near as its circle comes."""
    chain = Chain([[0, 0, 0], [1, 0, 0], [1, 1, 0]], [Fixed(), Fixed()])
    result = fabrikit.solve(chain, (0, 1, 0))
    assert result.status is Status.LIMITED
    assert same_bits(result.positions, chain.joints.copy())
    assert result.error == 1
    hinged = fabrikit.solve(Chain([[0, 0, 0], [1, 0, 0]], [Hinge((0, 0, 1))]), (0, 1, 1))
    assert np.abs(hinged.positions[1] - [0, 1, 0]).max() <= 1e-6
    assert abs(hinged.error - 1) <= 1e-9
