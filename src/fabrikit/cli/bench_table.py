"""The tables of `fabrikit bench`, for people."""

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from fabrikit.compare.report import Table

_RIGHT_FROM = "runs"


def print_bench_table(table: Table, console: Console) -> None:
    """Print a table with its title and what it is about."""
    console.print(Text(table.title, style="bold"))
    console.print(Text(table.about, style="dim"))
    grid = RichTable(box=box.SIMPLE, pad_edge=False, padding=(0, 1))
    numbers_from = list(table.columns).index(_RIGHT_FROM)
    for index, column in enumerate(table.columns):
        grid.add_column(column, justify="right" if index >= numbers_from else "left", overflow="fold")
    before: tuple[str, ...] = ()
    group = max(numbers_from - 1, 0)
    for line in table.lines:
        key = tuple(line[:group])
        if before and key != before:
            grid.add_section()
        grid.add_row(*("" if key == before and k < group else cell for k, cell in enumerate(line)))
        before = key
    console.print(grid)
