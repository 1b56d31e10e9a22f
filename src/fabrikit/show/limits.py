"""Joint limits as curves: where the end of a bone may come, at a small distance from its joint."""

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fabrikit.arrays import Array
from fabrikit.model import Chain
from fabrikit.model.rotations import rotate
from fabrikit.show import style
from fabrikit.show.views import Drawn, View
from fabrikit.solve import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes

RADIUS = 0.1
"""Of the curves, as a share of the outer reach."""

_STEPS = 60
"""Pieces of an arc, and of each quarter of an oval."""


def sector(axis: Array, zero: Array, lower: float, upper: float) -> Array:
    """Return the directions (k, 3) that a hinge allows, from its lower to its upper end.

    Parameters
    ----------
    axis, zero : (3,)
        Unit: the axis, and the bone's direction at angle 0.
    lower, upper : float [rad]
    """
    turned = np.linspace(lower, upper, _STEPS)[:, np.newaxis] / 2
    quaternions = np.concatenate([np.cos(turned), np.sin(turned) * axis], axis=1)
    return rotate(quaternions, np.broadcast_to(zero, (_STEPS, 3)))


def oval(axis: Array, reference: Array, cone: Array) -> Array:
    """Return the rim (k, 3) of a cone of four half-angles, closed.

    Parameters
    ----------
    axis, reference : (3,)
        Unit and perpendicular: the middle, and the direction of the first half-angle.
    cone : (4,) [rad]
        As `fabrikit.Ball` takes them.
    """
    radius = np.tan(np.minimum(cone, math.pi - 1e-3) / 2)
    turn = np.linspace(0, 2 * math.pi, 4 * _STEPS + 1)
    x, y = np.cos(turn), np.sin(turn)
    x = x * np.where(x >= 0, radius[0], radius[2])
    y = y * np.where(y >= 0, radius[1], radius[3])
    # Back from the stereographic plane, in which the quarters are ellipses.
    square = x * x + y * y
    flat = np.stack([1 - square, 2 * x, 2 * y], axis=1) / (1 + square)[:, np.newaxis]
    return np.asarray(flat @ np.array([axis, reference, np.cross(axis, reference)]))


def limit_curves(chain: Chain, result: Result) -> list[tuple[int, Array]]:
    """Return the limits of a pose: for each joint that has some, its number and directions (k, 3) in the world.

    A hinge gives the arc between its ends, a ball the closed rim of its cone; joints that allow every direction, or
    none, give nothing.
    """
    if not chain.has_limits:
        return []
    frames, axes = result.turns.frames, chain.bone_axes
    curves: list[tuple[int, Array]] = []
    for joint, record in enumerate(chain.joint_specs()):
        curve = _curve(chain.types[joint], record, axes[joint])
        if curve is not None:
            carried = joint > 0 and not record["global"]
            curves.append((joint, rotate(frames[joint - 1], curve) if carried else curve))
    return curves


def _curve(kind: object, record: Any, axis: Array) -> Array | None:
    name = type(kind).__name__
    if name == "Hinge" and record["upper"] - record["lower"] < 2 * math.pi:
        return sector(record["axis"], axis, float(record["lower"]), float(record["upper"]))
    if name == "Ball" and record["cone_kind"] and record["cone"].max() > 0:
        return oval(axis, record["reference"], record["cone"])
    return None


def draw_limits(axes: "Axes", drawn: Drawn, view: View, scale: float) -> None:
    """Draw the limits of the last pose around its joints."""
    from matplotlib.patches import Polygon

    pose = drawn.poses[-1]
    for joint, curve in drawn.limits:
        points = view(pose[joint] + RADIUS * curve[:, : pose.shape[1]])
        if not np.array_equal(points[0], points[-1]):
            points = np.vstack([view(pose[joint]), points])
        axes.add_patch(
            Polygon(
                points,
                closed=True,
                facecolor=(*style.LIMIT_RGB, 0.12),
                edgecolor=style.LIMIT,
                linewidth=0.8 * scale,
                zorder=112,
            )
        )
