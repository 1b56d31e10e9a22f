"""The solver behind chains whose joints have types, and behind targets that also aim the last bone.

The kernel solves these in 3D. A 2D chain is one in the plane z = 0 whose free joints are hinges about z.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fabrikit import bridge
from fabrikit.arrays import Array
from fabrikit.model import Chain
from fabrikit.model.rotations import inverse, multiply
from fabrikit.solve.target import AimKind, PoleKind
from fabrikit.solve.trace import Trace, read_trace


@dataclass(frozen=True, slots=True, eq=False)
class Turns:
    """The rotations of a pose.

    Attributes
    ----------
    turns : (n, 4)
        Each bone relative to its parent (a global hinge: to the world), from the rest pose.
    frames : (n, 4)
        Each bone in the world, from the rest pose.
    """

    turns: Array
    frames: Array


@dataclass(frozen=True, slots=True, eq=False)
class LimitedAnswer:
    """What the kernel answers: as a free chain's answer, with rotations."""

    positions: Array
    answer: tuple[float, float, int, int, int, bool]
    rotation_error: float
    turns: Turns
    trace: Trace | None


class LimitedEngine:
    """A prepared chain with joint types.

    Parameters
    ----------
    chain : Chain
    tolerance : float
    max_iterations : int
    method, clamp : int
        The kernel's numbers.
    """

    def __init__(self, chain: Chain, tolerance: float, max_iterations: int, method: int, clamp: int) -> None:
        self.chain = chain
        self._kernel = bridge.LimitedKernelSolver(
            embed(chain._reference),
            chain.lengths,
            chain.joint_specs().tobytes(),
            tolerance,
            max_iterations,
            method,
            clamp,
        )

    def set_pole(self, kind: PoleKind, pole: Array) -> None:
        """Set the pole of the next solves."""
        self._kernel.set_pole(kind, embed(pole))

    def solve(
        self,
        target: Array,
        aim: tuple[AimKind, Array],
        rotation_tolerance: float,
        start: Array,
        start_turns: Turns | None,
        base: Array,
        trace: bool,
    ) -> LimitedAnswer:
        """Solve from checked arrays in the chain's dimension."""
        bones = self.chain.bones
        positions, turns, frames = np.empty((bones + 1, 3)), np.empty((bones, 4)), np.empty((bones, 4))
        known = self._known_turns(start, start_turns)
        kind, value = aim[0], self._in_rest_axes(aim)
        arguments = (embed(target), int(kind), value, rotation_tolerance, embed(start), known, embed(base))
        outputs = (positions, turns, frames)
        raw, answer = (
            self._kernel.trace(*arguments, *outputs) if trace else (b"", self._kernel.solve(*arguments, *outputs))
        )
        flat = self._flatten(positions)
        steps = read_trace(self.chain.joints, raw) if trace else None
        return LimitedAnswer(flat, answer[:6], answer[6], Turns(turns, frames), steps)

    def _known_turns(self, start: Array, start_turns: Turns | None) -> Array:
        """Return the rotations of a start where they are known: a Result's, or none at all in the rest pose."""
        if start_turns is not None:
            return start_turns.turns
        return rest_turns(self.chain) if start is self.chain.joints else np.empty(0)

    def read(self, pose: Array) -> Turns:
        """Read the rotations off a pose: each as near as its joint allows."""
        turns, frames = np.empty((self.chain.bones, 4)), np.empty((self.chain.bones, 4))
        self._kernel.read_turns(embed(pose), turns, frames)
        return Turns(turns, frames)

    def settle(self, joint: int, turn: Array) -> Array:
        """Return the nearest rotation (4,) that a joint allows."""
        settled = np.empty(4)
        self._kernel.settle(joint, turn, settled)
        return settled

    def _in_rest_axes(self, aim: tuple[AimKind, Array]) -> Array:
        """Turn a rotation asked of the last bone's own axes into one from its rest pose."""
        kind, value = aim
        if kind != AimKind.ROTATION or self.chain.rest_rotations is None:
            return value
        return np.ascontiguousarray(multiply(value, inverse(self.chain.rest_rotations[-1])))

    def _flatten(self, positions: Array) -> Array:
        return positions if self.chain.dimension == 3 else np.ascontiguousarray(positions[:, :2])


def rest_turns(chain: Chain) -> Array:
    """Return the rotations (n, 4) of a chain's rest pose; none (0,) when they have to be read off its joints."""
    if chain.base_direction is not None:
        return np.empty(0)
    return np.tile([1.0, 0.0, 0.0, 0.0], (chain.bones, 1))


def embed(array: Array) -> Array:
    """Return 2D coordinates in the plane z = 0 of 3D; 3D ones as they are."""
    if array.shape[-1] != 2:
        return np.ascontiguousarray(array)
    wide: Array = np.zeros((*array.shape[:-1], 3))
    wide[..., :2] = array
    return wide


def free_turns(chain: Chain, pose: Array) -> Turns:
    """Read rotations without limits off a pose: every bone by the smallest turn from its parent."""
    free = Chain(chain.joints, dict.fromkeys(range(chain.bones)))
    return LimitedEngine(free, 0.0, 1, 0, 0).read(pose)


def hinge_angles(chain: Chain, turns: Array) -> Array:
    """Return the angle (n,) of every hinge, between its lower and upper end exactly; NaN for other joints.

    Radians, counter-clockwise about the hinge's axis, from its reference direction.
    """
    specs: Any = chain.joint_specs()
    along = (turns[:, 1:] * specs["axis"]).sum(axis=1)
    angle = 2.0 * bridge.atan2(np.ascontiguousarray(along), np.ascontiguousarray(turns[:, 0]))
    middle = (specs["lower"] + specs["upper"]) / 2
    angle = angle - 2 * np.pi * np.round((angle - middle) / (2 * np.pi))
    angle = np.clip(angle, specs["lower"], specs["upper"]) + chain._offsets
    lower, upper = chain._hinge_ends
    return np.where(np.isnan(lower), np.nan, np.clip(angle, lower, upper))
