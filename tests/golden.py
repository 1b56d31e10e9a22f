"""Golden vectors: reading, writing and answering the cases of vectors/*.txt (the format: vectors/README.md).

A case is what is asked and what the kernel answered, both in text, so that one exact comparison of words holds every
bit: numbers are hexadecimal, as `float.hex` writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import fabrikit
import golden_bodies
from fabrikit import Chain, Pole, Result, Trace, bridge
from fabrikit.arrays import Array
from golden_limits import LimitedResult
from golden_limits import solve as solve_limited

FOLDER = Path(__file__).parent.parent / "vectors"

Fields = dict[str, list[list[str]]]
"""Key to the words of each line that starts with it, in order."""

DEFAULT_METHOD = "auto"


@dataclass
class Case:
    """One question and its answer.

    Parameters
    ----------
    kind : str
        A function of kernel/abi.h, without its prefix.
    name : str
        Unique within its file.
    asked, gives : Fields
        Lines of the question, and of the answer (those after "->").
    """

    kind: str
    name: str
    asked: Fields = field(default_factory=dict)
    gives: Fields = field(default_factory=dict)

    def ask(self, key: str, *values: Any) -> Case:
        """Add a line to the question; returns the case itself."""
        self.asked.setdefault(key, []).append([word(value) for value in values])
        return self

    def ask_rows(self, key: str, rows: Iterable[Iterable[float]]) -> Case:
        """Add a line for every row; returns the case itself."""
        for row in rows:
            self.ask(key, *row)
        return self

    def numbers(self, key: str) -> Array:
        """Return the question's lines of a key as an array (lines, words); (0, 0) when there are none."""
        lines = self.asked.get(key, [])
        return np.array([[float.fromhex(text) for text in line] for line in lines]).reshape(len(lines), -1)

    def number(self, key: str) -> float:
        """Return the only number of a key."""
        return float(self.numbers(key)[0, 0])

    def text(self, key: str, otherwise: str) -> str:
        """Return the only word of a key, or `otherwise` when it was not asked."""
        return self.asked[key][0][0] if key in self.asked else otherwise


def word(value: Any) -> str:
    """Write one value: floats in hexadecimal, everything else as it prints."""
    return float(value).hex() if isinstance(value, float | np.floating) else str(value)


def write_file(path: Path, cases: Iterable[Case]) -> str:
    """Return the text of a file of cases; `path` only gives the heading its name."""
    heading = f"# {path.stem}: golden vectors, written by scripts/vectors. Do not edit; the format is in README.md.\n"
    return heading + "".join(_write_case(case) for case in cases)


def _write_case(case: Case) -> str:
    lines = [f"\ncase {case.kind} {case.name}"]
    for mark, fields in (("", case.asked), ("-> ", case.gives)):
        lines += [f"{mark}{key} {' '.join(words)}" for key, rows in fields.items() for words in rows]
    return "\n".join(lines) + "\n"


def read_file(path: Path) -> Iterator[Case]:
    """Read the cases of one file."""
    case: Case | None = None
    for line in path.read_text(encoding="ascii").splitlines():
        words = line.split()
        if not words or words[0] == "#":
            continue
        if words[0] == "case":
            if case is not None:
                yield case
            case = Case(words[1], words[2])
            continue
        assert case is not None, f"{path.name}: a line before the first case: {line!r}"
        given = words[0] == "->"
        fields, words = (case.gives, words[1:]) if given else (case.asked, words)
        fields.setdefault(words[0], []).append(words[1:])
    if case is not None:
        yield case


def answer(case: Case) -> Fields:
    """Ask the installed package and return what it gives, in the words of the file."""
    return ANSWERS[case.kind](case)


def solver_of(case: Case) -> fabrikit.Solver:
    """Prepare a solver with everything that the case asks of its chain and options."""
    return fabrikit.Solver(
        Chain(case.numbers("joint")),
        pole=_pole(case),
        tolerance=case.number("tolerance"),
        max_iterations=int(case.asked["max_iterations"][0][0]),
        method=case.text("method", DEFAULT_METHOD),
        reach_test=case.text("reach_test", "on") == "on",
    )


def solve(case: Case, *, trace: bool) -> Result:
    """Solve the case."""
    start = case.numbers("start") if "start" in case.asked else None
    base = case.numbers("base")[0] if "base" in case.asked else None
    return solver_of(case).solve(case.numbers("target")[0], start=start, base=base, trace=trace)


def trace_digest(trace: Trace) -> int:
    """Return the FNV-1a digest of a trace: its start, then every placement, as 64-bit little-endian words."""
    return digest_of(trace.start.tobytes() + trace.placements.tobytes())


def digest_of(words: bytes) -> int:
    """Return the FNV-1a digest of 64-bit little-endian words."""
    digest = 0xCBF29CE484222325
    for piece in np.frombuffer(words, dtype="<u8").tolist():
        digest = ((digest ^ piece) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return digest


def solve_fields(result: Result) -> Fields:
    """Write a traced result as the file does."""
    assert result.trace is not None
    return {
        "position": _rows(result.positions),
        "error": [[word(result.error)]],
        "tolerance": [[word(result.tolerance)]],
        "status": [[result.status.value]],
        "iterations": [[str(result.iterations)]],
        "stage": [[result.stage.value]],
        "symmetry_broken": [[str(int(result.symmetry_broken))]],
        "placements": [[str(len(result.trace)), f"{trace_digest(result.trace):016x}"]],
    }


def limited_fields(result: LimitedResult) -> Fields:
    """Write the traced result of a chain with limits as the file does."""
    count = len(result.placements) // bridge.PLACEMENT.itemsize
    return {
        "position": _rows(result.positions),
        "turn": _rows(result.turns),
        "frame": _rows(result.frames),
        "error": [[word(result.error)]],
        "rotation_error": [[word(result.rotation_error)]],
        "tolerance": [[word(result.tolerance)]],
        "status": [[result.status]],
        "iterations": [[str(result.iterations)]],
        "stage": [[result.stage]],
        "symmetry_broken": [[str(int(result.symmetry_broken))]],
        "placements": [[str(count), f"{digest_of(result.placements):016x}"]],
    }


def nearest_power_of_two(reach: float) -> float:
    """Return 1 over the power of two that is geometrically nearest to `reach`; 1 for a chain of no length."""
    if reach == 0:
        return 1.0
    half, exponent = np.frexp(reach)
    mantissa = 2 * float(half)
    return float(np.ldexp(1.0, 1 - int(exponent) - (mantissa * mantissa > 2)))


def _pole(case: Case) -> Pole | None:
    if "pole_point" in case.asked:
        return Pole(case.numbers("pole_point")[0])
    if "pole_direction" in case.asked:
        return Pole(direction=case.numbers("pole_direction")[0])
    return None


def _rows(values: Array) -> list[list[str]]:
    return [[word(value) for value in row] for row in values]


def _column(values: Array) -> list[list[str]]:
    return _rows(values.reshape(-1, 1))


def _answer_solve(case: Case) -> Fields:
    return solve_fields(solve(case, trace=True))


def _answer_solve_limited(case: Case) -> Fields:
    return limited_fields(solve_limited(case, trace=True))


def _answer_solve_body(case: Case) -> Fields:
    given = golden_bodies.fields(golden_bodies.read_case(case.asked).solve())
    return {key: [[word(value) for value in line] for line in lines] for key, lines in given.items()}


def _answer_measure(case: Case) -> Fields:
    return {"length": _column(bridge.measure(case.numbers("joint")))}


def _answer_prepare(case: Case) -> Fields:
    inner, outer = Chain.from_lengths(case.numbers("length")[:, 0]).reach
    # Python does not see the scale: this is the definition, and the other readers hold the kernel to it.
    return {"outer": [[word(outer)]], "inner": [[word(inner)]], "scale": [[word(nearest_power_of_two(outer))]]}


def _answer_forward(case: Case) -> Fields:
    turns = case.numbers("turn")
    chain = Chain(case.numbers("joint"))
    return {"position": _rows(chain.forward(turns[:, 0] if chain.dimension == 2 else turns))}


def _answer_turns(case: Case) -> Fields:
    return {"turn": _column(bridge.turns(case.numbers("joint"), case.numbers("position")))}


def _answer_sin_cos(case: Case) -> Fields:
    return {"sin_cos": _rows(np.stack(bridge.sin_cos(case.numbers("angle")[:, 0]), axis=1))}


def _answer_atan2(case: Case) -> Fields:
    y, x = np.ascontiguousarray(case.numbers("y_x").T)
    return {"angle": _column(bridge.atan2(y, x))}


ANSWERS: dict[str, Callable[[Case], Fields]] = {
    "solve": _answer_solve,
    "solve_limited": _answer_solve_limited,
    "solve_body": _answer_solve_body,
    "measure": _answer_measure,
    "prepare": _answer_prepare,
    "forward": _answer_forward,
    "turns": _answer_turns,
    "sin_cos": _answer_sin_cos,
    "atan2": _answer_atan2,
}
