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
from fabrikit.show.floor import draw_floor, floor_points
from fabrikit.show.furniture import draw_legend, write_axes, write_title
from fabrikit.show.plotting import matplotlib_settings, new_figure
from fabrikit.show.views import PLANE, SIDE, TOP, Drawn, View, grid_step, in_paper_units, oblique
from fabrikit.solve import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MARGIN, _TITLE, _LEGEND = 0.35, 0.85, 0.5
"""Inches: around the sheet, for the title, for the legend."""

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
    width = 7.2
    height = width * float(np.clip((high[1] - low[1]) / (high[0] - low[0]), 0.55, 1.15))
    figure = new_figure(width + 2 * _MARGIN, height + _TITLE + _LEGEND)
    axes = _panel(figure, (_MARGIN, _LEGEND, width, height))
    _frame(axes, low, high)
    draw_view(axes, drawn, PLANE)
    draw_names(axes, drawn, PLANE)
    write_title(figure, scene, drawn, _MARGIN, 0.45)
    _legend(figure, scene, drawn)
    return figure


def _space_sheet(scene: Scene, drawn: Drawn) -> "Figure":
    width, height, small = 6.2, 5.4, 3.0
    figure = new_figure(width + small + 3 * _MARGIN, height + _TITLE + _LEGEND)
    main = _panel(figure, (_MARGIN, _LEGEND, width, height))
    everything = _everything(drawn)
    low, high = _bounds(np.concatenate([everything, floor_points(drawn)]), _EYE)
    _frame(main, low, high)
    draw_floor(main, drawn, _EYE)
    draw_view(main, drawn, _EYE)
    draw_names(main, drawn, _EYE)
    gap = 0.3
    half = (height - gap) / 2
    for index, view in enumerate((TOP, SIDE)):
        axes = _panel(figure, (width + 2 * _MARGIN, _LEGEND + index * (half + gap), small, half))
        _frame(axes, *_bounds(everything, view))
        draw_view(axes, drawn, view, scale=0.6)
        axes.set_title(view.title, fontsize=8.5, color=style.SOFT_INK, loc="left", pad=4)
    write_title(figure, scene, drawn, _MARGIN, 0.45)
    _legend(figure, scene, drawn)
    return figure


def _everything(drawn: Drawn) -> Array:
    dimension = drawn.targets.shape[1]
    return np.concatenate([drawn.poses[list(drawn.shown)].reshape(-1, dimension), drawn.targets])


def _bounds(points: Array, view: View) -> tuple[Array, Array]:
    """Return the lower left and the upper right corner of what a view has to show, with air around it."""
    flat = view(points)
    low, high = flat.min(axis=0), flat.max(axis=0)
    air = 0.07 * max(float((high - low).max()), 0.2)
    return low - air, high + air


def _panel(figure: "Figure", box: tuple[float, float, float, float]) -> "Axes":
    """Return axes without frame at `box` = left, bottom, width, height [inches]."""
    width, height = figure.get_size_inches()
    axes = figure.add_axes((box[0] / width, box[1] / height, box[2] / width, box[3] / height))
    axes.set_axis_off()
    return axes


def _frame(axes: "Axes", low: Array, high: Array) -> None:
    """Show at least `low` to `high`, equal scales, filling the panel."""
    box = axes.get_window_extent()
    middle, half = (low + high) / 2, (high - low) / 2
    scale = max(half[0] / box.width, half[1] / box.height)
    axes.set_xlim(middle[0] - scale * box.width, middle[0] + scale * box.width)
    axes.set_ylim(middle[1] - scale * box.height, middle[1] + scale * box.height)


def _legend(figure: "Figure", scene: Scene, drawn: Drawn) -> None:
    width = figure.get_size_inches()[0] - 2 * _MARGIN
    axes = _panel(figure, (_MARGIN, 0.1, width, 0.3))
    axes.set_xlim(0, width)
    axes.set_ylim(-0.15, 0.15)
    draw_legend(axes, scene, drawn)
