"""Strict JSON text with messages in plain words: path, line and column for every mistake of syntax.

Stricter than `json.loads` in three ways: a key may stand once, NaN and Infinity are refused, and so are
numbers that a float64 cannot hold. Kinder in one: a byte order mark is skipped.
"""

import json
import math
import re
from typing import Any

from fabrikit.errors import FormatError
from fabrikit.formats.json_walk import Place, line_and_column, walk

_CONSTANTS = ("NaN", "Infinity", "-Infinity")
_LONGEST_INTEGER = 400
"""Digits; longer ones overflow a float64 and Python refuses the longest."""


class _RefusedError(Exception):
    """Something `json.loads` would accept and fabrikit does not."""


def parse_json(text: str, path: str | None = None) -> object:
    """Read one JSON document.

    Parameters
    ----------
    text : str
        The whole document.
    path : str or None
        Where it came from, for messages.

    Returns
    -------
    object
        Dictionaries, lists, strings, numbers, booleans and None. `-0` and `-0.0` are the float -0.0.

    Raises
    ------
    FormatError
        With the line and the column of the mistake.
    """
    text = text.removeprefix("\ufeff")
    try:
        return _decoder().decode(text)
    except json.JSONDecodeError as error:
        message, offset = _explain(error, text)
        raise _at(message, text, offset, path) from None
    except _RefusedError:
        message, place = _first_refused(text)
        offset = place.offset if place else 0
        raise _at(message, text, offset, path) from None
    except RecursionError:
        raise FormatError("brackets are nested too deeply", path=path) from None


def _decoder() -> json.JSONDecoder:
    return json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant, parse_int=_integer, parse_float=_real)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise _RefusedError
    return values


def _constant(_word: str) -> float:
    raise _RefusedError


def _real(word: str) -> float:
    value = float(word)
    if math.isinf(value):
        raise _RefusedError
    return value


def _integer(word: str) -> int | float:
    if word == "-0":
        return -0.0  # an int would lose the sign
    if len(word) > _LONGEST_INTEGER or math.isinf(float(word)):
        raise _RefusedError
    return int(word)


def _first_refused(text: str) -> tuple[str, Place | None]:
    """Find the first thing the hooks refused; they do not say where they stood."""
    first: dict[str, int] = {}
    for place in walk(text):
        if place.is_key:
            if place.pointer in first:
                line = line_and_column(text, first[place.pointer])[0]
                return f"the key {place.text} stands twice, first in line {line}", place
            first[place.pointer] = place.offset
        elif place.text in _CONSTANTS:
            return f"{place.text} is not a number that a scene may hold; write a finite number", place
        elif _overflows(place.text):
            return "this number is too large for a float64", place
    return "the document is not strict JSON", None


def _overflows(word: str) -> bool:
    if not re.fullmatch(r"-?[0-9].*", word):
        return False
    try:
        return math.isinf(float(word))
    except ValueError:
        return False


def _at(message: str, text: str, offset: int, path: str | None) -> FormatError:
    line, column = line_and_column(text, offset)
    return FormatError(message, path=path, line=line, column=column)


def _explain(error: json.JSONDecodeError, text: str) -> tuple[str, int]:
    """Say a mistake of syntax in words, and where to look for it."""
    rest = text[error.pos :].lstrip()
    offset = len(text) - len(rest)
    before = text[: error.pos].rstrip()
    if not text.strip():
        return "the file is empty", 0
    if before.endswith(",") and rest[:1] in ("}", "]"):
        return f"trailing comma: JSON allows none before the closing {rest[0]}", len(before) - 1
    if rest[:1] == "," and rest[1:].lstrip()[:1] in ("}", "]"):
        closing = rest[1:].lstrip()[0]
        return f"trailing comma: JSON allows none before the closing {closing}", offset
    return _explain_character(error, rest, offset)


def _explain_character(error: json.JSONDecodeError, rest: str, offset: int) -> tuple[str, int]:
    word = re.match(r"\w*", rest)
    by_word = {"True": "true", "False": "false", "None": "null", "nan": "a number", "inf": "a number"}
    if error.msg.startswith("Unterminated string"):
        return "this string has no closing quote", error.pos
    if error.msg.startswith("Invalid control character"):
        return "a line break or control character inside a string; write \\n or \\t", error.pos
    if error.msg.startswith("Extra data"):
        return "text after the end of the JSON document", offset
    if not rest:
        return "the file ends in the middle: a closing } or ] is missing", offset
    if rest[0] == "'":
        return "JSON writes keys and strings in double quotes, not single ones", offset
    if rest[0] in "/#":
        return "JSON has no comments", offset
    if word and word[0] in by_word:
        return f"{word[0]} is not JSON; write {by_word[word[0]]}", offset
    if error.msg.startswith("Expecting property name"):
        return 'a key in double quotes belongs here, for example "body"', offset
    if error.msg.startswith("Expecting ',' delimiter"):
        return "a comma is missing before this", offset
    if error.msg.startswith("Expecting ':' delimiter"):
        return "a colon is missing between the key and its value", offset
    if error.msg.startswith("Expecting value"):
        return "a value belongs here", offset
    return error.msg[:1].lower() + error.msg[1:], error.pos
