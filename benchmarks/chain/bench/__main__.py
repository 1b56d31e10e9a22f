"""`scripts/bench chain`: measures free chains against what is wanted of them. See benchmarks/README.md."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

from bench import machine, memory, reaching, report, speed
from bench.programs import ProgramError, build
from bench.rows import Section, skipped

QUICK = 0.12
"""Share of the full effort."""


def jobs(effort: float, *, create: bool) -> dict[str, Callable[[], Section]]:
    """Return the sections by name, in the order of the report."""
    return {
        "kernel": lambda: speed.kernel_speed(effort),
        "numba": lambda: speed.numba(effort, create=create),
        "call": lambda: speed.python_call(effort),
        "python": lambda: speed.python_loops(effort, create=create),
        "near-reach": lambda: reaching.near_reach(effort),
        "fuzz": lambda: reaching.fuzz(effort),
        "allocations": lambda: memory.allocations(effort),
        "long": lambda: memory.long_chains(effort),
        "scaling": lambda: reaching.scaling(effort),
        "paper": lambda: reaching.paper(effort),
        "phases": lambda: speed.phases(effort),
    }


def read_arguments() -> argparse.Namespace:
    """Return the command line's answers."""
    names = list(jobs(1, create=False))
    parser = argparse.ArgumentParser(
        prog="scripts/bench chain",
        description="Ratios against rivals, iterations, failures and memory of free chains, measured in one run.",
        epilog="example: scripts/bench chain --quick --only kernel fuzz",
    )
    parser.add_argument("--quick", action="store_true", help="under a minute; sets up no environment for rivals")
    parser.add_argument("--only", nargs="+", choices=names, metavar="SECTION", help=f"some of: {', '.join(names)}")
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
    build()
    sections: dict[str, Section] = {}
    for name, job in jobs(effort, create=not given.quick).items():
        if given.only and name not in given.only:
            continue
        print(f"measuring: {name}", file=sys.stderr, flush=True)
        try:
            sections[name] = job()
        except ProgramError as error:
            sections[name] = Section([skipped(name, "", str(error))])
    spent = f"{time.perf_counter() - began:.0f} s" + (", --quick" if given.quick else "")
    about = machine.describe() | {"load average": f"{load_before} before, {machine.load()} after", "run": spent}
    text = report.markdown(sections, about)
    print(text)
    report.save("chain-quick" if given.quick or given.only else "chain", text, sections, about)
    if given.write:
        report.write_readme(text, "chain")


if __name__ == "__main__":
    main()
