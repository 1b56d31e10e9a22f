"""A place in a JSON document that is being read: what stands there, and how to complain about it."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from fabrikit.arrays import LARGEST, Array
from fabrikit.errors import FormatError, ShapeError, near_name
from fabrikit.formats.json_text import parse_json
from fabrikit.formats.json_walk import escape, find, line_and_column
from fabrikit.model.rotations import read_rotation


@dataclass(frozen=True)
class _Document:
    text: str
    path: str | None


@dataclass(frozen=True)
class Cursor:
    """One value of a JSON document, with the pointer that leads to it.

    Every method that reads returns a checked value or raises `FormatError` with path, line, column and
    pointer. Messages say what is allowed and what came.
    """

    value: object
    pointer: str
    _document: _Document

    @classmethod
    def of_text(cls, text: str, path: str | None = None) -> "Cursor":
        """Parse a document and stand on its outermost value."""
        return cls(parse_json(text, path), "", _Document(text, path))

    def error(self, message: str, *, at_key: bool = False) -> FormatError:
        """Return an error that names this place, or the key before it."""
        text, path = self._document.text.removeprefix("\ufeff"), self._document.path
        place = find(text, self.pointer, is_key=at_key)
        line, column = line_and_column(text, place.offset) if place else (None, None)
        return FormatError(message, path=path, line=line, column=column, pointer=self.pointer or None)

    def members(self, allowed: Collection[str]) -> dict[str, "Cursor"]:
        """Return the members of an object whose keys are all among `allowed`."""
        if not isinstance(self.value, dict):
            raise self._wrong("an object in { }")
        members = {key: self._child(key, item) for key, item in self.value.items()}
        for key, member in members.items():
            if key not in allowed:
                raise member.error(
                    f"unknown key {key!r}; allowed are {', '.join(allowed)}.{near_name(key, allowed)}", at_key=True
                )
        return members

    def member(self, key: str, hint: str = "") -> "Cursor":
        """Return a member that must be there."""
        if not isinstance(self.value, dict):
            raise self._wrong("an object in { }")
        if key not in self.value:
            raise self.error(f"the key {key!r} is missing{hint}")
        return self._child(key, self.value[key])

    def items(self, what: str) -> list["Cursor"]:
        """Return the items of an array; `what` names them in the message."""
        if not isinstance(self.value, list):
            raise self._wrong(f"an array of {what} in [ ]")
        return [self._child(str(index), item) for index, item in enumerate(self.value)]

    def number(self) -> float:
        """Return a number. True and false are not numbers."""
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            raise self._wrong("a number")
        return float(self.value)

    def integer(self) -> int:
        """Return a whole number; 10.0 counts as 10, as in JSON Schema."""
        value = self.number()
        if not value.is_integer():
            raise self._wrong("a whole number")
        return int(value)

    def boolean(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            raise self._wrong("true or false")
        return self.value

    def text(self) -> str:
        """Return a string that can be written as UTF-8."""
        if not isinstance(self.value, str):
            raise self._wrong("text in double quotes")
        if any("\ud800" <= character <= "\udfff" for character in self.value):
            raise self.error("this text holds half of a surrogate pair, which is no character")
        return self.value

    def word(self, allowed: Sequence[str]) -> str:
        """Return a string that is one of `allowed`."""
        value = self.text()
        if value not in allowed:
            raise self.error(f"{value!r} is not one of {', '.join(allowed)}.{near_name(value, allowed)}")
        return value

    def vector(self, dimension: int | None = None) -> Array:
        """Return a point or a direction, shape (D,) float64 with D = `dimension`, or 2 or 3 if it is None."""
        numbers = [item.number() for item in self.items("numbers")]
        allowed = (2, 3) if dimension is None else (dimension,)
        if len(numbers) not in allowed:
            wanted = "2 or 3 numbers" if dimension is None else f"{dimension} numbers, as the body has"
            raise self.error(f"expected {wanted}, got {len(numbers)}")
        vector = np.array(numbers, dtype=np.float64)
        if (np.abs(vector) > LARGEST).any():
            raise self.error("a coordinate is at most 2^500 (3.3e150)")
        return vector

    def direction(self, dimension: int) -> Array:
        """Return a direction of any length but zero, shape (D,) float64."""
        vector = self.vector(dimension)
        if not vector.any():
            raise self.error("a direction has a length, got the zero vector")
        return vector

    def numbers(self, count: int, what: str) -> list[float]:
        """Return as many numbers as asked for; `what` names them in the message."""
        items = self.items("numbers")
        if len(items) != count:
            raise self.error(f"expected {what}, got {len(items)} numbers")
        return [item.number() for item in items]

    def quaternion(self) -> Array:
        """Return a rotation, shape (4,): w, x, y, z of length 1, with the digits that the document has."""
        given = np.array(self.numbers(4, "4 numbers w, x, y, z"), dtype=np.float64)
        try:
            read_rotation("", given)
        except ShapeError as error:
            raise self.error(str(error).removeprefix(": ")) from None
        return given

    def points(self, dimension: int | None = None) -> Array:
        """Return an array of points, shape (m, D) float64; all have the dimension of the first."""
        rows: list[Array] = []
        for item in self.items("points"):
            rows.append(item.vector(len(rows[0]) if rows else dimension))
        return np.array(rows, dtype=np.float64)

    def _child(self, step: str, value: object) -> "Cursor":
        return Cursor(value, f"{self.pointer}/{escape(step)}", self._document)

    def _wrong(self, wanted: str) -> FormatError:
        shown = json.dumps(self.value) if isinstance(self.value, str | bool | int | float | None) else ""
        came = shown or ("an array" if isinstance(self.value, list) else "an object")
        return self.error(f"expected {wanted}, got {came}")
