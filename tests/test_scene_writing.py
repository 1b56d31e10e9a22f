"""Scene files: what is written is read back to the bit."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fabrikit
from fabrikit.formats import Scene, SceneOptions, SceneTarget, dump_scene, load_scene, parse_scene, save_scene
from scene_cases import GOOD

numbers = st.floats(min_value=-1e6, max_value=1e6) | st.just(-0.0)
words = st.text(st.characters(codec="utf-8"))


def vectors(dimension):
    """Draw a point of the dimension."""
    return st.lists(numbers, min_size=dimension, max_size=dimension).map(np.array)


@st.composite
def scenes(draw):
    """Draw a scene whose numbers use all their digits."""
    dimension = draw(st.sampled_from([2, 3]))
    far = np.full(dimension, 1e7)  # never a body too short to compute
    chain = fabrikit.Chain([far, *draw(st.lists(vectors(dimension), min_size=1, max_size=5))])
    targets = st.builds(SceneTarget, vectors(dimension), st.none() | words, st.none() | numbers)
    options = SceneOptions(
        start=chain.joints + draw(numbers),
        base=draw(st.none() | vectors(dimension)),
        tolerance=draw(st.none() | st.floats(0, 1)),
        max_iterations=draw(st.integers(1, 2**31 - 1)),
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
        [(bits(target.position), target.name, bits(target.time)) for target in scene.targets],
        (bits(options.start), bits(options.base), bits(options.tolerance)),
        (options.max_iterations, options.method, options.follow),
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


def test_files_are_utf8_with_unix_line_ends(tmp_path):
    """A saved file reads back, ends in one line break, and keeps its letters."""
    path = tmp_path / "arm.json"

    save_scene(Scene(fabrikit.Chain([[0, 0], [1, 0]]), name="Рука"), path)

    assert load_scene(path).name == "Рука"
    assert "Рука" in path.read_bytes().decode()
    assert path.read_bytes().endswith(b"}\n")
    assert b"\r" not in path.read_bytes()
