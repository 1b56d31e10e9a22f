"""Random numbers that are the same on every machine.

Only `random.random` (promised stable by Python) and operations that IEEE 754 rounds correctly: + - * / and the square
root. The C library's pow, sin or log may differ in the last place from machine to machine and are not used.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import TypeAlias

Vector: TypeAlias = list[float]
Joints: TypeAlias = list[Vector]


class Draw:
    """A stream of random chains, numbers and directions.

    Parameters
    ----------
    name : str
        Seeds the stream; another name gives another one, so that families of cases do not disturb each other.
    """

    def __init__(self, name: str) -> None:
        self._random = random.Random(name)

    def uniform(self, low: float, high: float) -> float:
        """Return a number in [low, high)."""
        return low + (high - low) * self._random.random()

    def whole(self, low: int, high: int) -> int:
        """Return a whole number in [low, high]."""
        return low + int(self._random.random() * (high - low + 1))

    def spread(self, low: int, high: int) -> float:
        """Return a number of any size between 2^low and 2^high, each power of two equally likely."""
        return math.ldexp(self.uniform(1, 2), self.whole(low, high - 1))

    def direction(self, dimension: int) -> Vector:
        """Return a unit vector, uniform on the circle or sphere."""
        while True:
            vector = [self.uniform(-1, 1) for _ in range(dimension)]
            size = norm(vector)
            if 0.1 < size < 1:
                return [x / size for x in vector]

    def lengths(self, bones: int, octaves: int = 2) -> list[float]:
        """Return bone lengths around 1, over a factor of 2^octaves."""
        return [self.spread(-octaves // 2, octaves - octaves // 2) for _ in range(bones)]

    def joints(self, lengths: Sequence[float], dimension: int) -> Joints:
        """Return a chain from the origin, every bone in a direction of its own."""
        return lay(lengths, [self.direction(dimension) for _ in lengths])


def norm(vector: Sequence[float]) -> float:
    """Return the length of a vector."""
    square = 0.0
    for x in vector:
        square += x * x  # not `sum`: it rounds otherwise since Python 3.12
    return math.sqrt(square)


def lay(lengths: Sequence[float], directions: Sequence[Vector]) -> Joints:
    """Lay bones out one after the other from the origin."""
    joints = [[0.0] * len(directions[0])]
    for length, direction in zip(lengths, directions, strict=True):
        joints.append([a + length * u for a, u in zip(joints[-1], direction, strict=True)])
    return joints


def axis(dimension: int, index: int, sign: float = 1.0) -> Vector:
    """Return a coordinate axis; its other components are +0."""
    return [sign if k == index else 0.0 for k in range(dimension)]


def straight(lengths: Sequence[float], direction: Vector) -> Joints:
    """Lay bones out in one line from the origin."""
    return lay(lengths, [direction] * len(lengths))


def times(factor: float, vector: Sequence[float]) -> Vector:
    """Scale a vector."""
    return [factor * x for x in vector]


def plus(a: Sequence[float], b: Sequence[float]) -> Vector:
    """Add two vectors."""
    return [x + y for x, y in zip(a, b, strict=True)]


def moved(joints: Joints, by: Sequence[float]) -> Joints:
    """Shift every joint."""
    return [plus(joint, by) for joint in joints]


def scaled(joints: Joints, factor: float) -> Joints:
    """Scale every joint about the origin."""
    return [times(factor, joint) for joint in joints]


def reach(lengths: Sequence[float]) -> tuple[float, float]:
    """Return the inner and the outer radius, about as the kernel does."""
    outer = math.fsum(lengths)
    return max(0.0, math.fsum([2 * max(lengths), *(-length for length in lengths)])), outer
