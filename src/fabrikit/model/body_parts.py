"""The parts that a skeleton is made of: the kernel's joints, and where in q each has its numbers."""

from __future__ import annotations

import dataclasses
import numbers
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from fabrikit import bridge
from fabrikit.arrays import Array, as_floats, as_vector, norm
from fabrikit.errors import LimitError, ModelError, OptionError, ShapeError
from fabrikit.model.body_records import NUMBERS, kind_of, pieces_of
from fabrikit.model.joint import Joint
from fabrikit.model.joint_tree import unknown_name
from fabrikit.model.joints import Ball, BodyJointType, Fixed, Hinge, Slider, Universal
from fabrikit.model.mimics import link_mimics
from fabrikit.model.rotations import matrices, read_rotation

if TYPE_CHECKING:
    from fabrikit.model.skeleton import Skeleton


@dataclass(frozen=True, slots=True)
class Parts:
    """What the joints of a skeleton become.

    Attributes
    ----------
    root : str or float
    dimension : int
    records : (m,) of `fabrikit.bridge.BODY_JOINT`
        m >= n: a Universal and a root that moves in the plane are several of the kernel's joints.
    shown : (n,)
        Which of them carries a joint's own frame.
    slices : m slices
        Where in q the numbers of each stand; of a mimic joint, those of the followed.
    q_names : (nq,) tuple of str
    q_slices : mapping of str to slice
    bones : (n, 3)
        Unit directions of the joints' bones, in their own frames.
    reach : float
        Longest way from the root to a joint.
    """

    root: str | float
    dimension: int
    records: npt.NDArray[Any]
    shown: npt.NDArray[np.intp]
    slices: tuple[slice, ...]
    q_names: tuple[str, ...]
    q_slices: Mapping[str, slice]
    bones: Array
    reach: float


def assemble(joints: Sequence[Joint], parents: Sequence[int], root: Any) -> Parts:
    """Check every joint of an ordered tree and put the kernel's joints together. Raises what `Skeleton` says."""
    held, weight = _read_root(root)
    dimension = _dimension(joints)
    children: list[list[Joint]] = [[] for _ in joints]
    for joint, parent in zip(joints, parents, strict=True):
        if parent >= 0:
            children[parent].append(joint)
    is_free = [parent < 0 and held != "fixed" for parent in parents]
    pieces = [
        pieces_of(joint, carried, dimension, free, weight)
        for joint, carried, free in zip(joints, children, is_free, strict=True)
    ]
    shown = np.cumsum([len(each) for each in pieces]) - 1
    records = np.array([piece.record for each in pieces for piece in each], dtype=bridge.BODY_JOINT)
    first = shown - [len(each) - 1 for each in pieces]
    for place, parent in enumerate(parents):
        records[first[place]]["parent"] = shown[parent] if parent >= 0 else -1
        records[first[place] + 1 : shown[place] + 1]["parent"] = np.arange(first[place], shown[place])
    by_name = {joint.name: records[first[place] : shown[place] + 1] for place, joint in enumerate(joints)}
    link_mimics(joints, by_name, {joint.name: int(shown[place]) for place, joint in enumerate(joints)})
    names = [
        [joint.name + suffix for piece in each for suffix in piece.suffixes]
        for joint, each in zip(joints, pieces, strict=True)
    ]
    bones = np.array([each[-1].bone for each in pieces])
    return Parts(
        held, dimension, records, shown, *_numbering(joints, records, first, shown, names), bones, _reach(records)
    )


def _numbering(
    joints: Sequence[Joint], records: Any, first: Any, shown: Any, names: Sequence[Sequence[str]]
) -> tuple[tuple[slice, ...], tuple[str, ...], Mapping[str, slice]]:
    """Return where in q each of the kernel's joints has its numbers, and what these are called."""
    slices: list[slice] = []
    used = 0
    for record in records:
        count = 0 if record["mimic"] >= 0 else NUMBERS[kind_of(record)]
        slices.append(slice(used, used + count))
        used += count
    by_name = {
        joint.name: slice(slices[one].start, slices[last].stop)
        for joint, one, last in zip(joints, first, shown, strict=True)
    }
    for place, record in enumerate(records):
        if record["mimic"] >= 0:
            slices[place] = slices[record["mimic"]]
    called = [name for joint, each in zip(joints, names, strict=True) for name in each[: _length(by_name[joint.name])]]
    return tuple(slices), tuple(called), MappingProxyType(by_name)


def _reach(records: Any) -> float:
    """Return the longest way from the root to a joint, sliders at their farthest."""
    ways = np.zeros(len(records))
    for place, record in enumerate(records):
        step = norm(record["offset"]) if record["parent"] >= 0 else 0.0
        if kind_of(record) == "slider" and record["has_range"]:
            step += max(abs(float(record["lower"])), abs(float(record["upper"])))
        ways[place] = step + (ways[record["parent"]] if record["parent"] >= 0 else 0.0)
    return float(ways.max())


def _length(part: slice) -> int:
    return int(part.stop - part.start)


def _read_root(root: Any) -> tuple[str | float, float]:
    """Return how the root is held, and how unwilling it is to move."""
    if isinstance(root, str) and root in ("fixed", "free"):
        return root, 0.0
    if type(root) is not bool and isinstance(root, numbers.Real) and 0 < float(root) < 1:
        return float(root), float(root)
    raise OptionError(f"root: must be 'fixed', 'free' or a weight above 0 and below 1, got {root!r}")


def _dimension(joints: Sequence[Joint]) -> int:
    sizes: dict[int, str] = {}
    for joint in joints:
        if joint.offset is not None:
            offset = as_floats(f"joint {joint.name!r}, offset", joint.offset)
            if offset.shape not in ((2,), (3,)):
                raise ShapeError(f"joint {joint.name!r}, offset: needs shape (2,) or (3,), got shape {offset.shape}")
            sizes.setdefault(len(offset), joint.name)
    if len(sizes) > 1:
        raise ShapeError(f"joint {sizes[2]!r} has an offset in 2D, joint {sizes[3]!r} one in 3D; give all alike")
    return next(iter(sizes), 3)


def joints_of_points(
    points: Mapping[str, Any], parents: Mapping[str, str], types: Mapping[str, BodyJointType]
) -> list[Joint]:
    """Return the joints of a skeleton given by where they stand at rest. Raises what `Skeleton.from_points` says."""
    for what, given in (("points", points), ("parents", parents), ("types", types)):
        if not isinstance(given, Mapping):
            raise ModelError(f"{what}: must be a mapping by joint name, got {type(given).__name__}")
    for what, names in (("parents", [*parents, *parents.values()]), ("types", types)):
        for name in names:
            if name not in points:
                raise unknown_name(what, name, points)
    places = {name: as_floats(f"points[{name!r}]", point) for name, point in points.items()}
    dimension = len(next(iter(places.values()))) if places and next(iter(places.values())).ndim == 1 else 3
    for name, point in places.items():
        as_vector(f"points[{name!r}]", point, dimension)
    carrying = set(parents.values())
    for name, kind in types.items():
        _check_holds_rest(name, kind)
    return [
        Joint(
            name,
            parents.get(name),
            point - places[parents[name]] if name in parents else point,
            types[name] if name in types else None if name in carrying else Fixed(),
        )
        for name, point in places.items()
    ]


def _check_holds_rest(name: str, kind: BodyJointType) -> None:
    """Check that a range holds the pose that points show."""
    parts = (kind.first, kind.second) if isinstance(kind, Universal) else (kind,)
    for part in parts:
        if not isinstance(part, Hinge | Slider) or part.lower is None or part.upper is None:
            continue
        try:
            holds = part.lower <= 0 <= part.upper
        except TypeError:
            continue  # no number: the joint's own check says so
        if not holds:
            raise LimitError(
                f"joint {name!r}: rests at 0, as the points show it, outside its own limit"
                f" {part.lower:.6g} to {part.upper:.6g}",
                joint=name,
                value=(part.lower, part.upper),
            )


def part(skeleton: Skeleton, kept: Sequence[str]) -> list[Joint]:
    """Return some joints of a skeleton; the first of them becomes the root, where it stands at rest."""
    base = kept[0]
    for name in kept:
        mimic = skeleton.joints[skeleton.index(name)].mimic
        if mimic is not None and mimic.joint not in kept:
            raise ModelError(f"subtree: {name!r} follows {mimic.joint!r}, which would not be part of it")
    # A joint that loses a child keeps its bone: its limits are about it.
    joints = [_with_bone(skeleton, name) for name in kept]
    root = joints[0]
    up = skeleton.parents[skeleton.index(base)]
    if up >= 0:
        frame = skeleton.rest_pose[skeleton.joint_names[up]]
        place = np.zeros(3)
        place[: skeleton.dimension] = 0.0 if root.offset is None else root.offset
        offset = (frame[:3, :3] @ place + frame[:3, 3])[: skeleton.dimension]
        rotation = None if skeleton.dimension == 2 else frame[:3, :3] @ _matrix(root)
        root = dataclasses.replace(root, parent=None, offset=offset, rotation=rotation)
    return [root, *joints[1:]]


def _with_bone(skeleton: Skeleton, name: str) -> Joint:
    joint = skeleton.joints[skeleton.index(name)]
    if not isinstance(joint.type, Ball):
        return joint
    return dataclasses.replace(joint, bone=skeleton.kernel_joints[skeleton._shown[skeleton.index(name)]]["axis"].copy())


def _matrix(joint: Joint) -> Any:
    return np.eye(3) if joint.rotation is None else matrices(read_rotation("rotation", joint.rotation))
