"""A kept program and the present one, in turn, case by case: ratios of their fastest times."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from bench.place import BENCHMARKS

from regression.counting import names, program

KEPT = BENCHMARKS / ".envs" / "kept"
ROUNDS = 7


class NothingKeptError(Exception):
    """There is no kept version of this name; the message says which there are."""


def save(name: str) -> None:
    """Keep the program as it is compiled now."""
    KEPT.mkdir(parents=True, exist_ok=True)
    shutil.copy(program(), KEPT / name)
    print(f"kept as '{name}'; compare a later version with: scripts/bench against {name}")


def against(name: str) -> None:
    """Print, for each piece of work, the time of the present program over that of the kept one."""
    old, new = KEPT / name, program()
    if not old.exists():
        have = ", ".join(sorted(path.name for path in KEPT.glob("*"))) or "none"
        raise NothingKeptError(
            f"no version is kept as '{name}' (there are: {have}); scripts/bench save {name} keeps one"
        )
    print(f"{'work':28}{'kept ns':>12}{'now ns':>12}{'now / kept':>12}")
    common = set(names(old))
    for work in names(new):
        if work not in common:
            print(f"{work:28}{'–':>12}{_fastest(new, work, 1):>12.1f}{'new':>12}")
            continue
        best = {old: float("inf"), new: float("inf")}
        for _ in range(ROUNDS):
            for path in best:
                best[path] = min(best[path], _fastest(path, work, 60))
        print(f"{work:28}{best[old]:>12.1f}{best[new]:>12.1f}{best[new] / best[old]:>11.3f}×", flush=True)


def _fastest(path: Path, work: str, milliseconds: int) -> float:
    command = [path, "time", work, "--milliseconds", str(milliseconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(json.loads(done.stdout)["ns"])
