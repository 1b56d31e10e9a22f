"""Bodies with published measures, ready to be solved: as functions of a few measures, and as scene files.

The scene files are what the page and the command line read; `examples/presets.py` writes them from the same functions,
nothing in them is written by hand.
"""

from importlib.resources import files

from fabrikit.errors import OptionError, near_name
from fabrikit.presets.animals import quadruped, spider, tentacle
from fabrikit.presets.human import human_arm, human_arm_and_hand, human_body, human_hand, human_leg
from fabrikit.presets.robots import seven_axis_arm, six_axis_arm

NAMES = (
    "human-arm",
    "human-arm-and-hand",
    "human-body",
    "human-hand",
    "human-leg",
    "quadruped",
    "seven-axis-arm",
    "six-axis-arm",
    "spider",
    "tentacle",
    "textbook-chain",
)
"""The scene files there are. `human-arm` and `textbook-chain` are chains, the others skeletons."""


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


__all__ = [
    "NAMES",
    "human_arm",
    "human_arm_and_hand",
    "human_body",
    "human_hand",
    "human_leg",
    "preset_text",
    "quadruped",
    "seven_axis_arm",
    "six_axis_arm",
    "spider",
    "tentacle",
]
