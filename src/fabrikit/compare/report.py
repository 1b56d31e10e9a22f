"""Rows as tables: of text for people, Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from fabrikit.compare.cases import Case
from fabrikit.compare.run import Row

_SETTINGS = ("bones", "start", "at", "tolerance")

_COLUMNS: dict[str, Sequence[tuple[str, str]]] = {
    "solve": (
        ("iterations_median", "median"),
        ("iterations_mean", "mean"),
        ("iterations_p95", "p95"),
        ("iterations_p99", "p99"),
        ("us_median", "µs"),
        ("us_p95", "µs p95"),
        ("us_p99", "µs p99"),
        ("us_per_iteration", "µs/iter."),
    ),
    "distribution": (
        ("iterations_median", "median"),
        ("iterations_mean", "mean"),
        ("iterations_p95", "p95"),
        ("iterations_p99", "p99"),
        ("iterations_max", "max"),
        ("within_4", "1-4"),
        ("five_to_ten", "5-10"),
        ("within_10", "≤ 10"),
        ("within_100", "≤ 100"),
    ),
    "course": tuple((f"error_after_{k}", f"after {k}") for k in (1, 3, 10, 30)),
    "follow": (
        ("iterations_median", "median"),
        ("iterations_p95", "p95"),
        ("us_median", "µs"),
        ("us_p99", "µs p99"),
        ("us_per_iteration", "µs/iter."),
        ("error_median", "error"),
    ),
    "path": (
        ("largest_iteration_deg", "largest turn in an iteration, °"),
        ("largest_step_deg", "between frames, °"),
        ("median_step_deg", "median, °"),
        ("iterations_median", "median"),
        ("iterations_p95", "p95"),
    ),
    "too-far": (("iterations_max", "iterations"), ("excess_max", "error over best"), ("off_line_max", "off the line")),
    "lengths": (("length_error_first", "after one"), ("length_error_last", "at the end")),
    "forward": (("forward_us", "forward, µs"), ("us_median", "solve, µs"), ("inverse_per_forward", "ratio")),
    "solutions": (("different_answers", "different answers"), ("no_answer_share", "targets without one")),
    "clamp": (
        ("iterations_median", "median"),
        ("iterations_p95", "p95"),
        ("over_limit_deg", "over the limit, °"),
    ),
}

_COLUMNS["body"] = _COLUMNS["follow"]

_SHARES = {"within_4", "five_to_ten", "within_10", "within_100", "no_answer_share"}


@dataclass(frozen=True)
class Table:
    """A table of text.

    Attributes
    ----------
    case, title, about : str
    columns : sequence of str
    lines : sequence of sequences of str
    """

    case: str
    title: str
    about: str
    columns: Sequence[str]
    lines: Sequence[Sequence[str]]


def table_of(case: Case, rows: Sequence[Row]) -> Table:
    """Lay out the rows of a case; settings that do not vary are left out."""
    mine = [row for row in rows if row.case == case.name]
    varying = [name for name in _SETTINGS if len({getattr(row.setting, name) for row in mine}) > 1]
    columns = _COLUMNS[case.measure]
    headings = [*varying, "method", "runs", "failed", *(heading for _, heading in columns)]
    if case.paper:
        headings += ["paper", "paper, ms"]
    lines = []
    for row in mine:
        cells = [_cell(getattr(row.setting, name)) for name in varying]
        cells += [row.method, str(row.runs), str(row.failed)]
        cells += [_number(name, row.numbers[name]) for name, _ in columns]
        if case.paper:
            theirs = case.paper.get(row.method, {})
            cells += [f"{theirs[key]:g}" if key in theirs else "–" for key in ("iterations", "ms")]
        lines.append(cells)
    return Table(case.name, case.title, case.about, headings, lines)


def _cell(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _number(name: str, value: float) -> str:
    if name in _SHARES:
        return f"{value:.1%}"
    if value == int(value) and abs(value) < 1e6:
        return str(int(value))
    return f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"


def as_markdown(tables: Sequence[Table], about: dict[str, str]) -> str:
    """Return the tables with their headings, and what they were measured on."""
    lines: list[str] = []
    for table in tables:
        lines += [f"### {table.title}", "", table.about, "", *markdown_lines(table), ""]
    lines += [f"- {name}: {value}" for name, value in about.items()]
    return "\n".join(lines) + "\n"


def markdown_lines(table: Table) -> list[str]:
    """Return a table alone, as Markdown."""
    rows = [table.columns, *table.lines]
    widths = [max(len(row[k]) for row in rows) for k in range(len(table.columns))]
    padded = [[cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in rows]
    padded.insert(1, ["-" * width for width in widths])
    return ["| " + " | ".join(row) + " |" for row in padded]


def as_csv(rows: Sequence[Row]) -> str:
    """Return one line a row, every number that any row has as a column."""
    names = list(dict.fromkeys(name for row in rows for name in row.numbers))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["case", *_SETTINGS, "method", "runs", "failed", *names])
    for row in rows:
        setting = [getattr(row.setting, name) for name in _SETTINGS]
        numbers = [row.numbers.get(name, "") for name in names]
        writer.writerow([row.case, *setting, row.method, row.runs, row.failed, *numbers])
    return text.getvalue()


def as_json(rows: Sequence[Row], about: dict[str, str]) -> str:
    """Return everything that was measured, curves included."""
    return json.dumps({"about": about, "rows": [asdict(row) for row in rows]}, indent=1, ensure_ascii=False) + "\n"
