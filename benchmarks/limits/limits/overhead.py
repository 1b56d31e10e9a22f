"""Section on time: an iteration of FABRIK with limits beside one without."""

from __future__ import annotations

from typing import Any

from bench.programs import program
from bench.rows import Row, Section, Table

MOST = {
    ("cone", "inactive"): 1.05,
    ("cone", "clamped"): 1.4,
    ("cone in the rest frame", "inactive"): 1.6,
    ("cone in the rest frame", "clamped"): 2.0,
}
"""How many times the iteration without limits; other limits are measured, not judged."""

STATES = {"inactive": "inactive", "clamped": "all clamped"}
EXPECTED_MOVES = {"inactive": 0.0, "clamped": 1.0}
LIMITS = {"cone": "cone about the parent bone", "cone in the rest frame": "cone in the rest frame (bent rest pose)"}


def _is_what_it_says(e: dict[str, Any]) -> bool:
    return all(share == EXPECTED_MOVES[e["expected"]] for share in e["moved"])


def _row(e: dict[str, Any]) -> Row:
    what = f"an iteration, {e['bones']} bones: {LIMITS[e['limit']]}, {STATES[e['expected']]}"
    most = MOST[e["limit"], e["expected"]]
    measured = f"{e['ratio_median']:.2f}× (fastest {e['ratio']:.2f}×)"
    if not _is_what_it_says(e):
        return Row(what, f"≤ {most:g}×", f"not measured: limits moved a share {e['moved']} of the joints", None)
    return Row(what, f"≤ {most:g}×", measured, e["ratio_median"] <= most)


def overhead(effort: float) -> Section:
    """Time per bone of both passes with limits, as a multiple of the passes without."""
    entries = program("limit_overhead", "--milliseconds", int(60000 * effort))
    columns = ("bones", "limit", "state", "joints moved by it", "ns a bone", "× no limit: median", "fastest", "rounds")
    table = Table("One iteration of FABRIK (both passes), ns a bone", columns)
    section = Section(tables=[table], raw=entries)
    for e in entries:
        if (e["limit"], e["expected"]) in MOST:
            section.rows.append(_row(e))
        moved = "" if e["expected"] == "unlimited" else f"{100 * min(e['moved']):.4g} %"
        state = STATES.get(e["expected"], "")
        ratios = (f"{e['ratio_median']:.2f}", f"{e['ratio']:.2f}")
        table.lines.append((str(e["bones"]), e["limit"], state, moved, f"{e['ns']:.1f}", *ratios, str(e["rounds"])))
    return section
