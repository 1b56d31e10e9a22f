"""Help, version, schema and example of the command line."""

import json
import re
import subprocess
import sys
from importlib.metadata import version

import pytest

from command_line import run
from fabrikit.formats import scene_schema_text

COMMANDS = [[], ["solve"], ["bench"], ["example"], ["schema"]]


def examples(command):
    """Return the examples that the help of a command shows."""
    return re.findall(r"^\s+(fabrikit .+)$", run(*command, "--help").out, flags=re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS, ids=str)
def test_every_help_fits_and_shows_an_example(command):
    """Every --help ends well, fits 80 columns, and shows at least one example."""
    ran = run(*command, "--help")

    assert (ran.code, ran.err) == (0, "")
    assert max(map(len, ran.out.splitlines())) <= 80
    assert examples(command)


EXAMPLES = sorted({example for command in COMMANDS for example in examples(command)})


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_of_the_help_run(example, tmp_path):
    """Every example of every --help runs as it stands, and ends with 0 or, where targets are missed, with 3."""
    command = example.replace("fabrikit", f"{sys.executable} -m fabrikit.cli", 1)

    ran = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, timeout=120, check=False)

    assert ran.stderr == b""
    assert ran.returncode in (0, 3)


def test_without_arguments_the_help_is_shown():
    """`fabrikit` alone shows the help and ends with 0."""
    assert run() == run("--help")


def test_version():
    """--version prints the version of the package."""
    assert run("--version").out == f"fabrikit {version('fabrikit')}\n"


def test_schema():
    """`fabrikit schema` prints the published schema."""
    ran = run("schema")

    assert ran.code == 0
    assert json.loads(ran.out) == json.loads(scene_schema_text())


def test_example_prints_the_table_writes_the_figure_and_ends_with_0(tmp_path, monkeypatch):
    """`fabrikit example` solves the arm, writes fabrikit-arm.svg here, says where, and ends with 0."""
    monkeypatch.chdir(tmp_path)

    ran = run("example")

    assert (ran.code, ran.err) == (0, "")
    assert "Human arm  4 bones, 3D, reach 0.77" in ran.out
    assert "23 of 25 reached" in ran.out
    assert ran.out.endswith("figure: fabrikit-arm.svg\n")
    assert (tmp_path / "fabrikit-arm.svg").read_text(encoding="utf-8").startswith("<?xml")
