"""`scripts/bench page`: measures the page in Chromium against what is wanted of it. See benchmarks/README.md."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bench.place import ROOT
from bench.programs import Entries, run
from bench.rows import Row, Section
from bench.sections import measure, read_arguments

QUICK = 0.34
"""Share of the full effort."""

MEASURE = ROOT / "web" / "tests" / "lighthouse" / "measure.mjs"
LARGEST_INP, LARGEST_FRAME = 100.0, 8.0
"""Milliseconds."""


def loading(entries: Entries) -> list[Row]:
    """Return what Lighthouse says about the loading: the best of the runs, all of them beside it."""
    rows = []
    for e in entries:
        best, numbers = e["scores"][0], e["numbers"]
        runs = ", ".join(map(str, e["scores"]))
        paint, blocked = numbers["largest-contentful-paint"], numbers["total-blocking-time"]
        shift = numbers["cumulative-layout-shift"]
        measured = f"{best} (runs {runs}); largest paint {paint:.0f} ms, blocked {blocked:.0f} ms, shift {shift:.3f}"
        rows.append(Row(f"Lighthouse performance, {e['form']}", "100", measured, best == 100))
    return rows


def interactions(entries: Entries) -> list[Row]:
    """Return how long clicks and keys wait for their picture."""
    return [
        Row(
            f"interaction to next paint (INP), processor slowed {e['slowed']}×",
            f"≤ {LARGEST_INP:g} ms",
            f"{e['inp']:.0f} ms of {e['count']} interactions (median {e['median']:.0f}, worst {e['worst']:.0f})",
            e["inp"] <= LARGEST_INP,
        )
        for e in entries
    ]


def frames(entries: Entries) -> list[Row]:
    """Return what one frame of a long chain costs; only the processor at full speed is judged."""
    return [
        Row(
            f"solve and draw, {e['bones']:,} bones" + (f", processor slowed {e['slowed']}×" if e["slowed"] > 1 else ""),
            f"p95 ≤ {LARGEST_FRAME:g} ms" if e["slowed"] == 1 else "",
            f"p95 {e['p95']:.2f} ms (median {e['p50']:.2f}, worst {e['max']:.2f}, {e['moves']} moves)",
            e["p95"] <= LARGEST_FRAME if e["slowed"] == 1 else None,
        )
        for e in entries
    ]


JOBS: dict[str, Callable[[Entries], list[Row]]] = {"loading": loading, "interactions": interactions, "frames": frames}
"""The sections by name, in the order of the report."""


def section(name: str, effort: float) -> Section:
    """Measure one section in Chromium."""
    entries = run(["node", MEASURE, str(effort), name])
    return Section(JOBS[name](entries), raw=entries)


def about(told: dict[str, str]) -> None:
    """Leave out what has no part in these numbers."""
    for name in ("rivals", "compiler", "kernel flags"):
        del told[name]


def main() -> None:
    """Measure, print, save."""
    given = read_arguments(
        "page",
        "Loading, interactions and frames of the simulation in Chromium, measured in one run.",
        list(JOBS),
        "less than a minute, fewer repetitions",
    )
    effort = QUICK if given.quick else 1.0
    measure("page", given, {key: partial(section, key, effort) for key in JOBS}, about)


if __name__ == "__main__":
    main()
