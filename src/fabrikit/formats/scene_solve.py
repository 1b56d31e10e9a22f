"""Solve a scene: the same loop for the command line and for Python."""

from fabrikit.arrays import Array
from fabrikit.formats.body_scene import BodyScene
from fabrikit.formats.scene import Scene
from fabrikit.solve import BodyResult, BodySolver, Result, Solver


def solve_body_scene(scene: BodyScene) -> tuple[BodyResult, ...]:
    """Solve everything that is asked of a skeleton, in order.

    Parameters
    ----------
    scene : BodyScene

    Returns
    -------
    tuple of BodyResult
        One per `BodyTargets`.

    Raises
    ------
    FabrikitError
        An option is not one that `BodySolver` allows.
    """
    solver = BodySolver(scene.body, loops=scene.loops or None, **scene.options.for_solver())
    start: Array | BodyResult | None = scene.options.start
    results: list[BodyResult] = []
    for targets in scene.targets:
        result = solver.solve(targets.tips, start=start, base=scene.options.base)
        results.append(result)
        if scene.options.follow:
            start = result
    return tuple(results)


def solve_scene(scene: Scene, *, trace: bool = False) -> tuple[Result, ...]:
    """Solve every target of the scene, in order.

    Parameters
    ----------
    scene : Scene
    trace : bool
        Record every placement of every pass in the results.

    Returns
    -------
    tuple of Result
        One per target.

    Raises
    ------
    FabrikitError
        An option is not one that `Solver` allows.
    """
    solver = Solver(scene.body, **scene.options.for_solver())
    start: Array | Result | None = scene.options.start
    results: list[Result] = []
    for target in scene.targets:
        result = solver.solve(target.for_solver(), start=start, base=scene.options.base, trace=trace)
        results.append(result)
        if scene.options.follow:
            start = result  # with its rotations, which joints alone do not tell
    return tuple(results)
