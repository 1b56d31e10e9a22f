"""Joint types as the words of a line `type`, and turns inside them.

Sines and cosines are the kernel's own: the C library's may differ in the last place from machine to machine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from fabrikit import bridge
from generator.draw import Draw, Joints, Vector, axis, norm, plus, times

Turn = list[float]
"""A unit quaternion: w, x, y, z."""

DEGREE = 0.017453292519943295


@dataclass(frozen=True)
class Kind:
    """One joint type; `swing` is the largest swing that `turn_inside` makes, `lower` to `upper` its turns."""

    name: str
    words: tuple[str | float, ...] = ()
    stiffness: float = 0.0
    swing: float = 0.0
    lower: float = 0.0
    upper: float = 0.0
    axis: tuple[float, ...] = (0.0, 0.0, 1.0)

    def line(self) -> list[str | float]:
        """Return the words of the line `type`."""
        if self.name == "hinge":
            return ["hinge", *self.words, self.stiffness, self.lower, self.upper, *self.axis]
        return [self.name, self.stiffness, *self.words] if self.name == "ball" else [self.name]


FREE = Kind("free", swing=math.pi)
FIXED = Kind("fixed")


def cone(half: float) -> Kind:
    """Return a ball with a circular cone."""
    return Kind("ball", ("cone", half), swing=half, lower=-math.pi, upper=math.pi)


def oval(halves: Sequence[float], reference: Sequence[float]) -> Kind:
    """Return a ball with four half-angles, the first toward `reference`."""
    return Kind("ball", ("oval", *halves, *reference), swing=min(halves), lower=-math.pi, upper=math.pi)


def twisting(kind: Kind, lower: float, upper: float) -> Kind:
    """Return the ball with a range of twist as well; without a cone when `kind` is free."""
    return replace(kind, name="ball", words=(*kind.words, "twist", lower, upper), lower=lower, upper=upper)


def hinge(lower: float, upper: float, about: Sequence[float] = (0.0, 0.0, 1.0), frame: str = "local") -> Kind:
    """Return a hinge."""
    return Kind("hinge", (frame,), lower=lower, upper=upper, axis=tuple(about))


def stiff(kind: Kind, stiffness: float) -> Kind:
    """Return the same joint, less willing."""
    return replace(kind, stiffness=stiffness)


def turn_about(line: Sequence[float], angle: float) -> Turn:
    """Return the turn about a unit vector."""
    sine, cosine = bridge.sin_cos(np.array([angle / 2]))
    return [float(cosine[0]), *times(float(sine[0]), line)]


def product(a: Turn, b: Turn) -> Turn:
    """Return the turn by b and then by a."""
    (aw, ax, ay, az), (bw, bx, by, bz) = a, b
    return [
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    ]


def rotated(turn: Turn, vector: Sequence[float]) -> Vector:
    """Turn a vector."""
    w, x, y, z = turn
    return product(product(turn, [0.0, *vector]), [w, -x, -y, -z])[1:]


def turn_inside(draw: Draw, kind: Kind, bone: Vector) -> Turn:
    """Draw a turn that a joint allows its bone, which rests along the unit vector `bone`."""
    if kind.name == "fixed":
        return [1.0, 0.0, 0.0, 0.0]
    if kind.name == "hinge":
        return turn_about(kind.axis, draw.uniform(kind.lower, kind.upper))
    side = draw.direction(3)
    along = sum_of_products(side, bone)
    side = plus(side, times(-along, bone))
    swing = turn_about(times(1 / norm(side), side), kind.swing * draw.uniform(0, 1))
    return product(swing, turn_about(bone, draw.uniform(kind.lower, kind.upper)))


def sum_of_products(a: Sequence[float], b: Sequence[float]) -> float:
    """Return the scalar product, added left to right."""
    total = 0.0
    for x, y in zip(a, b, strict=True):
        total += x * y
    return total


def laid_out(rest: Joints, kinds: Sequence[Kind], turns: Sequence[Turn]) -> tuple[Joints, Turn]:
    """Lay out a 3D chain from its turns; returns the joints and how the last bone stands in the world."""
    joints, frame = [rest[0]], [1.0, 0.0, 0.0, 0.0]
    for index, (kind, turn) in enumerate(zip(kinds, turns, strict=True)):
        parent = [1.0, 0.0, 0.0, 0.0] if "global" in kind.words else frame
        frame = product(parent, turn)
        joints.append(plus(joints[-1], rotated(frame, plus(rest[index + 1], times(-1.0, rest[index])))))
    return joints, frame


def straight_rest(bones: int) -> Joints:
    """Return a chain of unit bones along +x."""
    return [times(float(index), axis(3, 0)) for index in range(bones + 1)]
