"""Solving skeletons: many targets at once, limits, closed loops."""

from __future__ import annotations

from typing import Any

from fabrikit import bridge
from fabrikit.model import Skeleton
from fabrikit.solve.body_start import read_posture, read_use
from fabrikit.solve.loop import read_loops
from fabrikit.solve.options import (
    DEFAULT_MAX_ITERATIONS,
    DEFAULT_ROTATION_TOLERANCE,
    METHODS,
    MODES,
    read_count,
    read_flag,
    read_max_iterations,
    read_method,
    read_rotation_tolerance,
    read_tolerance,
    read_word,
)

_MOST_SOLUTIONS = 1000
_MOST_SEED = 2**31 - 1


class BodySolver:
    """A skeleton and its options, checked once. `Solver(skeleton)` makes one.

    A solve has no memory: every call starts from the rest pose unless it is given a `start`.

    Parameters
    ----------
    body : Skeleton
    tolerance : float, optional
        Error at which a position counts as reached; 1e-6 of the skeleton's reach by default.
    rotation_tolerance : float [rad]
        Angle at which a direction or rotation counts as reached.
    max_iterations : int
        Bound on rounds, those of all restarts together.
    method : "auto" or "fabrik"
        The best we have, or the paper's algorithm with sub-bases: ball joints and positions only.
    mode : "fast" or "nearest"
        The first solution found, or the one whose joints move least from the start among those found.
    solutions : int
        How many different solutions to look for; they are in `BodyResult.solutions`.
    seed : int
        Which rows of the table of restarts are tried, from 0.
    locked : iterable of str, or mapping of str to numbers, optional
        Joints that stay as the start has them, or that are brought to given numbers.
    posture : array-like (nq,), mapping of str to numbers, Pose or "rest", optional
        What the freedom that the targets leave is used for: to stand as near to this as possible.
    posture_weight : float in [0, 1]
        How far one solve goes toward the posture.
    loops : Loop or list of Loop, optional
        Places of the body that are one. They hold in every pose that is returned; where they cannot, the status is
        LOOP_OPEN and the start is returned.
    strict : bool
        Whether a start outside its limits is refused instead of moved inside.

    Raises
    ------
    OptionError, ModelError, ShapeError, LimitError
        Before anything runs; a loop that cannot close is a ModelError.

    Examples
    --------
    >>> import fabrikit
    >>> from fabrikit import Skeleton
    >>> points = {"hip": [0, 0, 1], "neck": [0, 0, 1.5], "left": [0.7, 0, 1.5], "right": [-0.7, 0, 1.5]}
    >>> body = Skeleton.from_points(points, {"neck": "hip", "left": "neck", "right": "neck"})
    >>> fabrikit.Solver(body).solve({"left": [0.6, 0.1, 1.8]}).status.value
    'REACHED'
    """

    def __init__(
        self,
        body: Skeleton,
        *,
        tolerance: float | None = None,
        rotation_tolerance: float = DEFAULT_ROTATION_TOLERANCE,
        max_iterations: int = DEFAULT_MAX_ITERATIONS,
        method: str = "auto",
        mode: str = "fast",
        solutions: int = 1,
        seed: int = 0,
        locked: Any = None,
        posture: Any = None,
        posture_weight: float = 1.0,
        loops: Any = None,
        strict: bool = False,
    ) -> None:
        self.body = body
        self.tolerance = read_tolerance(tolerance, body.reach)
        self.rotation_tolerance = read_rotation_tolerance(rotation_tolerance)
        self.max_iterations = read_max_iterations(max_iterations)
        self.method = METHODS[read_method(method)]
        self.mode = read_word("mode", mode, MODES)
        self.solutions = read_count("solutions", solutions, _MOST_SOLUTIONS)
        self.seed = read_count("seed", seed + 1 if type(seed) is int else seed, _MOST_SEED) - 1
        self.strict = read_flag("strict", strict)
        self.locked, self.posture, self.posture_weight, self.loops = locked, posture, posture_weight, loops
        if self.method == "fabrik":
            _check_balls(body, loops)
        self._posture = read_posture(posture, posture_weight, body)
        self._loops = read_loops(loops, body)
        read_use(locked, None, body.rest_q, body)
        self._kernel = bridge.Body(body.kernel_joints)
        self._ready = True
        if len(self._loops):
            self._check_loops()
