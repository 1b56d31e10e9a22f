"""The paper's algorithm compiled by numba, one call for each target."""

import sys

import numpy as np
from numba import njit
from rivals.side_by_side import TOLERANCE, chain, compare


@njit(error_model="numpy")
def fabrik(start, lengths, target, tolerance):
    """Solve from a start; returns the joints."""
    p = start.copy()
    n = len(lengths)
    while True:
        square = 0.0
        for c in range(3):
            square += (p[n, c] - target[c]) ** 2
        if np.sqrt(square) <= tolerance:
            return p
        for c in range(3):
            p[n, c] = target[c]
        for i in range(n - 1, -1, -1):
            x, y, z = p[i, 0] - p[i + 1, 0], p[i, 1] - p[i + 1, 1], p[i, 2] - p[i + 1, 2]
            s = lengths[i] / np.sqrt(x * x + y * y + z * z)
            p[i, 0], p[i, 1], p[i, 2] = p[i + 1, 0] + s * x, p[i + 1, 1] + s * y, p[i + 1, 2] + s * z
        for c in range(3):
            p[0, c] = start[0, c]
        for i in range(n):
            x, y, z = p[i + 1, 0] - p[i, 0], p[i + 1, 1] - p[i, 1], p[i + 1, 2] - p[i, 2]
            s = lengths[i] / np.sqrt(x * x + y * y + z * z)
            p[i + 1, 0], p[i + 1, 1], p[i + 1, 2] = p[i, 0] + s * x, p[i, 1] + s * y, p[i, 2] + s * z


chain_start = chain()
bones = np.linalg.norm(np.diff(chain_start, axis=0), axis=1)
compare("numba", lambda target: fabrik(chain_start, bones, target, TOLERANCE)[-1], 300, float(sys.argv[1]))
