"""Joint types, checked and turned into what the kernel reads (`fabrikit_joint` of kernel/limited_abi.h)."""

from __future__ import annotations

import math
import numbers
import operator
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from fabrikit import bridge
from fabrikit.arrays import Array, as_vector, dot, norm
from fabrikit.errors import LimitError, ShapeError
from fabrikit.model.joints import Ball, Fixed, Hinge, JointType
from fabrikit.model.rotations import rotate, shortest_turn

KINDS = ("free", "ball", "hinge", "fixed")
"""In the order of the kernel's JointKind."""

CONES = ("none", "circle", "oval")
"""In the order of the kernel's ConeKind."""

FARTHEST = 4 * math.pi + 1e-6
"""Ends of ranges beyond this [rad] are taken for degrees and refused: two turns either way are enough."""

PARALLEL = 1e-6
"""Below this sine [1] an axis counts as parallel to its bone, and a reference as perpendicular."""


def read_types(types: Any, bones: int) -> tuple[JointType, ...]:
    """Return one type for each bone from a list, or from a mapping of joint numbers. Raises LimitError."""
    if types is None:
        return (None,) * bones
    if isinstance(types, Mapping):
        for joint in types:
            if not _is_index(joint) or not 0 <= joint < bones:
                message = f"types: there is no joint {joint!r} to give a type; {bones} bones have joints"
                number = operator.index(joint) if _is_index(joint) else None
                raise LimitError(f"{message} 0 to {bones - 1}", joint=number, value=types[joint])
        given = {operator.index(joint): kind for joint, kind in types.items()}
        listed = [given.get(joint) for joint in range(bones)]
    elif isinstance(types, Sequence):
        listed = list(types)
    else:
        message = "types: must be a list with one for each bone, or a mapping of joint numbers, got"
        raise LimitError(f"{message} {types!r}", value=types)
    if len(listed) != bones:
        message = f"types: needs one for each of the {bones} bones (joints 0 to {bones - 1}), got {len(listed)}"
        raise LimitError(message, value=types)
    for joint, kind in enumerate(listed):
        if kind is not None and not isinstance(kind, Ball | Hinge | Fixed):
            message = f"types[{joint}]: must be Ball, Hinge, Fixed or None, got {kind!r}"
            raise LimitError(message, joint=joint, value=kind)
    return tuple(listed)


def joint_specs(types: Sequence[JointType], rest: Array, base_direction: Array | None = None) -> npt.NDArray[Any]:
    """Turn joint types into the kernel's records.

    Parameters
    ----------
    types : one for each bone
    rest : (n + 1, 2) or (n + 1, 3)
        The rest pose, in whose world axes and references are given.
    base_direction : (2,) or (3,), optional
        What the first joint's limit is measured from, of any length. The axes of the other joints turn with the first
        bone.

    Returns
    -------
    (n,) of `fabrikit.bridge.JOINT`

    Raises
    ------
    LimitError
        Naming the joint, what came and what is allowed.
    """
    specs = np.zeros(len(types), bridge.JOINT)
    flat = rest.shape[1] == 2
    turn = None if base_direction is None else shortest_turn(rest[1] - rest[0], base_direction)
    bone = np.eye(1, 3)[0]
    for joint, kind in enumerate(types):
        step = np.append(rest[joint + 1] - rest[joint], 0.0)[:3]
        length = norm(step)
        bone = step / length if length > 0 else bone
        if turn is None or joint > 0:
            JointChecker(f"types[{joint}]", bone, flat, specs[joint], joint).write(kind)
        else:
            checker = JointChecker(f"types[{joint}]", rotate(turn, bone), flat, specs[joint], joint)
            checker.write(kind)
            checker.check_rest(bone)
        if turn is not None and joint > 0:
            specs[joint]["axis"] = rotate(turn, specs[joint]["axis"])
            specs[joint]["reference"] = rotate(turn, specs[joint]["reference"])
    return specs


def hinge_ends(types: Sequence[JointType], dimension: int) -> Array:
    """Return lower and upper ends (2, n) [rad] of the hinges, as they were given; NaN for other joints.

    A free joint in 2D is a hinge that turns all the way round.
    """
    ends = np.full((2, len(types)), np.nan)
    if all(kind is None for kind in types):
        if dimension == 2:
            ends[:] = [[-math.pi], [math.pi]]
        return ends
    for joint, kind in enumerate(types):
        if isinstance(kind, Hinge):
            ends[:, joint] = float(kind.lower), float(kind.upper)
        elif kind is None and dimension == 2:
            ends[:, joint] = -math.pi, math.pi
    return ends


def _is_index(joint: Any) -> bool:
    return hasattr(joint, "__index__") and not isinstance(joint, bool | np.bool_)


class JointChecker:
    """Checks one joint type and writes its record.

    Parameters
    ----------
    where : str
        What the messages call the joint.
    bone : (3,)
        Unit direction of the bone in the rest pose.
    flat : bool
        Whether the body is in the plane.
    record : of `fabrikit.bridge.JOINT`
        Written.
    joint : int or str
        What a LimitError carries: the number of a chain's joint, the name of a skeleton's.
    """

    def __init__(self, where: str, bone: Array, flat: bool, record: Any, joint: int | str) -> None:
        self.where = where
        self.joint = joint
        self.bone = bone
        self.flat = flat
        self.record = record

    def write(self, kind: JointType) -> None:
        """Check `kind` and write it. Raises LimitError."""
        self.record["axis"] = (0.0, 0.0, 1.0)
        self.record["lower"], self.record["upper"] = -math.pi, math.pi
        if isinstance(kind, Hinge):
            self._hinge(kind)
        elif isinstance(kind, Ball):
            self._ball(kind)
        elif isinstance(kind, Fixed):
            self.record["kind"] = KINDS.index("fixed")
        else:
            self.record["kind"] = KINDS.index("hinge" if self.flat else "free")

    def check_rest(self, bone: Array) -> None:
        """Check that the rest pose, which a base direction has left, is inside the first joint's limit."""
        cosine, swing = dot(bone, self.bone), norm(np.cross(bone, self.bone))
        angle = math.atan2(swing, cosine)
        kind = KINDS[self.record["kind"]]
        if kind == "ball" and CONES[self.record["cone_kind"]] != "none":
            allowed = max(self.record["cone"]) + 1e-9
        elif kind == "hinge":
            side = dot(np.cross(self.bone, bone), self.record["axis"])
            angle = math.copysign(angle, side)
            allowed = self.record["upper"] if side > 0 else -self.record["lower"]
        else:
            return
        if abs(angle) > allowed + 1e-9:
            raise self._error(
                f"the rest pose stands {angle:.6g} rad from the base direction, outside its own limit", angle
            )

    def _hinge(self, hinge: Hinge) -> None:
        self.record["kind"] = KINDS.index("hinge")
        self.record["stiffness"] = self._stiffness(hinge.stiffness)
        if hinge.frame not in ("local", "global"):
            raise self._error(f"frame must be 'local' or 'global', got {hinge.frame!r}", hinge.frame)
        self.record["global"] = hinge.frame == "global"
        axis = self._axis(hinge.axis)
        self.record["axis"] = axis
        lower, upper = self._range("hinge", hinge.lower, hinge.upper)
        zero = self._zero(hinge.reference, axis)
        self.record["lower"], self.record["upper"] = _around_rest(lower - zero, upper - zero)
        if not self.record["lower"] <= 0 <= self.record["upper"]:
            raise self._error(
                f"the rest pose stands at {zero:.6g} rad, outside its own limit {lower:.6g} to {upper:.6g}",
                (lower, upper),
            )

    def _ball(self, ball: Ball) -> None:
        if self.flat:
            raise self._error("a Ball needs a 3D chain; in 2D use Hinge(lower, upper)", ball)
        self.record["kind"] = KINDS.index("ball")
        self.record["stiffness"] = self._stiffness(ball.stiffness)
        if ball.cone is not None:
            self._cone(ball)
        if ball.twist is not None:
            try:
                lower, upper = ball.twist
            except (TypeError, ValueError):
                raise self._error(f"twist must be (lower, upper) in radians, got {ball.twist!r}", ball.twist) from None
            self.record["lower"], self.record["upper"] = self._range("twist", lower, upper)
            self.record["has_twist"] = True
            if not lower <= 0 <= upper:
                message = f"the rest pose has twist 0, outside its own limit {lower:.6g} to {upper:.6g}"
                raise self._error(message, ball.twist)

    def _cone(self, ball: Ball) -> None:
        given: Any = ball.cone
        if isinstance(given, numbers.Number):
            cone = [given] * 4
        elif isinstance(given, Sequence | np.ndarray) and not isinstance(given, str) and len(given) == 4:
            cone = list(given)
        else:
            raise self._error(f"cone must be one half-angle or four, got {given!r}", given)
        angles = [self._number("cone", angle) for angle in cone]
        for angle in angles:
            if not 0 <= angle <= math.pi:
                hint = "; use math.radians for degrees" if angle > math.pi else ""
                raise self._error(f"cone half-angles must lie between 0 and pi rad, got {angle:.6g}{hint}", angle)
        self.record["cone"] = angles
        circular = len(set(angles)) == 1
        self.record["cone_kind"] = CONES.index("circle" if circular else "oval")
        self.record["reference"] = self._reference(ball.reference)

    def _reference(self, reference: Any) -> Array:
        if reference is None:
            least = int(np.argmin(np.abs(self.bone)))
            unit = np.eye(3)[least]
            side: Array = unit - unit[least] * self.bone[least] * self.bone
            return side / norm(side)
        given = self._unit("reference", reference)
        if abs(dot(given, self.bone)) > PARALLEL:
            raise self._error(
                f"reference {_show(reference)} must be perpendicular to the bone {_show(self.bone)}", given
            )
        return given

    def _axis(self, axis: Any) -> Array:
        if self.flat:
            if axis is not None:
                raise self._error(f"a 2D hinge has no axis: Hinge(lower, upper), got axis {axis!r}", axis)
            return np.array([0.0, 0.0, 1.0])
        if axis is None:
            raise self._error("a hinge of a 3D chain needs an axis: Hinge(axis, lower, upper)", axis)
        given = self._unit("axis", axis)
        if norm(np.cross(given, self.bone)) < PARALLEL:
            raise self._error(
                f"axis {_show(axis)} is parallel to the bone, so that turning about it moves nothing; "
                "for a joint that only twists use Ball(cone=0, twist=(lower, upper))",
                given,
            )
        return given

    def _zero(self, reference: Any, axis: Array) -> float:
        """Return the angle at which the bone rests, seen from the reference."""
        if reference is None:
            return 0.0
        given = self._unit("reference", reference)
        if abs(dot(given, axis)) > PARALLEL:
            raise self._error(f"reference {_show(reference)} must be perpendicular to the axis {_show(axis)}", given)
        y = np.array([dot(np.cross(axis, given), self.bone)])
        return float(bridge.atan2(y, np.array([dot(given, self.bone)]))[0])

    def _unit(self, name: str, value: Any) -> Array:
        try:
            vector = as_vector(name, value, 2 if self.flat else 3)
        except ShapeError as error:
            raise self._error(str(error), value) from None
        length = norm(vector)
        if length == 0:
            raise self._error(f"{name} is the zero vector; give a direction", value)
        unit = np.zeros(3)
        unit[: len(vector)] = vector / length
        return unit

    def _range(self, name: str, lower: Any, upper: Any) -> tuple[float, float]:
        low, high = self._number("lower", lower), self._number("upper", upper)
        if low > high:
            raise self._error(f"{name}: lower {low:.6g} is above upper {high:.6g}", (low, high))
        if max(abs(low), abs(high)) > FARTHEST:
            raise self._error(
                f"{name}: {low:.6g} to {high:.6g} is beyond two turns in radians; use math.radians for degrees",
                (low, high),
            )
        return low, high

    def _stiffness(self, value: Any) -> float:
        stiffness = self._number("stiffness", value)
        if not 0 <= stiffness <= 1:
            raise self._error(f"stiffness must lie between 0 and 1, got {stiffness:.6g}", stiffness)
        return stiffness

    def _number(self, name: str, value: Any) -> float:
        if type(value) in (bool, np.bool_) or not isinstance(value, numbers.Real):
            raise self._error(f"{name} must be a number in radians, got {value!r}", value)
        number = float(value)
        if not math.isfinite(number):
            raise self._error(f"{name} must be finite, got {number}", number)
        return number

    def _error(self, text: str, value: object = None) -> LimitError:
        return LimitError(f"{self.where}: {text}", joint=self.joint, value=value)


def _around_rest(lower: float, upper: float) -> tuple[float, float]:
    """Shift a range by whole turns until it holds the rest angle 0, where it can."""
    turns = round((lower + upper) / 2 / (2 * math.pi))
    return lower - turns * 2 * math.pi, upper - turns * 2 * math.pi


def _show(vector: Any) -> str:
    return "(" + ", ".join(f"{float(x):.6g}" for x in np.ravel(vector)) + ")"
