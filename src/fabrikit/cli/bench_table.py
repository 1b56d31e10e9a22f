"""The tables of `fabrikit bench`, for people."""

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from fabrikit.compare.report import Table

_DISPENSABLE = ("runs", "mean", "µs p95", "p95", "1-4", "≤ 100", "max", "µs p99", "median, °", "µs/iter.")
"""Columns that a narrow screen goes without, the first one first."""


def print_bench_table(table: Table, console: Console) -> None:
    """Print a table with its title and what it is about; columns that find no room are named below it."""
    console.print(Text(table.title, style="bold"))
    console.print(Text(table.about, style="dim"))
    roomy = console.options.update(width=10 * console.width)
    left_out: list[str] = []
    for name in ("", *_DISPENSABLE):
        left_out += [name] if name in table.columns else []
        grid = _grid(table, left_out)
        if console.measure(grid, options=roomy).maximum <= console.width:
            break
    console.print(grid)
    if left_out:
        console.print(f"left out: {', '.join(left_out)}; --format markdown shows all", style="dim")
    console.print()


def _grid(table: Table, left_out: Sequence[str]) -> RichTable:
    grid = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    shown = [k for k, column in enumerate(table.columns) if column not in left_out]
    settings = table.columns.index("method")
    for k in shown:
        grid.add_column(table.columns[k], justify="left" if k <= settings else "right", no_wrap=k == settings)
    group = max(settings, 0)
    before: Sequence[str] = ()
    for line in table.lines:
        key = line[:group]
        if before and list(key) != list(before):
            grid.add_section()
        repeated = list(key) == list(before)
        grid.add_row(*("" if repeated and k < group else line[k] for k in shown))
        before = key
    return grid
