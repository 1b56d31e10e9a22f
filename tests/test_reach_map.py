"""Reach maps: in Python and as `fabrikit reach`."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fabrikit
from command_line import run
from fabrikit import Chain, OptionError, Solver, Status
from fabrikit.cli.whole_file import whole_file
from fabrikit.show.reach import reach_figure
from fabrikit.solve.reach_map import reach_map

CHAIN = Chain([[1, 2], [2, 2], [2.5, 2]])


@pytest.mark.parametrize("moved", [False, True])
def test_every_point_is_a_single_solve(moved: bool) -> None:
    """Every point of the grid has the answer of a solve of its own, with the start and base that were given."""
    given: dict[str, Any] = {"start": [[0, 0], [0, 1], [0.3, 1.4]], "base": [-3, 4]} if moved else {}
    solver = Solver(CHAIN)
    found = reach_map(solver, 0.25, **given)
    x, y = found.axes
    for i, j in np.ndindex(found.status.shape):
        alone = solver.solve([x[i], y[j]], **given)
        assert (alone.error, alone.iterations) == (found.error[i, j], found.iterations[i, j])
        assert fabrikit.solve_batch(CHAIN, [[0, 0]]).status.dtype == found.status.dtype
        assert alone.status == list(Status)[found.status[i, j]]


@pytest.mark.parametrize("dimension", [2, 3])
def test_the_grid_holds_the_base_and_all_of_the_reach(dimension: int) -> None:
    """The base is a point of the grid, and one step beyond the reach on every side belongs to it."""
    chain = Chain.from_lengths([1, 0.5], base=np.arange(dimension), dimension=dimension)
    found = reach_map(Solver(chain), 0.4)
    assert found.status.ndim == dimension
    for base, axis in zip(chain.base, found.axes, strict=True):
        assert base in axis
        assert axis[0] < base - 1.5 < axis[1]
        assert axis[-2] < base + 1.5 < axis[-1]
        assert np.allclose(np.diff(axis), 0.4)
    inside = found.counts()
    assert inside[Status.REACHED] > 0
    assert inside[Status.TOO_NEAR] > 0
    assert sum(inside.values()) == found.status.size


def test_long_maps_are_solved_in_pieces() -> None:
    """A map of more points than one piece tells its progress in order, and has no seam."""
    heard: list[int] = []
    found = reach_map(Solver(CHAIN), 0.01, progress=lambda done, rows: heard.append(done / rows))
    assert found.status.size > 1 << 16
    assert heard == sorted(heard)
    assert heard[-1] == 1
    x, y = found.axes
    distance = np.hypot(x[:, None] - 1, y[None, :] - 2)
    reached = found.status == 0
    assert reached[(distance > 0.51) & (distance < 1.49)].all()
    assert not reached[(distance < 0.49) | (distance > 1.51)].any()


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (0, "step: must be above 0"),
        (-1, "step: must be a number, finite and 0 or more"),
        ("x", "step: must be a number"),
        (1e-6, "step: 1e-06 makes more than 500,000,000 points; the least for this body is"),
    ],
)
def test_a_grid_that_cannot_be_is_refused(step: Any, message: str) -> None:
    """A step is above zero and makes a grid that fits."""
    with pytest.raises(OptionError, match=message):
        reach_map(Solver(CHAIN), step)


def test_the_command_writes_map_and_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`fabrikit reach` says what came out, and the .npz holds what Python computes."""
    monkeypatch.chdir(tmp_path)
    ran = run("reach", "textbook-chain", "--grid", "0.5")
    assert (ran.code, ran.err) == (0, "")
    assert "Textbook chain: 289 points, one every 0.5" in ran.out
    assert ran.out.endswith("map: fabrikit-reach.npz\nfigure: fabrikit-reach.png\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fabrikit-reach.npz", "fabrikit-reach.png"]
    with np.load("fabrikit-reach.npz") as held:
        x, y = held["x"], held["y"]
        chain = Chain(held["start"])
        result = fabrikit.solve_batch(chain, np.stack(np.meshgrid(x, y, indexing="ij"), axis=-1).reshape(-1, 2))
        assert np.array_equal(held["status"].reshape(-1), result.status)
        assert np.array_equal(held["error"].reshape(-1), result.error)
        assert np.array_equal(held["iterations"].reshape(-1), result.iterations)
        assert held["statuses"][0] == "REACHED"
        assert held["name"] == "Textbook chain"


def test_options_of_the_command(tmp_path: Path) -> None:
    """Options change the solve, and the files go where they are wanted."""
    place, picture = tmp_path / "map.npz", tmp_path / "map.svg"
    options = ["--base", "5,5", "--tolerance", "0.1", "--max-iterations", "3", "--method", "fabrik", "--threads", "1"]
    ran = run("reach", "textbook-chain", "--grid", "1", "-o", place, "--plot", picture, *options)
    assert (ran.code, ran.err) == (0, "")
    assert picture.read_text(encoding="utf-8").startswith("<?xml")
    with np.load(place) as held:
        assert 5 in held["x"]
        assert held["iterations"].max() == 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--grid", "0"], "step: must be above 0"),
        (["--grid", "fine"], "--grid: 'fine' is not a number"),
        (["--grid", "1", "-o", "map.csv"], "-o map.csv: a map is written as .npz"),
        (["--grid", "1", "-o", "nowhere/map.npz"], "there is no folder nowhere"),
        (["--grid", "1", "--plot", "map.pdf"], "--plot map.pdf: a figure is .svg or .png"),
        (["--grid", "1", "--threads", "0"], "threads: must be between 1 and 1024, got 0"),
        (["--grid", "1", "--method", "magic"], "method: must be one of"),
        ([], "--grid"),
    ],
)
def test_wrong_options_are_refused_before_anything_is_written(
    options: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wrong input is one message and exit code 2, and no file is there."""
    monkeypatch.chdir(tmp_path)
    ran = run("reach", "textbook-chain", *options)
    assert ran.code == 2
    assert message in ran.err
    assert not list(tmp_path.iterdir())


def test_the_help_shows_examples() -> None:
    """--help fits 80 columns and shows how to call it."""
    ran = run("reach", "--help")
    assert ran.code == 0
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "fabrikit reach textbook-chain --grid 0.1" in ran.out


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError, ValueError])
def test_a_file_is_whole_or_not_there(tmp_path: Path, error: type[BaseException]) -> None:
    """What stops the writing half-way leaves the older file as it was, and nothing beside it."""
    path = tmp_path / "map.npz"
    path.write_text("older")

    def write_half() -> None:
        with whole_file(path) as part:
            part.write_text("half")
            raise error

    with pytest.raises(error):
        write_half()
    assert path.read_text() == "older"
    assert list(tmp_path.iterdir()) == [path]
    with whole_file(path) as part:
        part.write_text("whole")
    assert path.read_text() == "whole"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("wait", [0.3, 0.8], ids=["at the start", "later"])
def test_ctrl_c_leaves_no_map(tmp_path: Path, wait: float) -> None:
    """An interrupt ends the command at once, with 130 and without a file."""
    command = [sys.executable, "-c", "from fabrikit.cli import main; print('ready', flush=True); main()"]
    with subprocess.Popen(
        [*command, "reach", "human-arm", "--grid", "0.004"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(wait)
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate()
        assert time.monotonic() - sent < 5
    assert (process.returncode, out) == (130, "")
    assert not list(tmp_path.iterdir())


def test_a_map_without_a_reached_point_can_be_drawn() -> None:
    """A figure needs no reached point."""
    solver = Solver(CHAIN, method="fabrik", max_iterations=1, tolerance=0)
    found = reach_map(solver, 0.9)
    assert Status.REACHED not in found.counts()
    assert reach_figure(found, "Nothing") is not None
