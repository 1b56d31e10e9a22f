"""The floor of an oblique view: a grid and shadows that give the depth."""

from typing import TYPE_CHECKING

import numpy as np

from fabrikit.arrays import Array
from fabrikit.show import style
from fabrikit.show.views import Drawn, View, grid_step

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def floor_corners(drawn: Drawn) -> Array:
    """Return the corners of the floor, shape (4, 3), whole grid steps apart: first the lowest, last the highest.

    It lies a little below everything drawn.
    """
    points = np.concatenate([drawn.poses.reshape(-1, 3), drawn.targets])
    step = grid_step(drawn.unit) / drawn.unit
    low, high = points.min(axis=0), points.max(axis=0)
    (left, near, _), (right, far, _) = np.floor(low / step) * step, np.ceil(high / step) * step
    height = low[2] - 0.1
    return np.array([[left, near, height], [right, near, height], [left, far, height], [right, far, height]])


def draw_floor(axes: "Axes", drawn: Drawn, view: View) -> None:
    """Draw the grid, the shadow of the last pose, and a plumb line below every named target."""
    corners = floor_corners(drawn)
    low, high = corners[0], corners[-1]
    step = grid_step(drawn.unit) / drawn.unit
    for along in (0, 1):
        across = 1 - along
        for place in low[along] + step * np.arange(round((high[along] - low[along]) / step) + 1):
            line = np.array([low, low])
            line[:, along], line[1, across] = place, high[across]
            _line(axes, view(line), style.FAINT, 0.8)
    _line(axes, view(_on_floor(drawn.poses[-1], low)), style.SHADOW, 3.0)
    for name, target in zip(drawn.names, drawn.targets, strict=True):
        if name:
            foot = _on_floor(target, low)
            _line(axes, view(np.array([target, foot])), style.SHADOW, 0.7)
            axes.plot(*view(foot), marker="o", markersize=2.5, color=style.SHADOW, zorder=1)


def _on_floor(points: Array, corner: Array) -> Array:
    dropped = points.copy()
    dropped[..., 2] = corner[2]
    return dropped


def _line(axes: "Axes", points: Array, colour: str, width: float) -> None:
    axes.plot(*points.T, color=colour, linewidth=width, solid_capstyle="round", zorder=1)
