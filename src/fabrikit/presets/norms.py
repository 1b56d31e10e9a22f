"""Published measures of people: one row for every number, with where it was printed.

Ranges of motion are those of the American Academy of Orthopaedic Surgeons (AAOS). Where nobody could look a value up in
print it is marked "recalled", here and in every description that uses it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

SEGMENTS_SOURCE = (
    "fractions of stature: Drillis & Contini 1966, as printed in D. A. Winter, Biomechanics and Motor Control of Human"
    " Movement"
)

SEGMENTS = {
    "upper arm": 0.186,
    "forearm": 0.146,
    "hand": 0.108,
    "thigh": 0.245,
    "shank": 0.246,
    "ankle height": 0.039,
    "foot length": 0.152,
    "half shoulder width": 0.129,
    "half hip width": 0.0955,
    "trunk, hip to shoulder": 0.288,
    "neck": 0.052,
    "head": 0.130,
}
"""Fractions of stature."""

HAND_SOURCE = (
    "mean lengths: Buryanov & Kotiuk 2010, Proportions of Hand Segments, Int. J. Morphol. 28(3), table I,"
    " doi 10.4067/S0717-95022010000300015"
)

HAND_BONES = {
    "thumb": (46.22, 31.57, None, 21.67, 5.67),
    "index": (68.12, 39.78, 22.38, 15.82, 3.84),
    "middle": (64.60, 44.63, 26.33, 17.40, 3.95),
    "ring": (58.00, 41.37, 25.65, 17.30, 3.95),
    "little": (53.69, 32.74, 18.11, 15.96, 3.73),
}
"""Millimetres: metacarpal, proximal, middle, distal bone, soft tissue beyond. The little finger's last is recalled."""


@dataclass(frozen=True, slots=True)
class Motion:
    """One range of motion.

    Attributes
    ----------
    joint, motion : str
        What moves, and what the signs mean.
    lower, upper : float [degrees]
    source : str
    is_recalled : bool
        Whether nobody has looked it up in print.
    """

    joint: str
    motion: str
    lower: float
    upper: float
    source: str
    is_recalled: bool = False

    @property
    def range(self) -> tuple[float, float]:
        """Lower and upper end [rad]."""
        return math.radians(self.lower), math.radians(self.upper)

    def __str__(self) -> str:
        recalled = " (recalled)" if self.is_recalled else ""
        return f"{self.joint} {self.motion} {self.lower:g} to {self.upper:g}{recalled}"


_NORKIN = "AAOS, as printed in Norkin & White, Measurement of Joint Motion, table A.1"
_HAND = "AAOS, as printed by the Electronic Textbook of Hand Surgery and in collections of exam questions"
_1965 = "AAOS 1965"

MOTIONS = {
    (row.joint, key): row
    for key, row in (
        ("flexion", Motion("shoulder", "flexion(+)/extension(-)", -60, 180, _NORKIN)),
        ("abduction", Motion("shoulder", "abduction", 0, 180, _NORKIN)),
        ("rotation", Motion("shoulder", "medial(+)/lateral(-) rotation", -90, 70, _NORKIN)),
        ("flexion", Motion("elbow", "flexion", 0, 150, _NORKIN)),
        ("rotation", Motion("forearm", "pronation(+)/supination(-)", -80, 80, _NORKIN)),
        ("flexion", Motion("wrist", "flexion(+)/extension(-)", -70, 80, _NORKIN)),
        ("deviation", Motion("wrist", "radial(+)/ulnar(-) deviation", -30, 20, _NORKIN)),
        ("flexion", Motion("finger MCP", "flexion(+)/extension(-)", -45, 90, _HAND)),
        ("abduction", Motion("finger MCP", "abduction to each side", -20, 20, _HAND)),
        ("flexion", Motion("finger PIP", "flexion", 0, 100, _HAND)),
        ("flexion", Motion("finger DIP", "flexion", 0, 90, _HAND)),
        ("flexion", Motion("thumb CMC", "flexion(+)/extension(-)", -20, 15, _HAND)),
        ("abduction", Motion("thumb CMC", "palmar abduction", 0, 70, _HAND)),
        ("flexion", Motion("thumb MCP", "flexion(+)/extension(-)", 0, 50, _HAND)),
        ("flexion", Motion("thumb IP", "flexion(+)/extension(-)", -20, 80, _HAND)),
        ("flexion", Motion("hip", "flexion(+)/extension(-)", -30, 120, _1965, is_recalled=True)),
        ("abduction", Motion("hip", "abduction(+)/adduction(-)", -30, 45, _1965, is_recalled=True)),
        ("rotation", Motion("hip", "medial(+)/lateral(-) rotation", -45, 45, _1965, is_recalled=True)),
        ("flexion", Motion("knee", "flexion", 0, 135, _1965, is_recalled=True)),
        (
            "flexion",
            Motion("ankle", "dorsiflexion(+)/plantarflexion(-)", -50, 20, "AAOS, as printed by medicospace.com"),
        ),
        ("inversion", Motion("subtalar joint", "inversion(+)/eversion(-)", -15, 35, "AAOS", is_recalled=True)),
        ("flexion", Motion("cervical spine", "flexion(+)/extension(-)", -45, 45, "AAOS", is_recalled=True)),
        ("bend", Motion("cervical spine", "bend to each side", -45, 45, "AAOS", is_recalled=True)),
        ("rotation", Motion("cervical spine", "rotation to each side", -60, 60, "AAOS", is_recalled=True)),
        ("flexion", Motion("thoracolumbar spine", "flexion(+)/extension(-)", -25, 80, "AAOS", is_recalled=True)),
        ("bend", Motion("thoracolumbar spine", "bend to each side", -35, 35, "AAOS; the same in Kurz for the lumbar")),
        ("rotation", Motion("thoracolumbar spine", "rotation to each side", -45, 45, "AAOS", is_recalled=True)),
    )
}
"""Ranges of motion, by joint and motion."""


def motions_of(*joints: str) -> str:
    """Return the ranges of some joints and their sources as text for a description."""
    rows = [row for row in MOTIONS.values() if row.joint in joints]
    sources = "; ".join(dict.fromkeys(row.source for row in rows))
    return f"Ranges of motion in degrees ({sources}): {'; '.join(map(str, rows))}."


def segments_of(*names: str) -> str:
    """Return some segments and their source as text for a description."""
    return f"Segments, {SEGMENTS_SOURCE}: {', '.join(f'{name} {SEGMENTS[name]:g}' for name in names)}."


def total(names: Iterable[str]) -> float:
    """Return the sum of some fractions of stature."""
    return sum(SEGMENTS[name] for name in names)
