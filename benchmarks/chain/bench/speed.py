"""Sections on time: `auto` against `fabrik`, against numba, and through Python."""

from __future__ import annotations

from typing import Any

from bench.environments import EnvironmentMissingError, environment, package_folder
from bench.place import BUILD
from bench.programs import ProgramError, module, program
from bench.rows import Row, Section, Table, at_least, iterations, skipped

AUTO_RATIOS = {10: 3.2, 30: 9.0, 100: 35.0}
NUMBA_RATIO = 0.9
NUMPY_RATIO = 150.0
PYFABRIK_RATIO = 600.0
CALL_NS = 1000


def kernel_speed(effort: float) -> Section:
    """`auto` against `fabrik` in the kernel, on W(10), W(30) and W(100)."""
    entries = program("speed", "--milliseconds", int(12000 * effort))
    section = Section(raw=entries)
    columns = ("bones", "`fabrik` ns", "`auto` ns", "bare loop ns", "`fabrik` / `auto`", "bare / `fabrik`", "rounds")
    times = Table("Kernel: whole solves of W(n), one after the other", columns)
    counts = Table(
        "Iterations on W(n): mean / median / p99 / max", ("bones", "targets", "`fabrik`", "`auto`", "not reached")
    )
    for bones, wanted in AUTO_RATIOS.items():
        plain, auto, timed = (e for e in entries if e["bones"] == bones)
        section.rows.append(
            at_least(
                f"kernel: `auto` against `fabrik`, {bones} bones",
                wanted,
                timed["auto_ratio"],
                timed["auto_ratio_median"],
            )
        )
        names = ("fabrik_ns", "auto_ns", "bare_ns")
        cells = [f"{timed[name]:.0f}" for name in names] + [
            f"{timed[name]:.2f}" for name in ("auto_ratio", "bare_ratio")
        ]
        times.lines.append((str(bones), *cells, str(timed["rounds"])))
        failed = f"{plain['failures']}, {auto['failures']}"
        counts.lines.append((str(bones), str(plain["targets"]), iterations(plain), iterations(auto), failed))
    section.tables += [times, counts]
    return section


def phases(effort: float) -> Section:
    """Where the time of `auto` goes."""
    entries = program("phases", "--milliseconds", int(3000 * effort))
    caps = len(entries[0]["ns_at_cap"])
    table = Table(
        "`auto` on W(n), ns a solve with the iterations capped (0: the start is already there)",
        ("bones", *(f"cap {cap}" for cap in range(caps))),
        [(str(e["bones"]), *(f"{ns:.0f}" for ns in e["ns_at_cap"])) for e in entries],
    )
    return Section(tables=[table], raw=entries)


def numba(effort: float, *, create: bool) -> Section:
    """The kernel's `fabrik` against the same loop compiled by numba."""
    what, wanted = "kernel: `fabrik` against a numba loop", f"≥ {NUMBA_RATIO:g}×"
    try:
        entries = module("peers.numba_loop", BUILD, 10 * effort, python=environment("numba", create=create))
    except (EnvironmentMissingError, ProgramError) as error:
        return Section([skipped(what, wanted, str(error))])
    columns = (
        "bones",
        "`fabrik` ns",
        "numba ns",
        "bare C++ loop ns",
        "numba / `fabrik`",
        "same iterations",
        "largest difference of poses",
    )
    table = Table("`fabrik` beside numba: batches of targets, one call each", columns)
    section = Section(tables=[table], raw=entries)
    for e in entries:
        section.rows.append(at_least(f"{what}, {e['bones']} bones", NUMBA_RATIO, e["ratio"], e["ratio_median"]))
        same = "all" if e["same_iterations"] else "NOT all"
        times = (f"{e[name]:.0f}" for name in ("fabrikit_ns", "numba_ns", "bare_ns"))
        table.lines.append((str(e["bones"]), *times, f"{e['ratio']:.3f}", same, f"{e['pose_difference']:.1g}"))
    return section


def python_call(effort: float) -> Section:
    """What a call costs over the kernel."""
    (e,) = module("peers.python_call", BUILD, 8 * effort)
    rows = [
        Row(
            f"Python: `Solver.solve` over the kernel, {name}, `Result` included",
            f"≤ {CALL_NS} ns",
            f"{e[key + '_overhead_ns']:.0f} ns ({e[key + '_ns']:.0f} − {e['kernel_ns']:.0f})",
            e[key + "_overhead_ns"] <= CALL_NS,
        )
        for key, name in (("array", "target an array"), ("list", "target a list of floats"))
    ]
    rows.append(
        Row("Python: the same bits as the kernel's loop", "yes", "yes" if e["same_bits"] else "no", e["same_bits"])
    )
    return Section(rows, raw=[e])


def _loop_row(what: str, wanted: float | None, e: dict[str, Any]) -> Row:
    if wanted is None:
        return Row(what, "", f"{e['ratio']:.0f}× (median {e['ratio_median']:.0f}×)", None)
    row = at_least(what, wanted, e["ratio"], e["ratio_median"])
    row.measured = f"{e['ratio']:.0f}× (median {e['ratio_median']:.0f}×)"
    return row


def python_loops(effort: float, *, create: bool) -> Section:
    """`Solver.solve` of method "fabrik" against NumPy loops and pyfabrik, 10 bones."""
    columns = ("rival", "NumPy", "`Solver.solve` µs", "rival µs", "ratio", "same iterations")
    table = Table("`fabrik` through Python, W(10)", columns)
    section = Section(tables=[table])
    jobs = (
        ("printed", "Python: `fabrik` against a plain NumPy loop (Algorithm 1 as printed)", NUMPY_RATIO, None),
        ("tightened", "Python: `fabrik` against that loop tightened by hand", None, None),
        ("pyfabrik", "Python: `fabrik` against pyfabrik 0.4.0", PYFABRIK_RATIO, "pyfabrik"),
    )
    for name, what, wanted, rival in jobs:
        try:
            python = environment(rival, create=create) if rival else None
            path = f"{package_folder()}:" if rival else ""
            found = module("peers.python_loops", BUILD, 10 * effort, name, python=python, path=path)
        except (EnvironmentMissingError, ProgramError) as error:
            section.rows.append(skipped(what, f"≥ {wanted:g}×" if wanted else "", str(error)))
            continue
        e = found[0]
        section.raw.append(e)
        section.rows.append(_loop_row(what, wanted, e))
        times = (f"{e['fabrikit_us']:.2f}", f"{e['rival_us']:.0f}", f"{e['ratio']:.0f}")
        table.lines.append((name, e["numpy"], *times, f"{e['same_iterations']} of {e['targets']}"))
    return section
