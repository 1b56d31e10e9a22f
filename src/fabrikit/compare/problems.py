"""Starts and targets, from a seed: the same for every method."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np

from fabrikit.arrays import Array
from fabrikit.compare.cases import Case, Setting
from fabrikit.errors import OptionError


@dataclass(frozen=True, eq=False)
class Problems:
    """Questions of one setting.

    Attributes
    ----------
    starts : (runs, n + 1, D)
    targets : (runs, D)
    tolerance : float
    reach : float
    """

    starts: Array
    targets: Array
    tolerance: float
    reach: float


def draw_problems(case: Case, setting: Setting, runs: int, seed: int) -> Problems:
    """Draw the questions of a setting."""
    # Not of the tolerance nor of where targets are: along those the same problems grow harder.
    words = f"{case.name} {setting.bones} {setting.start}"
    random = np.random.default_rng([seed, zlib.crc32(words.encode())])
    reach = case.length(setting)
    starts = np.stack([_start(setting, case.dimension, reach, random) for _ in range(runs)])
    targets = _targets(case, setting, starts, reach, random)
    return Problems(starts, targets, case.allowed(setting), reach)


def bent_chain(bones: int, dimension: int, reach: float) -> Array:
    """Return joints (bones + 1, D) along +x, bent by 0.05 sin(1.3 i) radians at joint i."""
    heading = np.cumsum(0.05 * np.sin(1.3 * np.arange(1, bones + 1)))
    ways = np.zeros((bones, dimension))
    ways[:, 0], ways[:, 1] = np.cos(heading), np.sin(heading)
    return _lay(ways, reach)


def _lay(ways: Array, reach: float) -> Array:
    bones, dimension = ways.shape
    return np.vstack([np.zeros(dimension), np.cumsum(ways * (reach / bones), axis=0)])


def _directions(random: np.random.Generator, count: int, dimension: int) -> Array:
    ways = random.normal(size=(count, dimension))
    return np.asarray(ways / np.linalg.norm(ways, axis=1)[:, None])


def _start(setting: Setting, dimension: int, reach: float, random: np.random.Generator) -> Array:
    if setting.start in ("bent", "previous"):
        return bent_chain(setting.bones, dimension, reach)
    return _lay(_directions(random, setting.bones, dimension), reach)


def _targets(case: Case, setting: Setting, starts: Array, reach: float, random: np.random.Generator) -> Array:
    runs, dimension = len(starts), case.dimension
    if case.target == "line":
        return _out_and_back(setting.at * reach, runs, dimension)
    if case.target == "eight":
        return _figure_of_eight(setting.at * reach, runs)
    if case.target == "posed":
        return np.zeros((runs, dimension))  # made by the measure, from poses within the limits
    ways = _directions(random, runs, dimension)
    if case.target == "ball":
        return np.asarray(ways * (setting.at * reach * random.random((runs, 1)) ** (1 / dimension)))
    if case.target == "shell":
        share = setting.at + case.spread * random.uniform(-1, 1, (runs, 1))
        return np.asarray(ways * share * reach)
    if case.target == "from-tip":
        return _from_tip(starts, setting.at, reach, random)
    raise OptionError(f"case {case.name}: unknown kind of target {case.target!r}")


def _from_tip(starts: Array, distance: float, reach: float, random: np.random.Generator) -> Array:
    """Return targets at a distance from the tips, those within 0.999 of the reach."""
    targets = np.empty_like(starts[:, -1])
    for run, start in enumerate(starts):
        while True:
            target = start[-1] + distance * _directions(random, 1, starts.shape[2])[0]
            if np.linalg.norm(target) < 0.999 * reach:
                break
        targets[run] = target
    return targets


def _out_and_back(most: float, frames: int, dimension: int) -> Array:
    """Return targets from a third of `most` out along an oblique line and back."""
    share = 1 - np.abs(np.linspace(-1, 1, frames))
    way = np.array([0.8, 0.6, 0.0])[:dimension]
    return np.asarray((most * (1 + 2 * share) / 3)[:, None] * way)


def _figure_of_eight(size: float, frames: int) -> Array:
    """Return targets on a figure of eight that leaves the ball of radius `size` by a third, twice round."""
    t = np.linspace(0, 4 * np.pi, frames, endpoint=False)
    eight = np.stack([0.9 * np.cos(t), 0.7 * np.sin(2 * t), 0.35 * np.sin(t) + 0.3], axis=1)
    return np.asarray(size * 1.4 * eight)
