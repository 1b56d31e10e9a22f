"""The other methods side by side: one list of cases, the paper's tables, statistics.

The cases are data (`cases.json`): tests, the figures of the docs and the page read the same ones.
"""

from fabrikit.compare.cases import Case, Setting, case_names, load_cases
from fabrikit.compare.machine import describe_machine
from fabrikit.compare.report import as_csv, as_json, as_markdown, table_of
from fabrikit.compare.run import Row, run_cases

__all__ = [
    "Case",
    "Row",
    "Setting",
    "as_csv",
    "as_json",
    "as_markdown",
    "case_names",
    "describe_machine",
    "load_cases",
    "run_cases",
    "table_of",
]
