"""Put the paper's tables beside ours into docs/comparison.md, from the CSV files in docs/bench.

Run, where fabrikit is installed, after any of these, which write the files::

    fabrikit bench -o docs/bench
    fabrikit bench table-1-reachable table-1-unreachable --runs 20 --format csv > docs/bench/table-1-20.csv
    fabrikit bench table-1-unreachable --runs 1000 --format csv > docs/bench/table-1-unreachable-1000.csv
    python scripts/paper_tables.py
"""

import csv
import json
from pathlib import Path

from fabrikit.compare.report import Table, markdown_lines

HOME = Path(__file__).resolve().parents[1]
BENCH = HOME / "docs" / "bench"
PAGE = HOME / "docs" / "comparison.md"
CASES = json.loads((HOME / "src/fabrikit/compare/cases.json").read_text(encoding="utf-8"))
STARTS = ("bent", "crooked")
MANY = {"table-1-reachable": "bench.csv", "table-1-unreachable": "table-1-unreachable-1000.csv"}
"""The files of many runs; a whole `fabrikit bench` takes fewer out of reach, where methods may never stand still."""


def rows(name: str) -> list[dict[str, str]]:
    """Read one CSV file of docs/bench."""
    with (BENCH / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def number(text: str) -> str:
    """Write a number with three digits."""
    value = float(text)
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def iterations(row: dict[str, str] | None) -> str:
    """Write mean and median, or that the tip never stood still."""
    if row is None:
        return "–"
    if 2 * int(row["failed"]) > int(row["runs"]):
        return "never still" if row["case"] == "table-1-unreachable" else "not reached"
    return f"{number(row['iterations_mean'])} ({number(row['iterations_median'])})"


def find(table: list[dict[str, str]], case: str, start: str, method: str) -> dict[str, str] | None:
    """Return the row of a method."""
    keys = {"case": case, "start": start, "method": method}
    return next((row for row in table if all(row[key] == value for key, value in keys.items())), None)


def markdown(columns: list[str], lines: list[list[str]]) -> str:
    """Lay a table out."""
    return "\n".join(markdown_lines(Table("", "", "", columns, lines)))


def table_1(case: str) -> str:
    """Make one half of Table 1: iterations as mean (median), and the time of an iteration."""
    few, many = rows("table-1-20.csv"), rows(MANY[case])
    paper = CASES[case]["paper"]
    count = f"{int(many[0]['runs']):,}"
    columns = ["method", "paper", "20 runs, straight", "20, crooked", f"{count}, straight", f"{count}, crooked"]
    columns += ["µs an iteration", "to `fabrik`'s", "paper's"]
    base = find(many, case, "crooked", "fabrik")
    assert base is not None
    paper_base = paper["fabrik"]["ms"] / paper["fabrik"]["iterations"]
    lines = []
    for method in CASES[case]["methods"]:
        cells = [f"`{method}`", f"{paper[method]['iterations']:g}" if method in paper else "–"]
        cells += [iterations(find(table, case, start, method)) for table in (few, many) for start in STARTS]
        mine = find(many, case, "crooked", method)
        assert mine is not None
        cost = float(mine["us_per_iteration"])
        cells += [f"{cost:.2f}", f"{cost / float(base['us_per_iteration']):.1f}×"]
        theirs = paper.get(method)
        cells.append(f"{theirs['ms'] / theirs['iterations'] / paper_base:.1f}×" if theirs else "–")
        lines.append(cells)
    return markdown(columns, lines)


def table_2() -> str:
    """Make Table 2: a frame of a moving body."""
    paper = CASES["table-2"]["paper"]
    columns = ["body", "method", "paper, iterations", "iterations", "p95", "paper, ms", "µs", "µs p99", "error, mm"]
    lines = []
    for row in rows("bench.csv"):
        if row["case"] not in ("table-2", "table-2-body"):
            continue
        size = "same size" if row["at"] == "1" else "5 % larger"
        body = "chain" if row["case"] == "table-2" else f"13 joints, {size}"
        theirs = paper.get(row["method"], {})
        cells = [body, f"`{row['method']}`", f"{theirs.get('iterations', '–')}", number(row["iterations_median"])]
        cells += [number(row["iterations_p95"]), f"{theirs.get('ms', '–')}", number(row["us_median"])]
        lines.append([*cells, number(row["us_p99"]), number(row["error_median"])])
    return markdown(columns, lines)


def put(page: str, block: str, text: str) -> str:
    """Replace what stands between the markers of a block."""
    begin, end = f"<!-- {block}: begin -->", f"<!-- {block}: end -->"
    before, rest = page.split(begin)
    return f"{before}{begin}\n\n{text}\n\n{end}{rest.split(end)[1]}"


if __name__ == "__main__":
    within, out = table_1("table-1-reachable"), table_1("table-1-unreachable")
    outside = "Out of reach, no test of the reach, until the tip moves by less than 0.001 mm"
    halves = f"Within reach:\n\n{within}\n\n{outside}:\n\n{out}"
    page = put(PAGE.read_text(encoding="utf-8"), "table 1", halves)
    PAGE.write_text(put(page, "table 2", table_2()), encoding="utf-8")
