"""Draw a reach map: cuts through the base, each point as dark as it took iterations."""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from fabrikit.arrays import Array
from fabrikit.show import style
from fabrikit.show.plotting import matplotlib_settings, new_figure
from fabrikit.solve import STATUSES, Status
from fabrikit.solve.reach_map import ReachMap

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PANEL, _GAP, _MARGIN, _TITLE, _LEGEND = 3.5, 0.25, 0.35, 1.2, 0.55
"""Inches: a cut, between cuts, around the sheet, for the title, for the legend."""

_CUTS = (("from above: x right, y up", 0, 1), ("from the side: x right, z up", 0, 2), ("from x: y right, z up", 1, 2))
"""Title, and the axes that run right and up."""

_OUT_OF_REACH = [STATUSES.index(status) for status in (Status.TOO_FAR, Status.TOO_NEAR)]


Colour = tuple[float, float, float]
Ends = tuple[int, int]


def _rgb(code: str, strength: float = 1.0) -> Colour:
    """Return the colour (red, green, blue) of a code such as "#c2283a", mixed with white."""
    red, green, blue = (1 - strength * (1 - int(code[place : place + 2], 16) / 255) for place in (1, 3, 5))
    return red, green, blue


_MISSED, _BEYOND = _rgb(style.MISSED, 0.22), _rgb(style.BEYOND)


def reach_figure(found: ReachMap, name: str) -> "Figure":
    """Draw the plane of a 2D map, or three planes through the base of a 3D one.

    Parameters
    ----------
    found : ReachMap
    name : str
        Of the body; the title.

    Raises
    ------
    MissingExtra
        matplotlib is not installed.
    """
    cuts = _CUTS if found.chain.dimension == 3 else (("", 0, 1),)
    size = _PANEL if len(cuts) > 1 else 2 * _PANEL
    with matplotlib_settings():
        width = len(cuts) * (size + _GAP) - _GAP + 2 * _MARGIN
        figure = new_figure(width, size + _TITLE + _LEGEND)
        ends = _ends(found)
        for index, (title, right, up) in enumerate(cuts):
            axes = _panel(figure, _MARGIN + index * (size + _GAP), size)
            _draw_cut(axes, found, right, up, ends)
            axes.text(0, 1.02, title, transform=axes.transAxes, va="bottom", color=style.SOFT_INK)
        _write_title(figure, found, name)
        _draw_legend(figure, found, ends)
    return figure


def _panel(figure: "Figure", left: float, size: float) -> "Axes":
    width, height = figure.get_size_inches()
    axes = figure.add_axes((left / width, _LEGEND / height, size / width, size / height), facecolor=style.BEYOND)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
    return axes


def _draw_cut(axes: "Axes", found: ReachMap, right: int, up: int, ends: Ends) -> None:
    """Draw the plane through the base along two axes, and the pose that every solve started from."""
    middle = [len(axis) // 2 for axis in found.axes]
    cut: list[slice | int] = [*middle]
    cut[right] = cut[up] = slice(None)
    place = tuple(cut)
    half = found.step / 2
    horizontal, vertical = found.axes[right], found.axes[up]
    extent = (horizontal[0] - half, horizontal[-1] + half, vertical[0] - half, vertical[-1] + half)
    image = _colours(found.status[place], found.iterations[place], ends).swapaxes(0, 1)
    axes.imshow(image, origin="lower", extent=extent, interpolation="nearest")
    pose = found.start[:, [right, up]]
    axes.plot(*pose.T, color=style.PAPER, linewidth=3.4, solid_joinstyle="round")
    axes.plot(*pose.T, color=style.INK, linewidth=1.6, marker="o", markersize=3, solid_joinstyle="round")
    axes.plot(*pose[0], marker="s", color=style.INK, markersize=5.5)
    axes.set_xlim(extent[:2])
    axes.set_ylim(extent[2:])


def _colours(status: npt.NDArray[np.int8], iterations: npt.NDArray[np.int32], ends: Ends) -> Array:
    """Return the colours (k, k, 3) of the points: by iterations where reached, one for out of reach, one for missed."""
    image: Array = np.empty((*status.shape, 3))
    image[:] = _MISSED
    image[np.isin(status, _OUT_OF_REACH)] = _BEYOND
    least, most = ends
    scale = np.array([style.time_colour((count - least) / (most - least)) for count in range(least, most + 1)])
    reached = status == 0
    image[reached] = scale[np.clip(iterations[reached], least, most) - least]
    return image


def _ends(found: ReachMap) -> Ends:
    """Return the iterations of the lightest and darkest colour: one reached point of 100 takes less, one more."""
    reached = found.iterations[found.status == 0]
    if not reached.size:
        return 0, 1
    least, most = (int(count) for count in np.quantile(reached, (0.01, 0.99)))
    return least, max(most, least + 1)


def _write_title(figure: "Figure", found: ReachMap, name: str) -> None:
    width, height = figure.get_size_inches()
    inner, outer = found.chain.reach
    reach = f"{outer:.4g}" if inner == 0 else f"{inner:.4g} to {outer:.4g}"
    share = (found.status == 0).mean()
    said = f"{found.chain.bones} bones   ·   reach {reach}   ·   a point every {found.step:.4g}, {share:.1%} reached"
    figure.text(_MARGIN / width, 1 - 0.48 / height, name, fontsize=15, fontweight="bold", va="baseline")
    figure.text(_MARGIN / width, 1 - 0.73 / height, said, color=style.SOFT_INK, va="baseline", fontsize=9)


def _draw_legend(figure: "Figure", found: ReachMap, ends: Ends) -> None:
    """Explain the colours in one line, on axes whose unit is the inch."""
    width, height = figure.get_size_inches()
    axes = figure.add_axes((_MARGIN / width, 0, 1 - 2 * _MARGIN / width, _LEGEND / height))
    axes.set_axis_off()
    axes.set_xlim(0, width - 2 * _MARGIN)
    axes.set_ylim(-_LEGEND / 2, _LEGEND / 2)
    marks = [(_BEYOND, style.REACH_EDGE, "out of reach")]
    if any(status not in (Status.REACHED, Status.TOO_FAR, Status.TOO_NEAR) for status in found.counts()):
        marks.insert(0, (_MISSED, style.MISSED, "not reached"))
    x = 0.06
    for face, edge, label in marks:
        axes.plot(x, 0, marker="s", color=face, markeredgecolor=edge, markersize=5.5)
        axes.text(x + 0.13, 0, label, va="center_baseline", color=style.SOFT_INK)
        x += 0.42 + style.LETTER * len(label)
    label = f"reached in {ends[0]}"
    axes.text(x, 0, label, va="center_baseline", color=style.SOFT_INK)
    x += 0.1 + style.LETTER * len(label)
    scale = np.array([[style.time_colour(step / 47) for step in range(48)]])
    axes.imshow(scale, extent=(x, x + 1, -0.04, 0.04), aspect="auto", interpolation="nearest")
    axes.text(x + 1.08, 0, f"to {ends[1]} iterations", va="center_baseline", color=style.SOFT_INK)
