"""The compiled kernel as array calls. The only importer of `_kernel`.

Nothing here checks its arguments: arrays are float64, dense, finite and of the stated shape (see `fabrikit.arrays`).
"""

from __future__ import annotations

import numpy as np

from fabrikit.arrays import Array
from fabrikit.bridge import _kernel
from fabrikit.bridge._kernel import KernelBatch, KernelSolver, LimitedKernelSolver
from fabrikit.bridge.body import BODY_ANSWER, BODY_EFFECTOR, BODY_JOINT, BODY_LOOP, BODY_QUESTION, Body, BodyAnswers

__all__ = [
    "BODY_ANSWER",
    "BODY_EFFECTOR",
    "BODY_JOINT",
    "BODY_LOOP",
    "BODY_QUESTION",
    "ISA_LEVELS",
    "JOINT",
    "PLACEMENT",
    "Body",
    "BodyAnswers",
    "KernelBatch",
    "KernelSolver",
    "LimitedKernelSolver",
    "atan2",
    "forward",
    "isa_levels",
    "measure",
    "sin_cos",
    "turns",
]

PLACEMENT = np.dtype(
    [("at", np.float64, 3), ("stage", np.int32), ("iteration", np.int32), ("pass", np.int32), ("joint", np.int32)]
)
"""One placement of a trace: `fabrikit_placement` of kernel/abi.h."""

JOINT = np.dtype(
    [
        ("axis", np.float64, 3),
        ("reference", np.float64, 3),
        ("lower", np.float64),
        ("upper", np.float64),
        ("cone", np.float64, 4),
        ("stiffness", np.float64),
        ("kind", np.int32),
        ("cone_kind", np.int32),
        ("has_twist", np.int32),
        ("global", np.int32),
    ]
)
"""One joint type: `fabrikit_joint` of kernel/limited_abi.h."""


ISA_LEVELS = ("scalar", "x86-64", "x86-64-v3", "x86-64-v4")
"""Instruction sets that the lanes of batches are compiled for, in the order of kernel/batch_abi.h: none at all, the
baseline (on other processors that of the build), AVX2, AVX-512."""


def isa_levels() -> tuple[str, ...]:
    """Return those of ISA_LEVELS that this build and this processor have, the fastest last."""
    return tuple(name for level, name in enumerate(ISA_LEVELS) if _kernel.has_level(level))


def measure(joints: Array) -> Array:
    """Measure the bones between joints (n + 1, D); returns lengths (n,)."""
    lengths = np.empty(len(joints) - 1)
    _kernel.measure(joints, lengths)
    return lengths


def forward(rest: Array, turns: Array) -> Array:
    """Lay out the joints of many poses.

    Parameters
    ----------
    rest : (n + 1, D)
        The pose in which all turns are zero.
    turns : (count, n) in 2D, (count, n, 2) in 3D [rad]
        Turn of each bone relative to its parent: in 3D about its own z axis, then about its own y axis.

    Returns
    -------
    (count, n + 1, D)
    """
    joints = np.empty((len(turns), *rest.shape))
    _kernel.forward(rest, len(turns), turns, joints)
    return joints


def turns(rest: Array, joints: Array) -> Array:
    """Return the turns (n,) in (-pi, pi] [rad] that bring a 2D rest pose (n + 1, 2) to joints (n + 1, 2)."""
    found = np.empty(len(rest) - 1)
    _kernel.turns(rest, joints, found)
    return found


def sin_cos(angle: Array) -> tuple[Array, Array]:
    """Return sine and cosine of angles [rad], |angle| <= 2^20, each within 1 unit in the last place."""
    sine, cosine = np.empty_like(angle), np.empty_like(angle)
    _kernel.sin_cos(angle, sine, cosine)
    return sine, cosine


def atan2(y: Array, x: Array) -> Array:
    """Return the angle [rad] of the points (x, y), within 1 unit in the last place."""
    angle = np.empty_like(y)
    _kernel.atan2(y, x, angle)
    return angle
