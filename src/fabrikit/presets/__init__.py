"""Bodies with published measures, ready to be solved, as scene files that the page reads too.

`examples/presets.py` writes them; nothing in them is written by hand.
"""

from importlib.resources import files

from fabrikit.errors import OptionError, near_name

NAMES = ("human-arm", "textbook-chain")
"""The presets there are."""


def preset_text(name: str) -> str:
    """Return the scene file of a preset.

    Parameters
    ----------
    name : str
        One of `NAMES`.

    Raises
    ------
    OptionError
        There is no preset of that name.
    """
    if name not in NAMES:
        raise OptionError(f"there is no preset {name!r}; the presets are {', '.join(NAMES)}.{near_name(name, NAMES)}")
    return (files("fabrikit.presets") / f"{name}.json").read_text(encoding="utf-8")


__all__ = ["NAMES", "preset_text"]
