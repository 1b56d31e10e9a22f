"""Skeletons as values: their order, their names, what is refused before anything runs."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from body_strategies import skeletons
from fabrikit import (
    Ball,
    FabrikitError,
    Fixed,
    Hinge,
    Joint,
    LimitError,
    Mimic,
    ModelError,
    OptionError,
    ShapeError,
    Skeleton,
    Slider,
    Universal,
)
from strategies import laws

Y = (0, 1, 0)


def finger() -> Skeleton:
    """Return three hinges, of which the last follows the second at two thirds."""
    return Skeleton(
        [
            Joint("knuckle", None, (0, 0, 0), Hinge(Y, -0.5, 1.5)),
            Joint("middle", "knuckle", (0, 0, 0.04), Hinge(Y, 0, 1.8)),
            Joint("last", "middle", (0, 0, 0.025), Hinge(Y, 0, 1.0), mimic=Mimic("middle", 2 / 3)),
            Joint("tip", "last", (0, 0, 0.02), Fixed()),
        ]
    )


def test_joints_stand_depth_first_and_by_name() -> None:
    """A parent comes before its children, children in the order of their names, whatever order was given."""
    joints = [Joint("b", "root"), Joint("a1", "a"), Joint("root"), Joint("a2", "a"), Joint("a", "root")]
    assert Skeleton(joints).joint_names == ("root", "a", "a1", "a2", "b")
    assert Skeleton(joints).parents == (-1, 0, 1, 1, 0)
    assert Skeleton(joints).tips == ("a1", "a2", "b")


@laws
@given(skeletons())
def test_a_skeleton_is_a_value(skeleton: Skeleton) -> None:
    """Shuffled, copied or pickled, a skeleton is equal, hashes equal, and has the same bits for the kernel."""
    shuffled = [skeleton.joints[place] for place in np.random.default_rng(1).permutation(len(skeleton))]
    again = (Skeleton(shuffled, skeleton.root), copy.deepcopy(skeleton), pickle.loads(pickle.dumps(skeleton)))
    for same in again:
        assert same == skeleton
        assert hash(same) == hash(skeleton)
        assert same.kernel_joints.tobytes() == skeleton.kernel_joints.tobytes()


@laws
@given(skeletons())
def test_the_kernel_meets_parents_first(skeleton: Skeleton) -> None:
    """In the kernel's joints a parent stands before its children, and nobody follows one that follows."""
    records: Any = skeleton.kernel_joints
    assert all(record["parent"] < place for place, record in enumerate(records))
    followed = {int(record["mimic"]) for record in records} - {-1}
    assert all(records[place]["mimic"] == -1 for place in followed)
    assert len(skeleton.q_names) == len(set(skeleton.q_names)) == len(skeleton.rest_q)


def test_a_skeleton_is_frozen() -> None:
    """Nothing of a skeleton can be set, deleted or written into."""
    body = finger()
    with pytest.raises(AttributeError, match="frozen"):
        body.root = "free"  # type: ignore[misc]
    with pytest.raises(AttributeError, match="frozen"):
        del body.joints
    for array in (body.rest_q, body.kernel_joints):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = array


def test_names_lead_to_numbers() -> None:
    """Every number has its joint's name; fixed joints and followers have none."""
    body = Skeleton(
        [
            Joint("root"),
            Joint("ball", "root", (0, 0, 1), Ball(cone=1)),
            Joint("cross", "ball", (0, 0, 1), Universal((1, 0, 0), Y)),
            Joint("rail", "cross", (0, 0, 1), Slider((0, 0, 1), 0, 2)),
            Joint("tip", "rail", (0, 0, 1), Fixed()),
        ],
        root="free",
    )
    root = tuple(f"root.{each}" for each in ("tx", "ty", "tz", "w", "x", "y", "z"))
    ball = tuple(f"ball.{each}" for each in "wxyz")
    assert body.q_names == (*root, *ball, "cross.1", "cross.2", "rail")
    assert body.q_slices["tip"] == slice(14, 14)
    assert finger().q_names == ("knuckle", "middle")
    assert body.q_with({"rail": 1.5, "cross": [0.1, 0.2]})[-3:].tolist() == [0.1, 0.2, 1.5]


def test_a_mimic_follows_and_narrows_what_it_follows() -> None:
    """A follower stands at ratio times the number plus shift, and the followed stays where the follower may stand."""
    body = finger()
    low, high = body.limits("middle") or (0, 0)
    assert (low, high) == (0, pytest.approx(1.5, abs=1e-12))
    assert 2 / 3 * high <= 1.0
    turned = body.q_from_motions(body.motions([0.2, 0.9])[0])
    assert turned == pytest.approx([0.2, 0.9], abs=1e-12)
    tip = body.forward([0.0, 0.9])["tip"]
    angle = math.atan2(tip[0, 2], tip[2, 2])
    assert angle == pytest.approx(1.5, abs=1e-12)


def test_mimics_of_mimics_lead_to_the_first() -> None:
    """A follower may itself be followed: the ratios multiply, and the shifts are carried along."""
    body = Skeleton(
        [
            Joint("a", type=Hinge(Y)),
            Joint("b", "a", (0, 0, 1), Hinge(Y), mimic=Mimic("a", 2, 0.5)),
            Joint("c", "b", (0, 0, 1), Hinge(Y), mimic=Mimic("b", -3, 0.25)),
        ]
    )
    record: Any = body.kernel_joints[2]
    assert (record["mimic"], record["ratio"], record["shift"]) == (0, -6, 0.25 - 1.5)


def test_a_range_without_zero_rests_at_its_nearer_end() -> None:
    """A hinge or a slider whose range does not hold zero rests at the end that is nearer; robots have such joints."""
    body = Skeleton([Joint("a", type=Hinge(Y, -3.0, -0.07)), Joint("b", "a", (0, 0, 1), Slider(Y, 0.2, 0.4))])
    assert body.rest_q.tolist() == [-0.07, 0.2]


def test_points_are_body_enough() -> None:
    """From points and parents the offsets follow; joints that carry others turn freely, tips are fixed."""
    body = Skeleton.from_points(
        {"hip": [0, 0, 1], "knee": [0, 0, 0.5], "foot": [0.1, 0, 0]}, {"knee": "hip", "foot": "knee"}
    )
    assert body.rest_pose.positions.tolist() == [[0, 0, 1], [0, 0, 0.5], [0.1, 0, 0]]
    assert [type(joint.type) for joint in body.joints] == [type(None), type(None), Fixed]
    with pytest.raises(LimitError, match=r"'knee': rests at 0, as the points show it, outside its own limit 0.1 to 2"):
        Skeleton.from_points({"hip": [0, 0], "knee": [0, 1]}, {"knee": "hip"}, {"knee": Hinge(0.1, 2)})


def test_the_bone_of_a_ball_leads_to_its_children() -> None:
    """A cone is about the mean of the children, the only child, the joint's own offset, or what `bone` says."""

    def axis(*more: Joint, **given: Any) -> list[float]:
        ball = Joint("ball", "root", (0, 0, 2), Ball(cone=1), **given)
        body = Skeleton([Joint("root", type=Fixed()), ball, *more])
        found: list[float] = body.kernel_joints[1]["axis"].tolist()
        return found

    left, right = Joint("l", "ball", (1, 1, 0)), Joint("r", "ball", (1, -1, 0))
    assert axis(left, right) == axis(right, left) == [1, 0, 0]
    assert axis(Joint("l", "ball", (0, 3, 0))) == [0, 1, 0]
    assert axis() == [0, 0, 1]
    assert axis(left, bone=(0, -2, 0)) == [0, -1, 0]


def test_paths_and_subtrees() -> None:
    """A path names the joints from a base to a tip; a subtree keeps these, or all that the base carries."""
    body = finger()
    assert body.path("middle", "tip") == ("middle", "last", "tip")
    assert body.subtree("middle").joint_names == ("middle", "last", "tip")
    assert body.subtree("knuckle", "middle").joint_names == ("knuckle", "middle")
    with pytest.raises(ModelError, match="'knuckle' is not carried by 'last'; above it are none"):
        body.path("last", "knuckle")
    with pytest.raises(ModelError, match="'last' follows 'middle', which would not be part of it"):
        body.subtree("last")


def test_reprs_say_what_they_are() -> None:
    """The reprs of a skeleton and its pose name what matters."""
    assert repr(finger()) == "Skeleton(4 joints, 3D, 2 numbers, root fixed)"
    assert repr(finger().rest_pose) == "Pose(4 joints)"
    assert repr(finger().forward(np.zeros((2, 3, 2)))) == "Pose(2 x 3 poses of 4 joints)"
    assert "root weight 0.5" in repr(Skeleton([Joint("a")], root=0.5))


# What is refused, in words.

ROOT = Joint("root")


def body(*joints: Joint, **options: Any) -> Callable[[], Skeleton]:
    """Return a maker of a skeleton with a root and some joints."""
    return lambda: Skeleton([ROOT, *joints], **options)


WRONG: dict[str, tuple[Callable[[], Any], type[FabrikitError], str]] = {
    "cycle (C09)": (
        lambda: Skeleton([Joint("a", "b"), Joint("b", "a")]),
        ModelError,
        r"joint 'a': its parents lead back to itself \(a -> b -> a\); a skeleton is a tree",
    ),
    "cycle beside a root": (
        body(Joint("x", "z"), Joint("y", "x"), Joint("z", "y")),
        ModelError,
        r"joint 'x': its parents lead back to itself \(x -> z -> y -> x\)",
    ),
    "its own parent": (body(Joint("x", "x")), ModelError, r"'x': its parents lead back to itself \(x -> x\)"),
    "unknown parent": (body(Joint("x", "rot")), ModelError, "there is no joint 'rot'. Did you mean 'root'?"),
    "two roots": (body(Joint("x")), ModelError, "'root', 'x' have no parent; a skeleton has one root"),
    "a name twice": (body(Joint("root", "root")), ModelError, "the name 'root' stands twice"),
    "no name": (body(Joint("", "root")), ModelError, "a name is text of at least one letter"),
    "no joints": (lambda: Skeleton([]), ModelError, "a skeleton has at least its root"),
    "no list": (lambda: Skeleton({"a": None}), ModelError, "must be a list of Joint, got dict"),  # type: ignore[arg-type]
    "no joint": (lambda: Skeleton(["a"]), ModelError, r"joints\[0\]: must be a Joint, got 'a'"),  # type: ignore[list-item]
    "mixed dimensions": (
        body(Joint("x", "root", (1, 0)), Joint("y", "root", (1, 0, 0))),
        ShapeError,
        "'x' has an offset in 2D, joint 'y' one in 3D",
    ),
    "an offset of four": (body(Joint("x", "root", (1, 0, 0, 0))), ShapeError, "'x', offset: needs shape"),
    "NaN": (body(Joint("x", "root", (math.nan, 0, 0))), ShapeError, r"'x', offset\[0\]: is nan"),
    "a rotation that is not unit": (
        body(Joint("x", "root", rotation=(1, 1, 0, 0))),
        ShapeError,
        "'x', rotation: a rotation must be a unit quaternion",
    ),
    "a rotation in 2D": (body(Joint("x", "root", (1, 0), rotation=(1, 0, 0, 0))), ModelError, "a rotation is for 3D"),
    "a ball in 2D": (body(Joint("x", "root", (1, 0), Ball())), LimitError, "a Ball needs a 3D skeleton"),
    "no joint type": (body(Joint("x", "root", type="hinge")), ModelError, "its type must be Ball, Hinge"),  # type: ignore[arg-type]
    "a hinge without an axis": (body(Joint("x", "root", type=Hinge())), LimitError, "'x': a hinge of a 3D"),
    "degrees": (body(Joint("x", "root", type=Hinge(Y, 0, 90))), LimitError, "use math.radians for degrees"),
    "lower above upper": (body(Joint("x", "root", type=Hinge(Y, 1, 0))), LimitError, "lower 1 is above upper 0"),
    "a slider with one end": (body(Joint("x", "root", type=Slider(Y, 0))), LimitError, "give both ends"),
    "a slider upside down": (body(Joint("x", "root", type=Slider(Y, 1, 0))), LimitError, "lower 1 is above upper 0"),
    "a global hinge": (body(Joint("x", "root", type=Hinge(Y, frame="global"))), LimitError, "must be 'local'"),
    "a hinge with a reference": (
        body(Joint("x", "root", type=Hinge(Y, reference=(1, 0, 0)))),
        LimitError,
        "has angle zero at rest",
    ),
    "a twist without rest": (
        body(Joint("x", "root", type=Ball(twist=(0.1, 0.2)))),
        LimitError,
        "'x': the rest pose has twist 0, outside its own limit 0.1 to 0.2",
    ),
    "parallel axes": (
        body(Joint("x", "root", type=Universal(Y, (0, -2, 0)))),
        LimitError,
        "the two axes of a Universal are parallel",
    ),
    "a bone of no length": (body(Joint("x", "root", bone=(0, 0, 0))), ModelError, "its bone is the zero vector"),
    "a mimic in a circle": (
        body(
            Joint("x", "root", type=Hinge(Y), mimic=Mimic("y")),
            Joint("y", "x", type=Hinge(Y), mimic=Mimic("x")),
        ),
        ModelError,
        r"joint 'x', mimic: it follows itself in the end \(x -> y -> x\)",
    ),
    "a mimic of nobody": (
        body(Joint("left", "root", type=Hinge(Y), mimic=Mimic("lefd"))),
        ModelError,
        "there is no joint 'lefd'. Did you mean 'left'?",
    ),
    "a mimic of a ball": (
        body(Joint("x", "root", type=Hinge(Y), mimic=Mimic("root"))),
        ModelError,
        "'root' is neither a Hinge nor a Slider",
    ),
    "a mimic that cannot stand": (
        body(Joint("x", "root", type=Hinge(Y, 0, 1)), Joint("y", "x", type=Hinge(Y, 2, 3), mimic=Mimic("x"))),
        LimitError,
        "'y': follows 'x', and no number of that lets it stand inside its own range 2 to 3",
    ),
    "a mimic that rests outside": (
        body(Joint("x", "root", type=Hinge(Y)), Joint("y", "x", type=Hinge(Y, 0, 1), mimic=Mimic("x", 0, 2))),
        LimitError,
        "'y': rests at 2, outside its own range 0 to 1",
    ),
    "a root of no kind": (body(root="floating"), OptionError, "root: must be 'fixed', 'free' or a weight"),
    "a root too heavy": (body(root=1.0), OptionError, "root: must be 'fixed', 'free' or a weight"),
    "a free root with a type": (
        lambda: Skeleton([Joint("root", type=Hinge(Y))], root="free"),
        ModelError,
        "a root that moves turns freely; leave its type out",
    ),
    "unknown joint": (lambda: finger().index("nuckle"), ModelError, "no joint 'nuckle'. Did you mean 'knuckle'?"),
    "numbers of a follower": (lambda: finger().q_with({"last": 1}), ModelError, "'last' has no numbers of its own"),
    "numbers of another count": (lambda: finger().q_with({"middle": [1, 2]}), ShapeError, "'middle' has 1 numbers"),
    "points of two kinds": (
        lambda: Skeleton.from_points({"a": [0, 0], "b": [0, 0, 0]}, {"b": "a"}),
        ShapeError,
        r"points\['b'\]: needs shape \(2,\)",
    ),
    "a parent without a point": (
        lambda: Skeleton.from_points({"hip": [0, 0]}, {"hip": "hop"}),
        ModelError,
        "parents: there is no joint 'hop'. Did you mean 'hip'?",
    ),
}


@pytest.mark.parametrize(("make", "error", "words"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_is_refused_in_words(make: Callable[[], Any], error: type[FabrikitError], words: str) -> None:
    """Every mistake raises the error of its kind, naming the joint, what came and what is allowed."""
    with pytest.raises(error, match=words) as raised:
        make()
    assert type(raised.value) is error
