"""`fabrikit solve`: solve a body for its targets."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from fabrikit.cli.exits import exit_code
from fabrikit.cli.figure import draw, figure_path
from fabrikit.cli.inputs import SolveArguments, read_arguments
from fabrikit.cli.report import report_path, report_text
from fabrikit.cli.table import print_table
from fabrikit.errors import OptionError
from fabrikit.formats import solve_scene

SOLVE_EPILOG = """\b
Examples:
  fabrikit solve human-arm
  fabrikit solve human-arm --target 0.4,-0.2,0.1 --json
  fabrikit solve textbook-chain --target -1,2 --target 9,9 --plot chain.svg

\b
BODY may hold targets and options of its own; targets given here replace its targets, options replace its
options. Exit codes: 0 all reached, 3 some not reached, 2 wrong input.
"""

Body = Annotated[str, typer.Argument(metavar="BODY", help="A scene file (JSON), a preset, or - for standard input.")]
TargetOption = Annotated[
    list[str], typer.Option("--target", metavar="x,y,z", help="Where the tip should go. May be repeated.")
]
Targets = Annotated[str | None, typer.Option(metavar="FILE", help="A CSV table of targets, or - for standard input.")]
Columns = Annotated[
    str | None, typer.Option(metavar="a,b,c", help="The columns of the table that hold the position. [x,y,z]")
]
Start = Annotated[
    str | None, typer.Option(metavar="POSE", help="Start from these joints: JSON, or a JSON or CSV file. [the rest pose]")
]
Base = Annotated[str | None, typer.Option(metavar="x,y,z", help="Where the first joint stands. [where the start has it]")]
PoleOption = Annotated[str | None, typer.Option("--pole", metavar="x,y,z", help="The point toward which the chain bends.")]
PoleDirection = Annotated[
    str | None, typer.Option(metavar="x,y,z", help="The direction toward which the chain bends.")
]
Tolerance = Annotated[
    float | None, typer.Option(metavar="LENGTH", help="The error that counts as reached. [1e-6 of the reach]")
]
MaxIterations = Annotated[int | None, typer.Option(metavar="N", help="Stop after so many iterations. [1000]")]
Method = Annotated[
    str | None, typer.Option(metavar="NAME", help="auto is the best; fabrik is the paper's to the letter. [auto]")
]
Follow = Annotated[
    bool | None, typer.Option("--follow/--no-follow", help="Start each target from the answer before. [no]")
]
Json = Annotated[bool, typer.Option("--json", help="Print everything as JSON instead of the table.")]
Plot = Annotated[Path | None, typer.Option(metavar="FILE", help="Draw a figure (.svg or .png).")]
Output = Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write everything to a JSON file.")]
Trace = Annotated[bool, typer.Option("--trace", help="Put every single placement into the JSON.")]


def solve(
    body: Body,
    target: TargetOption = [],  # noqa: B006 - typer makes a new list for every call
    targets: Targets = None,
    columns: Columns = None,
    start: Start = None,
    base: Base = None,
    pole: PoleOption = None,
    pole_direction: PoleDirection = None,
    tolerance: Tolerance = None,
    max_iterations: MaxIterations = None,
    method: Method = None,
    follow: Follow = None,
    as_json: Json = False,
    plot: Plot = None,
    output: Output = None,
    trace: Trace = False,
) -> int:
    """Solve BODY for its targets: where does every joint stand when the tip is there?"""
    if trace and not as_json and output is None:
        raise OptionError("--trace goes into the JSON; add --json or -o FILE")
    # Files that cannot be written are refused before anything runs.
    figure_path(plot)
    report_path(output)
    scene = read_arguments(
        SolveArguments(
            body, target, targets, columns, start, base, pole, pole_direction, tolerance, max_iterations, method, follow
        )
    )
    results = solve_scene(scene, trace=trace)
    if as_json:
        sys.stdout.write(report_text(scene, results))
    else:
        print_table(scene, results)
    if output is not None:
        output.write_text(report_text(scene, results), encoding="utf-8")
        typer.echo(f"results: {output}", err=as_json)
    if plot is not None:
        draw(scene, results, plot, quiet=as_json)
    return exit_code(results)
