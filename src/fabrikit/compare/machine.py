"""What the numbers were measured on."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from pathlib import Path

import numpy as np


def describe_machine() -> dict[str, str]:
    """Return processor, system, versions and how busy the machine is."""
    load = " ".join(f"{x:.1f}" for x in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown"
    return {
        "processor": f"{_processor()}, {os.cpu_count()} cores, {platform.machine()}",
        "system": f"{platform.system()} {platform.release()}",
        "versions": f"fabrikit {version('fabrikit')}, Python {platform.python_version()}, NumPy {np.__version__}",
        "load average": load,
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown processor"
