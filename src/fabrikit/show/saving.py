"""Write a figure to a file, the same bytes every time."""

from pathlib import Path
from typing import TYPE_CHECKING

from fabrikit.errors import OptionError
from fabrikit.show.plotting import matplotlib_settings

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SUFFIXES = (".svg", ".png")
"""The kinds of file that a figure can be."""


def save_figure(figure: "Figure", path: str | Path) -> None:
    """Write `figure` to an SVG or PNG file.

    The same figure gives the same bytes: no date is written, and SVG ids come from a fixed salt.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    path : str or Path
        Ends in .svg or .png.

    Raises
    ------
    OptionError
        Another kind of file.
    OSError
        The file cannot be written.
    """
    kind = Path(path).suffix.lower()
    if kind not in SUFFIXES:
        raise OptionError(f"{path}: a figure is {' or '.join(SUFFIXES)}")
    metadata = {"Date": None} if kind == ".svg" else None
    with matplotlib_settings():
        figure.savefig(path, format=kind[1:], dpi=160, metadata=metadata)
