"""A scene: a body, the targets of its tip, and the options of the solve.

Frozen data, as a scene file (JSON) says it and as the command line and the page see it.
`scene_reader.py` reads the file, `scene_writer.py` writes it, `scene_solve.py` solves it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fabrikit.arrays import Array
from fabrikit.model import Chain
from fabrikit.solve import Pole, Target
from fabrikit.solve.options import DEFAULT_MAX_ITERATIONS, DEFAULT_ROTATION_TOLERANCE
from fabrikit.solve.reach_options import SoftReach

VERSION = 1
"""The version of the format that this package reads and writes."""


@dataclass(frozen=True, eq=False)
class SceneTarget:
    """One place where the tip should go, and how the last bone should stand there.

    At most one of direction, rotation and angle is there.

    Attributes
    ----------
    position : (D,) float64
    name : str or None
    time : float or None [s]
        When the tip should be there. Solving does not use it; tables and figures show it.
    direction : (D,) float64 or None
        Where the last bone should point, world frame, any length.
    rotation : (4,) float64 or None
        How the last bone's own axes should stand in the world, wxyz; 3D.
    angle : float or None [rad]
        The last bone's angle from the world's x axis; 2D.
    """

    position: Array
    name: str | None = None
    time: float | None = None
    direction: Array | None = None
    rotation: Array | None = None
    angle: float | None = None

    @property
    def is_aimed(self) -> bool:
        """Whether the last bone is asked for more than its place."""
        return any(value is not None for value in (self.direction, self.rotation, self.angle))

    def for_solver(self) -> Array | Target:
        """Return what `solve` takes: the position alone, or a `Target`."""
        if not self.is_aimed:
            return self.position
        return Target(self.position, direction=self.direction, rotation=self.rotation, angle=self.angle)


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
    rotation_tolerance : float [rad]
        The rotation error that counts as reached, for targets with a direction, rotation or angle.
    clamp : str
        Which passes of method "fabrik" apply limits: "both" or "from_base".
    soft_reach : SoftReach or None
        Eases the last of the extension.
    stretch : float
        Largest factor that the bones may stretch by; 1 is off.
    follow : bool
        Each target starts from the answer to the one before, instead of from `start`.
    """

    start: Array | None = None
    base: Array | None = None
    pole: Pole | None = None
    tolerance: float | None = None
    max_iterations: int = DEFAULT_MAX_ITERATIONS
    method: str = "auto"
    rotation_tolerance: float = DEFAULT_ROTATION_TOLERANCE
    clamp: str = "both"
    soft_reach: SoftReach | None = None
    stretch: float = 1.0
    follow: bool = False

    def for_solver(self) -> Mapping[str, Any]:
        """Return the options that a `Solver` is prepared with, by name."""
        not_for_it = ("start", "base", "follow")
        return {name: value for name, value in vars(self).items() if name not in not_for_it}


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
