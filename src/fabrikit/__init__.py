"""fabrikit, the reaching engine: give it a body and where its tip should be; it answers how every joint stands."""

from importlib.metadata import version as _version

from fabrikit.errors import (
    FabrikitError,
    FormatError,
    LimitError,
    MissingExtra,
    ModelError,
    NotReached,
    OptionError,
    ShapeError,
)
from fabrikit.model import Ball, Chain, Fixed, Hinge, Joint, Mimic, Pose, Skeleton, Slider, Universal
from fabrikit.model.rotations import align_signs
from fabrikit.solve import (
    BatchResult,
    BodyBatchResult,
    BodyResult,
    BodySolver,
    Loop,
    Pole,
    Result,
    Solver,
    Stage,
    Status,
    Target,
    Trace,
    TraceStep,
    solve,
    solve_batch,
)

__version__ = _version("fabrikit")

__all__ = [
    "Ball",
    "BatchResult",
    "BodyBatchResult",
    "BodyResult",
    "BodySolver",
    "Chain",
    "FabrikitError",
    "Fixed",
    "FormatError",
    "Hinge",
    "Joint",
    "LimitError",
    "Loop",
    "Mimic",
    "MissingExtra",
    "ModelError",
    "NotReached",
    "OptionError",
    "Pole",
    "Pose",
    "Result",
    "ShapeError",
    "Skeleton",
    "Slider",
    "Solver",
    "Stage",
    "Status",
    "Target",
    "Trace",
    "TraceStep",
    "Universal",
    "align_signs",
    "solve",
    "solve_batch",
]
