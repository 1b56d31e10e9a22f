"""The kernel's `fabrik` beside the same algorithm compiled by numba. Runs in numba's environment; prints JSON lines.

python -m peers.numba_loop FOLDER SECONDS
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
from bench.interleave import interleave, ratios
from bench.kernel_library import TOLERANCE, KernelLibrary, cut
from numba import njit

MOST = 10000
BLOCKS = {10: 100, 30: 20, 100: 2}
"""Bones -> targets in a block: well under a millisecond each."""


@njit(error_model="numpy")
def fabrik(pose, length, target, tolerance, most):
    """The paper's Algorithm 1 as one writes it for numba: scalars, sqrt, no allocation. Returns the iterations."""
    n = len(length)
    base_x, base_y, base_z = pose[0, 0], pose[0, 1], pose[0, 2]
    done = 0
    while done < most:
        dx, dy, dz = pose[n, 0] - target[0], pose[n, 1] - target[1], pose[n, 2] - target[2]
        if np.sqrt(dx * dx + dy * dy + dz * dz) <= tolerance:
            break
        x, y, z = target[0], target[1], target[2]
        pose[n, 0], pose[n, 1], pose[n, 2] = x, y, z
        for i in range(n - 1, -1, -1):
            dx, dy, dz = pose[i, 0] - x, pose[i, 1] - y, pose[i, 2] - z
            s = length[i] / np.sqrt(dx * dx + dy * dy + dz * dz)
            x, y, z = x + s * dx, y + s * dy, z + s * dz
            pose[i, 0], pose[i, 1], pose[i, 2] = x, y, z
        x, y, z = base_x, base_y, base_z
        pose[0, 0], pose[0, 1], pose[0, 2] = x, y, z
        for i in range(n):
            dx, dy, dz = pose[i + 1, 0] - x, pose[i + 1, 1] - y, pose[i + 1, 2] - z
            s = length[i] / np.sqrt(dx * dx + dy * dy + dz * dz)
            x, y, z = x + s * dx, y + s * dy, z + s * dz
            pose[i + 1, 0], pose[i + 1, 1], pose[i + 1, 2] = x, y, z
        done += 1
    return done


@njit(error_model="numpy")
def fabrik_all(start, length, targets, tolerance, most, positions, iterations):
    """Solve every target from the start."""
    for k in range(len(targets)):
        positions[k] = start
        iterations[k] = fabrik(positions[k], length, targets[k], tolerance, most)


def compare(library: KernelLibrary, bones: int, seconds: float) -> dict[str, object]:
    """Time W(bones) by the kernel, by numba and by the bare C++ loop."""
    start, targets = library.workload(bones)
    length = np.sqrt(((start[1:] - start[:-1]) ** 2).sum(axis=1))
    parts = cut(targets, BLOCKS[bones])
    body = library.body(start, TOLERANCE, MOST, "fabrik")
    ours, bare = [body.prepare(p) for p in parts], [body.prepare(p) for p in parts]
    theirs = [(p.copy(), np.empty((len(p), *start.shape)), np.empty(len(p), dtype=np.int32)) for p in parts]

    def run_numba(block: int) -> None:
        goals, positions, iterations = theirs[block]
        fabrik_all(start, length, goals, TOLERANCE, MOST, positions, iterations)

    run_numba(0)  # compiles
    timings = interleave(
        {"fabrikit": lambda b: ours[b].solve(), "numba": run_numba, "bare": lambda b: bare[b].bare()},
        len(parts),
        seconds,
    )
    fastest, median = ratios(timings, "numba", "fabrikit")
    return {
        "bones": bones,
        "targets": len(targets),
        "ratio": fastest,
        "ratio_median": median,
        "rounds": len(timings["numba"].sums),
        **{f"{name}_ns": 1e9 * t.fastest / len(targets) for name, t in timings.items()},
        "iterations": float(np.concatenate([b.iterations for b in ours]).mean()),
        "same_iterations": all(bool((a.iterations == b[2]).all()) for a, b in zip(ours, theirs, strict=True)),
        "pose_difference": max(float(abs(a.positions - b[1]).max()) for a, b in zip(ours, theirs, strict=True)),
    }


def main() -> None:
    """Print one JSON object for each number of bones."""
    library = KernelLibrary(Path(sys.argv[1]))
    for bones in (10, 30, 100):
        print(json.dumps(compare(library, bones, float(sys.argv[2]))), flush=True)


if __name__ == "__main__":
    main()
