"""Bad limits, rotations and aims: refused before anything runs, naming the joint, what came and what is allowed."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import fabrikit
from fabrikit import Ball, Chain, FabrikitError, Fixed, Hinge, LimitError, ModelError, OptionError, ShapeError, Target
from fabrikit.solve import Solver

ALONG_X = ((0.0, 0, 0), (1.0, 0, 0), (2.0, 0, 0), (3.0, 0, 0))
FLAT = ((0.0, 0), (1.0, 0), (2.0, 0), (3.0, 0))
NAN, INF = float("nan"), float("inf")


def params(table: dict[str, tuple[Any, str]]) -> list[Any]:
    """Turn a table of name → (value, what the message says) into pytest parameters."""
    return [pytest.param(value, message, id=name) for name, (value, message) in table.items()]


BAD_3D = {
    "lower above upper": (Hinge((0, 0, 1), 0.5, -0.5), r"hinge: lower 0\.5 is above upper -0\.5"),
    "twist lower above upper": (Ball(twist=(0.5, -0.5)), r"twist: lower 0\.5 is above upper -0\.5"),
    "half-angle beyond pi": (Ball(3.2), r"half-angles must lie between 0 and pi rad, got 3\.2"),
    "half-angle below 0": (Ball(-0.1), r"half-angles must lie between 0 and pi rad, got -0\.1"),
    "one of four beyond pi": (Ball((1, 1, 4, 1)), r"half-angles must lie between 0 and pi rad, got 4"),
    "three half-angles": (Ball((1, 1, 1)), r"cone must be one half-angle or four, got \(1, 1, 1\)"),
    "five half-angles": (Ball([1] * 5), r"cone must be one half-angle or four, got \[1, 1, 1, 1, 1\]"),
    "no half-angles": (Ball(()), r"cone must be one half-angle or four, got \(\)"),
    "half-angle in degrees": (Ball(45), r"half-angles.*0 and pi rad, got 45.*math\.radians"),
    "half-angle NaN": (Ball(NAN), r"cone.*finite.*nan"),
    "half-angle None": (Ball((1, None, 1, 1)), r"cone.*number in radians, got None"),
    "half-angle text": (Ball("wide"), r"cone.*'wide'"),
    "half-angle true": (Ball(True), r"cone.*True"),
    "half-angle complex": (Ball(1j), r"cone.*1j"),
    "half-angle as a vector of one": (Ball([1.0]), r"cone must be one half-angle or four, got \[1\.0\]"),
    "twist one number": (Ball(twist=0.5), r"twist must be \(lower, upper\).*0\.5"),
    "twist of three": (Ball(twist=(1, 2, 3)), r"twist must be \(lower, upper\).*\(1, 2, 3\)"),
    "twist NaN": (Ball(twist=(NAN, 1)), r"lower.*finite.*nan"),
    "twist infinite": (Ball(twist=(-INF, INF)), r"lower.*finite.*-inf"),
    "twist text": (Ball(twist=("a", "b")), r"lower.*number in radians.*'a'"),
    "twist without the rest pose": (Ball(twist=(0.2, 0.5)), r"rest pose.*twist 0, outside its own limit 0\.2 to 0\.5"),
    "zero axis": (Hinge((0, 0, 0), -1, 1), r"axis is the zero vector.*direction"),
    "no axis": (Hinge(lower=-1, upper=1), r"3D.*needs an axis: Hinge\(axis, lower, upper\)"),
    "2D hinge": (Hinge(-1, 1), r"3D.*needs an axis: Hinge\(axis, lower, upper\)"),
    "axis of two numbers": (Hinge((0, 1), -1, 1), r"axis.*\(3,\).*\(2,\)"),
    "axis NaN": (Hinge((0, NAN, 1), -1, 1), r"axis\[1\].*nan.*finite"),
    "axis text": (Hinge("z", -1, 1), r"axis.*'z'"),
    "axis along the bone": (Hinge((1, 0, 0), -1, 1), r"axis \(1, 0, 0\) is parallel to the bone.*Ball\(cone=0, twist"),
    "axis against the bone": (Hinge((-2, 0, 0), -1, 1), r"axis.*parallel to the bone.*Ball\(cone=0, twist"),
    "axis a hair off the bone": (Hinge((1, 1e-8, 0), -1, 1), r"axis.*parallel to the bone"),
    "lower NaN": (Hinge((0, 0, 1), NAN, 1), r"lower.*finite.*nan"),
    "upper infinite": (Hinge((0, 0, 1), 0, INF), r"upper.*finite.*inf"),
    "upper text": (Hinge((0, 0, 1), 0, "1"), r"upper.*number in radians.*'1'"),
    "range a list": (Hinge((0, 0, 1), [0], [1]), r"lower.*number in radians.*\[0\]"),
    "range in degrees": (Hinge((0, 0, 1), -45, 90), r"hinge.*-45 to 90.*radians.*math\.radians"),
    "twist in degrees": (Ball(twist=(-30, 30)), r"twist.*-30 to 30.*radians.*math\.radians"),
    "huge range": (Hinge((0, 0, 1), -2000, 2000), r"hinge.*-2000 to 2000.*radians"),
    "frame": (Hinge((0, 0, 1), -1, 1, frame="world"), r"frame must be 'local' or 'global', got 'world'"),
    "hinge without the rest pose": (Hinge((0, 0, 1), 0.2, 0.5), r"rest pose.*0 rad, outside.*0\.2 to 0\.5"),
    "rest outside, from a reference": (
        Hinge((0, 0, 1), -0.5, 0.5, reference=(0, 1, 0)),
        r"rest pose stands at -1\.5708 rad, outside its own limit -0\.5 to 0\.5",
    ),
    "reference of a hinge not perpendicular": (
        Hinge((0, 0, 1), -1, 1, reference=(1, 0, 0.1)),
        r"reference \(.*\) must be perpendicular to the axis \(0, 0, 1\)",
    ),
    "zero reference of a hinge": (Hinge((0, 0, 1), -1, 1, reference=(0, 0, 0)), r"reference is the zero vector"),
    "reference of a cone not perpendicular": (
        Ball((1, 1, 1, 0.5), reference=(0.1, 1, 0)),
        r"reference \(.*\) must be perpendicular to the bone \(1, 0, 0\)",
    ),
    "reference of a cone along the bone": (
        Ball((1, 1, 1, 0.5), reference=(1, 0, 0)),
        r"reference \(1, 0, 0\) must be perpendicular to the bone",
    ),
    "zero reference of a cone": (Ball((1, 1, 1, 0.5), reference=(0, 0, 0)), r"reference is the zero vector"),
    "reference of two numbers": (Ball((1, 1, 1, 0.5), reference=(0, 1)), r"reference.*\(3,\).*\(2,\)"),
    "stiffness above 1": (Ball(stiffness=1.5), r"stiffness must lie between 0 and 1, got 1\.5"),
    "stiffness below 0": (Hinge((0, 0, 1), -1, 1, stiffness=-0.1), r"stiffness must lie between 0 and 1, got -0\.1"),
    "stiffness NaN": (Ball(stiffness=NAN), r"stiffness.*finite.*nan"),
    "stiffness text": (Ball(stiffness="hard"), r"stiffness.*'hard'"),
    "no joint type": (42, r"must be Ball, Hinge, Fixed or None, got 42"),
    "a class": (Ball, r"must be Ball, Hinge, Fixed or None, got <class.*Ball"),
    "a name": ("Hinge", r"must be Ball, Hinge, Fixed or None, got 'Hinge'"),
}


@pytest.mark.parametrize(("kind", "message"), params(BAD_3D))
@pytest.mark.parametrize("joint", [0, 2])
def test_a_limit_that_cannot_be_is_refused(joint: int, kind: Any, message: str) -> None:
    """A limit that cannot be raises LimitError, naming the joint, what came and what is allowed."""
    types = [None, None, None]
    types[joint] = kind
    with pytest.raises(LimitError, match=rf"^types\[{joint}\]: .*{message}") as caught:
        Chain(ALONG_X, types)
    assert caught.value.joint == joint


VALUES = {
    "a half-angle": (Ball((1, 1, 4, 1)), 4.0),
    "a cone": (Ball((1, 1, 1)), (1, 1, 1)),
    "ends of a range": (Hinge((0, 0, 1), 0.5, -0.5), (0.5, -0.5)),
    "ends of a twist": (Ball(twist=(0.2, 0.5)), (0.2, 0.5)),
    "an axis": (Hinge((0, 0, 0), -1, 1), (0, 0, 0)),
    "a frame": (Hinge((0, 0, 1), -1, 1, frame="world"), "world"),
    "a stiffness": (Ball(1, stiffness=1.5), 1.5),
    "a type": ("ball", "ball"),
}


@pytest.mark.parametrize(("kind", "value"), VALUES.values(), ids=VALUES)
def test_a_refused_limit_carries_what_came(kind: Any, value: Any) -> None:
    """A LimitError carries the number of the joint and the value that is refused, for programs to read."""
    with pytest.raises(LimitError) as caught:
        Chain(ALONG_X, [None, kind, None])
    assert (caught.value.joint, caught.value.value) == (1, value)
    assert str(caught.value) == caught.value.message


def test_a_refused_type_carries_the_joint_that_does_not_exist() -> None:
    """A type for a joint that does not exist is refused with that joint's number; a wrong list has none."""
    with pytest.raises(LimitError) as caught:
        Chain(ALONG_X, {7: Fixed()})
    assert (caught.value.joint, caught.value.value) == (7, Fixed())
    with pytest.raises(LimitError) as caught:
        Chain(ALONG_X, [None])
    assert (caught.value.joint, caught.value.value) == (None, [None])


BAD_2D = {
    "a ball": (Ball(1.0), r"Ball needs a 3D chain; in 2D use Hinge\(lower, upper\)"),
    "an axis": (Hinge((0, 0, 1), -1, 1), r"2D hinge has no axis: Hinge\(lower, upper\)"),
    "lower above upper": (Hinge(1, -1), r"hinge: lower 1 is above upper -1"),
    "rest outside": (Hinge(0.5, 1.0), r"rest pose.*0 rad, outside its own limit 0\.5 to 1"),
    "rest outside half a turn": (Hinge(math.pi - 0.5, math.pi + 0.5), r"rest pose.*outside its own limit"),
    "degrees": (Hinge(-90, 90), r"-90 to 90.*radians.*math\.radians"),
    "NaN": (Hinge(NAN, 1), r"lower.*finite.*nan"),
    "3D reference": (Hinge(-1, 1, reference=(1, 0, 0)), r"reference.*\(2,\).*\(3,\)"),
    "zero reference": (Hinge(-1, 1, reference=(0, 0)), r"reference is the zero vector"),
    "stiffness": (Hinge(-1, 1, stiffness=2), r"stiffness must lie between 0 and 1, got 2"),
}


@pytest.mark.parametrize(("kind", "message"), params(BAD_2D))
def test_a_2d_limit_that_cannot_be_is_refused(kind: Any, message: str) -> None:
    """In 2D the same, and what belongs to 3D is refused with what to write instead."""
    with pytest.raises(LimitError, match=rf"^types\[1\]: .*{message}"):
        Chain(FLAT, [None, kind, None])


def test_half_a_range_is_refused() -> None:
    """A hinge has both ends of its range or neither."""
    for given in ({"lower": -1.0}, {"upper": 1.0}):
        with pytest.raises(LimitError, match="both ends of the range, lower and upper, or neither"):
            Hinge((0, 0, 1), **given)


BAD_TYPES = {
    "too few": ([None, Fixed()], r"types: needs one for each of the 3 bones \(joints 0 to 2\), got 2"),
    "too many": ([None] * 4, r"types: needs one for each of the 3 bones \(joints 0 to 2\), got 4"),
    "empty": ([], r"types: needs one for each of the 3 bones.*got 0"),
    "a joint beyond": ({3: Fixed()}, r"types: there is no joint 3 .*0 to 2"),
    "a joint before": ({-1: Fixed()}, r"types: there is no joint -1 .*0 to 2"),
    "a joint by name": ({"elbow": Fixed()}, r"types: there is no joint 'elbow' .*0 to 2"),
    "a joint by a fraction": ({1.0: Fixed()}, r"types: there is no joint 1\.0 .*0 to 2"),
    "a joint by a flag": ({True: Fixed()}, r"types: there is no joint True .*0 to 2"),
    "one type alone": (Fixed(), r"types: .*Fixed\(\)"),
    "a number": (3, r"types: .*3"),
    "text": ("abc", r"types.*'a'|types.*'abc'"),
}


@pytest.mark.parametrize(("types", "message"), params(BAD_TYPES))
def test_types_for_joints_that_do_not_exist_are_refused(types: Any, message: str) -> None:
    """There is one type for each bone's joint, by list or by number; everything else raises LimitError."""
    with pytest.raises(LimitError, match=message):
        Chain(ALONG_X, types)
    with pytest.raises(LimitError, match=message):
        Chain.from_lengths([1, 1, 1], types, dimension=3)


def test_numpy_numbers_work_as_joints_and_angles() -> None:
    """Integers and floats of numpy are as good as Python's, everywhere in a joint type."""
    one, half = np.float64(1), np.float32(0.5)
    types = {np.int64(0): Ball(half, np.array([-one, one]), stiffness=half), 1: Ball(np.array([1, 2, 1, half]))}
    types[2] = Hinge(np.array([0, 0, 1]), -one, np.int64(1), reference=np.array([1, 0, 0], dtype=np.float32))
    chain = Chain(ALONG_X, types)
    assert fabrikit.solve(chain, (2, 1, 0.5))
    flat = Chain(FLAT, [Hinge(np.float64(-1), np.float64(1)), None, Hinge(-half, half)])
    assert fabrikit.solve(flat, (2, 0.5))


def test_ranges_may_be_wider_than_a_circle_and_point_like() -> None:
    """From no range to several turns, everything with its rest pose inside is a legal limit."""
    for lower, upper in ((0, 0), (-math.pi, math.pi), (-7, 7), (0, 2 * math.pi), (-2 * math.pi, 0), (-0.0, 0.0)):
        result = fabrikit.solve(Chain(FLAT, [Hinge(lower, upper)] * 3), (1.5, 1))
        assert all(lower <= angle <= upper for angle in result.hinge_angles)


BAD_BODIES = {
    "zero base direction": ({"base_direction": (0, 0, 0)}, ModelError, r"base_direction: is the zero vector"),
    "flat base direction": ({"base_direction": (0, 1)}, ShapeError, r"base_direction.*\(3,\).*\(2,\)"),
    "NaN base direction": ({"base_direction": (0, NAN, 1)}, ShapeError, r"base_direction\[1\].*nan"),
    "too few rest rotations": ({"rest_rotations": [[1, 0, 0, 0]]}, ShapeError, r"rest_rotations.*\(3, 4\).*\(1, 4\)"),
    "no unit rest rotation": (
        {"rest_rotations": [[1, 0, 0, 0], [1, 1, 0, 0], [1, 0, 0, 0]]},
        ShapeError,
        r"rest_rotations.*unit quaternion.*1\.41421",
    ),
    "NaN rest rotation": ({"rest_rotations": [[NAN, 0, 0, 0]] * 3}, ShapeError, r"rest_rotations\[0, 0\].*nan"),
}


@pytest.mark.parametrize(("options", "error", "message"), BAD_BODIES.values(), ids=BAD_BODIES)
def test_what_is_no_body_is_refused(options: Any, error: type[FabrikitError], message: str) -> None:
    """Directions and rotations of a body that cannot be raise a typed error that names the option."""
    with pytest.raises(error, match=message):
        Chain(ALONG_X, **options)


def test_a_rest_pose_outside_a_limit_of_its_base_direction_is_refused() -> None:
    """A base direction from which the first bone rests outside its own limit raises LimitError."""
    with pytest.raises(LimitError, match=r"types\[0\]: .*rest pose.*outside"):
        Chain(ALONG_X, [Ball(0.5), None, None], base_direction=(0, 1, 0))
    with pytest.raises(LimitError, match=r"types\[0\]: .*rest pose.*outside"):
        Chain(FLAT, [Hinge(-0.5, 0.5), None, None], base_direction=(0, 1))


def test_a_base_without_direction_is_refused() -> None:
    """A base direction needs a first bone that has one itself."""
    with pytest.raises(ModelError, match=r"base_direction: the first bone has no length"):
        Chain([[0, 0, 0], [0, 0, 0], [1, 0, 0]], base_direction=(1, 0, 0))


def test_rest_rotations_are_of_3d() -> None:
    """A 2D bone has only its angle."""
    with pytest.raises(ModelError, match="rest_rotations: are for 3D"):
        Chain(FLAT, rest_rotations=[[1, 0, 0, 0]] * 3)


UP = (0.0, 0.0, 1.0)
IDENTITY = (1.0, 0, 0, 0)
BAD_AIMS_3D = {
    "zero direction": ({"direction": (0, 0, 0)}, OptionError, r"target direction: is the zero vector"),
    "flat direction": ({"direction": (1, 0)}, ShapeError, r"target direction.*\(3,\).*\(2,\)"),
    "NaN direction": ({"direction": (0, NAN, 1)}, ShapeError, r"target direction\[1\].*nan"),
    "no unit rotation": ({"rotation": (1, 1, 0, 0)}, ShapeError, r"target rotation.*unit quaternion.*1\.41421"),
    "a rotation of three": ({"rotation": (1, 0, 0)}, ShapeError, r"target rotation.*\(4,\).*\(3,\)"),
    "a mirror": ({"rotation": np.diag([1.0, 1, -1])}, ShapeError, r"target rotation.*not a rotation.*determinant"),
    "NaN rotation": ({"rotation": (NAN, 0, 0, 1)}, ShapeError, r"target rotation\[0\].*nan"),
    "an angle": ({"angle": 0.5}, OptionError, r"target angle: is for 2D; in 3D give direction= or rotation="),
}
BAD_AIMS_2D = {
    "a rotation": ({"rotation": IDENTITY}, OptionError, r"target rotation: is for 3D; in 2D give angle= or direction="),
    "a 3D direction": ({"direction": UP}, ShapeError, r"target direction.*\(2,\).*\(3,\)"),
    "NaN angle": ({"angle": NAN}, FabrikitError, r"target angle.*nan"),
    "text": ({"angle": "up"}, FabrikitError, r"target angle.*'up'"),
    "two angles": ({"angle": (0, 1)}, OptionError, r"target angle: must be one number.*\(0, 1\)"),
    "a huge angle": ({"angle": 2.0**21}, OptionError, r"target angle: must be one number of at most 2\^20 rad"),
}


@pytest.mark.parametrize(
    ("joints", "aim", "error", "message"),
    [
        *(pytest.param(ALONG_X, *each, id=f"3D, {name}") for name, each in BAD_AIMS_3D.items()),
        *(pytest.param(FLAT, *each, id=f"2D, {name}") for name, each in BAD_AIMS_2D.items()),
    ],
)
def test_an_aim_that_cannot_be_is_refused(joints: Any, aim: Any, error: type[FabrikitError], message: str) -> None:
    """A direction, rotation or angle that cannot be asked raises a typed error that says what is allowed."""
    for chain in (Chain(joints), Chain(joints, {0: Fixed()})):
        with pytest.raises(error, match=message):
            fabrikit.solve(chain, Target(chain.joints[-1], **aim))


@pytest.mark.parametrize(
    "aims",
    [
        {"direction": UP, "rotation": IDENTITY},
        {"direction": UP, "angle": 1.0},
        {"rotation": IDENTITY, "angle": 1.0},
        {"direction": UP, "rotation": IDENTITY, "angle": 1.0},
    ],
)
def test_a_target_has_one_aim(aims: Any) -> None:
    """Two of direction, rotation and angle are refused, naming those that came."""
    with pytest.raises(OptionError, match="give one of direction, rotation and angle, got " + " and ".join(aims)):
        Target((1, 2, 3), **aims)


def pose_matrix(**changes: float) -> Any:
    """Make a pose matrix (4, 4) with some entries changed: row and column as in a12."""
    matrix = np.eye(4)
    matrix[:3, 3] = (1.0, 0.5, 0.2)
    for place, value in changes.items():
        matrix[int(place[1]), int(place[2])] = value
    return matrix


BAD_POSES = {
    "scaled": (pose_matrix(a00=2.0), r"target.*not a rotation"),
    "mirrored": (pose_matrix(a00=-1.0), r"target.*not a rotation"),
    "NaN": (pose_matrix(a03=NAN), r"target\[0, 3\].*nan"),
    "translation in the last row": (pose_matrix(a30=1.0), r"target.*last row.*0, 0, 0, 1"),
    "a projection": (pose_matrix(a33=2.0), r"target.*last row.*0, 0, 0, 1"),
}


@pytest.mark.parametrize(("matrix", "message"), params(BAD_POSES))
def test_a_matrix_that_is_no_pose_is_refused(matrix: Any, message: str) -> None:
    """A 4 × 4 target is a rotation and a place; a transposed one is not silently misread."""
    with pytest.raises(FabrikitError, match=message):
        fabrikit.solve(Chain(ALONG_X), matrix)


BAD_OPTIONS = {
    "rotation_tolerance text": ({"rotation_tolerance": "small"}, r"rotation_tolerance.*'small'"),
    "rotation_tolerance NaN": ({"rotation_tolerance": NAN}, r"rotation_tolerance.*finite.*nan"),
    "rotation_tolerance negative": ({"rotation_tolerance": -1e-9}, r"rotation_tolerance.*0 or more.*-1e-09"),
    "rotation_tolerance true": ({"rotation_tolerance": True}, r"rotation_tolerance.*True"),
    "clamp": ({"clamp": "from_bas"}, r"clamp: must be 'both' or 'from_base', got 'from_bas'.*from_base"),
    "clamp None": ({"clamp": None}, r"clamp: must be 'both' or 'from_base', got None"),
    "clamp of auto": ({"clamp": "from_base"}, r"clamp.*'from_base'.*method='fabrik'"),
    "soft_reach a number": ({"soft_reach": 0.9}, r"soft_reach: must be \(max_extension, softening\), got 0\.9"),
    "soft_reach three": ({"soft_reach": (0.9, 0.1, 0.1)}, r"soft_reach: must be \(max_extension, softening\)"),
    "soft_reach beyond": ({"soft_reach": (1.1, 0.1)}, r"soft_reach: max_extension.*up to 1, got 1\.1"),
    "soft_reach none": ({"soft_reach": (0, 0)}, r"soft_reach: max_extension.*above 0.*got 0"),
    "softening none": ({"soft_reach": (0.9, 0)}, r"soft_reach: softening.*above 0.*got 0"),
    "softening beyond": ({"soft_reach": (0.5, 0.6)}, r"soft_reach: softening.*up to max_extension 0\.5, got 0\.6"),
    "soft_reach NaN": ({"soft_reach": (NAN, 0.1)}, r"soft_reach: max_extension.*nan"),
    "soft_reach text": ({"soft_reach": "ab"}, r"soft_reach: must be \(max_extension, softening\), got 'ab'"),
    "stretch below 1": ({"stretch": 0.5}, r"stretch: must be between 1 \(off\) and 1e6, got 0\.5"),
    "stretch NaN": ({"stretch": NAN}, r"stretch.*nan"),
    "stretch infinite": ({"stretch": INF}, r"stretch.*inf"),
    "stretch text": ({"stretch": "2"}, r"stretch.*'2'"),
    "stretch None": ({"stretch": None}, r"stretch.*None"),
}


@pytest.mark.parametrize(("options", "message"), params(BAD_OPTIONS))
def test_an_option_that_cannot_be_is_refused(options: Any, message: str) -> None:
    """Options of limits and reach out of range raise OptionError with what came and what is allowed."""
    with pytest.raises(OptionError, match=message):
        Solver(ALONG_X, **options)
    with pytest.raises(OptionError, match=message):
        fabrikit.solve(ALONG_X, (1, 1, 1), **options)


def test_a_start_of_another_chain_is_refused() -> None:
    """A Result of a chain of another shape cannot start this one."""
    other = fabrikit.solve(((0.0, 0, 0), (1.0, 0, 0)), (0.5, 0.5, 0))
    with pytest.raises(ShapeError, match=r"start: .*\(4, 3\).*\(2, 3\)"):
        fabrikit.solve(Chain(ALONG_X, {0: Ball(1.0)}), (1, 1, 1), start=other)
