"""Joints of a skeleton, checked and turned into what the kernel reads (`fabrikit_body_joint` of kernel/body_abi.h)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from fabrikit import bridge
from fabrikit.arrays import Array, as_vector, dot, norm
from fabrikit.errors import LimitError, ModelError, ShapeError
from fabrikit.model.joint import Joint
from fabrikit.model.joint_specs import CONES, KINDS, PARALLEL, JointChecker
from fabrikit.model.joints import Ball, Fixed, Hinge, Slider, Universal
from fabrikit.model.rotations import inverse, read_rotation, rotate

BODY_KINDS = ("fixed", "hinge", "slider", "ball", "free")
"""In the order of the kernel's BodyJointKind."""

NUMBERS = {"fixed": 0, "hinge": 1, "slider": 1, "ball": 4, "free": 7}
"""How many numbers of q each kind has."""

IDENTITY = np.array([1.0, 0.0, 0.0, 0.0])


@dataclass(frozen=True, slots=True)
class Piece:
    """One of the kernel's joints that a joint is made of, the joint's bone, and what its numbers in q are called."""

    record: npt.NDArray[Any]
    bone: Array
    suffixes: tuple[str, ...]


def pieces_of(
    joint: Joint, children: Sequence[Joint], dimension: int, is_free: bool, root_weight: float
) -> list[Piece]:
    """Return the kernel's joints of one joint, without parents: their offset and rest rotation stand in the first.

    Parameters
    ----------
    joint : Joint
    children : sequence of Joint
        Those that it carries.
    dimension : 2 or 3
    is_free : bool
        Whether this is a root that may move.
    root_weight : float in [0, 1)
        How unwilling a moving root is.

    Raises
    ------
    LimitError, ModelError, ShapeError
        Naming the joint.
    """
    reader = _Reader(joint, children, dimension)
    if is_free:
        pieces = reader.free_root(root_weight)
    elif isinstance(joint.type, Universal):
        pieces = reader.universal(joint.type)
    else:
        pieces = [reader.single(joint.type)]
    first = pieces[0].record
    first["offset"], first["rest"] = reader.offset, reader.rest
    return pieces


def read_offset(joint: Joint, dimension: int) -> Array:
    """Return the offset of a joint (3,). Raises ShapeError."""
    if joint.offset is None:
        return np.zeros(3)
    return np.append(as_vector(f"joint {joint.name!r}, offset", joint.offset, dimension), 0.0)[:3]


class _Reader:
    """Reads one joint."""

    def __init__(self, joint: Joint, children: Sequence[Joint], dimension: int) -> None:
        self.joint = joint
        self.where = f"joint {joint.name!r}"
        self.flat = dimension == 2
        self.offset = read_offset(joint, dimension)
        self.rest = self._rest()
        self.bone = self._bone([read_offset(child, dimension) for child in children])

    def single(self, kind: Any) -> Piece:
        record = self._record("ball")
        if isinstance(kind, Slider):
            _Checker(self.where, self.bone, self.flat, record, self.joint.name).slider(kind)
        elif kind is None or isinstance(kind, Ball | Hinge | Fixed):
            _Checker(self.where, self.bone, self.flat, record, self.joint.name).any_other(kind)
        else:
            allowed = "Ball, Hinge, Slider, Universal, Fixed or None"
            raise ModelError(f"{self.where}: its type must be {allowed}, got {kind!r}")
        return Piece(record, self.bone, (".w", ".x", ".y", ".z") if NUMBERS[kind_of(record)] == 4 else ("",))

    def universal(self, kind: Universal) -> list[Piece]:
        if self.flat:
            message = f"{self.where}: a Universal is for 3D; in 2D use Hinge(lower, upper)"
            raise LimitError(message, joint=self.joint.name, value=kind)
        hinges = [part if isinstance(part, Hinge) else Hinge(part) for part in (kind.first, kind.second)]
        pieces = [
            Piece(self.single(hinge).record, self.bone, (f".{number}",)) for number, hinge in enumerate(hinges, 1)
        ]
        one, two = (piece.record["axis"] for piece in pieces)
        if norm(np.cross(one, two)) < PARALLEL:
            message = f"{self.where}: the two axes of a Universal are parallel; a Hinge does the same"
            raise LimitError(message, joint=self.joint.name, value=kind)
        return pieces

    def free_root(self, weight: float) -> list[Piece]:
        if self.joint.type is not None:
            raise ModelError(
                f"{self.where}: a root that moves turns freely; leave its type out, got {self.joint.type!r}"
            )
        if not self.flat:
            record = self._record("free")
            record["stiffness"] = weight
            return [Piece(record, self.bone, tuple(f".{each}" for each in ("tx", "ty", "tz", "w", "x", "y", "z")))]
        # In the plane: two sliders and a hinge in one place.
        pieces = []
        for kind, axis, suffix in (("slider", 0, ".tx"), ("slider", 1, ".ty"), ("hinge", 2, ".angle")):
            record = self._record(kind)
            record["axis"], record["stiffness"] = np.eye(3)[axis], weight
            pieces.append(Piece(record, self.bone, (suffix,)))
        return pieces

    def _record(self, kind: str) -> Any:
        record = np.zeros((), bridge.BODY_JOINT)
        record["rest"], record["axis"], record["reference"] = IDENTITY, self.bone, _across(self.bone)
        record["lower"], record["upper"], record["ratio"] = -math.pi, math.pi, 1.0
        record["kind"], record["parent"], record["mimic"] = BODY_KINDS.index(kind), -1, -1
        return record

    def _rest(self) -> Array:
        if self.joint.rotation is None:
            return IDENTITY
        if self.flat:
            raise ModelError(f"{self.where}: a rotation is for 3D; in 2D all frames rest along the axes")
        return read_rotation(f"{self.where}, rotation", self.joint.rotation)

    def _bone(self, children: Sequence[Array]) -> Array:
        """Return the unit direction (3,) of the bone, in the joint's own frame."""
        given = self.joint.bone
        if given is not None:
            bone = np.append(as_vector(f"{self.where}, bone", given, 2 if self.flat else 3), 0.0)[:3]
            if not bone.any():
                raise ModelError(f"{self.where}: its bone is the zero vector; give a direction")
            return bone / norm(bone)
        outward = np.mean(sorted(children, key=tuple), axis=0) if children else np.zeros(3)
        for bone in (outward, rotate(inverse(self.rest), self.offset)):
            length = norm(bone)
            if length > 0:
                return np.asarray(bone / length)
        return np.array([1.0, 0.0, 0.0])


class _Checker(JointChecker):
    """Checks the type of one joint and writes it into the record of a body."""

    def __init__(self, where: str, bone: Array, flat: bool, record: Any, joint: str) -> None:
        super().__init__(where, bone, flat, np.zeros((), bridge.JOINT), joint)
        self.body_record = record

    def any_other(self, kind: Ball | Hinge | Fixed | None) -> None:
        """Write a ball, a hinge, a fixed or a free joint."""
        if self.flat and isinstance(kind, Ball):
            raise self._error("a Ball needs a 3D skeleton; in 2D use Hinge(lower, upper)")
        self.write(kind)
        found, record = self.record, self.body_record
        name = KINDS[found["kind"]]
        record["kind"] = BODY_KINDS.index("ball" if name == "free" else name)
        record["has_twist"], record["cone_kind"] = found["has_twist"], found["cone_kind"]
        record["has_range"] = isinstance(kind, Hinge) and kind.is_limited
        for field in ("lower", "upper", "cone", "stiffness"):
            record[field] = found[field]
        if name == "hinge":
            record["axis"] = found["axis"]
        elif CONES[found["cone_kind"]] != "none":
            record["reference"] = found["reference"]

    def slider(self, slider: Slider) -> None:
        """Write a slider."""
        record = self.body_record
        record["kind"] = BODY_KINDS.index("slider")
        record["stiffness"] = self._stiffness(slider.stiffness)
        record["axis"] = np.append(self._unit("axis", slider.axis), 0.0)[:3]
        if (slider.lower is None) != (slider.upper is None):
            raise self._error("give both ends of a slider's range, lower and upper, or neither")
        if slider.lower is None:
            return
        lower, upper = self._length("lower", slider.lower), self._length("upper", slider.upper)
        if lower > upper:
            raise self._error(f"slider: lower {lower:.6g} is above upper {upper:.6g}")
        record["lower"], record["upper"], record["has_range"] = lower, upper, True

    def _hinge(self, hinge: Hinge) -> None:
        """Write a hinge whose angle is zero in its rest frame; its axis may lie along the bone."""
        if hinge.frame != "local":
            raise self._error(
                f"a hinge of a skeleton turns with its parent: frame must be 'local', got {hinge.frame!r}"
            )
        if hinge.reference is not None:
            raise self._error(
                "a hinge of a skeleton has angle zero at rest; turn the joint's rotation instead of reference"
            )
        self.record["kind"] = KINDS.index("hinge")
        self.record["stiffness"] = self._stiffness(hinge.stiffness)
        if self.flat or hinge.axis is None:
            self.record["axis"] = self._axis(hinge.axis)
        else:
            self.record["axis"] = self._unit("axis", hinge.axis)
        self.record["lower"], self.record["upper"] = self._range("hinge", hinge.lower, hinge.upper)

    def _length(self, name: str, value: Any) -> float:
        try:
            return float(as_vector(name, [value], 1)[0])
        except ShapeError as error:
            raise self._error(str(error)) from None


def kind_of(record: Any) -> str:
    """Return the kind of a kernel's joint as a word."""
    return BODY_KINDS[record["kind"]]


def _across(bone: Array) -> Array:
    """Return a unit direction perpendicular to a bone."""
    least = np.eye(3)[int(np.argmin(np.abs(bone)))]
    side: Array = least - dot(least, bone) * bone
    return side / norm(side)
