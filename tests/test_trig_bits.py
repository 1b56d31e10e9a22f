"""The kernel's trigonometry against mpmath, and the header's constants against the fit that made them."""

import importlib
import math
import re
from pathlib import Path

import mpmath
import numpy as np
import pytest

from fabrikit.bridge import atan2, sin_cos

ROOT = Path(__file__).resolve().parent.parent
HEADER = (ROOT / "kernel" / "trig.hpp").read_text()

# What kernel/trig.hpp promises [units in the last place].
SIN_COS_BOUND = 0.8
ATAN2_BOUND = 0.7

LARGEST_ANGLE = 2.0**20
# tan(pi/8), rounded: where atan2 goes from one formula to the other.
THRESHOLD = 0.4140625


def units_in_last_place(got: np.ndarray, true: list[mpmath.mpf]) -> float:
    """Return the largest error of `got`, in spacings of float64 at the true value."""
    worst = 0.0
    for value, exact in zip(got.tolist(), true, strict=True):
        spacing = mpmath.ldexp(1, max(mpmath.frexp(exact)[1] - 53, -1074))
        worst = max(worst, float(abs(mpmath.mpf(value) - exact) / spacing))
    return worst


def check_sin_cos(angles: np.ndarray) -> None:
    """Hold sine and cosine of `angles` and of their negatives to the bound."""
    sine, cosine = sin_cos(angles)
    with mpmath.workprec(160):
        exact = [mpmath.cos_sin(mpmath.mpf(angle)) for angle in angles.tolist()]
        assert units_in_last_place(sine, [s for _, s in exact]) < SIN_COS_BOUND
        assert units_in_last_place(cosine, [c for c, _ in exact]) < SIN_COS_BOUND
    mirrored_sine, mirrored_cosine = sin_cos(-angles)
    np.testing.assert_array_equal(mirrored_sine.view(np.int64), (-sine).view(np.int64))
    np.testing.assert_array_equal(mirrored_cosine.view(np.int64), cosine.view(np.int64))


def check_atan2(y: np.ndarray, x: np.ndarray) -> None:
    """Hold atan2 of (y, x) to the bound, and its mirror law to the bit."""
    angles = atan2(y, x)
    with mpmath.workprec(160):
        exact = [mpmath.atan2(mpmath.mpf(b), mpmath.mpf(a)) for b, a in zip(y.tolist(), x.tolist(), strict=True)]
        assert units_in_last_place(angles, exact) < ATAN2_BOUND
    np.testing.assert_array_equal(atan2(-y, x).view(np.int64), (-angles).view(np.int64))


def neighbours(values: np.ndarray, steps: int) -> np.ndarray:
    """Return the float64 values up to `steps` spacings either side of each positive value."""
    return (values.view(np.int64)[:, None] + np.arange(-steps, steps + 1)).ravel().view(np.float64)


def multiples_of_half_pi(quarters: np.ndarray) -> np.ndarray:
    """Return quarters * pi/2, each rounded once."""
    with mpmath.workprec(160):
        return np.array([float(mpmath.pi / 2 * mpmath.mpf(k)) for k in quarters.tolist()])


def test_sine_and_cosine_of_ordinary_angles_keep_the_bound() -> None:
    """Within three turns, and for whole degrees, sine and cosine are within 0.8 ulp."""
    random = np.random.default_rng(1)
    check_sin_cos(random.uniform(0, 6 * math.pi, 8000))
    check_sin_cos(np.arange(1081.0) * 0.017453292519943295)


def test_sine_and_cosine_of_every_size_keep_the_bound() -> None:
    """From 2**-40 to the largest angle, sine and cosine are within 0.8 ulp."""
    random = np.random.default_rng(2)
    check_sin_cos(np.exp2(random.uniform(-40, 20, 6000)))
    check_sin_cos(np.array([LARGEST_ANGLE, 5e-324, 2.0**-1022, 2.0**-30]))


def test_sine_and_cosine_near_multiples_of_half_pi_keep_the_relative_bound() -> None:
    """Where sine or cosine nearly vanish, all their digits are still right: the error is relative, not absolute."""
    random = np.random.default_rng(3)
    largest = int(LARGEST_ANGLE / (math.pi / 2))
    quarters = np.concatenate([np.arange(1, 400), random.integers(400, largest, 800)])
    check_sin_cos(neighbours(multiples_of_half_pi(quarters), 3))
    # The nearest that a double of the domain comes to a multiple, 2**-60.5, and the nearest above 2**12.
    check_sin_cos(np.array([float.fromhex("0x1.6c6cbc45dc8dep+5"), float.fromhex("0x1.39c6fd67805a7p+18")]))


def test_sine_and_cosine_where_the_quadrant_turns_keep_the_bound() -> None:
    """At odd multiples of pi/4, where rounding decides the quadrant, either choice is within 0.8 ulp."""
    random = np.random.default_rng(4)
    largest = int(LARGEST_ANGLE / (math.pi / 2)) - 1
    quarters = np.concatenate([np.arange(400), random.integers(400, largest, 400)]) + 0.5
    check_sin_cos(neighbours(multiples_of_half_pi(quarters), 2))


def test_sine_and_cosine_are_nan_outside_of_their_domain() -> None:
    """Beyond 2**20, at infinity and for NaN both are the one quiet NaN: no wrong number, no hang."""
    outside = np.array([np.nextafter(LARGEST_ANGLE, np.inf), 1e10, 1e308, np.inf, np.nan])
    for angles in (outside, -outside):
        for result in sin_cos(angles):
            assert set(result.view(np.uint64).tolist()) == {0x7FF8000000000000}


def test_atan2_all_around_keeps_the_bound() -> None:
    """In all directions, axes and diagonals included, atan2 is within 0.7 ulp."""
    random = np.random.default_rng(5)
    check_atan2(random.uniform(-1, 1, 8000), random.uniform(-1, 1, 8000))
    whole = np.arange(-20.0, 21.0)
    y, x = (grid.ravel() for grid in np.meshgrid(whole, whole))
    check_atan2(y[y != 0], x[y != 0])


@pytest.mark.parametrize("ratio", [THRESHOLD, 1.0, 1 / THRESHOLD])
def test_atan2_where_its_formula_changes_keeps_the_bound(ratio: float) -> None:
    """Around the threshold, the diagonal and their mirror images atan2 is within 0.7 ulp."""
    random = np.random.default_rng(6)
    x = random.uniform(1, 2, 1500) * random.choice([-1.0, 1.0], 1500)
    y = ratio * np.abs(x) * (1 + random.uniform(-1, 1, 1500) * np.exp2(random.integers(-52, -3, 1500)))
    check_atan2(y, x)


def test_atan2_of_every_size_keeps_the_bound() -> None:
    """Of subnormal and huge coordinates, and of quotients that leave the range, atan2 is within 0.7 ulp."""
    random = np.random.default_rng(7)
    count = 4000
    size = random.uniform(-1074, 1000, count)
    x = np.exp2(size) * random.choice([-1.0, 1.0], count)
    near = np.exp2(np.clip(size + random.uniform(-60, 20, count), -1074, 1023))
    anywhere = np.exp2(random.uniform(-1074, 1023.9, count))
    for y in (near, anywhere):
        present = np.flatnonzero((x != 0) & (y != 0))
        check_atan2(y[present], x[present])


def test_atan2_of_zeros_and_infinities_is_the_standards() -> None:
    """All combinations of zeros, infinities and signs give the bits that C99 annex F asks for."""
    values = [0.0, -0.0, 1.0, -1.0, math.inf, -math.inf]
    y, x = (grid.ravel() for grid in np.meshgrid(values, values))
    expected = np.array([math.atan2(b, a) for b, a in zip(y.tolist(), x.tolist(), strict=True)])
    np.testing.assert_array_equal(atan2(y, x).view(np.int64), expected.view(np.int64))


def test_one_at_a_time_gives_the_bits_of_many_at_once() -> None:
    """However a compiler turns the loop into vectors, every element has the bits of its own call."""
    random = np.random.default_rng(8)
    angles = random.uniform(-100, 100, 67)
    other = random.uniform(-100, 100, 67)
    together = np.array([*sin_cos(angles), atan2(angles, other)])
    single = [[*sin_cos(angles[i : i + 1]), atan2(angles[i : i + 1], other[i : i + 1])] for i in range(67)]
    np.testing.assert_array_equal(together.view(np.int64), np.array(single)[:, :, 0].T.copy().view(np.int64))


def header_constant(name: str) -> list[str]:
    """Return the hex floats that kernel/trig.hpp gives for `name`."""
    definition = re.search(rf"constexpr double {name}(?:\[\])? = ([^;]*);", HEADER)
    assert definition, f"{name} is not in kernel/trig.hpp"
    return re.findall(r"-?0x[0-9a-f.]+p[+-][0-9]+", definition[1])


def test_the_header_has_the_constants_of_the_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every constant of kernel/trig.hpp, and every error it states for one, is what scripts/fit_trig.py computes."""
    monkeypatch.syspath_prepend(ROOT / "scripts")
    fit = importlib.import_module("fit_trig")
    constants = fit.constants()
    for name, values in constants.items():
        assert header_constant(name) == [value.hex() for value in values], name
    for polynomial in fit.FITS:
        error = mpmath.log(fit.relative_error(polynomial, constants[polynomial.name]), 2)
        assert f"relative error 2^{mpmath.nstr(error, 4)}." in HEADER, polynomial.name
