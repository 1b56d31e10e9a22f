"""`fabrikit solve`: solve a body for its targets."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from fabrikit.cli.aims import AimArguments
from fabrikit.cli.body_report import body_report_text
from fabrikit.cli.body_table import print_body_table
from fabrikit.cli.exits import exit_code
from fabrikit.cli.figure import draw, draw_body, figure_path
from fabrikit.cli.inputs import SolveArguments, read_arguments
from fabrikit.cli.report import report_path, report_text
from fabrikit.cli.table import print_table
from fabrikit.errors import OptionError
from fabrikit.formats import BodyScene, solve_body_scene, solve_scene
from fabrikit.show import require_matplotlib

SOLVE_EPILOG = """\b
Examples:
  fabrikit solve human-arm
  fabrikit solve human-arm --target 0.4,-0.2,0.1 --json
  fabrikit solve human-arm --target 0.4,-0.3,0 --direction 1,0,0
  fabrikit solve textbook-chain --target -1,2 --angle-deg 90
  fabrikit solve textbook-chain --target -1,2 --target 9,9 --plot chain.svg
  fabrikit solve seven-axis-arm --target 0.4,0.1,0.3 --rotation 0,1,0,0
  fabrikit solve human-body --tip left_fingertips --target 0.4,0.3,1.2
  fabrikit solve quadruped --target nose=0.7,0,0.4 --target trunk=0,0,0.5

\b
A scene may bring targets and options: targets given here replace its targets,
an option given here replaces its option. A direction, rotation or angle of
the last bone is given once for all targets, or once for each --target.
Targets of a skeleton with names are met at once, those of one --tip in turn.
Exit codes: 0 all reached, 3 done but some not reached, 2 wrong input.
"""

Body = Annotated[str, typer.Argument(metavar="BODY", help="A scene file (JSON), a preset, or - for standard input.")]
Targets = Annotated[
    list[str], typer.Option("--target", metavar="x,y,z", help="Where the tip (or NAME=x,y,z) should go; repeatable.")
]
Direction = Annotated[list[str], typer.Option("--direction", metavar="x,y,z", help="Where the last bone points there.")]
Rotation = Annotated[list[str], typer.Option("--rotation", metavar="w,x,y,z", help="Or how it stands, a quaternion.")]
RollPitchYaw = Annotated[list[str], typer.Option("--rpy-deg", metavar="r,p,y", help="Or its roll, pitch, yaw.")]
AngleDeg = Annotated[
    list[str], typer.Option("--angle-deg", metavar="DEG", help="Or, in 2D, its angle from the x axis.")
]
Table = Annotated[str | None, typer.Option("--targets", metavar="FILE", help="A CSV table of targets; - for stdin.")]
Columns = Annotated[str | None, typer.Option(metavar="a,b,c", help="Its columns for the position. [x,y,z]")]
Start = Annotated[str | None, typer.Option(metavar="POSE", help="Joints to start from: JSON, or a JSON or CSV file.")]
Base = Annotated[str | None, typer.Option(metavar="x,y,z", help="Where the first joint stands.")]
Pole = Annotated[str | None, typer.Option(metavar="x,y,z", help="The point toward which the chain bends.")]
PoleDirection = Annotated[str | None, typer.Option(metavar="x,y,z", help="The same for a point infinitely far away.")]
Tolerance = Annotated[str | None, typer.Option(metavar="LENGTH", help="Error that counts as reached. [reach / 1e6]")]
MaxIterations = Annotated[str | None, typer.Option(metavar="N", help="Stop after so many. [1000; skeletons: 2000]")]
Method = Annotated[
    str | None, typer.Option(metavar="NAME", help="auto; fabrik, the paper to the letter; or one to compare. [auto]")
]
RotationTolerance = Annotated[str | None, typer.Option(metavar="RAD", help="Rotation error that counts. [1e-6]")]
Clamp = Annotated[str | None, typer.Option(metavar="NAME", help="fabrik: limits in both passes or from_base. [both]")]
SoftReach = Annotated[str | None, typer.Option(metavar="MAX,SOFT", help="Ease the last of the extension: 0.98,0.05.")]
Stretch = Annotated[str | None, typer.Option(metavar="FACTOR", help="Let bones stretch for a far target. [1]")]
Follow = Annotated[bool | None, typer.Option("--follow/--no-follow", help="Start from the answer before. [no]")]
Tip = Annotated[str | None, typer.Option(metavar="NAME", help="Of a skeleton: the joint that --target is for.")]
Mode = Annotated[str | None, typer.Option(metavar="NAME", help="Of a skeleton: fast, or nearest to the start. [fast]")]
Json = Annotated[bool, typer.Option("--json", help="Print everything as JSON instead of the table.")]
Plot = Annotated[Path | None, typer.Option(metavar="FILE", help="Draw a figure (.svg or .png).")]
Output = Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write everything to a JSON file.")]
Trace = Annotated[bool, typer.Option("--trace", help="Put every single placement into the JSON.")]


def solve(
    body: Body,
    target: Targets = [],  # noqa: B006 - typer makes a new list for every call
    direction: Direction = [],  # noqa: B006
    rotation: Rotation = [],  # noqa: B006
    rpy_deg: RollPitchYaw = [],  # noqa: B006
    angle_deg: AngleDeg = [],  # noqa: B006
    targets: Table = None,
    columns: Columns = None,
    start: Start = None,
    base: Base = None,
    pole: Pole = None,
    pole_direction: PoleDirection = None,
    tolerance: Tolerance = None,
    max_iterations: MaxIterations = None,
    method: Method = None,
    rotation_tolerance: RotationTolerance = None,
    clamp: Clamp = None,
    soft_reach: SoftReach = None,
    stretch: Stretch = None,
    follow: Follow = None,
    tip: Tip = None,
    mode: Mode = None,
    as_json: Json = False,
    plot: Plot = None,
    output: Output = None,
    trace: Trace = False,
) -> int:
    """Solve BODY for its targets: where does every joint stand when the tip is there?"""
    if trace and not as_json and output is None:
        raise OptionError("--trace goes into the JSON; add --json or -o FILE")
    # Files that cannot be written are refused before anything runs.
    if plot is not None:
        require_matplotlib()
        figure_path(plot)
    if output is not None:
        report_path(output)
    scene = read_arguments(
        SolveArguments(
            body,
            target,
            targets,
            columns,
            start,
            base,
            pole,
            pole_direction,
            tolerance,
            max_iterations,
            method,
            rotation_tolerance,
            clamp,
            soft_reach,
            stretch,
            follow,
            tip,
            mode,
            AimArguments(direction, rotation, rpy_deg, angle_deg),
        )
    )
    if isinstance(scene, BodyScene):
        if trace:
            raise OptionError("--trace: is for chains, and BODY is a skeleton")
        skeletons = solve_body_scene(scene)
        said, shown = partial(body_report_text, scene, skeletons), partial(print_body_table, scene, skeletons)
        _tell(said, shown, as_json, output)
        if plot is not None:
            draw_body(scene, skeletons, plot, quiet=as_json)
        return exit_code(skeletons)
    results = solve_scene(scene, trace=trace)
    _tell(partial(report_text, scene, results), partial(print_table, scene, results), as_json, output)
    if plot is not None:
        draw(scene, results, plot, quiet=as_json)
    return exit_code(results)


def _tell(text: Callable[[], str], table: Callable[[], None], as_json: bool, output: Path | None) -> None:
    """Print the results, as a table or as JSON, and write them where that was asked for."""
    if as_json:
        sys.stdout.write(text())
    else:
        table()
    if output is not None:
        output.write_text(text(), encoding="utf-8")
        typer.echo(f"results: {output}", err=as_json)
