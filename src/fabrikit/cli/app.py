"""The command `fabrikit`: its sub-commands, and how it ends."""

import contextlib
import io
import os
import re
import sys
from typing import Annotated, NoReturn

import typer

import fabrikit
from fabrikit.cli.bench import BENCH_EPILOG, bench
from fabrikit.cli.example import EXAMPLE_EPILOG, example
from fabrikit.cli.exits import WRONG_INPUT
from fabrikit.cli.reach import REACH_EPILOG, reach
from fabrikit.cli.schema import SCHEMA_EPILOG, schema
from fabrikit.cli.sim import SIM_EPILOG, sim
from fabrikit.cli.solve import SOLVE_EPILOG, solve
from fabrikit.errors import FabrikitError, near_name

_EPILOG = """\b
Examples:
  fabrikit example
  fabrikit solve human-arm --target 0.4,-0.2,0.1
"""

_INTERRUPTED = 130

_CommandLineError: type[Exception] = typer.BadParameter.__mro__[2]
"""The base of all that typer raises for a wrong command line (ClickException). Newer versions of typer carry click
inside, older ones import it; reached through the one exception that all of them export, the name fits both."""

_COMMANDS = (
    (solve, SOLVE_EPILOG, "Solve a body for its targets."),
    (reach, REACH_EPILOG, "Map where a body reaches."),
    (bench, BENCH_EPILOG, "Compare methods side by side."),
    (sim, SIM_EPILOG, "Open the live simulation in the browser."),
    (example, EXAMPLE_EPILOG, "Solve the shipped arm and draw it."),
    (schema, SCHEMA_EPILOG, "Print the JSON Schema of scenes."),
)

app = typer.Typer(add_completion=False, rich_markup_mode=None)
for _command, _epilog, _short_help in _COMMANDS:
    app.command(epilog=_epilog, short_help=_short_help)(_command)


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"fabrikit {fabrikit.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True, epilog=_EPILOG)
def _fabrikit(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Reach: give it a body and where its hand should be, and it says how every joint stands."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and leave the process.

    Exit codes: 0 done (all reached), 3 done (some not reached), 2 wrong input. Wrong input is one message on
    standard error, never a traceback.

    Parameters
    ----------
    arguments : list of str or None
        What follows the name of the command; None takes it from the process.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name may hold letters that the terminal lacks
    sys.exit(_run(arguments))


def _run(arguments: list[str] | None) -> int:
    try:
        code = app(args=arguments, prog_name="fabrikit", standalone_mode=False)
        sys.stdout.flush()
    except _CommandLineError as error:
        return _refuse(_usage_message(error))
    except FabrikitError as error:
        return _refuse(str(error))
    except BrokenPipeError:
        # The reader has seen enough (`| head`). Point standard output at nothing, so that leaving is silent.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _refuse(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (KeyboardInterrupt, typer.Abort):
        return _INTERRUPTED
    return int(code or 0)


def _usage_message(error: Exception) -> str:
    """Return what typer says about a wrong option, and where help is."""
    message = str(getattr(error, "format_message", error.__str__)())
    unknown = re.search("No such command '(.*)'", message)
    if unknown and "Did you mean" not in message:  # newer versions of typer suggest by themselves
        message += near_name(unknown[1], (command.__name__ for command, _, _ in _COMMANDS))
    if "extra argument" in message:
        message += "; points are written x,y,z without spaces"
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "fabrikit"
    return f"{message}\nHelp: {command} --help"


def _refuse(message: str) -> int:
    typer.echo(f"fabrikit: {message}", err=True)
    return WRONG_INPUT
