"""Cases of bodies: arms, hands, whole figures, loops. A family is one circumstance."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fabrikit.bridge import BODY_EFFECTOR, BODY_JOINT, BODY_LOOP, Body
from generator.draw import Draw, Vector
from generator.joints import DEGREE
from golden import Case
from golden_bodies import struct_words

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
NO_TURN = (1.0, 0.0, 0.0, 0.0)
FIXED, HINGE, SLIDER, BALL, FREE = range(5)


class Tree:
    """Joints of a body as they are added, and the end effectors wanted of it."""

    def __init__(self) -> None:
        self.rows: list[NDArray[Any]] = []
        self.tips: list[tuple[int, Vector, int]] = []

    def add(self, parent: int, offset: Sequence[float], kind: int = FIXED, **more: Any) -> int:
        """Add a joint; `more` are fields of the kernel's struct. Returns its index."""
        row = np.zeros((), BODY_JOINT)
        defaults = {"offset": offset, "rest": NO_TURN, "axis": X, "reference": Y, "ratio": 1.0, "mimic": -1}
        for name, value in (defaults | more | {"parent": parent, "kind": kind}).items():
            row[name] = value
        self.rows.append(row)
        return len(self.rows) - 1

    def hinge(self, parent: int, offset: Sequence[float], axis: Sequence[float], low: float, high: float) -> int:
        """Add a hinge; angles in degrees."""
        return self.add(parent, offset, HINGE, axis=axis, has_range=1, lower=low * DEGREE, upper=high * DEGREE)

    def ball(self, parent: int, offset: Sequence[float], cone: float, twist: float, **more: Any) -> int:
        """Add a ball whose bone is along x; half-angles in degrees."""
        limits = {"cone_kind": 1, "cone": [cone * DEGREE] * 4, "has_twist": 1}
        return self.add(parent, offset, BALL, **(limits | {"lower": -twist * DEGREE, "upper": twist * DEGREE} | more))

    def tip(self, joint: int, offset: Vector, aim: int = 0) -> None:
        """Add an end effector."""
        self.tips.append((joint, offset, aim))

    @property
    def joints(self) -> NDArray[Any]:
        """The joints (n,)."""
        return np.array(self.rows, BODY_JOINT)

    def somewhere(self, draw: Draw) -> NDArray[np.float64]:
        """Draw q inside the limits; by numbers that every machine rounds alike."""
        numbers: list[float] = []
        for row in self.rows:
            if row["mimic"] >= 0:
                continue
            if row["kind"] in (HINGE, SLIDER):
                low, high = (row["lower"], row["upper"]) if row["has_range"] else (-math.pi, math.pi)
                numbers.append(draw.uniform(float(low), float(high)))
            elif row["kind"] == BALL:
                numbers += [1.0, *(draw.uniform(-0.6, 0.6) for _ in range(3))]
            elif row["kind"] == FREE:
                numbers += [draw.uniform(-1, 1) for _ in range(3)] + [1.0, *(draw.uniform(-0.5, 0.5) for _ in range(3))]
        return Body(self.joints).settle(np.array([numbers]))[0]

    def wanted(self, q: NDArray[np.float64]) -> NDArray[Any]:
        """Return the end effectors (E,), each wanted where `q` has it."""
        # A joint that follows the tip: its place is the tip's, by the kernel's own arithmetic.
        extended = Tree()
        extended.rows = list(self.rows)
        ends = [extended.add(joint, offset) for joint, offset, _ in self.tips]
        positions, rotations = Body(extended.joints).forward(q[None])
        effectors = np.zeros(len(self.tips), BODY_EFFECTOR)
        for effector, (joint, offset, aim), end in zip(effectors, self.tips, ends, strict=True):
            effector["offset"], effector["frame"], effector["axis"] = offset, NO_TURN, X
            effector["position"], effector["rotation"], effector["direction"] = positions[0, end], rotations[0, end], X
            effector["position_weight"] = effector["rotation_weight"] = 1.0
            effector["joint"], effector["aim"] = joint, aim
            if aim == 1:
                effector["direction"] = _turned_x(rotations[0, end])
        return effectors


def _turned_x(q: NDArray[np.float64]) -> list[float]:
    w, x, y, z = (float(value) for value in q)
    return [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)]


def arm(tree: Tree, parent: int = -1, aim: int = 2) -> int:
    """Add a shoulder, an elbow, a forearm that turns and a wrist of two axes; returns the palm."""
    shoulder = tree.ball(parent, [0.0, 0.0, 0.0], 100, 90)
    elbow = tree.hinge(shoulder, [0.30, 0.0, 0.0], Y, -150, 0)
    forearm = tree.hinge(elbow, [0.05, 0.0, 0.0], X, -90, 90)
    wrist = tree.hinge(forearm, [0.21, 0.0, 0.0], Y, -70, 70)
    palm = tree.hinge(wrist, [0.0, 0.0, 0.0], Z, -20, 35)
    tree.tip(palm, [0.09, 0.0, 0.0], aim)
    return palm


def hand(tree: Tree, palm: int) -> None:
    """Add three fingers whose last joints follow the middle ones."""
    for y in (0.03, 0.0, -0.03):
        spread = tree.hinge(palm, [0.09, y, 0.0], Z, -20, 20)
        knuckle = tree.hinge(spread, [0.0, 0.0, 0.0], Y, -20, 90)
        middle = tree.hinge(knuckle, [0.045, 0.0, 0.0], Y, 0, 110)
        last = tree.add(middle, [0.026, 0.0, 0.0], HINGE, axis=Y, mimic=middle, ratio=0.6, shift=0.05)
        tree.tip(last, [0.02, 0.0, 0.0])


def figure() -> Tree:
    """Return a body with a free, weighted root, two legs and an arm."""
    tree = Tree()
    pelvis = tree.add(-1, [0.0, 0.0, 1.0], FREE, stiffness=0.5)
    for y in (0.1, -0.1):
        hip = tree.ball(pelvis, [0.0, y, 0.0], 80, 40, rest=[math.sqrt(0.5), 0.0, math.sqrt(0.5), 0.0])
        knee = tree.hinge(hip, [0.45, 0.0, 0.0], Y, 0, 150)
        tree.tip(tree.ball(knee, [0.45, 0.0, 0.0], 50, 30), [0.1, 0.0, 0.0])
    spine = tree.ball(pelvis, [0.0, 0.0, 0.3], 0, 30, axis=Z)
    tree.rows[-1]["cone_kind"], tree.rows[-1]["cone"] = 2, [0.5, 0.3, 0.2, 0.3]
    arm(tree, spine, aim=1)
    return tree


def machine() -> Tree:
    """Return hinges that turn more than once around, a slider, a joint that does not move and one that is stiff."""
    tree = Tree()
    whole = tree.hinge(-1, [0.0, 0.0, 0.2], Z, -360, 360)
    slider = tree.add(whole, [0.1, 0.0, 0.0], SLIDER, axis=Z, has_range=1, lower=-0.2, upper=0.4)
    stiff = tree.add(slider, [0.4, 0.0, 0.0], HINGE, axis=Y, stiffness=0.7)
    fixed = tree.add(stiff, [0.1, 0.0, 0.0], rest=[0.8, 0.6, 0.0, 0.0])
    end = tree.hinge(fixed, [0.3, 0.0, 0.0], Y, -100, 100)
    tree.tip(tree.add(end, [0.1, 0.0, 0.0], BALL), [0.1, 0.0, 0.0], 2)
    return tree


def question(name: str, tree: Tree, effectors: NDArray[Any], start: NDArray[np.float64], **more: Any) -> Case:
    """Ask one solve. `more`: fields of the question, loops, use, drive, posture."""
    case = Case("solve_body", name)
    for key, rows in (("joint", tree.joints), ("effector", effectors), ("loop", more.pop("loops", ()))):
        for row in rows:
            case.ask(key, *struct_words(row))
    defaults = {"base": [0.0, 0.0, 0.0, *NO_TURN], "tolerance": 1e-6, "rotation_tolerance": 1e-5, "posture_weight": 0.0}
    defaults |= {"max_iterations": 300, "mode": 0, "solutions": 1, "method": 0}
    case.ask("start", *start)
    for key, value in (defaults | more).items():
        case.ask(key, *(np.ravel(value).tolist()))
    return case


def body_reach() -> Iterator[Case]:
    """Arms, hands, figures and machines whose targets can be reached."""
    draw = Draw("body reach")
    trees = {"figure": figure(), "machine": machine()}
    for name, aim in (("position", 0), ("direction", 1), ("rotation", 2)):
        trees[f"arm-{name}"] = tree = Tree()
        arm(tree, aim=aim)
    trees["hand"] = tree = Tree()
    hand(tree, arm(tree))
    for name, tree in trees.items():
        rest = Body(tree.joints).rest()
        for index in range(4):
            yield question(f"{name}-{index}", tree, tree.wanted(tree.somewhere(draw)), rest)
        posed = tree.somewhere(draw)
        yield question(f"{name}-already-there", tree, tree.wanted(posed), posed)
        base = [1.0, -2.0, 0.5, 0.48, 0.6, 0.64, 0.0]
        yield question(f"{name}-own-base", tree, tree.wanted(tree.somewhere(draw)), rest, base=base)


def body_wishes() -> Iterator[Case]:
    """Weights, levels, poles, postures, locked joints, several and nearest solutions, few rounds."""
    draw = Draw("body wishes")
    tree = figure()
    rest = Body(tree.joints).rest()
    effectors = tree.wanted(rest)
    for name, hand_at in (("near", [0.5, 0.2, 1.2]), ("far", [3.0, 1.0, 1.0])):
        conflict = effectors.copy()
        conflict["level"] = [0, 0, 1]
        conflict["position"][2] = hand_at
        yield question(f"levels-{name}", tree, conflict, rest)
        conflict["level"], conflict["position_weight"] = 0, [1.0, 1.0, 0.25]
        yield question(f"weights-{name}", tree, conflict, rest)
    limb = Tree()
    arm(limb, aim=0)
    rest = Body(limb.joints).rest()
    posed = limb.somewhere(draw)
    wanted = limb.wanted(posed)
    for kind, value in ((1, [0.2, 0.0, -3.0]), (2, [0.0, 1.0, 0.5])):
        bent = wanted.copy()
        bent["pole"], bent["pole_kind"], bent["pole_from"], bent["pole_joint"] = value, kind, 0, 1
        yield question(f"pole-{kind}", limb, bent, rest)
    for weight in (1.0, 0.01):
        yield question(f"posture-{weight:g}", limb, wanted, posed, posture_weight=weight, posture=rest)
    use = [0, 1, 0, 0, 0]
    yield question("locked-elbow", limb, wanted, posed, use=use)
    yield question("nearest", limb, limb.wanted(limb.somewhere(draw)), rest, mode=1)
    yield question("solutions", limb, limb.wanted(limb.somewhere(draw)), rest, solutions=3)
    yield question("few-rounds", limb, limb.wanted(limb.somewhere(draw)), rest, max_iterations=2)
    outside = rest.copy()
    outside[4:] = [1.0, 3.0, 2.0, -2.0]
    yield question("start-outside", limb, wanted, outside)


def body_loops() -> Iterator[Case]:
    """A four-bar driven from angle to angle, past its toggle, and pulled by an end effector."""
    tree = Tree()
    ground = tree.add(-1, [0.0, 0.0, 0.0])
    crank = tree.add(ground, [0.0, 0.0, 0.0], HINGE, axis=Z)
    coupler = tree.add(crank, [3.0, 0.0, 0.0], HINGE, axis=Z)
    rocker = tree.add(ground, [4.0, 0.0, 0.0], HINGE, axis=Z)
    loop = np.zeros(1, BODY_LOOP)
    loop["offset_a"], loop["offset_b"] = [2.5, 0.0, 0.0], [2.0, 0.0, 0.0]
    loop["frame_a"] = loop["frame_b"] = NO_TURN
    loop["axis"], loop["joint_a"], loop["joint_b"] = Z, coupler, rocker
    start = np.array([30 * DEGREE, -25.97 * DEGREE, 56.91 * DEGREE])
    none = np.zeros(0, BODY_EFFECTOR)
    for degrees in (30, 60, 78, 80, -30):
        drive = [degrees * DEGREE, 0.0, 0.0]
        yield question(f"driven-to-{degrees}", tree, none, start, loops=loop, use=[0, 2, 0, 0], drive=drive)
    tree.tip(rocker, [2.0, 0.0, 0.0])
    pulled = tree.wanted(start)
    for name, place in (("within", [4.4, 1.96, 0.0]), ("beyond", [5.0, 4.0, 1.0])):
        pulled["position"][0] = place
        yield question(f"pulled-{name}", tree, pulled, start, loops=loop)


def body_fabrik() -> Iterator[Case]:
    """FABRIK on trees of balls: sub-bases, one that is rigid, limits, targets in conflict."""
    draw = Draw("body fabrik")
    for name, cone in (("free", 180.0), ("cones", 70.0)):
        tree = Tree()
        below = tree.ball(tree.ball(-1, [0.0, 0.0, 0.0], cone, 180), [1.0, 0.0, 0.0], cone, 180)
        for side in (0.3, -0.3):
            joint = tree.ball(below, [0.8, side, 0.0], cone, 180)
            tree.tip(tree.ball(joint, [0.7, 0.0, 0.0], cone, 180), [0.6, 0.0, 0.0])
        rest = Body(tree.joints).rest()
        for index in range(3):
            wanted = tree.wanted(tree.somewhere(draw))
            for method in (0, 1):
                yield question(f"{name}-{index}-method-{method}", tree, wanted, rest, method=method, tolerance=1e-5)
        wanted["position"] = [[1.0, 3.0, 0.0], [1.0, -2.5, 0.5]]
        wanted["position_weight"] = [2.0, 1.0]
        yield question(f"{name}-conflict", tree, wanted, rest, method=1)


FAMILIES = (body_reach, body_wishes, body_loops, body_fabrik)
