"""The list of cases, read from `cases.json`."""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from fabrikit.errors import OptionError, near_name


@dataclass(frozen=True)
class Setting:
    """One point of a case: everything but the method and the random numbers.

    Attributes
    ----------
    bones : int
    start : str
        "bent": nearly straight; "crooked": every bone at random; "previous": the answer to the target before.
    at : float
        Where targets are; what it means is the case's `target`.
    tolerance : float
        As the case states it.
    """

    bones: int
    start: str
    at: float
    tolerance: float


@dataclass(frozen=True)
class Case:
    """What is asked of which methods, in which circumstances; see `cases.json`."""

    name: str
    title: str
    about: str
    dimension: int
    bones: Sequence[int]
    start: Sequence[str]
    target: str
    at: Sequence[float]
    tolerance: Sequence[float]
    max_iterations: int
    runs: int
    methods: Sequence[str]
    measure: str = "solve"
    reach: float | None = None
    spread: float = 0.0
    tolerance_of: str = "reach"
    reach_test: bool = True
    until: str = "reached"
    dense_bones: int = 1000
    dense_runs: int = 1_000_000
    paper: dict[str, dict[str, float]] = field(default_factory=dict)

    def settings(self) -> Iterator[Setting]:
        """Walk through the circumstances."""
        for values in itertools.product(self.bones, self.start, self.at, self.tolerance):
            yield Setting(*values)

    def methods_for(self, setting: Setting) -> Iterator[str]:
        """Walk through the methods that are asked there: the dense form ends where it would take minutes."""
        for method in self.methods:
            if method != "dls-dense" or setting.bones <= self.dense_bones:
                yield method

    def length(self, setting: Setting) -> float:
        """Return the reach of the chain: stated, or one for each bone."""
        return float(setting.bones) if self.reach is None else self.reach

    def allowed(self, setting: Setting) -> float:
        """Return the tolerance in the units of the chain."""
        if self.reach is not None or self.tolerance_of == "bone":
            return setting.tolerance
        return setting.tolerance * self.length(setting)


@functools.cache
def _data() -> dict[str, dict[str, Any]]:
    text = files("fabrikit.compare").joinpath("cases.json").read_text(encoding="utf-8")
    data: dict[str, dict[str, Any]] = json.loads(text)
    return data


def case_names() -> tuple[str, ...]:
    """Return the names of all cases, in order."""
    return tuple(_data())


def load_cases(names: Sequence[str] = ()) -> list[Case]:
    """Return the cases of these names, or all.

    Raises
    ------
    OptionError
        A name that is not there, with the nearest one.
    """
    for name in names:
        if name not in _data():
            allowed = ", ".join(case_names())
            raise OptionError(f"case: must be one of {allowed}, got {name!r}.{near_name(name, case_names())}")
    return [Case(name, **_data()[name]) for name in names or case_names()]
