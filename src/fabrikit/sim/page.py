"""The built page as bytes."""

from pathlib import Path

_HERE = Path(__file__).resolve()

_PLACES = (
    _HERE.with_name("index.html"),  # where the wheel puts it
    _HERE.parents[3] / "simulation" / "index.html",  # where scripts/page builds it: a clone serves its newest build
)


def page_bytes() -> bytes:
    """Return the simulation: one self-contained HTML file.

    Raises
    ------
    FileNotFoundError
        The installation is incomplete.
    """
    for place in _PLACES:
        if place.exists():
            return place.read_bytes()
    raise FileNotFoundError(2, "the page is missing: install fabrikit anew, or run scripts/page in a clone", _PLACES[0])
