"""Wrong input on the command line: exit code 2, one message, no traceback."""

import json
import subprocess
import sys

import pytest

from command_line import run

ARM = {"fabrikit": 1, "body": {"joints": [[0, 0], [1, 0], [2, 0]]}}

WRONG = {
    "no such file": (["nothing.json"], "'nothing.json' is neither a file nor a preset (human-arm, human-arm-and-hand,"),
    "misspelt preset": (["human-arn", "--target", "1,1,1"], "Did you mean 'human-arm'?"),
    "a folder": (["."], ".: Is a directory"),
    "another format": (["robot.urdf"], "robot.urdf: this version reads scene files (JSON), not .urdf"),
    "no body": ([], "Missing argument 'BODY'"),
    "no target": (["arm.json"], "there is no target: BODY has none; add --target x,y,z or --targets FILE"),
    "trailing comma": (["comma.json"], "comma.json:1:16: trailing comma"),
    "unknown key": (["key.json"], "/bodi: unknown key 'bodi'; allowed are"),
    "2 numbers in space": (["human-arm", "--target", "1,2"], "--target 1,2: expected 3 numbers (x,y,z)"),
    "3 numbers in the plane": (["arm.json", "--target", "1,2,3"], "expected 2 numbers (x,y), as the body has, got 3"),
    "a word in a target": (["arm.json", "--target", "1,up"], "--target 1,up: 'up' is not a number"),
    "an empty target": (["arm.json", "--target", ""], "'' is not a number"),
    "NaN in a target": (["arm.json", "--target", "1,nan"], "'nan' is not a finite number"),
    "spaces in a target": (["arm.json", "--target", "1", "2"], "points are written x,y,z without spaces"),
    "misspelt option": (["arm.json", "--methd", "auto"], "--method"),
    "misspelt method": (["arm.json", "--target", "1,1", "--method", "fabrick"], "Did you mean 'fabrik'?"),
    "tolerance as a word": (["arm.json", "--target", "1,1", "--tolerance", "small"], "'small' is not a number"),
    "negative tolerance": (["arm.json", "--target", "1,1", "--tolerance", "-1"], "0 or more, got -1"),
    "NaN tolerance": (["arm.json", "--target", "1,1", "--tolerance", "nan"], "0 or more, got nan"),
    "zero iterations": (["arm.json", "--target", "1,1", "--max-iterations", "0"], "between 1 and"),
    "half an iteration": (["arm.json", "--target", "1,1", "--max-iterations", "0.5"], "'0.5' is not a whole number"),
    "no such table": (["arm.json", "--targets", "no.csv"], "no.csv: No such file or directory"),
    "wrong table": (["arm.json", "--targets", "bad.csv"], "bad.csv:2: column 1: 'one' is not a number"),
    "columns without a table": (["arm.json", "--columns", "a,b"], "goes with --targets FILE"),
    "start cut off": (
        ["arm.json", "--target", "1,1", "--start", "[[0,0],"],
        "--start:1:8: the file ends",
    ),
    "start too short": (["arm.json", "--target", "1,1", "--start", "[[0,0],[1,0]]"], "start: needs the body's shape"),
    "two poles": (["arm.json", "--target", "1,1", "--pole", "0,1", "--pole-direction", "0,1"], "give one of them"),
    "a pole of no direction": (["arm.json", "--target", "1,1", "--pole-direction", "0,0"], "zero vector"),
    "a limit that cannot be": (["limit.json"], "limit.json:1:52 at /body/types/0: hinge: lower 2 is above upper 1"),
    "two aims": (
        ["human-arm", "--direction", "1,0,0", "--rotation", "1,0,0,0"],
        "--direction and --rotation: give one",
    ),
    "two directions for three targets": (
        ["arm.json", *["--target", "1,1"] * 3, *["--direction", "0,1"] * 2],
        "--direction: 2 for 3 --target; give one for all, or one for each --target",
    ),
    "two directions for the targets of a scene": (["human-arm", *["--direction", "0,0,1"] * 2], "2 for 0 --target"),
    "no direction": (["arm.json", "--target", "1,1", "--direction", "0,0"], "target direction: is the zero vector"),
    "a direction in the plane for a body in space": (["human-arm", "--direction", "0,1"], "expected 3 numbers (x,y,z)"),
    "a rotation that is not one": (
        ["human-arm", "--rotation", "1,1,0,0"],
        "--rotation 1,1,0,0: a rotation must be a unit",
    ),
    "a rotation of three numbers": (["human-arm", "--rotation", "1,0,0"], "expected 4 numbers (w,x,y,z), got 3"),
    "a rotation in the plane": (["textbook-chain", "--rotation", "1,0,0,0"], "in 2D give --angle-deg or --direction"),
    "roll, pitch and yaw in the plane": (["textbook-chain", "--rpy-deg", "0,0,0"], "--rpy-deg: is for 3D"),
    "roll and pitch": (["human-arm", "--rpy-deg", "0,0"], "--rpy-deg 0,0: expected 3 numbers (r,p,y), got 2"),
    "an angle in space": (["human-arm", "--angle-deg", "0"], "--angle-deg: is for 2D; in 3D give --direction"),
    "two angles in one": (
        ["textbook-chain", "--angle-deg", "0,1"],
        "--angle-deg 0,1: expected 1 number (degrees), got 2",
    ),
    "an angle without end": (["textbook-chain", "--angle-deg", "1e9"], "at most 2^20 rad"),
    "misspelt clamp": (["human-arm", "--clamp", "base"], "clamp: must be 'both' or 'from_base', got 'base'"),
    "negative rotation tolerance": (["human-arm", "--rotation-tolerance", "-1"], "rotation_tolerance: must be"),
    "half a soft reach": (
        ["human-arm", "--soft-reach", "0.9"],
        "--soft-reach 0.9: expected 2 numbers (MAX,SOFT), got 1",
    ),
    "soft reach beyond the reach": (
        ["human-arm", "--soft-reach", "1.1,0.1"],
        "--soft-reach 1.1,0.1: max_extension must",
    ),
    "stretch below 1": (["human-arm", "--stretch", "0.5"], "stretch: must be between 1 (off) and 1e6, got 0.5"),
    "figure as PDF": (["human-arm", "--plot", "arm.pdf"], "--plot arm.pdf: a figure is .svg or .png"),
    "figure nowhere": (["human-arm", "--plot", "no/arm.svg"], "--plot no/arm.svg: there is no folder no"),
    "results as CSV": (["human-arm", "-o", "out.csv"], "results are written as .json"),
    "results nowhere": (["human-arm", "-o", "no/out.json"], "-o no/out.json: there is no folder no"),
    "trace into the table": (["human-arm", "--trace"], "add --json or -o FILE"),
    "standard input twice": (["-", "--targets", "-"], "standard input can be read once"),
}


@pytest.fixture(autouse=True)
def _files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "arm.json").write_text(json.dumps(ARM))
    (tmp_path / "comma.json").write_text('{"fabrikit": 1 ,}')
    (tmp_path / "key.json").write_text(json.dumps({"fabrikit": 1, "bodi": {}}))
    hinge = {"hinge": {"lower": 2, "upper": 1}}
    (tmp_path / "limit.json").write_text(json.dumps({"fabrikit": 1, "body": {"lengths": [1], "types": [hinge]}}))
    (tmp_path / "bad.csv").write_text("x,y\none,2\n")
    (tmp_path / "robot.urdf").write_text("<robot/>")


@pytest.mark.parametrize(("arguments", "says"), WRONG.values(), ids=WRONG)
def test_wrong_input(arguments, says):
    """Wrong input ends with 2, prints nothing on standard output, and says what came and what is allowed."""
    ran = run("solve", *arguments)

    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.startswith("fabrikit: ")
    assert "Traceback" not in ran.err
    assert len(ran.err.splitlines()) <= 2


def test_wrong_command():
    """A misspelt command suggests the near one."""
    ran = run("slove")

    assert ran.code == 2
    assert "Did you mean 'solve'?" in ran.err


def test_missing_matplotlib(monkeypatch):
    """Without matplotlib --plot names the extra before anything runs; the example still prints its table."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)

    asked = run("solve", "human-arm", "--plot", "arm.svg")
    shown = run("example")

    assert (asked.code, asked.out) == (2, "")
    assert "pip install 'fabrikit[plot]'" in asked.err
    assert (shown.code, "23 of 25 reached" in shown.out) == (0, True)
    assert "no figure: " in shown.err


def test_a_reader_that_has_seen_enough(tmp_path):
    """`fabrikit solve ... | head` ends without a complaint."""
    (tmp_path / "track.csv").write_text("1,1\n" * 3000)  # more than a pipe holds
    command = [sys.executable, "-m", "fabrikit.cli", "solve", "arm.json", "--targets", "track.csv", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.read(10)
        process.stdout.close()
        complaint = process.stderr.read()
        process.wait(timeout=60)

    assert (process.returncode, complaint) == (0, b"")


def test_a_terminal_without_the_letters(tmp_path):
    """A name in letters that standard output cannot show is escaped, not a crash."""
    (tmp_path / "arm.json").write_text(json.dumps(ARM | {"name": "Рука"}), encoding="utf-8")
    command = [sys.executable, "-m", "fabrikit.cli", "solve", "arm.json", "--target", "1,1"]

    ran = subprocess.run(command, capture_output=True, timeout=60, env={"PYTHONIOENCODING": "ascii"}, check=False)

    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"1 of 1 reached" in ran.stdout
