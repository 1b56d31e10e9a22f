"""What enters the kernel has the same bits on every machine: no sum is left to BLAS, which fuses steps where it can."""

import math

import numpy as np
import pytest

from fabrikit import Ball, Chain, Hinge, Joint, Skeleton
from fabrikit.arrays import dot, norm
from fabrikit.model.rotations import shortest_turn

VECTORS = np.random.default_rng(11).normal(size=(300, 2, 3))


def _length(v: list[float]) -> float:
    return math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])


def _unit(v: list[float]) -> list[float]:
    length = _length(v)
    return [x / length for x in v]


def _cross(a: list[float], b: list[float]) -> list[float]:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def test_dot_and_norm_are_plain_sums() -> None:
    """Both have the bits of sums written out in Python's floats."""
    for a, b in VECTORS:
        (x, y, z), (u, v, w) = a.tolist(), b.tolist()
        assert dot(a, b) == x * u + y * v + z * w
        assert norm(a) == _length([x, y, z])


def test_shortest_turn_is_plain_sums() -> None:
    """The turn to a base direction has the bits of the same steps in Python's floats."""
    for start, end in VECTORS:
        a, b = _unit(start.tolist()), _unit(end.tolist())
        total = [x + y for x, y in zip(a, b, strict=True)]
        size = _length(total)
        w, (x, y, z) = size / 2, (each / size for each in _cross(a, total))
        length = math.sqrt(w * w + x * x + y * y + z * z)
        assert shortest_turn(start, end).tolist() == [each / length for each in (w, x, y, z)]


@pytest.mark.parametrize("given", ["axis", "reference"])
def test_records_are_plain_sums(given: str) -> None:
    """Axes and references of joints reach the kernel as plain sums make them unit, in chains and in skeletons."""
    for bone, other in VECTORS:
        across = np.cross(bone, other)
        kind = Hinge(across, -1, 1) if given == "axis" else Ball(cone=(1.0, 0.5, 0.3, 0.2), reference=across)
        chain = Chain([np.zeros(3), bone], [kind])
        skeleton = Skeleton([Joint("a", type=kind), Joint("b", "a", bone)])
        wanted = _unit(across.tolist())
        assert chain.joint_specs()[0][given].tolist() == wanted
        assert skeleton.kernel_joints[0][given].tolist() == wanted
