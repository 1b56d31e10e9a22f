"""What other processes of this benchmark do: solve a long batch, and say what it took. Prints one JSON line.

python -m batch.work wall ROWS SECONDS     solve again and again for so long, in one thread
python -m batch.work memory ROWS           solve once, all threads, with progress; peak memory beside the arrays
python -m batch.work interrupt TYPES       begin a batch of minutes, limited or free, and wait for Ctrl-C
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


def _bytes(name: str) -> int:
    """Return bytes of this process as Linux counts them: RssAnon what it wrote to, VmHWM all at the peak."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return 1024 * int(next(line for line in lines if line.startswith(name)).split()[1])


def memory(rows: int) -> dict[str, float]:
    """Solve once on all threads; returns bytes of the arrays, and the most that was held beside them at any time.

    Inputs and positions lie in memory before the solve begins. The other outputs come into memory as they are written,
    so that whenever progress is told, those of the rows done are taken off.
    """
    solver, targets = make(rows)
    solver.solve_batch(targets[:1000])  # whatever is made once
    out = np.ones((rows, BONES + 1, 3))
    told: list[tuple[int, int]] = []
    before = _bytes("RssAnon")
    began = time.perf_counter()
    result = solver.solve_batch(targets, out=out, progress=lambda done, _: told.append((done, _bytes("RssAnon"))))
    seconds = time.perf_counter() - began
    names = ("error", "tolerance", "iterations", "status", "stage", "symmetry_broken")
    figures = sum(getattr(result, name).nbytes for name in names)
    return {
        "rows": rows,
        "seconds": seconds,
        "reached": int(result.reached.sum()),
        "inputs": targets.nbytes,
        "outputs": out.nbytes + figures,
        "peak": _bytes("VmHWM"),
        "beside": max(held - before - figures * done // rows for done, held in told),
        "told": len(told),
    }


def interrupt(types: str) -> dict[str, float]:
    """Solve until Ctrl-C comes; returns when that was known."""
    limits = [fabrikit.Ball(cone=0.1)] * 30 if types == "limited" else None
    chain = fabrikit.Chain.from_lengths(np.ones(30), dimension=3, types=limits)
    targets = np.random.default_rng(0).uniform(-15, 15, (1_000_000, 3))
    print("ready", flush=True)
    try:
        fabrikit.solve_batch(chain, targets, method="fabrik", tolerance=1e-9)
    except KeyboardInterrupt:
        return {"caught": time.monotonic()}
    raise SystemExit("the batch was done before the signal came")


def main() -> None:
    """Do what the command line says."""
    job, what = sys.argv[1:3]
    if job == "wall":
        said = wall(int(what), float(sys.argv[3]))
    else:
        said = memory(int(what)) if job == "memory" else interrupt(what)
    print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
