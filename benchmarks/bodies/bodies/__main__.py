"""`scripts/bench bodies`: measures bodies with many joints against what is wanted of them. See benchmarks/README.md."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bench.programs import build
from bench.rows import Section
from bench.sections import measure, read_arguments

from bodies import reach, tracks, unreachable

QUICK = 0.1
"""Share of the full effort."""

JOBS: dict[str, Callable[[float], Section]] = {
    "reach": reach.reach,
    "unreachable": unreachable.unreachable,
    "tracks": tracks.tracks,
}
"""The sections by name, in the order of the report."""


def about(told: dict[str, str]) -> None:
    """Leave out what has no part in these numbers."""
    del told["rivals"]


def main() -> None:
    """Measure, print, save."""
    given = read_arguments(
        "bodies",
        "What bodies reach, in how many rounds, and in what time beside a dense yardstick, in one run.",
        list(JOBS),
        "less than 45 seconds, fewer targets",
    )
    effort = QUICK if given.quick else 1.0
    build("body_reach", "body_unreachable", "body_track")
    measure("bodies", given, {key: partial(job, effort) for key, job in JOBS.items()}, about)


if __name__ == "__main__":
    main()
