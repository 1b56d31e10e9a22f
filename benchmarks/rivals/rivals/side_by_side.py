"""One rival beside fabrikit. Runs in the rival's environment, which needs only NumPy and the rival.

The rival solves every target first; then fabrikit is asked to end at least as near to each. Both are timed in turn.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
from bench.interleave import interleave, ratios

import fabrikit
from fabrikit import Solver

BONES = 10
TOLERANCE = 1e-3
"""Of W(10), in bones."""

Tip = Callable[[np.ndarray], np.ndarray]


def chain() -> np.ndarray:
    """Return the start of W(10): unit bones along x, nearly straight."""
    lean = 0.05 * np.sin(1.3 * np.arange(1, BONES + 1))
    around = 0.7 * np.arange(1, BONES + 1)
    ways = np.stack([np.cos(lean), np.sin(lean) * np.cos(around), np.sin(lean) * np.sin(around)], axis=1)
    return np.vstack([np.zeros(3), np.cumsum(ways, axis=0)])


def targets(count: int) -> np.ndarray:
    """Return targets uniform in the ball of 0.9 of the reach."""
    random = np.random.default_rng(20260)
    ways = random.normal(size=(count, 3))
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    return ways * (0.9 * BONES * random.random((count, 1)) ** (1 / 3))


def compare(name: str, solve: Tip, count: int, seconds: float, tolerance: float = TOLERANCE) -> None:
    """Time a rival's `solve`, target -> tip, beside both methods of fabrikit, and print what came out as JSON."""
    goals = targets(count)
    errors = np.array([np.linalg.norm(np.asarray(solve(goal), dtype=float) - goal) for goal in goals])
    reached = errors <= tolerance
    wanted = np.maximum(np.minimum(errors, tolerance), 1e-12)
    blocks = np.array_split(np.arange(count), min(count, 10))
    variants: dict[str, Callable[[int], object]] = {"rival": lambda b: [solve(goals[k]) for k in blocks[b]]}
    for method in ("fabrik", "auto"):
        solvers = [Solver(chain(), tolerance=float(w), method=method, max_iterations=100_000) for w in wanted]
        missed = sum(not solver.solve(goal) for solver, goal in zip(solvers, goals, strict=True))
        assert missed == 0, f"{method} missed {missed} targets"
        variants[method] = lambda b, all_of=solvers: [all_of[k].solve(goals[k]) for k in blocks[b]]
    timings = interleave(variants, len(blocks), seconds)
    found = {
        "rival": name,
        "numpy": np.__version__,
        "fabrikit": fabrikit.__version__,
        "targets": count,
        "reached": int(reached.sum()),
        "error_median": float(np.median(errors)),
        "error_max": float(errors.max()),
    }
    for key, timing in timings.items():
        found[f"{key}_us"] = 1e6 * timing.fastest / count
    for method in ("fabrik", "auto"):
        found[f"{method}_ratio"], found[f"{method}_ratio_median"] = ratios(timings, "rival", method)
    print(json.dumps(found), flush=True)
