"""The table of a solve, for people: one line per target and a summary in words."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fabrikit.formats import Scene
from fabrikit.solve import Result, Status

_MOST_ROWS = 60
"""A longer table shows its beginning and what was not reached."""

_SHOWN_OF_LONG = 12

STYLES = {Status.REACHED: "green", Status.TOO_FAR: "bold red", Status.TOO_NEAR: "bold red"}
OTHER_STYLE = "bold yellow"


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
    roomy = console.options.update(width=10 * console.width)
    for gap, with_stage in ((2, True), (1, True), (1, False)):
        table = _table(scene, results, rows, gap, with_stage)
        if console.measure(table, options=roomy).maximum <= console.width:
            break
    console.print(table)
    if len(rows) < len(results):
        console.print(f"  {len(results) - len(rows)} more rows; --json prints all")
    console.print()
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


def _table(scene: Scene, results: Sequence[Result], rows: Sequence[int], gap: int, with_stage: bool) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, gap, 0, 0))
    timed = any(target.time is not None for target in scene.targets)
    named = any(target.name for target in scene.targets)
    aimed = any(target.is_aimed for target in scene.targets)
    table.add_column("#", justify="right", style="dim", no_wrap=True)
    if timed:
        table.add_column("time", justify="right", no_wrap=True)
    table.add_column("target", no_wrap=True)
    if named:
        table.add_column("", max_width=24)
    table.add_column("status", no_wrap=True)
    table.add_column("error", justify="right", no_wrap=True)
    if aimed:
        table.add_column("rot. error", justify="right", no_wrap=True)
    table.add_column("iter", justify="right", no_wrap=True)
    if with_stage:
        table.add_column("stage", no_wrap=True)
    positions, times = _positions(scene), _times(scene)
    for index in rows:
        target, result = scene.targets[index], results[index]
        table.add_row(
            str(index + 1),
            *([times[index]] if timed else []),
            positions[index],
            *([Text(printable(target.name or ""))] if named else []),
            Text(result.status.value, style=STYLES.get(result.status, OTHER_STYLE)),
            short_error(result.error),
            *([short_error(result.rotation_error) if target.is_aimed else ""] if aimed else []),
            str(result.iterations),
            *([result.stage.value] if with_stage else []),
        )
    return table


def _positions(scene: Scene) -> list[str]:
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


def _times(scene: Scene) -> list[str]:
    """Return the times of the targets as text, all with as many decimals as the longest needs, at most 3."""
    times = [target.time for target in scene.targets]
    decimals = max((len(f"{time:.3f}".rstrip("0").partition(".")[2]) for time in times if time is not None), default=0)
    return ["" if time is None else f"{time:.{decimals}f}" for time in times]


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
    iterations = sum(result.iterations for result in results)
    line = f"{len(reached)} of {len(results)} reached in {iterations} iteration{'s' if iterations != 1 else ''}"
    if reached:
        line += f"; their largest error is {short_error(max(result.error for result in reached))}"
        if any(target.is_aimed for target, result in zip(scene.targets, results, strict=True) if result):
            line += f" and {short_error(max(result.rotation_error for result in reached))} rad"
    yield line + "."
    for status, count in Counter(result.status for result in results if not result).items():
        why = _WHY.get(status, "not reached")
        yield f"{count} {status.value} ({why}): {_most_missed(scene, results, status, count)}."
    stretched = [result.stretch for result in results if result.stretch != 1]
    if stretched:
        yield f"{len(stretched)} with stretched bones, at most to {max(stretched):.4g} of their length."


def _most_missed(scene: Scene, results: Sequence[Result], status: Status, count: int) -> str:
    """Name the target that was missed by most among those of one status."""
    of_status = [index for index, result in enumerate(results) if result.status is status]
    index = max(of_status, key=lambda index: results[index].error)
    name = scene.targets[index].name
    label = f"#{index + 1} {printable(name)!r}" if name else f"#{index + 1}"
    missed = f"missed by {short_error(results[index].error)}"
    if scene.targets[index].is_aimed:
        missed += f" and {short_error(results[index].rotation_error)} rad"
    return f"{label} {missed}" if count == 1 else f"at worst {label}, {missed}"
