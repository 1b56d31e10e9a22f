"""Curves side by side, each named where it ends: for benchmarks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from fabrikit.show import style
from fabrikit.show.plotting import matplotlib_settings, new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

CurveFigure: TypeAlias = "Figure"
"""What `curve_figure` draws: rooms that see no matplotlib name it so."""

_PANEL = (3.25, 2.75)
_LEFT, _RIGHT, _BETWEEN, _ABOVE, _TITLE, _BOTTOM = 0.62, 1.4, 1.95, 0.7, 0.75, 0.15
"""Inches: a panel, and the room around panels; names stand to the right of each, its title above, its axis below."""

_AXIS = 0.5

_IN_A_ROW = 2

METHOD_COLOURS = {
    "auto": "#0b3c6f",
    "fabrik": "#e08a00",
    "ccd": "#2f9e6e",
    "jacobian-transpose": "#9a4f9c",
    "dls": "#c2283a",
    "dls-dense": "#7d1524",
    "pseudo-inverse": "#7b828a",
    "sdls": "#5b62d0",
    "ftl": "#8a6f45",
    "triangulation": "#2a9aa5",
}

_LABEL_GAP = 0.06
"""Of the height of a panel, between names."""


@dataclass(frozen=True)
class Curve:
    """A line with its name.

    Attributes
    ----------
    label : str
        Also chooses the colour where it is the name of a method.
    x, y : sequence of float
    dashed : bool
    """

    label: str
    x: Sequence[float]
    y: Sequence[float]
    dashed: bool = False


@dataclass(frozen=True)
class Panel:
    """Axes with curves.

    Attributes
    ----------
    title, x_label, y_label : str
    curves : sequence of Curve
    guides : sequence of Curve
        Thin grey lines to compare slopes with.
    log_x, log_y : bool
    ticks : sequence of str
        Names of the places 0, 1, 2 … along x.
    steps : bool
        Draw stairs, each named on its way up: for distributions.
    percent : bool
        y is a share.
    marks : bool
        Dots at the points that were measured.
    """

    title: str
    x_label: str
    y_label: str
    curves: Sequence[Curve]
    guides: Sequence[Curve] = field(default_factory=tuple)
    log_x: bool = False
    log_y: bool = False
    ticks: Sequence[str] = ()
    steps: bool = False
    percent: bool = False
    marks: bool = True


def curve_figure(title: str, said: str, panels: Sequence[Panel]) -> Figure:
    """Draw panels of curves in a row.

    Parameters
    ----------
    title : str
    said : str
        One line under the title.
    panels : sequence of Panel

    Raises
    ------
    MissingExtra
        matplotlib is not installed.
    """
    with matplotlib_settings():
        across = min(len(panels), _IN_A_ROW)
        rows = -(-len(panels) // _IN_A_ROW)
        width = _LEFT + across * _PANEL[0] + (across - 1) * _BETWEEN + _RIGHT
        pitch = _ABOVE + _PANEL[1] + _AXIS
        height = _TITLE + rows * pitch + _BOTTOM
        figure = new_figure(width, height)
        for index, panel in enumerate(panels):
            row, column = divmod(index, _IN_A_ROW)
            left = _LEFT + column * (_PANEL[0] + _BETWEEN)
            bottom = height - _TITLE - row * pitch - _ABOVE - _PANEL[1]
            box = (left / width, bottom / height, _PANEL[0] / width, _PANEL[1] / height)
            _draw_panel(figure.add_axes(box), panel)
        figure.text(0.3 / width, 1 - 0.42 / height, title, fontsize=14, fontweight="bold", va="baseline")
        figure.text(0.3 / width, 1 - 0.68 / height, said, color=style.SOFT_INK, va="baseline", fontsize=8.5)
    return figure


def _colour(curve: Curve) -> str:
    return METHOD_COLOURS.get(curve.label.split(",")[0], style.INK)


def _draw_panel(axes: Axes, panel: Panel) -> None:
    _prepare(axes, panel)
    for guide in panel.guides:
        axes.plot(guide.x, guide.y, color=style.REACH_EDGE, linewidth=0.9, linestyle=(0, (4, 3)), zorder=1)
    for curve in panel.curves:
        axes.plot(
            curve.x,
            curve.y,
            color=_colour(curve),
            linewidth=1.6,
            linestyle=(0, (4, 1.6)) if curve.dashed else "-",
            drawstyle="steps-post" if panel.steps else "default",
            marker="o" if panel.marks else None,
            markersize=3.2,
            solid_capstyle="round",
            zorder=3,
        )
    _frame(axes, panel)
    for guide in panel.guides:
        _name_guide(axes, guide)
    if panel.steps:
        _name_steps(axes, panel.curves)
    else:
        _name_curves(axes, panel.curves)


def _prepare(axes: Axes, panel: Panel) -> None:
    axes.set_xscale("log" if panel.log_x else "linear")
    axes.set_yscale("log" if panel.log_y else "linear")
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(style.REACH_EDGE)
    axes.tick_params(which="both", color=style.REACH_EDGE, labelcolor=style.SOFT_INK, labelsize=7.5)
    axes.grid(color=style.FAINT, linewidth=0.7, zorder=0)
    axes.set_axisbelow(True)
    axes.set_xlabel(panel.x_label, color=style.SOFT_INK)
    axes.text(0, 1.1, panel.title, transform=axes.transAxes, fontweight="bold", va="bottom")
    axes.text(0, 1.03, panel.y_label, transform=axes.transAxes, color=style.SOFT_INK, va="bottom", fontsize=7.5)
    for axis, is_log in ((axes.xaxis, panel.log_x), (axes.yaxis, panel.log_y)):
        if is_log:
            _plain_decades(axis)
    if panel.ticks:
        axes.set_xticks(range(len(panel.ticks)), panel.ticks)
    if panel.percent:
        from matplotlib.ticker import PercentFormatter

        axes.yaxis.set_major_formatter(PercentFormatter(1.0))


def _plain_decades(axis: Axis) -> None:
    """Write decades as 0.01, 1, 1000 as far as that is short, and nothing between them."""
    from matplotlib.ticker import FuncFormatter, NullFormatter

    def name(value: float, _: object) -> str:
        power = round(float(np.log10(value)))
        return f"{value:g}" if -3 <= power <= 4 else f"$10^{{{power}}}$"

    axis.set_major_formatter(FuncFormatter(name))
    axis.set_minor_formatter(NullFormatter())


def _frame(axes: Axes, panel: Panel) -> None:
    xs = np.concatenate([np.asarray(curve.x, float) for curve in panel.curves])
    ys = np.concatenate([np.asarray(curve.y, float) for curve in panel.curves])
    if panel.log_x:
        xs = xs[xs > 0]
        axes.set_xlim(xs.min() / 1.15, xs.max() * 1.15)
    if panel.percent:
        axes.set_ylim(-0.02, 1.03)
    elif panel.log_y:
        ys = ys[ys > 0]
        axes.set_ylim(ys.min() / 1.6, ys.max() * 2.2)
    else:
        axes.set_ylim(0, 1.12 * ys.max())


def _name_guide(axes: Axes, guide: Curve) -> None:
    """Write the guide's name at its middle, on the side where it hides least: left of steep ones, under flat ones."""
    low, high = axes.get_ylim()
    inside = [(x, y) for x, y in zip(guide.x, guide.y, strict=True) if low <= y <= high]
    if inside:
        steep = guide.y[-1] / guide.y[0] > 2 * guide.x[-1] / guide.x[0]
        axes.annotate(
            guide.label,
            inside[len(inside) // 2],
            (-5, 5) if steep else (5, -5),
            textcoords="offset points",
            color=style.SOFT_INK,
            fontsize=8,
            va="bottom" if steep else "top",
            ha="right" if steep else "left",
        )


def _name_steps(axes: Axes, curves: Sequence[Curve]) -> None:
    """Write the names beside the stairs, each a little higher than the one before."""
    for index, curve in enumerate(curves):
        height = 0.3 + 0.5 * index / max(len(curves) - 1, 1)
        x = next(x for x, y in zip(curve.x, curve.y, strict=True) if y >= height)
        axes.annotate(
            curve.label.split(", ")[-1],
            (x, height),
            (4, 0),
            textcoords="offset points",
            color=_colour(curve),
            fontsize=8,
            va="center",
            bbox={"facecolor": style.PAPER, "edgecolor": "none", "pad": 0.6, "alpha": 0.8},
        )


def _name_curves(axes: Axes, curves: Sequence[Curve]) -> None:
    """Write each name beside the end of its curve, moved apart where ends are close."""
    to_axes = axes.transData + axes.transAxes.inverted()
    ends = []
    for curve in curves:
        x, y = to_axes.transform((curve.x[-1], curve.y[-1]))
        ends.append((float(np.clip(y, 0, 1)), float(x), curve))
    ends.sort(key=lambda end: end[0])
    places = _apart([y for y, _, _ in ends], _LABEL_GAP)
    for place, (y, x, curve) in zip(places, ends, strict=True):
        line, text = [x + 0.015, 1.055], axes.transAxes
        axes.plot(line, [y, place], transform=text, color=_colour(curve), linewidth=0.5, alpha=0.6, clip_on=False)
        axes.text(1.065, place, curve.label, transform=text, color=_colour(curve), va="center", fontsize=8)


def _apart(places: Sequence[float], gap: float) -> list[float]:
    """Move sorted places apart to at least `gap`, as little as can be, none below 0."""
    moved = list(places)
    for _ in range(200):
        for k in range(len(moved) - 1):
            overlap = gap - (moved[k + 1] - moved[k])
            if overlap > 0:
                moved[k] -= overlap / 2
                moved[k + 1] += overlap / 2
        moved = [place + max(0.0, -moved[0]) for place in moved]
    return moved
