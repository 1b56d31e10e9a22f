"""Chains: unbranched lists of joints."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
import numpy.typing as npt

from fabrikit import bridge
from fabrikit.arrays import Array, as_floats, as_joints, as_vector, freeze, shape_of
from fabrikit.errors import ModelError, OptionError, ShapeError
from fabrikit.model.joint_specs import hinge_ends, joint_specs, read_types
from fabrikit.model.joints import JointType
from fabrikit.model.rotations import read_rotations, rotate, shortest_turn

SMALLEST_REACH = 2.0**-450
"""A chain shorter than this, though not of length zero, is refused: its squares would vanish."""

LARGEST_TURN = 2.0**20
"""Turns beyond this [rad] are refused: the kernel's trigonometry states its error up to here."""


class Chain:
    """An unbranched list of joints, first one fixed (the base), last one reaching (the tip).

    Parameters
    ----------
    joints : array-like (n + 1, 2) or (n + 1, 3)
        The rest pose, base first, in any unit. Bone i leads from joint i to joint i + 1; bones of no length are legal.
    types : sequence or mapping, optional
        `Ball`, `Hinge`, `Fixed` or None (free) for each bone's joint, or for some by number. Limits are measured from
        the rest pose relative to the parent bone, never from the pose that a solve starts with.
    base_direction : array-like (D,), optional
        What the first joint's limit is measured from; the first bone's rest direction by default.
    rest_rotations : array-like (n, 4) or SciPy Rotation, optional
        How each bone's own axes stand in the rest pose, wxyz, world; `Result.rotations` are of these axes. The world's
        axes by default. 3D only.

    Attributes
    ----------
    joints : (n + 1, D), read-only
    lengths : (n,), read-only
        Distances between neighbouring joints.
    reach : (inner, outer)
        Radii of the nearest and the farthest points that the tip can reach, from the base, limits left aside.
    types : (n,) tuple
    base_direction : (D,), read-only, or None
    rest_rotations : (n, 4), read-only, or None

    Raises
    ------
    ShapeError
        Fewer than two joints, another shape, NaN or infinity.
    ModelError
        A reach below 2^-450 that is not zero.
    LimitError
        A limit that cannot be: names the joint, what came and what is allowed.

    Examples
    --------
    >>> from fabrikit import Chain
    >>> chain = Chain([[0, 0], [3, 0], [5, 0]])
    >>> chain.lengths
    array([3., 2.])
    >>> chain.reach
    (1.0, 5.0)
    """

    __slots__ = (
        "_hinge_ends",
        "_offsets",
        "_reference",
        "_specs",
        "base_direction",
        "joints",
        "lengths",
        "reach",
        "rest_rotations",
        "types",
    )

    joints: Array
    lengths: Array
    reach: tuple[float, float]
    types: tuple[JointType, ...]
    rest_rotations: Array | None
    base_direction: Array | None
    _reference: Array
    _specs: npt.NDArray[Any] | None
    _offsets: Array
    _hinge_ends: Array

    def __init__(
        self, joints: Any, types: Any = None, *, base_direction: Any = None, rest_rotations: Any = None
    ) -> None:
        checked = as_joints("joints", joints)
        self._set(checked.copy(), bridge.measure(checked))
        self._set_joints(types, base_direction, rest_rotations)

    @classmethod
    def from_lengths(cls, lengths: Any, types: Any = None, *, base: Any = None, dimension: int = 2) -> Self:
        """Make a chain that rests straight along +x.

        Parameters
        ----------
        lengths : array-like (n,)
            Bone lengths, each >= 0.
        types : sequence or mapping, optional
            Joint types, as for the class.
        base : array-like (dimension,), optional
            Where the first joint stands; the origin by default.
        dimension : 2 or 3

        Raises
        ------
        ShapeError, ModelError
            Not a list of numbers; a negative length.
        """
        if type(dimension) is not int or dimension not in (2, 3):
            raise OptionError(f"dimension: must be 2 or 3, got {dimension!r}")
        checked = as_floats("lengths", lengths)
        if checked.ndim != 1:
            raise ShapeError(f"lengths: needs shape (bones,), got {shape_of(checked)}")
        if (checked < 0).any():
            bone = int(np.argmax(checked < 0))
            raise ModelError(f"lengths[{bone}]: is {checked[bone]:g}; a bone's length must be 0 or more")
        joints = np.zeros((len(checked) + 1, dimension))
        joints[1:, 0] = np.cumsum(checked)
        joints += 0.0 if base is None else as_vector("base", base, dimension)
        chain = cls.__new__(cls)
        chain._set(joints, checked.copy(), "lengths")
        chain._set_joints(types, None, None)
        return chain

    def _set_joints(self, types: Any, base_direction: Any, rest_rotations: Any) -> None:
        listed = read_types(types, self.bones)
        aimed = None if base_direction is None else self._read_base_direction(base_direction)
        reference = self.joints if aimed is None else self._turned_rest(aimed)
        # A chain without limits may have a hundred thousand bones and no need for records.
        specs = joint_specs(listed, self.joints, aimed) if any(kind is not None for kind in listed) else None
        rotations = None if rest_rotations is None else self._read_rest_rotations(rest_rotations)
        ends = hinge_ends(listed, self.dimension)
        # Where a hinge's own angles start, seen from the rest pose.
        offsets = np.zeros(len(listed)) if specs is None else np.where(np.isnan(ends[0]), 0.0, ends[0] - specs["lower"])
        self._fix(
            types=listed,
            rest_rotations=rotations,
            _reference=reference,
            base_direction=aimed,
            _specs=specs,
            _hinge_ends=ends,
            _offsets=offsets,
        )

    def _read_base_direction(self, base_direction: Any) -> Array:
        direction = as_vector("base_direction", base_direction, self.dimension)
        if not direction.any():
            raise ModelError("base_direction: is the zero vector; give a direction")
        if not (self.joints[1] - self.joints[0]).any():
            raise ModelError("base_direction: the first bone has no length, so it has no direction to turn")
        return direction

    def _turned_rest(self, direction: Array) -> Array:
        """Return the rest pose turned about the base until its first bone points along `direction`."""
        turn = shortest_turn(self.joints[1] - self.joints[0], direction)
        return np.asarray(self.joints[0] + rotate(turn, self.joints - self.joints[0]))

    def _read_rest_rotations(self, rest_rotations: Any) -> Array:
        if self.dimension == 2:
            raise ModelError("rest_rotations: are for 3D chains; a 2D bone has only its angle")
        return read_rotations("rest_rotations", rest_rotations, self.bones)

    @property
    def has_limits(self) -> bool:
        """Whether any joint has a type."""
        return any(kind is not None for kind in self.types)

    def _set(self, joints: Array, lengths: Array, name: str = "joints") -> None:
        kernel = bridge.KernelSolver(joints, lengths, 0.0, 1, 0, True)
        if 0 < kernel.outer < SMALLEST_REACH:
            least = "the shortest allowed (except 0) is 2^-450 (3e-136)"
            raise ModelError(f"{name}: the chain is {kernel.outer:g} long; {least}")
        self._fix(joints=joints, lengths=lengths, reach=(kernel.inner, kernel.outer))

    def _fix(self, **values: Any) -> None:
        """Set attributes once, arrays read-only for good."""
        for name, value in values.items():
            object.__setattr__(self, name, freeze(value) if isinstance(value, np.ndarray) else value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Chain is frozen: {name} cannot be set; make a new Chain instead")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Chain is frozen: {name} cannot be deleted")

    @property
    def dimension(self) -> int:
        """2 or 3."""
        return int(self.joints.shape[1])

    @property
    def bones(self) -> int:
        """Number of bones, one less than joints."""
        return len(self.lengths)

    @property
    def bone_axes(self) -> Array:
        """Unit direction (n, 3) of every bone in the pose that limits are measured from; z is 0 in 2D.

        A bone of no length takes the direction of the one before it, the first one +x.
        """
        axes = np.zeros((self.bones, 3))
        axes[:, : self.dimension] = np.diff(self._reference, axis=0)
        previous = np.array([1.0, 0.0, 0.0])
        for axis in axes:
            size = np.sqrt((axis * axis).sum())
            axis[:] = axis / size if size > 0 else previous
            previous = axis
        return axes

    @property
    def base(self) -> Array:
        """Where the first joint rests (D,)."""
        base: Array = self.joints[0]
        return base

    def stretched(self, factor: float) -> Self:
        """Return the same chain with longer or shorter bones, about the same base.

        Parameters
        ----------
        factor : float > 0
            What every length is multiplied by.
        """
        chain = type(self).__new__(type(self))
        joints = self.joints[0] + factor * (self.joints - self.joints[0])
        chain._set(joints, factor * self.lengths)
        kept = ("types", "base_direction", "rest_rotations", "_specs", "_offsets", "_hinge_ends")
        reference = self.joints[0] + factor * (self._reference - self.joints[0])
        chain._fix(_reference=reference, **{name: getattr(self, name) for name in kept})
        return chain

    def forward(self, angles: npt.ArrayLike) -> Array:
        """Lay out the joints from angles: forward kinematics.

        Parameters
        ----------
        angles : array-like [rad]
            The turn of every bone from the rest pose, relative to its parent. 2D: (..., n), counter-clockwise.
            3D: (..., n) about each bone's own z axis, or (..., n, 2) about its own z axis and then about its own
            y axis (the axes are the world's in the rest pose and turn with the bone). For two bones in 3D a shape of
            (2, 2) is the second form: one pose, not two.

        Returns
        -------
        (..., n + 1, D)
            Joint positions, world frame.

        Raises
        ------
        ShapeError
            Another number of angles than bones, or angles beyond 2^20 rad.

        Examples
        --------
        >>> import numpy as np
        >>> from fabrikit import Chain
        >>> Chain.from_lengths([3, 2]).forward([np.pi / 2, -np.pi / 2]).round(12) + 0.0
        array([[0., 0.],
               [0., 3.],
               [2., 3.]])
        """
        turns = as_floats("angles", angles, empty=True)
        if self.dimension == 3 and turns.shape[-1:] == (self.bones,) and turns.shape[-2:] != (self.bones, 2):
            turns = np.stack([turns, np.zeros_like(turns)], axis=-1)
        shape = (self.bones,) if self.dimension == 2 else (self.bones, 2)
        if turns.shape[-len(shape) :] != shape:
            also = "" if self.dimension == 2 else f" or (..., {self.bones}, 2)"
            wanted = f"(..., {self.bones}){also}"
            raise ShapeError(f"angles: needs shape {wanted}, one for each bone, got {shape_of(turns)}")
        if (np.abs(turns) > LARGEST_TURN).any():
            raise ShapeError(f"angles: the largest allowed is 2^20 rad, got {np.abs(turns).max():g}")
        lead = turns.shape[: -len(shape)]
        joints = bridge.forward(self.joints, np.ascontiguousarray(turns).reshape(-1, *shape))
        return joints.reshape(*lead, *self.joints.shape)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chain):
            return NotImplemented
        return all(np.array_equal(mine, theirs) for mine, theirs in zip(self._arrays(), other._arrays(), strict=True))

    def __hash__(self) -> int:
        return hash(tuple((array.shape, array.tobytes()) for array in self._arrays()))

    def _arrays(self) -> tuple[npt.NDArray[Any], ...]:
        rotations = np.empty(0) if self.rest_rotations is None else self.rest_rotations
        specs = np.empty(0) if self._specs is None else self._specs
        direction = np.empty(0) if self.base_direction is None else self.base_direction
        return self.joints, self.lengths, direction, specs, rotations

    def joint_specs(self) -> npt.NDArray[Any]:
        """Return the kernel's records of the joints (n,): `fabrikit.bridge.JOINT`."""
        return joint_specs(self.types, self._reference) if self._specs is None else self._specs

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._fix(**state)

    def __repr__(self) -> str:
        inner, outer = self.reach
        limits = ", limits" if self.has_limits else ""
        return f"Chain({self.bones} bones, {self.dimension}D, reach {inner:.6g} to {outer:.6g}{limits})"
