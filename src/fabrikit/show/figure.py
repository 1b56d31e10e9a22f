"""Put the views of a solved scene onto one sheet."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from fabrikit.arrays import Array
from fabrikit.errors import OptionError
from fabrikit.formats import Scene
from fabrikit.show import style
from fabrikit.show.drawing import draw_names, draw_view
from fabrikit.show.floor import draw_floor, floor_corners
from fabrikit.show.furniture import draw_directions, draw_legend, draw_scale_bar, free_corners, write_title
from fabrikit.show.plotting import matplotlib_settings, new_figure
from fabrikit.show.views import PLANE, SIDE, TOP, Drawn, View, in_paper_units, oblique
from fabrikit.solve import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MARGIN, _TITLE, _LEGEND = 0.35, 0.95, 0.55
"""Inches: around the sheet, for the title, for the legend."""

_TITLE_LINE = 0.48
"""Inches from the upper edge to the line the title stands on."""

_UPPER_LEFT = (0, 1)

_EYE = oblique(math.radians(-62), math.radians(20))


def scene_figure(scene: Scene, results: Sequence[Result]) -> "Figure":
    """Draw how the chain follows its targets.

    A chain in the plane is drawn as it lies; one in space from an oblique eye, from the side and from above.
    Poses run from light to dark in the order of the targets, targets that were missed are crosses.

    Parameters
    ----------
    scene : Scene
    results : sequence of Result
        One per target, at least one.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    MissingExtra
        matplotlib is not installed.
    OptionError
        There is nothing to draw.
    """
    if not results:
        raise OptionError("results: is empty; a figure needs at least one solved target")
    drawn = in_paper_units(scene, results)
    with matplotlib_settings():
        return _plane_sheet(scene, drawn) if scene.body.dimension == 2 else _space_sheet(scene, drawn)


def _plane_sheet(scene: Scene, drawn: Drawn) -> "Figure":
    low, high = _bounds(_everything(drawn), PLANE)
    width = 7.6
    height = width * float(np.clip((high[1] - low[1]) / (high[0] - low[0]), 0.5, 1.1))
    figure = new_figure(width + 2 * _MARGIN, height + _TITLE + _LEGEND)
    axes = _panel(figure, (_MARGIN, _LEGEND, width, height), low, high)
    draw_view(axes, drawn, PLANE)
    draw_names(axes, drawn, PLANE)
    _finish_view(axes, drawn, PLANE)
    write_title(figure, scene, drawn, _MARGIN, _TITLE_LINE)
    _legend(figure, scene, drawn)
    return figure


def _space_sheet(scene: Scene, drawn: Drawn) -> "Figure":
    width, height, small, gap = 6.4, 5.6, 3.0, 0.15
    figure = new_figure(width + gap + small + 2 * _MARGIN, height + _TITLE + _LEGEND)
    everything = _everything(drawn)
    low, high = _bounds(np.concatenate([everything, floor_corners(drawn)]), _EYE)
    main = _panel(figure, (_MARGIN, _LEGEND, width, height), low, high)
    draw_floor(main, drawn, _EYE)
    draw_view(main, drawn, _EYE)
    draw_names(main, drawn, _EYE)
    _finish_view(main, drawn, _EYE)
    half = (height - gap) / 2
    for index, view in enumerate((TOP, SIDE)):
        box = (_MARGIN + width + gap, _LEGEND + index * (half + gap), small, half)
        axes = _panel(figure, box, *_bounds(everything, view))
        draw_view(axes, drawn, view, scale=0.6)
        _finish_view(axes, drawn, view)
    write_title(figure, scene, drawn, _MARGIN, _TITLE_LINE)
    _legend(figure, scene, drawn)
    return figure


def _finish_view(axes: "Axes", drawn: Drawn, view: View) -> None:
    """Add what makes a view readable: scale and directions where there is room, or its title."""
    corners = free_corners(axes, view(_everything(drawn)))
    if view.title:
        corners.remove(_UPPER_LEFT)
        axes.text(0.03, 0.97, view.title, transform=axes.transAxes, va="top", color=style.SOFT_INK)
    else:
        draw_directions(axes, view, corners.pop(0))
    draw_scale_bar(axes, drawn, corners[0])


def _everything(drawn: Drawn) -> Array:
    dimension = drawn.targets.shape[1]
    return np.concatenate([drawn.poses[list(drawn.shown)].reshape(-1, dimension), drawn.targets])


def _bounds(points: Array, view: View) -> tuple[Array, Array]:
    """Return the lower left and the upper right corner of what a view has to show, with air around it."""
    flat = view(points)
    low, high = flat.min(axis=0), flat.max(axis=0)
    air = 0.1 * max(float((high - low).max()), 0.2)
    return low - air, high + air


def _panel(figure: "Figure", box: tuple[float, float, float, float], low: Array, high: Array) -> "Axes":
    """Return axes at `box` = left, bottom, width, height [inches] that show at least `low` to `high`, equal scales."""
    width, height = figure.get_size_inches()
    axes = figure.add_axes((box[0] / width, box[1] / height, box[2] / width, box[3] / height), facecolor=style.BEYOND)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
    middle, half = (low + high) / 2, (high - low) / 2
    scale = max(half[0] / box[2], half[1] / box[3])
    axes.set_xlim(middle[0] - scale * box[2], middle[0] + scale * box[2])
    axes.set_ylim(middle[1] - scale * box[3], middle[1] + scale * box[3])
    return axes


def _legend(figure: "Figure", scene: Scene, drawn: Drawn) -> None:
    width = figure.get_size_inches()[0] - 2 * _MARGIN
    axes = _panel(figure, (_MARGIN, 0.12, width, 0.3), np.array([0.0, -0.15]), np.array([width, 0.15]))
    axes.set_facecolor("none")
    draw_legend(axes, scene, drawn)
