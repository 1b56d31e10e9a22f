"""Golden vectors of bodies: the kernel's structs as lines of words, whole numbers first, then the others in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fabrikit import Status
from fabrikit.bridge import BODY_ANSWER, BODY_EFFECTOR, BODY_JOINT, BODY_LOOP, BODY_QUESTION, Body, BodyAnswers

STRUCTS = {"joint": BODY_JOINT, "effector": BODY_EFFECTOR, "loop": BODY_LOOP}
"""What comes in lines of its own, by the key of the line."""

QUESTION = (
    "base",
    "tolerance",
    "rotation_tolerance",
    "posture_weight",
    "max_iterations",
    "mode",
    "solutions",
    "method",
)
"""Fields of the question that a case asks, each in a line; the rest is 0."""


@dataclass(frozen=True)
class BodyCase:
    """One question about a body, as arrays of the kernel's structs."""

    joints: NDArray[Any]
    effectors: NDArray[Any]
    loops: NDArray[Any]
    question: NDArray[Any]
    start: NDArray[np.float64]
    use: NDArray[np.int32] | None
    drive: NDArray[np.float64]
    posture: NDArray[np.float64]

    def solve(self) -> BodyAnswers:
        """Ask the installed kernel."""
        more: dict[str, Any] = {"drive": self.drive, "posture": self.posture, "use": self.use}
        loops = self.loops if len(self.loops) else None
        return Body(self.joints).solve(self.question, self.effectors[None], self.start[None], loops=loops, **more)


def struct_words(row: NDArray[Any]) -> Iterator[Any]:
    """Walk through the values of one struct: whole numbers first, then the others in order."""
    dtype = row.dtype
    for wanted in (np.integer, np.floating):
        for name in dtype.names or ():
            if name != "unused" and np.issubdtype(dtype[name].base, wanted):
                for value in np.ravel(row[name]):
                    yield int(value) if wanted is np.integer else float(value)


def read_structs(lines: Iterable[list[str]], dtype: np.dtype[Any]) -> NDArray[Any]:
    """Read lines as `struct_words` writes them."""
    rows = list(lines)
    structs = np.zeros(len(rows), dtype)
    for struct, line in zip(structs, rows, strict=True):
        words = iter(line)
        for wanted in (np.integer, np.floating):
            for name in dtype.names or ():
                if name == "unused" or not np.issubdtype(dtype[name].base, wanted):
                    continue
                count = int(np.prod(dtype[name].shape, dtype=int))
                texts = [next(words) for _ in range(count)]
                values = [int(t) for t in texts] if wanted is np.integer else [float.fromhex(t) for t in texts]
                struct[name] = values if dtype[name].shape else values[0]
    return structs


def read_case(asked: dict[str, list[list[str]]]) -> BodyCase:
    """Read the question of a case."""

    def numbers(key: str) -> NDArray[np.float64]:
        return np.array([float.fromhex(word) for word in asked[key][0]]) if key in asked else np.empty(0)

    question = np.zeros((), BODY_QUESTION)
    for name in QUESTION:
        words = asked[name][0]
        whole = np.issubdtype(BODY_QUESTION[name].base, np.integer)
        values = [int(word) if whole else float.fromhex(word) for word in words]
        question[name] = values if len(values) > 1 else values[0]
    use = np.array([int(word) for word in asked["use"][0]], np.int32) if "use" in asked else None
    arrays = {key: read_structs(asked.get(key, []), dtype) for key, dtype in STRUCTS.items()}
    return BodyCase(
        arrays["joint"],
        arrays["effector"],
        arrays["loop"],
        question,
        numbers("start"),
        use,
        numbers("drive").reshape(-1),
        numbers("posture").reshape(-1),
    )


def fields(found: BodyAnswers) -> dict[str, list[list[Any]]]:
    """Return what a case gives, values of every line by its key."""
    answer = found.answers[0]
    given: dict[str, list[list[Any]]] = {
        "q": found.q[0, : answer["found"]].tolist(),
        "position": found.positions[0].tolist(),
        "rotation": found.rotations[0].tolist(),
        "effector_error": found.errors[0].tolist(),
    }
    for name in BODY_ANSWER.names or ():
        if name == "status":
            given[name] = [[tuple(Status)[answer[name]].value]]
        elif name != "unused":
            whole = np.issubdtype(BODY_ANSWER[name], np.integer)
            given[name] = [[int(answer[name]) if whole else float(answer[name])]]
    return {key: lines for key, lines in given.items() if lines}
