"""The game examples run: a loop in the plane, a walker on stairs, five hundred characters in a frame."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from body_laws import check_body, check_limits
from fabrikit import presets

EXAMPLES = Path(__file__).parents[1] / "examples"


@cache
def example(name: str) -> ModuleType:
    """Import an example."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_hero_plants_its_feet() -> None:
    """In two seconds of the game every frame has both feet where they should be, bones keep their lengths."""
    segments, planted = example("game_2d").play(seconds=2.0)
    assert planted == len(segments) == 120
    lengths = np.linalg.norm(segments[:, :, 1] - segments[:, :, 0], axis=-1)
    assert np.ptp(lengths, axis=0).max() < 1e-12
    assert np.abs(np.diff(segments, axis=0)).max() < 0.25  # nothing jumps: a foot swings by 10 cm in a frame at most


def test_the_walker_climbs_the_stairs() -> None:
    """Feet are within a tenth of a millimetre in every frame, the pelvis within 5 mm; planted toes do not slide."""
    stairs = example("stairs")
    frames, answers = stairs.walk()
    for frame, answer in zip(frames, answers, strict=True):
        check_limits(answer.skeleton, answer.q)
        assert answer.errors["pelvis"] <= 5e-3
        assert max(answer.errors[name] for name in frame.feet) <= 1e-4
    toes = np.array([[answer.pose[f"{side}_toes"][:3, 3] for side in ("left", "right")] for answer in answers])
    wanted = np.array([[frame.feet[f"{side}_toes"] for side in ("left", "right")] for frame in frames])
    planted = (np.diff(wanted, axis=0) == 0).all(axis=-1)
    assert planted.any(axis=0).all()
    assert np.abs(np.diff(toes, axis=0))[planted].max() <= 2e-4
    pelvis = np.array([answer.pose["pelvis"][2, 3] for answer in answers])
    assert pelvis[-1] - pelvis[0] == pytest.approx(stairs.STEPS * stairs.RISE, abs=0.1)


def test_five_hundred_characters_stand_in_one_frame() -> None:
    """All are reached; their matrices are dense float32 rotations with places, ready to upload."""
    matrices, result = example("crowd").frame()
    assert result.reached.all()
    assert matrices.shape == (500, len(presets.human_body()), 4, 4)
    assert matrices.dtype == np.float32
    assert matrices.flags.c_contiguous
    assert np.array_equal(matrices[:, :, 3], np.broadcast_to([0, 0, 0, 1], matrices[:, :, 3].shape))
    turns = matrices[..., :3, :3].astype(np.float64)
    assert np.abs(turns @ turns.swapaxes(-1, -2) - np.eye(3)).max() < 1e-6
    check_body(result[7], targets_of(7))


def targets_of(row: int) -> dict[str, np.ndarray]:
    """Return where the feet of one character of the crowd should be."""
    crowd = example("crowd")
    places, heading = crowd.crowd(500)
    body = presets.human_body()
    feet = {}
    for name in crowd.FEET:
        every = crowd.turned(places, heading, body.rest_pose[name][:3, 3])
        every[:, 2] = crowd.ground(every[:, 0], every[:, 1])
        feet[name] = every[row]
    return feet
