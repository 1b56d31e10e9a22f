"""Colours and type of the figures: ink on paper, one scale for time, one colour for targets, one for misses."""

from typing import Any

PAPER = "#ffffff"
INK = "#1f2429"
SOFT_INK = "#646b73"
FAINT = "#e4e7ea"
BEYOND = "#f0f2f4"
"""Where the tip cannot come; inside the reach the paper stays white."""

REACH_EDGE = "#a9b4bd"
LIMIT = "#ece6f3"
LIMIT_EDGE = "#9a86b8"
"""What a joint's limit allows."""

SHADOW = "#d3d8dc"
TARGET = "#e08a00"
MISSED = "#c2283a"
TIME = ("#b9d9d3", "#6fb0c0", "#2f7fab", "#17507f", "#0b2b4e")
"""Early to late, even steps of lightness."""

LETTER = 0.064
"""Mean width of a letter [inches]."""

SETTINGS: dict[Any, Any] = {
    "font.family": "DejaVu Sans",  # ships with matplotlib: the same glyphs everywhere
    "font.size": 8.5,
    "text.color": INK,
    "svg.hashsalt": "fabrikit",
    "svg.fonttype": "path",
    "path.simplify": False,
}


def time_colour(fraction: float) -> tuple[float, float, float]:
    """Return the colour (red, green, blue) of a pose at `fraction` of the track, 0 to 1."""
    place = min(max(fraction, 0.0), 1.0) * (len(TIME) - 1)
    index = min(int(place), len(TIME) - 2)
    before, after = _rgb(TIME[index]), _rgb(TIME[index + 1])
    red, green, blue = (a + (place - index) * (b - a) for a, b in zip(before, after, strict=True))
    return red, green, blue


def _rgb(code: str) -> tuple[float, float, float]:
    red, green, blue = (int(code[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue
