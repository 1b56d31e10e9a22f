"""The list of cases, what is measured of them, and how it is reported."""

from __future__ import annotations

import csv
import io
import json
from importlib.resources import files

import numpy as np
import pytest

from fabrikit import OptionError
from fabrikit.compare import (
    Case,
    Row,
    as_csv,
    as_json,
    as_markdown,
    case_names,
    describe_machine,
    load_cases,
    run_cases,
    table_of,
)
from fabrikit.compare.clamp import WAYS
from fabrikit.compare.measures import iterations_until_still
from fabrikit.compare.problems import draw_problems
from fabrikit.compare.statistics import growth_exponent, shares, summary
from fabrikit.compare.timing import Question
from fabrikit.solve.options import METHODS

every_case = pytest.mark.parametrize("case", load_cases(), ids=case_names())


@pytest.fixture(scope="module")
def measured() -> dict[str, list[Row]]:
    """Run every case with two problems each, short ones only."""
    small = [_small(case) for case in load_cases()]
    rows = list(run_cases(small, runs=2, seed=1))
    return {case.name: [row for row in rows if row.case == case.name] for case in small}


def _small(case: Case) -> Case:
    changed = {**case.__dict__, "bones": case.bones[:2], "max_iterations": min(case.max_iterations, 300)}
    return Case(**changed)


@every_case
def test_every_case_is_well_formed(case: Case) -> None:
    """Methods are the solver's, a title and a description say what is asked, and the file holds nothing else."""
    assert set(case.methods) <= set(METHODS)
    assert set(case.paper) <= set(case.methods)
    assert case.title
    assert case.about.endswith(".")
    assert list(case.settings())
    assert case.reach_test or "auto" not in case.methods or case.measure == "path"


@every_case
def test_every_case_gives_a_row_for_every_setting_and_method(case: Case, measured: dict[str, list[Row]]) -> None:
    """A run leaves out nothing, every number is finite, and failures are counted among the runs."""
    small = _small(case)
    expected = [
        (setting, method)
        for setting in small.settings()
        for method in (WAYS if case.measure == "clamp" else small.methods_for(setting))
    ]
    assert [(row.setting, row.method) for row in measured[case.name]] == expected
    for row in measured[case.name]:
        assert 0 <= row.failed <= row.runs
        assert all(np.isfinite(value) for value in row.numbers.values()), row


@every_case
def test_every_case_has_a_table(case: Case, measured: dict[str, list[Row]]) -> None:
    """A table has a line for every row and a heading for every cell."""
    table = table_of(case, measured[case.name])
    assert len(table.lines) == len(measured[case.name])
    assert all(len(line) == len(table.columns) for line in table.lines)
    assert table.title in as_markdown([table], {"machine": "any"})


@every_case
def test_problems_come_from_the_seed(case: Case) -> None:
    """The same seed gives the same starts and targets, another one others; bones share the reach."""
    setting = next(case.settings())
    first, same = (draw_problems(case, setting, 6, 3) for _ in range(2))
    assert np.array_equal(first.starts, same.starts)
    assert np.array_equal(first.targets, same.targets)
    lengths = np.linalg.norm(np.diff(first.starts, axis=1), axis=2)
    assert np.allclose(lengths.sum(axis=1), first.reach)
    if case.target not in ("line", "eight", "posed"):
        assert not np.array_equal(first.targets, draw_problems(case, setting, 6, 4).targets)


def test_targets_are_where_the_case_says() -> None:
    """At a share of the reach, within a ball, at a distance from the tip."""
    for name, low, high in (("boundary", 0.5, 0.5), ("table-1-unreachable", 1.05, 1.5), ("error", 0, 0.9)):
        (case,) = load_cases([name])
        problems = draw_problems(case, next(case.settings()), 50, 1)
        share = np.linalg.norm(problems.targets, axis=1) / problems.reach
        assert low - 1e-12 <= share.min() <= share.max() <= high + 1e-12
    (case,) = load_cases(["table-1-reachable"])
    problems = draw_problems(case, next(case.settings()), 50, 1)
    assert np.allclose(np.linalg.norm(problems.targets - problems.starts[:, -1], axis=1), 600)
    assert np.linalg.norm(problems.targets, axis=1).max() < 900


def test_an_unknown_case_is_named_with_the_nearest() -> None:
    """A misspelt case is refused before anything runs, with the name that was meant."""
    with pytest.raises(OptionError, match=r"case: must be one of .*got 'grwth'\. Did you mean 'growth'\?"):
        load_cases(["grwth"])


def test_tips_are_those_of_shorter_solves() -> None:
    """The tip after k iterations, read from a trace, is where a solve of at most k iterations can have left it."""
    (case,) = load_cases(["error"])
    problems = draw_problems(case, next(case.settings()), 1, 1)
    for method in ("fabrik", "ccd", "dls"):
        tips = Question(case, method, problems, 0, max_iterations=9).tips()
        assert len(tips) >= 9
        errors = np.linalg.norm(tips - problems.targets[0], axis=1)
        for count in (1, 3, 8):
            best = Question(case, method, problems, 0, max_iterations=count).solve().error
            assert best == pytest.approx(errors[: count + 1].min(), rel=1e-9, abs=1e-12)


def test_still_is_where_the_tip_first_moves_by_less_than_the_tolerance() -> None:
    """Out of reach a method stops when the tip does; the count is the first such iteration."""
    (case,) = load_cases(["table-1-unreachable"])
    problems = draw_problems(case, next(case.settings()), 1, 1)
    count, still = iterations_until_still(case, "fabrik", problems, 0)
    tips = Question(case, "fabrik", problems, 0, max_iterations=count + 2).tips()
    moves = np.linalg.norm(np.diff(tips, axis=0), axis=1)
    assert still
    assert moves[count - 1] < problems.tolerance <= moves[count - 2]


def test_statistics_are_what_they_are_called() -> None:
    """Median, tail, growth and shares of numbers that are known."""
    numbers = summary("x", list(range(101)))
    assert numbers == {"x_mean": 50, "x_median": 50, "x_p95": 95, "x_p99": 99, "x_max": 100}
    assert growth_exponent([1, 10, 100], [2, 2000, 2e6]) == pytest.approx(3)
    assert shares([1, 1, 2, 5]) == {"x": [1, 2, 5], "y": [0.5, 0.75, 1.0]}


def test_reports_hold_every_row(measured: dict[str, list[Row]]) -> None:
    """CSV and JSON hold a line a row with its numbers, and where they were measured."""
    rows = measured["growth"] + measured["singularity"]
    lines = list(csv.DictReader(io.StringIO(as_csv(rows))))
    assert [line["method"] for line in lines] == [row.method for row in rows]
    assert float(lines[0]["us_median"]) == rows[0].numbers["us_median"]
    document = json.loads(as_json(rows, describe_machine()))
    assert len(document["rows"]) == len(rows)
    assert {"processor", "system", "versions", "load average"} <= set(document["about"])


def test_the_dense_form_costs_a_cube_and_the_others_a_line(measured: dict[str, list[Row]]) -> None:
    """What the cases are there to show: the dense form needs more for more bones than the small one."""
    cost = {(row.method, row.setting.bones): row.numbers["us_per_iteration"] for row in measured["growth"]}
    assert cost["dls-dense", 10] / cost["dls-dense", 3] > cost["dls", 10] / cost["dls", 3]


def test_the_list_of_cases_is_data() -> None:
    """The file is JSON that the page can read as it is."""
    data = json.loads(files("fabrikit.compare").joinpath("cases.json").read_text(encoding="utf-8"))
    assert tuple(data) == case_names()
