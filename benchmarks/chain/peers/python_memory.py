"""What a prepared Solver allocates, and the memory of a long chain, seen from Python. Prints one JSON line.

LD_PRELOAD=lib_malloc_count.so python -m peers.python_memory calls FOLDER
python -m peers.python_memory long BONES
"""

from __future__ import annotations

import ctypes
import gc
import json
import sys
import time
import tracemalloc
from pathlib import Path

import numpy as np

import fabrikit

SOLVES = 5000


def bent(bones: int) -> np.ndarray:
    """Return a nearly straight chain of unit bones (bones + 1, 3)."""
    angle = 0.05 * np.sin(1.3 * np.arange(1, bones + 1))
    steps = np.stack([np.cos(angle), np.sin(angle), np.zeros(bones)], axis=1)
    return np.concatenate([np.zeros((1, 3)), np.cumsum(steps, axis=0)])


def near_targets(bones: int, count: int) -> list[np.ndarray]:
    """Return targets of the ball of 0.9 reach, every one an array of its own."""
    random = np.random.default_rng(20260)
    ways = random.normal(size=(count, 3))
    ways *= (0.9 * bones * random.random(count) ** (1 / 3) / np.sqrt((ways**2).sum(axis=1)))[:, None]
    return list(ways)


def count_calls(folder: Path, bones: int) -> dict[str, object]:
    """Count what SOLVES solves leave behind and ask malloc for, results dropped at once."""
    lib = ctypes.CDLL(str(folder / "lib_malloc_count.so"))  # the preloaded one
    lib.malloc_count.restype = lib.malloc_bytes.restype = ctypes.c_int64
    solver = fabrikit.Solver(bent(bones), tolerance=1e-3)
    targets = near_targets(bones, SOLVES)
    solve, reached = solver.solve, 0
    for target in targets[:100]:  # caches fill
        solve(target)
    blocks, calls, size = sys.getallocatedblocks(), lib.malloc_count(), lib.malloc_bytes()
    for target in targets:
        if solve(target):
            reached += 1
    calls, size = lib.malloc_count() - calls, lib.malloc_bytes() - size
    blocks = sys.getallocatedblocks() - blocks
    return {
        "bones": bones,
        "solves": SOLVES,
        "reached": reached,
        "mallocs_per_solve": calls / SOLVES,
        "malloc_bytes_per_solve": size / SOLVES,
        "positions_bytes": 8 * 3 * (bones + 1),
        "python_blocks_left": blocks,
        **traced(solver, targets),
    }


def traced(solver: fabrikit.Solver, targets: list[np.ndarray]) -> dict[str, object]:
    """Measure with tracemalloc: bytes of a kept result, and bytes left when all are dropped."""
    kept: list[object] = [None] * 1000
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for i in range(1000):
        kept[i] = solver.solve(targets[i])
    held = tracemalloc.get_traced_memory()[0] - before
    kept.clear()
    gc.collect()  # also empties the interpreter's free lists
    left = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return {"traced_bytes_per_result": held / 1000, "traced_bytes_left": left}


def status_bytes(name: str) -> int:
    """Return a line of /proc/self/status in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith(name))


def long_chain(bones: int) -> dict[str, object]:
    """Measure the peak memory of one Solver and one solve of so many bones."""
    joints = bent(bones)
    before, began = status_bytes("VmHWM:"), time.perf_counter()
    solver = fabrikit.Solver(joints, tolerance=1e-3)
    result = solver.solve([0.3 * bones, 0.4 * bones, 0.1 * bones])
    seconds = time.perf_counter() - began
    peak = status_bytes("VmHWM:") - before
    return {
        "bones": bones,
        "peak_bytes": peak,
        "bytes_per_bone": peak / bones,
        "seconds": seconds,
        "status": result.status.value,
        "iterations": result.iterations,
    }


def main() -> None:
    """Print one JSON object for each size."""
    if sys.argv[1] == "calls":
        for bones in (10, 100):
            print(json.dumps(count_calls(Path(sys.argv[2]), bones)))
    else:
        print(json.dumps(long_chain(int(sys.argv[2]))))


if __name__ == "__main__":
    main()
