"""Sections on threads and memory: what a second thread costs and gives, and what a long batch takes."""

from __future__ import annotations

import json
import os
import signal
import statistics
import subprocess
import sys
import time

import numpy as np
from bench.programs import run
from bench.rows import Row, Section, Table

from batch.work import BONES, make

ROWS = 200_000
CPU = 1.05
LONG = 10_000_000
BESIDE = 16 << 20
"""Bytes that a long batch may take beside its arrays: a workspace, a stack and a heap for each thread, and of each of
six outputs up to a large page (2 MiB) that is in memory before its rows are done."""
STOP = 0.1
"""Seconds from Ctrl-C to its exception."""


def threads(effort: float) -> Section:
    """Processor time and wall time of two threads against one, beside two processes that know nothing of each other."""
    if (os.cpu_count() or 1) < 2:
        return Section([Row("processor time of two threads against one", f"≤ {CPU}×", "not measured: one core", None)])
    solver, targets = make(ROWS)
    out = np.empty((ROWS, BONES + 1, 3))
    spent: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
    began = time.perf_counter()
    while time.perf_counter() - began < 12 * effort or len(spent[2]) < 5:
        for count in (1, 2):
            cpu, wall = time.process_time(), time.perf_counter()
            solver.solve_batch(targets, threads=count, out=out)
            spent[count].append((time.process_time() - cpu, time.perf_counter() - wall))
    cpu_ratio = min(cpu for cpu, _ in spent[2]) / min(cpu for cpu, _ in spent[1])
    cpu_median = statistics.median(b[0] / a[0] for a, b in zip(spent[1], spent[2], strict=True))
    speed_up = min(wall for _, wall in spent[1]) / min(wall for _, wall in spent[2])
    median = statistics.median(a[1] / b[1] for a, b in zip(spent[1], spent[2], strict=True))
    processes = _two_processes(3 * effort)
    what = f"two threads against one, {ROWS:,} rows of {BONES} bones"
    return Section(
        [
            Row(
                f"processor time of {what}",
                f"≤ {CPU}×",
                f"{cpu_ratio:.3f}× (median {cpu_median:.3f}×)",
                cpu_ratio <= CPU,
            ),
            Row(f"wall speed-up of {what}", "", f"{speed_up:.2f}× (median {median:.2f}×)", None),
            Row("wall speed-up of two independent processes against one", "", f"{processes:.2f}×", None),
        ],
        raw=[{"one": spent[1], "two": spent[2], "processes": processes}],
    )


def _start(seconds: float) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "batch.work", "wall", str(ROWS), str(seconds)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _together(count: int, seconds: float) -> float:
    """Return solves a second of so many processes at once, all begun when all are ready."""
    started = [_start(seconds) for _ in range(count)]
    for process in started:
        assert process.stdout is not None
        process.stdout.readline()
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return sum(json.loads(process.communicate()[0])["per_second"] for process in started)


def _two_processes(seconds: float) -> float:
    return _together(2, seconds) / _together(1, seconds)


def interrupt(effort: float) -> Section:
    """Send Ctrl-C into batches of minutes, early and late: how long until Python has the exception."""
    waits: list[float] = []
    for types in ("free", "limited"):
        for delay in np.linspace(0.01, 0.5, max(3, int(20 * effort))):
            command = [sys.executable, "-m", "batch.work", "interrupt", types]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
                assert process.stdout is not None
                process.stdout.readline()
                time.sleep(delay)
                sent = time.monotonic()
                process.send_signal(signal.SIGINT)
                waits.append(json.loads(process.stdout.readline())["caught"] - sent)
    worst, median = 1000 * max(waits), 1000 * statistics.median(waits)
    what = f"Ctrl-C in a batch, free or with limits, to KeyboardInterrupt, {len(waits)} times"
    wanted = f"≤ {1000 * STOP:.0f} ms"
    return Section(
        [Row(what, wanted, f"{worst:.0f} ms (median {median:.0f} ms)", max(waits) <= STOP)], raw=[{"waits": waits}]
    )


def memory(effort: float) -> Section:
    """Ten million targets in one call: peak memory beside the arrays, and how often progress was told."""
    rows = LONG if effort >= 1 else LONG // 10
    (e,) = run(
        [sys.executable, "-m", "batch.work", "memory", str(rows)], environment={"PYTHONPATH": os.environ["PYTHONPATH"]}
    )
    mib = {name: e[name] / (1 << 20) for name in ("inputs", "outputs", "peak", "beside")}
    what = f"{rows:,} targets in one call"
    section = Section(
        [
            Row(f"{what}: reached", f"{rows:,}", f"{e['reached']:,}", e["reached"] == rows),
            Row(
                f"{what}: memory beside inputs and outputs",
                f"≤ {BESIDE >> 20} MiB",
                f"{mib['beside']:.1f} MiB",
                e["beside"] <= BESIDE,
            ),
        ],
        raw=[e],
    )
    columns = (
        "targets",
        "seconds",
        "inputs MiB",
        "outputs MiB",
        "peak of the process MiB",
        "beside MiB",
        "progress told",
    )
    cells = (
        f"{rows:,}",
        f"{e['seconds']:.1f}",
        *(f"{mib[name]:.0f}" for name in ("inputs", "outputs", "peak", "beside")),
    )
    section.tables.append(
        Table(f"A long batch, {BONES} bones, float64, all cores", columns, [(*cells, str(e["told"]))])
    )
    return section
