"""One table of good and bad scenes: the loader, the published schema and the messages are held against it."""

from dataclasses import dataclass
from typing import Any

ARM = {"joints": [[0, 0], [1, 0], [2, 0]]}
ARM_3D = {"joints": [[0, 0, 0], [1, 0, 0], [2, 0, 0]]}


def scene(**members: Any) -> dict[str, Any]:
    """Return a scene document with the members given, and a plane arm if no body is among them."""
    return {"fabrikit": 1, "body": ARM} | members


def limited(*types: Any, **members: Any) -> dict[str, Any]:
    """Return an arm in space along x whose joints have the types given, free ones after them."""
    return scene(body=ARM_3D | {"types": [*types, *[None] * (2 - len(types))]} | members)


def flat(*types: Any) -> dict[str, Any]:
    """Return the plane arm whose joints have the types given, free ones after them."""
    return scene(body=ARM | {"types": [*types, *[None] * (2 - len(types))]})


UP = [0, 0, 1]
HINGE = {"axis": UP, "lower": -1, "upper": 1}

GOOD: dict[str, dict[str, Any]] = {
    "body alone": scene(),
    "a body in space": scene(body=ARM_3D),
    "two joints": scene(body={"joints": [[0, 0], [1, 0]]}),
    "coincident joints": scene(body={"joints": [[0, 0], [0, 0], [1, 0]]}),
    "named joints": scene(body=ARM | {"names": ["shoulder", "elbow", "суглоб"]}),
    "lengths": scene(body={"lengths": [3, 2, 1]}),
    "lengths in space from a base": scene(body={"lengths": [3.5, 0], "dimension": 3, "base": [1, 2, 3]}),
    "bare targets": scene(targets=[[1, 1], [0.5, -1e-3]]),
    "no targets": scene(targets=[]),
    "targets with names and times": scene(targets=[{"position": [1, 1], "name": "cup", "time": 0.5}, [1, 0]]),
    "all options": scene(
        options={
            "start": [[0, 0], [0, 1], [1, 1]],
            "base": [0.5, 0],
            "pole": [0, 5],
            "tolerance": 0,
            "max_iterations": 10,
            "method": "fabrik",
            "rotation_tolerance": 1e-3,
            "clamp": "from_base",
            "soft_reach": {"max_extension": 0.98, "softening": 0.05},
            "stretch": 1.2,
            "follow": True,
        }
    ),
    "a type of every kind": limited({"ball": {}}, {"hinge": {"axis": UP}}),
    "no limits, said": limited(None, None),
    "fixed": limited({"fixed": {}}),
    "a cone of one half-angle and a twist": limited(
        {"ball": {"cone": 1.2, "twist": [-1, 1], "stiffness": 0.2}}, {"ball": {"cone_deg": 180, "twist_deg": [0, 0]}}
    ),
    "a cone of four half-angles": limited(
        {"ball": {"cone": [0, 0.5, 3, 3.141592653589793], "reference": [0, 1, 0]}},
        {"ball": {"cone_deg": [20, 70, 30, 80], "twist_deg": [-80, 80], "reference": [0, 2, 0]}},
    ),
    "hinges": limited(
        {"hinge": HINGE | {"frame": "global", "stiffness": 1}},
        {"hinge": {"axis": UP, "lower_deg": 0, "upper": 2, "frame": "local", "reference": [1, 0, 0]}},
    ),
    "hinges in the plane": flat({"hinge": {"lower_deg": -45, "upper_deg": 190}}, {"hinge": {}}),
    "a range across half a turn": flat({"hinge": {"lower": 3, "upper": 4, "reference": [-1, 0]}}),
    "types of a body of lengths": scene(body={"lengths": [2, 1], "types": [{"hinge": {"lower": 0, "upper": 1}}, None]}),
    "a base direction": limited({"ball": {"cone": 1.6}}, base_direction=[3, 0, 4]),
    "rest rotations": limited(rest_rotations=[[1, 0, 0, 0], [0.6, 0, -0.8, 0]]),
    "a direction and a rotation": scene(
        body=ARM_3D,
        targets=[{"position": [1, 1, 0], "direction": [0, 0, -3]}, {"position": [1, 1, 0], "rotation": [0, 0, 0, -1]}],
    ),
    "angles and a direction in the plane": scene(
        targets=[
            {"position": [1, 1], "angle": -1.5, "name": "cup"},
            {"position": [1, 1], "angle_deg": 270},
            {"position": [1, 1], "direction": [0, 1]},
        ]
    ),
    "a pole's direction": scene(body=ARM_3D, options={"pole": {"direction": [0, 0, -1]}}),
    "a whole number written as 10.0": scene(options={"max_iterations": 10.0}),
    "texts": scene(name="Arm", description="where the numbers come from"),
    "empty texts": scene(name="", description=""),
}


@dataclass(frozen=True)
class Bad:
    """A document that is no scene.

    Attributes
    ----------
    document : the parsed JSON
    pointer : JSON pointer that the message names; None is the whole document
    says : what the message holds
    in_schema : whether the JSON Schema can say it too
    """

    document: Any
    pointer: str | None
    says: str
    in_schema: bool = True


BAD: dict[str, Bad] = {
    "not an object": Bad([1], None, "expected an object in { }, got an array"),
    "no version": Bad({"body": ARM}, None, "'fabrikit' is missing; a scene begins with"),
    "a later version": Bad(scene(fabrikit=2), "/fabrikit", "this is version 2; this fabrikit reads version 1"),
    "version as text": Bad(scene(fabrikit="1"), "/fabrikit", 'expected a number, got "1"'),
    "version as truth": Bad(scene(fabrikit=True), "/fabrikit", "expected a number, got true"),
    "no body": Bad({"fabrikit": 1}, None, "'body' is missing"),
    "unknown key": Bad(scene(target=[[1, 1]]), "/target", "unknown key 'target'; allowed are"),
    "unknown key, near": Bad(scene(option={}), "/option", "Did you mean 'options'?"),
    "unknown option": Bad(scene(options={"tolerence": 1}), "/options/tolerence", "Did you mean 'tolerance'?"),
    "unknown key of a target": Bad(scene(targets=[{"position": [1, 1], "t": 1}]), "/targets/0/t", "unknown key 't'"),
    "key with a slash": Bad(scene(options={"a/b~": 1}), "/options/a~1b~0", "unknown key 'a/b~'"),
    "empty body": Bad(scene(body={}), "/body", 'either "joints"'),
    "joints and lengths": Bad(scene(body=ARM | {"lengths": [1, 1]}), "/body", 'either "joints"'),
    "joints and dimension": Bad(scene(body=ARM | {"dimension": 2}), "/body/dimension", 'goes with "lengths"'),
    "one joint": Bad(scene(body={"joints": [[0, 0]]}), "/body/joints", "at least 2 joints, got 1"),
    "no joints": Bad(scene(body={"joints": []}), "/body/joints", "at least 2 joints, got 0"),
    "a 4-vector": Bad(scene(body={"joints": [[0, 0, 0, 0], [1, 0, 0, 0]]}), "/body/joints/0", "2 or 3 numbers, got 4"),
    "ragged joints": Bad(scene(body={"joints": [[0, 0], [1, 0, 0]]}), "/body/joints/1", "2 numbers", in_schema=False),
    "text for a number": Bad(scene(body={"joints": [[0, 0], [1, "0"]]}), "/body/joints/1/1", 'a number, got "0"'),
    "truth for a number": Bad(scene(body={"joints": [[0, 0], [1, True]]}), "/body/joints/1/1", "a number, got true"),
    "null for a number": Bad(scene(options={"tolerance": None}), "/options/tolerance", "a number, got null"),
    "a coordinate whose square overflows": Bad(
        scene(targets=[[1e200, 0]]), "/targets/0", "at most 2^500", in_schema=False
    ),
    "negative length": Bad(scene(body={"lengths": [1, -2]}), "/body/lengths/1", "0 or more, got -2"),
    "no lengths": Bad(scene(body={"lengths": []}), "/body/lengths", "at least 1 bone"),
    "dimension 4": Bad(scene(body={"lengths": [1], "dimension": 4}), "/body/dimension", "2 or 3, got 4"),
    "base of another dimension": Bad(
        scene(body={"lengths": [1], "base": [0, 0, 0]}), "/body/base", "2 numbers", in_schema=False
    ),
    "too small to compute": Bad(
        scene(body={"joints": [[0, 0], [1e-200, 0]]}), "/body/joints", "2^-450", in_schema=False
    ),
    "duplicate joint name": Bad(
        scene(body=ARM | {"names": ["a", "b", "a"]}), "/body/names/2", "'a' stands twice, first at /body/names/0"
    ),
    "empty joint name": Bad(scene(body=ARM | {"names": ["a", "b", ""]}), "/body/names/2", "at least one character"),
    "too few names": Bad(scene(body=ARM | {"names": ["a", "b"]}), "/body/names", "expected 3 names", in_schema=False),
    "a number for a name": Bad(scene(body=ARM | {"names": ["a", "b", 3]}), "/body/names/2", "text in double quotes"),
    "target of another dimension": Bad(
        scene(targets=[[1, 1], [1, 1, 1]]), "/targets/1", "expected 2 numbers, as the body has, got 3", in_schema=False
    ),
    "one target, not in a list": Bad(scene(targets=[1, 1]), "/targets/0", "an object in { }, got 1"),
    "target without a position": Bad(scene(targets=[{"name": "cup"}]), "/targets/0", "'position' is missing"),
    "time as text": Bad(scene(targets=[{"position": [1, 1], "time": "now"}]), "/targets/0/time", 'got "now"'),
    "start with too few joints": Bad(
        scene(options={"start": [[0, 0], [1, 0]]}), "/options/start", "expected 3 joints", in_schema=False
    ),
    "negative tolerance": Bad(scene(options={"tolerance": -1e-3}), "/options/tolerance", "0 or more, got -0.001"),
    "zero iterations": Bad(scene(options={"max_iterations": 0}), "/options/max_iterations", "1 to 2147483647"),
    "too many iterations": Bad(scene(options={"max_iterations": 2**31}), "/options/max_iterations", "1 to 2147483647"),
    "half an iteration": Bad(
        scene(options={"max_iterations": 2.5}), "/options/max_iterations", "whole number, got 2.5"
    ),
    "unknown method": Bad(scene(options={"method": "fabrick"}), "/options/method", "Did you mean 'fabrik'?"),
    "follow as a number": Bad(scene(options={"follow": 1}), "/options/follow", "true or false, got 1"),
    "pole without direction": Bad(scene(options={"pole": {}}), "/options/pole", "'direction' is missing"),
    "pole of no direction": Bad(
        scene(options={"pole": {"direction": [0, 0]}}), "/options/pole/direction", "zero vector", in_schema=False
    ),
    "half a surrogate pair": Bad(scene(name="\ud800"), "/name", "surrogate", in_schema=False),
    "types as a mapping": Bad(
        scene(body=ARM | {"types": {"0": None}}), "/body/types", "an array of joint types in [ ]"
    ),
    "too few types": Bad(
        scene(body=ARM | {"types": [None]}), "/body/types", "2 joint types, one per bone (null is", in_schema=False
    ),
    "a type as text": Bad(limited("ball"), "/body/types/0", 'an object in { }, got "ball"'),
    "a type of no kind": Bad(limited({}), "/body/types/0", 'a joint type is {"ball": {...}}'),
    "a type of two kinds": Bad(limited({"fixed": {}, "ball": {}}), "/body/types/0", "got 2 keys"),
    "an unknown type": Bad(limited(None, {"hing": HINGE}), "/body/types/1/hing", "Did you mean 'hinge'?"),
    "an unknown key of a type": Bad(
        limited({"ball": {"cones": 1}}), "/body/types/0/ball/cones", "Did you mean 'cone'?"
    ),
    "a key of a fixed joint": Bad(limited({"fixed": {"axis": UP}}), "/body/types/0/fixed/axis", "unknown key 'axis'"),
    "a cone of three": Bad(
        limited({"ball": {"cone": [1, 1, 1]}}), "/body/types/0/ball/cone", "one half-angle or 4 of them, got 3 numbers"
    ),
    "a cone as text": Bad(limited({"ball": {"cone": "wide"}}), "/body/types/0/ball/cone", 'a number, got "wide"'),
    "a cone twice": Bad(
        limited({"ball": {"cone": 1, "cone_deg": 60}}),
        "/body/types/0/ball/cone_deg",
        "'cone' is there too; give one of",
    ),
    "a cone beyond half a turn": Bad(limited({"ball": {"cone": 4}}), "/body/types/0", "between 0 and pi rad, got 4"),
    "a cone in degrees beyond half a turn": Bad(
        limited({"ball": {"cone_deg": 181}}), "/body/types/0", "(angles in radians)"
    ),
    "a negative cone": Bad(limited(None, {"ball": {"cone": [1, 1, -1, 1]}}), "/body/types/1", "between 0 and pi rad"),
    "a twist of one number": Bad(
        limited({"ball": {"twist": 1}}), "/body/types/0/ball/twist", "array of numbers in [ ]"
    ),
    "a twist of three": Bad(
        limited({"ball": {"twist": [0, 0, 0]}}), "/body/types/0/ball/twist", "lower and upper, got 3"
    ),
    "a twist that the rest pose has not": Bad(
        limited({"ball": {"twist": [0.5, 1]}}), "/body/types/0", "outside its own"
    ),
    "a ball in the plane": Bad(flat({"ball": {"cone": 1}}), "/body/types/0", "needs a 3D chain", in_schema=False),
    "a reference along the bone": Bad(
        limited({"ball": {"cone": [1, 2, 1, 2], "reference": [1, 0, 0]}}),
        "/body/types/0",
        "perpendicular",
        in_schema=False,
    ),
    "a reference in the plane of a body in space": Bad(
        limited({"ball": {"cone": [1, 2, 1, 2], "reference": [0, 1]}}),
        "/body/types/0/ball/reference",
        "3 numbers, as the body has",
        in_schema=False,
    ),
    "stiffness 2": Bad(limited({"ball": {"stiffness": 2}}), "/body/types/0", "between 0 and 1, got 2"),
    "lower above upper": Bad(
        limited({"hinge": HINGE | {"lower": 2}}), "/body/types/0", "lower 2 is above upper 1", in_schema=False
    ),
    "a hinge with one end": Bad(limited({"hinge": {"axis": UP, "lower_deg": 0}}), "/body/types/0/hinge", "or neither"),
    "a hinge with the other end": Bad(
        limited({"hinge": {"axis": UP, "upper": 0}}), "/body/types/0/hinge", "or neither"
    ),
    "an end twice": Bad(
        limited({"hinge": HINGE | {"upper_deg": 9}}), "/body/types/0/hinge/upper_deg", "'upper' is there too"
    ),
    "a hinge without an axis": Bad(limited({"hinge": {}}), "/body/types/0", "needs an axis", in_schema=False),
    "a hinge in the plane with an axis": Bad(
        flat({"hinge": {"axis": [0, 1]}}), "/body/types/0", "a 2D hinge has no axis", in_schema=False
    ),
    "an axis along the bone": Bad(
        limited(None, {"hinge": {"axis": [1, 0, 0]}}), "/body/types/1", "is parallel to the bone", in_schema=False
    ),
    "a zero axis": Bad(
        limited({"hinge": {"axis": [0, 0, 0]}}), "/body/types/0/hinge/axis", "zero vector", in_schema=False
    ),
    "an unknown frame": Bad(
        limited({"hinge": HINGE | {"frame": "world"}}), "/body/types/0/hinge/frame", "local, global"
    ),
    "a rest pose outside its limit": Bad(
        flat(None, {"hinge": {"lower": 1, "upper": 2}}), "/body/types/1", "outside its own limit", in_schema=False
    ),
    "types of lengths outside their limit": Bad(
        scene(body={"lengths": [1], "types": [{"hinge": {"lower_deg": 10, "upper_deg": 20}}]}),
        "/body/types/0",
        "outside its own limit",
        in_schema=False,
    ),
    "base direction with lengths": Bad(
        scene(body={"lengths": [1], "base_direction": [1, 0]}), "/body/base_direction", 'goes with "joints"'
    ),
    "base direction zero": Bad(
        scene(body=ARM | {"base_direction": [0, 0]}), "/body/base_direction", "zero vector", in_schema=False
    ),
    "base direction of a bone of no length": Bad(
        scene(body={"joints": [[0, 0], [0, 0], [1, 0]], "base_direction": [1, 0]}),
        "/body/base_direction",
        "no length",
        in_schema=False,
    ),
    "rest rotations in the plane": Bad(
        scene(body=ARM | {"rest_rotations": [[1, 0, 0, 0]] * 2}), "/body/rest_rotations", "3D", in_schema=False
    ),
    "too many rest rotations": Bad(
        limited(rest_rotations=[[1, 0, 0, 0]] * 3), "/body/rest_rotations", "expected 2 rotations", in_schema=False
    ),
    "a rest rotation of three numbers": Bad(
        limited(rest_rotations=[[1, 0, 0, 0], [1, 0, 0]]), "/body/rest_rotations/1", "4 numbers w, x, y, z, got 3"
    ),
    "a rotation that is not one": Bad(
        scene(body=ARM_3D, targets=[{"position": [1, 1, 1], "rotation": [1, 1, 0, 0]}]),
        "/targets/0/rotation",
        "unit quaternion (w, x, y, z), got one of length 1.41421",
        in_schema=False,
    ),
    "a rotation in the plane": Bad(
        scene(targets=[{"position": [1, 1], "rotation": [1, 0, 0, 0]}]),
        "/targets/0/rotation",
        "is for 3D",
        in_schema=False,
    ),
    "an angle in space": Bad(
        scene(body=ARM_3D, targets=[{"position": [1, 1, 1], "angle_deg": 9}]),
        "/targets/0/angle_deg",
        "is for 2D",
        in_schema=False,
    ),
    "two angles": Bad(
        scene(targets=[{"position": [1, 1], "angle": 1, "angle_deg": 9}]),
        "/targets/0/angle_deg",
        "'angle' is there too",
    ),
    "an angle and a direction": Bad(
        scene(targets=[{"position": [1, 1], "angle": 1, "direction": [0, 1]}]),
        "/targets/0/angle",
        "'direction' is there",
    ),
    "an angle without end": Bad(scene(targets=[{"position": [1, 1], "angle": 1e9}]), "/targets/0/angle", "2^20 rad"),
    "no direction": Bad(
        scene(targets=[{"position": [1, 1], "direction": [0, 0]}]),
        "/targets/0/direction",
        "zero vector",
        in_schema=False,
    ),
    "negative rotation tolerance": Bad(
        scene(options={"rotation_tolerance": -1}), "/options/rotation_tolerance", "0 or more, got -1"
    ),
    "unknown clamp": Bad(scene(options={"clamp": "base"}), "/options/clamp", "'base' is not one of both, from_base"),
    "soft reach as a pair": Bad(scene(options={"soft_reach": [0.98, 0.01]}), "/options/soft_reach", "an object in { }"),
    "half a soft reach": Bad(
        scene(options={"soft_reach": {"max_extension": 0.9}}), "/options/soft_reach", "'softening' is missing"
    ),
    "soft reach beyond the reach": Bad(
        scene(options={"soft_reach": {"max_extension": 1.1, "softening": 0.1}}),
        "/options/soft_reach",
        "up to 1, got 1.1",
    ),
    "softer than it reaches": Bad(
        scene(options={"soft_reach": {"max_extension": 0.5, "softening": 0.6}}),
        "/options/soft_reach",
        "up to max_extension 0.5",
        in_schema=False,
    ),
    "stretch below 1": Bad(scene(options={"stretch": 0.9}), "/options/stretch", "between 1 (off) and 1e6, got 0.9"),
}
