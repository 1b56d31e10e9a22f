"""The published JSON Schema of a scene: the one place where its keys and words are listed."""

import json
from functools import cache
from importlib.resources import files
from typing import Any


def scene_schema_text() -> str:
    """Return the JSON Schema (draft 2020-12) of scene files, as it is shipped."""
    return (files("fabrikit.formats") / "scene.schema.json").read_text(encoding="utf-8")


@cache
def _schema() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(scene_schema_text())
    return schema


def keys_of(name: str) -> tuple[str, ...]:
    """Return the keys that an object may have: "scene", or an object under `$defs`."""
    holder = _schema() if name == "scene" else _schema()["$defs"][name]
    return tuple(holder["properties"])
