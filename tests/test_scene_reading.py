"""Scene files: what is read, what is refused, and how it is said."""

import dataclasses
import io
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import fabrikit
from fabrikit import Ball, Hinge
from fabrikit.formats import SceneOptions, load_scene, parse_scene, scene_schema_text
from fabrikit.formats.angles import DEGREE
from fabrikit.formats.type_reader import FRAMES
from fabrikit.solve import METHODS
from fabrikit.solve.options import CLAMPS
from scene_cases import ARM, ARM_3D, BAD, GOOD, Bad, limited, scene

SCHEMA = json.loads(scene_schema_text())
VALIDATOR = Draft202012Validator(SCHEMA)


@pytest.mark.parametrize("document", GOOD.values(), ids=GOOD)
def test_good_scenes_are_read_by_loader_and_schema(document):
    """What the loader reads, the published schema allows."""
    parse_scene(json.dumps(document))

    assert VALIDATOR.is_valid(document)


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_bad_scenes_are_refused_with_place_and_reason(bad: Bad):
    """A bad scene names its file, line, column and JSON pointer, and says what is allowed."""
    text = json.dumps(bad.document, indent=1)

    with pytest.raises(fabrikit.FormatError) as caught:
        parse_scene(text, "arm.json")

    assert caught.value.path == "arm.json"
    assert caught.value.pointer == bad.pointer
    assert caught.value.line is not None
    assert caught.value.column is not None
    assert bad.says in str(caught.value)


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_schema_refuses_what_it_can_say(bad: Bad):
    """The schema refuses every bad scene, but for the few rules that JSON Schema cannot say."""
    assert VALIDATOR.is_valid(bad.document) is not bad.in_schema


def test_schema_is_itself_valid():
    """The published file is a JSON Schema of draft 2020-12."""
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    ("holder", "key", "words"),
    [("options", "method", METHODS), ("options", "clamp", CLAMPS), ("hinge", "frame", FRAMES)],
)
def test_schema_lists_the_words_there_are(holder, key, words):
    """The words that the schema allows are those that Python takes."""
    assert tuple(SCHEMA["$defs"][holder]["properties"][key]["enum"]) == words


def test_schema_lists_the_options_there_are():
    """Every option of a scene is in the schema, and the other way round."""
    assert list(SCHEMA["$defs"]["options"]["properties"]) == [field.name for field in dataclasses.fields(SceneOptions)]


def test_line_and_column_of_a_wrong_value():
    """Line and column point at the wrong value itself, and at the key when the key is wrong."""
    text = '{"fabrikit": 1,\n "body": {"joints": [[0, 0],\n   [1, "x"]]}}'
    with pytest.raises(fabrikit.FormatError) as caught:
        parse_scene(text)
    assert (caught.value.line, caught.value.column) == (3, 8)

    with pytest.raises(fabrikit.FormatError) as caught:
        parse_scene('{"fabrikit": 1,\n  "bdy": {}}')
    assert (caught.value.line, caught.value.column) == (2, 3)


def test_everything_a_scene_says_is_read():
    """Body, names, targets and options arrive as they were written."""
    document = scene(
        name="Arm",
        description="made up",
        body=ARM | {"names": ["a", "b", "c"]},
        targets=[[1, 1], {"position": [0, 1], "name": "cup", "time": 2}],
        options={"start": [[0, 0], [0, 1], [0, 2]], "pole": [0, 9], "base": [1, 0], "tolerance": 0.5},
    )

    read = parse_scene(json.dumps(document))

    assert (read.name, read.description, read.joint_names) == ("Arm", "made up", ("a", "b", "c"))
    assert read.body == fabrikit.Chain(ARM["joints"])
    assert [target.position.tolist() for target in read.targets] == [[1, 1], [0, 1]]
    assert [(target.name, target.time) for target in read.targets] == [(None, None), ("cup", 2.0)]
    assert read.options.pole is not None
    assert np.array_equal(read.options.pole.point, [0, 9])
    assert np.array_equal(read.options.start, [[0, 0], [0, 1], [0, 2]])
    assert (read.options.tolerance, read.options.max_iterations, read.options.method) == (0.5, 1000, "auto")


def test_joint_types_are_read():
    """Types arrive as Python would make them: degrees times 0.017453292519943295, the base direction with them."""
    degree = 0.017453292519943295
    cone = [20, 70, 30, 80]
    document = limited(
        {"ball": {"cone_deg": cone, "twist_deg": [-70, 90], "reference": [0, 1, 0], "stiffness": 0.2}},
        {"hinge": {"axis": [0, 0, 1], "lower_deg": 0, "upper": 2.6, "frame": "global", "reference": [1, 0, 0]}},
        base_direction=[2, 0, 0.1],
    )

    read = parse_scene(json.dumps(document)).body

    assert read == fabrikit.Chain(
        [[0, 0, 0], [1, 0, 0], [2, 0, 0]],
        [
            Ball([degrees * degree for degrees in cone], (-70 * degree, 90 * degree), (0, 1, 0), 0.2),
            Hinge((0, 0, 1), 0, 2.6, frame="global", reference=(1, 0, 0)),
        ],
        base_direction=[2, 0, 0.1],
    )


def test_aims_are_read():
    """Direction, rotation and angle arrive with their digits, an angle in degrees as radians."""
    flat = [{"position": [1, 1], "angle_deg": 90}, {"position": [1, 1], "direction": [0, -2]}]
    turned, pointed = parse_scene(json.dumps(scene(targets=flat))).targets
    assert (turned.angle, turned.is_aimed) == (np.pi / 2, True)
    assert pointed.direction.tolist() == [0, -2]

    in_space = [{"position": [1, 1, 1], "rotation": [0.6, 0, -0.8, 1e-7]}, [1, 1, 1]]
    stood, free = parse_scene(json.dumps(scene(body=ARM_3D, targets=in_space))).targets
    assert stood.rotation.tolist() == [0.6, 0, -0.8, 1e-7]
    assert (free.is_aimed, free.for_solver() is free.position) == (False, True)


def test_180_degrees_are_pi():
    """A half-angle of 180 degrees is allowed: the one constant makes pi of it, to the bit."""
    assert np.pi == 180 * DEGREE


TEXT = json.dumps(scene())


@pytest.mark.parametrize("content", [TEXT, TEXT.encode(), b"\xef\xbb\xbf" + TEXT.encode()])
def test_files_and_streams_of_text_and_bytes(content, tmp_path):
    """A path, a text stream and a byte stream read the same, a byte order mark or not."""
    path = tmp_path / "arm.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    stream = io.BytesIO(content) if isinstance(content, bytes) else io.StringIO(content)

    assert load_scene(path).body == load_scene(stream).body == load_scene(str(path)).body


def test_bytes_that_are_not_utf8(tmp_path):
    """A file in another encoding is refused with its line."""
    path = tmp_path / "arm.json"
    path.write_bytes('{"fabrikit": 1,\n "name": "café"}'.encode("latin-1"))

    with pytest.raises(fabrikit.FormatError, match=r"arm\.json:2: this is not UTF-8 text"):
        load_scene(path)


def places(value, path=()):
    """Yield the path to every value inside a document."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in inner:
        yield from places(item, (*path, step))


def replaced(value, path, item):
    """Return a copy of a document with another value at a path."""
    if not path:
        return item
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(value[path[0]], path[1:], item)
    return copy


ITEMS = st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=3)
ANYTHING = ITEMS | st.lists(ITEMS, max_size=4) | st.dictionaries(st.sampled_from(["ball", "lower", "cone", "x"]), ITEMS)


@given(document=st.sampled_from(list(GOOD.values())), data=st.data())
def test_any_value_anywhere_is_read_or_refused(document, data):
    """A good scene with any value changed is refused with FormatError, or read, and then the schema allows it."""
    path = data.draw(st.sampled_from(list(places(document))))
    changed = replaced(document, path, data.draw(ANYTHING))

    try:
        parse_scene(json.dumps(changed))
    except fabrikit.FormatError:
        return
    assert VALIDATOR.is_valid(changed)
