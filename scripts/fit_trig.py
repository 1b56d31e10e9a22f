"""Fit the constants of ``kernel/trig.hpp`` and print them as C++ hex floats.

Run ``python scripts/fit_trig.py`` after changing a degree or an interval and paste the output into the header; a test
holds the header to it. Same output on every run and every machine: all arithmetic is mpmath's (correctly rounded), the
points are a fixed grid, nothing is drawn at random.

Method: Remez exchange on the *relative* error of the whole function (Muller, Elementary Functions, 3rd ed., ch. 3, 4).
The coefficients are rounded to double one at a time, lowest first, and the rest is fitted again after each: the later
ones then make good most of what the earlier ones lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mpmath import mp, mpf

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

mp.prec = 160
GRID_POINTS = 400
MAX_EXCHANGES = 60


@dataclass(frozen=True)
class Fit:
    """One polynomial in z = x*x: what it completes, how far it reaches, how many coefficients it has.

    Parameters
    ----------
    name : str
        Name of the array in the header.
    function : callable
        The function to approximate, ``function(x)``.
    head : callable
        The exactly known start of its series, kept out of the fit: x for sine and arctangent, 1 - x*x/2 for cosine.
    tail_power : int
        The polynomial is multiplied by ``x**tail_power`` and added to the head.
    bound : mpf
        Largest |x|.
    terms : int
        Number of coefficients.
    """

    name: str
    function: Callable[[mpf], mpf]
    head: Callable[[mpf], mpf]
    tail_power: int
    bound: mpf
    terms: int


FITS = (
    # The quadrant is rounded from x * (2/pi), itself rounded: at 2**20 the remainder overshoots pi/4 by up to 2**-33.
    Fit("sine_tail", mp.sin, lambda x: x, 3, mp.pi / 4 * (1 + mpf(2) ** -30), 6),
    Fit("cosine_tail", mp.cos, lambda x: 1 - x * x / 2, 4, mp.pi / 4 * (1 + mpf(2) ** -30), 6),
    # (1 - t)/(1 + t) at the header's threshold t = 0.4140625, rounded up.
    Fit("arctangent_tail", mp.atan, lambda x: x, 3, mpf("0.4144"), 11),
)


def grid(bound: mpf) -> list[mpf]:
    """Return the fit's points in (0, bound], dense at both ends as the extrema of a minimax error are."""
    return [bound * (1 - mp.cos(mp.pi * i / GRID_POINTS)) / 2 for i in range(1, GRID_POINTS + 1)]


def evaluate(coefficients: Sequence[mpf], z: mpf) -> mpf:
    """Return the polynomial's value at z."""
    value = mpf(0)
    for coefficient in reversed(coefficients):
        value = value * z + coefficient
    return value


def solve_reference(points: list[tuple[mpf, mpf, mpf]]) -> list[mpf]:
    """Return the polynomial whose weighted error alternates +E, -E, ... over the (z, value, weight) points."""
    terms = len(points) - 1
    matrix = mp.matrix(terms + 1, terms + 1)
    right = mp.matrix(terms + 1, 1)
    for row, (z, value, weight) in enumerate(points):
        for power in range(terms):
            matrix[row, power] = weight * z**power
        matrix[row, terms] = (-1) ** row
        right[row] = weight * value
    return list(mp.lu_solve(matrix, right))[:terms]


def alternating_extrema(errors: list[mpf], count: int) -> list[int]:
    """Return the indices of the largest |error| of each run of one sign, cut to `count` from the weaker end."""
    runs: list[int] = []
    for index, error in enumerate(errors):
        if runs and (error > 0) == (errors[runs[-1]] > 0):
            if abs(error) > abs(errors[runs[-1]]):
                runs[-1] = index
        else:
            runs.append(index)
    while len(runs) > count:
        runs.pop(0 if abs(errors[runs[0]]) < abs(errors[runs[-1]]) else -1)
    return runs


def minimax(z: list[mpf], values: list[mpf], weights: list[mpf], terms: int) -> list[mpf]:
    """Return the coefficients that minimise the largest weighted error over the grid (Remez, second algorithm)."""
    last = len(z) - 1
    reference = [round(last * (1 - mp.cos(mp.pi * (2 * i + 1) / (2 * terms + 2))) / 2) for i in range(terms + 1)]
    for _ in range(MAX_EXCHANGES):
        coefficients = solve_reference([(z[i], values[i], weights[i]) for i in reference])
        errors = [w * (evaluate(coefficients, p) - v) for p, v, w in zip(z, values, weights, strict=True)]
        extrema = alternating_extrema(errors, terms + 1)
        if len(extrema) <= terms or extrema == reference:
            break
        reference = extrema
    return coefficients


def fit_rounded(fit: Fit) -> list[float]:
    """Return the double coefficients, lowest power first, each fitted to what the rounded ones before it left over."""
    points = grid(fit.bound)
    z = [x * x for x in points]
    values = [(fit.function(x) - fit.head(x)) / x**fit.tail_power for x in points]
    weights = [x**fit.tail_power / fit.function(x) for x in points]
    rounded: list[float] = []
    for terms in range(fit.terms, 0, -1):
        lowest = float(minimax(z, values, weights, terms)[0])
        rounded.append(lowest)
        values = [(value - lowest) / point for value, point in zip(values, z, strict=True)]
        weights = [weight * point for weight, point in zip(weights, z, strict=True)]
    return rounded


def relative_error(fit: Fit, coefficients: Sequence[float]) -> mpf:
    """Return the largest relative error of head + tail in exact arithmetic, over the grid."""
    exact = [mpf(c) for c in coefficients]
    worst = mpf(0)
    for x in grid(fit.bound):
        approximation = fit.head(x) + x**fit.tail_power * evaluate(exact, x * x)
        worst = max(worst, abs(approximation / fit.function(x) - 1))
    return worst


def split(value: mpf, bits: Sequence[int]) -> list[float]:
    """Cut `value` into doubles of so many leading bits each; the last holds all that is left, rounded."""
    parts: list[float] = []
    rest = value
    for count in bits:
        scale = mpf(2) ** (count - 1 - mp.floor(mp.log(rest, 2)))
        part = mp.floor(rest * scale) / scale
        parts.append(float(part))
        rest -= part
    return [*parts, float(rest)]


def constants() -> dict[str, list[float]]:
    """Return every fitted or split constant of the header by its name there."""
    table = {
        "two_over_pi": [float(2 / mp.pi)],
        # Quadrants up to 2**20 times 33 bits are exact products in 53 bits (Cody & Waite 1980).
        "half_pi": split(mp.pi / 2, (33, 33, 33)),
        # 51 bits: times 1, 2, 3, 4 stays exact.
        "quarter_pi": split(mp.pi / 4, (51,)),
    }
    table.update({fit.name: fit_rounded(fit) for fit in FITS})
    return table


def main() -> None:
    """Print the constants as the header has them, then the error of each fit."""
    table = constants()
    for name, values in table.items():
        print(f"{name}:")
        for value in values:
            print(f"    {value.hex()},")
    for fit in FITS:
        error = relative_error(fit, table[fit.name])
        print(f"{fit.name}: relative error 2^{mp.nstr(mp.log(error, 2), 4)} on |x| <= {mp.nstr(fit.bound, 6)}")


if __name__ == "__main__":
    main()
