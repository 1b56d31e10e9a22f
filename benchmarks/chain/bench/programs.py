"""Building and running: the C++ programs of benchmarks/kernel, and Python modules in this or another environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from bench.place import BENCHMARKS, BUILD, HERE, ROOT

Entries = list[dict[str, Any]]


class ProgramError(Exception):
    """A program ended badly; the message is the end of what it said."""


def build(*names: str) -> None:
    """Compile the C++ programs, or only those named, against the kernel as it is now."""
    subprocess.run([BENCHMARKS / "kernel" / "build", *names], check=True, stdout=subprocess.DEVNULL)


def run(
    command: list[str | Path], *, environment: dict[str, str] | None = None, codes: tuple[int, ...] = (0,)
) -> Entries:
    """Run a command and return the JSON objects it printed, one a line. Raises ProgramError."""
    done = subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(HERE), **(environment or {})},
        check=False,
    )
    if done.returncode not in codes:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:]
        words = " ".join(last).replace(f"{ROOT}/", "")
        raise ProgramError(f"{Path(command[0]).name} ended with {done.returncode}: {words}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def program(name: str, *words: object, codes: tuple[int, ...] = (0,)) -> Entries:
    """Run a program of benchmarks/kernel."""
    return run([BUILD / name, *map(str, words)], codes=codes)


def module(name: str, *words: object, python: Path | None = None, path: str = "", preload: str = "") -> Entries:
    """Run a module of benchmarks/chain, by this Python or another, with more to import from (`path`) or a preload."""
    environment = {"PYTHONPATH": path + str(HERE)}
    if preload:
        environment["LD_PRELOAD"] = preload
    return run([python or Path(sys.executable), "-m", name, *map(str, words)], environment=environment)
