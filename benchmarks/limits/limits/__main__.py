"""`scripts/bench limits`: measures chains with limits against what is wanted of them. See benchmarks/README.md."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bench.programs import build
from bench.rows import Section
from bench.sections import measure, read_arguments

from limits import families, overhead, unreachable

QUICK = 0.15
"""Share of the full effort."""

JOBS: dict[str, Callable[[float], Section]] = {
    "overhead": overhead.overhead,
    "families": families.families,
    "unreachable": unreachable.unreachable,
}
"""The sections by name, in the order of the report."""


def about(told: dict[str, str]) -> None:
    """Leave out what has no part in these numbers."""
    del told["rivals"]


def main() -> None:
    """Measure, print, save."""
    given = read_arguments(
        "limits",
        "What limits cost, and what is reached with them, measured in one run.",
        list(JOBS),
        "less than 45 seconds, fewer targets",
    )
    effort = QUICK if given.quick else 1.0
    build("limit_overhead", "limit_families", "limit_unreachable")
    measure("limits", given, {key: partial(job, effort) for key, job in JOBS.items()}, about)


if __name__ == "__main__":
    main()
