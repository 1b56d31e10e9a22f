"""The answer about a skeleton as JSON: everything, every number with all its digits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import fabrikit
from fabrikit.cli.report import VERSION
from fabrikit.formats import BodyScene, BodyTargets
from fabrikit.formats.body_writer import target_document
from fabrikit.formats.json_write import write_json
from fabrikit.formats.scene_writer import scene_document
from fabrikit.solve import BodyResult


def body_report_text(scene: BodyScene, results: Sequence[BodyResult]) -> str:
    """Return the scene and the results as JSON text.

    Parameters
    ----------
    scene : BodyScene
        As it was solved, options of the command line included.
    results : sequence of BodyResult
        One per `BodyTargets`.
    """
    document = {
        "fabrikit_results": VERSION,
        "fabrikit_version": fabrikit.__version__,
        "scene": scene_document(scene),
        "joint_names": list(scene.body.joint_names),
        "q_names": list(scene.body.q_names),
        "targets": len(results),
        "reached": sum(map(bool, results)),
        "results": [_result(targets, result) for targets, result in zip(scene.targets, results, strict=True)],
    }
    return write_json(document) + "\n"


def _result(targets: BodyTargets, result: BodyResult) -> dict[str, Any]:
    said: dict[str, Any] = {"tips": {name: target_document(target) for name, target in targets.tips.items()}}
    said |= {key: value for key, value in (("name", targets.name), ("time", targets.time)) if value is not None}
    return said | {
        "status": result.status.value,
        "error": result.error,
        "rotation_error": result.rotation_error,
        "loop_error": result.loop_error,
        "errors": dict(result.errors),
        "rotation_errors": dict(result.rotation_errors),
        "tolerance": result.tolerance,
        "iterations": result.iterations,
        "restarts": result.restarts,
        "start_moved": result.start_moved,
        "q": result.q.tolist(),
        "positions": result.positions.tolist(),
        "rotations": result.rotations.tolist(),
    }
