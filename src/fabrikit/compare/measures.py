"""What is measured of a method in a setting, one function for each kind of case."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from fabrikit import bridge
from fabrikit.arrays import Array
from fabrikit.compare.cases import Case, Setting
from fabrikit.compare.problems import Problems
from fabrikit.compare.statistics import shares, summary
from fabrikit.compare.timing import Question, Solved

Curve = dict[str, list[float]]


@dataclass(frozen=True)
class Measured:
    """Numbers by name, how many runs failed, and a curve where the case has one."""

    numbers: dict[str, float]
    failed: int
    curve: Curve = field(default_factory=dict)


Measure = Callable[[Case, Setting, str, Problems], Measured]


def solves(case: Case, setting: Setting, method: str, problems: Problems) -> Measured:
    """Solve every problem: iterations, time, error. Failed solves count with what they took."""
    del setting
    answers = [_solve(case, method, problems, run) for run in range(len(problems.targets))]
    return Measured(_statistics(answers, problems.reach), sum(not answer.reached for answer in answers))


def _solve(case: Case, method: str, problems: Problems, run: int) -> Solved:
    question = Question(case, method, problems, run)
    if case.until == "reached":
        answer = question.solve()
        return Solved(answer.positions, answer.error, answer.iterations, answer.reached, question.seconds())
    count, still = iterations_until_still(case, method, problems, run)
    question = Question(case, method, problems, run, max_iterations=max(count, 1))
    answer = question.solve()
    return Solved(answer.positions, answer.error, count, still, question.seconds())


def iterations_until_still(case: Case, method: str, problems: Problems, run: int) -> tuple[int, bool]:
    """Return after how many iterations the tip moves by less than the tolerance, and whether it ever does.

    Traces grow with the iterations, so that a few are asked for first.
    """
    most = 64
    while True:
        most = min(4 * most, case.max_iterations)
        tips = Question(case, method, problems, run, max_iterations=most + 1).tips()
        moves = np.linalg.norm(np.diff(tips, axis=0), axis=1)
        small = np.flatnonzero(moves < problems.tolerance)
        if small.size:
            return int(small[0]) + 1, True
        if len(moves) < most:  # it ended by itself: nothing moved, or it reached
            return len(moves), True
        if most == case.max_iterations:
            return most, False


def _statistics(answers: list[Solved], reach: float) -> dict[str, float]:
    iterations = np.array([answer.iterations for answer in answers])
    seconds = np.array([answer.seconds for answer in answers])
    numbers = summary("iterations", iterations) | summary("us", 1e6 * seconds)
    numbers["us_per_iteration"] = float(1e6 * np.median(seconds / np.maximum(iterations, 1)))
    numbers["error_median"] = float(np.median([answer.error for answer in answers]) / reach)
    return numbers


def distribution(case: Case, setting: Setting, method: str, problems: Problems) -> Measured:
    """Count iterations over many starts and targets; "previous" starts from the answer to the target before."""
    answers = []
    start = problems.starts[0]
    for run in range(len(problems.targets)):
        if setting.start == "previous":
            problems.starts[run] = start
        answers.append(Question(case, method, problems, run).solve())
        start = answers[-1].positions
    iterations = np.array([answer.iterations for answer in answers])
    numbers = summary("iterations", iterations)
    numbers |= {f"within_{most}": float((iterations <= most).mean()) for most in (1, 4, 10, 100)}
    numbers["five_to_ten"] = float(((iterations >= 5) & (iterations <= 10)).mean())
    return Measured(numbers, sum(not answer.reached for answer in answers), shares(iterations))


def course(case: Case, setting: Setting, method: str, problems: Problems) -> Measured:
    """Follow the error from iteration to iteration: median and the middle eight tenths, in reaches."""
    del setting
    count = case.max_iterations
    errors = np.full((len(problems.targets), count + 1), np.nan)
    for run, target in enumerate(problems.targets):
        tips = Question(case, method, problems, run, max_iterations=count + 1).tips()
        mine = np.linalg.norm(tips - target, axis=1) / problems.reach
        errors[run, : len(mine)] = mine[: count + 1]
        errors[run, len(mine) :] = mine[-1]
    low, middle, high = np.quantile(errors, [0.1, 0.5, 0.9], axis=0)
    curve = {"x": list(map(float, range(count + 1)))}
    curve |= {"y": middle.tolist(), "low": low.tolist(), "high": high.tolist()}
    numbers = {f"error_after_{k}": float(middle[k]) for k in (1, 3, 10, 30) if k <= count}
    return Measured(numbers, int((errors[:, -1] > 1e-6).sum()), curve)


def _directions(joints: Array) -> Array:
    bones = np.diff(joints, axis=0)
    return np.asarray(bones / np.linalg.norm(bones, axis=1)[:, None])


def _turns(before: Array, after: Array) -> Array:
    """Return how far each bone turned [rad]."""
    a, b = _directions(before), _directions(after)
    return np.asarray(2 * np.arctan2(np.linalg.norm(a - b, axis=1), np.linalg.norm(a + b, axis=1)))


def _follow(case: Case, method: str, problems: Problems) -> list[Solved]:
    """Solve frame after frame, each from the answer to the one before."""
    answers: list[Solved] = []
    for run in range(len(problems.targets)):
        if answers:
            problems.starts[run] = answers[-1].positions
        answers.append(_solve(case, method, problems, run))
    return answers


def follow(case: Case, setting: Setting, method: str, problems: Problems) -> Measured:
    """Follow a moving target: iterations, time and error of a frame."""
    del setting
    answers = _follow(case, method, problems)
    numbers = _statistics(answers, problems.reach)
    numbers["error_median"] = float(np.median([answer.error for answer in answers]))
    return Measured(numbers, sum(not answer.reached for answer in answers))


def path(case: Case, setting: Setting, method: str, problems: Problems) -> Measured:
    """Follow a target through a singularity: the largest turn of a bone in one iteration, and between two frames.

    The answer of a frame is the best pose of its iterations: what a method does on its way shows in the former.
    """
    del setting
    frames: list[Array] = []
    iterations, within = [], []
    for run in range(len(problems.targets)):
        if frames:
            problems.starts[run] = frames[-1]
        question = Question(case, method, problems, run)
        answer = question.solve()
        poses = question.poses(answer.iterations)
        within.append(max((_turns(a, b).max() for a, b in itertools.pairwise(poses)), default=0.0))
        frames.append(answer.positions)
        iterations.append(answer.iterations)
    # The first frames come from the start, not from the path.
    skipped = min(5, len(frames) - 2) if len(frames) > 2 else 0
    steps = [float(np.degrees(_turns(a, b).max())) for a, b in itertools.pairwise(frames[skipped:])] or [0.0]
    turns = [float(np.degrees(turn)) for turn in within[skipped + 1 :]] or [0.0]
    numbers = summary("iterations", iterations)
    numbers |= {"largest_step_deg": max(steps), "median_step_deg": float(np.median(steps))}
    numbers["largest_iteration_deg"] = max(turns)
    x = list(map(float, range(len(steps))))
    return Measured(numbers, 0, {"x": x, "y": steps, "iteration": turns[: len(x)]})


def too_far(case: Case, setting: Setting, method: str, problems: Problems) -> Measured:
    """Compare answers for targets too far with the best that there is: straight, error = distance - reach."""
    excess, bend, iterations = [], [], []
    for run, target in enumerate(problems.targets):
        answer = Question(case, method, problems, run).solve()
        distance = float(np.linalg.norm(target))
        excess.append((answer.error - (distance - problems.reach)) / problems.reach)
        share = np.linspace(0, 1, setting.bones + 1)[:, None]
        straight = share * problems.reach * target / distance
        bend.append(np.abs(answer.positions - straight).max() / problems.reach)
        iterations.append(answer.iterations)
    numbers = summary("iterations", iterations)
    return Measured(numbers | {"excess_max": float(np.abs(excess).max()), "off_line_max": float(np.max(bend))}, 0)


def lengths(case: Case, setting: Setting, method: str, problems: Problems) -> Measured:
    """Measure how far bones are from their lengths, after one iteration and at the end."""
    bone = problems.reach / setting.bones

    def worst(most: int, run: int) -> float:
        found = Question(case, method, problems, run, max_iterations=most).solve().positions
        return float(np.abs(np.linalg.norm(np.diff(found, axis=0), axis=1) / bone - 1).max())

    runs = range(len(problems.targets))
    first, last = (max(worst(most, run) for run in runs) for most in (1, case.max_iterations))
    return Measured({"length_error_first": first, "length_error_last": last}, 0)


def forward(case: Case, setting: Setting, method: str, problems: Problems) -> Measured:
    """Time forward kinematics of many poses, and solves for their tips."""
    count = 2000
    turns = np.random.default_rng(0).uniform(-0.5, 0.5, (count, setting.bones, case.dimension - 1))
    took = []
    for _ in range(5):
        began = time.perf_counter()
        bridge.forward(problems.starts[0], turns)
        took.append((time.perf_counter() - began) / count)
    measured = solves(case, setting, method, problems)
    us = 1e6 * min(took)
    numbers = measured.numbers | {"forward_us": us, "inverse_per_forward": measured.numbers["us_median"] / us}
    return Measured(numbers, measured.failed)


def solutions(case: Case, setting: Setting, method: str, problems: Problems) -> Measured:
    """Ask one target from many starts and count different answers; and count targets that have none."""
    del setting
    outer = np.linalg.norm(problems.targets, axis=1) > problems.reach
    none = float(outer.mean())
    within = problems.targets[~outer]
    problems.targets[:] = within[0] if len(within) else problems.targets[0] / 2
    poses: list[Array] = []
    failed = 0
    for run in range(len(problems.targets)):
        answer = Question(case, method, problems, run).solve()
        failed += not answer.reached
        far = [np.abs(answer.positions - pose).max() > 0.01 * problems.reach for pose in poses]
        if all(far):
            poses.append(answer.positions)
    return Measured({"different_answers": float(len(poses)), "no_answer_share": none}, failed)


MEASURES: dict[str, Measure] = {
    "solve": solves,
    "distribution": distribution,
    "course": course,
    "follow": follow,
    "path": path,
    "too-far": too_far,
    "lengths": lengths,
    "forward": forward,
    "solutions": solutions,
}
