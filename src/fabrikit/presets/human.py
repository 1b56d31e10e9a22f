"""People: arm, leg, hand and the whole body, of published measures. `norms.py` holds every number with its source."""

from __future__ import annotations

import math
from dataclasses import replace

from fabrikit.model import Ball, Fixed, Hinge, Joint, Skeleton, Universal
from fabrikit.presets.build import (
    DOWN,
    FORWARD,
    LEFT,
    RIGHT,
    on_side,
    place,
    prefixed,
    read_size,
    tip,
    turned,
)
from fabrikit.presets.norms import HAND_BONES, MOTIONS, SEGMENTS

OVERHEAD = math.radians(175)
"""[rad] Flexion and abduction stop here: at 180 degrees, opposite to hanging, the turn about the bone has no zero."""

FAN = {"thumb": 45.0, "index": 8.0, "middle": 0.0, "ring": -8.0, "little": -16.0}
"""Degrees between a metacarpal and the middle one, in the palm, toward the thumb: an assumption of this preset."""

HEEL = 0.25
"""Share of the foot's length behind the ankle: an assumption of this preset."""


def human_arm(*, stature: float = 1.75, side: str = "right") -> Skeleton:
    """Make an arm that hangs from its shoulder, palm to the body, thumb forward: 7 degrees of freedom.

    Upper arm 0.186, forearm 0.146 and hand 0.108 of stature (Drillis & Contini 1966, as printed in D. A. Winter,
    Biomechanics and Motor Control of Human Movement). Shoulder flexion 180, extension 60, abduction 180, medial
    rotation 70, lateral 90; elbow flexion 150; forearm pronation and supination 80; wrist flexion 80, extension 70,
    radial deviation 20, ulnar 30 degrees (AAOS, as printed in Norkin & White, table A.1; all looked up). The table
    has no adduction across the body, so none is allowed; the shoulder's oval cone stops at 175 degrees overhead.

    Parameters
    ----------
    stature : float [m]
        0.3 to 3.
    side : "left" or "right"

    Returns
    -------
    Skeleton
        `shoulder` (the root), `elbow`, `forearm`, `wrist`, `fingertips`. x points forward, y to the left, z up.

    Raises
    ------
    OptionError
    """
    tall = read_size("stature", stature, 0.3, 3.0)
    return Skeleton(on_side(side, lambda: _right_arm(tall)))


def human_leg(*, stature: float = 1.75, side: str = "right") -> Skeleton:
    """Make a leg that hangs from its hip, toes forward: 6 degrees of freedom.

    Thigh 0.245, shank 0.246, ankle height 0.039 and foot 0.152 of stature (Drillis & Contini 1966, as printed in
    D. A. Winter). Hip flexion 120 (recalled), extension 30 (recalled), abduction 45 (recalled), adduction 30
    (recalled), rotation 45 each way (recalled); knee flexion 135 (recalled): AAOS 1965. Ankle dorsiflexion 20,
    plantarflexion 50 (AAOS, as printed by medicospace.com); inversion 35 (recalled), eversion 15 (recalled). The ankle
    stands a quarter of the foot's length before the heel: an assumption.

    Parameters
    ----------
    stature : float [m]
        0.3 to 3.
    side : "left" or "right"

    Returns
    -------
    Skeleton
        `hip` (the root), `knee`, `ankle`, and the tips `heel` and `toes` on the ground. x points forward, y to the
        left, z up.

    Raises
    ------
    OptionError
    """
    tall = read_size("stature", stature, 0.3, 3.0)
    return Skeleton(on_side(side, lambda: _right_leg(tall)))


def human_hand(*, length: float = 0.189, side: str = "right") -> Skeleton:
    """Make a hand, palm down, fingers forward: five fingers of 4 degrees of freedom each.

    Bones in the proportions of Buryanov & Kotiuk 2010 (Int. J. Morphol. 28(3), table I; the soft tip of the little
    finger is recalled). Finger MCP flexion 90, extension 45, abduction 20 each way; PIP flexion 100; DIP flexion 90;
    thumb CMC flexion 15, extension 20, palmar abduction 70; MCP flexion 50; IP flexion 80, extension 20 degrees
    (AAOS, as printed by the Electronic Textbook of Hand Surgery and in collections of exam questions). The fan of the
    metacarpals and the thumb's axes are assumptions.

    Parameters
    ----------
    length : float [m]
        From the wrist to the tip of the middle finger, 0.03 to 0.4. The default is 0.108 of 1.75 m stature.
    side : "left" or "right"

    Returns
    -------
    Skeleton
        `wrist` (the root), for each of thumb, index, middle, ring and little three joints and a `..._tip`.

    Raises
    ------
    OptionError
    """
    size = read_size("length", length, 0.03, 0.4)
    return Skeleton(on_side(side, lambda: [Joint("wrist", type=Fixed()), *_right_fingers(size)]))


def human_arm_and_hand(*, stature: float = 1.75, side: str = "right") -> Skeleton:
    """Make an arm with all fingers of its hand: 27 degrees of freedom.

    Measures and limits are those of `human_arm` and `human_hand`; the hand is 0.108 of stature long.

    Parameters
    ----------
    stature : float [m]
        0.3 to 3.
    side : "left" or "right"

    Returns
    -------
    Skeleton
        `shoulder` (the root), `elbow`, `forearm`, `wrist`, and the fingers of `human_hand`.

    Raises
    ------
    OptionError
    """
    tall = read_size("stature", stature, 0.3, 3.0)
    return Skeleton(on_side(side, lambda: _right_arm_and_hand(tall)))


def human_body(*, stature: float = 1.75) -> Skeleton:
    """Make a whole body that stands, arms hanging: a pelvis that moves, spine, neck, arms and legs.

    Measures and limits are those of `human_arm` and `human_leg`; half shoulder width 0.129, half hip width 0.0955,
    trunk from hip to shoulder 0.288, neck 0.052, head 0.130 of stature (Drillis & Contini 1966, as printed in
    D. A. Winter). Trunk flexion 80 (recalled), extension 25 (recalled), bend 35, rotation 45 (recalled), shared evenly
    by two joints; neck flexion, extension and bend 45 (recalled), rotation 60 (recalled): AAOS. Shoulder blades do not
    move.

    Parameters
    ----------
    stature : float [m]
        0.3 to 3.

    Returns
    -------
    Skeleton
        `pelvis` (a root that moves freely), `lumbar`, `thorax`, `neck`, `head_top`, and for each side the joints of an
        arm and a leg, for example `left_elbow`, `right_ankle`. Heels and toes stand on z = 0.

    Raises
    ------
    OptionError
    """
    tall = read_size("stature", stature, 0.3, 3.0)
    joints = _trunk(tall)
    for side in ("left", "right"):
        out = 1.0 if side == "left" else -1.0
        for name, parent, limb, at in (
            ("shoulder", "thorax", _right_arm, (0.0, out * SEGMENTS["half shoulder width"], _HALF_TRUNK)),
            ("hip", "pelvis", _right_leg, (0.0, out * SEGMENTS["half hip width"], 0.0)),
        ):
            first, *rest = prefixed(f"{side}_", on_side(side, lambda limb=limb: limb(tall)))  # type: ignore[misc]
            joints += [Joint(f"{side}_{name}", parent, place(*(tall * each for each in at)), first.type), *rest]
    return Skeleton(joints, root="free")


_HALF_TRUNK = SEGMENTS["trunk, hip to shoulder"] / 2


def _trunk(tall: float) -> list[Joint]:
    """Return pelvis, spine and head of a standing body."""
    hips = SEGMENTS["thigh"] + SEGMENTS["shank"] + SEGMENTS["ankle height"]
    half = _spine("thoracolumbar spine", 0.5)
    return [
        Joint("pelvis", None, place(0.0, 0.0, tall * hips)),
        Joint("lumbar", "pelvis", place(0.0, 0.0, 0.0), half, bone=(0.0, 0.0, 1.0)),
        Joint("thorax", "lumbar", place(0.0, 0.0, tall * _HALF_TRUNK), half, bone=(0.0, 0.0, 1.0)),
        Joint(
            "neck", "thorax", place(0.0, 0.0, tall * _HALF_TRUNK), _spine("cervical spine", 1.0), bone=(0.0, 0.0, 1.0)
        ),
        tip("head_top", "neck", (0.0, 0.0, tall * (SEGMENTS["neck"] + SEGMENTS["head"]))),
    ]


def _spine(name: str, share: float) -> Ball:
    """Return a joint of the spine that does a share of its part's range."""
    back, forward = (share * end for end in MOTIONS[name, "flexion"].range)
    right, left = (share * end for end in MOTIONS[name, "bend"].range)
    twist = tuple(share * end for end in MOTIONS[name, "rotation"].range)
    return Ball(cone=(forward, left, -back, -right), twist=twist, reference=FORWARD)


def _right_arm(tall: float) -> list[Joint]:
    """Return the hanging right arm; half-angles of the shoulder are forward, to the right, back, to the left."""
    back, forward = MOTIONS["shoulder", "flexion"].range
    lateral, medial = MOTIONS["shoulder", "rotation"].range
    shoulder = Ball(
        cone=(min(forward, OVERHEAD), min(MOTIONS["shoulder", "abduction"].range[1], OVERHEAD), -back, 0.0),
        twist=(-medial, -lateral),
        reference=FORWARD,
    )
    fore = tall * SEGMENTS["forearm"] / 2
    supination, pronation = MOTIONS["forearm", "rotation"].range
    return [
        Joint("shoulder", None, (0.0, 0.0, 0.0), shoulder),
        Joint(
            "elbow",
            "shoulder",
            place(0, 0, -tall * SEGMENTS["upper arm"]),
            Hinge(RIGHT, *MOTIONS["elbow", "flexion"].range),
        ),
        # Turned outward, supination is positive about the line down the forearm.
        Joint("forearm", "elbow", place(0, 0, -fore), Hinge(DOWN, -pronation, -supination)),
        Joint("wrist", "forearm", place(0, 0, -fore), _right_wrist()),
        tip("fingertips", "wrist", (0, 0, -tall * SEGMENTS["hand"])),
    ]


def _right_wrist() -> Universal:
    """Return the wrist of a hanging right hand: flexion moves it to the left, radial deviation forward."""
    flexion, deviation = (MOTIONS["wrist", each].range for each in ("flexion", "deviation"))
    return Universal(Hinge(FORWARD, *flexion), Hinge(RIGHT, *deviation))


def _right_arm_and_hand(tall: float) -> list[Joint]:
    arm = _right_arm(tall)[:-1]
    # The hand of `_right_fingers` points forward, palm down; here it hangs, palm to the left, thumb forward.
    hang = (0.5, 0.5, 0.5, -0.5)
    palm = Joint("palm", "wrist", (0.0, 0.0, 0.0), Fixed(), rotation=hang)
    fingers = _right_fingers(tall * SEGMENTS["hand"])
    return [*arm, palm, *(replace(each, parent="palm") if each.parent == "wrist" else each for each in fingers)]


def _right_leg(tall: float) -> list[Joint]:
    """Return the hanging right leg; half-angles of the hip are forward, to the right, back, to the left."""
    back, forward = MOTIONS["hip", "flexion"].range
    inward, outward = MOTIONS["hip", "abduction"].range
    lateral, medial = MOTIONS["hip", "rotation"].range
    hip = Ball(cone=(forward, outward, -back, -inward), twist=(-medial, -lateral), reference=FORWARD)
    ankle = Universal(
        Hinge(RIGHT, *MOTIONS["ankle", "flexion"].range), Hinge(FORWARD, *MOTIONS["subtalar joint", "inversion"].range)
    )
    sole, foot = -tall * SEGMENTS["ankle height"], tall * SEGMENTS["foot length"]
    return [
        Joint("hip", None, (0.0, 0.0, 0.0), hip),
        Joint("knee", "hip", place(0, 0, -tall * SEGMENTS["thigh"]), Hinge(LEFT, *MOTIONS["knee", "flexion"].range)),
        Joint("ankle", "knee", place(0, 0, -tall * SEGMENTS["shank"]), ankle),
        tip("heel", "ankle", (-HEEL * foot, 0, sole)),
        tip("toes", "ankle", ((1 - HEEL) * foot, 0, sole)),
    ]


def _right_fingers(length: float) -> list[Joint]:
    """Return the fingers of a right hand that lies palm down and points forward; the thumb is on the left."""
    scale = length / (sum(bone for bone in HAND_BONES["middle"] if bone is not None))
    joints: list[Joint] = []
    for finger, millimetres in HAND_BONES.items():
        lengths = [scale * bone for bone in millimetres if bone is not None]
        joints += _thumb(lengths) if finger == "thumb" else _finger(finger, lengths)
    return joints


def _finger(name: str, lengths: list[float]) -> list[Joint]:
    palm, proximal, middle, distal, soft = lengths
    angle = math.radians(FAN[name])
    knuckle = Universal(
        Hinge((0, 0, 1), *MOTIONS["finger MCP", "abduction"].range),
        Hinge(LEFT, *MOTIONS["finger MCP", "flexion"].range),
    )
    at = place(palm * math.cos(angle), palm * math.sin(angle), 0)
    return [
        Joint(f"{name}_mcp", "wrist", at, knuckle, turned((0, 0, 1), FAN[name])),
        Joint(
            f"{name}_pip", f"{name}_mcp", place(proximal, 0, 0), Hinge(LEFT, *MOTIONS["finger PIP", "flexion"].range)
        ),
        Joint(f"{name}_dip", f"{name}_pip", place(middle, 0, 0), Hinge(LEFT, *MOTIONS["finger DIP", "flexion"].range)),
        tip(f"{name}_tip", f"{name}_dip", (distal + soft, 0, 0)),
    ]


def _thumb(lengths: list[float]) -> list[Joint]:
    """Return the thumb: its base flexes in the palm's plane and leaves it, its other joints turn halfway between."""
    palm, proximal, distal, soft = lengths
    base = Universal(
        Hinge(DOWN, *MOTIONS["thumb CMC", "flexion"].range), Hinge(LEFT, *MOTIONS["thumb CMC", "abduction"].range)
    )
    across = (0.0, 1.0, -1.0)
    return [
        Joint("thumb_cmc", "wrist", place(0, 0, 0), base, turned((0, 0, 1), FAN["thumb"])),
        Joint("thumb_mcp", "thumb_cmc", place(palm, 0, 0), Hinge(across, *MOTIONS["thumb MCP", "flexion"].range)),
        Joint("thumb_ip", "thumb_mcp", place(proximal, 0, 0), Hinge(across, *MOTIONS["thumb IP", "flexion"].range)),
        tip("thumb_tip", "thumb_ip", (distal + soft, 0, 0)),
    ]
