"""Running cases: one row for every setting and method."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from fabrikit.compare.body import follow_dancer
from fabrikit.compare.cases import Case, Setting
from fabrikit.compare.clamp import WAYS, clamped
from fabrikit.compare.measures import MEASURES, Curve, Measure
from fabrikit.compare.problems import draw_problems
from fabrikit.solve.progress import Progress

_MEASURES: dict[str, Measure] = MEASURES | {"clamp": clamped, "body": follow_dancer}


@dataclass(frozen=True)
class Row:
    """What a method did in a setting of a case.

    Attributes
    ----------
    case, method : str
    setting : Setting
    runs, failed : int
        Failed: the target was not reached (or the tip never stood still) within the iterations allowed.
    numbers : dict
        Statistics by name.
    curve : dict
        x and y, perhaps low and high, where the case draws one.
    """

    case: str
    method: str
    setting: Setting
    runs: int
    failed: int
    numbers: dict[str, float]
    curve: Curve = field(default_factory=dict)


def run_cases(
    cases: Sequence[Case], *, runs: int | None = None, seed: int = 0, progress: Progress | None = None
) -> Iterator[Row]:
    """Run cases, row by row: whoever stops early keeps the rows so far.

    Parameters
    ----------
    cases : sequence of Case
    runs : int, optional
        Problems of each setting instead of the case's own number.
    seed : int
        Of starts and targets; every method gets the same ones.
    progress : function of (done, all), optional
    """
    jobs = [
        (case, setting, method)
        for case in cases
        for setting in case.settings()
        for method in (tuple(WAYS) if case.measure == "clamp" else case.methods_for(setting))
    ]
    for index, (case, setting, method) in enumerate(jobs):
        if progress is not None:
            progress(index, len(jobs))
        count = case.runs if runs is None else runs
        yield _run(case, setting, method, min(count, case.dense_runs) if method == "dls-dense" else count, seed)
    if progress is not None:
        progress(len(jobs), len(jobs))


def _run(case: Case, setting: Setting, method: str, runs: int, seed: int) -> Row:
    problems = draw_problems(case, setting, runs, seed)
    measured = _MEASURES[case.measure](case, setting, method, problems)
    return Row(case.name, method, setting, runs, measured.failed, measured.numbers, measured.curve)
