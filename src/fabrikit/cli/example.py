"""`fabrikit example`: solve the shipped arm, print the table, draw the figure."""

from pathlib import Path
from typing import Annotated

import typer

from fabrikit.cli.figure import draw, figure_path
from fabrikit.cli.inputs import read_chain
from fabrikit.cli.table import print_table
from fabrikit.errors import MissingExtra
from fabrikit.formats import solve_scene

EXAMPLE_EPILOG = """\b
Example:
  fabrikit example
"""


def example(
    plot: Annotated[Path, typer.Option(metavar="FILE", help="Where the figure goes (.svg or .png).")] = Path(
        "fabrikit-arm.svg"
    ),
) -> None:
    """Solve the shipped example: a human arm of published measures fetches a cup.

    Prints a table of the targets and writes a figure. One target is too far, one is where the joints do not let
    the hand go, and the answer says so.
    """
    figure_path(plot)
    scene = read_chain("human-arm")
    results = solve_scene(scene)
    print_table(scene, results)
    try:
        draw(scene, results, plot)
    except MissingExtra as error:
        typer.echo(f"no figure: {error}", err=True)
