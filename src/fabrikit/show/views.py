"""Views: how joints in space become points on paper.

Paper coordinates have the base at the origin and the outer reach as their unit, so that a figure of
millimetres and one of kilometres are drawn by the same numbers.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fabrikit.arrays import Array
from fabrikit.formats import Scene
from fabrikit.show.limits import hinge_sectors
from fabrikit.solve import Result


@dataclass(frozen=True)
class View:
    """A direction to look along.

    Attributes
    ----------
    title : str
    matrix : (2, D) float64
        Rows are the directions of paper's right and up; orthonormal, so that a ball is drawn as a circle.
    """

    title: str
    matrix: Array

    def __call__(self, points: Array) -> Array:
        """Return paper coordinates, shape (..., 2), of points (..., D)."""
        return points @ self.matrix.T


PLANE = View("", np.eye(2))
SIDE = View("from the side: x right, z up", np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]))
TOP = View("from above: x right, y up", np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]))


def oblique(azimuth: float, elevation: float) -> View:
    """Return the view of an eye at `azimuth` and `elevation` [rad] above the x, y plane; z points up."""
    sin_a, cos_a = math.sin(azimuth), math.cos(azimuth)
    sin_e, cos_e = math.sin(elevation), math.cos(elevation)
    right = [-sin_a, cos_a, 0.0]
    up = [-sin_e * cos_a, -sin_e * sin_a, cos_e]
    return View("", np.array([right, up]))


@dataclass(frozen=True)
class Drawn:
    """A solved scene in paper units, before a view is chosen.

    Attributes
    ----------
    poses : (m, n+1, D) float64
    targets : (m, D) float64
    reached : (m,) bool
    names : tuple of str
        Of the targets; empty where a target has none.
    shown : tuple of int
        Indices of the poses to draw; a long track shows some of them.
    inner : float
        Inner reach; the outer is 1.
    unit : float
        Length of one paper unit in the unit of the scene.
    sectors : tuple of (int, (k, 2) float64)
        Joints of the last pose and the directions that their limits allow; empty in space.
    """

    poses: Array
    targets: Array
    reached: np.ndarray[tuple[int], np.dtype[np.bool_]]
    names: tuple[str, ...]
    shown: tuple[int, ...]
    inner: float
    unit: float
    sectors: tuple[tuple[int, Array], ...]


MOST_POSES = 30
"""More would cover each other."""


def in_paper_units(scene: Scene, results: Sequence[Result]) -> Drawn:
    """Move the base to the origin and make the outer reach the unit of length."""
    inner, outer = scene.body.reach
    unit = outer or 1.0
    base = results[0].positions[0]
    poses = np.array([result.positions for result in results])
    targets = np.array([target.position for target in scene.targets])
    return Drawn(
        poses=(poses - base) / unit,
        targets=(targets - base) / unit,
        reached=np.array([bool(result) for result in results]),
        names=tuple(target.name or "" for target in scene.targets),
        shown=tuple(np.unique(np.linspace(0, len(results) - 1, MOST_POSES).round().astype(int)).tolist()),
        inner=inner / unit,
        unit=unit,
        sectors=hinge_sectors(scene.body, results[-1]) if scene.body.dimension == 2 else (),
    )


def grid_step(unit: float) -> float:
    """Return a round length (1, 2 or 5 times a power of ten) near a quarter of `unit`."""
    wanted = unit / 4
    power = 10.0 ** math.floor(math.log10(wanted))
    return max((step * power for step in (1.0, 2.0, 5.0) if step * power <= wanted), default=power)
