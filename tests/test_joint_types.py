"""Joint types as pure functions: given any turn, the nearest that the joint allows.

Idempotent to the bit, inside, and nothing inside is nearer: in the swing, in the twist, in a hinge's angle. Judged by
`limit_laws`, which knows nothing of the kernel.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fabrikit import Ball, Chain, Fixed, Hinge
from fabrikit.arrays import Array
from fabrikit.solve.limited import LimitedEngine
from invariants import same_bits
from limit_laws import (
    about,
    angle_between,
    angle_of,
    beyond,
    cone_sides,
    distance_to_edge,
    hinge_frame,
    in_oval,
    inside_oval,
    matrix,
    multiply,
    outside_oval,
)

AXES = {"x": (1, 0, 0), "-x": (-1, 0, 0), "y": (0, 1, 0), "-y": (0, -1, 0), "z": (0, 0, 1), "-z": (0, 0, -1)}
BONES = {**AXES, "slanted": (0.36, 0.48, 0.8), "near y": (1e-9, -1, 0)}
DEGREE = math.pi / 180

CIRCLES = [0.0, 1e-9, 1e-4, 0.3, 0.79, 0.8, 1.0, math.pi / 2, 2.0, 2.35, 2.36, 3.0, math.pi - 1e-8, math.pi]
OVALS = {
    "all below 90 degrees": (1.0, 0.5, 0.3, 0.8),
    "one zero": (1.0, 0.0, 0.3, 0.8),
    "a sector of a circle": (0.7, 0.0, 0.0, 0.7),
    "a slit": (1.0, 0.0, 1.0, 0.0),
    "all above 90 degrees": (2.0, 2.5, 1.8, 3.0),
    "mixed": (0.4, 2.0, 1.0, 2.8),
    "at 90 degrees": (math.pi / 2, 1.0, math.pi / 2, 2.0),
    "a half-space and a slit": (math.pi, 0.2, 0.1, 0.2),
    "all but nothing": (math.pi, math.pi, math.pi - 1e-8, math.pi),
    "half turns and a slit": (0.87, math.pi, math.pi, 1e-9),
    "a slit to the very back": (math.pi, 1e-9, 0.0, 1e-9),
    "tiny": (1e-9, 2e-9, 3e-9, 1e-9),
    "tiny and wide": (1e-6, 3.0, 1e-6, 3.0),
    "nearly a circle": (1.0, 1.0, 1.0, 1.0 + 1e-12),
}
RANGES = [
    (0.0, 0.0),
    (-1e-9, 1e-9),
    (-0.3, 0.2),
    (-1.0, 0.0),
    (0.0, 2.5),
    (-math.pi / 2, math.pi / 2),
    (-3.0, 3.0),
    (-math.pi, math.pi - 1e-8),
    (-math.pi, math.pi),
    (-0.5, 5.0),
]


def engine(kind: Any, bone: Sequence[float] = (0, 0, 1)) -> LimitedEngine:
    """Prepare a chain of one bone."""
    return LimitedEngine(Chain([[0.0] * 3, np.asarray(bone, float) / np.linalg.norm(bone)], [kind]), 1e-6, 1, 0, 0)


def random_turns(seed: int, count: int) -> Array:
    """Make turns (count, 4) in every direction, a third of them small, a third nearly half a turn."""
    random = np.random.default_rng(seed)
    turns = random.normal(size=(count, 4))
    turns[0::3, 1:] *= 10.0 ** random.uniform(-9, -1, (len(turns[0::3]), 1))
    turns[1::3, 0] *= 10.0 ** random.uniform(-9, -1, len(turns[1::3]))
    return turns / np.linalg.norm(turns, axis=1, keepdims=True)


def pointing(bone: Array, direction: Array) -> Array:
    """Return the shortest turn (4,) of a bone into a direction."""
    total = bone + direction
    size = float(np.linalg.norm(total))
    if size < 1e-9:
        return about(np.cross(bone, np.eye(3)[int(np.argmin(np.abs(bone)))]), math.pi)
    return np.concatenate([[size / 2], np.cross(bone, total) / size])


def bone_of(name: str) -> Array:
    """Return the unit bone (3,) of a name."""
    return np.asarray(BONES[name], float) / np.linalg.norm(BONES[name])


def every_kind() -> list[Any]:
    """List joint types of every kind, as pytest parameters."""
    kinds: dict[str, Any] = {"free": None, "ball": Ball(), "fixed": Fixed()}
    kinds |= {f"circle {half:.9g}": Ball(half) for half in CIRCLES}
    kinds |= {f"oval, {name}": Ball(cone) for name, cone in OVALS.items()}
    kinds |= {f"twist {low:.3g} to {high:.3g}": Ball(twist=(low, high)) for low, high in RANGES}
    kinds |= {f"circle and twist {low:.3g} to {high:.3g}": Ball(0.7, (low, high)) for low, high in RANGES}
    kinds |= {f"oval and twist, {name}": Ball(cone, (-0.4, 0.3)) for name, cone in OVALS.items()}
    kinds |= {f"hinge {low:.3g} to {high:.3g}": Hinge((0.6, -0.8, 0.1), low, high) for low, high in RANGES}
    return [pytest.param(kind, id=name) for name, kind in kinds.items()]


def swing_beyond(kind: Ball, bone: Array, direction: Array) -> float:
    """Return the angle [rad] from a direction to the nearest that an oval allows; 0 inside."""
    right, up = cone_sides(kind, bone)
    local = np.array([direction @ right, direction @ up, direction @ bone])
    return 0.0 if in_oval(kind.cone, *local) else distance_to_edge(kind.cone, local)


def chord(angle: float) -> float:
    """Return the distance of two unit vectors at an angle [rad]."""
    return 2 * math.sin(angle / 2)


@pytest.mark.parametrize("name", ["z", "-y", "slanted"])
@pytest.mark.parametrize("kind", every_kind())
def test_bringing_inside_twice_is_bringing_inside_once(kind: Any, name: str) -> None:
    """What is inside stays, but for the last places of a quaternion (the kernel tests hold directions to the bit)."""
    bone, joint = bone_of(name), engine(kind, BONES[name])
    for turn in random_turns(1, 150):
        once = joint.settle(0, turn)
        # A twist has no digits left where its bone turned by nearly half a turn.
        size = math.hypot(once[0], once[1:] @ bone) if getattr(kind, "twist", None) else 1.0
        if size < 1e-6:
            continue
        assert np.abs(joint.settle(0, once) - once).max() <= 5e-16 / size


@pytest.mark.parametrize("kind", every_kind())
def test_the_nearest_allowed_is_a_unit_turn(kind: Any) -> None:
    """Whatever comes in, also zero and quaternions of any length, a unit quaternion to 1e-15 comes out."""
    joint = engine(kind)
    strange = [np.zeros(4), np.array([0.0, 1, 0, 0]), np.array([0.0, 0, 0, 1]), np.array([-1.0, 0, 0, 0])]
    lengths = np.repeat([1.0, 1e-100, 1e100], 40)[:, None]
    for turn in (*strange, *(random_turns(2, 120) * lengths)):
        settled = joint.settle(0, turn)
        assert np.isfinite(settled).all()
        assert abs(np.linalg.norm(settled) - 1) <= 1e-15


@pytest.mark.parametrize("name", BONES)
@pytest.mark.parametrize("half", CIRCLES)
def test_a_circular_cone_brings_the_bone_to_its_edge_and_no_further(half: float, name: str) -> None:
    """Outside, the swing is the half-angle to 1e-15 rad, in the plane that it had; inside it stays."""
    bone, joint = bone_of(name), engine(Ball(half), BONES[name])
    for turn in random_turns(3, 100):
        direction, settled = matrix(turn) @ bone, joint.settle(0, turn)
        found, swing = matrix(settled) @ bone, angle_between(bone, direction)
        if swing <= half - 2e-15:
            assert np.abs(settled - turn).max() <= 3e-16
            continue
        excess = max(swing - half, 0)
        assert abs(angle_between(bone, found) - min(half, swing)) <= 2e-15
        assert angle_between(direction, found) <= excess + 2e-15
        # Without a twist range the bone keeps its turn about itself: it goes the shortest way.
        assert angle_of(multiply(settled, turn * [1, -1, -1, -1])) <= excess + 2e-15


@pytest.mark.parametrize("name", BONES)
@pytest.mark.parametrize("half", CIRCLES)
def test_an_exactly_opposite_bone_takes_the_stated_side(half: float, name: str) -> None:
    """A bone turned right round goes to the cone's edge on the side of the coordinate axis least aligned with it."""
    bone = bone_of(name)
    side = np.eye(3)[int(np.argmin(np.abs(bone)))]
    side = side - (side @ bone) * bone
    side = side / np.linalg.norm(side)
    joint = engine(Ball(half), BONES[name])
    # Exactly opposite as the kernel sees it: a turn about a perpendicular whose product with the bone is exact.
    found = matrix(joint.settle(0, np.array([0.0, *side]))) @ bone
    assert np.isfinite(found).all()
    assert abs(angle_between(bone, found) - half) <= 1e-15
    if name in AXES:
        assert np.abs(found - (math.cos(half) * bone + math.sin(half) * side)).max() <= 4e-16


@pytest.mark.parametrize("name", BONES)
@pytest.mark.parametrize("oval", OVALS)
def test_an_exactly_opposite_bone_does_not_slip_through_an_oval(oval: str, name: str) -> None:
    """A bone turned right round is brought inside its oval, whichever way it was turned."""
    bone, kind = bone_of(name), Ball(OVALS[oval])
    joint = engine(kind, BONES[name])
    right, up = cone_sides(kind, bone)
    for side in (right, up, right + up, right - 2 * up, -right):
        found = matrix(joint.settle(0, np.array([0.0, *(side / np.linalg.norm(side))]))) @ bone
        local = [float(found @ each) for each in (right, up, bone)]
        assert outside_oval(kind.cone, *local, slack=4e-15) <= 2e-15


@pytest.mark.parametrize("half", [1e-9, 1e-7, 1e-5])
def test_small_cones_hold_relative_to_their_size(half: float) -> None:
    """A half-angle of 1e-9 is held to a 1e-6 part of itself: no cosine near 1 decides."""
    bone, joint = np.array([0.36, 0.48, 0.8]), engine(Ball(half), (0.36, 0.48, 0.8))
    for turn in random_turns(4, 100):
        swing = angle_between(bone, matrix(joint.settle(0, turn)) @ bone)
        assert swing <= half + 5e-16


@pytest.mark.parametrize("name", ["z", "-y", "slanted"])
@pytest.mark.parametrize("oval", OVALS)
def test_an_oval_brings_the_bone_to_its_nearest_point(oval: str, name: str) -> None:
    """Outside, the bone comes to the edge, and no point of the edge is nearer; inside it stays."""
    bone, kind = bone_of(name), Ball(OVALS[oval])
    joint = engine(kind, BONES[name])
    right, up = cone_sides(kind, bone)
    for turn in random_turns(5, 60):
        direction, found = matrix(turn) @ bone, matrix(joint.settle(0, turn)) @ bone
        # As chords: next to an exactly opposite direction angles differ where nothing else does.
        nearest, moved = chord(swing_beyond(kind, bone, direction)), float(np.linalg.norm(direction - found))
        assert abs(moved - nearest) <= 2e-13, f"moved by {moved!r}, the edge is {nearest!r} away"
        local = [float(found @ side) for side in (right, up, bone)]
        assert outside_oval(kind.cone, *local, slack=4e-15) <= 2e-15


@pytest.mark.parametrize("oval", OVALS)
def test_nothing_sampled_inside_an_oval_is_nearer(oval: str) -> None:
    """No direction of thousands sampled inside an oval is nearer to a direction outside than the one found."""
    cone, joint = OVALS[oval], engine(Ball(OVALS[oval], reference=(1, 0, 0)))
    inside = inside_oval(cone, np.random.default_rng(6), 5000)
    for turn in random_turns(7, 100):
        direction = matrix(turn)[:, 2]
        moved = float(np.linalg.norm(direction - matrix(joint.settle(0, turn))[:, 2]))
        assert moved <= np.linalg.norm(inside - direction, axis=1).min() + 1e-15


def test_four_equal_half_angles_are_a_circle() -> None:
    """Four equal half-angles have the bits of one; four nearly equal ones its directions to 1e-7."""
    for half in (0.0, 0.5, 1.5, 2.5, math.pi):
        circle, four = engine(Ball(half)), engine(Ball([half] * 4))
        nearly = engine(Ball([half, half, half, max(half - 1e-12, 0)]))
        for turn in random_turns(8, 60):
            settled = circle.settle(0, turn)
            assert same_bits(settled, four.settle(0, turn))
            near = matrix(nearly.settle(0, turn))[:, 2]
            if angle_between(np.array([0, 0, 1.0]), matrix(turn)[:, 2]) < 3:
                assert np.abs(near - matrix(settled)[:, 2]).max() <= 1e-7


@pytest.mark.parametrize("name", ["z", "-y", "slanted"])
@pytest.mark.parametrize(("lower", "upper"), RANGES)
def test_a_twist_goes_to_the_nearer_end(lower: float, upper: float, name: str) -> None:
    """A twist outside its range comes to the nearer end to 1e-15 rad, the swing untouched; inside nothing changes."""
    bone, joint = bone_of(name), engine(Ball(twist=(lower, upper)), BONES[name])
    for turn in random_turns(9, 200):
        settled = joint.settle(0, turn)
        size = math.hypot(turn[0], turn[1:] @ bone)
        if size < 1e-3:
            continue
        before = 2 * math.atan2(turn[1:] @ bone, turn[0])
        after = 2 * math.atan2(settled[1:] @ bone, settled[0])
        off = beyond(before, lower, upper)
        assert beyond(after, lower, upper) <= 2e-15 / size
        assert abs(abs(math.remainder(after - before, 2 * math.pi)) - off) <= 4e-15 / size
        assert np.abs(matrix(settled) @ bone - matrix(turn) @ bone).max() <= 4e-15 / size


@pytest.mark.parametrize("axis", [(1, 0, 0), (0.6, -0.8, 0.1), (0.5, 0.5, -0.9)])
@pytest.mark.parametrize(("lower", "upper"), RANGES)
def test_a_hinge_goes_where_its_bone_is_nearest(lower: float, upper: float, axis: Any) -> None:
    """A hinge turns about its axis alone, inside its range, and no allowed angle brings its bone nearer."""
    bone, kind = np.array([0.0, 0, 1]), Hinge(axis, lower, upper)
    joint, (unit, zero, left, _) = engine(kind), hinge_frame(kind, bone)
    allowed = np.linspace(lower, upper, 2001)
    samples = np.array([matrix(about(axis, angle)) @ bone for angle in allowed])
    for turn in random_turns(10, 100):
        direction, settled = matrix(turn) @ bone, joint.settle(0, turn)
        assert np.linalg.norm(np.cross(settled[1:], unit)) <= 2e-16
        found = matrix(settled) @ bone
        assert beyond(math.atan2(found @ left, found @ zero), lower, upper) <= 2e-15
        nearest = np.linalg.norm(samples - direction, axis=1).min()
        assert np.linalg.norm(found - direction) <= nearest + 1e-15


def test_a_hinge_asked_for_the_very_middle_outside_takes_its_upper_end() -> None:
    """Both ends of a range as near, the upper one is taken, every time."""
    for half in (0.5, 1.0, 2.0):
        settled = engine(Hinge((0, 0, 1), -half, half), (1, 0, 0)).settle(0, np.array([0.0, 0, 0, 1]))
        assert np.abs(settled - about((0, 0, 1), half)).max() <= 2e-16


def test_a_fixed_joint_allows_no_turn_and_a_free_one_every_turn() -> None:
    """Fixed gives the identity whatever comes; free joints and balls without limits give back what came."""
    for turn in random_turns(11, 50):
        assert same_bits(engine(Fixed()).settle(0, turn), np.array([1.0, 0, 0, 0]))
        for kind in (None, Ball(), Ball(math.pi), Ball(twist=(-math.pi, math.pi))):
            assert np.abs(engine(kind).settle(0, turn) - turn).max() <= 3e-16


# C35: an irregular cone with another half-angle in every direction.

C35 = next(
    case["input"]
    for case in json.loads((Path(__file__).parent / "cases/ik_cases.json").read_text())
    if case["id"] == "C35"
)
C35_CONE = [C35["theta_deg"][side] * DEGREE for side in ("+x", "+y", "-x", "-y")]


def c35_swing(azimuth: float, swing: float) -> float:
    """Return how far [deg] C35's cone moves a bone that swings by `swing` [deg] toward `azimuth` [deg] from +x."""
    toward = math.cos(azimuth * DEGREE) * np.array(C35["right"]) + math.sin(azimuth * DEGREE) * np.array(C35["up"])
    axis = np.array(C35["axis"], float)
    direction = math.cos(swing * DEGREE) * axis + math.sin(swing * DEGREE) * toward
    settled = engine(Ball(C35_CONE, reference=C35["right"]), C35["axis"]).settle(0, pointing(axis, direction))
    return angle_between(direction, matrix(settled) @ axis) / DEGREE


def c35_edge(azimuth: float) -> float:
    """Return the largest swing [deg] that C35's cone allows toward an azimuth [deg], by halving."""
    low, high = 0.0, 90.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if c35_swing(azimuth, middle) < 1e-12 else (low, middle)
    return low


@pytest.mark.parametrize(("azimuth", "half"), [(0, 60), (90, 30), (180, 20), (270, 45)])
def test_c35_the_four_half_angles_are_exact(azimuth: float, half: float) -> None:
    """On the axes of the cone the bound is the half-angle to 1e-9: a degree less stays, a degree more comes to it."""
    assert c35_swing(azimuth, half - 1) <= 1e-13
    assert c35_swing(azimuth, half + 1) >= 0.9
    assert abs(c35_edge(azimuth) - half) <= 1e-9


def test_c35_between_the_axes_the_quarters_are_ellipses_of_the_half_tangent() -> None:
    """At 45 degrees 36 is inside and 40 outside; the edge is a quarter ellipse in the plane of tan(angle / 2)."""
    assert c35_swing(45, 36) <= 1e-13
    assert c35_swing(45, 40) >= 1
    # Between the two parametrisations that the case lists, by angle and by tangent; on the others it must agree, too.
    for azimuth, by_tangent in ((45, "az45_tan"), (135, "az135_tan"), (225, "az225_tan"), (315, "az315_tan")):
        x, y = abs(math.cos(azimuth * DEGREE)), abs(math.sin(azimuth * DEGREE))
        a = math.tan(C35_CONE[2 if 90 < azimuth < 270 else 0] / 2)
        b = math.tan(C35_CONE[3 if azimuth > 180 else 1] / 2)
        edge = 2 * math.atan(1 / math.hypot(x / a, y / b)) / DEGREE
        assert abs(c35_edge(azimuth) - edge) <= 1e-9
        assert abs(edge - C35["boundary_deg"][by_tangent]) <= 1


@pytest.mark.parametrize("azimuth", [0, 90, 180, 270])
def test_c35_the_edge_is_continuous_across_quarters(azimuth: float) -> None:
    """A hair to either side of where two quarters meet, the bound is the same to 1e-6 degrees."""
    assert abs(c35_edge(azimuth - 1e-6) - c35_edge(azimuth + 1e-6)) <= 1e-6


def test_c35_a_clamped_direction_is_the_nearest_of_the_edge() -> None:
    """Clamped directions lie on the edge and are its nearest to 1e-9 rad, where the case asks for 0.1 degrees."""
    axis, kind = np.array([0.0, 0, 1]), Ball(C35_CONE, reference=C35["right"])
    joint = engine(kind)
    for turn in random_turns(12, 100):
        direction, found = matrix(turn) @ axis, matrix(joint.settle(0, turn)) @ axis
        if in_oval(C35_CONE, *direction):
            assert np.abs(found - direction).max() <= 1e-15
            continue
        assert distance_to_edge(C35_CONE, found) <= 1e-12
        assert abs(angle_between(direction, found) - distance_to_edge(C35_CONE, direction)) <= 1e-9
