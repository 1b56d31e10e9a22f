"""What a call of `Solver.solve` costs over the kernel's own time. Prints one JSON line.

    python -m peers.python_call FOLDER SECONDS

The same targets by the kernel's loop in C++ and by calls from Python, in turn; results are made and dropped.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
from bench.interleave import interleave
from bench.kernel_library import TOLERANCE, KernelLibrary, cut

import fabrikit

BLOCK = 100


def main() -> None:
    """Measure and print."""
    seconds = float(sys.argv[2])
    start, targets = KernelLibrary(Path(sys.argv[1])).workload(10)
    library = KernelLibrary(Path(sys.argv[1]))
    solver = fabrikit.Solver(start, tolerance=TOLERANCE)
    body = library.body(start, TOLERANCE, solver.max_iterations, "auto")
    parts = cut(targets, BLOCK)
    kernel = [body.prepare(p) for p in parts]
    arrays = [list(p) for p in parts]
    lists = [p.tolist() for p in parts]
    solve = solver.solve

    def call(goals: list[object]) -> None:
        for goal in goals:
            solve(goal)

    def loop(goals: list[object]) -> None:
        for _ in goals:
            pass

    timings = interleave(
        {
            "kernel": lambda b: kernel[b].solve(),
            "array": lambda b: call(arrays[b]),
            "list": lambda b: call(lists[b]),
            "loop": lambda b: loop(lists[b]),
        },
        len(parts),
        seconds,
    )
    same = all(
        np.array_equal(solve(goal).positions, pose)
        for block in kernel[:5]
        for goal, pose in zip(block.targets, block.positions, strict=True)
    )
    each = {name: 1e9 * t.fastest / len(targets) for name, t in timings.items()}
    print(
        json.dumps(
            {
                "targets": len(targets),
                "kernel_ns": each["kernel"],
                "array_ns": each["array"],
                "list_ns": each["list"],
                "array_overhead_ns": each["array"] - each["kernel"] - each["loop"],
                "list_overhead_ns": each["list"] - each["kernel"] - each["loop"],
                "same_bits": bool(same),
                "rounds": len(timings["kernel"].sums),
            }
        )
    )


if __name__ == "__main__":
    main()
