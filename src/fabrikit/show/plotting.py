"""The one door to matplotlib: asked for when a figure is drawn, never on import."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from fabrikit.errors import MissingExtra
from fabrikit.show import style

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def require_matplotlib() -> None:
    """Raise MissingExtra if matplotlib is not installed."""
    try:
        import matplotlib as mpl  # noqa: F401 - only whether it is there
    except ImportError:
        raise MissingExtra("plot", "a figure") from None


@contextmanager
def matplotlib_settings() -> Iterator[None]:
    """Draw with our settings and with none of the user's, and leave the user's as they were.

    Raises
    ------
    MissingExtra
        matplotlib is not installed.
    """
    require_matplotlib()
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(style.SETTINGS)
        yield


def new_figure(width: float, height: float) -> "Figure":
    """Return an empty figure [inches] that belongs to no window."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), facecolor=style.PAPER)
