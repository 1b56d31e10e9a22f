"""Section on targets that can be reached: how many are, in how many rounds, and the time beside the yardstick."""

from __future__ import annotations

from typing import Any

from bench.programs import Entries, program
from bench.rows import Row, Section, Table, iterations

MOST_TIME = 1.6
"""Median time over that of the dense yardstick."""
FIRST_ROUNDS, ALL_ROUNDS = 300, 4000
"""Rounds within which 99.9 % and all targets are reached."""
LEAST_REACHED = 99.9
"""Per cent within the first of these."""


def _pairs(entries: Entries) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    own = [e for e in entries if e["solver"] == "fabrikit"]
    dense = {(e["body"], e["tolerance"]): e for e in entries if e["solver"] == "dense"}
    return [(e, dense[e["body"], e["tolerance"]]) for e in own]


def _rows(own: dict[str, Any], dense: dict[str, Any]) -> list[Row]:
    name = f"{own['body']}, {own['tolerance']:g} m"
    targets, early = own["targets"], own["within_300"]
    share = 100 * early / targets
    ratio = own["us_p50"] / dense["us_p50"]
    return [
        Row(
            f"{name}: reached within {FIRST_ROUNDS} rounds",
            f"≥ {LEAST_REACHED:g} %",
            f"{share:.6g} %",
            share >= LEAST_REACHED,
        ),
        Row(
            f"{name}: reached within {ALL_ROUNDS} rounds",
            "100 %",
            f"{own['reached']} of {targets:,}, the last after {own['max']} rounds, {own['us_max'] / 1000:.2f} ms",
            own["reached"] == targets,
        ),
        Row(f"{name}: median time over the yardstick's", f"≤ {MOST_TIME:g}×", f"{ratio:.2f}×", ratio <= MOST_TIME),
    ]


def reach(effort: float) -> Section:
    """Reach targets that are feasible by construction, each also with the dense yardstick."""
    entries = program("body_reach", "--count", max(500, int(10000 * effort)))
    section = Section(raw=entries)
    columns = ("body", "tolerance", "solver", "reached", "rounds mean / median / p99 / max", "µs mean / median / p99")
    table = Table("Targets that can be reached, from the middle of all ranges", columns)
    for own, dense in _pairs(entries):
        section.rows.extend(_rows(own, dense))
        for e in (own, dense):
            times = f"{e['us']:.1f} / {e['us_p50']:.1f} / {e['us_p99']:.1f}"
            cells = (e["body"], f"{e['tolerance']:g} m", e["solver"], f"{e['reached']:,} of {e['targets']:,}")
            table.lines.append((*cells, iterations(e), times))
    lies = sum(e["false_claims"] for e in entries)
    what = "answers called reached that limits or forward kinematics deny"
    section.rows.append(Row(what, "0", str(lies), lies == 0))
    section.tables.append(table)
    return section
