"""Write JSON that people can read: short things in one line, every float with all its digits."""

import json

_WIDTH = 100


def write_json(value: object, indent: int = 0) -> str:
    """Return `value` as JSON text.

    Floats are written by their shortest exact digits (at most 17), so that reading gives the same bits, -0.0
    included. An object or array that fits in one line stays in one line.

    Parameters
    ----------
    value : object
        Dictionaries, lists, tuples, strings, finite numbers, booleans and None.
    indent : int
        Columns that the surrounding text already takes.

    Raises
    ------
    ValueError
        NaN or infinity, which JSON cannot hold.
    """
    flat = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if indent and indent + len(flat) <= _WIDTH:
        return flat
    inner = " " * (indent + 2)
    if isinstance(value, dict) and value:
        pairs = ((json.dumps(key, ensure_ascii=False), write_json(item, indent + 2)) for key, item in value.items())
        parts, brackets = [f"{key}: {item}" for key, item in pairs], "{}"
    elif isinstance(value, list | tuple) and value:
        parts, brackets = [write_json(item, indent + 2) for item in value], "[]"
    else:
        return flat
    body = (",\n" + inner).join(parts)
    return f"{brackets[0]}\n{inner}{body}\n{' ' * indent}{brackets[1]}"
