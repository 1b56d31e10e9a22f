"""What the numbers were measured on."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path

from bench.place import ENVIRONMENTS, HERE, ROOT


def _first_line(*command: str) -> str:
    if shutil.which(command[0]) is None:
        return f"no {command[0]}"
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    return (done.stdout.splitlines() or [""])[0]


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if not info.exists():
        return platform.processor() or platform.machine()
    text = info.read_text()
    found = {
        key: re.search(rf"^{key}\s*: (.*)$", text, re.M) for key in ("model name", "cpu family", "model", "stepping")
    }
    family = ", ".join(f"{key} {match.group(1)}" for key, match in found.items() if match and key != "model name")
    return f"{found['model name'].group(1) if found['model name'] else platform.machine()} ({family})"


def load() -> str:
    """Return how busy the machine is."""
    return " ".join(f"{x:.1f}" for x in os.getloadavg())


def describe() -> dict[str, str]:
    """Return machine, tools, versions and settings."""
    changed = _first_line("git", "status", "--porcelain", "kernel", "bindings", "src")
    rivals = " ".join(
        line
        for path in sorted((HERE / "peers").glob("*.txt"))
        if (ENVIRONMENTS / path.stem).exists()
        for line in path.read_text().splitlines()
        if line and not line.startswith("#")
    )
    return {
        "processor": f"{_processor()}, {os.cpu_count()} cores, {platform.machine()}",
        "system": f"{platform.system()} {platform.release()}",
        "compiler": _first_line(os.environ.get("CXX", "g++"), "--version"),
        "kernel flags": " ".join((ROOT / "kernel" / "compile_flags.txt").read_text().split())
        + ", baseline instruction set",
        "Python": f"{platform.python_version()}, numpy {version('numpy')}, fabrikit {version('fabrikit')}",
        "rivals": rivals or "none set up",
        "commit": _first_line("git", "rev-parse", "--short", "HEAD") + (" with changes" if changed else ""),
    }
