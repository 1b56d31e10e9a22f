"""Permalinks of the page: a scene as what follows the # of its address. The page reads them in `permalink.ts`."""

import base64
import zlib

from fabrikit.errors import OptionError
from fabrikit.formats import BodyScene, Scene, dump_scene

VERSION = "1"

_LONGEST = 2_000_000
"""Characters. Browsers refuse addresses from two mebibytes on."""


def scene_link(scene: Scene | BodyScene) -> str:
    """Return the fragment that makes the page show a scene.

    The page may not fetch anything (its policy is `connect-src 'none'`), so the scene travels in the address, which
    no browser sends to a server.

    Parameters
    ----------
    scene : Scene or BodyScene

    Returns
    -------
    str
        A version, a dot, and the deflated JSON in letters that an address may hold.

    Raises
    ------
    OptionError
        The scene is too large for an address.
    """
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    text = '{"scene":' + dump_scene(scene) + "}"
    packed = squeeze.compress(text.encode("utf-8")) + squeeze.flush()
    link = f"{VERSION}.{base64.urlsafe_b64encode(packed).decode('ascii').rstrip('=')}"
    if len(link) > _LONGEST:
        raise OptionError(
            f"the scene packs to {len(link):,} characters, an address holds {_LONGEST:,}; open the page without a body "
            "and drop the scene's file onto it"
        )
    return link
