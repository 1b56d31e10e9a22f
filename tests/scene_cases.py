"""One table of good and bad scenes: the loader, the published schema and the messages are held against it."""

from dataclasses import dataclass
from typing import Any

ARM = {"joints": [[0, 0], [1, 0], [2, 0]]}
ARM_3D = {"joints": [[0, 0, 0], [1, 0, 0], [2, 0, 0]]}


def scene(**members: Any) -> dict[str, Any]:
    """Return a scene document with the members given, and a plane arm if no body is among them."""
    return {"fabrikit": 1, "body": ARM} | members


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
            "follow": True,
        }
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
}
