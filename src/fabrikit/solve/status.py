"""How a solve ended, and which stage ended it. The order is the kernel's (kernel/problem.hpp); a test compares them."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """How a solve ended."""

    REACHED = "REACHED"
    """The error is within the tolerance."""
    TOO_FAR = "TOO_FAR"
    """The target is beyond the outer reach: proven, the pose is straight and nothing is nearer."""
    TOO_NEAR = "TOO_NEAR"
    """The target is inside the inner reach: proven, the pose is folded and nothing is nearer."""
    LIMITED = "LIMITED"
    """The best pose found; joint limits or other targets hold it."""
    STALLED = "STALLED"
    """The method stopped moving before it reached the target."""
    ITERATION_LIMIT = "ITERATION_LIMIT"
    """`max_iterations` were used up."""
    LOOP_OPEN = "LOOP_OPEN"
    """A closed loop cannot close there; the last valid pose is held."""
    INVALID = "INVALID"
    """A row of a batch was not a number; its pose is the start."""


class Stage(StrEnum):
    """The stage of the solver that made a pose."""

    START = "start"
    """Nothing had to move."""
    CLOSED_FORM = "closed-form"
    """The straight or the folded pose of a target out of reach."""
    BEND = "bend"
    """A straight chain was bowed to leave its own line."""
    FABRIK = "fabrik"
    """The two passes of the paper."""
    OVER_RELAXED = "over-relaxed"
    """The two passes, aimed past the target."""
    NEWTON = "newton"
    """The finish on the bones' directions."""
    STRAIGHT_RUNS = "straight-runs"
    """The last resort: at most three straight runs, in closed form."""
    POLE = "pole"
    """The pose was turned toward the pole."""
    GAUSS_NEWTON = "gauss-newton"
    """The finish for joints with limits, on their rotations."""
    COMPARED = "compared"
    """A method of another paper, asked for to compare with."""


STATUSES = tuple(Status)
STAGES = tuple(Stage)
