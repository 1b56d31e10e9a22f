"""The paper's algorithm once more, slow and obvious: what `method="fabrik"` is held against, bit for bit.

Aristidou & Lasenby 2011, Algorithm 1, for free chains. The kernel does the same operations in the same order; this page
is the one to read first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from fabrikit.arrays import Array
from fabrikit.solve.status import Status

NEGLIGIBLE_SQUARE = 2.0**-900
"""A squared length below this, at the scale of the solve, counts as zero."""


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """What the oracle answers: the best pose seen (n + 1, D), its error, the status, the iterations."""

    positions: Array
    error: float
    status: Status
    iterations: int


def fabrik(
    joints: Array, target: Array, *, tolerance: float, max_iterations: int = 1000, reach_test: bool = True
) -> Reference:
    """Solve a free chain from its joints (n + 1, D) for a target (D,), as the paper says.

    Works relative to the base and scaled by the power of two nearest the reach, so that neither the unit nor the place
    changes the digits.
    """
    base = joints[0].copy()
    lengths = np.array([norm(bone) for bone in np.diff(joints, axis=0)])
    along = np.array([math.fsum(lengths[:i]) for i in range(len(lengths) + 1)])
    scale = 2.0 ** -nearest_exponent(along[-1])

    def world(pose: Array) -> Array:
        return np.vstack([base, base + pose[1:] / scale])

    distance = norm(target - base)
    if norm(joints[-1] - target) <= max(tolerance, 4 * unit(joints)):
        return Reference(joints.copy(), norm(joints[-1] - target), Status.REACHED, 0)
    if reach_test and distance > along[-1]:
        toward = direction(target - base)
        return _verdict(world((scale * along)[:, None] * toward), target, tolerance, Status.TOO_FAR, 0)

    pose = scale * (joints - base)
    goal = scale * (target - base)
    best, status, iterations = pose.copy(), Status.REACHED, 0
    while not _reached(world(pose), target, tolerance):
        if iterations == max_iterations:
            status = Status.ITERATION_LIMIT
            break
        iterations += 1
        pass_from_tip(pose, scale * lengths, goal)
        pass_from_base(pose, scale * lengths)
        moved = np.abs(pose - best).max()
        if norm(world(pose)[-1] - target) < norm(world(best)[-1] - target):
            best = pose.copy()
        if moved <= (len(lengths) + 4) * 2.0**-52:
            status = Status.STALLED
            break
    return _verdict(world(best), target, tolerance, status, iterations)


def pass_from_tip(pose: Array, lengths: Array, target: Array) -> None:
    """Put the tip on the target, then each joint on the line from the one after it to where it was."""
    before = pose.copy()
    pose[-1] = target
    for i in reversed(range(len(lengths))):
        pose[i] = place(pose[i + 1], pose[i], lengths[i], before[i] - before[i + 1])


def pass_from_base(pose: Array, lengths: Array) -> None:
    """Put the base back, then each joint on the line from the one before it to where it was."""
    before = pose.copy()
    pose[0] = 0.0
    for i in range(len(lengths)):
        pose[i + 1] = place(pose[i], pose[i + 1], lengths[i], before[i + 1] - before[i])


def place(anchor: Array, joint: Array, length: float, previous: Array) -> Array:
    """Return the point at `length` from `anchor` toward `joint`, or along `previous` where the two coincide."""
    for bone in (joint - anchor, previous):
        square = sum_of_squares(bone)
        if square >= NEGLIGIBLE_SQUARE:
            return np.asarray(anchor + (length / np.sqrt(square)) * bone)
    return anchor.copy()


def sum_of_squares(vector: Array) -> float:
    """Add the squares from left to right: the order is part of the bits."""
    total = vector[0] * vector[0]
    for component in vector[1:]:
        total = total + component * component
    return float(total)


def norm(vector: Array) -> float:
    """Return the length of a vector, computed at its own scale."""
    size = float(np.abs(vector).max())
    if size == 0:
        return 0.0
    exponent = math.frexp(size)[1] - 1
    return math.ldexp(math.sqrt(sum_of_squares(np.ldexp(vector, -exponent))), exponent)


def direction(vector: Array) -> Array:
    """Return the unit vector along `vector`."""
    exponent = math.frexp(float(np.abs(vector).max()))[1] - 1
    scaled = np.ldexp(vector, -exponent)
    nearly = (1.0 / math.sqrt(sum_of_squares(scaled))) * scaled
    return (1.5 - 0.5 * sum_of_squares(nearly)) * nearly  # a Newton step: unit to the last place


def nearest_exponent(reach: float) -> int:
    """Return the exponent of the power of two nearest to `reach`; 0 for a chain of no length."""
    if reach == 0:
        return 0
    mantissa, exponent = math.frexp(reach)
    return exponent if 4 * mantissa * mantissa > 2 else exponent - 1


def unit(joints: Array) -> float:
    """Return one unit in the last place of the largest coordinate."""
    return float(np.spacing(np.abs(joints).max()))


def _reached(joints: Array, target: Array, tolerance: float) -> bool:
    return norm(joints[-1] - target) <= max(tolerance, 4 * unit(joints))


def _verdict(joints: Array, target: Array, tolerance: float, status: Status, iterations: int) -> Reference:
    reached = _reached(joints, target, tolerance)
    return Reference(joints, norm(joints[-1] - target), Status.REACHED if reached else status, iterations)
