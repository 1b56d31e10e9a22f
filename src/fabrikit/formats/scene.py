"""A scene: a body, the targets of its tip, and the options of the solve.

Frozen data, as a scene file (JSON) says it and as the command line and the page see it.
`scene_reader.py` reads the file, `scene_writer.py` writes it, `scene_solve.py` solves it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fabrikit.arrays import Array
from fabrikit.model import Chain
from fabrikit.solve import Pole

VERSION = 1
"""The version of the format that this package reads and writes."""


@dataclass(frozen=True, eq=False)
class SceneTarget:
    """One place where the tip should go.

    Attributes
    ----------
    position : (D,) float64
    name : str or None
    time : float or None [s]
        When the tip should be there. Solving does not use it; tables and figures show it.
    """

    position: Array
    name: str | None = None
    time: float | None = None


@dataclass(frozen=True, eq=False)
class SceneOptions:
    """How to solve. The names and the defaults are those of `fabrikit.solve`.

    Attributes
    ----------
    start : (n+1, D) float64 or None
        The pose to start from; None is the rest pose.
    base : (D,) float64 or None
        Where the first joint stands; None leaves it where the start has it.
    pole : Pole or None
    tolerance : float or None
        The error that counts as reached; None is 1e-6 of the reach.
    max_iterations : int
    method : str
    follow : bool
        Each target starts from the answer to the one before, instead of from `start`.
    """

    start: Array | None = None
    base: Array | None = None
    pole: Pole | None = None
    tolerance: float | None = None
    max_iterations: int = 1000
    method: str = "auto"
    follow: bool = False

    def for_solver(self) -> Mapping[str, Any]:
        """Return the options that a `Solver` is prepared with, by name."""
        names = ("pole", "tolerance", "max_iterations", "method")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True, eq=False)
class Scene:
    """A body, its targets and the options of the solve.

    Attributes
    ----------
    body : Chain
    targets : tuple of SceneTarget
        May be empty: then the file is a body to which targets are given elsewhere.
    options : SceneOptions
    name, description : str
        Empty when the file says nothing.
    joint_names : tuple of str or None
        One per joint, unique, from the base to the tip.
    """

    body: Chain
    targets: tuple[SceneTarget, ...] = ()
    options: SceneOptions = field(default_factory=SceneOptions)
    name: str = ""
    description: str = ""
    joint_names: tuple[str, ...] | None = None
