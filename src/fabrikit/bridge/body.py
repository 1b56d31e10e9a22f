"""Bodies, trees of joints, as array calls. Nothing here checks its arguments."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fabrikit.arrays import Array
from fabrikit.bridge._kernel import KernelBody

BODY_JOINT = np.dtype(
    [
        ("offset", np.float64, 3),
        ("rest", np.float64, 4),
        ("axis", np.float64, 3),
        ("reference", np.float64, 3),
        ("lower", np.float64),
        ("upper", np.float64),
        ("cone", np.float64, 4),
        ("stiffness", np.float64),
        ("ratio", np.float64),
        ("shift", np.float64),
        ("parent", np.int32),
        ("kind", np.int32),
        ("cone_kind", np.int32),
        ("has_twist", np.int32),
        ("has_range", np.int32),
        ("mimic", np.int32),
    ]
)
"""One joint of a body: `fabrikit_body_joint` of kernel/body_abi.h."""

NO_BASE = np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])
"""The base frame that is the world: x, y, z, then w, x, y, z."""


class Body:
    """A prepared body.

    Parameters
    ----------
    joints : (n,) of BODY_JOINT
        Parents before their children.
    """

    def __init__(self, joints: NDArray[Any]) -> None:
        self._kernel = KernelBody(np.ascontiguousarray(joints, BODY_JOINT).tobytes())
        self.joints: int = self._kernel.joints
        self.numbers: int = self._kernel.numbers
        self.reach: float = self._kernel.reach

    def rest(self) -> Array:
        """Return q (nq,) of the rest pose, brought inside the limits."""
        q = np.empty(self.numbers)
        self._kernel.rest(q)
        return q

    def settle(self, q: Array) -> Array:
        """Return q (N, nq) brought inside the limits, joint by joint to the nearest allowed; quaternions made unit."""
        settled = q.copy()
        self._kernel.settle(settled)
        return settled

    def forward(self, q: Array, base: Array = NO_BASE) -> tuple[Array, Array]:
        """Return world positions (N, n, 3) and rotations (N, n, 4), wxyz, of q (N, nq) with the base frame (7,)."""
        positions = np.empty((len(q), self.joints, 3))
        rotations = np.empty((len(q), self.joints, 4))
        self._kernel.forward(base, q, positions, rotations)
        return positions, rotations
