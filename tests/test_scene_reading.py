"""Scene files: what is read, what is refused, and how it is said."""

import io
import json

import numpy as np
import pytest
from jsonschema import Draft202012Validator

import fabrikit
from fabrikit.formats import load_scene, parse_scene, scene_schema_text
from fabrikit.solve import METHODS
from scene_cases import ARM, BAD, GOOD, Bad, scene

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


def test_schema_lists_the_methods_there_are():
    """The words for `method` in the schema are those that `solve` takes."""
    assert tuple(SCHEMA["$defs"]["options"]["properties"]["method"]["enum"]) == METHODS


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
