"""`scripts/bench batch`: measures batches against what is wanted of them. See benchmarks/README.md."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

from bench import machine, report
from bench.programs import ProgramError
from bench.rows import Section, skipped

from batch import lanes, numpy_batch, threads

QUICK = 0.1
"""Share of the full effort."""

JOBS: dict[str, Callable[[float], Section]] = {
    "lanes": lanes.lanes,
    "numpy": numpy_batch.numpy_batch,
    "threads": threads.threads,
    "interrupt": threads.interrupt,
    "memory": threads.memory,
}
"""The sections by name, in the order of the report."""


def read_arguments() -> argparse.Namespace:
    """Return the command line's answers."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench batch",
        description="Lanes, refill, threads, interrupts and memory of batches, measured in one run.",
        epilog="example: scripts/bench batch --quick --only lanes",
    )
    parser.add_argument("--quick", action="store_true", help="less than a minute; a million rows for the memory")
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
            sections[name] = job(effort)
        except ProgramError as error:
            sections[name] = Section([skipped(name, "", str(error))])
    spent = f"{time.perf_counter() - began:.0f} s" + (", --quick" if given.quick else "")
    about = machine.describe() | {"load average": f"{load_before} before, {machine.load()} after", "run": spent}
    del about["rivals"]
    about["kernel flags"] += "; lanes for every instruction set"
    text = report.markdown(sections, about)
    print(text)
    report.save("batch-quick" if given.quick or given.only else "batch", text, sections, about)
    if given.write:
        report.write_readme(text, "batch")


if __name__ == "__main__":
    main()
