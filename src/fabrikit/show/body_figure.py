"""Draw how a skeleton stands for what was asked of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from fabrikit.arrays import Array
from fabrikit.errors import OptionError
from fabrikit.formats import BodyScene
from fabrikit.show import style
from fabrikit.show.plotting import matplotlib_settings, new_figure
from fabrikit.show.views import PLANE, SIDE, TOP, View, grid_step, oblique
from fabrikit.solve import BodyResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MARGIN, _TITLE, _LEGEND = 0.35, 0.95, 0.5
"""Inches: around the sheet, for the title, for the legend."""

_EYE = oblique(np.radians(-62), np.radians(20))
_MOST = 6
"""More poses of a whole body would cover each other."""


def body_figure(scene: BodyScene, results: Sequence[BodyResult]) -> Figure:
    """Draw a skeleton's poses: in the plane as they lie, in space from an oblique eye, from above and from the side.

    Poses run from light to dark in the order of what was asked; targets that were missed are crosses.

    Parameters
    ----------
    scene : BodyScene
    results : sequence of BodyResult
        One per `BodyTargets`, at least one.

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
    with matplotlib_settings():
        return _plane_sheet(scene, results) if scene.body.dimension == 2 else _space_sheet(scene, results)


def _plane_sheet(scene: BodyScene, results: Sequence[BodyResult]) -> Figure:
    low, high = _bounds(scene, results, PLANE)
    width = 7.6
    height = width * float(np.clip((high[1] - low[1]) / max(high[0] - low[0], 1e-12), 0.5, 1.1))
    figure = new_figure(width + 2 * _MARGIN, height + _TITLE + _LEGEND)
    _draw(_panel(figure, (_MARGIN, _LEGEND, width, height), low, high), scene, results, PLANE, 1.0)
    _write(figure, scene, results)
    return figure


def _space_sheet(scene: BodyScene, results: Sequence[BodyResult]) -> Figure:
    width, height, small, gap = 6.4, 5.6, 3.0, 0.15
    figure = new_figure(width + gap + small + 2 * _MARGIN, height + _TITLE + _LEGEND)
    half = (height - gap) / 2
    boxes = ((_MARGIN, _LEGEND, width, height),)
    boxes += tuple((_MARGIN + width + gap, _LEGEND + place * (half + gap), small, half) for place in (0, 1))  # type: ignore[assignment]
    for box, view, scale in zip(boxes, (_EYE, TOP, SIDE), (1.0, 0.6, 0.6), strict=True):
        axes = _panel(figure, box, *_bounds(scene, results, view))
        _draw(axes, scene, results, view, scale)
        if view.title:
            axes.text(0.03, 0.97, view.title, transform=axes.transAxes, va="top", color=style.SOFT_INK)
    _write(figure, scene, results)
    return figure


def _shown(results: Sequence[BodyResult]) -> list[int]:
    """Return which poses are drawn."""
    return [int(place) for place in np.unique(np.linspace(0, len(results) - 1, _MOST).round())]


def _draw(axes: Axes, scene: BodyScene, results: Sequence[BodyResult], view: View, scale: float) -> None:
    last = len(results) - 1
    for place in _shown(results):
        fraction = place / last if last else 1.0
        colour = style.time_colour(fraction)
        width = scale * (3.0 if place == last else 1.6)
        _draw_bones(axes, scene, view(results[place].positions), colour, width, 10 + 100 * fraction)
        _draw_targets(axes, scene, results, place, view, scale)
    root = view(results[-1].positions[0])
    axes.plot(*root, marker="s", markersize=6 * scale, color=style.INK, markeredgecolor=style.PAPER, zorder=502)
    _draw_scale_bar(axes)


def _draw_bones(
    axes: Axes, scene: BodyScene, points: Array, colour: tuple[float, float, float], width: float, order: float
) -> None:
    for place, parent in enumerate(scene.body.parents):
        if parent >= 0:
            line = points[[parent, place]].T
            axes.plot(*line, color=colour, linewidth=width, solid_capstyle="round", zorder=order)
    axes.plot(
        *points.T,
        linestyle="none",
        marker="o",
        markersize=0.8 + 1.1 * width,
        markerfacecolor=style.PAPER,
        markeredgecolor=colour,
        markeredgewidth=0.3 + 0.3 * width,
        zorder=order + 0.1,
    )


def _draw_targets(
    axes: Axes, scene: BodyScene, results: Sequence[BodyResult], place: int, view: View, scale: float
) -> None:
    """Draw the targets of one pose: a dot where it was reached, a cross and a dotted line where it was missed."""
    result = results[place]
    for name, target in scene.targets[place].tips.items():
        if target.position is None:
            continue
        point = view(np.asarray(target.position, dtype=np.float64))
        if result.errors[name] <= result.tolerance:
            axes.plot(
                *point,
                marker="o",
                markersize=4.6 * scale,
                color=style.TARGET,
                markeredgecolor=style.PAPER,
                zorder=500,
            )
            continue
        gap = np.array([view(result.positions[scene.body.index(name)]), point])
        axes.plot(*gap.T, color=style.MISSED, linewidth=1.3 * scale, linestyle=(0, (1, 1.4)), zorder=500)
        axes.plot(*point, marker="x", markersize=7 * scale, markeredgewidth=2 * scale, color=style.MISSED, zorder=501)


def _bounds(scene: BodyScene, results: Sequence[BodyResult], view: View) -> tuple[Array, Array]:
    """Return the corners of what a view has to show, with air around it."""
    poses = [results[place].positions for place in _shown(results)]
    places = [
        np.asarray(target.position, dtype=np.float64)[None]
        for place in _shown(results)
        for target in scene.targets[place].tips.values()
        if target.position is not None
    ]
    flat = view(np.concatenate([*poses, *places]))
    low, high = flat.min(axis=0), flat.max(axis=0)
    air = 0.1 * max(float((high - low).max()), 1e-9)
    return low - air, high + air


def _panel(figure: Figure, box: tuple[float, float, float, float], low: Array, high: Array) -> Axes:
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


def _draw_scale_bar(axes: Axes) -> None:
    """Draw a round length in the lower left corner."""
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    length = grid_step(right - left)
    x, y = left + 0.04 * (right - left), low + 0.05 * (high - low)
    axes.plot([x, x + length], [y, y], color=style.SOFT_INK, linewidth=1.2, solid_capstyle="butt", zorder=600)
    axes.text(x + length / 2, y + 0.02 * (high - low), f"{length:g}", ha="center", color=style.SOFT_INK, zorder=600)


def _write(figure: Figure, scene: BodyScene, results: Sequence[BodyResult]) -> None:
    """Write the name of the scene, what came out, and what the marks mean."""
    width, height = figure.get_size_inches()
    reached = sum(map(bool, results))
    said = f"{len(scene.body)} joints   ·   {len(scene.body.q_names)} numbers   ·   {reached} of {len(results)} reached"
    left = _MARGIN / width
    figure.text(left, 1 - 0.48 / height, scene.name or "Scene", fontsize=15, fontweight="bold", va="baseline")
    figure.text(left, 1 - 0.73 / height, said, color=style.SOFT_INK, va="baseline", fontsize=9)
    missed = "   ·   crosses: missed" if reached < len(results) else ""
    text = f"square: root   ·   dots: targets reached{missed}   ·   poses from light (first) to dark (last)"
    figure.text(left, 0.2 / height, text, color=style.SOFT_INK, va="center")
