"""The cases of the corpus about bodies: two goals, limits at a branch, depth, a closed loop; a cycle: test_skeleton."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fabrikit
from body_laws import check_body
from fabrikit import Ball, BodyResult, Hinge, Joint, Loop, Skeleton, Solver, Status, Target

CASES = {case["id"]: case for case in json.loads((Path(__file__).parent / "cases/ik_cases.json").read_text())}


# C51: two goals, one spine, cannot both be met.


def torso(order: np.ndarray | None = None) -> Skeleton:
    """Return the flat torso of C51: a spine and two arms of two bones, at rest in a Y."""
    given = CASES["C51"]["input"]
    root, tree = np.array(given["root"], dtype=float), given["tree"]
    joints = [Joint("root", None, root), Joint("chest", "root", (0.0, tree["spine"]["length"]))]
    for side, out in (("l", 1.0), ("r", -1.0)):
        upper, fore = tree[f"arm_{side}"]["length"], tree[f"fore_{side}"]["length"]
        slope = math.radians(60)
        offset = (out * upper * math.cos(slope), upper * math.sin(slope))
        joints.append(Joint(f"shoulder_{side}", "chest", (0.0, 0.0)))
        joints.append(Joint(f"elbow_{side}", f"shoulder_{side}", offset))
        joints.append(Joint(f"hand_{side}", f"elbow_{side}", (0.0, fore), fabrikit.Fixed()))
    joints[1] = Joint("chest", "root", (0.0, tree["spine"]["length"]), fabrikit.Fixed())
    return Skeleton(joints if order is None else [joints[place] for place in order])


def goals(*, reachable: bool) -> dict[str, list[float]]:
    """Return the targets of C51."""
    given = CASES["C51"]["input"]
    if reachable:
        return {f"hand_{side}": given["reachable_variant"][f"fore_{side}"] for side in "lr"}
    return {f"hand_{side}": given["tree"][f"fore_{side}"]["target"] for side in "lr"}


def test_c51_contested_goals_share_the_error() -> None:
    """The spine stands between two goals that both lie too far, and each hand misses by the same 8.1025."""
    result = fabrikit.solve(torso(), goals(reachable=False))
    assert result.status is not Status.REACHED
    check_body(result, goals(reachable=False))
    chest = result.pose["chest"][:2, 3]
    assert abs(chest[0] - 200) <= 1e-9
    for error in result.errors.values():
        assert error == pytest.approx(math.hypot(60, 50) - 70, abs=1e-9)
    left, right = (result.pose[f"elbow_{side}"][:2, 3] for side in "lr")
    assert left - [200, 0] == pytest.approx((right - [200, 0]) * [-1, 1], abs=1e-9)


def test_c51_reachable_goals_are_reached() -> None:
    """Both hands come within the tolerance."""
    result = fabrikit.solve(torso(), goals(reachable=True))
    assert result
    check_body(result, goals(reachable=True))


@pytest.mark.parametrize("reachable", [True, False])
def test_c51_the_order_of_members_decides_no_bit(reachable: bool) -> None:
    """Twenty shuffles of joints and of targets give the same bits."""
    asked = goals(reachable=reachable)
    first = fabrikit.solve(torso(), asked)
    random = np.random.default_rng(51)
    for _ in range(20):
        shuffled = dict(sorted(asked.items(), key=lambda _: random.random()))
        again = fabrikit.solve(torso(random.permutation(8)), shuffled)
        assert again.q.tobytes() == first.q.tobytes()
        assert again.positions.tobytes() == first.positions.tobytes()


def test_a_heavier_target_misses_by_less() -> None:
    """Where two targets conflict, the error is shared by weight."""
    body = Skeleton.from_points({"root": [0, 0, 0], "a": [1, 0, 0], "b": [1, 0, 0]}, {"a": "root", "b": "root"})
    light = fabrikit.solve(body, {"a": [1, 0, 0], "b": [0, 1, 0]})
    heavy = fabrikit.solve(body, {"a": Target([1, 0, 0], weight=9), "b": [0, 1, 0]})
    assert light.errors["a"] == pytest.approx(light.errors["b"], abs=1e-4)
    assert heavy.errors["a"] < 0.5 * heavy.errors["b"]


# C53: sub-base and limits at a branch.


def branched() -> tuple[Skeleton, dict[str, Any]]:
    """Return the tree of C53: a main chain and two branches whose first bones stay in cones about its last bone."""
    given = CASES["C53"]["input"]
    cone = math.radians(given["limits"]["first bone of each sub-chain"]["half_angle_deg"])
    points = given["main"]
    joints = [Joint("m0"), Joint("m1", "m0", (1, 0, 0)), Joint("m2", "m1", (1, 0, 0))]
    # m2 carries the branch joint along its bone; what branches there is limited about that bone, which is x.
    joints.append(Joint("branch", "m2", (1, 0, 0), fabrikit.Fixed()))
    for name in ("x", "y"):
        first, second = np.diff(np.array(given[f"sub_{name}"], dtype=float), axis=0)
        joints.append(Joint(f"{name}0", "branch", (0, 0, 0), Ball(cone=math.pi)))
        joints.append(Joint(f"{name}1", f"{name}0", first))
        joints.append(Joint(f"{name}2", f"{name}1", second, fabrikit.Fixed()))
    for place, joint in enumerate(joints):
        if joint.name in ("x0", "y0"):
            # At rest the first bone leaves at 45 degrees; a frame along it and a cone about the main bone.
            joints[place] = Joint(joint.name, "branch", (0, 0, 0), Ball(cone=cone), bone=(1, 0, 0))
            child = next(at for at, each in enumerate(joints) if each.name == f"{joint.name[0]}1")
            joints[child] = Joint(joints[child].name, joint.name, (math.sqrt(2), 0, 0))
    assert len(points) == 4
    return Skeleton(joints), {"x2": given["targets"]["sub_x"], "y2": given["targets"]["sub_y"]}


def test_c53_limits_at_a_branch_are_measured_from_the_solved_bone() -> None:
    """Each branch's first bone stays within 60 degrees of the main chain's last bone as it was solved."""
    body, targets = branched()
    result = fabrikit.solve(body, targets, tolerance=CASES["C53"]["input"]["tol"])
    check_body(result, targets)
    assert result.errors["x2"] == pytest.approx(result.errors["y2"], abs=1e-6)
    incoming = result.pose["branch"][:3, 3] - result.pose["m2"][:3, 3]
    for name in ("x", "y"):
        # The branch joint is shared exactly by all three chains.
        assert np.array_equal(result.pose[f"{name}0"][:3, 3], result.pose["branch"][:3, 3])
        bone = result.pose[f"{name}1"][:3, 3] - result.pose["branch"][:3, 3]
        angle = math.atan2(float(np.linalg.norm(np.cross(incoming, bone))), float(incoming @ bone))
        assert angle <= math.radians(60 + 1e-6)


# C54: only the last bones move.


def test_c54_depth_keeps_the_inner_joints() -> None:
    """A target of depth 2 is reached by the last two bones; joints 0 to 2 keep their bits."""
    given = CASES["C54"]["input"]
    points = {str(place): point for place, point in enumerate(given["joints"])}
    body = Skeleton.from_points(points, {str(place + 1): str(place) for place in range(4)})
    start = body.q_with({"0": [1, 0, 0, 0]})
    target = {"4": Target(given["target"], depth=given["depth"])}
    result = fabrikit.solve(body, target, start=start, tolerance=given["tol"])
    check_body(result, target)
    assert result
    assert result.error <= given["tol"]
    assert result.positions[:3].tobytes() == body.rest_pose.positions[:3].tobytes()


# C55: a closed loop, its branch and its toggle.


def four_bar() -> tuple[Skeleton, Loop]:
    """Return the four-bar of C55 at its start, as crank and coupler on one side, rocker on the other."""
    given = CASES["C55"]["input"]
    left, right = (np.array(point, dtype=float) for point in given["ground"])
    angle = math.radians(given["start_deg"])
    crank = left + given["crank"] * np.array([math.cos(angle), math.sin(angle)])
    meet = np.array(given["start_branch"])
    points = {"ground": left, "crank": left, "pin": crank, "end": meet, "rocker": right, "meet": meet}
    parents = {"crank": "ground", "pin": "crank", "end": "pin", "rocker": "ground", "meet": "rocker"}
    types = {"ground": fabrikit.Fixed(), "crank": None, "pin": None, "rocker": None}
    return Skeleton.from_points(points, parents, types), Loop("end", "meet")


def turned(solver: Any, degrees: float, start: BodyResult | None) -> BodyResult:
    """Turn the crank to an angle from the ground."""
    away = math.radians(degrees - CASES["C55"]["input"]["start_deg"])
    pin = 3.0 * np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))])
    return solver.solve({"pin": pin}, start=start, locked={"crank": away})


def test_c55_the_loop_keeps_its_branch_and_holds_past_the_toggle() -> None:
    """60 and 78 degrees stay on the branch, 80 holds the last valid pose, 30 restores the start."""
    body, loop = four_bar()
    solver = Solver(body, loops=[loop], tolerance=1e-10)
    start = turned(solver, 30, None)
    assert start.pose["meet"][:2, 3] == pytest.approx(CASES["C55"]["input"]["start_branch"], abs=1e-8)
    result = start
    for degrees, place in ((60, (3.92707899, 1.99867019)), (78, (2.66132514, 1.4859171))):
        result = turned(solver, degrees, result)
        assert result.status is Status.REACHED
        assert result.loop_error <= 1e-9
        assert result.pose["meet"][:2, 3] == pytest.approx(place, abs=1e-7)
    held = turned(solver, 80, result)
    assert held.status is Status.LOOP_OPEN
    assert held.q.tobytes() == result.q.tobytes()
    back = turned(solver, 30, held)
    assert back.q == pytest.approx(start.q, abs=1e-9)
    assert np.abs(back.q).max() < math.pi


def test_a_loop_that_cannot_close_is_refused() -> None:
    """A loop between joints that never meet is refused before anything is asked."""
    points = {"root": [0, 0], "a": [1, 0], "b": [0, 9], "tip_a": [2, 0], "tip_b": [0, 10]}
    body = Skeleton.from_points(points, {"a": "root", "b": "root", "tip_a": "a", "tip_b": "b"}, {"root": Hinge()})
    with pytest.raises(fabrikit.ModelError, match="loops: cannot close from the rest pose"):
        Solver(body, loops=Loop("tip_a", "tip_b"))
