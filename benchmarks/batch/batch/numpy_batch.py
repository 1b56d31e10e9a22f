"""FABRIK in NumPy, all problems at once: each step of the paper is an array operation over those not yet reached."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from bench.interleave import interleave, ratios
from bench.kernel_library import TOLERANCE, KernelLibrary
from bench.place import BUILD
from bench.programs import build
from bench.rows import Row, Section, Table, at_least

import fabrikit

WANTED = 30
BONES = 10


def solve(start: np.ndarray, lengths: np.ndarray, targets: np.ndarray, tolerance: float) -> np.ndarray:
    """Solve all; returns joints (N, n + 1, 3)."""
    poses = np.repeat(start[:, None], len(targets), axis=1)  # [joint][problem][component]: a joint is one dense block
    live = np.arange(len(targets))
    n = len(lengths)
    for _ in range(10_000):
        gap = np.linalg.norm(poses[n, live] - targets[live], axis=1)
        live = live[gap > tolerance]
        if not live.size:
            break
        joints = poses[:, live]
        joints[n] = targets[live]
        for i in range(n - 1, -1, -1):
            bone = joints[i] - joints[i + 1]
            joints[i] = joints[i + 1] + bone * (lengths[i] / np.sqrt((bone * bone).sum(axis=1)))[:, None]
        joints[0] = start[0]
        for i in range(n):
            bone = joints[i + 1] - joints[i]
            joints[i + 1] = joints[i] + bone * (lengths[i] / np.sqrt((bone * bone).sum(axis=1)))[:, None]
        poses[:, live] = joints
    return poses.swapaxes(0, 1)


def numpy_batch(effort: float) -> Section:
    """`solve_batch` on one thread beside NumPy over all problems at once, through Python."""
    build("lib_batch")
    start, targets = KernelLibrary(Path(BUILD)).workload(BONES)
    solvers = {method: fabrikit.Solver(start, method=method, tolerance=TOLERANCE) for method in ("auto", "fabrik")}
    lengths = solvers["auto"].chain.lengths
    out = np.empty((len(targets), BONES + 1, 3))
    timings = interleave(
        {
            "numpy": lambda _: solve(start, lengths, targets, TOLERANCE),
            "auto": lambda _: solvers["auto"].solve_batch(targets, threads=1, out=out),
            "fabrik": lambda _: solvers["fabrik"].solve_batch(targets, threads=1, out=out),
        },
        1,
        10 * effort,
    )
    same = np.array_equal(solve(start, lengths, targets, TOLERANCE), solvers["fabrik"].solve_batch(targets).positions)
    section = Section(raw=[{name: timing.fastest for name, timing in timings.items()}])
    what = f"`solve_batch` against NumPy over all problems at once, {BONES} bones, one thread"
    section.rows.append(at_least(what, WANTED, *ratios(timings, "numpy", "auto")))
    fastest, median = ratios(timings, "numpy", "fabrik")
    section.rows.append(
        Row(
            f"the same with `fabrik`: the very same poses ({'yes' if same else 'NO'})",
            "",
            f"{fastest:.1f}× (median {median:.1f}×)",
            None,
        )
    )
    table = Table("µs a solve, 2,000 targets in one call", ("NumPy", "`solve_batch` `fabrik`", "`solve_batch` `auto`"))
    table.lines.append(
        tuple(f"{1e6 * timings[name].fastest / len(targets):.3f}" for name in ("numpy", "fabrik", "auto"))
    )
    section.tables.append(table)
    return section
