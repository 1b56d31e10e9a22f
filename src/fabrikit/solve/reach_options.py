"""Soft reach and stretch: what a chain does near and beyond the end of its reach. Both are off by default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from fabrikit.arrays import Array
from fabrikit.errors import OptionError


@dataclass(frozen=True, slots=True)
class SoftReach:
    """Eases the last stretch of the extension, so that a knee does not pop when it straightens.

    Up to `(max_extension - softening)` of the outer reach nothing changes; from there the tip falls behind the target,
    ever more slowly, and never goes beyond `max_extension`.

    Parameters
    ----------
    max_extension : float in (0, 1]
        Largest share of the outer reach that the tip may go out to.
    softening : float in (0, max_extension]
        Share of the outer reach over which the extension is eased.
    """

    max_extension: float
    softening: float

    @classmethod
    def read(cls, value: Any) -> Self | None:
        """Read the option from None, a pair (max_extension, softening) or a SoftReach. Raises OptionError."""
        if value is None or isinstance(value, cls):
            return value
        try:
            most, soft = (float(number) for number in value)
        except (TypeError, ValueError):
            raise OptionError(f"soft_reach: must be (max_extension, softening), got {value!r}") from None
        if not 0 < most <= 1:
            raise OptionError(f"soft_reach: max_extension must lie above 0 and up to 1, got {most:g}")
        if not 0 < soft <= most:
            raise OptionError(f"soft_reach: softening must lie above 0 and up to max_extension {most:g}, got {soft:g}")
        return cls(most, soft)

    def distance(self, asked: float, reach: float) -> float:
        """Return how far out the tip goes for a target `asked` far out.

        A hyperbola that leaves the straight line with slope 1: no exponential, the same bits everywhere.
        """
        knee = (self.max_extension - self.softening) * reach
        width = self.softening * reach
        beyond = asked - knee
        return asked if beyond <= 0 or width == 0 else knee + width * (beyond / (width + beyond))

    def soften(self, base: Array, target: Array, reach: float) -> Array:
        """Return where the tip goes for a target: on the line from the base to it."""
        asked = length_of(target - base)
        eased = self.distance(asked, reach)
        return target if eased == asked else base + (target - base) * (eased / asked)


def read_stretch(value: Any) -> float:
    """Return the largest factor that bones may stretch by, 1 or more. Raises OptionError."""
    try:
        factor = float(value)
    except (TypeError, ValueError):
        raise OptionError(f"stretch: must be a factor of 1 or more, got {value!r}") from None
    if isinstance(value, bool | str) or not 1 <= factor <= 1e6:
        raise OptionError(f"stretch: must be between 1 (off) and 1e6, got {value!r}")
    return factor


def stretch_for(base: Array, target: Array, reach: float, most: float) -> float:
    """Return the factor by which all bones stretch so that a target beyond the reach is met, as far as allowed."""
    if most == 1 or reach == 0:
        return 1.0
    return float(min(most, max(1.0, length_of(target - base) / reach)))


def length_of(vector: Array) -> float:
    """Return sqrt of the squares added left to right: the kernel's bits."""
    total = float(vector[0] * vector[0])
    for component in vector[1:]:
        total = total + float(component * component)
    return float(np.sqrt(total))
