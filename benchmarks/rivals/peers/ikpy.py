"""ikpy: joint angles by SciPy's least squares. Every ball joint is two hinges, about z and about y."""

import sys
import warnings

import numpy as np
from ikpy.chain import Chain
from ikpy.link import OriginLink, URDFLink
from rivals.side_by_side import BONES, compare

warnings.simplefilter("ignore")

links = [OriginLink()]
for bone in range(BONES):
    for axis, step in (("z", 0.0 if bone == 0 else 1.0), ("y", 0.0)):
        turn = [0, 0, 1] if axis == "z" else [0, 1, 0]
        links.append(
            URDFLink(f"{axis}{bone}", origin_translation=[step, 0, 0], origin_orientation=[0, 0, 0], rotation=turn)
        )
links.append(
    URDFLink("tip", origin_translation=[1, 0, 0], origin_orientation=[0, 0, 0], rotation=None, joint_type="fixed")
)
chain = Chain(links, active_links_mask=[False, *[True] * (2 * BONES), False])
lean = 0.05 * np.sin(1.3 * np.arange(1, BONES + 1))
start = np.zeros(len(links))
start[1:-1:2] = np.diff(lean, prepend=0.0)


def solve(target: np.ndarray) -> np.ndarray:
    """Solve from a nearly straight start; returns the tip."""
    angles = chain.inverse_kinematics(target, initial_position=start)
    return chain.forward_kinematics(angles)[:3, 3]


compare("ikpy", solve, 15, float(sys.argv[1]))
