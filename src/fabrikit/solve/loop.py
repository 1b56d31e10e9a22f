"""Closed loops: two places of a body that are one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from fabrikit import bridge
from fabrikit.arrays import as_vector
from fabrikit.errors import ModelError, OptionError
from fabrikit.model import Skeleton
from fabrikit.model.rotations import read_rotation
from fabrikit.solve.body_target import unit_vector


@dataclass(frozen=True, slots=True, eq=False)
class Loop:
    """Closes a tree to a loop: `joint_b` stands at `offset` in the frame of `joint_a`, whatever moves.

    Parameters
    ----------
    joint_a, joint_b : str
        Joints of the skeleton, of two branches.
    offset : array-like (D,), optional
        In joint a's own frame; its own place by default.
    rotation : optional
        How joint b's axes stand in joint a's, if they are also fixed to each other: wxyz, a matrix (3, 3), or a SciPy
        Rotation. 3D.
    axis : array-like (3,), optional
        An axis, the same in both frames, that the two share and may turn about: a hinge that closes the loop. 3D.
    """

    joint_a: str
    joint_b: str
    offset: Any = None
    rotation: Any = None
    axis: Any = None


def read_loops(loops: Any, skeleton: Skeleton) -> npt.NDArray[Any]:
    """Return the kernel's records of loops. Raises OptionError, ModelError or ShapeError."""
    if loops is None:
        return np.zeros(0, bridge.BODY_LOOP)
    if isinstance(loops, Loop):
        loops = [loops]
    if not isinstance(loops, Sequence) or not all(isinstance(loop, Loop) for loop in loops):
        raise OptionError(f"loops: must be Loop(joint_a, joint_b, offset) or a list of them, got {loops!r}")
    records: npt.NDArray[Any] = np.zeros(len(loops), bridge.BODY_LOOP)
    for number, (loop, record) in enumerate(zip(loops, records, strict=True)):
        _write(loop, f"loops[{number}]", skeleton, record)
    # The order of writing decides nothing.
    return np.asarray(records[np.lexsort((records["joint_b"], records["joint_a"]))])


def _write(loop: Loop, where: str, skeleton: Skeleton, record: Any) -> None:
    places = [skeleton.index(name) for name in (loop.joint_a, loop.joint_b)]
    if places[0] == places[1]:
        raise ModelError(f"{where}: joins {loop.joint_a!r} to itself; a loop joins two joints")
    if skeleton.dimension == 2 and (loop.rotation is not None or loop.axis is not None):
        raise OptionError(f"{where}: rotation and axis are for 3D")
    if loop.rotation is not None and loop.axis is not None:
        raise OptionError(f"{where}: give one of rotation and axis, got both")
    record["joint_a"], record["joint_b"] = (skeleton.kernel_index(place) for place in places)
    record["frame_a"][0] = record["frame_b"][0] = 1.0
    if loop.offset is not None:
        record["offset_a"][: skeleton.dimension] = as_vector(f"{where} offset", loop.offset, skeleton.dimension)
    if loop.rotation is not None:
        record["frame_a"], record["aim"] = read_rotation(f"{where} rotation", loop.rotation), 2
    elif loop.axis is not None:
        record["axis"], record["aim"] = unit_vector(f"{where} axis", loop.axis, 3), 1
