"""Timing side by side: every variant in turn on every block of work, so that other load on the machine hits all alike.

Needs nothing but Python: it also runs in the rivals' environments.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Timing:
    """What a variant took.

    Attributes
    ----------
    fastest : float [s]
        Sum over blocks of the fastest run of each, in processor time: what another process took is not in it.
    sums : list of float [s]
        Wall time of one whole round each.
    """

    fastest: float
    sums: list[float]


def interleave(variants: dict[str, Callable[[int], object]], blocks: int, seconds: float) -> dict[str, Timing]:
    """Run every variant on every block, round after round, for about so many seconds and at least three rounds.

    Parameters
    ----------
    variants : name -> function of the block's number
    """
    fastest = {name: [float("inf")] * blocks for name in variants}
    sums: dict[str, list[float]] = {name: [] for name in variants}
    began = time.perf_counter()
    rounds = 0
    while rounds < 3 or time.perf_counter() - began < seconds:
        spent = dict.fromkeys(variants, 0.0)
        for block in range(blocks):
            for name, run in variants.items():
                wall, processor = time.perf_counter(), time.process_time()
                run(block)
                took = time.process_time() - processor
                spent[name] += time.perf_counter() - wall
                fastest[name][block] = min(fastest[name][block], took)
        for name, total in spent.items():
            sums[name].append(total)
        rounds += 1
    return {name: Timing(sum(fastest[name]), sums[name]) for name in variants}


def ratios(timings: dict[str, Timing], slow: str, quick: str) -> tuple[float, float]:
    """Return how many times `quick` is faster than `slow`: by the fastest runs, and by the median round."""
    by_round = [a / b for a, b in zip(timings[slow].sums, timings[quick].sums, strict=True)]
    return timings[slow].fastest / timings[quick].fastest, statistics.median(by_round)
