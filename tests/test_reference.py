"""The kernel's `fabrik` against the NumPy oracle, bit for bit."""

from __future__ import annotations

import numpy as np
import pytest

import fabrikit
from fabrikit.solve import reference


def _chain(rng: np.random.Generator, kind: str, dimension: int) -> np.ndarray:
    bones = int(rng.integers(1, 16))
    directions = rng.normal(size=(bones, dimension))
    if kind == "straight":
        directions[:] = directions[0]
    lengths = 20.0 ** rng.uniform(-1, 1, bones)
    if kind == "zero bones":
        lengths[rng.random(bones) < 0.4] = 0.0
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    joints = np.vstack([np.zeros(dimension), np.cumsum(directions * lengths[:, None], axis=0)])
    return joints * (2.0**200 if kind == "huge" else 1.0) + (1000.0 if kind == "far away" else 0.0)


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("kind", ["random", "straight", "zero bones", "huge", "far away"])
@pytest.mark.parametrize("reach_test", [True, False])
def test_fabrik_has_the_bits_of_the_oracle(kind: str, dimension: int, reach_test: bool) -> None:
    """Positions, error, status and iterations of method='fabrik' equal the oracle's exactly."""
    rng = np.random.default_rng(7)
    for _ in range(40):
        joints = _chain(rng, kind, dimension)
        reach = float(np.linalg.norm(np.diff(joints, axis=0), axis=1).sum())
        target = joints[0] + rng.normal(size=dimension) * reach * 0.5
        if kind == "straight" and rng.random() < 0.5:
            target = joints[0] + (joints[-1] - joints[0]) * rng.uniform(-1, 1)
        tolerance = reach * 10.0 ** rng.uniform(-12, -2)
        expected = reference.fabrik(joints, target, tolerance=tolerance, max_iterations=60, reach_test=reach_test)
        found = fabrikit.solve(
            joints, target, tolerance=tolerance, max_iterations=60, method="fabrik", reach_test=reach_test
        )
        assert (found.status, found.iterations) == (expected.status, expected.iterations)
        assert found.positions.tobytes() == expected.positions.tobytes()
        assert found.error == expected.error


def test_oracle_converges_as_the_paper_says() -> None:
    """The oracle itself reaches a plain target, keeps the lengths and leaves the base alone."""
    joints = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0]])
    answer = reference.fabrik(joints, np.array([1.0, 1.5]), tolerance=1e-9)
    assert answer.status == fabrikit.Status.REACHED
    assert np.abs(np.linalg.norm(np.diff(answer.positions, axis=0), axis=1) - 1).max() < 1e-15
    assert (answer.positions[0] == 0).all()
