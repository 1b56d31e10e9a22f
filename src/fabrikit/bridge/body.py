"""Bodies, trees of joints, as array calls. Nothing here checks its arguments."""

from __future__ import annotations

from dataclasses import dataclass
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

BODY_EFFECTOR = np.dtype(
    [
        ("offset", np.float64, 3),
        ("frame", np.float64, 4),
        ("axis", np.float64, 3),
        ("position", np.float64, 3),
        ("rotation", np.float64, 4),
        ("direction", np.float64, 3),
        ("position_weight", np.float64),
        ("rotation_weight", np.float64),
        ("pole", np.float64, 3),
        ("joint", np.int32),
        ("aim", np.int32),
        ("level", np.int32),
        ("pole_kind", np.int32),
        ("pole_from", np.int32),
        ("pole_joint", np.int32),
    ]
)
"""What is wanted of one end effector: `fabrikit_body_effector` of kernel/body_abi.h."""

BODY_LOOP = np.dtype(
    [
        ("offset_a", np.float64, 3),
        ("frame_a", np.float64, 4),
        ("offset_b", np.float64, 3),
        ("frame_b", np.float64, 4),
        ("axis", np.float64, 3),
        ("joint_a", np.int32),
        ("joint_b", np.int32),
        ("aim", np.int32),
        ("unused", np.int32),
    ]
)
"""Two places that are one: `fabrikit_body_loop` of kernel/body_abi.h."""

BODY_QUESTION = np.dtype(
    [
        ("base", np.float64, 7),
        ("tolerance", np.float64),
        ("rotation_tolerance", np.float64),
        ("posture_weight", np.float64),
        ("effectors", np.int32),
        ("loops", np.int32),
        ("max_iterations", np.int32),
        ("mode", np.int32),
        ("solutions", np.int32),
        ("method", np.int32),
        ("first_restart", np.int32),
        ("unused", np.int32),
    ]
)
"""How a solve is asked: `fabrikit_body_question` of kernel/body_abi.h."""

BODY_ANSWER = np.dtype(
    [
        ("error", np.float64),
        ("rotation_error", np.float64),
        ("loop_error", np.float64),
        ("tolerance", np.float64),
        ("status", np.int32),
        ("iterations", np.int32),
        ("restarts", np.int32),
        ("found", np.int32),
        ("start_moved", np.int32),
        ("unused", np.int32),
    ]
)
"""What came of it: `fabrikit_body_answer` of kernel/body_abi.h."""

NO_BASE = np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])
"""The base frame that is the world: x, y, z, then w, x, y, z."""


NOTHING = np.empty(0)


@dataclass(frozen=True)
class BodyAnswers:
    """What `Body.solve` found for N questions about a body with n joints and E end effectors."""

    q: Array
    """(N, solutions, nq): of row k the first `answers["found"][k]` hold; the first one is the answer."""
    positions: Array
    """(N, n, 3), world, of the first solution."""
    rotations: Array
    """(N, n, 4), world, wxyz."""
    errors: Array
    """(N, E, 2): distance and angle [rad] left of every end effector."""
    answers: NDArray[Any]
    """(N,) of BODY_ANSWER."""


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

    def solve(
        self,
        question: NDArray[Any],
        effectors: NDArray[Any],
        start: Array,
        *,
        loops: NDArray[Any] | None = None,
        use: NDArray[np.int32] | None = None,
        base: Array = NOTHING,
        drive: Array = NOTHING,
        posture: Array = NOTHING,
        threads: int = 1,
    ) -> BodyAnswers:
        """Solve N questions that differ in what is wanted, where the body stands and where it starts.

        Parameters
        ----------
        question : () of BODY_QUESTION
            Its numbers of effectors and loops are set here.
        effectors : (N, E) of BODY_EFFECTOR
        start : (1, nq) or (N, nq)
            Brought inside the limits first.
        loops : (L,) of BODY_LOOP
        use : (n,)
            0 free, 1 locked where the start has it, 2 driven to where `drive` has it; all free without it.
        base : (1, 7) or (N, 7)
            Instead of the question's.
        drive, posture : (1, nq) or (N, nq)
            Read where a joint is driven, and where the posture has a weight.
        """
        rows, count = effectors.shape
        asked = np.array(question, BODY_QUESTION)
        asked["effectors"], asked["loops"] = count, 0 if loops is None else len(loops)
        solutions = int(asked["solutions"])
        q = np.empty((rows, solutions, self.numbers))
        positions, rotations = np.empty((rows, self.joints, 3)), np.empty((rows, self.joints, 4))
        errors = np.empty((rows, count, 2))
        answers = self._kernel.solve(
            rows,
            asked.tobytes(),
            np.ascontiguousarray(effectors, BODY_EFFECTOR).tobytes(),
            b"" if loops is None else np.ascontiguousarray(loops, BODY_LOOP).tobytes(),
            b"" if use is None else np.ascontiguousarray(use, np.int32).tobytes(),
            base,
            start,
            drive,
            posture,
            q,
            positions,
            rotations,
            errors,
            threads,
        )
        return BodyAnswers(q, positions, rotations, errors, np.frombuffer(answers, BODY_ANSWER))
