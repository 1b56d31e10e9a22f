"""Section on targets that limits keep out of reach: how near, and at what cost."""

from __future__ import annotations

from bench.programs import program
from bench.rows import Row, Section, Table, iterations

MOST_ERROR = 1.05
"""Of the best possible error: case C33."""


def unreachable(effort: float) -> Section:
    """Errors beside the best possible ones, time, and whether asking again moves anything."""
    entries = program("limit_unreachable", "--count", max(50, int(200 * effort)))
    cases = [e for e in entries if "case" in e]
    groups = [e for e in entries if "group" in e]
    section = Section(raw=entries)
    worst = max(e["error"] / e["best"] for e in cases)
    what = "`auto`, seven bones with cones of 15° (C33), its four targets: error over the best possible"
    section.rows.append(Row(what, f"≤ {MOST_ERROR:g}×", f"{worst:.6f}×", worst <= MOST_ERROR))
    (within,) = (e for e in groups if e["group"] == "within the chord")
    what = f"the same chain, {within['targets']} random targets within its chord"
    measured = f"median {within['share_p50']:.6f}×, worst {within['share_max']:.6f}×"
    section.rows.append(Row(what, f"≤ {MOST_ERROR:g}×", measured, within["share_max"] <= MOST_ERROR))
    moved = sum(e["moved_when_asked_again"] for e in groups) + sum(e["moved"] > 1e-9 for e in cases)
    asked = sum(e["targets"] for e in groups) + len(cases)
    what = "unreachable targets: poses that move when asked again"
    section.rows.append(Row(what, "0, to 1e-9", f"{moved} of {asked}", moved == 0))
    broken = sum(e["broken_limits"] for e in groups) + sum(not e["limits_hold"] for e in cases)
    section.rows.append(Row("unreachable targets: poses outside a limit", "0", f"{broken} of {asked}", broken == 0))
    table = Table(
        "Targets out of reach", ("targets", "error / best possible", "iterations mean / median / p99 / max", "µs")
    )
    for e in cases:
        share = f"{e['error']:.4f} / {e['best']:.4f}"
        table.lines.append((f"C33: {e['case']}", share, str(e["iterations"]), f"{e['us']:.0f}"))
    for e in groups:
        share = f"median {e['share_p50']:.4f}, worst {e['share_max']:.4f}" if e["share_max"] else "not known"
        times = f"{e['us']:.0f} / {e['us_p50']:.0f} / {e['us_p99']:.0f} (mean / median / p99)"
        table.lines.append((f"{e['targets']} random ones {e['group']}", share, iterations(e), times))
    section.tables.append(table)
    return section
