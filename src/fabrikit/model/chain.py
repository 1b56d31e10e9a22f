"""Chains: unbranched lists of joints."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
import numpy.typing as npt

from fabrikit import bridge
from fabrikit.arrays import Array, as_floats, as_joints, as_vector
from fabrikit.errors import ModelError, OptionError, ShapeError

SMALLEST_REACH = 2.0**-450
"""A chain shorter than this, though not of length zero, is refused: its squares would vanish."""

LARGEST_TURN = 2.0**20
"""Turns beyond this [rad] are refused: the kernel's trigonometry states its error up to here."""


class Chain:
    """An unbranched list of free joints, first one fixed (the base), last one reaching (the tip).

    Parameters
    ----------
    joints : array-like (n + 1, 2) or (n + 1, 3)
        The rest pose, base first, in any unit. Bone i leads from joint i to joint i + 1; bones of no length are legal.

    Attributes
    ----------
    joints : (n + 1, D), read-only
    lengths : (n,), read-only
        Distances between neighbouring joints.
    reach : (inner, outer)
        Radii of the nearest and the farthest points that the tip can reach, from the base.

    Raises
    ------
    ShapeError
        Fewer than two joints, another shape, NaN or infinity.
    ModelError
        A reach below 2^-450 that is not zero.

    Examples
    --------
    >>> from fabrikit import Chain
    >>> chain = Chain([[0, 0], [3, 0], [5, 0]])
    >>> chain.lengths
    array([3., 2.])
    >>> chain.reach
    (1.0, 5.0)
    """

    __slots__ = ("joints", "lengths", "reach")

    joints: Array
    lengths: Array
    reach: tuple[float, float]

    def __init__(self, joints: Any) -> None:
        checked = as_joints("joints", joints)
        self._set(checked.copy(), bridge.measure(checked))

    @classmethod
    def from_lengths(cls, lengths: Any, *, base: Any = None, dimension: int = 2) -> Self:
        """Make a chain that rests straight along +x.

        Parameters
        ----------
        lengths : array-like (n,)
            Bone lengths, each >= 0.
        base : array-like (dimension,), optional
            Where the first joint stands; the origin by default.
        dimension : 2 or 3

        Raises
        ------
        ShapeError, ModelError
            Not a list of numbers; a negative length.
        """
        if dimension not in (2, 3):
            raise OptionError(f"dimension: must be 2 or 3, got {dimension!r}")
        checked = as_floats("lengths", lengths)
        if checked.ndim != 1:
            raise ShapeError(f"lengths: needs shape (bones,), got shape {checked.shape}")
        if (checked < 0).any():
            bone = int(np.argmax(checked < 0))
            raise ModelError(f"lengths[{bone}]: is {checked[bone]:g}; a bone's length must be 0 or more")
        joints = np.zeros((len(checked) + 1, dimension))
        joints[1:, 0] = np.cumsum(checked)
        joints += 0.0 if base is None else as_vector("base", base, dimension)
        chain = cls.__new__(cls)
        chain._set(joints, checked.copy())
        return chain

    def _set(self, joints: Array, lengths: Array) -> None:
        kernel = bridge.KernelSolver(joints, lengths, 0.0, 1, 0, True)
        if 0 < kernel.outer < SMALLEST_REACH:
            raise ModelError(f"joints: the chain is {kernel.outer:g} long; the shortest allowed (except 0) is 2^-450 (3e-136)")
        for array in (joints, lengths):
            array.flags.writeable = False
        object.__setattr__(self, "joints", joints)
        object.__setattr__(self, "lengths", lengths)
        object.__setattr__(self, "reach", (kernel.inner, kernel.outer))

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
    def base(self) -> Array:
        """Where the first joint rests (D,)."""
        return self.joints[0]

    def forward(self, angles: npt.ArrayLike) -> Array:
        """Lay out the joints from angles: forward kinematics.

        Parameters
        ----------
        angles : array-like [rad]
            The turn of every bone from the rest pose, relative to its parent. 2D: (..., n), counter-clockwise.
            3D: (..., n) about each bone's own z axis, or (..., n, 2) about its own z axis and then about its own
            y axis (the axes are the world's in the rest pose and turn with the bone).

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
        turns = as_floats("angles", angles)
        if self.dimension == 3 and turns.shape[-1:] == (self.bones,) and turns.shape[-2:] != (self.bones, 2):
            turns = np.stack([turns, np.zeros_like(turns)], axis=-1)
        shape = (self.bones,) if self.dimension == 2 else (self.bones, 2)
        if turns.shape[-len(shape) :] != shape:
            also = "" if self.dimension == 2 else f" or (..., {self.bones}, 2)"
            raise ShapeError(f"angles: needs shape (..., {self.bones}){also}, one for each bone, got shape {turns.shape}")
        if (np.abs(turns) > LARGEST_TURN).any():
            raise ShapeError(f"angles: the largest allowed is 2^20 rad, got {np.abs(turns).max():g}")
        lead = turns.shape[: -len(shape)]
        joints = bridge.forward(self.joints, np.ascontiguousarray(turns).reshape(-1, *shape))
        return joints.reshape(*lead, *self.joints.shape)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chain):
            return NotImplemented
        return np.array_equal(self.joints, other.joints) and np.array_equal(self.lengths, other.lengths)

    def __hash__(self) -> int:
        return hash((self.joints.shape, self.joints.tobytes(), self.lengths.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self.joints, self.lengths)

    def __repr__(self) -> str:
        inner, outer = self.reach
        return f"Chain({self.bones} bones, {self.dimension}D, reach {inner:.6g} to {outer:.6g})"


def _restore(kind: type[Chain], joints: Array, lengths: Array) -> Chain:
    chain = kind.__new__(kind)
    chain._set(joints.copy(), lengths.copy())
    return chain
