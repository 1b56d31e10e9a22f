"""`scripts/bench batch`: measures batches against what is wanted of them. See benchmarks/README.md."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bench.rows import Section
from bench.sections import measure, read_arguments

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


def about(told: dict[str, str]) -> None:
    """Leave out what has no part in these numbers."""
    del told["rivals"]
    told["kernel flags"] += "; lanes for every instruction set"


def main() -> None:
    """Measure, print, save."""
    given = read_arguments(
        "batch",
        "Lanes, refill, threads, interrupts and memory of batches, measured in one run.",
        list(JOBS),
        "less than a minute; a million rows for the memory",
    )
    effort = QUICK if given.quick else 1.0
    measure("batch", given, {key: partial(job, effort) for key, job in JOBS.items()}, about)


if __name__ == "__main__":
    main()
