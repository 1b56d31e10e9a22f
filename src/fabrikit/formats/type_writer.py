"""Write joint types as a scene says them. Angles are written in radians, whatever the file that was read said."""

import math
from typing import Any

import numpy as np

from fabrikit.model import Ball, BodyJointType, Hinge, Slider, Universal


def type_document(kind: BodyJointType) -> dict[str, Any] | None:
    """Return a joint type as the dictionaries and numbers of its JSON; what has its default is left out."""
    if kind is None:
        return None
    if isinstance(kind, Ball):
        return {"ball": _ball(kind)}
    if isinstance(kind, Hinge):
        return {"hinge": _hinge(kind)}
    if isinstance(kind, Slider):
        return {"slider": _slider(kind)}
    if isinstance(kind, Universal):
        both = zip(("first", "second"), (kind.first, kind.second), strict=True)
        return {"universal": {key: _hinge(each if isinstance(each, Hinge) else Hinge(each)) for key, each in both}}
    return {"fixed": {}}


def _ball(ball: Ball) -> dict[str, Any]:
    said = {"cone": _plain(ball.cone), "twist": _plain(ball.twist), "reference": _plain(ball.reference)}
    return _without_defaults(said | {"stiffness": float(ball.stiffness)})


def _hinge(hinge: Hinge) -> dict[str, Any]:
    lower, upper = float(hinge.lower), float(hinge.upper)
    turns_round = (lower, upper) == (-math.pi, math.pi)
    said = {
        "axis": _plain(hinge.axis),
        "lower": None if turns_round else lower,
        "upper": None if turns_round else upper,
        "frame": None if hinge.frame == "local" else hinge.frame,
        "reference": _plain(hinge.reference),
        "stiffness": float(hinge.stiffness),
    }
    return _without_defaults(said)


def _slider(slider: Slider) -> dict[str, Any]:
    ends = {key: None if end is None else float(end) for key, end in (("lower", slider.lower), ("upper", slider.upper))}
    return _without_defaults({"axis": _plain(slider.axis), **ends, "stiffness": float(slider.stiffness)})


def _without_defaults(said: dict[str, Any]) -> dict[str, Any]:
    stiff = said["stiffness"] != 0
    return {key: value for key, value in said.items() if value is not None and (stiff or key != "stiffness")}


def _plain(value: Any) -> Any:
    return None if value is None else np.asarray(value, dtype=np.float64).tolist()
