"""What is asked of a body, and what is answered."""

from fabrikit.solve.options import METHODS
from fabrikit.solve.result import Result
from fabrikit.solve.solver import Solver, solve
from fabrikit.solve.status import Stage, Status
from fabrikit.solve.target import Pole, Target
from fabrikit.solve.trace import Trace, TraceStep

__all__ = ["METHODS", "Pole", "Result", "Solver", "Stage", "Status", "Target", "Trace", "TraceStep", "solve"]
