"""Algorithm 1 of the paper as a plain NumPy loop over joints."""

import sys

import numpy as np
from rivals.side_by_side import TOLERANCE, chain, compare


def fabrik(target: np.ndarray) -> np.ndarray:
    """Solve from the start of W(10); returns the tip."""
    p = chain_start.copy()
    while np.linalg.norm(p[-1] - target) > TOLERANCE:
        p[-1] = target
        for i in range(len(lengths) - 1, -1, -1):
            share = lengths[i] / np.linalg.norm(p[i + 1] - p[i])
            p[i] = (1 - share) * p[i + 1] + share * p[i]
        p[0] = chain_start[0]
        for i in range(len(lengths)):
            share = lengths[i] / np.linalg.norm(p[i + 1] - p[i])
            p[i + 1] = (1 - share) * p[i] + share * p[i + 1]
    return p[-1]


chain_start = chain()
lengths = np.linalg.norm(np.diff(chain_start, axis=0), axis=1)
compare("NumPy, a loop over joints", fabrik, 100, float(sys.argv[1]))
