"""tinyik: joint angles by automatic differentiation and SciPy. Every ball joint is two hinges, about z and about y."""

import sys

import numpy as np
import tinyik
from rivals.side_by_side import BONES, compare

actuator = tinyik.Actuator([token for _ in range(BONES) for token in ("z", "y", [1.0, 0.0, 0.0])])
lean = 0.05 * np.sin(1.3 * np.arange(1, BONES + 1))
start = np.zeros(2 * BONES)
start[::2] = np.diff(lean, prepend=0.0)


def solve(target: np.ndarray) -> np.ndarray:
    """Solve from a nearly straight start; returns the tip."""
    actuator.angles = start
    actuator.ee = target
    return np.asarray(actuator.ee, dtype=float)


compare("tinyik", solve, 3, float(sys.argv[1]))
