"""Draw the figure that a command was asked for."""

from collections.abc import Sequence
from pathlib import Path

import typer

from fabrikit.errors import OptionError
from fabrikit.formats import Scene
from fabrikit.show import SUFFIXES, save_figure, scene_figure
from fabrikit.solve import Result


def figure_path(path: Path | None) -> None:
    """Refuse a name that is not one of a figure.

    Raises
    ------
    OptionError
    """
    if path is not None and path.suffix.lower() not in SUFFIXES:
        raise OptionError(f"--plot {path}: a figure is {' or '.join(SUFFIXES)}")


def draw(scene: Scene, results: Sequence[Result], path: Path, *, quiet: bool = False) -> None:
    """Write the figure and say where it is; `quiet` says it on standard error.

    Raises
    ------
    MissingExtra
        matplotlib is not installed.
    OSError
        The file cannot be written.
    """
    save_figure(scene_figure(scene, results), path)
    typer.echo(f"figure: {path}", err=quiet)
