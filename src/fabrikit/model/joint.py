"""One joint of a skeleton, as its author writes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fabrikit.model.joints import BodyJointType


@dataclass(frozen=True, slots=True)
class Mimic:
    """A joint that follows another: its number is `ratio` times that of the other, plus `shift`.

    Parameters
    ----------
    joint : str
        The joint that is followed: a hinge or a slider.
    ratio : float
    shift : float
        In the unit of the follower: radians for a hinge, the unit of length for a slider.
    """

    joint: str
    ratio: float = 1.0
    shift: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Joint:
    """A named joint of a skeleton, and the frame that it carries.

    The joint stands at `offset` in its parent's frame, its axes turned by `rotation`; then it turns or slides as its
    type lets it. That is the frame in which its own children stand.

    Parameters
    ----------
    name : str
        Unique within the skeleton.
    parent : str, optional
        The joint that carries this one; None for the root.
    offset : array-like (3,) or (2,), optional
        From the parent joint, in the parent's frame; of the root, in the base frame. Zero by default.
    type : Ball, Hinge, Slider, Universal, Fixed or None
        How the joint moves; None turns freely (in 2D: a hinge without a limit). Axes and references are in the joint's
        own rest frame.
    rotation : optional
        How the joint's axes stand in its parent's frame at rest: wxyz, a matrix (3, 3) or (4, 4), or a SciPy Rotation.
        3D only; not turned by default.
    bone : array-like (3,), optional
        The line that the cone and the twist of a `Ball` are about, in the joint's own rest frame. By default toward the
        mean of its children; without children, or with children in the same place, on along `offset`.
    mimic : Mimic, optional
        The joint that this hinge or slider follows.
    """

    name: str
    parent: str | None = None
    offset: Any = None
    type: BodyJointType = None
    rotation: Any = None
    bone: Any = None
    mimic: Mimic | None = None
