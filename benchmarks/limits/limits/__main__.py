"""`scripts/bench limits`: measures chains with limits against what is wanted of them. See benchmarks/README.md."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

from bench import machine, report
from bench.programs import ProgramError, build
from bench.rows import Section, skipped

from limits import families, overhead, unreachable

QUICK = 0.15
"""Share of the full effort."""

JOBS: dict[str, Callable[[float], Section]] = {
    "overhead": overhead.overhead,
    "families": families.families,
    "unreachable": unreachable.unreachable,
}
"""The sections by name, in the order of the report."""


def read_arguments() -> argparse.Namespace:
    """Return the command line's answers."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench limits",
        description="What limits cost, and what is reached with them, measured in one run.",
        epilog="example: scripts/bench limits --quick --only families",
    )
    parser.add_argument("--quick", action="store_true", help="less than 45 seconds, fewer targets")
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
    build("limit_overhead", "limit_families", "limit_unreachable")
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
    text = report.markdown(sections, about)
    print(text)
    report.save("limits-quick" if given.quick or given.only else "limits", text, sections, about)
    if given.write:
        report.write_readme(text, "limits")


if __name__ == "__main__":
    main()
