"""The page as a figure in a notebook."""

from __future__ import annotations

from fabrikit.errors import OptionError
from fabrikit.formats import BodyScene, Scene, parse_scene
from fabrikit.model import Chain
from fabrikit.presets import preset_text
from fabrikit.sim.server import PageServer

_LEAST_HEIGHT = 320


class Embed:
    """A frame that shows the page, for notebooks that run on this machine. Made by `embed`."""

    def __init__(self, server: PageServer, height: int, title: str) -> None:
        self.height = height
        self._server = server
        self._title = title

    @property
    def address(self) -> str:
        """Where the page is served, for a browser of this machine."""
        return self._server.address

    def close(self) -> None:
        """Stop serving; the frame stays as it is until it is loaded again."""
        self._server.close()

    def _repr_html_(self) -> str:
        return (
            f'<iframe src="{self.address}" title="{self._title}" width="100%" height="{self.height}" '
            'style="border: 0" allow="clipboard-write"></iframe>'
        )


def embed(body: Scene | BodyScene | Chain | str | None = None, *, height: int = 640) -> Embed:
    """Show the simulation below a notebook's cell, with a body in it.

    The page is served from this process to this machine alone, until the process ends or `close` is called.

    Parameters
    ----------
    body : Scene, BodyScene, Chain, str or None
        What to show: a scene, a chain, or a preset's name. None is the page's own first scene.
    height : int [px], at least 320

    Raises
    ------
    OptionError
        The height or the preset is wrong, or the scene is too large.
    """
    if height < _LEAST_HEIGHT:
        raise OptionError(f"height {height}: the figure needs at least {_LEAST_HEIGHT} px")
    if isinstance(body, str):
        body = parse_scene(preset_text(body), body)
    elif isinstance(body, Chain):
        body = Scene(body=body)
    return Embed(PageServer(body, framed=True).start(), height, "fabrikit: the live simulation")
