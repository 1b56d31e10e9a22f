"""`fabrikit solve`: what it prints and how it ends when all is well."""

import json
import re

import numpy as np
import pytest

import fabrikit
from command_line import run
from fabrikit.formats import parse_scene
from fabrikit.presets import preset_text

ARM = {"fabrikit": 1, "body": {"joints": [[0, 0], [1, 0], [2, 0]]}, "targets": [[1, 1], [0.5, -1.2]]}


@pytest.fixture
def arm(tmp_path):
    """Write a plane arm with two targets and return the file."""
    path = tmp_path / "arm.json"
    path.write_text(json.dumps(ARM))
    return path


def answers(ran):
    """Return the results of a run with --json."""
    return json.loads(ran.out)["results"]


def test_all_reached_ends_with_0(arm):
    """Exit code 0: every target reached, and the summary says so."""
    ran = run("solve", arm)

    assert (ran.code, ran.err) == (0, "")
    assert "2 of 2 reached" in ran.out


def test_some_not_reached_ends_with_3(arm):
    """Exit code 3: done, some not reached, each status explained with its largest miss."""
    ran = run("solve", arm, "--target", "1,1", "--target", "5,0", "--target", "0,7")

    assert (ran.code, ran.err) == (3, "")
    assert "1 of 3 reached" in ran.out
    assert "2 TOO_FAR (beyond the outer reach): at worst #3, missed by 5." in ran.out


def test_table_fits_80_columns_without_colour():
    """The table of the shipped arm is not cut at 80 columns and holds no colour codes when piped."""
    ran = run("solve", "human-arm")

    assert max(map(len, ran.out.splitlines())) <= 80
    assert "…" not in ran.out
    assert "\x1b" not in ran.out
    assert ran.out.count("REACHED") == 23
    assert "1 TOO_FAR (beyond the outer reach): #17 'top shelf' missed by 0.06481." in ran.out
    assert "1 LIMITED (held back by limits): #18 'hook' missed by 0." in ran.out


def test_long_tables_show_the_beginning_and_the_misses():
    """Of 500 targets the table shows the first and those missed, and says how many it left out."""
    track = "x,y\n" + "\n".join("9,9" if line == 400 else "1,1" for line in range(500))

    ran = run("solve", "textbook-chain", "--targets", "-", stdin=track)

    assert "487 more rows; --json prints all" in ran.out
    assert "401  9.00 9.00  TOO_FAR" in " ".join(ran.out.split("\n")).replace("   ", "  ")
    assert "499 of 500 reached" in ran.out


def test_json_is_the_answer_of_python_to_the_bit():
    """CLI = Python on the same scene: positions, errors, iterations, statuses."""
    scene = parse_scene(preset_text("human-arm"))
    ran = run("solve", "human-arm", "--json")

    for target, answer in zip(scene.targets, answers(ran), strict=True):
        result = fabrikit.solve(scene.body, target.position, pole=scene.options.pole)
        assert np.array(answer["positions"]).tobytes() == result.positions.tobytes()
        assert (answer["status"], answer["stage"]) == (result.status.value, result.stage.value)
        assert (answer["error"], answer["iterations"]) == (result.error, result.iterations)
        assert answer["tolerance"] == result.tolerance
        for name in ("rotations", "local_rotations", "swing", "twist"):
            assert np.array(answer[name]).tobytes() == getattr(result, name).tobytes()
        assert answer["hinge_angles"] == [None, result.hinge_angles[1], None, None]
    document = json.loads(ran.out)
    assert (ran.code, document["targets"], document["reached"]) == (3, 25, 23)


def test_the_scene_in_the_json_solves_to_the_same(tmp_path):
    """The JSON holds the scene as it was solved, options included: solving that scene gives the same results."""
    first = run("solve", "textbook-chain", "--target", "-1,2", "--tolerance", "1e-3", "--base", "0.5,0", "--json")
    path = tmp_path / "again.json"
    path.write_text(json.dumps(json.loads(first.out)["scene"]))

    assert answers(run("solve", path, "--json")) == answers(first)


def test_angles_of_a_plane_chain(arm):
    """In 2D the JSON holds the angles from which forward kinematics gives the joints."""
    chain = fabrikit.Chain(ARM["body"]["joints"])

    for answer in answers(run("solve", arm, "--json")):
        assert np.allclose(chain.forward(answer["angles"]), answer["positions"], rtol=0, atol=1e-9 * 2)


LIMITED = {
    "fabrikit": 1,
    "body": {
        "joints": [[0, 0, 0], [0, 0, -1], [0, 0, -2], [0, 0, -2.5]],
        "types": [
            {"ball": {"cone_deg": 120, "twist_deg": [-90, 90]}},
            {"hinge": {"axis": [0, -1, 0], "lower": 0, "upper": 2.6}},
            None,
        ],
    },
    "targets": [{"position": [1, 0, -1], "direction": [0, 1, 0], "name": "cup"}],
}


@pytest.fixture
def limited(tmp_path):
    """Write an arm in space with limits and one target that has a direction; return the file."""
    path = tmp_path / "limited.json"
    path.write_text(json.dumps(LIMITED))
    return path


AIMS = {
    "a direction": (["--direction", "-1,0,-1"], {"direction": [-1, 0, -1]}),
    "a quaternion": (["--rotation", "0.6,0,-0.8,0"], {"rotation": [0.6, 0, -0.8, 0]}),
    "nothing of its own": ([], {}),
}


@pytest.mark.parametrize(("typed", "aim"), AIMS.values(), ids=AIMS)
def test_aims_of_typed_targets(limited, typed, aim):
    """--direction and --rotation do what `Target` does in Python; the JSON says what was asked and what is left."""
    body = parse_scene(json.dumps(LIMITED)).body

    (answer,) = answers(run("solve", limited, "--target", "1,0.2,-1", *typed, "--json"))

    result = fabrikit.solve(body, fabrikit.Target([1, 0.2, -1], **aim))
    assert np.array(answer["positions"]).tobytes() == result.positions.tobytes()
    assert answer.get("rotation_error") == (result.rotation_error if aim else None)
    assert {key: answer[key] for key in ("direction", "rotation") if key in answer} == aim


RPY = {
    "0,0,0": (1, 0, 0, 0),
    "90,0,0": (1, 1, 0, 0),
    "0,90,0": (1, 0, 1, 0),
    "0,0,-90": (1, 0, 0, -1),
    "90,0,90": (1, 1, 1, 1),  # x first, then z of the world: the axes x, y, z go to y, z, x
    "0,-180,0": (0, 0, -1, 0),
}


@pytest.mark.parametrize(("typed", "quaternion"), RPY.items())
def test_roll_pitch_yaw(limited, typed, quaternion):
    """--rpy-deg turns about the world's x, then y, then z, as URDF does."""
    (answer,) = answers(run("solve", limited, "--target", "1,0,-1", "--rpy-deg", typed, "--json"))

    assert np.allclose(answer["rotation"], np.array(quaternion) / np.linalg.norm(quaternion), rtol=0, atol=1e-15)


def test_angle_of_the_last_bone_in_the_plane():
    """--angle-deg holds the last bone at an angle from the x axis."""
    (answer,) = answers(run("solve", "textbook-chain", "--target", "-1,2", "--angle-deg", "90", "--json"))

    assert (answer["status"], answer["angle"]) == ("REACHED", np.pi / 2)
    assert np.allclose(np.diff(answer["positions"][-2:], axis=0), [[0, 0.5]], rtol=0, atol=1e-5)


def test_one_aim_for_all_targets_or_one_for_each(limited, tmp_path):
    """An aim given once holds for every target, those of a table too; given for each --target it goes in order."""
    (tmp_path / "track.csv").write_text("1,0,-1\n1,0.5,-1\n")
    typed = ["--target", "1,0,-1.5", "--target", "1,0.2,-1.5"]

    once = answers(run("solve", limited, *typed, "--targets", tmp_path / "track.csv", "--direction", "1,0,0", "--json"))
    each = answers(run("solve", limited, *typed, "--direction", "1,0,0", "--direction", "0,1,0", "--json"))

    assert [answer["direction"] for answer in once] == [[1, 0, 0]] * 4
    assert [answer["direction"] for answer in each] == [[1, 0, 0], [0, 1, 0]]


def test_an_aim_replaces_that_of_the_scene(limited):
    """A rotation typed for a scene's target stands instead of its direction."""
    (answer,) = answers(run("solve", limited, "--rotation", "1,0,0,0", "--json"))

    assert (answer["name"], answer["rotation"]) == ("cup", [1, 0, 0, 0])
    assert "direction" not in answer


def test_rotation_error_in_the_table(limited):
    """The table has a column of rotation errors when one is asked for, and the summary names the largest."""
    assert "rot. error" not in run("solve", "human-arm").out

    reached, missed = run("solve", limited), run("solve", limited, "--direction", "0,0,1", "--target", "0,0,-2.4")

    assert "rot. error" in reached.out
    assert re.search(r"their largest error is \S+ and \S+ rad\.", reached.out)
    assert re.search(r"1 LIMITED \(held back by limits\): #1 missed by \S+ and \S+ rad\.", missed.out)


def test_wide_tables_leave_out_the_stage(limited):
    """With time, name and rotation error the table still fits 80 columns; what it leaves out is in the JSON."""
    scene = LIMITED | {"targets": [LIMITED["targets"][0] | {"time": 0.1, "name": "the other side of the table"}]}
    limited.write_text(json.dumps(scene))

    ran = run("solve", limited)

    assert max(map(len, ran.out.splitlines())) <= 80
    assert "…" not in ran.out
    assert "iter" in ran.out
    assert "stage" not in ran.out
    assert answers(run("solve", limited, "--json"))[0]["stage"]


def test_options_of_limits_and_reach(limited):
    """--rotation-tolerance, --clamp, --soft-reach and --stretch do what they do in Python, and are in the scene."""
    body = parse_scene(json.dumps(LIMITED)).body
    typed = ["--rotation-tolerance", "0.1", "--stretch", "1.5", "--soft-reach", "0.98,0.05"]
    asked = {"rotation_tolerance": 0.1, "stretch": 1.5, "soft_reach": (0.98, 0.05)}

    ran = run("solve", limited, "--target", "2,0,-2", *typed, "--json")

    result = fabrikit.solve(body, [2, 0, -2], **asked)
    (answer,) = answers(ran)
    assert np.array(answer["positions"]).tobytes() == result.positions.tobytes()
    assert (answer["stretch"], answer["status"]) == (result.stretch, result.status.value)
    soft = {"max_extension": 0.98, "softening": 0.05}
    assert json.loads(ran.out)["scene"]["options"] == {"rotation_tolerance": 0.1, "soft_reach": soft, "stretch": 1.5}
    assert (
        "1 with stretched bones, at most to 1.131 of their length."
        in run("solve", limited, "--target", "2,0,-2", *typed).out
    )

    both, one = (
        answers(run("solve", limited, "--target", "1,1,0", "--method", "fabrik", "--clamp", clamp, "--json"))[0]
        for clamp in ("both", "from_base")
    )
    for clamp, answer in (("both", both), ("from_base", one)):
        same = fabrikit.solve(body, [1, 1, 0], method="fabrik", clamp=clamp)
        assert (answer["error"], answer["iterations"]) == (same.error, same.iterations)


def test_negative_numbers_after_an_option(arm):
    """--target -1,0.5 is a target, not an option."""
    ran = run("solve", arm, "--target", "-1,0.5", "--base", "-0.5,-0.5", "--pole", "-1,9", "--json")

    assert (ran.code, answers(ran)[0]["target"]) == (0, [-1, 0.5])
    assert answers(ran)[0]["positions"][0] == [-0.5, -0.5]


def test_targets_from_a_table_and_typed(arm, tmp_path):
    """Typed targets come first, then those of the table; names and times of the table are kept."""
    table = tmp_path / "track.csv"
    table.write_text("t,name,hand_x,hand_y\n0.5,cup,1,1\n")

    ran = run("solve", arm, "--target", "0,1", "--targets", table, "--columns", "hand_x,hand_y", "--json")

    assert [answer["target"] for answer in answers(ran)] == [[0, 1], [1, 1]]
    assert (answers(ran)[1]["name"], answers(ran)[1]["time"]) == ("cup", 0.5)


def test_scene_from_standard_input():
    """BODY - reads the scene from standard input."""
    assert run("solve", "-", stdin=json.dumps(ARM)).code == 0


@pytest.mark.parametrize("kind", ["typed", "json", "csv"])
def test_start_typed_or_from_a_file(arm, tmp_path, kind):
    """--start takes JSON, a JSON file or a CSV table, and the solve starts there."""
    start = [[0, 0], [0, 1], [1, 1]]
    (tmp_path / "start.json").write_text(json.dumps(start))
    (tmp_path / "start.csv").write_text("0,0\n0,1\n1,1\n")
    given = json.dumps(start) if kind == "typed" else tmp_path / f"start.{kind}"

    (answer,) = answers(run("solve", arm, "--start", given, "--target", "1,1", "--json"))

    assert (answer["positions"], answer["iterations"], answer["stage"]) == (start, 0, "start")


def test_options_reach_the_solver(arm):
    """--method, --max-iterations, --tolerance and --pole-direction do what they do in Python."""
    one = answers(run("solve", arm, "--method", "fabrik", "--max-iterations", "1", "--target", "0.3,0.4", "--json"))[0]
    same = fabrikit.solve(ARM["body"]["joints"], [0.3, 0.4], method="fabrik", max_iterations=1)
    assert (one["status"], one["iterations"], one["error"]) == (same.status.value, same.iterations, same.error)

    up, down = (
        answers(run("solve", arm, "--target", "1,0", "--pole-direction", direction, "--json"))[0]["positions"][1][1]
        for direction in ("0,1", "0,-1")
    )
    assert up > 0 > down


def test_follow_and_no_follow(arm):
    """--follow starts from the answer before; --no-follow overrides a scene that follows."""
    chain = fabrikit.Chain(ARM["body"]["joints"])
    first = fabrikit.solve(chain, [1, 1]).positions
    second = fabrikit.solve(chain, [0.5, -1.2], start=first)

    assert answers(run("solve", arm, "--follow", "--json"))[1]["positions"] == second.positions.tolist()
    apart = answers(run("solve", "textbook-chain", "--no-follow", "--json"))[3]
    body = parse_scene(preset_text("textbook-chain")).body
    assert apart["positions"] == fabrikit.solve(body, [0.6, 2.4]).positions.tolist()


def test_output_file_holds_what_json_prints(arm, tmp_path):
    """-o writes what --json prints, and the table names the file."""
    path = tmp_path / "out.json"

    ran = run("solve", arm, "-o", path)

    assert f"results: {path}" in ran.out
    assert path.read_text(encoding="utf-8") == run("solve", arm, "--json").out


def test_trace_in_the_json(arm):
    """--trace puts every placement into the JSON; the last one is the pose that came out."""
    (answer,) = answers(run("solve", arm, "--target", "0.3,0.4", "--method", "fabrik", "--trace", "--json"))

    assert {"stage", "iteration", "pass", "joint", "joints"} == set(answer["trace"][0])
    assert answer["trace"][-1]["joints"] == answer["positions"]


def test_notices_do_not_disturb_the_json(arm, tmp_path):
    """With --json, standard output is JSON alone; where the files are is said on standard error."""
    ran = run("solve", arm, "--json", "--plot", tmp_path / "arm.svg", "-o", tmp_path / "out.json")

    json.loads(ran.out)
    assert "arm.svg" in ran.err
    assert "out.json" in ran.err


def test_names_cannot_steer_the_terminal(tmp_path):
    """Control characters in a name are not printed, and its brackets are not read as colours."""
    document = ARM | {"name": "\x1b[31mred", "targets": [{"position": [1, 1], "name": "[bold]\ncup"}]}
    path = tmp_path / "arm.json"
    path.write_text(json.dumps(document))

    ran = run("solve", path)

    assert "\x1b" not in ran.out
    assert "[bold] cup" in ran.out
