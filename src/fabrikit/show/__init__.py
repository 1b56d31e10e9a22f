"""Figures of solved scenes (matplotlib, the `plot` extra)."""

from fabrikit.show.body_figure import body_figure
from fabrikit.show.figure import scene_figure
from fabrikit.show.plotting import require_matplotlib
from fabrikit.show.saving import SUFFIXES, save_figure

__all__ = ["SUFFIXES", "body_figure", "require_matplotlib", "save_figure", "scene_figure"]
