"""The table of a solve of a skeleton, for people: one line per target and a summary in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fabrikit.cli.table import OTHER_STYLE, STYLES, printable, short_error
from fabrikit.formats import BodyScene
from fabrikit.solve import BodyResult, Status, Target

_WHY = {
    Status.LIMITED: "held back by limits or by other targets",
    Status.ITERATION_LIMIT: "stopped at max_iterations",
    Status.STALLED: "nothing moved any more",
    Status.LOOP_OPEN: "a loop cannot close there",
    Status.TOO_FAR: "beyond the outer reach",
    Status.TOO_NEAR: "nearer than the inner reach",
}


def print_body_table(scene: BodyScene, results: Sequence[BodyResult], console: Console | None = None) -> None:
    """Print the results of a scene of a skeleton.

    Parameters
    ----------
    scene : BodyScene
    results : sequence of BodyResult
        One per `BodyTargets`.
    console : rich.console.Console or None
        None is standard output.
    """
    console = console or Console(highlight=False)
    body = scene.body
    said = f"  {len(body)} joints, {body.dimension}D, {len(body.q_names)} numbers"
    console.print(Text.assemble((printable(scene.name) or "Scene", "bold"), said))
    console.print(_table(scene, results))
    console.print()
    for line in body_summary(results):
        console.print(Text(line))


def _table(scene: BodyScene, results: Sequence[BodyResult]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0))
    aimed = any(any(result.rotation_errors.values()) for result in results)
    named = any(targets.name for targets in scene.targets)
    table.add_column("#", justify="right", style="dim", no_wrap=True)
    if named:
        table.add_column("", max_width=16)
    for heading in ("joint", "target", "status"):
        table.add_column(heading, no_wrap=True)
    table.add_column("error", justify="right", no_wrap=True)
    if aimed:
        table.add_column("rot. error", justify="right", no_wrap=True)
    table.add_column("iter", justify="right", no_wrap=True)
    for number, (targets, result) in enumerate(zip(scene.targets, results, strict=True), 1):
        for line, (name, target) in enumerate(targets.tips.items()):
            first = line == 0
            table.add_row(
                str(number) if first else "",
                *([Text(printable(targets.name or "") if first else "")] if named else []),
                Text(printable(name)),
                _place(target),
                _status(result) if first else "",
                short_error(result.errors[name]),
                *([short_error(result.rotation_errors[name])] if aimed else []),
                str(result.iterations) if first else "",
            )
    return table


def _status(result: BodyResult) -> Text:
    return Text(result.status.value, style=STYLES.get(result.status, OTHER_STYLE))


def _place(target: Target) -> str:
    return "" if target.position is None else " ".join(f"{value:.4g}" for value in target.position)


def body_summary(results: Sequence[BodyResult]) -> Iterator[str]:
    """Yield lines that say how it went, in words."""
    reached = [result for result in results if result]
    iterations = sum(result.iterations for result in results)
    line = f"{len(reached)} of {len(results)} reached in {iterations} iteration{'s' if iterations != 1 else ''}"
    if reached:
        line += f"; their largest error is {short_error(max(result.error for result in reached))}"
    yield line + "."
    for status, count in Counter(result.status for result in results if not result).items():
        worst = max((result for result in results if result.status is status), key=lambda result: result.error)
        name = max(worst.errors, key=lambda each: worst.errors[each])
        why = _WHY.get(status, "not reached")
        yield f"{count} {status.value} ({why}): {printable(name)!r} missed by {short_error(worst.error)}."
    moved = sum(result.start_moved for result in results)
    if moved:
        yield f"{moved} started outside a limit and were moved inside."
