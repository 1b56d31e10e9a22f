"""The table of a solve, for people: one line per target and a summary in words."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fabrikit.formats import Scene, SceneTarget
from fabrikit.solve import Result, Status

_MOST_ROWS = 60
"""A longer table shows its beginning and what was not reached."""

_SHOWN_OF_LONG = 12

_STYLES = {Status.REACHED: "green", Status.TOO_FAR: "bold red", Status.TOO_NEAR: "bold red"}
_OTHER_STYLE = "bold yellow"


def print_table(scene: Scene, results: Sequence[Result], console: Console | None = None) -> None:
    """Print the results of a scene.

    Without colours it says the same, and it fits into 80 columns.

    Parameters
    ----------
    scene : Scene
    results : sequence of Result
        One per target.
    console : rich.console.Console or None
        None is standard output.
    """
    console = console or Console(highlight=False)
    rows = list(_shown(results))
    console.print(_title(scene))
    table = _table(scene, results, rows, gap=2)
    if console.measure(table).maximum > console.width:
        table = _table(scene, results, rows, gap=1)
    console.print(table)
    if len(rows) < len(results):
        console.print(f"  {len(results) - len(rows)} more rows; --json prints all\n")
    for line in summary(scene, results):
        console.print(Text(line))


def _title(scene: Scene) -> Text:
    inner, outer = scene.body.reach
    reach = f"reach {outer:.4g}" if inner == 0 else f"reach {inner:.4g} to {outer:.4g}"
    bones = f"{scene.body.bones} bone{'s' if scene.body.bones > 1 else ''}"
    return Text.assemble((printable(scene.name) or "Scene", "bold"), f"  {bones}, {scene.body.dimension}D, {reach}")


def _shown(results: Sequence[Result]) -> Iterator[int]:
    """Yield the indices of the rows to print."""
    if len(results) <= _MOST_ROWS:
        yield from range(len(results))
        return
    yield from range(_SHOWN_OF_LONG)
    missed = [index for index in range(_SHOWN_OF_LONG, len(results)) if not results[index]]
    yield from missed[: _MOST_ROWS - _SHOWN_OF_LONG]


def _table(scene: Scene, results: Sequence[Result], rows: Sequence[int], gap: int) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, gap, 0, 0))
    timed = any(target.time is not None for target in scene.targets)
    named = any(target.name for target in scene.targets)
    table.add_column("#", justify="right", style="dim", no_wrap=True)
    if timed:
        table.add_column("time", justify="right", no_wrap=True)
    table.add_column("target", no_wrap=True)
    if named:
        table.add_column("", max_width=14, overflow="ellipsis", no_wrap=True)
    table.add_column("status", no_wrap=True)
    table.add_column("error", justify="right", no_wrap=True)
    table.add_column("iter", justify="right", no_wrap=True)
    table.add_column("stage", no_wrap=True)
    positions = _columns(scene)
    for index in rows:
        target, result = scene.targets[index], results[index]
        time = "" if target.time is None else f"{target.time:.6g}"
        table.add_row(
            str(index + 1),
            *([time] if timed else []),
            positions[index],
            *([Text(printable(target.name or ""))] if named else []),
            Text(result.status.value, style=_STYLES.get(result.status, _OTHER_STYLE)),
            short_error(result.error),
            str(result.iterations),
            result.stage.value,
        )
    return table


def _columns(scene: Scene) -> list[str]:
    """Return the positions of the targets as text in columns, to about a thousandth of the reach."""
    outer = scene.body.reach[1]
    largest = max(abs(float(value)) for target in scene.targets for value in target.position)
    if 1e-4 < outer < 1e6 and largest < 1e6:
        decimals = max(0, 2 - math.floor(math.log10(outer)))
        words = [[f"{value:.{decimals}f}" for value in target.position] for target in scene.targets]
    else:
        words = [[f"{value:.3g}" for value in target.position] for target in scene.targets]
    widths = [max(map(len, column)) for column in zip(*words, strict=True)]
    return [" ".join(word.rjust(width) for word, width in zip(row, widths, strict=True)) for row in words]


def printable(text: str) -> str:
    """Return `text` in one line and without characters that steer a terminal."""
    return "".join(character if character.isprintable() else " " for character in text)


def short_error(error: float) -> str:
    """Return an error in few characters: enough digits to judge it, in the unit of the body."""
    if error == 0:
        return "0"
    return f"{error:.1e}" if error < 1e-3 or error >= 1e5 else f"{error:.4g}"


_WHY = {
    Status.TOO_FAR: "beyond the outer reach",
    Status.TOO_NEAR: "nearer than the inner reach",
    Status.STALLED: "nothing moved any more",
    Status.ITERATION_LIMIT: "stopped at max_iterations",
    Status.LIMITED: "held back by limits",
}


def summary(scene: Scene, results: Sequence[Result]) -> Iterator[str]:
    """Yield lines that say how it went, in words."""
    reached = [result for result in results if result]
    line = f"{len(reached)} of {len(results)} reached in {sum(result.iterations for result in results)} iterations"
    if reached:
        line += f"; largest error of these {short_error(max(result.error for result in reached))}"
    yield line + "."
    for status, count in Counter(result.status for result in results if not result).items():
        yield f"{count} {status.value} ({_WHY.get(status, 'not reached')}): {_worst(scene, results, status)}."


def _worst(scene: Scene, results: Sequence[Result], status: Status) -> str:
    """Name the target that was missed by most among those of one status."""
    index = max(
        (index for index, result in enumerate(results) if result.status is status),
        key=lambda index: results[index].error,
    )
    name = scene.targets[index].name
    label = f"#{index + 1} {printable(name)!r}" if name else f"#{index + 1}"
    return f"{label} missed by {short_error(results[index].error)}"
