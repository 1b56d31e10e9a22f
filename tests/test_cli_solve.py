"""`fabrikit solve`: what it prints and how it ends when all is well."""

import json

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
    assert "#17 'top shelf' missed by 0.05316" in ran.out


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
    document = json.loads(ran.out)
    assert (ran.code, document["targets"], document["reached"]) == (3, 24, 23)


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
