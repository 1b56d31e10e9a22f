"""The command line: `fabrikit COMMAND`. One file per sub-command; rooms return data, here it is printed."""

from fabrikit.cli.app import app, main

__all__ = ["app", "main"]
