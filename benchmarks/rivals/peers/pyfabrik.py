"""pyfabrik: FABRIK on objects, position only. Making its objects is not in its time."""

import sys

sys.path = [entry for entry in sys.path if not entry.endswith("peers")]  # this file is not pyfabrik
import numpy as np  # noqa: E402
from pyfabrik import Fabrik3D  # noqa: E402
from rivals.side_by_side import TOLERANCE, chain, compare  # noqa: E402
from vectormath import Vector3  # noqa: E402

rest = [Vector3(*joint) for joint in chain()]
solver = Fabrik3D(rest, TOLERANCE)


def solve(target: np.ndarray) -> np.ndarray:
    """Solve from the start of W(10); returns the tip."""
    solver.joints = [joint.copy() for joint in rest]
    solver.move_to(Vector3(*target))
    return np.array(solver.joints[-1])


compare("pyfabrik", solve, 40, float(sys.argv[1]))
