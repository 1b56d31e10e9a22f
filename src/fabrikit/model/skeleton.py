"""Skeletons: trees of named joints."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from fabrikit import bridge
from fabrikit.arrays import Array, freeze
from fabrikit.errors import ModelError
from fabrikit.model import body_parts, body_q, body_views
from fabrikit.model.joint import Joint
from fabrikit.model.joint_tree import read_tree, unknown_name
from fabrikit.model.joints import BodyJointType
from fabrikit.model.pose import Pose

Root = str | float
"""How a root is held: "fixed", "free", or a weight above 0 and below 1."""


class Skeleton:
    """A tree of named joints. Frozen; two skeletons of the same joints are equal, whatever order they were given in.

    Parameters
    ----------
    joints : sequence of Joint
        In any order; one has no parent, the root. Angle and displacement zero of every joint is the rest pose, and
        limits are measured from it.
    root : "fixed", "free", or a weight above 0 and below 1
        Whether the root may leave its place while solving: not at all, freely, or the less willingly the nearer the
        weight is to 1. A root that moves has no type: it also turns freely. One that is fixed turns as its type says.

    Attributes
    ----------
    joints : tuple of Joint
        In their order: depth first, children by name.
    joint_names : tuple of str
        In the same order, as rows of `Pose.positions`.
    parents : tuple of int
        Index of each joint's parent; -1 for the root.
    root : str or float
        As given.
    dimension : 2 or 3
        A skeleton is in the plane when all its offsets have two coordinates.
    q_names : tuple of str
        One for each number of q: the joint's name; with ".w .x .y .z" for a ball's quaternion, with
        ".tx .ty .tz .w .x .y .z" for a root that moves (in 2D ".tx .ty .angle"), ".1 .2" for a Universal.
    q_slices : mapping of str to slice
        Where in q a joint's numbers stand; empty for fixed joints and those that follow another.
    rest_q : (nq,), read-only
        The numbers of the rest pose: zeros and identity quaternions. A hinge or slider whose range does not hold zero
        rests at the nearer end.
    reach : float
        Longest way from the root to a joint along the bones, sliders at their farthest.
    kernel_joints : (m,) structured array, read-only
        What the kernel reads, `fabrikit.bridge.BODY_JOINT`: one or more for each joint.
    piece_slices : m slices
        Where in q the numbers of each of the kernel's joints stand; of one that follows another, those of that.

    Raises
    ------
    ModelError
        Names or parents that are not there (with the nearest name), a cycle, several roots, a mimic in a circle.
    LimitError
        A limit that cannot be, or that the rest pose does not keep: names the joint, what came and what is allowed.
    ShapeError
        A vector of the wrong shape, a rotation that is not a unit quaternion.

    Examples
    --------
    >>> from fabrikit import Hinge, Joint, Skeleton
    >>> leg = Skeleton([
    ...     Joint("hip", type=Hinge(axis=(0, 1, 0), lower=-2, upper=0.5)),
    ...     Joint("knee", "hip", offset=(0, 0, -0.4), type=Hinge(axis=(0, 1, 0), lower=0, upper=2.4)),
    ...     Joint("foot", "knee", offset=(0, 0, -0.4), type=Hinge(axis=(0, 1, 0), lower=-1, upper=1)),
    ... ])
    >>> leg.q_names
    ('hip', 'knee', 'foot')
    >>> leg.forward([-0.5, 1.0, 0.0])["foot"][:3, 3].round(3) + 0.0
    array([ 0.   ,  0.   , -0.702])
    """

    __slots__ = (
        "_bones",
        "_index",
        "_kernel",
        "_shown",
        "dimension",
        "joint_names",
        "joints",
        "kernel_joints",
        "parents",
        "piece_slices",
        "q_names",
        "q_slices",
        "reach",
        "rest_q",
        "root",
    )

    joints: tuple[Joint, ...]
    joint_names: tuple[str, ...]
    parents: tuple[int, ...]
    root: Root
    dimension: int
    q_names: tuple[str, ...]
    q_slices: Mapping[str, slice]
    rest_q: Array
    reach: float
    kernel_joints: npt.NDArray[Any]
    _index: dict[str, int]
    _kernel: bridge.Body
    _bones: Array
    _shown: npt.NDArray[np.intp]
    piece_slices: tuple[slice, ...]

    def __init__(self, joints: Sequence[Joint], root: Root = "fixed") -> None:
        ordered, parents = read_tree(joints)
        parts = body_parts.assemble(ordered, parents, root)
        names = tuple(joint.name for joint in ordered)
        index = {name: place for place, name in enumerate(names)}
        self._fix(joints=ordered, joint_names=names, parents=parents, root=parts.root, _index=index)
        self._fix(dimension=parts.dimension, kernel_joints=parts.records, _shown=parts.shown, piece_slices=parts.slices)
        self._fix(_bones=parts.bones, reach=parts.reach)
        self._fix(q_names=parts.q_names, q_slices=parts.q_slices, _kernel=bridge.Body(parts.records))
        self._fix(rest_q=self._kernel.rest())

    @classmethod
    def from_points(
        cls,
        points: Mapping[str, Any],
        parents: Mapping[str, str],
        types: Mapping[str, BodyJointType] | None = None,
        *,
        root: Root = "fixed",
    ) -> Self:
        """Make a skeleton from where its joints stand at rest; all its frames rest along the world's axes.

        Parameters
        ----------
        points : mapping of str to array-like (D,)
            World positions of the joints in the rest pose, by name.
        parents : mapping of str to str
            The parent of every joint but the root.
        types : mapping of str to a joint type, optional
            How joints move; one that is not named turns freely if it carries others, and is Fixed if it is a tip.
            Ranges must hold the pose that the points show: zero.
        root : "fixed", "free", or a weight above 0 and below 1
            As for the class.

        Raises
        ------
        ModelError, LimitError, ShapeError
        """
        return cls(body_parts.joints_of_points(points, parents, {} if types is None else types), root)

    @property
    def tips(self) -> tuple[str, ...]:
        """The names of the joints that carry no other."""
        carrying = set(self.parents)
        return tuple(name for place, name in enumerate(self.joint_names) if place not in carrying)

    def index(self, name: str) -> int:
        """Return the place of a joint in `joint_names`.

        Parameters
        ----------
        name : str

        Raises
        ------
        ModelError
            There is no such joint; names the nearest.
        """
        try:
            return self._index[name]
        except (KeyError, TypeError):
            raise unknown_name("skeleton", name, self.joint_names) from None

    def kernel_index(self, place: int) -> int:
        """Return which of `kernel_joints` carries the frame of a joint.

        Parameters
        ----------
        place : int
            In `joint_names`.
        """
        return int(self._shown[place])

    def bone(self, name: str) -> Array:
        """Return the unit direction (3,) of a joint's bone, in its own frame; z is 0 in 2D.

        Parameters
        ----------
        name : str

        Raises
        ------
        ModelError
            There is no such joint.
        """
        bone: Array = self._bones[self.index(name)]
        return bone

    def path(self, base: str, tip: str) -> tuple[str, ...]:
        """Return the names of the joints from `base` to `tip`, both included.

        Parameters
        ----------
        base, tip : str
            The tip is carried by the base, or is the base.

        Raises
        ------
        ModelError
            There is no such joint, or the tip is not carried by the base.
        """
        first, step, way = self.index(base), self.index(tip), []
        while step >= 0:
            way.append(self.joint_names[step])
            if step == first:
                return tuple(reversed(way))
            step = self.parents[step]
        raise ModelError(
            f"path: {tip!r} is not carried by {base!r}; above it are {', '.join(map(repr, way[1:])) or 'none'}"
        )

    def subtree(self, base: str, tip: str | None = None) -> Self:
        """Return a part of the skeleton whose root is `base`, standing where it stands in the rest pose.

        Parameters
        ----------
        base : str
            The new root; it keeps its type, and its place is fixed.
        tip : str, optional
            Leave only the joints on the way to this one; by default everything that `base` carries.

        Raises
        ------
        ModelError
            There is no such joint, the tip is not carried by the base, or a mimic would lose the joint that it follows.
        """
        kept = self.path(base, tip) if tip is not None else self._carried_by(base)
        return type(self)(body_parts.part(self, kept))

    def forward(self, q: npt.ArrayLike, *, base: Any = None) -> Pose:
        """Lay out the joints: forward kinematics.

        Parameters
        ----------
        q : array-like (..., nq)
            The numbers of one pose or of many. Limits are not asked for.
        base : array-like (D,), (7,) or (4, 4), optional
            The body's base frame in the world: a place, place and wxyz, or a matrix. The world's own by default.

        Raises
        ------
        ShapeError
            Another number of numbers, a quaternion that is not unit, an angle beyond 2^20 rad.
        """
        rows = body_q.read(self, "q", q)
        lead = rows.shape[:-1]
        positions, rotations = body_views.lay_out(
            self, rows.reshape(math.prod(lead), len(self.q_names)), body_views.read_base(self, base)
        )
        shown = len(self.joint_names)
        return Pose(self, rows, positions.reshape(*lead, shown, self.dimension), rotations.reshape(*lead, shown, 4))

    @property
    def rest_pose(self) -> Pose:
        """The pose in which every joint rests."""
        return self.forward(self.rest_q)

    def settle(self, q: npt.ArrayLike) -> Array:
        """Return numbers brought inside the limits, joint by joint to the nearest allowed.

        Parameters
        ----------
        q : array-like (..., nq)

        Raises
        ------
        ShapeError
        """
        rows = body_q.read(self, "q", q)
        return self._kernel.settle(rows.reshape(math.prod(rows.shape[:-1]), rows.shape[-1])).reshape(rows.shape)

    def motions(self, q: npt.ArrayLike) -> tuple[Array, Array]:
        """Return how far each joint has turned and moved from rest.

        Parameters
        ----------
        q : array-like (..., nq)

        Returns
        -------
        turns (..., n, 4), shifts (..., n, 3)
            Each in the joint's own rest frame; turns are wxyz.

        Raises
        ------
        ShapeError
        """
        return body_views.motions(self, body_q.read(self, "q", q))

    def q_from_motions(self, turns: npt.ArrayLike, shifts: npt.ArrayLike | None = None) -> Array:
        """Return the numbers of turned joints: the inverse of `motions`.

        Parameters
        ----------
        turns : array-like (..., n, 4)
            wxyz, in each joint's own rest frame. Of a turn that a joint cannot make, the part that it can make counts.
        shifts : array-like (..., n, 3), optional
            Displacements of sliders and of a root that moves; none by default.

        Returns
        -------
        (..., nq)
            Angles by less than half a turn from the middle of their range; limits are not asked for.

        Raises
        ------
        ShapeError
        """
        return body_views.q_from_motions(self, turns, shifts)

    def q_from_transforms(self, transforms: npt.ArrayLike, *, base: Any = None) -> Array:
        """Return the numbers of a pose from the frames of its joints in the world: the inverse of `forward`.

        Parameters
        ----------
        transforms : array-like (..., n, 4, 4)
            As `Pose.transforms`, in the order of `joint_names`.
        base : array-like, optional
            As in `forward`.

        Returns
        -------
        (..., nq)

        Raises
        ------
        ShapeError
        """
        return body_views.q_from_transforms(self, transforms, base)

    def q_with(self, values: Mapping[str, Any], q: npt.ArrayLike | None = None) -> Array:
        """Return q (nq,) with the numbers of some joints replaced.

        Parameters
        ----------
        values : mapping of str to numbers
            One number for a hinge or a slider; a rotation (wxyz, matrix or SciPy Rotation) for a ball.
        q : array-like (nq,), optional
            What the other joints keep; the rest pose by default.

        Raises
        ------
        ModelError
            A joint that is not there or has no numbers of its own.
        ShapeError
        """
        return body_q.replace(self, values, self.rest_q if q is None else q)

    def limits(self, name: str) -> tuple[float, float] | None:
        """Return the range of a hinge or slider, narrowed by those that follow it; None where there is none.

        Parameters
        ----------
        name : str

        Raises
        ------
        ModelError
            There is no such joint.
        """
        record = self.kernel_joints[self._shown[self.index(name)]]
        return (float(record["lower"]), float(record["upper"])) if record["has_range"] else None

    def _carried_by(self, base: str) -> tuple[str, ...]:
        kept = {self.index(base)}
        for place, parent in enumerate(self.parents):
            if parent in kept:
                kept.add(place)
        return tuple(self.joint_names[place] for place in sorted(kept))

    def _fix(self, **values: Any) -> None:
        """Set attributes once, arrays read-only for good."""
        for name, value in values.items():
            object.__setattr__(self, name, freeze(value) if isinstance(value, np.ndarray) else value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Skeleton is frozen: {name} cannot be set; make a new Skeleton instead")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Skeleton is frozen: {name} cannot be deleted")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.joints, self.root)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Skeleton):
            return NotImplemented
        mine, theirs = (each._value() for each in (self, other))
        return mine == theirs

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[Any, ...]:
        return self.joint_names, self.parents, self.dimension, self.root, self.q_names, self.kernel_joints.tobytes()

    def __len__(self) -> int:
        return len(self.joints)

    def __repr__(self) -> str:
        held = self.root if isinstance(self.root, str) else f"weight {self.root:g}"
        return f"Skeleton({len(self.joints)} joints, {self.dimension}D, {len(self.q_names)} numbers, root {held})"
