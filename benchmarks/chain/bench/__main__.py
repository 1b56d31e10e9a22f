"""`scripts/bench chain`: measures free chains against what is wanted of them. See benchmarks/README.md."""

from __future__ import annotations

from collections.abc import Callable

from bench import memory, reaching, speed
from bench.programs import build
from bench.rows import Section
from bench.sections import measure, read_arguments

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


def main() -> None:
    """Measure, print, save."""
    given = read_arguments(
        "chain",
        "Ratios against rivals, iterations, failures and memory of free chains, measured in one run.",
        list(jobs(1, create=False)),
        "under a minute; sets up no environment for rivals",
    )
    effort = QUICK if given.quick else 1.0
    build()
    measure("chain", given, jobs(effort, create=not given.quick))


if __name__ == "__main__":
    main()
