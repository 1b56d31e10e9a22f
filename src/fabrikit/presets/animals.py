"""Animals of no species in particular: a quadruped, a spider, a tentacle. Their measures are made up."""

from __future__ import annotations

import math

from fabrikit.errors import OptionError
from fabrikit.model import Ball, Hinge, Joint, Skeleton, Universal
from fabrikit.presets.build import DOWN, FORWARD, LEFT, RIGHT, mirrored, place, prefixed, read_size, tip, turned


def quadruped(*, length: float = 0.6) -> Skeleton:
    """Make a four-legged animal that stands: a trunk that moves, four legs, a neck. Proportions are made up.

    Each leg swings forward and back and to the side where it leaves the trunk; elbow or knee and hock are hinges.

    Parameters
    ----------
    length : float [m]
        From hips to shoulders, 0.05 to 5.

    Returns
    -------
    Skeleton
        `trunk` (a root that moves freely), `neck`, `nose`, and for each of front_left, front_right, hind_left and
        hind_right: `..._leg`, `..._knee`, `..._hock`, `..._paw`. Paws stand on z = 0.

    Raises
    ------
    OptionError
    """
    size = read_size("length", length, 0.05, 5.0)
    joints = [
        Joint("trunk", None, place(0, 0, 0.9 * size)),
        Joint(
            "neck",
            "trunk",
            place(0.55 * size, 0, 0.05 * size),
            Universal(Hinge(LEFT, -0.9, 0.9), Hinge((0, 0, 1), -1, 1)),
        ),
        tip("nose", "neck", (0.4 * size, 0, 0.2 * size)),
    ]
    for end, forward, bend in (("front", 0.5, RIGHT), ("hind", -0.5, LEFT)):
        right = _right_leg(size, forward * size, bend)
        joints += prefixed(f"{end}_right_", right, keep=("trunk",))
        joints += prefixed(f"{end}_left_", mirrored(right), keep=("trunk",))
    return Skeleton(joints, root="free")


def _right_leg(size: float, forward: float, bend: tuple[float, ...]) -> list[Joint]:
    """Return a right leg whose middle joint bends about `bend`, the lower one the other way."""
    hip = Universal(Hinge(LEFT, -1.1, 1.1), Hinge(FORWARD, -0.6, 0.3))
    back = tuple(-each + 0.0 for each in bend)
    return [
        Joint("leg", "trunk", place(forward, -0.2 * size, 0), hip),
        Joint("knee", "leg", place(0, 0, -0.35 * size), Hinge(bend, 0.0, 2.2)),
        Joint("hock", "knee", place(0, 0, -0.35 * size), Hinge(back, 0.0, 1.8)),
        tip("paw", "hock", (0, 0, -0.2 * size)),
    ]


def spider(*, span: float = 0.3) -> Skeleton:
    """Make a spider that stands: a body that moves and eight legs of three joints. Proportions are made up.

    Each leg turns about the vertical and lifts where it leaves the body, and bends at its knee.

    Parameters
    ----------
    span : float [m]
        From foot to foot across the body at rest, 0.005 to 10.

    Returns
    -------
    Skeleton
        `body` (a root that moves freely) and for each leg, left_1 to left_4 and right_1 to right_4 from the front:
        `..._coxa`, `..._knee`, `..._foot`. Feet stand on z = 0.

    Raises
    ------
    OptionError
    """
    half = read_size("span", span, 0.005, 10.0) / 2
    joints = [Joint("body", None, place(0, 0, 0.3 * half))]
    for number, azimuth in enumerate((-30.0, -70.0, -110.0, -150.0), 1):
        right = _spider_leg(half, azimuth)
        joints += prefixed(f"right_{number}_", right, keep=("body",))
        joints += prefixed(f"left_{number}_", mirrored(right), keep=("body",))
    return Skeleton(joints, root="free")


def _spider_leg(half: float, azimuth: float) -> list[Joint]:
    """Return a leg that points to `azimuth` [degrees]: up to its knee, down to its foot."""
    way = math.radians(azimuth)
    # About its own y axis, to the left of the leg, a positive turn lowers it.
    coxa = Universal(Hinge((0, 0, 1), -0.7, 0.7), Hinge(LEFT, -0.9, 0.9))
    return [
        Joint(
            "coxa",
            "body",
            place(0.2 * half * math.cos(way), 0.2 * half * math.sin(way), 0),
            coxa,
            turned((0, 0, 1), azimuth),
        ),
        Joint("knee", "coxa", place(0.4 * half, 0, 0.2 * half), Hinge(LEFT, -0.6, 1.2)),
        tip("foot", "knee", (0.4 * half, 0, -0.5 * half)),
    ]


def tentacle(*, bones: int = 24, length: float = 1.0) -> Skeleton:
    """Make a tentacle that hangs: bones that shorten toward the tip, each a ball joint of 20 degrees. Made up.

    Parameters
    ----------
    bones : int
        1 to 10,000.
    length : float [m]
        Of all bones together, 0.001 to 1000.

    Returns
    -------
    Skeleton
        `bone_00001` (the root, fixed) and so on, and `tip`. It hangs from the origin along -z.

    Raises
    ------
    OptionError
    """
    if type(bones) is not int or not 1 <= bones <= 10_000:
        raise OptionError(f"bones: must be a whole number from 1 to 10000, got {bones!r}")
    size = read_size("length", length, 0.001, 1000.0)
    shares = [1.0 - 0.8 * bone / bones for bone in range(bones)]
    steps = [size * share / sum(shares) for share in shares]
    names = [f"bone_{bone + 1:05d}" for bone in range(bones)]
    ball = Ball(cone=math.radians(20), twist=(-math.radians(10), math.radians(10)))
    joints = [Joint(names[0], None, (0.0, 0.0, 0.0), ball, bone=DOWN)]
    for before, name, step in zip(names, names[1:], steps, strict=False):
        joints.append(Joint(name, before, (0.0, 0.0, -step), ball, bone=DOWN))
    return Skeleton([*joints, tip("tip", names[-1], (0, 0, -steps[-1]))])
