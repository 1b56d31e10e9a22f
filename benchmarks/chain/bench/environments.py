"""The rivals' environments: one virtual environment each, so that nobody's versions bind us or each other."""

from __future__ import annotations

import importlib.metadata
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from bench.place import BUILD, ENVIRONMENTS, HERE, ROOT


class EnvironmentMissingError(Exception):
    """The environment could not be made; the message says why in a few words."""


def environment(name: str, *, create: bool, lists: Path = HERE / "peers") -> Path:
    """Return the Python of the environment `name` (LISTS/NAME.txt says what is in it), made when missing.

    Raises EnvironmentMissingError when it is not there and may not or cannot be made.
    """
    listed = lists / f"{name}.txt"
    wanted = listed.read_text()
    folder = ENVIRONMENTS / name
    python, stamp = folder / "bin" / "python", folder / "installed.txt"
    if stamp.exists() and stamp.read_text() == wanted:
        return python
    if not create:
        raise EnvironmentMissingError("its environment is not set up; a run without --quick does that")
    print(f"setting up the environment of {name}", file=sys.stderr)
    shutil.rmtree(folder, ignore_errors=True)
    venv.create(folder, with_pip=True)
    pip = [
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "-r",
        listed,
    ]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise EnvironmentMissingError(
            f"pip could not install it for Python {sys.version_info.major}.{sys.version_info.minor}"
        )
    stamp.write_text(wanted)
    return python


def package_folder() -> Path:
    """Copy the package, its compiled kernel and its metadata into one folder that any environment can import from."""
    import fabrikit.bridge._kernel as kernel

    folder = BUILD / "package"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "src", folder, ignore=shutil.ignore_patterns("__pycache__"))
    compiled = Path(str(kernel.__file__))
    shutil.copy(compiled, folder / "fabrikit" / "bridge" / compiled.name)
    about = Path(str(importlib.metadata.distribution("fabrikit").locate_file("")))
    for metadata in about.glob("fabrikit-*.dist-info"):
        shutil.copytree(metadata, folder / metadata.name)
    return folder
