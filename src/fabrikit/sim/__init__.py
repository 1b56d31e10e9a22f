"""The live simulation: the built page, a server for this machine alone, and a frame for notebooks."""

from fabrikit.sim.embed import Embed, embed
from fabrikit.sim.link import scene_link
from fabrikit.sim.page import page_bytes
from fabrikit.sim.server import PageServer

__all__ = ["Embed", "PageServer", "embed", "page_bytes", "scene_link"]
