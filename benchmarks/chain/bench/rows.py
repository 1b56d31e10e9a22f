"""What a section of the benchmark hands to the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Row:
    """One measured fact beside what is wanted of it; `holds` is None where nothing is wanted or was measured."""

    what: str
    wanted: str
    measured: str
    holds: bool | None


@dataclass
class Table:
    """Details: a heading, column names and lines of cells."""

    heading: str
    columns: Sequence[str]
    lines: list[Sequence[str]] = field(default_factory=list)


@dataclass
class Section:
    """Rows that answer a requirement, details, and everything that was measured, as it came."""

    rows: list[Row] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    raw: list[dict[str, Any]] = field(default_factory=list)


def at_least(what: str, wanted: float, measured: float, median: float) -> Row:
    """Return the row of a ratio: judged by the fastest runs, with the median over rounds beside it."""
    return Row(what, f"≥ {wanted:g}×", f"{measured:.2f}× (median {median:.2f}×)", measured >= wanted)


def skipped(what: str, wanted: str, reason: str) -> Row:
    """Return the row of something that could not be measured, and why."""
    return Row(what, wanted, f"not measured: {reason}", None)


def iterations(entry: dict[str, Any]) -> str:
    """Return mean / median / p99 / max."""
    return f"{entry['mean']:.2f} / {entry['p50']} / {entry['p99']} / {entry['max']}"
