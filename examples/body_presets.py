"""Write the presets whose body is a skeleton: people, animals, robot arms, each with something to reach for.

Shows how a scene of a skeleton is built in Python. Run it with the folder to write into:

    python examples/body_presets.py src/fabrikit/presets
"""

import sys
from pathlib import Path

from fabrikit import Pole, Target, presets
from fabrikit.formats import BodyOptions, BodyScene, BodyTargets, save_scene
from fabrikit.presets.norms import HAND_SOURCE, motions_of, segments_of

FRAME = "Metres; x points forward, y to the left, z up."
STAND = ("upper arm", "forearm", "hand", "thigh", "shank", "ankle height", "foot length")
ARM = motions_of("shoulder", "elbow", "forearm", "wrist")
LEG = motions_of("hip", "knee", "ankle", "subtalar joint")
FINGERS = motions_of("finger MCP", "finger PIP", "finger DIP", "thumb CMC", "thumb MCP", "thumb IP")
HAND = (
    f"Bones of the hand, {HAND_SOURCE}; the soft tip of the little finger (recalled). The fan of the metacarpals and"
    " the thumb's axes are assumptions."
)


def at(name, **tips):
    """Return what is asked at one time."""
    return BodyTargets(tips, name)


def human_leg():
    """Return a right leg that kicks a ball."""
    kick = [("stand", [0.2, 0.0, -0.92]), ("back", [-0.25, 0.0, -0.75]), ("ball", [0.55, 0.05, -0.6])]
    return BodyScene(
        name="Human leg",
        description=f"The right leg of a person 1.75 m tall kicks a ball. {FRAME} The hip is the origin."
        f" {segments_of('thigh', 'shank', 'ankle height', 'foot length')} {LEG} The ankle stands a quarter of the"
        " foot's length before the heel: an assumption.",
        body=presets.human_leg(),
        targets=tuple(at(name, toes=Target(place)) for name, place in kick),
    )


def human_hand():
    """Return a right hand that opens, pinches and makes a fist."""
    pinch = [0.1, 0.02, -0.047]
    return BodyScene(
        name="Human hand",
        description=f"A right hand, palm down, pinches and grasps: 20 degrees of freedom. {FRAME} The wrist is the"
        f" origin. {HAND} {FINGERS}",
        body=presets.human_hand(),
        targets=(
            at("pinch", index_tip=Target(pinch), thumb_tip=Target(pinch)),
            at(
                "grasp",
                index_tip=Target([0.1, 0.02, -0.05]),
                middle_tip=Target([0.1, 0.0, -0.055]),
                ring_tip=Target([0.095, -0.018, -0.05]),
                little_tip=Target([0.085, -0.034, -0.045]),
                thumb_tip=Target([0.085, 0.055, -0.03]),
            ),
        ),
    )


def human_arm_and_hand():
    """Return a right arm whose fingers close around a cup."""
    return BodyScene(
        name="Human arm and hand",
        description=f"The right arm and hand of a person 1.75 m tall: 27 degrees of freedom. {FRAME} The shoulder is"
        f" the origin. {segments_of('upper arm', 'forearm', 'hand')} {ARM} {HAND} {FINGERS} The shoulder's oval cone"
        " stops at 175 degrees overhead; the table gives no adduction across the body, so none is allowed.",
        body=presets.human_arm_and_hand(),
        targets=(
            at("reach", middle_tip=Target([0.5, -0.15, -0.1])),
            at("pinch", index_tip=Target([0.4, -0.1, -0.15]), thumb_tip=Target([0.4, -0.1, -0.15])),
        ),
    )


def human_body():
    """Return a whole body that reaches for a shelf and crouches while its feet stay."""
    ground = {
        f"{side}_{part}": Target([x, y, 0.0], priority=1)
        for side, y in (("left", 0.16712), ("right", -0.16712))
        for part, x in (("heel", -0.0665), ("toes", 0.1995))
    }
    elbow = Pole(direction=[-0.5, 0.0, -1.0])
    return BodyScene(
        name="Human body",
        description=f"A person 1.75 m tall reaches up and down; the feet are asked for first and stay. {FRAME}"
        f" {segments_of(*STAND, 'half shoulder width', 'half hip width', 'trunk, hip to shoulder', 'neck', 'head')}"
        f" {ARM} {LEG} {motions_of('thoracolumbar spine', 'cervical spine')}"
        " The trunk's range is shared by two joints.",
        body=presets.human_body(),
        targets=(
            at("shelf", right_fingertips=Target([0.45, -0.25, 1.8], pole=elbow), **ground),
            at("door", left_fingertips=Target([0.5, 0.35, 1.1], pole=elbow), **ground),
            at("floor", left_fingertips=Target([0.4, 0.2, 0.3]), right_fingertips=Target([0.4, -0.2, 0.3]), **ground),
        ),
    )


def quadruped():
    """Return a four-legged animal that lifts a paw."""
    paws = {
        f"{end}_{side}_paw": Target([x, y, 0.0], priority=1)
        for end, x in (("front", 0.3), ("hind", -0.3))
        for side, y in (("left", 0.12), ("right", -0.12))
    }
    lifted = dict(paws, front_left_paw=Target([0.5, 0.12, 0.25]))
    return BodyScene(
        name="Quadruped",
        description=f"An animal of no species in particular gives a paw. {FRAME} Its measures and limits are made up.",
        body=presets.quadruped(),
        targets=(at("stand", **paws), at("paw", **lifted), at("sniff", nose=Target([0.75, 0.1, 0.25]), **paws)),
    )


def spider():
    """Return a spider that lifts its front legs."""
    body = presets.spider()
    feet = {tip: Target(body.rest_pose[tip][:3, 3].round(4), priority=1) for tip in body.tips}
    return BodyScene(
        name="Spider",
        description=f"A spider threatens with its front legs and steps aside. {FRAME} Measures and limits are made up.",
        body=body,
        targets=(
            at(
                "threat",
                **(feet | {"left_1_foot": Target([0.16, 0.05, 0.08]), "right_1_foot": Target([0.16, -0.05, 0.08])}),
            ),
            at("lean", **(feet | {"body": Target([0.015, 0.015, 0.05])})),
        ),
    )


def tentacle():
    """Return a tentacle that curls toward a few places."""
    places = [[0.3, 0.0, -0.8], [0.5, 0.2, -0.5], [0.4, -0.4, -0.3], [0.0, 0.6, -0.2]]
    return BodyScene(
        name="Tentacle",
        description=f"24 bones that shorten toward the tip, each a ball joint of 20 degrees. {FRAME} Made up.",
        body=presets.tentacle(),
        targets=tuple(BodyTargets({"tip": Target(place)}) for place in places),
        options=BodyOptions(follow=True),
    )


DOWN = (0.0, 1.0, 0.0, 0.0)
"""wxyz: half a turn about x, the flange looking down."""


def six_axis_arm():
    """Return a robot arm of six axes that picks and places."""
    poses = [("above", [-0.4, -0.3, 0.4]), ("pick", [-0.4, -0.3, 0.1]), ("place", [0.3, -0.45, 0.1])]
    return BodyScene(
        name="Six-axis arm",
        description="A robot arm with the measures of a UR5: Denavit-Hartenberg parameters as Universal Robots"
        " publishes them (d1 0.089159, a2 -0.425, a3 -0.39225, d4 0.10915, d5 0.09465, d6 0.0823 m); 360 degrees each"
        " way. Metres, z up.",
        body=presets.six_axis_arm(),
        targets=tuple(at(name, flange=Target(place, rotation=DOWN)) for name, place in poses),
    )


def seven_axis_arm():
    """Return a robot arm of seven axes that picks and places."""
    poses = [("above", [0.5, 0.1, 0.5]), ("pick", [0.5, 0.1, 0.15]), ("place", [0.2, -0.5, 0.2])]
    return BodyScene(
        name="Seven-axis arm",
        description="A robot arm with the measures and limits of a Panda, as Franka Emika publishes them"
        " (Denavit-Hartenberg, Craig: d1 0.333, d3 0.316, a4 0.0825, a5 -0.0825, d5 0.384, a7 0.088, flange 0.107 m;"
        " limits -2.8973 to 2.8973, -1.7628 to 1.7628, -2.8973 to 2.8973, -3.0718 to -0.0698, -2.8973 to 2.8973,"
        " -0.0175 to 3.7525, -2.8973 to 2.8973 rad). Metres, z up.",
        body=presets.seven_axis_arm(),
        targets=tuple(at(name, flange=Target(place, rotation=DOWN)) for name, place in poses),
    )


SCENES = {
    "human-arm-and-hand": human_arm_and_hand,
    "human-body": human_body,
    "human-hand": human_hand,
    "human-leg": human_leg,
    "quadruped": quadruped,
    "seven-axis-arm": seven_axis_arm,
    "six-axis-arm": six_axis_arm,
    "spider": spider,
    "tentacle": tentacle,
}

if __name__ == "__main__":
    for name, scene in SCENES.items():
        save_scene(scene(), Path(sys.argv[1]) / f"{name}.json")
