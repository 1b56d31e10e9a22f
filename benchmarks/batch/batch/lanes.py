"""Sections on lanes: the kernel's batches beside the scalar `fabrik`, in C++."""

from __future__ import annotations

from typing import Any

from bench.place import BUILD
from bench.programs import run
from bench.rows import Row, Section, Table, at_least, skipped

WANTED = {
    ("float64", "x86-64-v3"): 17,
    ("float64", "x86-64-v4"): 28,
    ("float32", "x86-64-v3"): 32,
    ("float32", "x86-64-v4"): 44,
}
SETS = {"x86-64": "SSE2", "x86-64-v3": "AVX2", "x86-64-v4": "AVX-512"}
REFILL = 2.3
WAITING = "fabrik, run until all converge"
BONES = (10, 30, 100)


def _find(entries: list[dict[str, Any]], **wanted: object) -> dict[str, Any] | None:
    return next((e for e in entries if all(e.get(key) == value for key, value in wanted.items())), None)


def lanes(effort: float) -> Section:
    """Lanes with the finish, and with the paper's iteration, against the scalar `fabrik`."""
    program = BUILD / "batch" / "lane_speed"
    section = Section()
    for bones in BONES:
        milliseconds = int(12_000 * effort * (1 if bones == 10 else 0.5))
        section.raw += run([program, "--bones", str(bones), "--milliseconds", str(milliseconds)])
    entries = [e for e in section.raw if "method" in e]
    section.rows = [*_finish_rows(entries), *_refill_rows(entries), _failure_row(entries)]
    section.tables = [_table(entries), _divider_table(section.raw, entries)]
    return section


def _finish_rows(entries: list[dict[str, Any]]) -> list[Row]:
    rows = []
    for (precision, level), wanted in WANTED.items():
        what = f"lanes + finish against scalar `fabrik`, 10 bones, {precision}, {SETS[level]}"
        found = _find(entries, bones=10, method="auto", level=level, precision=precision)
        if found is None:
            rows.append(skipped(what, f"≥ {wanted}×", f"this processor has no {SETS[level]}"))
        else:
            rows.append(at_least(what, wanted, found["ratio"], found["ratio_median"]))
    return rows


def _refill_rows(entries: list[dict[str, Any]]) -> list[Row]:
    rows = []
    for level, name in SETS.items():
        what = f"`fabrik` in lanes: refill against run until all converge, 10 bones, float64, {name}"
        refill, waiting = (
            _find(entries, bones=10, method=method, level=level, precision="float64") for method in ("fabrik", WAITING)
        )
        if refill is not None and waiting is not None:
            median = refill["ratio_median"] / waiting["ratio_median"]
            rows.append(at_least(what, REFILL, waiting["ns"] / refill["ns"], median))
    return rows


def _failure_row(entries: list[dict[str, Any]]) -> Row:
    failures = sum(e["failures"] for e in entries if e["method"] == "auto")
    return Row("lanes: targets not reached by `auto`, all variants", "0", str(failures), failures == 0)


def _table(entries: list[dict[str, Any]]) -> Table:
    columns = ("bones", "precision", "lanes", "`auto` ns", "× scalar `fabrik`", "`fabrik` ns", "× scalar `fabrik`")
    table = Table("Lanes on W(n), ns a solve, one core", columns)
    for bones in BONES:
        for precision in ("float64", "float32"):
            for level in ("scalar", *SETS):
                pair = [
                    _find(entries, bones=bones, method=method, level=level, precision=precision)
                    for method in ("auto", "fabrik")
                ]
                if pair[0] is not None and pair[1] is not None:
                    cells = [text for e in pair if e for text in (f"{e['ns']:.0f}", f"{e['ratio']:.1f}")]
                    table.lines.append((str(bones), precision, SETS.get(level, "none"), *cells))
    return table


def _divider_table(raw: list[dict[str, Any]], entries: list[dict[str, Any]]) -> Table:
    """Say how much of a solve is the divider's: one root and one division for each bone of each pass and each step."""
    columns = (
        "precision",
        "lanes",
        "root and division, ns a number",
        "of them in a solve",
        "share of the time",
        "alone",
    )
    table = Table("The divider, 10 bones (`auto`); `alone`: × scalar `fabrik` if it were never waited for", columns)
    for e in raw:
        found = _find(entries, bones=10, method="auto", level=e.get("divider"), precision=e.get("precision"))
        if "divider" not in e or found is None:
            continue
        pairs = 10 * (2 * 2 + found["iterations"] - 2)
        share = pairs * e["ns"] / found["ns"]
        cells = (f"{e['ns']:.2f}", f"{pairs:.0f}", f"{share:.0%}", f"{found['ratio'] / share:.1f}")
        table.lines.append((e["precision"], SETS[e["divider"]], *cells))
    return table
