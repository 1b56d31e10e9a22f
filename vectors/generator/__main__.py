"""Write the golden vectors, or with --check say which files are not what would be written."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator

from generator import bodies, limits
from generator.numbers import chains, kinematics, trigonometry
from generator.rare import rare_ends
from generator.solves import FAMILIES
from golden import FOLDER, Case, answer, write_file

FILES: dict[str, Callable[[], Iterator[Case]]] = {
    "trigonometry": trigonometry,
    "chains": chains,
    "kinematics": kinematics,
    **{f"solve-{family.__name__.replace('_', '-')}": family for family in FAMILIES},
    "solve-rare-ends": rare_ends,
    **{family.__name__.replace("_", "-"): family for family in (*limits.FAMILIES, *bodies.FAMILIES)},
}


def main() -> int:
    """Write or compare every file; returns the exit code."""
    parser = argparse.ArgumentParser(prog="scripts/vectors", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 when something differs")
    check = parser.parse_args().check
    ends: Counter[str] = Counter()
    texts = {name: _write(name, ends) for name in FILES}
    stale = [name for name, text in texts.items() if _read(name) != text]
    strangers = [path.stem for path in sorted(FOLDER.glob("*.txt")) if path.stem not in FILES]
    if not check:
        for name in stale:
            (FOLDER / f"{name}.txt").write_text(texts[name], encoding="ascii")
        for name in strangers:
            (FOLDER / f"{name}.txt").unlink()
    for end, count in sorted(ends.items()):
        print(f"{count:5d}  {end}")
    for name in stale + strangers:
        print(f"vectors/{name}.txt {'differs' if check else 'written'}")
    if not stale + strangers:
        print("the vectors are what the kernel answers")
    elif check:
        print("if the kernel's answers were meant to change: run scripts/vectors and commit the difference")
    return int(check and bool(stale + strangers))


def _write(name: str, ends: Counter[str]) -> str:
    cases = list(FILES[name]())
    for case in cases:
        case.gives = answer(case)
        if case.kind in ("solve", "solve_limited"):
            ends[" ".join((case.kind, case.text("method", ""), *case.gives["status"][0], *case.gives["stage"][0]))] += 1
        else:
            ends[case.kind] += 1
    return write_file(FOLDER / f"{name}.txt", cases)


def _read(name: str) -> str:
    path = FOLDER / f"{name}.txt"
    return path.read_text(encoding="ascii") if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main())
