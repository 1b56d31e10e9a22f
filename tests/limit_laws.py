"""The laws that every answer for a chain with joint types keeps, whatever its status, method or clamp.

Measured from positions and rotations by arithmetic of this file's own: frames by forward kinematics from the turns,
angles by atan2(|a × b|, a · b). `invariants` holds the laws that chains of free joints keep, too. Quaternions are wxyz.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

import invariants
from fabrikit import Ball, Chain, Fixed, Hinge, Result, Stage, Status, Target
from fabrikit.arrays import Array
from invariants import Question, same_bits, unit

ANGLE = 1e-9
"""How far [rad] an angle may stand outside its limit, beside what the last places of the coordinates can tell."""

LIMITED_STATUSES = frozenset(
    {Status.REACHED, Status.TOO_FAR, Status.TOO_NEAR, Status.LIMITED, Status.STALLED, Status.ITERATION_LIMIT}
)


@dataclass(frozen=True, eq=False)
class LimitQuestion(Question):
    """What was asked of a chain with joint types; `target` may be a Target, `start` a Result."""

    clamp: str = "both"
    rotation_tolerance: float = 1e-6

    @property
    def options(self) -> dict[str, Any]:
        """Keyword arguments of `fabrikit.solve`."""
        return {**super().options, "clamp": self.clamp, "rotation_tolerance": self.rotation_tolerance}

    @property
    def goal(self) -> Array:
        """The target's position (D,)."""
        position = self.target.position if isinstance(self.target, Target) else self.target
        return np.asarray(position, dtype=np.float64)

    @property
    def begin(self) -> Array:
        """The start's joints (n + 1, D), as given."""
        return self.start.positions if isinstance(self.start, Result) else super().begin


# Rotations, once more and independently of the library.


def multiply(a: Array, b: Array) -> Array:
    """Return the turn (4,) by b and then by a."""
    (aw, ax, ay, az), (bw, bx, by, bz) = a, b
    return np.array(
        [
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
        ]
    )


def matrix(q: Array) -> Array:
    """Return the matrix (3, 3) of a unit quaternion (4,)."""
    w, x, y, z = q
    return np.array(
        [
            [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
        ]
    )


def about(axis: Any, angle: float) -> Array:
    """Return the turn (4,) about an axis of any length."""
    vector = np.asarray(axis, float) / np.linalg.norm(axis)
    return np.array([math.cos(angle / 2), *(math.sin(angle / 2) * vector)])


def angle_between(a: Array, b: Array) -> float:
    """Return the angle [rad] between two vectors (3,), good near 0 and pi."""
    return math.atan2(float(np.linalg.norm(np.cross(a, b))), float(a @ b))


def angle_of(q: Array) -> float:
    """Return the angle [rad], in [0, pi], of a turn (4,)."""
    return 2 * math.atan2(float(np.linalg.norm(q[1:])), abs(float(q[0])))


def wide(points: Array) -> Array:
    """Return points (..., 3): 2D ones in the plane z = 0."""
    points = np.asarray(points, dtype=np.float64)
    if points.shape[-1] == 3:
        return points
    return np.concatenate([points, np.zeros((*points.shape[:-1], 1))], axis=-1)


def rest_directions(joints: Array) -> Array:
    """Return the bones' unit directions (n, 3); a bone of no length has that of the one before, the first one +x."""
    directions, last = np.diff(wide(joints), axis=0), np.array([1.0, 0.0, 0.0])
    for bone in directions:
        scaled = bone / (np.abs(bone).max() or 1.0)
        last = bone[:] = scaled / np.linalg.norm(scaled) if scaled.any() else last
    return directions


def is_global(kind: Any) -> bool:
    """Tell whether a joint is measured in the world."""
    return isinstance(kind, Hinge) and kind.frame == "global"


def forward(chain: Chain, turns: Array) -> list[Array]:
    """Return the bones' matrices in the world from their turns (n, 4) relative to their parents."""
    frames = [np.eye(3)]
    for kind, turn in zip(chain.types, turns, strict=True):
        frames.append((np.eye(3) if is_global(kind) else frames[-1]) @ matrix(turn))
    return frames[1:]


# Limits, from a joint's type.


def half_angles(cone: Any) -> tuple[float, float, float, float]:
    """Return the four half-angles [rad] of a cone."""
    right, up, left, down = [cone] * 4 if np.isscalar(cone) else cone
    return float(right), float(up), float(left), float(down)


def cone_sides(kind: Ball, bone: Array) -> tuple[Array, Array]:
    """Return the directions (3,) of a cone's first and second half-angle in the rest pose."""
    if kind.reference is None:
        least = np.eye(3)[int(np.argmin(np.abs(bone)))]
        right = least - (least @ bone) * bone
    else:
        right = np.asarray(kind.reference, float) - (np.asarray(kind.reference, float) @ bone) * bone
    right = right / np.linalg.norm(right)
    return right, np.cross(bone, right)


def in_oval(cone: Any, x: float, y: float, z: float) -> bool:
    """Tell whether a direction (x, y, z) is within four half-angles about z: quarter ellipses of tan(half / 2)."""
    right, up, left, down = half_angles(cone)
    a, b = math.tan((left if x < 0 else right) / 2), math.tan((down if y < 0 else up) / 2)
    size = math.hypot(x, y)
    radius = math.tan(math.atan2(size, z) / 2)
    if size == 0:
        return z > 0 or max(half_angles(cone)) == math.pi
    px, py = abs(x) / size * radius, abs(y) / size * radius
    if a == 0 or b == 0:
        return (px <= a) and (py <= b)
    return (px / a) ** 2 + (py / b) ** 2 <= 1


def outside_oval(cone: Any, x: float, y: float, z: float, slack: float) -> float:
    """Return the angle [rad] from a direction to the oval, or 0 within `slack` of it."""
    if in_oval(cone, x, y, z) or in_oval([min(half + slack, math.pi) for half in half_angles(cone)], x, y, z):
        return 0.0
    return distance_to_edge(cone, np.array([x, y, z]))


LOOKS = np.concatenate([[0.0], np.geomspace(1e-20, 1e-3, 500), np.linspace(1e-3, math.pi / 4, 700)[1:]])
"""Turns from an end of a quarter ellipse, crowded there: one with a half-angle near pi is nearly all at its end."""


def distance_to_edge(cone: Any, direction: Array) -> float:
    """Return the angle [rad] from a direction (3,) to the edge of four half-angles about z, to some 1e-13."""
    right, up, left, down = np.tan(np.array(half_angles(cone)) / 2)
    nearest = 2.0
    for a, b in ((right, up), (-left, up), (-left, -down), (right, -down)):
        for from_a in (True, False):
            turn = LOOKS
            for _ in range(14):
                c, s = (np.cos(turn), np.sin(turn)) if from_a else (np.sin(turn), np.cos(turn))
                gaps = np.linalg.norm(_from_plane(a * c, b * s) - direction, axis=-1)
                best = int(np.argmin(gaps))
                nearest = min(nearest, float(gaps[best]))
                turn = np.linspace(turn[max(best - 1, 0)], turn[min(best + 1, len(turn) - 1)], 33)
    return 2 * math.asin(min(1.0, nearest / 2))


def inside_oval(cone: Any, random: np.random.Generator, count: int) -> Array:
    """Choose directions (count, 3) inside four half-angles about z: points between the axis and the edge."""
    right, up, left, down = np.tan(np.array(half_angles(cone)) / 2)
    turn = random.uniform(-math.pi, math.pi, count)
    c, s = np.cos(turn), np.sin(turn)
    edge = _from_plane(np.where(c < 0, left, right) * c, np.where(s < 0, down, up) * s)
    swing = np.arctan2(np.hypot(edge[:, 0], edge[:, 1]), edge[:, 2]) * np.sqrt(random.random(count))
    side = edge[:, :2] / np.maximum(np.hypot(edge[:, 0], edge[:, 1]), 1e-300)[:, None]
    return np.column_stack([np.sin(swing)[:, None] * side, np.cos(swing)])


def _from_plane(x: Array, y: Array) -> Array:
    """Return the directions (..., 3) of points of the stereographic plane."""
    radius = np.hypot(x, y)
    swing = 2 * np.arctan(radius)
    share = np.sin(swing) / np.where(radius > 0, radius, 1.0)
    return np.stack([share * x, share * y, np.cos(swing)], axis=-1)


def beyond(angle: float, lower: float, upper: float) -> float:
    """Return how far [rad] an angle, taken with whole turns at will, stands outside a range."""
    middle, half = (lower + upper) / 2, (upper - lower) / 2
    return max(0.0, abs(math.remainder(angle - middle, 2 * math.pi)) - half)


def hinge_frame(kind: Hinge, bone: Array) -> tuple[Array, Array, Array, float]:
    """Return axis, direction of angle zero and their cross product (3,), and what of the bone is along the axis."""
    axis = np.array([0.0, 0.0, 1.0]) if kind.axis is None else np.asarray(kind.axis, float)
    axis = axis / np.linalg.norm(axis)
    along = float(bone @ axis)
    zero = bone - along * axis if kind.reference is None else wide(np.asarray(kind.reference, float))
    zero = zero / np.linalg.norm(zero)
    return axis, zero, np.cross(axis, zero), along


@dataclass(frozen=True, eq=False)
class Posture:
    """A chain's pose, with what limits are measured against.

    Parameters
    ----------
    chain : Chain
    positions : (n + 1, D)
    turns : (n, 4)
        Each bone relative to its parent, from the rest pose.
    """

    chain: Chain
    positions: Array
    turns: Array

    @cached_property
    def rest(self) -> Array:
        """Rest directions of the bones (n, 3)."""
        return rest_directions(self.chain.joints)

    @cached_property
    def frames(self) -> list[Array]:
        """Matrices of the bones in the world."""
        return forward(self.chain, self.turns)

    def parent(self, joint: int) -> Array:
        """Return the matrix (3, 3) of what a joint is measured in."""
        return np.eye(3) if joint == 0 or is_global(self.chain.types[joint]) else self.frames[joint - 1]

    def bone(self, joint: int) -> Array:
        """Return the unit direction (3,) of the bone after a joint, seen in its parent's axes."""
        length = self.chain.lengths[joint]
        vector = wide(self.positions[joint + 1] - self.positions[joint])
        world = vector / np.linalg.norm(vector) if length > 0 else self.frames[joint] @ self.rest[joint]
        return self.parent(joint).T @ world

    def slack(self, joint: int) -> float:
        """Return how far [rad] the last places of the coordinates turn a bone or its parent."""
        near = [length for length in self.chain.lengths[max(joint - 1, 0) : joint + 1] if length > 0]
        return ANGLE + (4 * unit(self.positions) / min(near) if near else 0.0)


def law_rotations_give_the_pose(posture: Posture) -> None:
    """Every result: forward kinematics of the turns gives the positions, to 1e-9 of the reach and 8 u."""
    steps = [
        length * (frame @ rest)
        for length, frame, rest in zip(posture.chain.lengths, posture.frames, posture.rest, strict=True)
    ]
    laid = wide(posture.positions)[0] + np.cumsum(steps, axis=0)
    off = np.linalg.norm(laid - wide(posture.positions)[1:], axis=1)
    allowed = 1e-9 * posture.chain.reach[1] + 8 * unit(posture.positions)
    assert off.max() <= allowed, f"joint {int(np.argmax(off)) + 1}: rotations and positions differ by {off.max():.3g}"


def law_swing_is_in_its_cone(posture: Posture, joint: int, kind: Ball) -> None:
    """Every ball with a cone: the bone's swing, measured from the positions, is inside it."""
    rest, bone, slack = posture.rest[joint], posture.bone(joint), posture.slack(joint)
    swing = angle_between(rest, bone)
    halves = half_angles(kind.cone)
    if len(set(halves)) == 1:
        assert swing <= halves[0] + slack, f"joint {joint}: swing {swing!r}, cone {halves[0]!r}, {slack=:.3g}"
        return
    right, up = cone_sides(kind, rest)
    x, y, z = (float(bone @ side) for side in (right, up, rest))
    off = outside_oval(halves, x, y, z, slack)
    assert off <= slack, f"joint {joint}: {off!r} rad outside its oval {halves} at {(x, y, z)}, {slack=:.3g}"


def law_twist_is_in_its_range(posture: Posture, joint: int, kind: Ball) -> None:
    """Every ball with a twist range: what is left of its turn without the swing is inside it."""
    turn, rest = posture.turns[joint], posture.rest[joint]
    along = float(turn[1:] @ rest)
    size = math.hypot(turn[0], along)
    if size < 1e-6:  # A swing of half a turn: every twist is the same turn with another swing.
        return
    lower, upper = kind.twist
    off = beyond(2 * math.atan2(along, turn[0]), lower, upper)
    assert off <= ANGLE + 1e-15 / size, f"joint {joint}: twist {off!r} rad outside {kind.twist}"


def law_hinge_keeps_its_axis_and_range(posture: Posture, joint: int, kind: Hinge, angle: float) -> None:
    """Every hinge: turn and bone turn about its axis only, by the angle told, which is in range exactly."""
    axis, zero, left, along = hinge_frame(kind, posture.rest[joint])
    bone, slack = posture.bone(joint), posture.slack(joint)
    tilt = math.sqrt((1 - along) * (1 + along))
    turn = posture.turns[joint]
    assert np.linalg.norm(turn[1:] - (turn[1:] @ axis) * axis) <= 1e-14, f"joint {joint}: turns off its axis: {turn}"
    assert abs(float(bone @ axis) - along) <= slack, f"joint {joint}: the bone left its plane by {bone @ axis - along}"
    assert kind.lower <= angle <= kind.upper, f"joint {joint}: {angle!r} outside [{kind.lower!r}, {kind.upper!r}]"
    stands = math.atan2(float(bone @ left), float(bone @ zero))
    off = abs(math.remainder(stands - angle, 2 * math.pi))
    assert off <= slack / tilt, f"joint {joint}: stands at {stands!r}, said {angle!r}"
    off = beyond(stands, kind.lower, kind.upper)
    assert off <= slack / tilt, f"joint {joint}: stands at {stands!r}, outside [{kind.lower!r}, {kind.upper!r}]"


def law_fixed_does_not_turn(posture: Posture, joint: int) -> None:
    """Every fixed joint: no turn at all, and the bone stands as its parent carries it."""
    turn = posture.turns[joint]
    assert abs(turn[0]) == 1 and not turn[1:].any(), f"joint {joint} is fixed and turned by {turn}"  # noqa: PT018
    off = angle_between(posture.rest[joint], posture.bone(joint))
    assert off <= posture.slack(joint), f"joint {joint} is fixed and its bone turned by {off!r}"


def law_limits_hold(posture: Posture, hinge_angles: Array) -> None:
    """Every result: every joint inside what its type allows, measured from the rest pose relative to the parent."""
    for joint, kind in enumerate(posture.chain.types):
        if isinstance(kind, Ball) and kind.cone is not None:
            law_swing_is_in_its_cone(posture, joint, kind)
        if isinstance(kind, Ball) and kind.twist is not None:
            law_twist_is_in_its_range(posture, joint, kind)
        if isinstance(kind, Hinge):
            law_hinge_keeps_its_axis_and_range(posture, joint, kind, float(hinge_angles[joint]))
        if isinstance(kind, Fixed):
            law_fixed_does_not_turn(posture, joint)


def law_rotations_agree(result: Result, posture: Posture) -> None:
    """Every result: unit quaternions to 1e-12, frames that are the turns one by one, swings that are theirs."""
    turns, frames = result.turns.turns, result.turns.frames
    for name in ("rotations", "local_rotations"):
        size = np.linalg.norm(getattr(result, name), axis=1)
        assert np.abs(size - 1).max() <= 1e-12, f"{name} of length {size}"
    for quaternions in (turns, frames):
        assert np.abs(np.linalg.norm(quaternions, axis=1) - 1).max() <= 1e-12
    bones = len(turns)
    for joint, frame in enumerate(posture.frames):
        off = np.abs(matrix(frames[joint]) - frame).max()
        assert off <= 1e-14 * (bones + 8), f"frame {joint} is {off:.3g} off its turns"
        swing = angle_between(posture.rest[joint], matrix(turns[joint]) @ posture.rest[joint])
        assert abs(swing - result.swing[joint]) <= 1e-9, f"swing {joint}: {result.swing[joint]!r}, not {swing!r}"
    if posture.chain.dimension == 2:
        assert not turns[:, 1:3].any(), "a 2D chain turned out of its plane"


def law_hinge_angles_are_of_hinges(result: Result) -> None:
    """Every result: a number for each hinge (in 2D also for free joints), NaN for every other joint."""
    flat = result.chain.dimension == 2
    hinges = [isinstance(kind, Hinge) or (flat and kind is None) for kind in result.chain.types]
    assert np.array_equal(np.isfinite(result.hinge_angles), hinges), result.hinge_angles


def rotation_left(asked: LimitQuestion, posture: Posture) -> float:
    """Return the angle [rad] between the last bone and what was asked of it; 0 when nothing was."""
    target, last = asked.target, posture.frames[-1]
    if not isinstance(target, Target):
        return 0.0
    if target.rotation is not None:
        own = np.eye(3) if asked.chain.rest_rotations is None else matrix(asked.chain.rest_rotations[-1])
        wanted = np.asarray(target.rotation, float)
        turned = (matrix(wanted / np.linalg.norm(wanted)) if wanted.shape == (4,) else wanted[:3, :3]).T @ last @ own
        skew = np.array([turned[2, 1] - turned[1, 2], turned[0, 2] - turned[2, 0], turned[1, 0] - turned[0, 1]])
        return math.atan2(float(np.linalg.norm(skew)), float(np.trace(turned)) - 1)
    if target.angle is not None:
        direction = np.array([math.cos(target.angle), math.sin(target.angle), 0.0])
    elif target.direction is not None:
        direction = wide(np.asarray(target.direction, float))
    else:
        return 0.0
    return angle_between(last @ posture.rest[-1], direction / np.linalg.norm(direction))


def law_rotation_error_is_honest(result: Result, asked: LimitQuestion, posture: Posture) -> None:
    """Every result: `rotation_error` is the angle left to what was asked of the last bone, to 1e-9 rad."""
    left = rotation_left(asked, posture)
    # The angle of a turn near half a turn is read off a matrix only to the square root of its last place.
    slack = 1e-9 if left < 3 else 1e-7
    assert abs(result.rotation_error - left) <= slack, f"rotation_error {result.rotation_error!r}, measured {left!r}"


def law_reached_means_both(result: Result, asked: LimitQuestion) -> None:
    """Every result: REACHED exactly when error <= max(tolerance, 4 u) and rotation_error <= rotation_tolerance."""
    allowed = max(asked.allowed, 4 * unit(result.positions))
    assert result.tolerance == allowed, f"tolerance {result.tolerance!r}, not max(asked, 4 u) = {allowed!r}"
    within = result.error <= result.tolerance and result.rotation_error <= asked.rotation_tolerance
    assert (result.status is Status.REACHED) == within, f"{result!r}: {result.error=}, {result.rotation_error=}"
    assert bool(result) == within


def law_untouched_start_is_copied(result: Result, asked: LimitQuestion) -> None:
    """Stage "start": the bits of the start, at its base; or it stood outside its limits and was brought inside."""
    if result.stage is not Stage.START:
        return
    begin = invariants.start_at_base(asked)
    if begin is None or same_bits(result.positions, begin):
        return
    off = float(np.abs(result.positions - begin).max())
    assert off > 1e-9 * asked.chain.reach[1], f"stage start, but the pose is {off:.3g} off the start"


def law_status_speaks_of_its_method(result: Result, asked: LimitQuestion) -> None:
    """Every result: STALLED and ITERATION_LIMIT only of `fabrik`, which tests the outer reach alone."""
    assert result.status in LIMITED_STATUSES, result.status
    if asked.method == "auto":
        assert result.status not in (Status.STALLED, Status.ITERATION_LIMIT), result.status
    else:
        assert result.status is not Status.TOO_NEAR, "the paper tests the outer reach only"


EVERY_RESULT = (
    invariants.law_pose_is_finite,
    invariants.law_error_is_honest,
    invariants.law_bones_keep_their_lengths,
    invariants.law_base_is_copied,
    invariants.law_loops_are_bounded,
    law_untouched_start_is_copied,
    invariants.law_verdicts_are_proven,
    law_reached_means_both,
    law_status_speaks_of_its_method,
)


def check_limits(chain: Chain, result: Result) -> None:
    """Hold the limits of a chain against a result, whatever its status.

    Parameters
    ----------
    chain : Chain
        Without `base_direction`.
    result : Result
    """
    posture = Posture(chain, result.positions, result.turns.turns)
    law_rotations_give_the_pose(posture)
    law_rotations_agree(result, posture)
    law_hinge_angles_are_of_hinges(result)
    law_limits_hold(posture, result.hinge_angles)


def check_limited(result: Result, asked: LimitQuestion) -> None:
    """Hold a result for a chain with joint types against every law of every result.

    Parameters
    ----------
    result : Result
    asked : LimitQuestion
    """
    for law in EVERY_RESULT:
        law(result, asked)
    check_limits(asked.chain, result)
    posture = Posture(asked.chain, result.positions, result.turns.turns)
    law_rotation_error_is_honest(result, asked, posture)
    if result.trace is not None:
        invariants.check_trace(result.trace, result, asked)


def same_answer(a: Result, b: Result) -> bool:
    """Tell whether two answers are the same bits, rotations, verdict and figures included."""
    figures = ("status", "error", "tolerance", "rotation_error", "iterations", "stage", "symmetry_broken")
    arrays = ((a.positions, b.positions), (a.turns.turns, b.turns.turns), (a.turns.frames, b.turns.frames))
    return all(same_bits(x, y) for x, y in arrays) and all(getattr(a, name) == getattr(b, name) for name in figures)
