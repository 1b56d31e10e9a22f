"""Draw what the joint types allow, each on a globe around its joint: the picture of docs/limits.md.

The solid line is the bone at rest. It may point wherever the globe is coloured; a dashed rim is on the far side.

    python examples/limits.py docs/images/limits.svg
"""

import math
import sys

import numpy as np

from fabrikit.show import save_figure, style
from fabrikit.show.plotting import matplotlib_settings, new_figure
from fabrikit.show.views import oblique

BONE, SIDE = np.array([0.0, 0.0, -1.0]), np.array([1.0, 0.0, 0.0])
"""An arm hangs down; the first of four half-angles is forward."""

EYE = oblique(math.radians(-50), math.radians(-50))
TOWARD_EYE = np.cross(*EYE.matrix)

PANELS = (
    ("Hinge((0, -1, 0), 0°, 150°)", "an elbow", None),
    ("Ball(cone=40°)", "one half-angle", (40, 40, 40, 40)),
    ("Ball(cone=(20°, 70°, 30°, 80°))", "a wrist", (20, 70, 30, 80)),
    ("Ball(cone=(175°, 175°, 60°, 0°))", "a shoulder", (175, 175, 60, 0)),
)


def in_plane(directions):
    """Return where directions (..., 3) stand in the stereographic plane: at angle a from the bone, at tan(a / 2)."""
    up = np.cross(BONE, SIDE)
    return np.stack([directions @ SIDE, directions @ up], axis=-1) / (1 + directions @ BONE)[..., np.newaxis]


def from_plane(points):
    """Return the directions (k, 3) of points (k, 2) of the stereographic plane."""
    square = (points * points).sum(axis=1)
    flat = np.stack([1 - square, *(2 * points.T)], axis=1) / (1 + square)[:, np.newaxis]
    return flat @ np.array([BONE, SIDE, np.cross(BONE, SIDE)])


def radii(cone, x, y):
    """Return the half-axes of the quarter ellipse that (x, y) lies in."""
    right, up, left, down = np.tan(np.radians(cone) / 2).clip(1e-9)
    return np.where(x >= 0, right, left), np.where(y >= 0, up, down)


def rim(cone):
    """Return the rim (k, 3) of a cone of four half-angles [degrees]: quarter ellipses in the plane."""
    # Densest near the four ends: where one half-angle is far larger, nearly all of the rim lies there.
    away = np.geomspace(1e-4, math.pi / 4, 60)
    quarter = np.concatenate([[0.0], away, math.pi / 2 - away[::-1]])
    turn = np.concatenate([quarter + side * math.pi / 2 for side in range(4)])
    ellipse = np.stack([np.cos(turn), np.sin(turn)])
    return from_plane((ellipse * radii(cone, *ellipse)).T)


def excess(cone, directions):
    """Return how far directions (..., 3) are outside the cone: negative inside."""
    x, y = np.moveaxis(in_plane(directions), -1, 0)
    a, b = radii(cone, x, y)
    return np.hypot(x / a, y / b) - 1


def draw_globe(axes):
    """Draw the outline, and circles every 30 degrees from the bone."""
    turn = np.linspace(0, 2 * math.pi, 121)
    axes.fill(np.cos(turn), np.sin(turn), facecolor=style.PAPER, edgecolor=style.REACH_EDGE, linewidth=0.8)
    for degrees in range(30, 180, 30):
        draw_curve(axes, from_plane(math.tan(math.radians(degrees) / 2) * np.stack([np.cos(turn), np.sin(turn)], 1)))


def draw_curve(axes, directions, colour=style.FAINT, width=0.8, far=False):
    """Draw the near part of a curve, and the far part dashed if asked."""
    near = directions @ TOWARD_EYE >= 0
    for part, dashes in ((near, "solid"), (~near, (0, (2, 2)))):
        if far or part is near:
            x, y = np.where(part[:, np.newaxis], EYE(directions), np.nan).T
            axes.plot(x, y, color=colour, linewidth=width, linestyle=dashes)


def draw_cone(axes, cone):
    """Colour what a cone allows, and say its half-angles where they end."""
    x, y = np.meshgrid(np.linspace(-1, 1, 201), np.linspace(-1, 1, 201))
    depth = np.sqrt((1 - x * x - y * y).clip(0))
    near = np.stack([x, y], axis=-1) @ EYE.matrix + depth[..., np.newaxis] * TOWARD_EYE
    level = np.where(x * x + y * y <= 1, excess(cone, near), np.nan)
    axes.contourf(x, y, level, levels=[-2, 0], colors=[style.LIMIT])
    draw_curve(axes, rim(cone), style.LIMIT_EDGE, 1.2, far=True)
    ends = []
    for degrees, towards in zip(cone, (SIDE, np.cross(BONE, SIDE), -SIDE, -np.cross(BONE, SIDE)), strict=True):
        angles = np.radians(np.linspace(0, degrees, 40))[:, np.newaxis]
        arc = np.cos(angles) * BONE + np.sin(angles) * towards
        draw_curve(axes, arc, style.TIME[2], 1.0, far=True)
        if degrees and all(np.linalg.norm(arc[-1] - end) > 0.3 for end in ends):
            ends.append(arc[-1])
            write(axes, 1.04 * arc[-1], f"{degrees}°")


def draw_hinge(axes):
    """Draw the sector of the elbow and its axis."""
    angles = np.radians(np.linspace(0, 150, 120))[:, np.newaxis]
    arc = np.cos(angles) * BONE + np.sin(angles) * SIDE
    axes.fill(*EYE(np.vstack([np.zeros(3), arc])).T, facecolor=style.LIMIT, edgecolor=style.LIMIT_EDGE, linewidth=1.2)
    axes.plot(*EYE(np.array([[0, 0.5, 0], [0, -0.5, 0]])).T, color=style.SOFT_INK, linewidth=0.8)
    write(axes, np.array([0, -0.62, 0]), "axis")
    write(axes, 1.1 * arc[-1], "150°")
    write(axes, 1.12 * arc[0], "0°")


def write(axes, point, text):
    """Write at a point in space."""
    from matplotlib.patheffects import withStroke

    halo = [withStroke(linewidth=2.5, foreground=style.PAPER)]
    axes.text(*EYE(point), text, ha="center", va="center", path_effects=halo, zorder=20)


def limits_figure():
    """Return the figure."""
    side, title = 2.5, 0.55
    with matplotlib_settings():
        figure = new_figure(side * len(PANELS), side + title)
        for index, (code, words, cone) in enumerate(PANELS):
            axes = figure.add_axes((index / len(PANELS), 0, 1 / len(PANELS), side / (side + title)))
            axes.set(xlim=(-1.25, 1.25), ylim=(-1.25, 1.25))
            axes.axis("off")
            draw_globe(axes)
            if cone is None:
                draw_hinge(axes)
            else:
                draw_cone(axes, cone)
            tip = EYE(np.stack([np.zeros(3), BONE]))
            axes.plot(*tip.T, color=style.INK, linewidth=2.6, solid_capstyle="round", zorder=10)
            axes.plot(0, 0, marker="o", markersize=5.5, color=style.PAPER, markeredgecolor=style.INK, zorder=11)
            axes.text(0, 1.42, code, ha="center", fontsize=9)
            axes.text(0, 1.24, words, ha="center", color=style.SOFT_INK)
    return figure


if __name__ == "__main__":
    save_figure(limits_figure(), sys.argv[1])
