"""docs/claims.md and docs/comparison.md: every command in them runs, every row has one, and what they show is so."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from command_line import run
from fabrikit.compare import Row, case_names, load_cases, run_cases

HOME = Path(__file__).parents[1]
CLAIMS = (HOME / "docs" / "claims.md").read_text(encoding="utf-8")
COMPARISON = (HOME / "docs" / "comparison.md").read_text(encoding="utf-8")
COMMANDS = sorted(
    {
        *re.findall(r"`((?:fabrikit|pytest|node|scripts/bench) [^`\n]*)`", CLAIMS + COMPARISON),
        *re.findall(r"^(fabrikit .*)$", COMPARISON, flags=re.MULTILINE),
    }
)
ROWS = [line for line in CLAIMS.splitlines() if re.match(r"\| \d", line)]
VERDICTS = {"true", "loose", "false"}


def measured(name: str, runs: int, **changes: object) -> list[Row]:
    """Run a case with fewer problems."""
    (case,) = load_cases([name])
    return list(run_cases([type(case)(**{**case.__dict__, **changes})], runs=runs, seed=1))


def test_every_claim_has_a_command_a_number_and_a_verdict() -> None:
    """Every row of the claims names a command, holds a number and ends in one of three words."""
    assert len(ROWS) >= 9
    for row in ROWS:
        _, claim, command, number, verdict = (cell.strip() for cell in row.strip("|").split("|"))
        assert claim
        assert re.search(r"`[^`]+`", command), row
        assert re.search(r"\d", number), row
        assert verdict.strip("* ") in VERDICTS, row


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.startswith("fabrikit ")])
def test_every_bench_command_runs(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every `fabrikit` command of the two pages runs as it stands, here with one problem of each setting."""
    monkeypatch.chdir(tmp_path)
    words = shlex.split(command)[1:]
    if "--runs" in words:
        del words[words.index("--runs") : words.index("--runs") + 2]
    if words[0] == "bench":
        words += ["--runs", "1"]
    ran = run(*words)
    assert (ran.code in (0, 3), ran.err) == (True, "")


@pytest.mark.parametrize("command", [command for command in COMMANDS if not command.startswith("fabrikit ")])
def test_every_other_command_is_there(command: str) -> None:
    """What pytest, node and scripts/bench are asked to run exists."""
    program, *words = shlex.split(command)
    if program == "pytest":
        collected = [sys.executable, "-m", "pytest", "--collect-only", "-q", *words]
        assert subprocess.run(collected, cwd=HOME, capture_output=True, check=False).returncode == 0
    elif program == "node":
        assert (HOME / words[-1]).is_file()
    else:
        assert (HOME / "benchmarks" / words[0] / "run").is_file()


def test_every_case_is_in_the_docs() -> None:
    """No case of the list goes unmentioned."""
    assert [name for name in case_names() if f"fabrikit bench {name}" not in " ".join(COMMANDS)] == []


def test_pictures_and_pages_are_there() -> None:
    """Every relative link of the two pages leads to a file."""
    for text in (CLAIMS, COMPARISON):
        for link in re.findall(r"\]\(([^):]+)\)", text):
            assert (HOME / "docs" / link).is_file(), link


# What the claims say, as facts that do not depend on a machine.


def includes(name: str) -> set[str]:
    """Return a header of the kernel and all that it includes."""
    text = (HOME / "kernel" / name).read_text(encoding="utf-8")
    found = {name}
    for other in re.findall(r'#include "(.*)"', text):
        found |= includes(other)
    return found


def test_the_passes_use_no_trigonometry() -> None:
    """Neither the two passes nor anything they include knows a sine, a cosine or an angle."""
    headers = includes("passes.hpp") | includes("attempt.hpp")
    assert "trig.hpp" not in headers
    for header in headers:
        code = re.sub(r"//.*", "", (HOME / "kernel" / header).read_text(encoding="utf-8"))
        assert not re.search(r"\b(sin|cos|tan|acos|asin|atan2?|sin_cos)\b", code), header


def test_two_passes_restore_lengths_and_ftl_does_not() -> None:
    """After one iteration the bones of `fabrik` have their lengths to 1e-14; those of FTL do not."""
    worst = {row.method: row.numbers["length_error_first"] for row in measured("lengths", 20, bones=[10])}
    assert worst["fabrik"] < 1e-14
    assert worst["ftl"] > 0.1


def test_too_far_is_straight_and_the_best_possible() -> None:
    """Error = distance - reach, every joint on the line, no iteration."""
    for row in measured("too-far", 30):
        assert row.numbers["iterations_max"] == 0
        assert row.numbers["excess_max"] < 1e-13
        assert row.numbers["off_line_max"] < 1e-14


def test_iterations_have_a_tail() -> None:
    """From a nearly straight start, whole reach, 1e-6: most targets take `fabrik` more than ten iterations."""
    rows = measured("iterations", 300, start=["bent"], tolerance=[1e-6])
    share = {row.method: row.numbers["within_10"] for row in rows}
    assert share["fabrik"] < 0.5
    assert share["auto"] == 1.0


def test_the_pseudo_inverse_swings_where_the_chain_is_straight() -> None:
    """On the path through it one iteration turns a bone by more than 170°; `auto` stays below 10°."""
    turns = {row.method: row.numbers["largest_iteration_deg"] for row in measured("singularity", 400)}
    assert turns["pseudo-inverse"] > 170
    assert turns["auto"] < 10
    assert turns["fabrik"] < 30
    assert turns["auto"] < turns["dls"] < turns["pseudo-inverse"]


def test_near_the_end_of_the_reach_only_auto_and_sdls_reach_everything() -> None:
    """At 0.999 of the reach `fabrik` gives up on most targets within 3,000 iterations; `auto` misses none."""
    rows = measured("boundary", 12, at=[0.999], methods=["auto", "fabrik", "sdls"])
    failed = {row.method: row.failed for row in rows}
    assert failed["auto"] == failed["sdls"] == 0
    assert failed["fabrik"] > 6


def test_one_clamped_pass_reaches_less_than_the_solver_for_limits() -> None:
    """Feasible targets under limits: `auto` reaches all; the textbook's clamp in the pass from the base does not."""
    rows = measured("clamp", 100, at=[30])
    failed = {row.method: row.failed for row in rows}
    assert failed["auto"] == 0
    assert failed["fabrik from_base"] > failed["fabrik"]
    assert all(row.numbers["over_limit_deg"] < 1e-9 for row in rows)


def test_one_target_has_many_answers() -> None:
    """From forty starts three bones answer one target in forty ways; nearly half of a ball of 1.2 has no answer."""
    (row,) = measured("solutions", 40, bones=[3], methods=["auto"])
    assert row.numbers["different_answers"] > 30
    assert 0.2 < row.numbers["no_answer_share"] < 0.7


def test_the_small_system_has_the_answers_of_the_large_one() -> None:
    """Damped least squares with D equations takes the iterations of the one with n: it need not be O(n³)."""
    rows = measured("growth", 4, bones=[10], start=["bent"], methods=["dls", "dls-dense"], dense_runs=4)
    small, dense = (row.numbers["iterations_mean"] for row in rows)
    assert small == dense


def test_statistics_count_failures() -> None:
    """A solve that used up its iterations counts with all of them."""
    (row,) = measured("boundary", 5, at=[0.999], methods=["jacobian-transpose"])
    assert row.failed == 5
    assert np.isclose(row.numbers["iterations_median"], 3000)
