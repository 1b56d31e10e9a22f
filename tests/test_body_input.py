"""What is asked of a skeleton and cannot be: refused in words, before anything runs."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import fabrikit
from fabrikit import (
    FabrikitError,
    LimitError,
    Loop,
    ModelError,
    NotReached,
    OptionError,
    Pole,
    ShapeError,
    Solver,
    Status,
    Target,
    presets,
    solve,
    solve_batch,
)

ARM = presets.seven_axis_arm()
BODY = presets.human_body()
FLAT = fabrikit.Skeleton.from_points({"a": [0, 0], "b": [1, 0], "c": [2, 0]}, {"b": "a", "c": "b"})
PLACE = [0.4, 0.1, 0.4]

WRONG: dict[str, tuple[Callable[[], Any], type[FabrikitError], str]] = {
    "a joint that is not there": (
        lambda: solve(BODY, {"left_fingertip": PLACE}),
        OptionError,
        r"target 'left_fingertip': there is no such joint. Did you mean 'left_fingertips'\?",
    ),
    "no tip": (lambda: solve(BODY, PLACE), OptionError, r"tip: this skeleton has several \(left_heel, .*\); say which"),
    "an unknown tip": (lambda: solve(ARM, PLACE, tip="flage"), OptionError, "tip: .*'flage'. Did you mean 'flange'"),
    "a tip beside a mapping": (lambda: solve(ARM, {"flange": PLACE}, tip="flange"), OptionError, "tip: goes with one"),
    "no targets": (lambda: solve(ARM, {}), OptionError, "targets: is empty"),
    "a target that asks nothing": (lambda: solve(ARM, Target()), OptionError, "target 'flange': asks for nothing"),
    "weights all zero": (
        lambda: solve(ARM, Target(PLACE, weight=0)),
        OptionError,
        "targets: all weights are zero, so that nothing is asked",
    ),
    "a negative weight": (
        lambda: solve(ARM, Target(PLACE, weight=-1)),
        OptionError,
        "weight: must be a number, finite",
    ),
    "a target of two": (lambda: solve(ARM, [1, 2]), ShapeError, r"target 'flange': needs shape \(3,\)"),
    "NaN": (lambda: solve(ARM, [math.nan, 0, 0]), ShapeError, "target.*is nan"),
    "a pose that is transposed": (
        lambda: solve(ARM, [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [1, 2, 3, 1]]),
        ShapeError,
        "is it transposed",
    ),
    "a rotation that is not unit": (
        lambda: solve(ARM, Target(PLACE, rotation=[1, 1, 0, 0])),
        ShapeError,
        "rotation: a rotation must be a unit quaternion",
    ),
    "a rotation in 2D": (lambda: solve(FLAT, Target([1, 1], rotation=[1, 0, 0, 0])), OptionError, "is for 3D"),
    "an angle in 3D": (lambda: solve(ARM, Target(PLACE, angle=1.0)), OptionError, "angle: is for 2D"),
    "a free axis alone": (lambda: Target(PLACE, free_axis=[0, 0, 1]), OptionError, "free_axis: goes with a rotation"),
    "an axis alone": (lambda: Target(PLACE, axis=[0, 0, 1]), OptionError, "axis: goes with a direction"),
    "a zero axis": (
        lambda: solve(ARM, Target(direction=[0, 0, 1], axis=[0, 0, 0])),
        OptionError,
        "target 'flange' axis: is the zero vector",
    ),
    "a priority of a half": (lambda: solve(ARM, Target(PLACE, priority=0.5)), OptionError, "priority: must be a whole"),  # type: ignore[arg-type]
    "no depth": (lambda: solve(ARM, Target(PLACE, depth=0)), OptionError, "depth: must be between 1"),
    "a pole for nothing": (
        lambda: solve(FLAT.subtree("b"), Target([2, 1], pole=[0, 1])),
        OptionError,
        "target 'c' pole: nothing bends between 'c' and the root",
    ),
    "a pole for several": (
        lambda: solve(BODY, {"left_toes": [0, 0, 0], "right_toes": [0, 0, 0]}, pole=[1, 0, 0]),
        OptionError,
        "pole: goes with one target",
    ),
    "a start of another length": (lambda: solve(ARM, PLACE, start=[0, 0]), ShapeError, r"start: needs shape \(7,\)"),
    "starts": (lambda: solve(ARM, PLACE, start=np.zeros((2, 7))), ShapeError, r"start: needs shape \(7,\), one pose"),
    "a start of another body": (
        lambda: solve(ARM, PLACE, start=presets.six_axis_arm().rest_pose),
        ShapeError,
        "start: is of another skeleton",
    ),
    "a start outside, strictly": (
        lambda: solve(ARM, PLACE, start={"axis_4": 0.5}, strict=True),
        LimitError,
        r"start: 'axis_4' is 0.5, and its limits allow -0.0698",
    ),
    "an unknown lock": (lambda: solve(ARM, PLACE, locked=["axis4"]), OptionError, "Did you mean 'axis_4'"),
    "a lock that is text": (lambda: solve(ARM, PLACE, locked="axis_4"), OptionError, "locked: must be names of joints"),
    "an unknown posture": (lambda: solve(ARM, PLACE, posture="rested"), OptionError, "or 'rest', got 'rested'"),
    "a heavy posture": (lambda: solve(ARM, PLACE, posture="rest", posture_weight=2), OptionError, "from 0 to 1, got 2"),
    "an unknown mode": (lambda: solve(ARM, PLACE, mode="near"), OptionError, "mode: must be one of 'fast', 'nearest'"),
    "an unknown method": (lambda: solve(ARM, PLACE, method="dls"), OptionError, "must be one of 'auto', 'fabrik'"),
    "no solutions": (lambda: solve(ARM, PLACE, solutions=0), OptionError, "solutions: must be between 1 and 1000"),
    "a negative seed": (lambda: solve(ARM, PLACE, seed=-1), OptionError, "seed: must be between"),
    "a base of five": (
        lambda: solve(ARM, PLACE, base=[1, 2, 3, 4, 5]),
        ShapeError,
        r"base: needs shape \(3,\), \(7,\)",
    ),
    "a loop that is none": (lambda: Solver(ARM, loops=["a"]), OptionError, "must be Loop"),
    "a loop of one joint": (
        lambda: Solver(ARM, loops=Loop("axis_2", "axis_2")),
        ModelError,
        "joins 'axis_2' to itself",
    ),
    "a loop of nobody": (lambda: Solver(ARM, loops=Loop("axis2", "flange")), ModelError, "Did you mean 'axis_2'"),
    "an option of chains": (lambda: solve(ARM, PLACE, clamp="from_base"), OptionError, "clamp: is for chains"),
    "an option of skeletons": (lambda: solve([[0, 0], [1, 0]], [1, 0], tip="a"), OptionError, "is for skeletons"),
    "a chain's target with a weight": (
        lambda: solve([[0, 0], [1, 0]], Target([1, 0], weight=2, depth=1)),
        OptionError,
        "target: weight, depth are for skeletons",
    ),
    "rows of two lengths": (
        lambda: solve_batch(BODY, {"left_toes": np.zeros((2, 3)), "right_toes": np.zeros((3, 3))}),
        ShapeError,
        "targets: need the same number of rows each, got 'left_toes' 2, 'right_toes' 3",
    ),
    "rows of a wrong shape": (lambda: solve_batch(ARM, np.zeros((2, 4))), ShapeError, r"needs shape \(rows, 3\)"),
    "an option that a batch has not": (
        lambda: solve_batch(ARM, np.zeros((2, 3)), tipp="flange"),
        OptionError,
        "solve_batch: got an unexpected keyword argument 'tipp'",
    ),
    "chain options of a batch": (
        lambda: solve_batch(ARM, np.zeros((2, 3)), lengths=[1]),
        OptionError,
        "lengths: is for chains",
    ),
}


@pytest.mark.parametrize(("ask", "error", "words"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_asked_is_refused_in_words(
    ask: Callable[[], Any], error: type[FabrikitError], words: str
) -> None:
    """Every mistake raises the error of its kind, naming what came and what is allowed."""
    with pytest.raises(error, match=words) as raised:
        ask()
    assert type(raised.value) is error


def test_rows_that_are_no_numbers_are_invalid() -> None:
    """A row with NaN is INVALID and stands as it started; the rows beside it have the bits of single solves."""
    places = np.array([PLACE, [math.nan, 0, 0], [0.3, 0.2, 0.5]])
    starts = np.tile(ARM.rest_q, (3, 1))
    starts[1] = 0.1
    result = solve_batch(ARM, places, tip="flange", starts=starts)
    assert result.statuses.tolist() == ["REACHED", "INVALID", "REACHED"]
    assert np.isnan(result.error[1])
    assert result.q[1].tobytes() == ARM.settle(starts[1]).tobytes()
    assert result.q[2].tobytes() == solve(ARM, places[2]).q.tobytes()
    assert result.counts() == {Status.REACHED: 2, Status.INVALID: 1}
    with pytest.raises(ShapeError, match="is not one truth"):
        bool(result)


def test_a_batch_of_no_rows_is_empty() -> None:
    """No rows give no answers."""
    result = solve_batch(ARM, np.zeros((0, 3)), tip="flange")
    assert len(result) == 0
    assert result.positions.shape == (0, 8, 3)


def test_bases_move_each_row() -> None:
    """Every row may stand on a base of its own, a place or a frame, with the bits of single solves."""
    bases = np.array([[0, 0, 0], [5.0, 0, 1]])
    places = np.array([PLACE, np.add(PLACE, [5, 0, 1])])
    result = solve_batch(ARM, places, tip="flange", bases=bases)
    assert result.reached.all()
    for row in range(2):
        alone = solve(ARM, places[row], base=bases[row])
        assert result.positions[row].tobytes() == alone.positions.tobytes()


def test_not_reaching_can_be_raised() -> None:
    """`raise_for_status` raises NotReached with the result, also across processes."""
    far = solve(ARM, [5, 0, 0])
    with pytest.raises(NotReached) as raised:
        far.raise_for_status()
    assert raised.value.result is far
    same = pickle.loads(pickle.dumps(far))
    assert same.q.tobytes() == far.q.tobytes()
    assert same.status is far.status
    assert solve(ARM, PLACE).raise_for_status() is None  # type: ignore[func-returns-value]


def test_a_prepared_solver_is_the_same_and_frozen() -> None:
    """`Solver(skeleton)` answers as `solve`, its options cannot be changed, and a pickled one answers alike."""
    solver = Solver(ARM, tolerance=1e-5, mode="nearest")
    assert type(solver).__name__ == "BodySolver"
    with pytest.raises(AttributeError, match="cannot be changed"):
        solver.tolerance = 1  # type: ignore[misc]
    again = pickle.loads(pickle.dumps(solver))
    once = solve(ARM, PLACE, tolerance=1e-5, mode="nearest")
    assert solver.solve(PLACE).q.tobytes() == again.solve(PLACE).q.tobytes() == once.q.tobytes()
    assert "mode='nearest'" in repr(solver)


def test_reprs_of_answers_say_how_it_went() -> None:
    """The reprs name status, error, restart, and whether the start was moved."""
    result = solve(ARM, Target(PLACE, pole=Pole(direction=[0, 0, 1])), start={"axis_4": 0.5})
    assert repr(result).startswith("BodyResult(REACHED, error ")
    assert "start moved inside its limits" in repr(result)
    assert repr(solve_batch(ARM, [PLACE, PLACE], tip="flange")) == "BodyBatchResult(2 rows: 2 REACHED)"
