"""Robot arms of published measures, with six and with seven axes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from fabrikit.model import Fixed, Hinge, Joint, Skeleton
from fabrikit.presets.build import turned

SIX_AXES = (
    # a, alpha [quarter turns], d of each axis, distal convention
    (0.0, 1, 0.089159),
    (-0.425, 0, 0.0),
    (-0.39225, 0, 0.0),
    (0.0, 1, 0.10915),
    (0.0, -1, 0.09465),
    (0.0, 0, 0.0823),
)
SEVEN_AXES = (
    # a, alpha [quarter turns], d of each axis, proximal convention (Craig), lower, upper
    (0.0, 0, 0.333, -2.8973, 2.8973),
    (0.0, -1, 0.0, -1.7628, 1.7628),
    (0.0, 1, 0.316, -2.8973, 2.8973),
    (0.0825, 1, 0.0, -3.0718, -0.0698),
    (-0.0825, -1, 0.384, -2.8973, 2.8973),
    (0.0, 1, 0.0, -0.0175, 3.7525),
    (0.088, 1, 0.0, -2.8973, 2.8973),
)
FLANGE = 0.107

Z = (0.0, 0.0, 1.0)


def six_axis_arm() -> Skeleton:
    """Make a robot arm of six hinges, 0.85 m of reach: the measures of a UR5.

    Denavit-Hartenberg parameters as Universal Robots publishes them for the UR5: d1 0.089159, a2 -0.425, a3 -0.39225,
    d4 0.10915, d5 0.09465, d6 0.0823 m. Every axis turns by 360 degrees each way.

    Returns
    -------
    Skeleton
        `axis_1` (the root, fixed) to `axis_6`, and the tip `flange`. z points up.
    """
    joints: list[Joint] = []
    parent, offset, rotation = None, (0.0, 0.0, 0.0), None
    for number, (along, quarters, up) in enumerate(SIX_AXES, 1):
        name = f"axis_{number}"
        joints.append(Joint(name, parent, offset, Hinge(Z, -2 * math.pi, 2 * math.pi), rotation))
        parent, offset, rotation = name, (along, 0.0, up), _about_x(quarters)
    return Skeleton([*joints, Joint("flange", parent, offset, Fixed(), rotation)])


def seven_axis_arm() -> Skeleton:
    """Make a robot arm of seven hinges, 0.855 m of reach: the measures and limits of a Panda.

    Denavit-Hartenberg parameters (Craig's convention) and limits as Franka Emika publishes them for the Panda: d1
    0.333, d3 0.316, a4 0.0825, a5 -0.0825, d5 0.384, a7 0.088, flange 0.107 m; limits in `SEVEN_AXES`. The fourth
    axis cannot stand at zero; it rests at its nearer end.

    Returns
    -------
    Skeleton
        `axis_1` (the root, fixed) to `axis_7`, and the tip `flange`. z points up.
    """
    joints: list[Joint] = []
    parent = None
    for number, (along, quarters, up, lower, upper) in enumerate(SEVEN_AXES, 1):
        name, turn = f"axis_{number}", _about_x(quarters)
        # In Craig's convention d lies along the axis itself, after the turn about x.
        offset = (along, *_turned_up(quarters, up))
        joints.append(Joint(name, parent, offset, Hinge(Z, lower, upper), turn))
        parent = name
    return Skeleton([*joints, Joint("flange", parent, (0.0, 0.0, FLANGE), Fixed())])


def _about_x(quarters: int) -> Sequence[float] | None:
    return None if quarters == 0 else turned((1.0, 0.0, 0.0), 90.0 * quarters)


def _turned_up(quarters: int, up: float) -> tuple[float, float]:
    """Return y and z of a displacement along an axis that was turned by quarters about x."""
    return {0: (0.0, up), 1: (-up + 0.0, 0.0), -1: (up, 0.0)}[quarters]
