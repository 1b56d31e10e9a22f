"""Files that hold bodies, targets and whole problems: one file per format.

A scene (JSON) is the one format that the command line, the Python library and the page share.
"""

from fabrikit.formats.body_scene import BodyOptions, BodyScene, BodyTargets
from fabrikit.formats.scene import Scene, SceneOptions, SceneTarget
from fabrikit.formats.scene_reader import load_scene, parse_scene
from fabrikit.formats.scene_solve import solve_body_scene, solve_scene
from fabrikit.formats.scene_writer import dump_scene, save_scene
from fabrikit.formats.schema import scene_schema_text
from fabrikit.formats.tables import load_targets

__all__ = [
    "BodyOptions",
    "BodyScene",
    "BodyTargets",
    "Scene",
    "SceneOptions",
    "SceneTarget",
    "dump_scene",
    "load_scene",
    "load_targets",
    "parse_scene",
    "save_scene",
    "scene_schema_text",
    "solve_body_scene",
    "solve_scene",
]
