"""`fabrikit bench`: the other methods side by side, the paper's tables, growth, tails."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from fabrikit.cli.bench_figures import bench_figures
from fabrikit.cli.bench_table import print_bench_table
from fabrikit.cli.progress import progress_bar
from fabrikit.cli.values import parse_count
from fabrikit.cli.whole_file import whole_file
from fabrikit.compare import Case, Row, as_csv, as_json, as_markdown, describe_machine, load_cases, run_cases, table_of
from fabrikit.errors import MissingExtra, OptionError, near_name
from fabrikit.show import save_figure

BENCH_EPILOG = """\b
Examples:
  fabrikit bench table-1-reachable --runs 20
  fabrikit bench growth --runs 2 -o bench
  fabrikit bench iterations --runs 50 --format csv

\b
Without a CASE all of them run, in two minutes: table-1-reachable,
table-1-unreachable, table-2, table-2-body, growth, iterations, tolerance,
boundary, error, singularity, too-far, lengths, forward, solutions, clamp.
Starts and targets come from the seed and are the same for every method.
Stopped with Ctrl-C, it reports what it has.
Exit codes: 0 done, 2 wrong input, 130 stopped.
"""

FORMATS = ("table", "markdown", "csv", "json")

_INTERRUPTED = 130

Cases = Annotated[list[str], typer.Argument(metavar="[CASE]...", help="Cases by name; all when left out.")]
Runs = Annotated[str | None, typer.Option(metavar="N", help="Problems of each setting, instead of the case's own.")]
Seed = Annotated[str, typer.Option(metavar="N", help="Of starts and targets.")]
Format = Annotated[str, typer.Option("--format", metavar="NAME", help="table, markdown, csv or json.")]
Output = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FOLDER", help="Write all formats and the figures there.")
]


def bench(
    case: Cases = [],  # noqa: B006 - typer makes a new list for every call
    runs: Runs = None,
    seed: Seed = "1",
    form: Format = "table",
    output: Output = None,
) -> int:
    """Compare methods: iterations, time and failures, as medians and tails."""
    if form not in FORMATS:
        raise OptionError(f"--format: must be one of {', '.join(FORMATS)}, got {form!r}.{near_name(form, FORMATS)}")
    if output is not None and output.exists() and not output.is_dir():
        raise OptionError(f"-o {output}: is a file; give a folder")
    cases = load_cases(case)
    count = None if runs is None else _at_least(1, runs, "--runs")
    number = _at_least(0, seed, "--seed")
    about = describe_machine() | {"seed": seed}
    rows, whole = _run(cases, count, number)
    if not whole:
        about["run"] = "stopped early: what is here is complete, the rest is missing"
    _print(cases, rows, form, about)
    if output is not None:
        _write(cases, rows, about, output, quiet=form != "table")
    return 0 if whole else _INTERRUPTED


def _at_least(least: int, text: str, option: str) -> int:
    value = parse_count(text, option)
    if value < least:
        raise OptionError(f"{option}: must be {least} or more, got {text}")
    return value


def _run(cases: Sequence[Case], runs: int | None, seed: int) -> tuple[list[Row], bool]:
    """Return the rows, and whether they are all there are."""
    rows: list[Row] = []
    with progress_bar("measuring") as tell:
        try:
            for row in run_cases(cases, runs=runs, seed=seed, progress=tell):
                rows.append(row)  # noqa: PERF402 - an interruption keeps those before it
        except KeyboardInterrupt:
            return rows, False
    return rows, True


def _with_rows(cases: Sequence[Case], rows: Sequence[Row]) -> list[Case]:
    measured = {row.case for row in rows}
    return [case for case in cases if case.name in measured]


def _print(cases: Sequence[Case], rows: Sequence[Row], form: str, about: dict[str, str]) -> None:
    tables = [table_of(case, rows) for case in _with_rows(cases, rows)]
    if form == "csv":
        sys.stdout.write(as_csv(rows))
    elif form == "json":
        sys.stdout.write(as_json(rows, about))
    elif form == "markdown":
        sys.stdout.write(as_markdown(tables, about))
    else:
        console = Console(highlight=False)
        for table in tables:
            print_bench_table(table, console)
        for name, value in about.items():
            console.print(f"{name}: {value}", style="dim", markup=False)


def _write(cases: Sequence[Case], rows: Sequence[Row], about: dict[str, str], folder: Path, quiet: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    tables = [table_of(case, rows) for case in _with_rows(cases, rows)]
    texts = {"bench.md": as_markdown(tables, about), "bench.csv": as_csv(rows), "bench.json": as_json(rows, about)}
    for name, text in texts.items():
        with whole_file(folder / name) as part:
            part.write_text(text, encoding="utf-8")
        typer.echo(f"written: {folder / name}", err=quiet)
    try:
        figures = bench_figures(_with_rows(cases, rows), rows)
    except MissingExtra as error:
        typer.echo(f"no figures: {error}", err=quiet)
        return
    for name, figure in figures.items():
        with whole_file(folder / f"{name}.svg") as part:
            save_figure(figure, part)
        typer.echo(f"figure: {folder / name}.svg", err=quiet)
