"""Scene files of skeletons: read, refused at their place, written and read again to the bit; presets, figures."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
from hypothesis import given

from body_laws import check_body
from body_strategies import skeletons
from fabrikit import FormatError, Loop, Pole, Skeleton, Status, Target, presets
from fabrikit.formats import (
    BodyOptions,
    BodyScene,
    BodyTargets,
    dump_scene,
    parse_scene,
    scene_schema_text,
    solve_body_scene,
)
from fabrikit.presets import NAMES, preset_text
from fabrikit.presets.norms import HAND_BONES, MOTIONS, SEGMENTS
from fabrikit.show import body_figure, save_figure
from strategies import laws

SCHEMA = jsonschema.Draft202012Validator(json.loads(scene_schema_text()))
SKELETONS = [name for name in NAMES if name not in ("human-arm", "textbook-chain")]

LEG: dict[str, Any] = {
    "fabrikit": 1,
    "body": {
        "root": 0.5,
        "skeleton": [
            {"name": "pelvis"},
            {"name": "hip", "parent": "pelvis", "offset": [0, 0.1, 0], "type": {"ball": {"cone_deg": 60}}},
            {
                "name": "knee",
                "parent": "hip",
                "offset": [0, 0, -0.4],
                "type": {"hinge": {"axis": [0, 1, 0], "lower_deg": 0, "upper_deg": 140}},
            },
            {"name": "rail", "parent": "knee", "type": {"slider": {"axis": [0, 0, -1], "lower": 0, "upper": 0.1}}},
            {"name": "foot", "parent": "rail", "offset": [0, 0, -0.4], "type": {"fixed": {}}},
        ],
    },
    "targets": [{"tips": {"foot": {"position": [0.2, 0.1, -0.6], "priority": 2}, "hip": [0, 0.1, 0.1]}}],
    "options": {"start": {"knee": 0.3}, "mode": "nearest", "locked": ["rail"]},
}


def changed(path: str, value: Any) -> str:
    """Return the leg's text with one value replaced; `path` is a JSON pointer."""
    document = json.loads(json.dumps(LEG))
    *steps, last = path.strip("/").split("/")
    place = document
    for step in steps:
        place = place[int(step)] if isinstance(place, list) else place[step]
    place[int(last) if isinstance(place, list) else last] = value
    return json.dumps(document)


def test_a_scene_of_a_skeleton_is_read() -> None:
    """Joints, root, targets and options stand as the file says, and the schema allows it."""
    assert not list(SCHEMA.iter_errors(LEG))
    scene = parse_scene(json.dumps(LEG))
    assert isinstance(scene, BodyScene)
    assert scene.body.joint_names == ("pelvis", "hip", "knee", "rail", "foot")
    assert scene.body.root == 0.5
    assert scene.body.limits("knee") == (0, 140 * 0.017453292519943295)
    assert scene.targets[0].tips["foot"].priority == 2
    assert scene.options.start is not None
    assert scene.options.start[scene.body.q_slices["knee"]] == 0.3
    (result,) = solve_body_scene(scene)
    assert result.q[scene.body.q_slices["rail"]] == 0


WRONG = {
    "a cycle": ("/body/skeleton/0", {"name": "pelvis", "parent": "foot"}, "/body/skeleton/0", "is a tree"),
    "an unknown parent": ("/body/skeleton/2/parent", "hips", "/body/skeleton/2", "no joint 'hips'. Did you mean 'hip'"),
    "a name twice": ("/body/skeleton/2/name", "hip", "/body/skeleton/2", "the name 'hip' stands twice"),
    "no name": ("/body/skeleton/2", {}, "/body/skeleton/2", "the key 'name' is missing"),
    "an unknown key": ("/body/skeleton/1/ofset", [0, 0, 0], "/body/skeleton/1/ofset", "Did you mean 'offset'"),
    "an offset of two": ("/body/skeleton/1/offset", [0, 0], "/body/skeleton/2/offset", "expected 2 numbers"),
    "a limit": (
        "/body/skeleton/2/type",
        {"hinge": {"axis": [0, 1, 0], "lower": 2, "upper": 1}},
        "/body/skeleton/2",
        "lower 2 is above upper 1",
    ),
    "half a slider": (
        "/body/skeleton/3/type",
        {"slider": {"axis": [0, 0, 1], "lower": 0}},
        "/body/skeleton/3/type/slider",
        "both ends",
    ),
    "a root": ("/body/root", "floating", "/body/root", "'floating' is not one of fixed, free"),
    "a root's weight": ("/body/root", 1.5, "/body/root", "a weight above 0 and below 1"),
    "an unknown joint": ("/targets/0/tips", {"fot": [0, 0, 0]}, "/targets/0/tips/fot", "Did you mean 'foot'"),
    "a place for several tips": ("/targets/0", {"tips": {}}, "/targets/0/tips", "names no joint"),
    "weights all zero": (
        "/targets/0",
        {"tips": {"foot": {"position": [0, 0, 0], "weight": 0}}},
        "/targets/0",
        "all weights are zero",
    ),
    "a number of no joint": ("/options/start", {"kne": 1}, "/options/start/kne", "Did you mean 'knee'"),
    "numbers of a fixed joint": ("/options/start", {"foot": 1}, "/options/start", "'foot' has no numbers of its own"),
    "a lock on nobody": ("/options/locked", ["rial"], "/options/locked/0", "Did you mean 'rail'"),
    "a mode": ("/options/mode", "near", "/options/mode", "is not one of fast, nearest"),
    "an option of chains": ("/options/clamp", "both", "/options/clamp", "unknown key 'clamp'"),
}


@pytest.mark.parametrize(("path", "value", "pointer", "words"), WRONG.values(), ids=WRONG)
def test_a_mistake_is_refused_at_its_place(path: str, value: Any, pointer: str, words: str) -> None:
    """What a skeleton's scene cannot be is refused with its JSON pointer and in words."""
    with pytest.raises(FormatError, match=re.escape(words)) as raised:
        parse_scene(changed(path, value))
    assert raised.value.pointer == pointer


@laws
@given(skeletons())
def test_what_is_written_is_read_to_the_bit(skeleton: Skeleton) -> None:
    """A skeleton of any joint types, written and read, is equal, and the schema allows what was written."""
    tip = skeleton.tips[0]
    target = Target([0.1, 0.2, 0.3], rotation=[0.5, 0.5, -0.5, 0.5], free_axis=[0, 0, 1], weight=2.0, priority=1)
    scene = BodyScene(
        skeleton,
        (BodyTargets({tip: target}, "name", 0.25),),
        BodyOptions(start=skeleton.rest_q, mode="nearest", locked=(tip,), posture=skeleton.rest_q, follow=True),
        loops=(Loop(skeleton.joint_names[0], tip, [0.1, 0.2, 0.3]),),
    )
    text = dump_scene(scene)
    assert not list(SCHEMA.iter_errors(json.loads(text)))
    again = parse_scene(text)
    assert isinstance(again, BodyScene)
    assert again.body == skeleton
    assert dump_scene(again) == text


@pytest.mark.parametrize("name", SKELETONS)
def test_presets_reach_what_they_show_and_keep_the_laws(name: str) -> None:
    """Every target of every shipped skeleton is reached, within its limits; the schema allows the file."""
    assert not list(SCHEMA.iter_errors(json.loads(preset_text(name))))
    scene = parse_scene(preset_text(name), name)
    assert isinstance(scene, BodyScene)
    for targets, result in zip(scene.targets, solve_body_scene(scene), strict=True):
        check_body(result, dict(targets.tips))
        assert result.status is Status.REACHED, (name, targets.name)


@pytest.mark.parametrize("make", [presets.human_arm, presets.human_leg, presets.human_hand, presets.human_arm_and_hand])
def test_sides_are_mirror_images(make: Any) -> None:
    """The same numbers give mirrored poses of the left and the right limb, to the bit of a sign at rest."""
    left, right = make(side="left"), make(side="right")
    assert left.q_names == right.q_names
    q = right.rest_q.copy()
    for joint in right.joints:
        part = right.q_slices[joint.name]
        if part.stop - part.start < 4:
            q[part] = [0.3 * (low + high) + 0.1 * high for low, high in [right.limits(joint.name) or (0, 0)]]
    assert left.forward(q).positions == pytest.approx(right.forward(q).positions * [1, -1, 1], abs=1e-12)


def test_people_have_the_published_measures() -> None:
    """Bones are the published fractions of stature, and the hand keeps the published proportions."""
    body = presets.human_body(stature=2.0)
    for name, segment in (("left_elbow", "upper arm"), ("right_knee", "thigh"), ("right_ankle", "shank")):
        offset = np.asarray(body.joints[body.index(name)].offset)
        assert np.linalg.norm(offset) == pytest.approx(2.0 * SEGMENTS[segment], abs=1e-5)
    hand = presets.human_hand(length=0.2)
    whole = sum(bone for bone in HAND_BONES["middle"] if bone is not None)
    offset = np.asarray(hand.joints[hand.index("middle_pip")].offset)
    assert np.linalg.norm(offset) == pytest.approx(0.2 * 44.63 / whole, abs=1e-5)
    assert len(hand.q_names) == 20
    assert len(presets.human_arm_and_hand().q_names) == 24 + 4  # 27 degrees of freedom, three of them in one ball


def test_people_have_the_published_ranges_and_say_what_is_recalled() -> None:
    """Hinges have the ranges of the table, and descriptions mark every recalled number."""
    leg = presets.human_leg()
    assert leg.limits("knee") == (0, pytest.approx(math.radians(135)))
    text = json.loads(preset_text("human-body"))["description"]
    for (joint, _), motion in MOTIONS.items():
        if joint in ("hip", "knee", "ankle", "cervical spine", "elbow"):
            assert str(motion) in text
            assert ("(recalled)" in str(motion)) == motion.is_recalled


@pytest.mark.parametrize("name", ["human-body", "human-hand"])
def test_a_skeleton_is_drawn_the_same_every_time(name: str, tmp_path: Path) -> None:
    """A figure of a tree in space has its bones, is written, and has the same bytes twice."""
    scene = parse_scene(preset_text(name), name)
    assert isinstance(scene, BodyScene)
    results = solve_body_scene(scene)
    for number in range(2):
        save_figure(body_figure(scene, results), tmp_path / f"{number}.svg")
    first, second = ((tmp_path / f"{number}.svg").read_bytes() for number in range(2))
    assert first == second
    axes = body_figure(scene, results).axes[0]
    lines = [line for line in axes.lines if len(line.get_xdata()) == 2 and line.get_linewidth() == 3.0]
    assert len(lines) == len(scene.body) - 1


def test_a_skeleton_in_the_plane_is_drawn(tmp_path: Path) -> None:
    """A tree in the plane is one panel; a missed target is a cross."""
    body = Skeleton.from_points({"a": [0, 0], "b": [1, 0], "c": [2, 0], "d": [1, 1]}, {"b": "a", "c": "b", "d": "b"})
    scene = BodyScene(body, (BodyTargets({"c": Target([5, 5], pole=Pole([0, 1])), "d": Target([0, 1])}),))
    figure = body_figure(scene, solve_body_scene(scene))
    assert len(figure.axes) == 1
    assert any(line.get_marker() == "x" for line in figure.axes[0].lines)
    save_figure(figure, tmp_path / "flat.png")
