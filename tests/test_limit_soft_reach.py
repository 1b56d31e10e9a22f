"""Soft reach (case C16 of the corpus) and bounded stretch: what a chain does near and beyond the end of its reach."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fabrikit
from fabrikit import Ball, Chain, Hinge, Result, Status
from invariants import lengths_of
from limit_laws import check_limits

C16 = next(
    case["input"]
    for case in json.loads((Path(__file__).parent / "cases/ik_cases.json").read_text())
    if case["id"] == "C16"
)


def soft_leg(factor: float, soft: Any, **options: Any) -> Result:
    """Solve C16's leg for a target at `factor` × its reach, straight down."""
    chain = Chain(C16["joints"], options.pop("types", None))
    target = chain.base + factor * chain.reach[1] * np.array(C16["targets_along"])
    return fabrikit.solve(chain, target, soft_reach=soft, tolerance=1e-6, **options)


@pytest.mark.parametrize("types", [None, {1: Hinge((1, 0, 0), -2.6, 2.6)}], ids=["free", "hinged"])
def test_c16_soft_reach_eases_the_extension(types: Any) -> None:
    """The extension never exceeds 0.98 of the reach, grows with the distance, and is untouched below 0.97 of it."""
    soft = (C16["soft"]["max_extension"], C16["soft"]["softening"])
    extensions = []
    for factor in C16["d_over_R"]:
        result = soft_leg(factor, soft, types=types)
        outer = result.chain.reach[1]
        extensions.append(float(np.linalg.norm(result.positions[-1] - result.positions[0])) / outer)
        assert extensions[-1] <= soft[0] + 1e-6 / outer
        if factor < soft[0] - soft[1]:
            assert result.status is Status.REACHED
            assert result.error <= 1e-6
        assert np.abs(lengths_of(result.positions) - result.chain.lengths).max() <= 1e-9
    assert (np.diff(extensions) >= -1e-6).all()


@pytest.mark.parametrize("soft", [(0.98, 0.01), (1.0, 0.2), (0.5, 0.5), (0.9, 1e-9)])
def test_c16_soft_reach_is_smooth_and_monotone(soft: tuple[float, float]) -> None:
    """Where the tip stands is monotone in the distance asked, never jumps, and tends to the largest extension."""
    factors = np.concatenate([np.linspace(0.01, 1.5, 300), [2, 10, 1e3, 1e6]])
    distances = np.array(
        [np.linalg.norm(np.subtract(*soft_leg(factor, soft).positions[[-1, 0]])) for factor in factors]
    )
    outer = soft_leg(0.5, soft).chain.reach[1]
    assert (distances <= soft[0] * outer + 2e-6).all()
    assert (np.diff(distances) >= -2e-6).all()
    assert (np.diff(distances)[:299] <= np.diff(factors)[:299] * outer + 2e-6).all()
    assert abs(distances[-1] - soft[0] * outer) <= 1e-5


def test_c16_without_soft_reach_the_whole_reach_is_used() -> None:
    """With the option off a target at the very reach is met, and one beyond it straightens the leg to the last bit."""
    exact = soft_leg(1.0, None)
    assert exact.status is Status.REACHED
    beyond = soft_leg(1.2, None)
    assert beyond.status is Status.TOO_FAR
    assert abs(np.linalg.norm(beyond.positions[-1] - beyond.positions[0]) - beyond.chain.reach[1]) <= 1e-15


STRETCHED = {"free": None, "limited": [Ball(2.5), Ball(2.5, (-1, 1))]}


@pytest.mark.parametrize("types", STRETCHED)
@pytest.mark.parametrize("factor", [0.5, 0.999, 1.0, 1.1, 1.25, 1.3, 5.0])
def test_bones_stretch_only_as_far_as_needed_and_allowed(factor: float, types: str) -> None:
    """Within reach nothing stretches; beyond it all bones do, alike, by what the target calls for and at most 1.25."""
    chain = Chain([[0, 0, 0], [1, 0.2, 0], [2, 0, 0.1]], STRETCHED[types])
    outer = chain.reach[1]
    result = fabrikit.solve(chain, (factor * outer, 0, 0), stretch=1.25, tolerance=1e-6)
    assert result.stretch == min(max(factor, 1.0), 1.25)
    assert np.abs(lengths_of(result.positions) - result.stretch * chain.lengths).max() <= 1e-14
    assert (result.status is Status.REACHED) == (factor <= 1.25)
    assert result.error <= max(factor - 1.25, 0) * outer + 1e-6
    check_limits(chain.stretched(result.stretch), result)
