"""The answer as JSON: everything, every number with all its digits."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

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
    beside = {name: value for name, value in vars(target).items() if name != "position" and value is not None}
    said |= {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in beside.items()}
    said |= {
        "status": result.status.value,
        "error": result.error,
        "tolerance": result.tolerance,
        "iterations": result.iterations,
        "stage": result.stage.value,
        "symmetry_broken": result.symmetry_broken,
    }
    if target.is_aimed:
        said["rotation_error"] = result.rotation_error
    if result.stretch != 1:
        said["stretch"] = result.stretch
    said |= _pose(result)
    if result.trace is not None:
        said["trace"] = _trace(result.trace)
    return said


def _pose(result: Result) -> dict[str, Any]:
    """Return the joints, and how each joint stands: in 2D its angle, in 3D its rotation, swing and twist."""
    said: dict[str, Any] = {"positions": result.positions.tolist()}
    if result.angles is not None:
        return said | {"angles": result.angles.tolist()}
    hinges = [None if math.isnan(angle) else angle for angle in result.hinge_angles.tolist()]
    if any(angle is not None for angle in hinges):
        said["hinge_angles"] = hinges
    names = ("swing", "twist", "rotations", "local_rotations")
    return said | {name: getattr(result, name).tolist() for name in names}


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
