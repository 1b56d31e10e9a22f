"""`fabrikit reach`: where does a body reach?"""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from fabrikit.cli.figure import figure_path
from fabrikit.cli.inputs import read_chain
from fabrikit.cli.progress import progress_bar
from fabrikit.cli.values import parse_count, parse_number, parse_point, require_folder
from fabrikit.cli.whole_file import whole_file
from fabrikit.errors import MissingExtra, OptionError
from fabrikit.formats import Scene
from fabrikit.formats.reach_npz import write_reach_map
from fabrikit.show import require_matplotlib, save_figure
from fabrikit.show.reach import reach_figure
from fabrikit.solve import Solver
from fabrikit.solve.reach_map import ReachMap, reach_map

REACH_EPILOG = """\b
Examples:
  fabrikit reach textbook-chain --grid 0.1
  fabrikit reach textbook-chain --grid 0.05 -o map.npz --plot map.svg

\b
Every point of a grid around the base is solved on its own, from the start of
the scene or else from the rest pose. The .npz holds status, error and
iterations at every point and the coordinates x, y (and z) of the grid.
Exit codes: 0 done, 2 wrong input.
"""

_MAP, _FIGURE = Path("fabrikit-reach.npz"), Path("fabrikit-reach.png")

Body = Annotated[str, typer.Argument(metavar="BODY", help="A scene file (JSON), a preset, or - for standard input.")]
Grid = Annotated[str, typer.Option("--grid", metavar="LENGTH", help="Distance between neighbouring points.")]
Output = Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="Where the map goes (.npz).")]
Plot = Annotated[Path | None, typer.Option(metavar="FILE", help=f"Where the figure goes. [{_FIGURE}]")]
Base = Annotated[str | None, typer.Option(metavar="x,y,z", help="Where the first joint stands.")]
Tolerance = Annotated[str | None, typer.Option(metavar="LENGTH", help="Error that counts as reached. [reach / 1e6]")]
MaxIterations = Annotated[str | None, typer.Option(metavar="N", help="Stop after so many iterations. [1000]")]
Method = Annotated[
    str | None, typer.Option(metavar="NAME", help="auto; fabrik, the paper to the letter; or one to compare. [auto]")
]
Threads = Annotated[str | None, typer.Option(metavar="N", help="How many threads solve. [all cores]")]


def reach(
    body: Body,
    grid: Grid,
    output: Output = _MAP,
    plot: Plot = None,
    base: Base = None,
    tolerance: Tolerance = None,
    max_iterations: MaxIterations = None,
    method: Method = None,
    threads: Threads = None,
) -> None:
    """Map where BODY reaches: solve for every point of a grid."""
    if output.suffix.lower() != ".npz":
        raise OptionError(f"-o {output}: a map is written as .npz; a figure is --plot FILE")
    require_folder(output, "-o")
    figure = plot or _FIGURE
    figure_path(figure)
    if plot is not None:
        require_matplotlib()
    scene = _with_options(read_chain(body), base, tolerance, max_iterations, method)
    found = _solve(scene, parse_number(grid, "--grid"), None if threads is None else parse_count(threads, "--threads"))
    _say(scene, found)
    with whole_file(output) as part, part.open("wb") as file:
        write_reach_map(found, scene.name or "", file)
    typer.echo(f"map: {output}")
    try:
        drawn = reach_figure(found, scene.name or "Reach")
    except MissingExtra as error:
        return typer.echo(f"no figure: {error}", err=True)
    with whole_file(figure) as part:
        save_figure(drawn, part)
    return typer.echo(f"figure: {figure}")


def _with_options(
    scene: Scene, base: str | None, tolerance: str | None, max_iterations: str | None, method: str | None
) -> Scene:
    changes: dict[str, object] = {}
    if base is not None:
        changes["base"] = parse_point(base, "--base", scene.body.dimension)
    if tolerance is not None:
        changes["tolerance"] = parse_number(tolerance, "--tolerance")
    if max_iterations is not None:
        changes["max_iterations"] = parse_count(max_iterations, "--max-iterations")
    if method is not None:
        changes["method"] = method
    return replace(scene, options=replace(scene.options, **changes))  # type: ignore[arg-type]  # as parsed


def _solve(scene: Scene, step: float, threads: int | None) -> ReachMap:
    solver = Solver(scene.body, **scene.options.for_solver())
    with progress_bar("solving") as tell:
        return reach_map(
            solver, step, start=scene.options.start, base=scene.options.base, threads=threads, progress=tell
        )


def _say(scene: Scene, found: ReachMap) -> None:
    points = found.status.size
    typer.echo(f"{scene.name or 'Scene'}: {points:,} points, one every {found.step:g}")
    for status, count in found.counts().items():
        typer.echo(f"  {status.value:<16}{count:>12,}  {count / points:6.1%}")
