"""`fabrikit bench`: formats, figures, wrong input, interruption."""

from __future__ import annotations

import csv
import io
import json

import pytest

from command_line import run
from fabrikit.cli import bench as module
from fabrikit.compare import run_cases


def test_a_table_names_methods_machine_and_seed():
    """The table of a case has its title, a line a method, the paper's figures and what it was measured on."""
    ran = run("bench", "table-1-reachable", "--runs", "2", "--seed", "7")

    assert (ran.code, ran.err) == (0, "")
    assert "The paper's Table 1: reachable targets" in ran.out
    for word in ("triangulation", "15.461", "processor:", "versions:", "seed: 7"):
        assert word in ran.out


def test_formats():
    """Markdown, CSV and JSON say the same rows."""
    rows = {form: run("bench", "too-far", "--runs", "2", "--format", form).out for form in ("markdown", "csv", "json")}

    assert "| bones | method |" in rows["markdown"]
    assert len(list(csv.DictReader(io.StringIO(rows["csv"])))) == len(json.loads(rows["json"])["rows"]) == 6


def test_a_folder_gets_all_formats_and_the_figures(tmp_path):
    """-o FOLDER writes Markdown, CSV, JSON and a figure for every case that has one."""
    cases = ("growth", "error", "boundary", "tolerance", "iterations", "singularity")
    ran = run("bench", *cases, "--runs", "1", "-o", str(tmp_path / "out"))

    assert ran.code == 0
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {"bench.md", "bench.csv", "bench.json"} | {f"{case}.svg" for case in cases}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("grwth",), "Did you mean 'growth'?"),
        (("growth", "--format", "cvs"), "Did you mean 'csv'?"),
        (("growth", "--runs", "0"), "--runs"),
        (("growth", "--runs", "many"), "--runs"),
        (("growth", "--seed", "x"), "--seed"),
    ],
)
def test_wrong_input_is_refused_before_anything_runs(arguments, words):
    """A case, format or number that cannot be ends with 2 and says what is allowed."""
    ran = run("bench", *arguments)

    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


def test_a_file_is_no_folder(tmp_path):
    """-o at a file is refused."""
    (tmp_path / "out").write_text("mine")

    ran = run("bench", "too-far", "-o", str(tmp_path / "out"))

    assert (ran.code, "give a folder" in ran.err) == (2, True)
    assert (tmp_path / "out").read_text() == "mine"


def test_an_interrupted_run_keeps_what_it_had(monkeypatch, tmp_path):
    """Ctrl-C after three rows: those rows are printed and written, the report says so, the exit code is 130."""

    def stopped(*arguments, **options):
        for index, row in enumerate(run_cases(*arguments, **options)):
            if index == 3:
                raise KeyboardInterrupt
            yield row

    monkeypatch.setattr(module, "run_cases", stopped)
    ran = run("bench", "too-far", "growth", "--runs", "1", "--format", "csv", "-o", str(tmp_path))

    assert ran.code == 130
    assert len(list(csv.DictReader(io.StringIO(ran.out)))) == 3
    assert "stopped early" in (tmp_path / "bench.md").read_text()
    assert not (tmp_path / "growth.svg").exists()
