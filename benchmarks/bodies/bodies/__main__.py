"""`scripts/bench bodies`: measures bodies with many joints against what is wanted of them. See benchmarks/README.md."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

from bench import machine, report
from bench.programs import ProgramError, build
from bench.rows import Section, skipped

from bodies import reach, tracks, unreachable

QUICK = 0.1
"""Share of the full effort."""

JOBS: dict[str, Callable[[float], Section]] = {
    "reach": reach.reach,
    "unreachable": unreachable.unreachable,
    "tracks": tracks.tracks,
}
"""The sections by name, in the order of the report."""


def read_arguments() -> argparse.Namespace:
    """Return the command line's answers."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench bodies",
        description="What bodies reach, in how many rounds, and in what time beside a dense yardstick, in one run.",
        epilog="example: scripts/bench bodies --quick --only reach",
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
    build("body_reach", "body_unreachable", "body_track")
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
    report.save("bodies-quick" if given.quick or given.only else "bodies", text, sections, about)
    if given.write:
        report.write_readme(text, "bodies")


if __name__ == "__main__":
    main()
