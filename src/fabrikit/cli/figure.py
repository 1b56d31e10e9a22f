"""Draw the figure that a command was asked for."""

from collections.abc import Sequence
from pathlib import Path

import typer

from fabrikit.cli.values import require_folder
from fabrikit.errors import OptionError
from fabrikit.formats import BodyScene, Scene
from fabrikit.show import SUFFIXES, body_figure, save_figure, scene_figure
from fabrikit.solve import BodyResult, Result


def figure_path(path: Path) -> None:
    """Refuse a file that a figure cannot be written to, before anything runs. Raises OptionError."""
    if path.suffix.lower() not in SUFFIXES:
        raise OptionError(f"--plot {path}: a figure is {' or '.join(SUFFIXES)}")
    require_folder(path, "--plot")


def draw_body(scene: BodyScene, results: Sequence[BodyResult], path: Path, *, quiet: bool = False) -> None:
    """Write the figure of a skeleton, as `draw` does."""
    save_figure(body_figure(scene, results), path)
    typer.echo(f"figure: {path}", err=quiet)


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
