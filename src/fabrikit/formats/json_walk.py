"""Where in a JSON text does each value stand?

`json.loads` is fast and forgets places. When a message needs one, the text is walked a second time, here.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(r'\s*(?:(?P<string>"(?:[^"\\]|\\.)*")|(?P<mark>[{}\[\],:])|(?P<word>[^\s{}\[\],:"]+))', re.DOTALL)


@dataclass(frozen=True)
class Place:
    """One key or value of a JSON text.

    Attributes
    ----------
    pointer : str
        JSON pointer of the value, or of the value that the key names.
    text : str
        The token as written; an opening bracket for an object or an array.
    offset : int
        Index of its first character.
    is_key : bool
        True for the key of a pair.
    """

    pointer: str
    text: str
    offset: int
    is_key: bool


class _Level:
    """An object or array that is open at this point of the walk."""

    def __init__(self, pointer: str, is_object: bool) -> None:
        self.pointer = pointer
        self.is_object = is_object
        self.index = 0
        self.key: str | None = None

    def child(self) -> str:
        step = escape(self.key or "") if self.is_object else str(self.index)
        return f"{self.pointer}/{step}"

    def next(self) -> None:
        self.index += 1
        self.key = None


def escape(key: str) -> str:
    """Write a key as one step of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def walk(text: str) -> Iterator[Place]:
    """Yield every key and value of `text` in reading order.

    Text that is not JSON yields what can be recognised: the walk never raises and always ends.
    """
    levels: list[_Level] = []
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup or ""
        word, offset = token[kind], token.start(kind)
        if word in "}]":
            del levels[-1:]
        elif word == "," and levels:
            levels[-1].next()
        elif word in ",:":
            continue
        elif levels and levels[-1].is_object and levels[-1].key is None:
            levels[-1].key = _unquote(word)
            yield Place(levels[-1].child(), word, offset, is_key=True)
        else:
            pointer = levels[-1].child() if levels else ""
            yield Place(pointer, word, offset, is_key=False)
            if word in "{[":
                levels.append(_Level(pointer, is_object=word == "{"))


def find(text: str, pointer: str, *, is_key: bool = False) -> Place | None:
    """Return the value that `pointer` names, or its key."""
    return next((place for place in walk(text) if place.pointer == pointer and place.is_key == is_key), None)


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Return the line and the column of a character, both counted from 1."""
    line_start = text.rfind("\n", 0, offset) + 1
    return text.count("\n", 0, offset) + 1, offset - line_start + 1


def _unquote(word: str) -> str:
    """Return the characters of a string token; escapes the walk cannot read stay as written."""
    try:
        value = json.loads(word, strict=False)
    except ValueError:
        return word
    return str(value)
