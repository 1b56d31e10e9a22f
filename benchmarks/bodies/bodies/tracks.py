"""Section on smooth paths: every step from the pose before."""

from __future__ import annotations

from bench.programs import program
from bench.rows import Row, Section, Table


def tracks(effort: float) -> Section:
    """Follow paths; list the steps at which a body changes its branch."""
    entries = program("body_track", "--paths", max(2, int(20 * effort)))
    section = Section(raw=entries)
    summaries = [e for e in entries if "body" in e]
    steps, failed = sum(e["steps"] for e in summaries), sum(e["failures"] for e in summaries)
    section.rows.append(
        Row("steps along smooth paths that fail, posture 0.005 and rescue", "0", f"{failed} of {steps:,}", failed == 0)
    )
    changes = sum(e["branch_changes"] for e in summaries)
    listed = f"{changes} of {steps:,}, listed below"
    section.rows.append(
        Row("joint steps beyond 10 × target step / smallest lever arm", "only branch changes", listed, None)
    )
    columns = ("body", "steps", "failures", "rescues", "branch changes", "µs median / p99 / max")
    table = Table("Tracking, 1e-4 m and 1e-3 rad", columns)
    for e in summaries:
        times = f"{e['us_p50']:.1f} / {e['us_p99']:.1f} / {e['us_max']:.0f}"
        numbers = (e["steps"], e["failures"], e["rescues"], e["branch_changes"])
        table.lines.append((e["body"], *map(str, numbers), times))
    section.tables.append(table)
    jumps = Table(
        "Branch changes (20 of a body at most)", ("body", "path", "step", "joint step [rad]", "allowed [rad]")
    )
    for e in entries:
        if "branch_change" in e:
            numbers = (e["path"], e["step"], e["joint_step"], e["allowed"])
            jumps.lines.append((e["branch_change"], *map(str, numbers)))
    section.tables.append(jumps)
    return section
