"""Run the command line inside this process and catch what it prints."""

import contextlib
import io
from dataclasses import dataclass

import pytest

from fabrikit.cli import main


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str


def run(*arguments, stdin=""):
    """Run `fabrikit` with the arguments in a terminal-less, 80 columns wide place."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO(stdin))
        patch.setenv("COLUMNS", "80")
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), pytest.raises(SystemExit) as left:
            main([str(argument) for argument in arguments])
    return Ran(int(left.value.code or 0), out.getvalue(), err.getvalue())
