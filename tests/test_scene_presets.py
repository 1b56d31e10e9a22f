"""The shipped presets and the solving of scenes."""

import importlib.util
import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import fabrikit
from fabrikit.formats import dump_scene, parse_scene, solve_scene
from fabrikit.formats.angles import DEGREE
from fabrikit.presets import NAMES, preset_text
from fabrikit.solve import Status
from fabrikit.solve.limited import LimitedEngine

EXAMPLE = Path(__file__).parents[1] / "examples" / "presets.py"


def about(axis, angle):
    """Return the rotation wxyz by an angle [rad] about a unit axis."""
    return np.concatenate([[math.cos(angle / 2)], math.sin(angle / 2) * np.asarray(axis)])


def preset(name):
    """Return a preset as a scene."""
    return parse_scene(preset_text(name), name)


@pytest.mark.parametrize("name", NAMES)
def test_shipped_presets_are_those_the_example_writes(name):
    """Nothing in a preset is written by hand: examples/presets.py and body_presets.py make every byte."""
    spec = importlib.util.spec_from_file_location("presets_example", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    makers = {"human-arm": module.human_arm, "textbook-chain": module.textbook_chain} | body_makers()

    assert dump_scene(makers[name]()) == preset_text(name)


def body_makers():
    """Return the makers of the presets whose body is a skeleton."""
    spec = importlib.util.spec_from_file_location("body_presets_example", EXAMPLE.with_name("body_presets.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.SCENES


def test_arm_has_the_published_lengths():
    """Upper arm, forearm (in two halves) and hand are 0.186, 0.146 and 0.108 of a stature of 1.75 m."""
    published = np.array([0.186, 0.073, 0.073, 0.108]) * 1.75

    assert np.allclose(preset("human-arm").body.lengths, published, rtol=0, atol=1e-12)


PUBLISHED = {
    "flexion forward": (0, (1, 0, 0), 175),  # 180 in the table; see OVERHEAD in examples/presets.py
    "abduction to the right": (0, (0, -1, 0), 175),
    "extension backward": (0, (-1, 0, 0), 60),
    "lateral rotation": (0, "twist", 90),
    "medial rotation": (0, "-twist", 70),
    "elbow flexion, forward": (1, (1, 0, 0), 150),
    "elbow extension": (1, (-1, 0, 0), 0),
    "supination, thumb outward": (2, "twist", 80),
    "pronation, thumb inward": (2, "-twist", 80),
    "wrist flexion, to the palm": (3, (0, 1, 0), 80),
    "wrist extension": (3, (0, -1, 0), 70),
    "radial deviation, to the thumb": (3, (1, 0, 0), 20),
    "ulnar deviation": (3, (-1, 0, 0), 30),
    "a hand that twists": (3, "twist", 0),
}


@pytest.mark.parametrize(("joint", "way", "degrees"), PUBLISHED.values(), ids=PUBLISHED)
def test_arm_has_the_published_ranges_of_motion(joint, way, degrees):
    """Each motion of the hanging right arm ends where the table says: turned further, the joint stays there.

    x is forward, y to the left, z up; palms face the body, thumbs are forward.
    """
    body = preset("human-arm").body
    engine = LimitedEngine(body, 1e-6, 1, 0, 0)
    down = np.array([0.0, 0.0, -1.0])
    axis = (-down if way == "-twist" else down) if isinstance(way, str) else np.cross(down, way)

    for asked in (degrees - 1, degrees, min(degrees + 20, 178)):
        settled = engine.settle(joint, about(axis, math.radians(max(asked, 0))))
        assert np.allclose(settled, about(axis, math.radians(min(max(asked, 0), degrees))), rtol=0, atol=1e-7)


def test_arm_names_the_source_of_every_limit():
    """The description cites the table and each of its numbers."""
    said = preset("human-arm").description

    assert "American Academy of Orthopaedic Surgeons" in said
    for motion in ("flexion 180", "extension 60", "abduction 180", "medial rotation 70", "lateral rotation 90"):
        assert motion in said
    for motion in ("flexion 150", "pronation 80", "flexion 80", "extension 70", "radial deviation 20"):
        assert motion in said


def test_arm_reaches_all_but_the_top_shelf_and_the_hook():
    """23 of 25 targets are reached; the top shelf is too far by its distance beyond the reach, the hook is LIMITED."""
    scene = preset("human-arm")

    results = solve_scene(scene)

    missed = {scene.targets[index].name: result for index, result in enumerate(results) if not result}
    assert {name: result.status for name, result in missed.items()} == {
        "top shelf": Status.TOO_FAR,
        "hook": Status.LIMITED,
    }
    beyond = np.linalg.norm([0.62, -0.1, 0.55]) - scene.body.reach[1]
    assert missed["top shelf"].error == pytest.approx(beyond, abs=1e-9)
    assert np.linalg.norm([-0.4, -0.1, 0.1]) < scene.body.reach[1]


def test_arm_keeps_its_limits_all_along():
    """No pose of the track leaves a limit: the elbow bends only forward, the upper arm does not cross the body."""
    scene = preset("human-arm")
    engine = LimitedEngine(scene.body, 1e-6, 1, 0, 0)

    for result in solve_scene(scene):
        assert 0 <= result.hinge_angles[1] <= math.radians(150)
        assert result.positions[1][1] <= 1e-9
        for joint, turn in enumerate(result.turns.turns):
            assert abs(engine.settle(joint, turn) @ turn) >= 1 - 1e-15


def test_textbook_chain_shows_both_ends_of_the_reach():
    """The last two targets are too far and too near; the others are reached."""
    statuses = [result.status for result in solve_scene(preset("textbook-chain"))]

    assert statuses == [Status.REACHED] * 7 + [Status.TOO_FAR, Status.TOO_NEAR]


def test_unknown_preset_suggests_the_near_one():
    """A misspelt preset names those there are and the near one."""
    with pytest.raises(fabrikit.OptionError, match=r"tentacle, textbook-chain\. Did you mean 'human-arm'"):
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
        start = alone.positions  # a free chain has no rotations to bring along

    still = solve_scene(replace(scene, options=replace(scene.options, follow=False)))
    assert still[1].positions.tobytes() == fabrikit.solve(scene.body, scene.targets[1].position).positions.tobytes()


def test_follow_brings_the_rotations_along():
    """With limits each target starts from the result before it, twist and all, not from its joints alone."""
    scene = preset("human-arm")
    scene = replace(scene, targets=scene.targets[:6], options=replace(scene.options, follow=True))

    start = None
    for target, result in zip(scene.targets, solve_scene(scene), strict=True):
        alone = fabrikit.solve(scene.body, target.position, start=start, pole=scene.options.pole)
        assert result.positions.tobytes() == alone.positions.tobytes()
        assert result.turns.turns.tobytes() == alone.turns.turns.tobytes()
        start = alone


def test_every_option_reaches_the_solver():
    """A scene solves as `fabrikit.solve` does with the same aim, tolerance, method, clamp, soft reach and stretch."""
    said = {"rotation_tolerance": 1e-3, "tolerance": 1e-4, "method": "fabrik", "clamp": "from_base", "stretch": 1.1}
    document = {
        "fabrikit": 1,
        "body": {
            "lengths": [2, 1],
            "types": [{"hinge": {"lower": -1, "upper": 1}}, {"hinge": {"lower": 0, "upper": 2}}],
        },
        "targets": [{"position": [1, 2], "angle_deg": 100}, [2.5, 1], [3.2, 0.2]],
        "options": said | {"soft_reach": {"max_extension": 0.98, "softening": 0.1}},
    }
    scene = parse_scene(json.dumps(document))

    asked = [fabrikit.Target([1, 2], angle=100 * DEGREE), [2.5, 1], [3.2, 0.2]]
    for target, result in zip(asked, solve_scene(scene), strict=True):
        alone = fabrikit.solve(scene.body, target, soft_reach=(0.98, 0.1), **said)
        assert result.positions.tobytes() == alone.positions.tobytes()
        assert (result.status, result.rotation_error, result.stretch) == (
            alone.status,
            alone.rotation_error,
            alone.stretch,
        )
