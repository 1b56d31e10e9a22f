"""What is asked of a body, and what is answered."""

from fabrikit.solve.batch_result import BatchResult
from fabrikit.solve.body_batch import BodyBatchResult
from fabrikit.solve.body_result import BodyResult
from fabrikit.solve.body_solver import BodySolver
from fabrikit.solve.loop import Loop
from fabrikit.solve.many import solve_batch
from fabrikit.solve.once import solve
from fabrikit.solve.options import METHODS
from fabrikit.solve.result import Result
from fabrikit.solve.solver import Solver
from fabrikit.solve.status import STAGES, STATUSES, Stage, Status
from fabrikit.solve.target import Pole, Target
from fabrikit.solve.trace import Trace, TraceStep

__all__ = [
    "METHODS",
    "STAGES",
    "STATUSES",
    "BatchResult",
    "BodyBatchResult",
    "BodyResult",
    "BodySolver",
    "Loop",
    "Pole",
    "Result",
    "Solver",
    "Stage",
    "Status",
    "Target",
    "Trace",
    "TraceStep",
    "solve",
    "solve_batch",
]
