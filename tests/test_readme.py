"""What the README and the docs show runs as it stands."""

import json
import re
import runpy
import shlex
from pathlib import Path

import pytest

from command_line import run
from fabrikit.formats import parse_scene
from fabrikit.formats.schema import keys_of
from fabrikit.solve import Status

HOME = Path(__file__).parents[1]
README = (HOME / "README.md").read_text(encoding="utf-8")
SCENE = (HOME / "docs" / "scene.md").read_text(encoding="utf-8")


def blocks(text, language):
    """Return the fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("text", [README, SCENE], ids=["README.md", "docs/scene.md"])
def test_python_blocks_run(text, tmp_path, monkeypatch):
    """Every Python block runs, its asserts included."""
    monkeypatch.chdir(tmp_path)
    assert blocks(text, "python")

    for block in blocks(text, "python"):
        exec(compile(block, "block", "exec"), {})


COMMANDS = [line for block in blocks(README, "sh") for line in block.splitlines() if line.startswith("fabrikit ")]


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run(command, tmp_path, monkeypatch):
    """Every command line of the README runs; it ends with 0, or with 3 where a target is meant to be missed."""
    monkeypatch.chdir(tmp_path)

    ran = run(*shlex.split(command, comments=True)[1:])

    assert (ran.code in (0, 3), ran.err) == (True, "")


def test_example_of_a_recording(tmp_path, capsys):
    """examples/follow_recording.py follows a recorded wrist, names what is too far, and draws it."""
    path = tmp_path / "arm.csv"
    joints = ("shoulder", "elbow", "wrist")
    header = ",".join(["t_s", *(f"{joint}_{axis}" for joint in joints for axis in "xyz")])
    bent, straight = "0,1,0, 0,1,-3, 2,1,-3", "0,2,0, 0,2,-3.1, 0,2,-5.2"
    path.write_text(f"{header}\n0,{bent}\n0.1,{straight}\n")

    runpy.run_path(str(HOME / "examples" / "follow_recording.py"))["main"](path, tmp_path / "arm.png")

    assert "{'REACHED': 1, 'TOO_FAR': 1}" in capsys.readouterr().out
    assert (tmp_path / "arm.png").stat().st_size > 10_000


def test_the_two_commands_are_there():
    """The README names both scripts, and both can be run."""
    for name in ("run", "test"):
        assert f"./scripts/{name}" in README
        assert (HOME / "scripts" / name).stat().st_mode & 0o111


def test_pictures_and_pages_are_there():
    """Every relative link of the README and the docs leads to a file."""
    for folder, text in ((HOME, README), (HOME / "docs", SCENE)):
        for link in re.findall(r"\]\(([^):]+)\)", text):
            assert (folder / link).is_file(), link


def test_statuses_are_those_there_are():
    """The table of statuses holds statuses that exist."""
    named = re.findall(r"^\| `([A-Z_]+)` \|", README, flags=re.MULTILINE)

    assert named
    assert set(named) <= {status.value for status in Status}


def test_scene_page_tells_every_key():
    """The table of docs/scene.md names every key of the schema, and its examples are scenes."""
    rows = "\n".join(re.findall(r"^\| .*", SCENE, flags=re.MULTILINE))
    for key in [*keys_of("scene"), *keys_of("options"), *keys_of("body_of_lengths"), *keys_of("target")]:
        assert key in rows

    for block in blocks(SCENE, "json"):
        parse_scene(block)
        json.loads(block)
