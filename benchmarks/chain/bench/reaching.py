"""Sections on what is reached: near the end of the reach, random chains, long chains, the paper's set-up."""

from __future__ import annotations

from typing import Any

from bench.programs import Entries, program
from bench.rows import Row, Section, Table, iterations

MOST_NEAR_REACH = 14
CLASSES = {
    "interior": "interior",
    "outer": "within 1e-6…1e-2 of the outer radius",
    "inner": "within 1e-6…1e-2 of the inner radius (chains with a hole)",
    "base": "within 1e-6…1e-2 of the base (chains without a hole)",
}
PAPER = {
    "reachable": "15.461 its, 13.28 ms",
    "unreachable": "1 it, 0.2 ms",
    "unreachable, no reach test": "67.564 its, 62.07 ms",
}
"""Table 1 of the paper and, for the straight line, its text: MATLAB, 2.2 GHz, averages of 20 runs."""


def near_reach(effort: float) -> Section:
    """Targets at 0.9, 0.99, 0.999 and 1.0 of the reach, tolerance 1e-6 of the reach."""
    entries = program("near_reach", "--count", max(200, int(2000 * effort)))
    solved = [e for e in entries if "share" in e]
    section = Section(raw=entries)
    groups: list[tuple[str, Entries]] = [
        (
            f"10 bones at {share} of the reach",
            [e for e in solved if (e["bones"], e["dimension"], e["share"]) == (10, 3, share)],
        )
        for share in (0.9, 0.99, 0.999, 1.0)
    ]
    groups.append(("3, 10, 30, 100 bones, 2D and 3D, all four", solved))
    for what, some in groups:
        failures, cases, most = (
            sum(e["failures"] for e in some),
            sum(e["cases"] for e in some),
            max(e["max"] for e in some),
        )
        measured = f"{100 * (cases - failures) / cases:.6g} %, at most {most} iterations ({cases:,} targets)"
        holds = failures == 0 and most <= MOST_NEAR_REACH
        section.rows.append(Row(f"`auto`, 1e-6: {what}", f"100 % in ≤ {MOST_NEAR_REACH}", measured, holds))
    table = Table(
        "`auto` near the end of the reach, 3D, tolerance 1e-6 of the reach: iterations mean / median / p99 / max",
        ("bones", "0.9", "0.99", "0.999", "1.0"),
    )
    for bones in (3, 10, 30, 100):
        cells = [iterations(e) for e in solved if e["bones"] == bones and e["dimension"] == 3]
        table.lines.append((str(bones), *cells))
    section.tables.append(table)
    return section


def fuzz(effort: float) -> Section:
    """Random chains of 2 to 40 bones: how many reachable targets are not reached."""
    entries = program("fuzz", "--count", max(1000, int(20000 * effort)), codes=(0, 1))
    groups = [e for e in entries if "group" in e]
    section = Section(raw=entries)
    for name, words in CLASSES.items():
        some = [e for e in groups if e["group"].startswith(name)]
        failures, cases = sum(e["failures"] for e in some), sum(e["cases"] for e in some)
        wanted = "" if name == "base" else "0 failures"
        what = f"`auto`, random chains: {words}"
        section.rows.append(Row(what, wanted or "0 failures", f"{failures} of {cases:,}", failures == 0))
    laws = sum(e["broken_laws"] for e in groups)
    worst = max(e["worst_length_fault_in_u"] for e in groups)
    measured = f"{laws} (worst bone length {worst:.1f} u)"
    section.rows.append(
        Row("`auto`, random chains: reached by a pose that breaks a law", "0, lengths to 8 u", measured, laws == 0)
    )
    columns = (
        "targets",
        "start",
        "D",
        "cases",
        "not reached",
        "laws broken",
        "iterations mean / median / p99 / max",
        "ns",
    )
    table = Table("Random chains: 2–40 bones, lengths over a factor 400, tolerance 1e-6 of the reach", columns)
    for e in groups:
        kind, start, dimension = e["group"].split(",")
        counts = (f"{e['cases']:,}", str(e["failures"]), str(e["broken_laws"]))
        table.lines.append((kind, start, dimension, *counts, iterations(e), f"{e['ns']:.0f}"))
    section.tables.append(table)
    failed = [e for e in entries if "failure" in e]
    if failed:
        again = Table("Failing cases: `fuzz --only GROUP --index I`", ("group", "index", "why", "bones", "iterations"))
        again.lines = [tuple(str(e[k]) for k in ("failure", "index", "why", "bones", "iterations")) for e in failed]
        section.tables.append(again)
    return section


def scaling(_: float) -> Section:
    """Long chains (case C50): time by the number of bones."""
    entries = program("scaling")
    sizes = {e["bones"]: e for e in entries if "auto_us" in e}
    section = Section(raw=entries)
    for key, name in (("fabrik_ns_per_iteration", "`fabrik`"), ("auto_ns_per_iteration", "`auto`")):
        ratio = sizes[10000][key] / sizes[1000][key]
        what = f"{name}: time of an iteration, 10,000 bones against 1,000"
        section.rows.append(Row(what, "8…13×", f"{ratio:.1f}×", 8 <= ratio <= 13))
    failures, cases = sum(e["failures"] for e in sizes.values()), sum(e["targets"] for e in sizes.values())
    section.rows.append(Row("`auto`: 100 … 10,000 bones, not reached", "0", f"{failures} of {cases}", failures == 0))
    line = next(e for e in entries if "on_line" in e)
    reached = "reached" if line["reached"] else f"not reached: {line['why']}"
    what = "`auto`: 2,000 straight bones, target on their own line"
    section.rows.append(Row(what, "reached", f"{reached}, {line['iterations']} iterations", line["reached"]))
    columns = (
        "bones",
        "`fabrik` µs an iteration",
        "`auto` µs an iteration",
        "`auto` µs a solve",
        "its mean / median / p99 / max",
    )
    table = Table("Long chains: straight start, targets in a cube of half the length, tolerance 0.1 bone", columns)
    for bones, e in sizes.items():
        each = (f"{e[key] / 1000:.2f}" for key in ("fabrik_ns_per_iteration", "auto_ns_per_iteration"))
        table.lines.append((f"{bones:,}", *each, f"{e['auto_us']:.1f}", iterations(e)))
    section.tables.append(table)
    return section


def _paper_line(e: dict[str, Any]) -> tuple[str, ...]:
    its = f"{e['mean']:.2f} / {e['p50']} / {e['p95']} / {e['max']}"
    times = f"{e['us_mean']:.2f} / {e['us_p50']:.2f} / {e['us_p95']:.2f}"
    still = f"{e['still_mean']:.1f} / {e['still_p50']}" if e["still_mean"] else ""
    reached = f"{e['reached']} of {e['runs']}" + (f", {e['capped']} at the cap" if e["capped"] else "")
    paper = PAPER[e["setup"]] if e["method"] == "fabrik" else ""
    return e["setup"], e["start"], e["method"], reached, its, still, times, paper


def paper(effort: float) -> Section:
    """The paper's Table 1: 10 unconstrained bones, 900 mm, target 600 mm from the end effector."""
    entries = program("paper", "--runs", max(300, int(2000 * effort)))
    asked = [e for e in entries if e["setup"] == "reachable"]
    missed = sum(e["runs"] - e["reached"] for e in asked)
    row = Row(
        "the paper's set-up, reachable, both methods: not reached",
        "0",
        f"{missed} of {sum(e['runs'] for e in asked):,}",
        missed == 0,
    )
    columns = (
        "target",
        "start",
        "method",
        "reached",
        "its mean / median / p95 / max",
        "until still: mean / median",
        "µs mean / median / p95",
        "the paper, `fabrik`",
    )
    return Section(
        [row],
        [Table("The paper's set-up (Table 1), tolerance 1e-3 mm", columns, [_paper_line(e) for e in entries])],
        entries,
    )
