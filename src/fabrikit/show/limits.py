"""The limits of a chain in the plane: a sector at each hinge, as its parent bone carries it in the last pose.

In space the cones of a whole track would hide it; docs/limits.md shows them one by one.
"""

import math
from typing import TYPE_CHECKING

import numpy as np

from fabrikit.arrays import Array
from fabrikit.model import Chain, Hinge
from fabrikit.model.rotations import rotate
from fabrikit.show import style
from fabrikit.solve import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from fabrikit.show.views import Drawn

_RADIUS = 0.1
"""Paper units; smaller where a bone is short."""

_STEP = math.radians(2)

_ORDER = 4.0
"""Above the reach, below every pose."""


def hinge_sectors(chain: Chain, result: Result) -> tuple[tuple[int, Array], ...]:
    """Return where the hinges of a chain in the plane let their bones point.

    Parameters
    ----------
    chain : Chain
        2D.
    result : Result
        The pose that carries the hinges.

    Returns
    -------
    tuple of (int, (k, 2) float64)
        For each joint that has a limit, its number and unit directions from the lower to the upper end.
    """
    if not chain.has_limits:
        return ()
    specs, frames = chain.joint_specs(), result.turns.frames
    sectors: list[tuple[int, Array]] = []
    for joint, axis in enumerate(chain.bone_axes):
        lower, upper = float(specs["lower"][joint]), float(specs["upper"][joint])
        if isinstance(chain.types[joint], Hinge) and upper - lower < 2 * math.pi:
            turns = np.linspace(lower, upper, 2 + int((upper - lower) / _STEP)) + math.atan2(axis[1], axis[0])
            directions = np.stack([np.cos(turns), np.sin(turns)], axis=1)
            carried = joint > 0 and not specs["global"][joint]
            sectors.append((joint, rotate(frames[joint - 1], directions) if carried else directions))
    return tuple(sectors)


def draw_sectors(axes: "Axes", drawn: "Drawn") -> None:
    """Draw the limits around the joints of the last pose."""
    from matplotlib.patches import Polygon

    pose = drawn.poses[-1]
    lengths = np.hypot(*np.diff(pose, axis=0).T)
    for joint, directions in drawn.sectors:
        radius = min(_RADIUS, 0.6 * lengths[joint]) or _RADIUS
        corners = np.vstack([pose[joint], pose[joint] + radius * directions])
        patch = Polygon(corners, facecolor=style.LIMIT, edgecolor=style.LIMIT_EDGE, linewidth=0.8, zorder=_ORDER)
        patch.set_joinstyle("round")
        axes.add_patch(patch)
