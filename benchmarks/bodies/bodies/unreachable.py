"""Section on targets out of reach: how near the answer comes to the best known."""

from __future__ import annotations

from bench.programs import program
from bench.rows import Row, Section, Table, iterations

LEAST_NEAR = 95.0
"""Per cent of the targets whose error is within a hundredth of the best known."""
MOST_MOVED = 5.0
"""Per cent of the answers that another, better basin moves when they are asked for again."""


def unreachable(effort: float) -> Section:
    """Compare errors with the best of three longer runs, and ask every question again."""
    entries = program("body_unreachable", "--count", max(40, int(1000 * effort)))
    section = Section(raw=entries)
    columns = ("body", "targets", "error / best known, median, p95, worst", "moved when asked again", "rounds", "µs")
    table = Table("Targets 1.5 to 3 times too far", columns)
    for e in entries:
        share = 100 * e["near"] / e["targets"]
        what = f"{e['body']}: error within 1 % of the best known"
        section.rows.append(Row(what, f"≥ {LEAST_NEAR:g} %", f"{share:.4g} %", share >= LEAST_NEAR))
        shares = f"{e['share_p50']:.6f}, {e['share_p95']:.6f}, {e['share_max']:.4f}"
        times = f"{e['us']:.0f} / {e['us_p50']:.0f} / {e['us_p99']:.0f}"
        cells = (e["body"], str(e["targets"]), shares, str(e["moved_when_asked_again"]))
        table.lines.append((*cells, iterations(e), times))
    moved = sum(e["moved_when_asked_again"] for e in entries)
    asked = sum(e["targets"] for e in entries)
    section.rows.append(
        Row(
            "answers that move when asked again",
            f"≤ {MOST_MOVED:g} %",
            f"{moved} of {asked}",
            moved <= MOST_MOVED / 100 * asked,
        )
    )
    section.tables.append(table)
    return section
