"""`scripts/bench rivals`: other packages on W(10), to the same error, each in an environment of its own."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bench import machine, report
from bench.environments import EnvironmentMissingError, environment, package_folder
from bench.place import HERE
from bench.programs import Entries, ProgramError, run
from bench.rows import Section, Table

FOLDER = Path(__file__).resolve().parents[1]
RIVALS = ("numba", "numpy_loop", "numpy_batch", "pyfabrik", "ikpy", "tinyik")
COLUMNS = (
    "rival",
    "targets",
    "within 0.001 bone",
    "median error",
    "rival µs",
    "`fabrik` µs",
    "`auto` µs",
    "rival / `fabrik`",
    "rival / `auto`",
)


def measure(name: str, package: Path, seconds: float, *, create: bool) -> Entries:
    """Run one rival in its environment. Raises EnvironmentMissingError or ProgramError."""
    python = environment(name, create=create, lists=FOLDER / "peers")
    path = ":".join(map(str, (package, FOLDER, HERE)))
    # -P: the folder of the script, whose files have the names of the packages, is not searched.
    return run([python, "-P", FOLDER / "peers" / f"{name}.py", str(seconds)], environment={"PYTHONPATH": path})


def line(e: dict[str, float | str]) -> tuple[str, ...]:
    """Return the cells of a rival that ran."""
    times = (f"{e[key]:.3g}" for key in ("rival_us", "fabrik_us", "auto_us"))
    ratios = (f"{e[key]:.3g}×" for key in ("fabrik_ratio", "auto_ratio"))
    return (str(e["rival"]), str(e["targets"]), str(e["reached"]), f"{e['error_median']:.1e}", *times, *ratios)


def main() -> None:
    """Measure every rival; one that cannot be installed or breaks gets a row saying so, and the rest goes on."""
    parser = argparse.ArgumentParser(prog="scripts/bench rivals", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=RIVALS, metavar="RIVAL", help=f"some of: {', '.join(RIVALS)}")
    parser.add_argument("--quick", action="store_true", help="a second each; sets up no environment")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    given = parser.parse_args()
    package = package_folder()
    table = Table(
        "Other packages on W(10), each in an environment of its own; fabrikit to at most their error", COLUMNS
    )
    section = Section(tables=[table])
    for name in given.only or RIVALS:
        print(f"measuring: {name}", file=sys.stderr, flush=True)
        try:
            entries = measure(name, package, 1.0 if given.quick else 6.0, create=not given.quick)
        except (EnvironmentMissingError, ProgramError) as error:
            table.lines.append((name, f"not measured: {error}", *[""] * (len(COLUMNS) - 2)))
            continue
        section.raw += entries
        table.lines += [line(e) for e in entries]
    text = "\n".join(report.details(table)) + "\n\n" + "\n".join(f"- {k}: {v}" for k, v in machine.describe().items())
    print(text)
    report.save("rivals-quick" if given.quick or given.only else "rivals", text, {"rivals": section}, {})
    if given.write:
        report.write_readme(text, "rivals")


if __name__ == "__main__":
    main()
