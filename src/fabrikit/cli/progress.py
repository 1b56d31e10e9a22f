"""A progress bar on standard error, where that is a terminal."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from fabrikit.solve.progress import Progress as Tell


@contextmanager
def progress_bar(what: str) -> Iterator[Tell]:
    """Show a bar that goes when the work is done; gives the function that work tells its progress to.

    Parameters
    ----------
    what : str
        What is being worked on.
    """
    console = Console(stderr=True)
    columns = (TextColumn(what), BarColumn(), TaskProgressColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what)

        def tell(done: int, rows: int) -> None:
            bar.update(task, completed=done, total=rows)

        yield tell
