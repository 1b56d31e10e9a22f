"""Questions that once broke a law, the smallest of each kind: found by property tests and by fuzzing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fabrikit import Chain, Pole, solve
from fabrikit.arrays import Array
from invariants import Question, check_result, law_angles_give_the_pose

ROOT2 = 2.0**0.5
BENT = [[0, 0, 0], [1, 0.3, 0.1], [2, 0, 0]]
AIM = [1.2, 0.5, 0.3]


def nearly_on_axis(aside: float) -> Array:
    """Point (3,) aside of the line from the base of BENT to AIM."""
    return np.array(AIM) / np.linalg.norm(AIM) + aside * np.array([0.5, -1, 0.2])


FOUND: dict[str, tuple[Any, Any, dict[str, Any]]] = {
    "straight runs to a target a hair from the base": (
        [[0, 0], [4, 0], [8, 0], [8 + 2 * ROOT2, 2 * ROOT2]],
        [1e-7, 0],
        {},
    ),
    "a pole nearly on the axis": (BENT, AIM, {"pole": Pole(direction=nearly_on_axis(1e-5))}),
    "a pole hardly off the axis": (BENT, AIM, {"pole": Pole(direction=nearly_on_axis(2e-6))}),
    "the trace of a start of other lengths": ([[0, 0], [1, 0], [2, 0]], [2, 0], {"start": [[0, 0], [2, 0], [3, 0]]}),
    "the trace of a stalled solve": ([[0, 0], [3, 1], [4, 3], [5, 1]], [0.1, 0.3], {"method": "fabrik"}),
    "one bone whose target is on its base": ([[0, 0], [-2, 7]], [0, 0], {}),
    "so far that errors round": ([[0, 0], [1, -2]], [2.0**49, -5 * 2.0**48], {}),
    "a start whose first bone has no direction": (
        [[0, 0], [1, 0], [2, 0]],
        [0, 0],
        {"start": [[0, 0], [0, 0], [0, 1]]},
    ),
    "angles of the shortest chain": (
        np.array([[0, 0], [0, 0.3], [0.2, 0.3], [0.2, 0.6], [0.5, 0.6]]) * 2.0**-449,
        np.array([0.3, 0.3]) * 2.0**-449,
        {},
    ),
    "angles of a bone of 1e-140": (
        [[0, 1e-140], [0, 0], [1, 0], [0, 0]],
        [0, 0],
        {"start": np.zeros((4, 2)), "max_iterations": 1},
    ),
    "turning to the pole rounds lengths": (
        [[56, -125], [3, 0], [32, 97], [0, 0], [-60, 123]],
        [56, -125],
        {"pole": Pole(direction=[-51, 64]), "tolerance": 0.47601014581465684},
    ),
    "too near for three long bones": (
        [[4, 1], [-1, 75], [0, -74], [1, 0]],
        [0, 0],
        {"start": [[1, -1], [-1, -1], [0, 0], [0, 0]], "base": [0, 0]},
    ),
    "a start far away brought home": (
        [[0, 0], [0.1, 0], [0.3, 0]],
        [1e-3 + 0.3, 0],
        {"base": [1e-3, 0], "start": [[1e9, 0], [1e9 + 0.1, 0], [1e9 + 0.3, 0]]},
    ),
    "a rest pose far away brought home": (Chain.from_lengths([0.1, 0.2], base=[1e9, 0]), [0.3, 0], {"base": [0, 0]}),
    "a start longer by more than 2^511": (
        [[0, 0], [1e-117, 0]],
        [0, 0],
        {"start": [[0, 0], [0, 9.8e57]], "method": "fabrik"},
    ),
    "a chain of no length and a start of hardly any": (
        [[0, 0], [0, 0]],
        [0, 0],
        {"start": [[5e-303, 0], [0, 0]], "base": [0, 0], "tolerance": 0, "method": "fabrik"},
    ),
}


@pytest.mark.parametrize(("joints", "target", "options"), FOUND.values(), ids=FOUND)
def test_what_once_broke_a_law_keeps_them_all(joints: Any, target: Any, options: dict[str, Any]) -> None:
    """A question that once broke a law keeps all of them, traced and in a mirror as well."""
    for mirror in (1.0, np.array([-1.0] + [1.0] * (len(target) - 1))):
        chain = joints if isinstance(joints, Chain) else Chain(mirror * np.array(joints))
        goal = mirror * np.array(target)
        asked = {name: mirrored(value, mirror) for name, value in options.items()}
        result = solve(chain, goal, trace=True, **asked)
        check_result(result, chain, goal, **asked)
        law_angles_give_the_pose(result, Question(chain, goal, **asked))


def mirrored(value: Any, mirror: Any) -> Any:
    """Mirror an option that is a pose, a point or a direction; leave others alone."""
    if isinstance(value, Pole):
        return Pole(direction=mirror * np.array(value.direction))
    return mirror * np.array(value) if isinstance(value, (list, np.ndarray)) else value
