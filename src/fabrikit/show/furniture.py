"""What stands around the views: title, legend, scale of time, scale of length, directions of the axes."""

from typing import TYPE_CHECKING

import numpy as np

from fabrikit.arrays import Array
from fabrikit.formats import Scene
from fabrikit.show import style
from fabrikit.show.views import Drawn, View, grid_step

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_ARROW = 0.34
"""Length of an axis seen from the side [inches]."""

_ARROW_SHAPE = {
    "arrowstyle": "-|>,head_length=0.3,head_width=0.13",
    "color": style.SOFT_INK,
    "linewidth": 0.8,
    "shrinkA": 0,
    "shrinkB": 0,
}

_TIME_BAR = 1.0
"""Length of the scale of time [inches]."""


def write_title(figure: "Figure", scene: Scene, drawn: Drawn, left: float, top: float) -> None:
    """Write the name of the scene and what came out; `left` and `top` [inches] from the upper left corner."""
    width, height = figure.get_size_inches()
    inner, outer = scene.body.reach
    reach = f"{outer:.4g}" if inner == 0 else f"{inner:.4g} to {outer:.4g}"
    bones = f"{scene.body.bones} bone{'s' if scene.body.bones > 1 else ''}"
    reached, count = int(drawn.reached.sum()), len(drawn.reached)
    said = f"{bones}   ·   reach {reach}   ·   {reached} of {count} targets reached"
    figure.text(left / width, 1 - top / height, scene.name or "Scene", fontsize=15, fontweight="bold", va="baseline")
    figure.text(left / width, 1 - (top + 0.25) / height, said, color=style.SOFT_INK, va="baseline", fontsize=9)


def draw_legend(axes: "Axes", scene: Scene, drawn: Drawn) -> None:
    """Explain the marks in one line, on axes whose unit is the inch."""
    marks = [("s", style.INK, style.INK, "base"), ("o", style.TARGET, style.TARGET, "target reached")]
    if not drawn.reached.all():
        marks.append(("x", style.MISSED, style.MISSED, "target missed"))
    marks.append(("s", style.BEYOND, style.REACH_EDGE, "out of reach"))
    if drawn.sectors:
        marks.append(("s", style.LIMIT, style.LIMIT_EDGE, "limits"))
    x = 0.06
    for marker, face, edge, label in marks:
        width = 1.7 if marker == "x" else 0.8
        axes.plot(x, 0, marker=marker, color=face, markeredgecolor=edge, markersize=5.5, markeredgewidth=width)
        axes.text(x + 0.13, 0, label, va="center_baseline", color=style.SOFT_INK)
        x += 0.42 + style.LETTER * len(label)
    if len(drawn.poses) > 1:
        _draw_time_scale(axes, scene, x)


def _draw_time_scale(axes: "Axes", scene: Scene, x: float) -> None:
    first, last = scene.targets[0].time, scene.targets[-1].time
    before, after = ("first", "last") if first is None or last is None else (f"{first:.4g} s", f"{last:.4g} s")
    axes.text(x, 0, before, va="center_baseline", color=style.SOFT_INK)
    x += 0.1 + style.LETTER * len(before)
    steps = 48
    for step in range(steps):
        # Every piece runs on to the end and is covered by the next: no seams.
        piece = [x + _TIME_BAR * step / steps, x + _TIME_BAR]
        colour = style.time_colour(step / (steps - 1))
        axes.plot(piece, [0, 0], color=colour, linewidth=4.5, solid_capstyle="butt")
    axes.text(x + _TIME_BAR + 0.08, 0, after, va="center_baseline", color=style.SOFT_INK)


def free_corners(axes: "Axes", points: Array) -> list[tuple[int, int]]:
    """Return the corners of a view, (0 left | 1 right, 0 low | 1 high), the emptiest first.

    Parameters
    ----------
    axes : Axes
    points : (m, 2) float64
        What is drawn, in paper units.
    """
    sides = np.array([axes.get_xlim(), axes.get_ylim()])
    corners = [(0, 0), (1, 0), (1, 1), (0, 1)]

    def room(corner: tuple[int, int]) -> float:
        place = np.array([sides[0, corner[0]], sides[1, corner[1]]])
        return float(np.hypot(*(points - place).T).min())

    return sorted(corners, key=room, reverse=True)


def draw_scale_bar(axes: "Axes", drawn: Drawn, corner: tuple[int, int]) -> None:
    """Draw a round length in a corner. Views are orthographic: across the eye it is true everywhere."""
    step, inch = grid_step(drawn.unit), _inch(axes)
    length = step / drawn.unit
    start, height = _corner_of_box(axes, corner, length, 0.22 * inch)
    ends = [start, start + length]
    axes.plot(ends, [height, height], color=style.SOFT_INK, linewidth=1.2, solid_capstyle="butt", zorder=600)
    _write(axes, start + length / 2, height + 0.11 * inch, f"{step:g}")


def draw_directions(axes: "Axes", view: View, corner: tuple[int, int]) -> None:
    """Draw in a corner which way x, y and z run."""
    inch = _inch(axes)
    ends = view(np.eye(view.matrix.shape[1])) * _ARROW * inch
    low = ends.min(axis=0).clip(max=0)
    size = ends.max(axis=0).clip(min=0) - low
    origin = np.array(_corner_of_box(axes, corner, size[0] + 0.1 * inch, size[1] + 0.1 * inch)) - low
    for name, end in zip("xyz", ends, strict=False):
        tip = origin + end
        axes.annotate("", (tip[0], tip[1]), (origin[0], origin[1]), arrowprops=_ARROW_SHAPE, zorder=600)
        beyond = tip + 0.1 * inch * end / np.hypot(*end)
        _write(axes, beyond[0], beyond[1], name)


def _write(axes: "Axes", x: float, y: float, text: str) -> None:
    axes.text(x, y, text, ha="center", va="center", color=style.SOFT_INK, zorder=600)


def _corner_of_box(axes: "Axes", corner: tuple[int, int], width: float, height: float) -> tuple[float, float]:
    """Return the lower left corner of a box that sits in a corner of the view."""
    margin = 0.14 * _inch(axes)
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    x = right - margin - width if corner[0] else left + margin
    y = high - margin - height if corner[1] else low + margin
    return x, y


def _inch(axes: "Axes") -> float:
    """Return how many paper units of a view are an inch on the sheet."""
    low, high = axes.get_xlim()
    return float((high - low) * axes.figure.dpi / axes.bbox.width)
