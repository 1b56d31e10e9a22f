"""The shipped presets and the solving of scenes."""

import importlib.util
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import fabrikit
from fabrikit.formats import dump_scene, parse_scene, solve_scene
from fabrikit.presets import NAMES, preset_text
from fabrikit.solve import Status

EXAMPLE = Path(__file__).parents[1] / "examples" / "presets.py"


def preset(name):
    """Return a preset as a scene."""
    return parse_scene(preset_text(name), name)


@pytest.mark.parametrize("name", NAMES)
def test_shipped_presets_are_those_the_example_writes(name):
    """Nothing in a preset is written by hand: examples/presets.py makes every byte."""
    spec = importlib.util.spec_from_file_location("presets_example", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    makers = {"human-arm": module.human_arm, "textbook-chain": module.textbook_chain}

    assert dump_scene(makers[name]()) == preset_text(name)


def test_arm_has_the_published_lengths():
    """Upper arm, forearm and hand are 0.186, 0.146 and 0.108 of a stature of 1.75 m."""
    assert np.allclose(preset("human-arm").body.lengths, np.array([0.186, 0.146, 0.108]) * 1.75, rtol=0, atol=1e-12)


def test_arm_reaches_all_but_the_top_shelf():
    """23 of 24 targets are reached; the top shelf is truthfully too far, by its distance beyond the reach."""
    scene = preset("human-arm")

    results = solve_scene(scene)

    missed = [index for index, result in enumerate(results) if not result]
    assert [scene.targets[index].name for index in missed] == ["top shelf"]
    result, target = results[missed[0]], scene.targets[missed[0]]
    assert result.status is Status.TOO_FAR
    assert result.error == pytest.approx(np.linalg.norm(target.position) - scene.body.reach[1], abs=1e-15)


def test_textbook_chain_shows_both_ends_of_the_reach():
    """The last two targets are too far and too near; the others are reached."""
    statuses = [result.status for result in solve_scene(preset("textbook-chain"))]

    assert statuses == [Status.REACHED] * 7 + [Status.TOO_FAR, Status.TOO_NEAR]


def test_unknown_preset_suggests_the_near_one():
    """A misspelt preset names those there are and the near one."""
    with pytest.raises(fabrikit.OptionError, match=r"human-arm, textbook-chain\. Did you mean 'human-arm'"):
        preset_text("humanarm")


def test_a_scene_solves_as_python_does():
    """Every answer has the bits of `fabrikit.solve` with the scene's options."""
    scene = preset("human-arm")

    for target, result in zip(scene.targets, solve_scene(scene), strict=True):
        alone = fabrikit.solve(scene.body, target.position, pole=scene.options.pole)
        assert result.positions.tobytes() == alone.positions.tobytes()
        assert (result.status, result.error, result.iterations) == (alone.status, alone.error, alone.iterations)


def test_follow_starts_from_the_answer_before():
    """With `follow` each target starts from the pose before it, without it from the start."""
    scene = preset("textbook-chain")
    following = solve_scene(scene)

    start = None
    for target, result in zip(scene.targets, following, strict=True):
        alone = fabrikit.solve(scene.body, target.position, start=start)
        assert result.positions.tobytes() == alone.positions.tobytes()
        start = alone.positions

    still = solve_scene(replace(scene, options=replace(scene.options, follow=False)))
    assert still[1].positions.tobytes() == fabrikit.solve(scene.body, scene.targets[1].position).positions.tobytes()
