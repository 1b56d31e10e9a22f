"""The laws see what they are there to see: an answer with one lie in it breaks the law that it lies about."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import invariants
from fabrikit import Chain, Pole, Stage, Status, solve
from invariants import BY_DOMAIN, EVERY_RESULT, Question

CHAIN = Chain([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [2.0, 0.5, 0.0], [3.0, 0.5, 0.5]])
HOLLOW = Chain.from_lengths([5.0, 1.0, 1.0], dimension=3)
FIGURES = ("positions", "status", "error", "tolerance", "iterations", "stage", "symmetry_broken", "angles", "trace")


def asked(target: Any, chain: Chain = CHAIN, **options: Any) -> Question:
    """Ask a question."""
    return Question(chain, target, **options)


REACHABLE = asked([1.0, 1.5, 1.0])
FAR = asked([3.0, 4.0, 5.0])
NEAR = asked([0.5, 0.5, 0.0], HOLLOW)
THERE = asked([3.0, 0.5, 0.5])
POLED = asked([1.0, 1.5, 1.0], pole=Pole(direction=[0.0, 0.0, 1.0]))


def lie(question: Question, **changes: Any) -> SimpleNamespace:
    """Solve truly, then change what the answer says; `moved` shifts (joint, axis, by how much)."""
    result = solve(question.chain, question.target, **question.options)
    told = SimpleNamespace(**{name: getattr(result, name) for name in FIGURES})
    told.positions = told.positions.copy()
    for joint, axis, shift in changes.pop("moved", ()):
        told.positions[joint, axis] += shift
    if changes.pop("error_follows", False):
        told.error = invariants.computed_error(told.positions, question.goal)
    vars(told).update(changes)
    return told


LIES = [
    ("law_pose_is_finite", REACHABLE, {"moved": [(1, 0, math.nan)]}),
    ("law_pose_is_finite", REACHABLE, {"positions": CHAIN.joints}),
    ("law_pose_is_finite", REACHABLE, {"positions": np.zeros((4, 3), np.float32)}),
    ("law_error_is_honest", REACHABLE, {"moved": [(3, 1, 1e-15)]}),
    ("law_error_is_honest", FAR, {"error": 0.0}),
    ("law_reached_means_within_tolerance", REACHABLE, {"error": 1.0}),
    ("law_reached_means_within_tolerance", REACHABLE, {"status": Status.STALLED}),
    ("law_reached_means_within_tolerance", REACHABLE, {"tolerance": 2e-6}),
    ("law_bones_keep_their_lengths", REACHABLE, {"moved": [(1, 1, 1e-14)]}),
    ("law_base_is_copied", REACHABLE, {"moved": [(0, 2, 5e-324)]}),
    ("law_loops_are_bounded", REACHABLE, {"iterations": 1001}),
    ("law_loops_are_bounded", REACHABLE, {"status": Status.ITERATION_LIMIT}),
    ("law_status_is_one_of_a_free_chain", REACHABLE, {"status": Status.LIMITED}),
    ("law_untouched_start_is_copied", REACHABLE, {"stage": Stage.START}),
    ("law_already_there", THERE, {"iterations": 1}),
    ("law_already_there", THERE, {"moved": [(2, 0, 1e-15)]}),
    ("law_never_worse_than_start", REACHABLE, {"error": 10.0}),
    ("law_too_far", FAR, {"status": Status.STALLED}),
    ("law_too_far", FAR, {"iterations": 1}),
    ("law_too_far", FAR, {"moved": [(1, 2, 1e-13)]}),
    ("law_too_far", FAR, {"moved": [(3, 2, 1e-13)], "error_follows": True}),
    ("law_too_near", NEAR, {"status": Status.STALLED}),
    ("law_too_near", NEAR, {"iterations": 1}),
    ("law_too_near", NEAR, {"moved": [(3, 1, 1e-13)], "error_follows": True}),
    ("law_verdicts_are_proven", REACHABLE, {"status": Status.TOO_FAR}),
    ("law_verdicts_are_proven", REACHABLE, {"status": Status.TOO_NEAR}),
    ("law_reachable_is_reached", REACHABLE, {"status": Status.STALLED}),
    ("law_error_is_the_least", FAR, {"moved": [(3, 0, -1e-3)], "error_follows": True}),
    ("law_error_is_the_least", FAR, {"moved": [(3, 0, 1e-3)], "error_follows": True}),
    ("law_bends_to_its_pole", POLED, {"moved": [(1, 1, 1e-4)]}),
]


@pytest.mark.parametrize(("law", "question", "changes"), LIES)
def test_a_lie_breaks_its_law(law: str, question: Question, changes: dict[str, Any]) -> None:
    """A law holds for the true answer and fails for the one with the lie, with words."""
    judge = getattr(invariants, law)
    judge(lie(question), question)
    with pytest.raises(AssertionError, match=r"\S"):
        judge(lie(question, **changes), question)


def test_every_law_is_tried() -> None:
    """No law of results is without a lie that breaks it."""
    assert {law.__name__ for law in (*EVERY_RESULT, *BY_DOMAIN)} == {name for name, *_ in LIES}


@pytest.mark.parametrize("number", [0, 4, -1])
def test_a_trace_with_a_lie_is_seen(number: int) -> None:
    """A trace with one placement a little aside breaks a law of traces."""
    result = solve(CHAIN, REACHABLE.target, method="fabrik", trace=True)
    question = asked(REACHABLE.target, method="fabrik")
    invariants.check_trace(result.trace, result, question)
    result.trace.placements = result.trace.placements.copy()
    result.trace.placements["at"][number, 0] += 1e-12
    with pytest.raises(AssertionError):
        invariants.check_trace(result.trace, result, question)


def test_angles_with_a_lie_are_seen() -> None:
    """Angles that are a little off break their law."""
    flat = asked([1.0, 1.5], Chain([[0.0, 0.0], [1.0, 0.0], [2.0, 0.5]]))
    invariants.law_angles_give_the_pose(lie(flat), flat)
    with pytest.raises(AssertionError, match="off by"):
        invariants.law_angles_give_the_pose(lie(flat, angles=lie(flat).angles + 1e-8), flat)
