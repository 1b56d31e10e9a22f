"""What other processes of this benchmark do: solve a long batch, and say what it took. Prints one JSON line.

python -m batch.work wall ROWS SECONDS     solve again and again for so long, in one thread
python -m batch.work memory ROWS           solve once, all threads, with progress; peak memory beside the arrays
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import numpy as np

import fabrikit

BONES = 10


def make(rows: int) -> tuple[fabrikit.Solver, np.ndarray]:
    """Make a nearly straight chain of unit bones and targets uniform in the ball of 0.9 of its reach."""
    place = np.arange(1, BONES + 1)
    lean = 0.05 * np.sin(1.3 * place)
    bones = [np.cos(lean), np.sin(lean) * np.cos(0.7 * place), np.sin(lean) * np.sin(0.7 * place)]
    joints = np.zeros((BONES + 1, 3))
    joints[1:] = np.cumsum(np.stack(bones, axis=1), axis=0)
    random = np.random.default_rng(20260)
    targets = np.empty((rows, 3))
    for begin in range(0, rows, 1 << 15):  # in pieces: making them must not be what needs the most memory
        part = random.normal(size=(min(1 << 15, rows - begin), 3))
        part *= 0.9 * BONES * random.random((len(part), 1)) ** (1 / 3) / np.linalg.norm(part, axis=1, keepdims=True)
        targets[begin : begin + len(part)] = part
    return fabrikit.Solver(joints, tolerance=1e-3), targets


def wall(rows: int, seconds: float) -> dict[str, float]:
    """Solve again and again on one thread; returns solves a second of wall time."""
    solver, targets = make(rows)
    out = np.empty((rows, BONES + 1, 3))
    solver.solve_batch(targets, threads=1, out=out)
    print("ready", flush=True)
    sys.stdin.readline()
    done, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        solver.solve_batch(targets, threads=1, out=out)
        done += rows
    return {"per_second": done / (time.perf_counter() - began)}


def _kib(name: str) -> int:
    """Return bytes of this process as Linux counts them: VmRSS now, VmHWM at the peak."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return 1024 * int(next(line for line in lines if line.startswith(name)).split()[1])


def memory(rows: int) -> dict[str, float]:
    """Solve once on all threads with progress; returns bytes of the arrays and of everything else at the peak."""
    interpreter = _kib("VmRSS")
    solver, targets = make(rows)
    told: list[int] = []
    began = time.perf_counter()
    result = solver.solve_batch(targets, progress=lambda done, _: told.append(done))
    seconds = time.perf_counter() - began
    peak = _kib("VmHWM")
    names = ("positions", "error", "tolerance", "iterations", "status", "stage", "symmetry_broken")
    outputs = sum(getattr(result, name).nbytes for name in names)
    return {
        "rows": rows,
        "seconds": seconds,
        "reached": int(result.reached.sum()),
        "inputs": targets.nbytes,
        "outputs": outputs,
        "peak": peak,
        "beside": peak - interpreter - targets.nbytes - outputs,
        "told": len(told),
    }


def main() -> None:
    """Do what the command line says."""
    job, rows = sys.argv[1], int(sys.argv[2])
    print(json.dumps(memory(rows) if job == "memory" else wall(rows, float(sys.argv[3]))), flush=True)


if __name__ == "__main__":
    main()
