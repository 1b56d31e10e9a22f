"""Figures of solved scenes."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.colors import to_rgba

import fabrikit
from fabrikit import Fixed, Hinge
from fabrikit.formats import BodyScene, Scene, SceneTarget, load_scene, parse_scene, solve_body_scene, solve_scene
from fabrikit.presets import NAMES, preset_text
from fabrikit.show import body_figure, save_figure, scene_figure, style
from fabrikit.show.limits import hinge_sectors
from fabrikit.show.views import MOST_POSES, PLANE, SIDE, TOP, grid_step, in_paper_units, oblique


def solved(name="human-arm"):
    """Return a preset and its results."""
    scene = parse_scene(preset_text(name))
    return scene, solve_scene(scene)


def draw(scene, path):
    """Solve, draw and save a scene; return the bytes of the file."""
    if isinstance(scene, BodyScene):
        save_figure(body_figure(scene, solve_body_scene(scene)), path)
    else:
        save_figure(scene_figure(scene, solve_scene(scene)), path)
    return path.read_bytes()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["svg", "png"])
def test_the_same_scene_gives_the_same_bytes(name, kind, tmp_path):
    """A figure drawn twice is the same file, and an SVG holds no date."""
    scene = parse_scene(preset_text(name))

    first, second = (draw(scene, tmp_path / f"{index}.{kind}") for index in (1, 2))

    assert first == second
    assert b"<dc:date>" not in first


def test_settings_of_the_user_are_neither_used_nor_changed(tmp_path):
    """A style set before drawing changes nothing in the figure, and is still set after it."""
    scene = parse_scene(preset_text("textbook-chain"))
    plain = draw(scene, tmp_path / "plain.svg")

    with mpl.rc_context({"lines.linewidth": 9, "font.size": 30, "axes.facecolor": "black"}):
        styled = draw(scene, tmp_path / "styled.svg")
        assert mpl.rcParams["lines.linewidth"] == 9

    assert styled == plain


def test_every_miss_is_marked():
    """As many crosses in the main view as targets missed; reached targets are dots in another colour."""
    scene, results = solved("textbook-chain")
    axes = scene_figure(scene, results).axes[0]

    crosses = [line for line in axes.lines if line.get_marker() == "x"]
    dots = [line for line in axes.lines if line.get_markerfacecolor() == style.TARGET and line.get_marker() == "o"]

    assert len(crosses) == sum(not result for result in results) == 2
    assert sum(len(line.get_xdata()) for line in dots) == 7


def test_poses_run_from_light_to_dark():
    """The colour of the first pose is the lightest, that of the last the darkest, evenly between."""
    lightness = [sum(style.time_colour(fraction)) for fraction in np.linspace(0, 1, 20)]

    assert lightness == sorted(lightness, reverse=True)


def test_views_keep_lengths_across_the_eye():
    """The rows of every view are orthonormal: a ball is a circle in each."""
    for view in (PLANE, SIDE, TOP, oblique(0.3, 0.4), oblique(-2, 1.2)):
        assert np.allclose(view.matrix @ view.matrix.T, np.eye(2), rtol=0, atol=1e-15)


def test_paper_has_the_base_as_origin_and_the_reach_as_unit():
    """In paper units a scene of millimetres, moved away, is the scene of metres."""
    scene, results = solved("textbook-chain")
    large = replace(
        scene,
        body=fabrikit.Chain(scene.body.joints * 1000 + [5e4, -7e4]),
        targets=tuple(SceneTarget(target.position * 1000 + [5e4, -7e4]) for target in scene.targets),
    )

    small, big = in_paper_units(scene, results), in_paper_units(large, solve_scene(large))

    assert np.allclose(small.targets, big.targets, rtol=0, atol=1e-9)
    assert np.allclose(small.poses[-2:], big.poses[-2:], rtol=0, atol=1e-9)
    assert (small.inner, big.unit) == (pytest.approx(1 / 7), pytest.approx(3500))


@pytest.mark.parametrize(("unit", "step"), [(0.77, 0.1), (3.5, 0.5), (8, 2), (4, 1), (1e-9, 2e-10), (1e150, 2e149)])
def test_grid_steps_are_round(unit, step):
    """The grid is 1, 2 or 5 times a power of ten, at most a quarter of the reach."""
    assert grid_step(unit) == pytest.approx(step)


def test_long_tracks_show_some_poses():
    """Of many poses some are drawn, the first and the last among them; all targets are."""
    scene, _ = solved("textbook-chain")
    track = replace(scene, targets=tuple(SceneTarget(np.array([2.0, 0.01 * step])) for step in range(200)))

    drawn = in_paper_units(track, solve_scene(track))

    assert len(drawn.shown) == MOST_POSES
    assert (drawn.shown[0], drawn.shown[-1], len(drawn.targets)) == (0, 199, 200)


def finger():
    """Return the shipped finger, whose last pose is held at an end by every joint, and its results."""
    scene = load_scene(Path(__file__).parents[1] / "examples" / "finger.json")
    return scene, solve_scene(scene)


def bone_directions(result):
    """Return unit directions (n, 2) of the bones of a pose."""
    steps = np.diff(result.positions, axis=0)
    return steps / np.hypot(*steps.T)[:, np.newaxis]


def test_sectors_are_where_the_bones_may_point():
    """A sector runs from the lower to the upper end of its hinge, as the parent bone of the pose carries it."""
    scene, results = finger()
    for result in results:
        bones = bone_directions(result)
        parents = np.vstack([[1.0, 0.0], bones[:-1]])
        for joint, directions in hinge_sectors(scene.body, result):
            hinge = scene.body.types[joint]
            for end, angle in ((directions[0], hinge.lower), (directions[-1], hinge.upper)):
                turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ parents[joint]
                assert np.allclose(end, turned, rtol=0, atol=1e-9)
            # Of two neighbours in the sector one is on either side of the bone, or the bone is at an end.
            assert np.hypot(*(directions - bones[joint]).T).min() < np.radians(1.01)


def test_a_held_bone_lies_on_the_edge_of_its_sector():
    """The last pose of the finger is held at the lower end of every joint."""
    scene, results = finger()

    sectors = hinge_sectors(scene.body, results[-1])

    assert [joint for joint, _ in sectors] == [0, 1, 2]
    for (_, directions), bone in zip(sectors, bone_directions(results[-1]), strict=True):
        assert np.allclose(directions[0], bone, rtol=0, atol=1e-9)


SECTORS = {
    "no limits": ([None, None], None, []),
    "a hinge that turns all the way round": ([Hinge(), Hinge(-1, 1)], None, [1]),
    "a fixed joint": ([Fixed(), Hinge(-1, 1)], None, [1]),
    "a base direction": ([Hinge(-1, 1), None], [0.8, 0.6], [0]),
}


@pytest.mark.parametrize(("types", "base_direction", "joints"), SECTORS.values(), ids=SECTORS)
def test_only_hinges_with_ends_have_sectors(types, base_direction, joints):
    """Joints that turn freely or not at all show nothing; the first sector is about the base direction."""
    chain = fabrikit.Chain([[0, 0], [1, 0], [2, 0]], types, base_direction=base_direction)
    sectors = hinge_sectors(chain, fabrikit.solve(chain, [1.2, 1.0]))

    assert [joint for joint, _ in sectors] == joints
    if base_direction is not None:
        assert np.allclose(sectors[0][1].mean(axis=0) / np.linalg.norm(sectors[0][1].mean(axis=0)), base_direction)


def test_a_global_hinge_is_not_carried():
    """The sector of a global hinge stays in the world whatever its parent does."""
    chain = fabrikit.Chain([[0, 0], [1, 0], [2, 0]], {1: Hinge(-1, 1, frame="global")})

    ((_, directions),) = hinge_sectors(chain, fabrikit.solve(chain, [0.3, 1.6]))

    assert np.allclose(directions[[0, -1]], [[np.cos(1), -np.sin(1)], [np.cos(1), np.sin(1)]], rtol=0, atol=1e-12)


def test_every_sector_is_drawn_below_the_poses():
    """The figure of the finger has three sectors, explained in the legend; a chain without limits has none."""
    for (scene, results), count in ((finger(), 3), (solved("textbook-chain"), 0)):
        figure = scene_figure(scene, results)
        sectors = [patch for patch in figure.axes[0].patches if patch.get_facecolor() == to_rgba(style.LIMIT)]
        assert len(sectors) == count
        assert all(patch.get_zorder() < min(line.get_zorder() for line in figure.axes[0].lines) for patch in sectors)
        words = [text.get_text() for axes in figure.axes for text in axes.texts]
        assert ("limits" in words) == (count > 0)


def test_names_stand_where_less_is_drawn():
    """A name stands beyond its target, not over the bone that leads there."""
    scene, results = finger()
    (pinch,) = [text for text in scene_figure(scene, results).axes[0].texts if text.get_text() == "pinch"]

    assert pinch.get_horizontalalignment() == "right"


BODIES = {
    "one bone in the plane": [[0, 0], [1, 0]],
    "one bone in space": [[0, 0, 0], [0, 0, 1]],
    "coincident joints": [[0, 0], [0, 0], [1, 0], [1, 0]],
    "a hole in space": [[0, 0, 0], [3, 0, 0], [4, 0, 0]],
    "tiny": [[0, 0], [1e-100, 0], [1e-100, 1e-100]],
    "huge": [[0, 0, 0], [1e140, 0, 0], [1e140, 1e140, 0]],
    "no length at all": [[1, 2], [1, 2]],
    "many bones": np.stack([np.arange(300.0), np.zeros(300)], axis=1),
}


@pytest.mark.parametrize("joints", BODIES.values(), ids=BODIES)
def test_any_body_can_be_drawn(joints, tmp_path):
    """Bodies of every size and kind are drawn, with one target and with a target on the base."""
    chain = fabrikit.Chain(joints)
    for position in (chain.joints[-1], chain.base):
        assert draw(Scene(chain, (SceneTarget(position),)), tmp_path / "body.png")


def test_nothing_to_draw_and_wrong_kinds(tmp_path):
    """No results and other kinds of file are refused in words."""
    scene, results = solved()
    with pytest.raises(fabrikit.OptionError, match="at least one solved target"):
        scene_figure(scene, [])
    with pytest.raises(fabrikit.OptionError, match=r"a figure is \.svg or \.png"):
        save_figure(scene_figure(scene, results), tmp_path / "arm.pdf")


def test_missing_matplotlib(monkeypatch):
    """Without matplotlib a figure names the extra that brings it."""
    scene, results = solved()
    monkeypatch.setitem(sys.modules, "matplotlib", None)

    with pytest.raises(fabrikit.MissingExtra, match=r"fabrikit\[plot\]"):
        scene_figure(scene, results)


def test_import_does_not_load_matplotlib():
    """Importing every room of the command line leaves matplotlib alone."""
    code = "import sys, fabrikit.cli, fabrikit.show; sys.exit('matplotlib' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], timeout=60, check=False).returncode == 0
