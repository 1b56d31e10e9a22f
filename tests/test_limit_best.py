"""LIMITED is the best pose there is to be found: asked again, from elsewhere, and beside what it costs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given

import fabrikit
from fabrikit import Ball, Chain, Hinge, Status
from fabrikit.arrays import Array
from limit_laws import angle_between
from limit_strategies import WHOLE_BONES, allowed_turns, laws, lay_out, limited_chains
from strategies import generators

BETTER = 1e-6
"""Share of the reach by which another try may end nearer."""

DEGREE = 0.017453292519943295


def anywhere(chain: Chain, random: Any) -> Array:
    """Choose a place (D,) within reach of the bones."""
    side = random.normal(size=chain.dimension)
    return np.asarray(chain.base + 0.95 * chain.reach[1] * random.random() * side / np.linalg.norm(side))


@laws
@given(chain=limited_chains(max_bones=6, lengths=WHOLE_BONES), random=generators)
def test_asked_again_a_limited_answer_stays(chain: Chain, random: Any) -> None:
    """A LIMITED answer that starts the next solve for the same target is not bettered by a millionth of the reach."""
    target = anywhere(chain, random)
    result = fabrikit.solve(chain, target)
    assume(result.status is Status.LIMITED and result.iterations < 800)
    again = fabrikit.solve(chain, target, start=result)
    assert again.error >= result.error - BETTER * chain.reach[1], f"{result!r}, again {again!r}"


TIGHT: dict[str, Any] = {
    "cones of 15 degrees": lambda _: Ball(15 * DEGREE),
    "cones of 30 degrees": lambda _: Ball(30 * DEGREE),
    "cones and twists": lambda _: Ball(30 * DEGREE, twist=(-0.3, 0.5)),
    "ovals": lambda _: Ball((0.6, 0.3, 0.2, 0.45), reference=(0, 1, 0)),
    "hinges": lambda joint: Hinge((0, joint % 2, 1 - joint % 2), -0.7, 1.5),
    "an arm": lambda joint: Ball(1.4, twist=(-1, 1)) if joint % 2 == 0 else Hinge((0, 0, 1), 0, 2.4),
}


@pytest.mark.parametrize("kind", TIGHT)
@pytest.mark.parametrize("bones", [3, 6])
def test_no_other_start_ends_nearer(kind: str, bones: int) -> None:
    """From ten random allowed starts a target out of reach is not approached nearer than from the rest pose."""
    random = np.random.default_rng(bones)
    chain = Chain.from_lengths([1.0] * bones, [TIGHT[kind](joint) for joint in range(bones)], dimension=3)
    held = 0
    for _ in range(200):
        target = anywhere(chain, random)
        result = fabrikit.solve(chain, target)
        if result.status is not Status.LIMITED or held == 6:
            continue
        held += 1
        for _ in range(10):
            other = fabrikit.solve(chain, target, start=lay_out(chain, allowed_turns(chain, random)))
            assert other.error >= result.error - BETTER * bones, f"{result!r} at {target}, from elsewhere {other!r}"
    assert held >= 3


@pytest.mark.parametrize("kind", ["cones of 15 degrees", "cones of 30 degrees", "cones and twists"])
def test_a_target_out_of_reach_is_given_up_in_time(kind: str) -> None:
    """Restarts end when several have found the same best pose: at most 400 of the 1,000 iterations allowed."""
    random = np.random.default_rng(7)
    chain = Chain.from_lengths([1.0] * 7, [TIGHT[kind](joint) for joint in range(7)], dimension=3)
    results = [fabrikit.solve(chain, anywhere(chain, random)) for _ in range(40)]
    limited = [result.iterations for result in results if result.status is Status.LIMITED]
    assert len(limited) >= 5
    assert max(limited) <= 400, limited


def test_the_best_pose_of_a_single_cone_is_known() -> None:
    """One bone in a cone, its target beside it: the bone stands at the edge, toward the target."""
    chain = Chain.from_lengths([2.0], [Ball(0.5)], dimension=3)
    result = fabrikit.solve(chain, [0.0, 2.0, 0.0])
    assert result.status is Status.LIMITED
    assert angle_between(result.positions[1], np.array([np.cos(0.5), np.sin(0.5), 0.0])) <= 1e-12
