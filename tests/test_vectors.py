"""The installed package against the golden vectors, bit for bit; the format is in vectors/README.md."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import golden
import golden_limits
from fabrikit import Chain, Result, Stage, Status

FILES = sorted(golden.FOLDER.glob("*.txt"))
CASES = [(path, case) for path in FILES for case in golden.read_file(path)]
SOLVES = [case for _, case in CASES if case.kind == "solve"]

LIMITED = [case for _, case in CASES if case.kind == "solve_limited"]

STAGES_OF_FREE_CHAINS = set(Stage) - {Stage.GAUSS_NEWTON}


@pytest.mark.parametrize(("path", "case"), [pytest.param(*each, id=f"{each[0].stem}:{each[1].name}") for each in CASES])
def test_golden_answer(path: Path, case: golden.Case) -> None:
    """The package gives every word of the case's answer: all bits of all numbers."""
    found = golden.answer(case)
    assert found == case.gives, f"{path.name}: when the kernel was meant to change, run scripts/vectors"


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in SOLVES])
def test_quick_and_traced_solves_agree(case: golden.Case) -> None:
    """A list of floats, with or without a start, takes the quick way through the binding: the same bits as a trace."""
    traced = golden.solve(case, trace=True)
    quick = golden.solve(case, trace=False) if "base" in case.asked else _solve_quickly(case)
    assert quick.positions.tobytes() == traced.positions.tobytes()
    assert (quick.error, quick.tolerance) == (traced.error, traced.tolerance)
    assert (quick.status, quick.iterations, quick.stage) == (traced.status, traced.iterations, traced.stage)
    assert quick.symmetry_broken == traced.symmetry_broken


def _solve_quickly(case: golden.Case) -> Result:
    start = case.numbers("start") if "start" in case.asked else None
    return golden.solver_of(case).solve(case.numbers("target")[0].tolist(), start=start)


def test_names_are_unique() -> None:
    """A failing case can be found: no two of a file share kind and name."""
    names = [(path, case.kind, case.name) for path, case in CASES]
    assert len(names) == len(set(names))


def test_files_are_as_they_are_written() -> None:
    """Reading a file and writing it again gives the same text: nothing in it is ignored."""
    for path in FILES:
        assert golden.write_file(path, golden.read_file(path)) == path.read_text(encoding="ascii"), path.name


@pytest.mark.parametrize("dimension", [2, 3])
def test_every_end_of_a_solve_occurs(dimension: int) -> None:
    """Every status that a free chain can have and every stage that can end a solve has a case, in 2D and in 3D."""
    cases = [case for case in SOLVES if case.numbers("joint").shape[1] == dimension]
    ends = {(case.text("method", ""), case.gives["status"][0][0]) for case in cases}
    free = (Status.REACHED, Status.TOO_FAR, Status.ITERATION_LIMIT)
    assert {("auto", status) for status in (*free, Status.TOO_NEAR)} <= ends
    assert {("fabrik", status) for status in (*free, Status.STALLED)} <= ends
    stages = {case.gives["stage"][0][0] for case in cases}
    # A bend is never the last word: a pass or a step follows. A pose is the pole's only when it had reached before.
    assert STAGES_OF_FREE_CHAINS - {Stage.BEND, Stage.POLE} <= stages


def test_every_stage_occurs_in_a_trace() -> None:
    """Bends and turns to the pole are covered, too: placements of every stage are in some trace."""
    seen: set[Stage] = set()
    for case in SOLVES:
        trace = golden.solve(case, trace=True).trace
        assert trace is not None
        seen |= {tuple(Stage)[number] for number in np.unique(trace.placements["stage"])}
    assert STAGES_OF_FREE_CHAINS - {Stage.START} <= seen


def test_tolerances_and_sides_occur() -> None:
    """Exact, fine and coarse tolerances, chosen sides, poles of both kinds and starts of their own have cases."""
    assert {case.gives["symmetry_broken"][0][0] for case in SOLVES} == {"0", "1"}
    asked = {key for case in SOLVES for key in case.asked}
    assert {"start", "base", "pole_point", "pole_direction", "reach_test"} <= asked
    chains = [(case, Chain(case.numbers("joint"))) for case in SOLVES]
    relative = {case.number("tolerance") / chain.reach[1] for case, chain in chains if chain.reach[1] > 0}
    for wanted in (0.0, 1e-12, 1e-6, 1e-3):
        assert any(abs(found - wanted) <= 1e-6 * wanted for found in relative), wanted


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in LIMITED])
def test_traces_of_limited_solves_change_nothing(case: golden.Case) -> None:
    """A chain with limits gives the same bits with a trace and without."""
    traced, plain = (golden_limits.solve(case, trace=trace) for trace in (True, False))
    fields = golden.limited_fields(traced)
    assert golden.limited_fields(plain) | {"placements": fields["placements"]} == fields


def test_kinds_of_limits_occur() -> None:
    """Every kind of joint and frame, part of a ball, stiffness, aim, clamp and pole has cases."""
    lines = [line for case in LIMITED for line in case.asked["type"]]
    assert {line[0] for line in lines} == {"free", "ball", "hinge", "fixed"}
    assert {"cone", "oval", "twist", "local", "global"} <= {word for line in lines for word in line}
    assert any(float.fromhex(line[{"ball": 1, "hinge": 2}[line[0]]]) > 0 for line in lines if len(line) > 1)
    asked = {key for case in LIMITED for key in case.asked}
    assert {"start", "start_turn", "base", "pole_point", "pole_direction", "aim_direction", "aim_rotation"} <= asked
    ways = {(case.text("method", ""), case.text("clamp", "")) for case in LIMITED}
    assert ways == {("auto", "both"), ("fabrik", "both"), ("fabrik", "from_base")}
    assert {case.numbers("joint").shape[1] for case in LIMITED} == {2, 3}


@pytest.mark.parametrize("dimension", [2, 3])
def test_every_end_of_a_limited_solve_occurs(dimension: int) -> None:
    """Reached and held by limits, stalled and out of iterations have cases; the closed ends of the reach in 3D."""
    cases = [case for case in LIMITED if case.numbers("joint").shape[1] == dimension]
    ends = {(case.text("method", ""), case.gives["status"][0][0]) for case in cases}
    wanted = {
        ("auto", Status.REACHED),
        ("auto", Status.LIMITED),
        ("fabrik", Status.REACHED),
        ("fabrik", Status.STALLED),
    }
    if dimension == 3:
        wanted |= {("auto", Status.TOO_FAR), ("auto", Status.TOO_NEAR), ("fabrik", Status.ITERATION_LIMIT)}
    assert wanted <= ends
    assert any(case.gives["symmetry_broken"] == [["1"]] for case in cases)
