"""`scripts/bench save`, `scripts/bench against`, `scripts/bench regression`."""

from __future__ import annotations

import argparse
import sys

from regression.counting import CountingError, check
from regression.side_by_side import NothingKeptError, against, save

SKIPPED = 77
"""Exit code of a check that could not run, with the reason on standard error."""


def main() -> int:
    """Do what was asked; returns the exit code."""
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, words in (("save", "keep this version"), ("against", "compare with a kept version")):
        commands.add_parser(name, help=words).add_argument("name", nargs="?", default="before")
    counting = commands.add_parser("count", help="count instructions")
    counting.add_argument("--write", action="store_true", help="commit to these counts")
    given = parser.parse_args()
    try:
        if given.command == "count":
            return check(write=given.write)
        (save if given.command == "save" else against)(given.name)
    except CountingError as error:
        print(f"not counted: {error}", file=sys.stderr)
        return SKIPPED
    except NothingKeptError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
