"""Instructions of fixed work, counted by callgrind: the same on every machine with the same compiler."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
from pathlib import Path

from bench.place import BENCHMARKS, BUILD
from bench.programs import build

COUNTS = BENCHMARKS / "regression" / "instructions.json"
ALLOWED = 0.02
"""Share that a count may grow by."""


class CountingError(Exception):
    """Nothing could be counted; the message says why."""


def compiler() -> str:
    """Return what the counts depend on: the compiler, its version, the architecture."""
    name = os.environ.get("CXX", "g++")
    done = subprocess.run([name, "-dumpfullversion"], capture_output=True, text=True, check=True)
    return f"{Path(name).name} {done.stdout.strip()} {platform.machine()}"


def program() -> Path:
    """Compile the regression program and return where it is."""
    build("regression")
    return BUILD / "regression"


def names(path: Path) -> list[str]:
    """Return the names of the work."""
    return subprocess.run([path, "list"], capture_output=True, text=True, check=True).stdout.split()


def count(path: Path, name: str) -> int:
    """Count the instructions of one piece of work. Raises CountingError."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise CountingError("valgrind is not installed (on Debian: apt-get install valgrind)")
    tool = [valgrind, "--tool=callgrind", "--toggle-collect=run_case", "--callgrind-out-file=/dev/null"]
    done = subprocess.run([*tool, path, "count", name], capture_output=True, text=True, check=False)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or found is None:
        last = (done.stderr.strip().splitlines() or ["no words"])[-1]
        raise CountingError(f"valgrind ended with {done.returncode}: {last}")
    return int(found[1])


def committed() -> dict[str, dict[str, int]]:
    """Return the committed counts by compiler."""
    text = COUNTS.read_text(encoding="utf-8") if COUNTS.exists() else "{}"
    found: dict[str, dict[str, int]] = json.loads(text)
    return found


def check(*, write: bool) -> int:
    """Print every count beside the committed one; returns the exit code: 1 when one grew by more than allowed."""
    known, path = committed(), program()
    mine = known.get(compiler(), {})
    if not mine and not write:
        have = ", ".join(known) or "none"
        raise CountingError(f"no counts are committed for {compiler()}, only for {have}; --write adds them")
    counts = {name: count(path, name) for name in names(path)}
    grown = []
    print(f"instructions by {compiler()}, against the committed ones:")
    for name, value in counts.items():
        before = mine.get(name)
        change = f"{value / before - 1:+.2%}" if before else "new"
        print(f"  {name:28}{value:>12,}  {change}")
        if before is None or value > before * (1 + ALLOWED):
            grown.append(name)
    if write:
        known[compiler()] = counts
        COUNTS.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        print(f"written: {COUNTS.relative_to(BENCHMARKS.parent)}")
        return 0
    if grown:
        print(f"grew by more than {ALLOWED:.0%}, or new: {', '.join(grown)}")
        print("if that is meant: scripts/bench regression --write")
    return int(bool(grown))
