"""Batches: threads, progress, and stopping half-way."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import fabrikit
from fabrikit import Chain, Solver
from fabrikit.arrays import Array
from fabrikit.solve.progress import Bar

CHAIN = Chain.from_lengths(np.ones(10), dimension=3)


def make_targets(rows: int) -> Array:
    """Make targets within the reach of CHAIN."""
    random = np.random.default_rng(0)
    return random.uniform(-4, 4, (rows, 3))


@pytest.mark.parametrize("threads", [1, 2, 5, 64])
def test_more_threads_than_cores_or_rows(threads: int) -> None:
    """Any number of threads solves every row, also when there are fewer rows."""
    solver = Solver(CHAIN)
    for rows in (1, 3, 20_000):
        targets = make_targets(rows)
        result = solver.solve_batch(targets, threads=threads)
        assert np.array_equal(result.positions, solver.solve_batch(targets, threads=1).positions)


def test_batches_in_several_python_threads() -> None:
    """One solver may be used by several Python threads at once."""
    solver = Solver(CHAIN)
    targets = make_targets(30_000)
    expected = solver.solve_batch(targets, threads=1).positions
    found: list[Array] = []

    def work() -> None:
        found.append(solver.solve_batch(targets, threads=2).positions)

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(found) == 3
    assert all(np.array_equal(positions, expected) for positions in found)


def test_progress_is_told_in_order() -> None:
    """The function hears numbers that grow, from the thread that called, and at last that all rows are done."""
    heard: list[tuple[int, int, int]] = []

    def tell(done: int, rows: int) -> None:
        heard.append((done, rows, threading.get_ident()))

    targets = make_targets(300_000)
    Solver(CHAIN, method="fabrik").solve_batch(targets, progress=tell)
    done = [entry[0] for entry in heard]
    assert done == sorted(done)
    assert done[-1] == len(targets)
    assert {entry[1:] for entry in heard} == {(len(targets), threading.get_ident())}


def test_an_exception_from_progress_ends_the_batch() -> None:
    """What the function raises comes out, and the rows that were left are not solved."""

    def tell(done: int, rows: int) -> None:
        raise KeyError(done, rows)

    out = np.zeros((400_000, 11, 3))
    with pytest.raises(KeyError):
        Solver(CHAIN, method="fabrik").solve_batch(make_targets(len(out)), progress=tell, out=out)
    assert not out[-1].any()


def test_a_bar_is_drawn_on_terminals_only() -> None:
    """progress=True draws one line over and over; into a file it writes nothing."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal, file = Terminal(), io.StringIO()
    for stream in (terminal, file):
        bar = Bar(stream)
        for done in (0, 1_500_000, 3_000_000):
            bar(done, 3_000_000)
    assert file.getvalue() == ""
    lines = terminal.getvalue().split("\r")
    assert " 50%  1,500,000 of 3,000,000" in lines[2]
    assert lines[3].endswith("\n")
    assert fabrikit.solve_batch([[0, 0], [1, 0]], [[1, 0]], progress=True).reached.all()


INTERRUPTED = """
import time, numpy as np, fabrikit
chain = fabrikit.Chain.from_lengths(np.ones(30), dimension=3{types})
targets = np.random.default_rng(0).uniform(-15, 15, (2_000_000, 3))
print("ready", flush=True)
try:
    fabrikit.solve_batch(chain, targets, method="fabrik", tolerance=1e-9)
except KeyboardInterrupt:
    print(time.monotonic(), flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("types", ["", ", types=[fabrikit.Ball(cone=0.1)] * 30"], ids=["free", "limited"])
@pytest.mark.parametrize("wait", [0.05, 0.5], ids=["at the start", "later"])
def test_ctrl_c_stops_a_batch(types: str, wait: float) -> None:
    """An interrupt ends a batch of minutes at once, in all of its threads, with KeyboardInterrupt."""
    command = [sys.executable, "-c", INTERRUPTED.format(types=types)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(wait)
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        caught = float(process.stdout.readline())
    # Within 100 ms where a core is free (`scripts/bench batch`); here only that it did not wait for the end.
    assert caught - sent < 5
    assert process.returncode == 0
