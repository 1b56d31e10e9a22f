"""`fabrikit sim`: the live simulation in the browser."""

import contextlib
import os
import sys
import webbrowser
from typing import Annotated

import typer

from fabrikit.cli.inputs import read_body
from fabrikit.errors import OptionError
from fabrikit.sim import PageServer

SIM_EPILOG = """\b
Examples:
  fabrikit sim
  fabrikit sim human-arm
  fabrikit sim examples/finger.json --port 8000 --no-open

\b
The page is served to this machine alone; nothing leaves it. Ctrl-C ends it.
Exit codes: 0 done, 2 wrong input.
"""

_LARGEST_PORT = 65535

Body = Annotated[
    str | None, typer.Argument(metavar="BODY", help="A scene file (JSON), a preset, or - for standard input.")
]
Port = Annotated[int | None, typer.Option(metavar="N", help="The port to serve on. [a free one]")]
Open = Annotated[bool, typer.Option("--open/--no-open", help="Open the browser, where there is a display.")]


def sim(body: Body = None, port: Port = None, open_browser: Open = True) -> None:
    """Open the live simulation in the browser, with BODY in it."""
    if port is not None and not 1 <= port <= _LARGEST_PORT:
        raise OptionError(f"--port {port}: a port is a whole number from 1 to {_LARGEST_PORT}")
    server = PageServer(None if body is None else read_body(body), port=port or 0)
    with contextlib.suppress(KeyboardInterrupt), server:
        typer.echo(f"{server.address}  (Ctrl-C ends it)")
        sys.stdout.flush()
        if open_browser and not (_has_display() and webbrowser.open(server.address)):
            typer.echo("no browser was opened: open the address above in a browser of this machine", err=True)
        server.wait()


def _has_display() -> bool:
    """Return whether a window can be opened; without one a browser of text would take the terminal over."""
    if sys.platform in ("darwin", "win32") or "BROWSER" in os.environ:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
