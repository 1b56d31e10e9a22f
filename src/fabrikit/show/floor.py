"""The floor of an oblique view: a grid that gives the scale, and shadows that give the depth."""

import math
from typing import TYPE_CHECKING

import numpy as np

from fabrikit.arrays import Array
from fabrikit.show import style
from fabrikit.show.views import Drawn, View, grid_step

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def floor_points(drawn: Drawn) -> Array:
    """Return the corners of the floor, shape (4, 3): a little below the lowest thing drawn, grid steps wide."""
    points = np.concatenate([drawn.poses.reshape(-1, 3), drawn.targets])
    step = grid_step(drawn.unit) / drawn.unit
    low = np.floor(points.min(axis=0) / step - 0.25) * step
    high = np.ceil(points.max(axis=0) / step + 0.25) * step
    height = points[:, 2].min() - 0.08
    return np.array([[x, y, height] for x, y in ((low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1]))])


def draw_floor(axes: "Axes", drawn: Drawn, view: View) -> None:
    """Draw the grid and the shadows of the last pose and of the targets."""
    corners = floor_points(drawn)
    step = grid_step(drawn.unit) / drawn.unit
    height = corners[0, 2]
    (x_low, y_low), (x_high, y_high) = corners[0, :2], corners[2, :2]
    for x in np.arange(math.floor((x_high - x_low) / step + 0.5) + 1) * step + x_low:
        _line(axes, view(np.array([[x, y_low, height], [x, y_high, height]])), style.FAINT, 0.7)
    for y in np.arange(math.floor((y_high - y_low) / step + 0.5) + 1) * step + y_low:
        _line(axes, view(np.array([[x_low, y, height], [x_high, y, height]])), style.FAINT, 0.7)
    for index in drawn.shown:
        shadow = drawn.poses[index].copy()
        shadow[:, 2] = height
        _line(axes, view(shadow), style.SHADOW, 2.6 if index == len(drawn.poses) - 1 else 0.6)


def _line(axes: "Axes", points: Array, colour: str, width: float) -> None:
    axes.plot(*points.T, color=colour, linewidth=width, solid_capstyle="round", zorder=1)
