"""`Solver.solve` of method "fabrik" beside loops in Python. Prints one JSON line.

    python -m peers.python_loops FOLDER SECONDS printed|tightened|pyfabrik

Blocks of 5 targets, every variant in turn on each. We solve a block 40 times over, so that a run of ours is long
enough to be timed warm, as the rival's is; the rival's own set-up is not in its time.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from bench.interleave import interleave, ratios
from bench.kernel_library import TOLERANCE, KernelLibrary, cut

import fabrikit
from peers import numpy_loop

BONES = 10
TARGETS = 200
BLOCK = 5
REPEATS = 40
Loop = Callable[[np.ndarray, np.ndarray, np.ndarray, float], tuple[np.ndarray, int]]


class NumpyRival:
    """A loop of peers/numpy_loop.py."""

    def __init__(self, loop: Loop, start: np.ndarray, lengths: np.ndarray) -> None:
        self._loop, self._start, self._lengths = loop, start, lengths

    def set_up(self, _: list[np.ndarray]) -> None:
        """Nothing to do."""

    def run(self, targets: list[np.ndarray]) -> list[int]:
        """Solve all; returns the iterations."""
        return [self._loop(self._start, self._lengths, t, TOLERANCE)[1] for t in targets]


class PyfabrikRival:
    """The package pyfabrik: one object for each target, since it starts from where it is."""

    def __init__(self, start: np.ndarray) -> None:
        from pyfabrik import Fabrik3D
        from vectormath import Vector3

        self._start, self._solver, self._vector = start, Fabrik3D, Vector3
        self._ready: list[tuple[Any, Any]] = []

    def set_up(self, targets: list[np.ndarray]) -> None:
        """Make a solver and a target vector for each."""
        self._ready = [
            (self._solver([self._vector(*j) for j in self._start], TOLERANCE), self._vector(*t)) for t in targets
        ]

    def run(self, _: list[np.ndarray]) -> list[int]:
        """Solve all; returns the iterations."""
        return [solver.move_to(goal) for solver, goal in self._ready]


def choose(name: str, start: np.ndarray, lengths: np.ndarray) -> NumpyRival | PyfabrikRival:
    """Return the rival of this name."""
    if name == "pyfabrik":
        return PyfabrikRival(start)
    return NumpyRival(getattr(numpy_loop, name), start, lengths)


def compare(library: KernelLibrary, name: str, seconds: float) -> dict[str, object]:
    """Time our solver and the rival of this name."""
    start, targets = library.workload(BONES)
    solver = fabrikit.Solver(start, method="fabrik", tolerance=TOLERANCE)
    rival = choose(name, start, solver.chain.lengths)
    blocks = [list(block) for block in cut(targets[:TARGETS], BLOCK)]
    solve_one = solver.solve

    def solve(block: int) -> None:
        for _ in range(REPEATS):
            for target in blocks[block]:
                solve_one(target)

    theirs: list[int] = []
    for block in blocks:
        rival.set_up(block)
        theirs += rival.run(block)
    ours = [solver.solve(target).iterations for block in blocks for target in block]
    variants = {"set up": lambda b: rival.set_up(blocks[b]), name: lambda b: rival.run(blocks[b]), "fabrikit": solve}
    timings = interleave(variants, len(blocks), seconds)
    fastest, median = (REPEATS * ratio for ratio in ratios(timings, name, "fabrikit"))
    return {
        "rival": name,
        "numpy": np.__version__,
        "bones": BONES,
        "targets": TARGETS,
        "ratio": fastest,
        "ratio_median": median,
        "rounds": len(timings[name].sums),
        "fabrikit_us": 1e6 * timings["fabrikit"].fastest / TARGETS / REPEATS,
        "rival_us": 1e6 * timings[name].fastest / TARGETS,
        "iterations": float(np.mean(ours)),
        "same_iterations": sum(a == b for a, b in zip(ours, theirs, strict=True)),
    }


def main() -> None:
    """Measure and print."""
    print(json.dumps(compare(KernelLibrary(Path(sys.argv[1])), sys.argv[3], float(sys.argv[2]))))


if __name__ == "__main__":
    main()
