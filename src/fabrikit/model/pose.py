"""Poses of a skeleton: where every joint stands, as numbers q, as turns of the joints, as frames in the world."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from fabrikit.arrays import Array
from fabrikit.model.rotations import inverse, matrices, multiply

if TYPE_CHECKING:
    from fabrikit.model.skeleton import Skeleton


class Pose(Mapping[str, Array]):
    """One pose of a skeleton, or many: `pose["hand"]` is the frame of a joint in the world, (..., 4, 4).

    Leading dimensions (...) are those of the q it was made from. Made by `Skeleton.forward` and by solving.

    Attributes
    ----------
    skeleton : Skeleton
    q : (..., nq)
        The numbers, in the order of `skeleton.q_names`.
    positions : (..., n, D)
        Of the joints, in the order of `skeleton.joint_names`, world frame.
    rotations : (..., n, 4)
        How the joints' own axes stand in the world, wxyz.
    """

    __slots__ = ("positions", "q", "rotations", "skeleton")

    skeleton: Skeleton
    q: Array
    positions: Array
    rotations: Array

    def __init__(self, skeleton: Skeleton, q: Array, positions: Array, rotations: Array) -> None:
        self.skeleton = skeleton
        self.q = q
        self.positions = positions
        self.rotations = rotations

    def __getitem__(self, name: str) -> Array:
        index = self.skeleton.index(name)
        return _frames(self.positions[..., index, :], self.rotations[..., index, :])

    def __iter__(self) -> Iterator[str]:
        return iter(self.skeleton.joint_names)

    def __len__(self) -> int:
        return len(self.skeleton.joint_names)

    __hash__ = None  # type: ignore[assignment]  # poses hold arrays

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pose):
            return NotImplemented
        same = (self.q, other.q), (self.positions, other.positions), (self.rotations, other.rotations)
        return self.skeleton == other.skeleton and all(np.array_equal(mine, theirs) for mine, theirs in same)

    @property
    def transforms(self) -> Array:
        """The frames of all joints in the world (..., n, 4, 4), dense, the last row (0, 0, 0, 1)."""
        return _frames(self.positions, self.rotations)

    @property
    def turns(self) -> Array:
        """How far each joint has turned from rest, in its own rest frame (..., n, 4), wxyz."""
        return self.skeleton.motions(self.q)[0]

    @property
    def shifts(self) -> Array:
        """How far each joint has moved from rest, in its own rest frame (..., n, 3): sliders, and a root that moves."""
        return self.skeleton.motions(self.q)[1]

    @property
    def local_rotations(self) -> Array:
        """How the joints' own axes stand in their parents' (..., n, 4), wxyz; the root's in the world."""
        parents = np.array(self.skeleton.parents)
        up = self.rotations[..., np.maximum(parents, 0), :]
        up = np.where((parents < 0)[:, None], np.array([1.0, 0.0, 0.0, 0.0]), up)
        return multiply(inverse(up), self.rotations)

    def __repr__(self) -> str:
        many = " x ".join(map(str, self.q.shape[:-1]))
        return f"Pose({f'{many} poses of ' if many else ''}{len(self)} joints)"


def _frames(positions: Array, rotations: Array) -> Array:
    frames = np.zeros((*rotations.shape[:-1], 4, 4))
    frames[..., :3, :3] = matrices(rotations)
    frames[..., : positions.shape[-1], 3] = positions
    frames[..., 3, 3] = 1.0
    return frames
