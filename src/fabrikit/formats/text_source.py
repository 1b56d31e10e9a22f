"""Text from a file or a stream, with the name that messages call it by."""

from pathlib import Path
from typing import IO

from fabrikit.errors import FormatError

Source = str | Path | IO[str] | IO[bytes]


def read_text(source: Source) -> tuple[str, str | None]:
    """Return the whole text of `source` and its name, if it has one.

    Raises
    ------
    FormatError
        The bytes are not UTF-8.
    OSError
        The file cannot be read.
    """
    if isinstance(source, str | Path):
        return _decode(Path(source).read_bytes(), str(source)), str(source)
    name = getattr(source, "name", None)
    path = name if isinstance(name, str) else None
    content = source.read()
    return (content if isinstance(content, str) else _decode(content, path)), path


def _decode(content: bytes, path: str | None) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FormatError("this is not UTF-8 text", path=path, line=line) from None
