"""pyfabrik: FABRIK on objects, position only. Making its objects is not in its time."""

import sys

import numpy as np
from pyfabrik import Fabrik3D
from rivals.side_by_side import TOLERANCE, chain, compare
from vectormath import Vector3

rest = [Vector3(*joint) for joint in chain()]
solver = Fabrik3D(rest, TOLERANCE)


def solve(target: np.ndarray) -> np.ndarray:
    """Solve from the start of W(10); returns the tip."""
    solver.joints = [joint.copy() for joint in rest]
    solver.move_to(Vector3(*target))
    return np.array(solver.joints[-1])


compare("pyfabrik", solve, 40, float(sys.argv[1]))
