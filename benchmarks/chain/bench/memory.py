"""Section on memory: what a solve allocates, and what a long chain takes."""

from __future__ import annotations

import re
import subprocess

from bench.place import BUILD
from bench.programs import module, program
from bench.rows import Row, Section, Table

ALLOWED_SYMBOLS = {"memcpy", "memmove", "memset", "memcmp"}
"""What a compiler may call for a freestanding translation unit."""


def _undefined_symbols() -> set[str]:
    listed = subprocess.run(["nm", "-u", BUILD / "abi.o"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"U (\S+)", listed)) - {"_GLOBAL_OFFSET_TABLE_"}


def allocations(_: float) -> Section:
    """Allocations per solve: in the kernel, and by a prepared Solver beyond the result it returns."""
    symbols = _undefined_symbols()
    (counted,) = program("memory", "allocations", codes=(0, 1, 2)) or ({},)
    section = Section(raw=[counted])
    what = "memory: library functions that the kernel calls"
    section.rows.append(
        Row(what, "memcpy and its kin", ", ".join(sorted(symbols)) or "none", symbols <= ALLOWED_SYMBOLS)
    )
    if counted:
        measured = f"{counted['allocations']} in {counted['solves']:,} solves"
        holds = counted["allocations"] == 0 and counted["counter_works"]
        section.rows.append(Row("memory: kernel allocations, every stage", "0", measured, holds))
    calls = module("peers.python_memory", "calls", BUILD, preload=str(BUILD / "lib_malloc_count.so"))
    section.raw += calls
    for e in calls:
        own = e["positions_bytes"] + 0.5
        holds = e["malloc_bytes_per_solve"] <= own and e["python_blocks_left"] < 20
        measured = (
            f"{e['mallocs_per_solve']:g} mallocs, {e['malloc_bytes_per_solve']:g} bytes a solve; "
            f"{e['python_blocks_left']} Python blocks left after {e['solves']:,}"
        )
        beyond = f"beyond `Result` ({e['positions_bytes']} bytes of positions)"
        what = f"memory: a prepared `Solver`, {e['bones']} bones, {beyond}"
        section.rows.append(Row(what, "nothing", measured, holds))
    return section


def long_chains(_: float) -> Section:
    """Peak memory of 100,000 and 200,000 bones."""
    section = Section()
    columns = ("bones", "where", "prepared chain and workspace, bytes a bone", "peak, bytes a bone", "s", "outcome")
    table = Table("Memory of long chains (peak: added to the process, start and result included)", columns)
    peaks: dict[str, list[float]] = {"kernel": [], "Python": []}
    for bones in (100_000, 200_000):
        (kernel,) = program("memory", "peak", bones, 0)
        (python,) = module("peers.python_memory", "long", bones)
        section.raw += [kernel, python]
        peaks["kernel"].append(kernel["peak_bytes"])
        peaks["Python"].append(python["peak_bytes"])
        own = f"{kernel['chain_and_workspace_bytes'] / bones:.0f}"
        reached = f"{3 - kernel['failures']} of 3 reached"
        table.lines.append(
            (f"{bones:,}", "kernel", own, f"{kernel['peak_bytes'] / bones:.0f}", f"{kernel['seconds']:.3f}", reached)
        )
        times = (f"{python['peak_bytes'] / bones:.0f}", f"{python['seconds']:.3f}")
        table.lines.append((f"{bones:,}", "Python", "", *times, python["status"]))
    for where, (small, large) in peaks.items():
        ratio = large / small if small else 0
        what = f"memory: 200,000 bones against 100,000, {where}"
        section.rows.append(
            Row(what, "≤ 2.1× (O(n))", f"{ratio:.2f}×, {large / 200_000:.0f} bytes a bone", 0 < ratio <= 2.1)
        )
    section.tables.append(table)
    return section
