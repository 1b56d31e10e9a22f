"""The tree of a skeleton: names, parents, and the one order that its joints have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fabrikit.errors import ModelError, near_name
from fabrikit.model.joint import Joint


def read_tree(joints: Any) -> tuple[tuple[Joint, ...], tuple[int, ...]]:
    """Return the joints in their order, and the index of each one's parent (-1 for the root).

    The order is depth first, children by name: a parent before its children, the same whatever order the joints were
    given in.

    Raises
    ------
    ModelError
        No joint, no name, a name twice, an unknown parent (with the nearest name), no root or several, a cycle.
    """
    by_name = _by_name(joints)
    root = _root(by_name.values())
    children: dict[str, list[str]] = {name: [] for name in by_name}
    for name, joint in by_name.items():
        if joint.parent is not None:
            children[joint.parent].append(name)
    order: list[str] = []
    waiting = [root]
    while waiting:
        name = waiting.pop()
        order.append(name)
        waiting.extend(sorted(children[name], reverse=True))
    place = {name: index for index, name in enumerate(order)}
    parents = tuple(-1 if (up := by_name[name].parent) is None else place[up] for name in order)
    return tuple(by_name[name] for name in order), parents


def unknown_name(what: str, name: Any, names: Iterable[str]) -> ModelError:
    """Return the error for a joint that is not there, with the nearest name."""
    return ModelError(f"{what}: there is no joint {name!r}.{near_name(str(name), names)}")


def _by_name(joints: Any) -> dict[str, Joint]:
    if isinstance(joints, str | Mapping) or not isinstance(joints, Sequence):
        raise ModelError(f"joints: must be a list of Joint, got {type(joints).__name__}")
    if not joints:
        raise ModelError("joints: is empty; a skeleton has at least its root")
    found: dict[str, Joint] = {}
    for index, joint in enumerate(joints):
        if not isinstance(joint, Joint):
            raise ModelError(f"joints[{index}]: must be a Joint, got {joint!r}")
        if type(joint.name) is not str or not joint.name:
            raise ModelError(f"joints[{index}]: a name is text of at least one letter, got {joint.name!r}")
        if joint.name in found:
            raise ModelError(f"joints[{index}]: the name {joint.name!r} stands twice; names are unique")
        found[joint.name] = joint
    return found


def _root(joints: Iterable[Joint]) -> str:
    """Return the name of the joint without a parent, after following every joint up to it."""
    parents = {joint.name: joint.parent for joint in joints}
    for name, parent in parents.items():
        if parent is not None and parent not in parents:
            raise unknown_name(f"joint {name!r}, parent", parent, parents)
    known: set[str] = set()
    for name in parents:
        _climb(name, parents, known)
    roots = [name for name, parent in parents.items() if parent is None]
    if len(roots) > 1:
        raise ModelError(f"joints: {', '.join(map(repr, roots))} have no parent; a skeleton has one root")
    return roots[0]


def _climb(name: str, parents: Mapping[str, str | None], known: set[str]) -> None:
    """Follow the parents of a joint; those already in `known` lead to a root."""
    way: list[str] = []
    step: str | None = name
    while step is not None and step not in known:
        if step in way:
            circle = " -> ".join([*way[way.index(step) :], step])
            raise ModelError(f"joint {step!r}: its parents lead back to itself ({circle}); a skeleton is a tree")
        way.append(step)
        step = parents[step]
    known.update(way)
