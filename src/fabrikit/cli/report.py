"""The answer as JSON: everything, every number with all its digits."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import fabrikit
from fabrikit.cli.values import require_folder
from fabrikit.errors import OptionError
from fabrikit.formats import Scene, SceneTarget
from fabrikit.formats.json_write import write_json
from fabrikit.formats.scene_writer import scene_document
from fabrikit.solve import Result, Trace

VERSION = 1
"""The version of this format."""


def report_path(path: Path) -> None:
    """Refuse a file that results cannot be written to, before anything runs. Raises OptionError."""
    if path.suffix.lower() != ".json":
        raise OptionError(f"-o {path}: results are written as .json; a figure is --plot FILE")
    require_folder(path, "-o")


def report_text(scene: Scene, results: Sequence[Result]) -> str:
    """Return the scene and the results as JSON text.

    Parameters
    ----------
    scene : Scene
        As it was solved, options of the command line included.
    results : sequence of Result
        One per target.
    """
    document = {
        "fabrikit_results": VERSION,
        "fabrikit_version": fabrikit.__version__,
        "scene": scene_document(scene),
        "reach": list(scene.body.reach),
        "targets": len(results),
        "reached": sum(map(bool, results)),
        "results": [_result(target, result) for target, result in zip(scene.targets, results, strict=True)],
    }
    return write_json(document) + "\n"


def _result(target: SceneTarget, result: Result) -> dict[str, Any]:
    said: dict[str, Any] = {"target": target.position.tolist()}
    if target.name is not None:
        said["name"] = target.name
    if target.time is not None:
        said["time"] = target.time
    said |= {
        "status": result.status.value,
        "error": result.error,
        "tolerance": result.tolerance,
        "iterations": result.iterations,
        "stage": result.stage.value,
        "symmetry_broken": result.symmetry_broken,
        "positions": result.positions.tolist(),
    }
    if result.angles is not None:
        said["angles"] = result.angles.tolist()
    if result.trace is not None:
        said["trace"] = _trace(result.trace)
    return said


def _trace(trace: Trace) -> list[dict[str, Any]]:
    return [
        {
            "stage": step.stage.value,
            "iteration": step.iteration,
            "pass": step.pass_,
            "joint": step.joint,
            "joints": step.joints.tolist(),
        }
        for step in trace
    ]
