"""Reach maps as .npz: arrays that NumPy reads back bit by bit.

`status`, `error` and `iterations` have an axis for every coordinate; `x`, `y` (and `z`) hold the coordinates along it.
`statuses` are the words that `status` counts, `start` is the pose that every solve started from.
"""

from typing import IO, Any

import numpy as np

from fabrikit.solve import STATUSES
from fabrikit.solve.reach_map import ReachMap

VERSION = 1
"""The version of this format."""


def write_reach_map(found: ReachMap, name: str, file: IO[bytes]) -> None:
    """Write a reach map to an open file.

    Parameters
    ----------
    found : ReachMap
    name : str
        Of the body.
    file : binary file
    """
    arrays: dict[str, Any] = {
        "fabrikit_reach": np.array(VERSION),
        "name": np.array(name),
        "statuses": np.array([status.value for status in STATUSES]),
        "start": found.start,
        "reach": np.array(found.chain.reach),
        "status": found.status,
        "error": found.error,
        "iterations": found.iterations,
    }
    np.savez_compressed(file, **arrays | dict(zip("xyz", found.axes, strict=False)))
