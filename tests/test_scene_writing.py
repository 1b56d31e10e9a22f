"""Scene files: what is written is read back to the bit."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fabrikit
from fabrikit import Ball, Fixed, Hinge
from fabrikit.formats import Scene, SceneOptions, SceneTarget, dump_scene, load_scene, parse_scene, save_scene
from fabrikit.formats.type_writer import type_document
from fabrikit.solve.options import CLAMPS
from fabrikit.solve.reach_options import SoftReach
from scene_cases import GOOD

numbers = st.floats(min_value=-1e6, max_value=1e6) | st.just(-0.0)
words = st.text(st.characters(codec="utf-8"))


def vectors(dimension):
    """Draw a point of the dimension."""
    return st.lists(numbers, min_size=dimension, max_size=dimension).map(np.array)


turns = st.floats(0, math.pi)


def types(dimension):
    """Draw a joint type that any bone may have; in space none that asks for an axis or a reference."""
    stiffness = st.floats(0, 1)
    if dimension == 2:
        hinge = st.builds(lambda a, b, stiff: Hinge(-a, b, stiffness=stiff), turns, turns, stiffness)
        return st.none() | st.just(Fixed()) | st.just(Hinge()) | hinge
    cones = st.none() | turns | st.tuples(turns, turns, turns, turns)
    twists = st.none() | st.tuples(turns.map(lambda a: -a), turns)
    return st.none() | st.just(Fixed()) | st.builds(Ball, cones, twists, st.none(), stiffness)


def aims(dimension):
    """Draw what a target asks of the last bone."""
    direction = st.builds(dict, direction=vectors(dimension).filter(np.any))
    if dimension == 2:
        return st.just({}) | direction | st.builds(dict, angle=st.floats(-1e6, 1e6))
    rotation = st.lists(st.floats(-1, 1), min_size=4, max_size=4).map(np.array)
    units = rotation.filter(lambda q: np.linalg.norm(q) > 0.1).map(lambda q: q / np.linalg.norm(q))
    return st.just({}) | direction | st.builds(dict, rotation=units)


@st.composite
def scenes(draw):
    """Draw a scene whose numbers use all their digits."""
    dimension = draw(st.sampled_from([2, 3]))
    far = np.full(dimension, 1e7)  # never a body too short to compute
    joints = [far, *draw(st.lists(vectors(dimension), min_size=1, max_size=5))]
    bones = len(joints) - 1
    chain = fabrikit.Chain(joints, draw(st.lists(types(dimension), min_size=bones, max_size=bones)))
    named = st.tuples(vectors(dimension), st.none() | words, st.none() | numbers)
    targets = st.builds(lambda head, aim: SceneTarget(*head, **aim), named, aims(dimension))
    options = SceneOptions(
        start=chain.joints + draw(numbers),
        base=draw(st.none() | vectors(dimension)),
        tolerance=draw(st.none() | st.floats(0, 1)),
        max_iterations=draw(st.integers(1, 2**31 - 1)),
        rotation_tolerance=draw(st.floats(0, 1)),
        clamp=draw(st.sampled_from(CLAMPS)),
        soft_reach=draw(st.none() | st.builds(SoftReach, st.floats(0.5, 1), st.floats(0.01, 0.5))),
        stretch=draw(st.floats(1, 2)),
        follow=draw(st.booleans()),
    )
    return Scene(chain, tuple(draw(st.lists(targets, max_size=4))), options, name=draw(words))


def bits(value):
    """Return numbers as their exact bytes, so that -0.0 and 0.0 differ."""
    return None if value is None else np.asarray(value, dtype=np.float64).tobytes()


def everything(scene: Scene):
    """Return all that a scene says in a form that compares to the bit."""
    options, pole = scene.options, scene.options.pole
    return (
        (bits(scene.body.joints), bits(scene.body.lengths), scene.joint_names, scene.name, scene.description),
        (scene.body, *(type_document(kind) if kind else None for kind in scene.body.types)),
        [(bits(target.position), target.name, bits(target.time)) for target in scene.targets],
        [(bits(target.direction), bits(target.rotation), bits(target.angle)) for target in scene.targets],
        (bits(options.start), bits(options.base), bits(options.tolerance)),
        (options.max_iterations, options.method, options.follow, options.clamp, options.soft_reach),
        (bits(options.rotation_tolerance), bits(options.stretch)),
        None if pole is None else (bits(pole.point), bits(pole.direction)),
    )


@pytest.mark.parametrize("document", GOOD.values(), ids=GOOD)
def test_good_scenes_come_back_the_same(document):
    """load(save(x)) is x for every good scene of the table, and writing twice gives the same text."""
    scene = parse_scene(json.dumps(document))

    text = dump_scene(scene)

    assert everything(parse_scene(text)) == everything(scene)
    assert dump_scene(parse_scene(text)) == text


@given(scenes())
def test_any_scene_comes_back_to_the_bit(scene):
    """load(save(x)) has the bits of x: 17 digits are written where they are needed, and -0.0 stays."""
    assert everything(parse_scene(dump_scene(scene))) == everything(scene)


def test_lengths_that_joints_would_round_are_written_as_lengths():
    """A body of lengths keeps the bits of its lengths, although its joints cannot hold them."""
    chain = fabrikit.Chain.from_lengths([1e6, 0.1, 0.2], base=[0.5, 0.25])
    assert not np.array_equal(fabrikit.Chain(chain.joints).lengths, chain.lengths)

    again = parse_scene(dump_scene(Scene(chain))).body

    assert bits(again.lengths) == bits(chain.lengths)
    assert bits(again.joints) == bits(chain.joints)


def test_types_are_written_as_they_would_be_typed():
    """Defaults are left out, a hinge that turns round says no ends, and degrees become radians."""
    typed = [
        {"ball": {"cone_deg": 90, "stiffness": 0}},
        {"hinge": {"axis": [0, 0, 1], "frame": "local"}},
        {"hinge": {"axis": [0, 0, 2], "lower_deg": -180, "upper": 1, "frame": "global", "stiffness": 0.5}},
        {"fixed": {}},
        None,
    ]
    body = {"joints": [[x, 0, 0] for x in range(6)], "types": typed}

    written = json.loads(dump_scene(parse_scene(json.dumps({"fabrikit": 1, "body": body}))))["body"]["types"]

    assert written == [
        {"ball": {"cone": math.pi / 2}},
        {"hinge": {"axis": [0, 0, 1]}},
        {"hinge": {"axis": [0, 0, 2], "lower": -math.pi, "upper": 1, "frame": "global", "stiffness": 0.5}},
        {"fixed": {}},
        None,
    ]


@given(st.lists(numbers, min_size=3, max_size=3).map(np.array).filter(lambda v: np.linalg.norm(v) > 1e-3))
def test_a_base_direction_comes_back(direction):
    """What the first limit is measured from is read back as it was, to a few units in the last place."""
    chain = fabrikit.Chain([[0, 0, 0], [0, 0, -1], [1, 0, -1]], {1: Ball(cone=1.0)}, base_direction=direction)

    again = parse_scene(dump_scene(Scene(chain))).body

    assert np.allclose(again.bone_axes, chain.bone_axes, rtol=0, atol=1e-14)
    assert bits(again.joints) == bits(chain.joints)


def test_files_are_utf8_with_unix_line_ends(tmp_path):
    """A saved file reads back, ends in one line break, and keeps its letters."""
    path = tmp_path / "arm.json"

    save_scene(Scene(fabrikit.Chain([[0, 0], [1, 0]]), name="Рука"), path)

    assert load_scene(path).name == "Рука"
    assert "Рука" in path.read_bytes().decode()
    assert path.read_bytes().endswith(b"}\n")
    assert b"\r" not in path.read_bytes()
