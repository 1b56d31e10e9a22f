"""What every `scripts/bench NAME` does: reads its options, runs its sections, prints and saves the report."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping, Sequence

from bench import machine, report
from bench.programs import ProgramError
from bench.rows import Section, skipped

Job = Callable[[], Section]


def read_arguments(name: str, description: str, names: Sequence[str], quick: str) -> argparse.Namespace:
    """Return the command line's answers; `quick` says what --quick does."""
    parser = argparse.ArgumentParser(
        prog=f"scripts/bench {name}",
        description=description,
        epilog=f"example: scripts/bench {name} --quick --only {names[0]}",
    )
    parser.add_argument("--quick", action="store_true", help=quick)
    parser.add_argument("--only", nargs="+", choices=names, metavar="SECTION", help=f"some of: {', '.join(names)}")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md (full runs only)")
    given = parser.parse_args()
    if given.write and (given.quick or given.only):
        parser.error("--write is for a full run: without --quick and --only")
    return given


def measure(
    name: str, given: argparse.Namespace, jobs: Mapping[str, Job], about: Callable[[dict[str, str]], None] | None = None
) -> None:
    """Run the sections asked for, print the report and save it; `about` changes what it says of the machine."""
    began, load_before = time.perf_counter(), machine.load()
    sections: dict[str, Section] = {}
    for section, job in jobs.items():
        if given.only and section not in given.only:
            continue
        print(f"measuring: {section}", file=sys.stderr, flush=True)
        try:
            sections[section] = job()
        except ProgramError as error:
            sections[section] = Section([skipped(section, "", str(error))])
    spent = f"{time.perf_counter() - began:.0f} s" + (", --quick" if given.quick else "")
    told = machine.describe() | {"load average": f"{load_before} before, {machine.load()} after", "run": spent}
    if about is not None:
        about(told)
    text = report.markdown(sections, told)
    print(text)
    report.save(f"{name}-quick" if given.quick or given.only else name, text, sections, told)
    if given.write:
        report.write_readme(text, name)
