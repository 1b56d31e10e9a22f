"""Medians and tails: a mean alone hides the rare solve that takes a thousand times as long."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fabrikit.arrays import Array


def summary(name: str, values: Sequence[float] | Array) -> dict[str, float]:
    """Return mean, median, p95, p99 and maximum of values, as NAME_mean and so on."""
    numbers = np.asarray(values, dtype=np.float64)
    median, p95, p99 = np.quantile(numbers, [0.5, 0.95, 0.99])
    found = {"mean": numbers.mean(), "median": median, "p95": p95, "p99": p99, "max": numbers.max()}
    return {f"{name}_{key}": float(value) for key, value in found.items()}


def growth_exponent(sizes: Sequence[float], costs: Sequence[float]) -> float:
    """Return k of the power law cost ~ size^k that fits best, on logarithms."""
    return float(np.polyfit(np.log(sizes), np.log(costs), 1)[0])


def shares(values: Sequence[float] | Array) -> dict[str, list[float]]:
    """Return the distribution of values: x, and the share of them that is at most x."""
    numbers, counts = np.unique(np.asarray(values, dtype=np.float64), return_counts=True)
    return {"x": numbers.tolist(), "y": (np.cumsum(counts) / counts.sum()).tolist()}
