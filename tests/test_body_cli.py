"""`fabrikit solve` on skeletons."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import fabrikit
from command_line import run
from fabrikit import Target, presets


def test_one_target_of_a_tip() -> None:
    """`--tip` and `--target` solve one joint, with `--rotation`; the JSON holds what Python answers."""
    arguments = ["solve", "seven-axis-arm", "--tip", "flange", "--target", "0.4,0.1,0.3", "--rotation", "0,1,0,0"]
    ran = run(*arguments, "--json")
    assert ran.code == 0
    (said,) = json.loads(ran.out)["results"]
    asked = Target([0.4, 0.1, 0.3], rotation=[0, 1, 0, 0])
    result = fabrikit.solve(presets.seven_axis_arm(), asked)
    assert said["q"] == result.q.tolist()
    assert said["errors"] == dict(result.errors)
    assert said["status"] == "REACHED"


def test_targets_with_names_are_met_at_once() -> None:
    """Two targets with names are one solve; two of one tip are two."""
    at_once = run("solve", "quadruped", "--target", "nose=0.7,0,0.4", "--target", "trunk=0,0,0.5", "--json")
    assert len(json.loads(at_once.out)["results"]) == 1
    in_turn = run("solve", "quadruped", "--tip", "nose", "--target", "0.7,0,0.4", "--target", "0.6,0,0.4", "--json")
    assert [len(each["tips"]) for each in json.loads(in_turn.out)["results"]] == [1, 1]


def test_the_table_and_the_figure(tmp_path: Path) -> None:
    """Without `--json` there is a table that fits 80 columns, words, and the figure."""
    ran = run("solve", "human-hand", "--plot", str(tmp_path / "hand.svg"))
    assert ran.code == 0
    assert "2 of 2 reached" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80 or "figure:" in ran.out
    assert (tmp_path / "hand.svg").stat().st_size > 1000


def test_what_is_missed_is_said() -> None:
    """A target that cannot be reached ends with code 3 and its name."""
    ran = run("solve", "seven-axis-arm", "--target", "3,0,0")
    assert ran.code == 3
    assert "'flange' missed by" in ran.out


def test_a_table_of_targets_and_a_start(tmp_path: Path) -> None:
    """`--targets` takes the places of one tip, `--start` numbers of joints, `-o` writes what `--json` prints."""
    (tmp_path / "places.csv").write_text("x,y,z\n0.4,0,0.4\n0.3,0.1,0.5\n")
    start = '{"axis_4": -1.5}'
    arguments = ["solve", "seven-axis-arm", "--targets", str(tmp_path / "places.csv"), "--start", start]
    ran = run(*arguments, "--json", "-o", str(tmp_path / "out.json"))
    assert ran.code == 0
    said = json.loads(ran.out)
    assert said["scene"]["options"]["start"][3] == -1.5
    assert json.loads((tmp_path / "out.json").read_text()) == said
    assert np.shape([each["positions"] for each in said["results"]]) == (2, 8, 3)


WRONG = {
    "an unknown tip": (["human-leg", "--tip", "toos", "--target", "0,0,0"], "Did you mean 'toes'"),
    "no tip": (["human-leg", "--target", "0,0,0"], "tip: this skeleton has several (heel, toes)"),
    "two ways": (
        ["human-leg", "--target", "toes=0,0,-0.9", "--target", "0,0,0", "--tip", "heel"],
        "give all with names",
    ),
    "a name twice": (["human-leg", "--target", "toes=0,0,0", "--target", "toes=1,0,0"], "has a target already"),
    "an option of chains": (["human-leg", "--stretch", "2"], "--stretch: is for chains"),
    "a trace": (["human-leg", "--trace", "--json"], "--trace: is for chains"),
    "a tip of a chain": (["human-arm", "--tip", "wrist"], "--tip: is for skeletons"),
    "another mode": (["human-leg", "--mode", "near"], "mode: must be one of 'fast', 'nearest'"),
    "a reach map": (["reach", "human-leg", "--grid", "9"], "is a skeleton; this command is for chains"),
    "a start of another length": (["seven-axis-arm", "--target", "0,0,1", "--start", "[0,0]"], "7 numbers"),
}


@pytest.mark.parametrize(("arguments", "words"), WRONG.values(), ids=WRONG)
def test_wrong_input_is_one_message(arguments: list[str], words: str) -> None:
    """Wrong input ends with code 2 and says what to do."""
    ran = run(*arguments) if arguments[0] == "reach" else run("solve", *arguments)
    assert ran.code == 2
    assert words in ran.err
