"""Section on what is reached: targets that are feasible by construction, family by family."""

from __future__ import annotations

from typing import Any

from bench.programs import Entries, program
from bench.rows import Row, Section, Table, iterations

LEAST_REACHED = 99.5
"""Per cent, in every family."""
TEXTBOOK = ("clamp in both passes", "clamp from the base")


def _share(e: dict[str, Any]) -> str:
    return f"{100 * e['reached'] / e['targets']:.6g} %"


def _details(summaries: Entries) -> Table:
    columns = (
        "family",
        "bones",
        "targets",
        "reached",
        "iterations mean / median / p99 / max",
        "µs mean / median / p99",
        *(f"textbook, {way}: reached, iterations, µs" for way in ("both passes", "from the base")),
    )
    table = Table("Feasible targets, tolerance 1e-6 of the reach, from the rest pose, at most 1000 iterations", columns)
    for e in summaries:
        if e["method"] != "auto":
            continue
        beside = [
            f"{_share(other)}, {other['mean']:.0f}, {other['us']:.0f}"
            for way in TEXTBOOK
            for other in summaries
            if (other["family"], other["bones"], other["method"]) == (e["family"], e["bones"], way)
        ]
        times = f"{e['us']:.1f} / {e['us_p50']:.1f} / {e['us_p99']:.1f}"
        cells = (e["family"], str(e["bones"]), f"{e['targets']:,}", _share(e), iterations(e), times)
        table.lines.append((*cells, *(beside or ("", ""))))
    return table


def families(effort: float) -> Section:
    """How many targets each family of joints reaches, and whether every returned pose keeps its limits."""
    words = ("--count", max(1000, int(10000 * effort)), "--textbook", max(100, int(1000 * effort)))
    entries = program("limit_families", *words)
    summaries = [e for e in entries if "family" in e]
    section = Section(raw=entries)
    for e in summaries:
        if e["method"] == "auto" and e["judged"] and e["bones"] == 10:
            what = f"`auto`, 10 bones, feasible targets: {e['family']}"
            measured = f"{_share(e)} of {e['targets']:,}"
            holds = 100 * e["reached"] >= LEAST_REACHED * e["targets"]
            section.rows.append(Row(what, f"≥ {LEAST_REACHED:g} %", measured, holds))
    poses = sum(e["targets"] for e in summaries)
    limits, laws = sum(e["broken_limits"] for e in summaries), sum(e["broken_laws"] for e in summaries)
    worst = max(e["beyond_limit"] for e in summaries)
    measured = f"{limits} of {poses:,} (worst {max(worst, 0):.1g} rad)"
    section.rows.append(
        Row("every method, reached or not: poses outside a limit", "0, to 1e-9 rad", measured, limits == 0)
    )
    what = "every method: poses with a wrong length, base or error"
    section.rows.append(Row(what, "0, lengths to 8 u", f"{laws} of {poses:,}", laws == 0))
    section.tables.append(_details(summaries))
    failed = [e for e in entries if "failure" in e]
    if failed:
        columns = ("failure", "bones", "method", "index", "seed", "why")
        again = Table("Failing cases: `limit_families --only FAMILY --bones N --index I`", columns)
        again.lines = [tuple(str(e[name]) for name in columns) for e in failed]
        section.tables.append(again)
    return section
