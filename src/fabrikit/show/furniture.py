"""What stands around the views: title, legend, scale of time, names of the axes, strip of errors."""

from typing import TYPE_CHECKING

import numpy as np

from fabrikit.arrays import Array
from fabrikit.formats import Scene
from fabrikit.show import style
from fabrikit.show.views import Drawn, View, grid_step

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def write_title(figure: "Figure", scene: Scene, drawn: Drawn, left: float, top: float) -> None:
    """Write the name of the scene and what came out; `left` and `top` [inches] from the upper left corner."""
    width, height = figure.get_size_inches()
    inner, outer = scene.body.reach
    reach = f"{outer:.4g}" if inner == 0 else f"{inner:.4g} to {outer:.4g}"
    bones = f"{scene.body.bones} bone{'s' if scene.body.bones > 1 else ''}"
    reached, count = int(drawn.reached.sum()), len(drawn.reached)
    said = f"{bones}   ·   reach {reach}   ·   {reached} of {count} targets reached"
    figure.text(left / width, 1 - top / height, scene.name or "Scene", fontsize=15, fontweight="bold", va="baseline")
    figure.text(left / width, 1 - (top + 0.24) / height, said, color=style.SOFT_INK, va="baseline", fontsize=9)


def draw_legend(axes: "Axes", scene: Scene, drawn: Drawn) -> None:
    """Explain the marks in one line, on axes that are inches wide and high."""
    x = 0.0
    marks = [("s", style.INK, "base"), ("o", style.TARGET, "target reached")]
    if not drawn.reached.all():
        marks.append(("x", style.MISSED, "target missed, and the gap"))
    for marker, colour, label in marks:
        axes.plot(x + 0.06, 0, marker=marker, color=colour, markersize=5.5, markeredgewidth=1.6 if marker == "x" else 0)
        axes.text(x + 0.19, 0, label, va="center", color=style.SOFT_INK)
        x += 0.45 + 0.068 * len(label)
    if len(drawn.poses) > 1:
        _draw_time_scale(axes, scene, x)


def _draw_time_scale(axes: "Axes", scene: Scene, x: float) -> None:
    first, last = scene.targets[0].time, scene.targets[-1].time
    timed = first is not None and last is not None
    before, after = (f"{first:g} s", f"{last:g} s") if timed else ("first pose", "last pose")
    axes.text(x + 0.02, 0, before, va="center", color=style.SOFT_INK)
    x += 0.1 + 0.068 * len(before)
    steps = 60
    for step in range(steps):
        left = x + 0.9 * step / steps
        axes.plot([left, left + 0.9 / steps], [0, 0], color=style.time_colour(step / (steps - 1)), linewidth=4, solid_capstyle="butt")
    axes.text(x + 0.98, 0, after, va="center", color=style.SOFT_INK)


def write_axes(axes: "Axes", view: View, corner: Array, length: float) -> None:
    """Draw small arrows that say which way the axes run, from `corner` in paper units."""
    right = view.matrix.shape[1]
    for index, name in zip(range(right), "xyz"[:right], strict=True):
        arrow = view(np.eye(right)[index]) * length
        if np.hypot(*arrow) < 0.2 * length:
            continue
        axes.annotate(
            "", tuple(corner + arrow), tuple(corner), arrowprops={"arrowstyle": "-|>", "color": style.SOFT_INK, "linewidth": 0.8, "mutation_scale": 7, "shrinkA": 0, "shrinkB": 0}, zorder=600
        )
        axes.text(*(corner + arrow * 1.28), name, color=style.SOFT_INK, ha="center", va="center", zorder=600)


def draw_errors(axes: "Axes", scene: Scene, errors: Array, tolerance: float, drawn: Drawn) -> None:
    """Draw the error of every target on a logarithmic scale, with the tolerance as a line."""
    unit = scene.body.reach[1] or 1.0
    floor = 1e-17
    relative = np.maximum(errors / unit, floor)
    limit = max(tolerance / unit, floor)
    number = np.arange(1, len(errors) + 1)
    colours = [style.TARGET if hit else style.MISSED for hit in drawn.reached]
    axes.set_yscale("log")
    axes.set_ylim(min(relative.min(), limit) / 30, max(relative.max(), limit) * 30)
    axes.set_xlim(0.3, len(errors) + 0.7)
    axes.axhline(limit, color=style.SOFT_INK, linewidth=0.8, zorder=1)
    axes.vlines(number, axes.get_ylim()[0], relative, color=colours, linewidth=1.0, zorder=2)
    axes.scatter(number, relative, s=12, color=colours, zorder=3)


__all__ = ["draw_errors", "draw_legend", "grid_step", "write_axes", "write_title"]
