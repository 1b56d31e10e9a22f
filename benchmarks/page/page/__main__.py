"""`scripts/bench page`: measures the page in Chromium against what is wanted of it. See benchmarks/README.md."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

from bench import machine, report
from bench.place import ROOT
from bench.programs import Entries, ProgramError, run
from bench.rows import Row, Section, skipped

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


def read_arguments() -> argparse.Namespace:
    """Return the command line's answers."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench page",
        description="Loading, interactions and frames of the simulation in Chromium, measured in one run.",
        epilog="example: scripts/bench page --quick --only frames",
    )
    parser.add_argument("--quick", action="store_true", help="less than a minute, fewer repetitions")
    parser.add_argument("--only", nargs="+", choices=JOBS, metavar="SECTION", help=f"some of: {', '.join(JOBS)}")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md (full runs only)")
    given = parser.parse_args()
    if given.write and (given.quick or given.only):
        parser.error("--write is for a full run: without --quick and --only")
    return given


def main() -> None:
    """Measure, print, save."""
    given = read_arguments()
    effort = QUICK if given.quick else 1.0
    began, load_before = time.perf_counter(), machine.load()
    sections: dict[str, Section] = {}
    for name, job in JOBS.items():
        if given.only and name not in given.only:
            continue
        print(f"measuring: {name}", file=sys.stderr, flush=True)
        try:
            entries = run(["node", MEASURE, str(effort), name])
            sections[name] = Section(job(entries), raw=entries)
        except ProgramError as error:
            sections[name] = Section([skipped(name, "", str(error))])
    spent = f"{time.perf_counter() - began:.0f} s" + (", --quick" if given.quick else "")
    about = machine.describe() | {"load average": f"{load_before} before, {machine.load()} after", "run": spent}
    for name in ("rivals", "compiler", "kernel flags"):
        del about[name]
    text = report.markdown(sections, about)
    print(text)
    report.save("page-quick" if given.quick or given.only else "page", text, sections, about)
    if given.write:
        report.write_readme(text, "page")


if __name__ == "__main__":
    main()
