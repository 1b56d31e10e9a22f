"""Draw one view of a solved scene onto one pair of axes."""

from typing import TYPE_CHECKING

import numpy as np

from fabrikit.arrays import Array
from fabrikit.show import style
from fabrikit.show.limits import draw_sectors
from fabrikit.show.views import Drawn, View

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TARGETS_ORDER = 500.0
"""Above every pose."""

_BELOW_POSES = 5.0

_DENSE = 80
"""More targets than this are a cloud of small dots behind the poses."""

_NEAR = 0.05
"""Paper units."""


def draw_view(axes: "Axes", drawn: Drawn, view: View, scale: float = 1.0) -> None:
    """Draw reach, limits, poses, targets and base; `scale` thins the lines of a small view."""
    draw_reach(axes, drawn)
    draw_sectors(axes, drawn)
    draw_poses(axes, drawn, view, scale)
    draw_targets(axes, drawn, view, scale)
    draw_base(axes, scale)


def draw_reach(axes: "Axes", drawn: Drawn) -> None:
    """Draw what the chain can reach, white: a ring in the plane; in space the outline of a ball.

    The hole of a ball is hidden inside it, so that its outline is drawn and nothing is shaded.
    """
    from matplotlib.patches import Circle

    in_plane = drawn.targets.shape[1] == 2
    axes.add_patch(Circle((0, 0), 1, facecolor=style.PAPER, edgecolor=style.REACH_EDGE, linewidth=0.8, zorder=0))
    if drawn.inner > 0:
        colour = style.BEYOND if in_plane else "none"
        axes.add_patch(
            Circle((0, 0), drawn.inner, facecolor=colour, edgecolor=style.REACH_EDGE, linewidth=0.8, zorder=1)
        )


def draw_poses(axes: "Axes", drawn: Drawn, view: View, scale: float) -> None:
    """Draw the poses from the first, light and thin, to the last, dark and bold."""
    last = len(drawn.poses) - 1
    for index in drawn.shown:
        fraction = index / last if last else 1.0
        width = scale * (3.6 if index == last else 1.7)
        _draw_pose(axes, view(drawn.poses[index]), style.time_colour(fraction), width, 10 + 100 * fraction)


def _draw_pose(axes: "Axes", joints: Array, colour: tuple[float, float, float], width: float, order: float) -> None:
    x, y = joints.T
    axes.plot(x, y, color=colour, linewidth=width, solid_capstyle="round", solid_joinstyle="round", zorder=order)
    axes.plot(
        x[1:-1],
        y[1:-1],
        linestyle="none",
        marker="o",
        markersize=1.2 + 1.6 * width,
        markerfacecolor=style.PAPER,
        markeredgecolor=colour,
        markeredgewidth=0.3 + 0.35 * width,
        zorder=order + 0.1,
    )


def draw_targets(axes: "Axes", drawn: Drawn, view: View, scale: float) -> None:
    """Draw the targets: a dot where reached; where missed, a cross and a dotted line from the tip."""
    points, tips = view(drawn.targets), view(drawn.poses[:, -1])
    is_dense = len(points) > _DENSE
    axes.plot(
        *points[drawn.reached].T,
        linestyle="none",
        marker="o",
        markersize=scale * (2.2 if is_dense else 4.2),
        markerfacecolor=style.TARGET,
        markeredgecolor=style.PAPER,
        markeredgewidth=0.0 if is_dense else 0.7 * scale,
        zorder=_BELOW_POSES if is_dense else _TARGETS_ORDER,
    )
    for index in np.flatnonzero(~drawn.reached):
        gap = np.array([tips[index], points[index]])
        axes.plot(*gap.T, color=style.MISSED, linewidth=1.3 * scale, linestyle=(0, (1, 1.4)), zorder=_TARGETS_ORDER)
        axes.plot(
            *points[index],
            marker="x",
            markersize=7.5 * scale,
            markeredgewidth=2.0 * scale,
            color=style.MISSED,
            zorder=_TARGETS_ORDER + 1,
        )


def draw_base(axes: "Axes", scale: float) -> None:
    """Draw the joint that stands still."""
    axes.plot(
        0,
        0,
        marker="s",
        markersize=7.5 * scale,
        color=style.INK,
        markeredgecolor=style.PAPER,
        markeredgewidth=0.9 * scale,
        zorder=_TARGETS_ORDER + 2,
    )


def draw_names(axes: "Axes", drawn: Drawn, view: View) -> None:
    """Write the names of the targets beside them, on the side where less is drawn."""
    points = view(drawn.targets)
    lines = view(_along_lines(drawn))
    low, high = axes.get_xlim()
    inch = float((high - low) * axes.figure.dpi / axes.bbox.width)
    written: list[Array] = []
    for index, name in enumerate(drawn.names):
        # Two names on one spot cannot be read: the first one stays.
        if name and not any(np.hypot(*(points[index] - other)) < _NEAR for other in written):
            written.append(points[index])
            colour = style.INK if drawn.reached[index] else style.MISSED
            letters = inch * (0.12 + style.LETTER * np.linspace(0, len(name), 5))
            right, left = (_room(points[index], side * letters, lines) for side in (1, -1))
            write_beside(axes, points[index], name, colour, to_right=bool(right >= left))


def _room(point: Array, letters: Array, lines: Array) -> float:
    """Return how far the nearest line is from letters written beside a point."""
    text = point + np.stack([letters, np.zeros_like(letters)], axis=1)
    return float(np.hypot(*(text[:, np.newaxis] - lines).T).min())


def _along_lines(drawn: Drawn) -> Array:
    """Return points (m, D) along every bone that is drawn and every gap between a tip and its target."""
    shown = drawn.poses[list(drawn.shown)]
    starts, ends = shown[:, :-1].reshape(-1, shown.shape[-1]), shown[:, 1:].reshape(-1, shown.shape[-1])
    starts = np.concatenate([starts, drawn.poses[~drawn.reached, -1]])
    ends = np.concatenate([ends, drawn.targets[~drawn.reached]])
    share = np.linspace(0, 1, 20)[:, np.newaxis, np.newaxis]
    return np.asarray((starts + share * (ends - starts)).reshape(-1, shown.shape[-1]))


def write_beside(axes: "Axes", point: Array, text: str, colour: str, *, to_right: bool) -> None:
    """Write `text` next to a point, with a halo so that lines behind it do not disturb."""
    from matplotlib.patheffects import withStroke

    axes.annotate(
        text,
        (float(point[0]), float(point[1])),
        xytext=(9 if to_right else -9, 0),
        textcoords="offset points",
        ha="left" if to_right else "right",
        va="center",
        color=colour,
        path_effects=[withStroke(linewidth=2.5, foreground=style.PAPER)],
        zorder=_TARGETS_ORDER + 3,
    )
