"""The report: markdown on the screen, in results/ and, when asked, in the README."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from bench.place import README, RESULTS
from bench.rows import Row, Section, Table

VERDICT = {True: "yes", False: "**no**", None: "–"}


def _lines(columns: Sequence[str], rows: list[Sequence[str]]) -> list[str]:
    widths = [max(len(str(row[k])) for row in [columns, *rows]) for k in range(len(columns))]
    padded = [[str(cell).ljust(width) for cell, width in zip(row, widths, strict=True)] for row in [columns, *rows]]
    padded.insert(1, ["-" * width for width in widths])
    return ["| " + " | ".join(row) + " |" for row in padded]


def rows_table(rows: list[Row]) -> list[str]:
    """Return the table of all requirements."""
    return _lines(
        ("what", "wanted", "measured", "holds"), [(r.what, r.wanted, r.measured, VERDICT[r.holds]) for r in rows]
    )


def details(table: Table) -> list[str]:
    """Return one table of details with its heading."""
    return [f"{table.heading}:", "", *_lines(table.columns, list(table.lines))]


def markdown(sections: dict[str, Section], machine: dict[str, str]) -> str:
    """Return the whole report."""
    rows = [row for section in sections.values() for row in section.rows]
    judged = [row for row in rows if row.holds is not None]
    lines = [*rows_table(rows), "", f"{sum(r.holds is True for r in judged)} of {len(judged)} rows hold.", ""]
    lines += [f"- {name}: {value}" for name, value in machine.items()]
    for section in sections.values():
        for table in section.tables:
            lines += ["", *details(table)]
    return "\n".join(lines) + "\n"


def save(name: str, text: str, sections: dict[str, Section], machine: dict[str, str]) -> None:
    """Write results/NAME.md, and results/NAME.json with everything that was measured."""
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.md").write_text(text, encoding="utf-8")
    data = {"machine": machine, "sections": {key: asdict(section) for key, section in sections.items()}}
    (RESULTS / f"{name}.json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def write_readme(text: str, block: str) -> None:
    """Put the report between the markers of a block of benchmarks/README.md."""
    begin, end = f"<!-- {block}: begin -->", f"<!-- {block}: end -->"
    page = README.read_text(encoding="utf-8")
    before, rest = page.split(begin)
    after = rest.split(end)[1]
    README.write_text(f"{before}{begin}\n\n{text}\n{end}{after}", encoding="utf-8")
