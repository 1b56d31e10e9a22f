"""What the README and the docs show runs as it stands."""

import json
import re
import runpy
import shlex
from pathlib import Path

import numpy as np
import pytest

from command_line import run
from fabrikit import Ball, Chain
from fabrikit.formats import parse_scene
from fabrikit.formats.schema import keys_of
from fabrikit.model.rotations import rotate, shortest_turn
from fabrikit.solve import Status
from fabrikit.solve.limited import LimitedEngine

HOME = Path(__file__).parents[1]
README = (HOME / "README.md").read_text(encoding="utf-8")
SCENE = (HOME / "docs" / "scene.md").read_text(encoding="utf-8")
BODIES = (HOME / "docs" / "bodies.md").read_text(encoding="utf-8")
LIMITS = (HOME / "docs" / "limits.md").read_text(encoding="utf-8")
BATCHES = (HOME / "docs" / "batches.md").read_text(encoding="utf-8")
PAGES = {
    "README.md": README,
    "docs/scene.md": SCENE,
    "docs/limits.md": LIMITS,
    "docs/bodies.md": BODIES,
    "docs/batches.md": BATCHES,
}


def blocks(text, language):
    """Return the fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """Stand where the examples can be read and everything may be written."""
    (tmp_path / "examples").symlink_to(HOME / "examples")
    (tmp_path / "docs" / "images").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)
def test_python_blocks_run(text, tmp_path, monkeypatch):
    """Every Python block runs, its asserts included; those of a page one after the other, as they are read."""
    monkeypatch.chdir(tmp_path)
    assert blocks(text, "python")

    names = {}
    for block in blocks(text, "python"):
        exec(compile(block, "block", "exec"), names)


COMMANDS = [
    *(line for text in PAGES.values() for block in blocks(text, "sh") for line in block.splitlines()),
    *re.findall(r"Drawn by `([^`]*)`", README + LIMITS + BODIES),
]


SERVING = "fabrikit sim"
"""The command that runs until Ctrl-C: see test_cli_sim.py."""


@pytest.mark.parametrize(
    "command", [command for command in COMMANDS if command.startswith("fabrikit ") and not command.startswith(SERVING)]
)
@pytest.mark.usefixtures("clone")
def test_commands_run(command):
    """Every command line of the pages runs; it ends with 0, or with 3 where a target is meant to be missed."""
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


def test_example_of_the_limits(clone):
    """examples/limits.py draws the picture of docs/limits.md."""
    assert "python examples/limits.py docs/images/limits.svg" in COMMANDS

    module = runpy.run_path(str(HOME / "examples" / "limits.py"))
    module["save_figure"](module["limits_figure"](), clone / "limits.svg")

    assert (clone / "limits.svg").stat().st_size > 100_000


def test_picture_of_the_limits_is_the_limit_of_the_kernel():
    """What the picture colours is what a Ball allows: the rim is its own nearest direction, a step beyond is not."""
    module = runpy.run_path(str(HOME / "examples" / "limits.py"))
    for _, _, cone in module["PANELS"]:
        if cone is not None:
            rim = module["rim"](cone)[::7]
            for share, inside in ((0.98, True), (1.02, False)):
                scaled = module["from_plane"](share * module["in_plane"](rim))
                assert (np.abs(settled(scaled, cone) - scaled).max(axis=1) < 1e-7).all() == inside


def settled(directions, cone):
    """Return the nearest directions that a ball with a cone [degrees] allows, for a bone down and forward first."""
    chain = Chain([[0, 0, 0], [0, 0, -1]], [Ball(cone=np.radians(cone).tolist(), reference=(1, 0, 0))])
    engine = LimitedEngine(chain, 1e-6, 1, 0, 0)
    down = np.array([0.0, 0.0, -1.0])
    return np.array([rotate(engine.settle(0, shortest_turn(down, way)), down) for way in directions])


def test_the_two_commands_are_there():
    """The README names both scripts, and both can be run."""
    for name in ("run", "test"):
        assert f"./scripts/{name}" in README
        assert (HOME / "scripts" / name).stat().st_mode & 0o111


def test_pictures_and_pages_are_there():
    """Every relative link of the README and the docs leads to a file."""
    for name, text in PAGES.items():
        folder = (HOME / name).parent
        for link in re.findall(r"\]\(([^):]+)\)", text):
            assert (folder / link).is_file(), link


def test_numbers_have_their_place():
    """docs/limits.md keeps the place where the benchmark's numbers go."""
    assert re.search(r"^<!-- numbers: begin -->\n.+^<!-- numbers: end -->$", LIMITS, flags=re.MULTILINE | re.DOTALL)


def test_table_of_the_arm_is_the_preset():
    """The table of docs/limits.md has the degrees of the shipped arm."""
    module = runpy.run_path(str(HOME / "examples" / "presets.py"))
    table = "\n".join(re.findall(r"^\| .*", LIMITS, flags=re.MULTILINE))

    for motions in module["MOTION"].values():
        for motion, degrees in motions.items():
            word = "lateral" if motion == "lateral rotation" else motion
            assert f"{word} {degrees}" in table
    assert f"half-angles {module['OVERHEAD']} forward" in table


def test_statuses_are_those_there_are():
    """The table of statuses holds statuses that exist."""
    named = re.findall(r"^\| `([A-Z_]+)` \|", README, flags=re.MULTILINE)

    assert named
    assert set(named) <= {status.value for status in Status}


BODY_KEYS = (
    "body_of_skeleton",
    "joint",
    "mimic",
    "loop",
    "slider",
    "universal",
    "body_targets",
    "body_target",
    "body_options",
)


def test_scene_page_tells_every_key():
    """The table of docs/scene.md names every key of the schema, and its examples are scenes."""
    rows = "\n".join(re.findall(r"^\| .*", SCENE, flags=re.MULTILINE))
    for name in (
        "scene",
        "options",
        "body_of_joints",
        "body_of_lengths",
        "target",
        "ball",
        "hinge",
        "soft_reach",
        *BODY_KEYS,
    ):
        assert [key for key in keys_of(name) if key not in rows] == []

    for block in blocks(SCENE, "json"):
        parse_scene(block)
        json.loads(block)
