"""Mistakes of JSON syntax: each is said in plain words, with line and column."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fabrikit
from fabrikit.formats import parse_scene
from fabrikit.formats.json_text import parse_json
from fabrikit.formats.json_walk import walk

MISTAKES = {
    "": (1, 1, "the file is empty"),
    " \n ": (1, 1, "the file is empty"),
    '{"a": [1,\n 2,\n]}': (2, 3, "trailing comma: JSON allows none before the closing ]"),
    '{"a": 1,}': (1, 8, "trailing comma: JSON allows none before the closing }"),
    '{"a": 1,\n "b": 2,\n "a": 3}': (3, 2, 'the key "a" stands twice, first in line 1'),
    '{"x": {"a": 1, "a": 2}}': (1, 16, 'the key "a" stands twice, first in line 1'),
    '{"x": [{"a": 1}, {"a": 1, "\\u0061": 2}]}': (1, 27, "stands twice"),
    '{"a": NaN}': (1, 7, "NaN is not a number that a scene may hold"),
    '["NaN", -Infinity]': (1, 9, "-Infinity is not a number"),
    "[1, 1e999]": (1, 5, "too large for a float64"),
    "[1, -" + "9" * 5000 + "]": (1, 5, "too large for a float64"),
    "[" + "9" * 309 + "]": (1, 2, "too large for a float64"),
    "{'a': 1}": (1, 2, "double quotes, not single ones"),
    '{"a": True}': (1, 7, "True is not JSON; write true"),
    '{"a": None}': (1, 7, "None is not JSON; write null"),
    '{"a": 1 // one\n}': (1, 9, "JSON has no comments"),
    '{"a": 1 "b": 2}': (1, 9, "a comma is missing before this"),
    '{"a" 1}': (1, 6, "a colon is missing"),
    "{a: 1}": (1, 2, "a key in double quotes belongs here"),
    '{"a": }': (1, 7, "a value belongs here"),
    '{"a": [1, 2': (1, 12, "the file ends in the middle"),
    '{"a': (1, 2, "this string has no closing quote"),
    '{"a": "x\ny"}': (1, 9, "a line break or control character inside a string"),
    '{"a": 1} x': (1, 10, "text after the end"),
}


@pytest.mark.parametrize(("text", "said"), MISTAKES.items(), ids=[said[2][:24] for said in MISTAKES.values()])
def test_mistakes_of_syntax(text, said):
    """The message names the mistake in words and where it stands."""
    line, column, message = said

    with pytest.raises(fabrikit.FormatError) as caught:
        parse_json(text, "arm.json")

    assert (caught.value.line, caught.value.column) == (line, column)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"arm.json:{line}:{column}")


def test_brackets_without_end():
    """A hundred thousand open brackets are refused like any other mistake."""
    with pytest.raises(fabrikit.FormatError, match="nested too deeply"):
        parse_json("[" * 100_000)


def test_minus_zero_keeps_its_sign():
    """-0 and -0.0 are both read as -0.0."""
    assert [str(value) for value in parse_json("[-0, -0.0, 0]")] == ["-0.0", "-0.0", "0"]


@given(st.text(alphabet='{}[],:"\\ \n0123456789.eE+-aftrueNInfinity/\ufeff', max_size=60) | st.text(max_size=30))
def test_any_text_is_read_or_refused(text):
    """Whatever the text, a scene is read or FormatError is raised, and nothing else."""
    list(walk(text))
    with pytest.raises(fabrikit.FormatError):
        parse_scene(text)
