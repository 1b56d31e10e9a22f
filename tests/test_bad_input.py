"""Bad input: it works as a user would expect, or raises the typed error before anything runs.

Every message names the argument, what came and what is allowed; these tables state all three.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import fabrikit
from fabrikit import Chain, FabrikitError, ModelError, OptionError, Pole, ShapeError, Solver, Target, solve
from invariants import same_bits

JOINTS = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (2.0, 0.0, 0.0))
TARGET = (1.2, 0.9, 0.3)
NAN, INF = float("nan"), float("inf")
BEYOND = 2.0**501


class Subclass(np.ndarray):
    """An array type of somebody else."""


def params(table: dict[str, tuple[Any, str]]) -> list[Any]:
    """Turn a table of name → (value, what the message says) into pytest parameters."""
    return [pytest.param(value, message, id=name) for name, (value, message) in table.items()]


def masked(values: Any, place: int) -> Any:
    """Make a masked array with one entry hidden."""
    mask = np.zeros(np.shape(values), bool)
    mask.flat[place] = True
    return np.ma.masked_array(values, mask=mask)


NO_JOINTS = {
    "NaN": ([[0, 0], [1, NAN]], r"joints\[1, 1\].*nan.*finite"),
    "infinity": ([[0, 0, 0], [INF, 0, 0]], r"joints\[1, 0\].*inf.*finite"),
    "minus infinity": ([[0, 0], [0, -INF]], r"joints\[1, 1\].*-inf.*finite"),
    "too large": ([[0, 0], [1e200, 0]], r"joints\[1, 0\].*1e\+200.*2\^500"),
    "too large for float64": (np.array([[0, 0], [np.longdouble("1e4000"), 0]]), r"joints\[1, 0\].*inf"),
    "too small": ([[0, 0], [1e-140, 0]], r"joints.*1e-140.*2\^-450"),
    "one joint": ([[1, 2, 3]], r"joints.*at least two joints.*1"),
    "empty": ([], r"joints.*empty.*at least one"),
    "empty row": ([[]], r"joints.*empty.*at least one"),
    "no rows": (np.zeros((0, 3)), r"joints.*empty.*at least one"),
    "flat": ([0, 0, 1, 0], r"joints.*\(joints, 2\) or \(joints, 3\).*\(4,\)"),
    "rows of one": ([[0], [1]], r"joints.*\(joints, 2\) or \(joints, 3\).*\(2, 1\)"),
    "rows of four": ([[0, 0, 0, 1], [1, 0, 0, 1]], r"joints.*\(joints, 2\) or \(joints, 3\).*\(2, 4\)"),
    "three dimensions": (np.zeros((2, 2, 2)), r"joints.*\(joints, 2\) or \(joints, 3\).*\(2, 2, 2\)"),
    "ragged": ([[0, 0], [1, 0, 0]], r"joints.*different lengths.*same number"),
    "a number": (5, r"joints.*\(joints, 2\) or \(joints, 3\).*single number"),
    "None": (None, r"joints.*real numbers.*None"),
    "None within": ([[0, 0], [None, 0]], r"joints\[1, 0\].*None"),
    "string": ("[[0, 0], [1, 0]]", r"joints.*real numbers.*\[\[0, 0\], \[1, 0\]\]"),
    "strings": ([["0", "0"], ["1", "0"]], r"joints.*real numbers"),
    "bytes": (b"00", r"joints.*real numbers.*b'00'"),
    "complex": ([[0, 0], [1j, 0]], r"joints.*real numbers.*complex"),
    "booleans": ([[False, False], [True, False]], r"joints.*real numbers.*boolean"),
    "object with a string": (np.array([[0, 0], [1, "x"]], dtype=object), r"joints\[1, 1\].*'x'"),
    "int beyond float64": ([[0, 0], [10**400, 0]], r"joints\[1, 0\].*2\^500"),
    "int beyond 2^500": ([[0, 0], [2**501, 0]], r"joints\[1, 0\].*2\^500"),
    "masked": (masked([[0.0, 0.0], [1.0, 0.0]], 2), r"joints\[1, 0\].*masked"),
    "dates": (np.array([["2020", "2021"], ["2022", "2023"]], dtype="M8[Y]"), r"joints.*real numbers.*datetime"),
    "records": (np.zeros(2, dtype=[("x", float), ("y", float)]), r"joints.*real numbers"),
    "dictionary": ({"a": [0, 0]}, r"joints.*real numbers.*dict"),
    "set": ({1, 2}, r"joints.*real numbers.*set"),
    "generator": ((row for row in JOINTS), r"joints.*real numbers.*generator"),
    "target": (Target(TARGET), r"joints.*real numbers.*Target"),
}


@pytest.mark.parametrize(("joints", "message"), params(NO_JOINTS))
def test_what_is_no_chain_is_refused(joints: Any, message: str) -> None:
    """What is no list of joints raises a typed error that names the place, the value and what is allowed."""
    for make in (Chain, Solver, lambda body: solve(body, TARGET)):
        with pytest.raises((ShapeError, ModelError), match=message):
            make(joints)


def no_vector(name: str) -> dict[str, tuple[Any, str]]:
    """List what is no vector of a 3D body, with what the message about the argument `name` says."""
    shape = rf"{name}: needs shape \(3,\) for a 3D body"
    return {
        "NaN": ([NAN, 0.0, 0.0], rf"{name}\[0\].*nan.*finite"),
        "infinity": ((0.0, INF, 0.0), rf"{name}\[1\].*inf.*finite"),
        "NaN array": (np.array([0, 0, NAN]), rf"{name}\[2\].*nan.*finite"),
        "too large": ([0.0, 0.0, BEYOND], rf"{name}\[2\].*e\+150.*2\^500"),
        "int beyond float64": ([10**400, 0, 0], rf"{name}\[0\].*2\^500"),
        "a 4-vector": ([1, 2, 3, 1], rf"{shape}.*\(4,\)"),
        "a 2-vector": ([1, 2], rf"{shape}.*\(2,\)"),
        "a number": (1.0, rf"{shape}.*single number"),
        "empty": ([], rf"{name}.*empty.*at least one"),
        "a row": ([[1.0, 2.0, 3.0]], rf"{shape}.*\(1, 3\)"),
        "a column": ([[1.0], [2.0], [3.0]], rf"{shape}.*\(3, 1\)"),
        "ragged": ([1, [2, 3], 4], rf"{name}.*different lengths"),
        "string": ("1,2,3", rf"{name}.*real numbers.*1,2,3"),
        "strings": (["1", "2", "3"], rf"{name}.*real numbers"),
        "None within": ([None, 0, 0], rf"{name}\[0\].*None"),
        "complex": ([1j, 0, 0], rf"{name}.*real numbers.*complex"),
        "booleans": ([True, False, True], rf"{name}.*real numbers.*boolean"),
        "masked": (masked(TARGET, 1), rf"{name}\[1\].*masked"),
        "dictionary": ({"x": 1}, rf"{name}.*real numbers.*dict"),
        "set": ({1, 2, 3}, rf"{name}.*real numbers.*set"),
        "generator": ((x for x in TARGET), rf"{name}.*real numbers.*generator"),
        "result": (solve(JOINTS, TARGET), rf"{name}.*real numbers.*Result"),
    }


@pytest.mark.parametrize(("target", "message"), params({**no_vector("target"), "None": (None, "target.*real.*None")}))
def test_what_is_no_target_is_refused(target: Any, message: str) -> None:
    """What is no target raises ShapeError naming place, value and what is allowed, and the solver is none the worse."""
    solver = Solver(JOINTS)
    before = solver.solve(TARGET)
    for refused in (solver.solve, lambda wrong: solve(JOINTS, wrong), lambda wrong: solver.solve(Target(wrong))):
        with pytest.raises(ShapeError, match=message):
            refused(target)
    assert same_bits(solver.solve(TARGET).positions, before.positions)


def test_several_targets_are_refused_with_a_hint() -> None:
    """A table of targets is refused with the hint to call solve once for each."""
    with pytest.raises(ShapeError, match=r"target.*\(3,\).*\(2, 3\).*once for each"):
        solve(JOINTS, [[1, 2, 3], [4, 5, 6]])


@pytest.mark.parametrize(("base", "message"), params(no_vector("base")))
def test_what_is_no_base_is_refused(base: Any, message: str) -> None:
    """What is no base raises ShapeError naming place, value and what is allowed, without hints about targets."""
    with pytest.raises(ShapeError, match=message) as raised:
        solve(JOINTS, TARGET, base=base)
    assert "target" not in str(raised.value)


@pytest.mark.parametrize(("pole", "message"), params(no_vector("pole")))
def test_what_is_no_pole_is_refused(pole: Any, message: str) -> None:
    """What is no pole, point or direction, raises ShapeError naming place, value and what is allowed."""
    about_direction = message.replace("pole", "pole direction", 1)
    for wrong, says in ((pole, message), (Pole(pole), message), (Pole(direction=pole), about_direction)):
        for refused in (lambda w: solve(JOINTS, TARGET, pole=w), lambda w: Solver(JOINTS).solve(TARGET, pole=w)):
            with pytest.raises(ShapeError, match=says) as raised:
                refused(wrong)
            assert "target" not in str(raised.value)


@pytest.mark.parametrize(("given", "message"), [((), "neither"), (([0, 0, 1], [0, 1, 0]), "both")])
def test_a_pole_is_a_point_or_a_direction(given: Any, message: str) -> None:
    """A pole of neither or both of point and direction raises OptionError."""
    point, direction = given or (None, None)
    with pytest.raises(OptionError, match=rf"pole.*point or a direction.*{message}"):
        Pole(point, direction=direction)


def test_a_pole_direction_has_a_length() -> None:
    """The zero vector is no direction."""
    with pytest.raises(OptionError, match=r"pole direction.*zero vector"):
        solve(JOINTS, TARGET, pole=Pole(direction=[0, 0, 0]))


NO_START = {
    "fewer joints": (JOINTS[:2], r"start.*\(3, 3\).*\(2, 3\)"),
    "another dimension": ([[0, 0], [1, 0], [2, 0]], r"start.*\(3, 3\).*\(3, 2\)"),
    "flat": ([0, 0, 0], r"start.*\(3,\)"),
    "NaN": (np.full((3, 3), NAN), r"start\[0, 0\].*nan.*finite"),
    "infinity": ([*JOINTS[:2], (0, 0, INF)], r"start\[2, 2\].*inf.*finite"),
    "too large": ([*JOINTS[:2], (0, BEYOND, 0)], r"start\[2, 1\].*2\^500"),
    "empty": ([], r"start.*empty"),
    "ragged": ([*JOINTS[:2], (0, 0)], r"start.*different lengths"),
    "string": ("rest", r"start.*real numbers.*'rest'"),
    "complex": (np.zeros((3, 3), complex), r"start.*real numbers.*complex"),
    "masked": (masked(JOINTS, 8), r"start\[2, 2\].*masked"),
}


@pytest.mark.parametrize(("start", "message"), params(NO_START))
def test_what_is_no_start_is_refused(start: Any, message: str) -> None:
    """A start of another shape, kind or content than the body's raises ShapeError naming what came."""
    with pytest.raises(ShapeError, match=message):
        solve(JOINTS, TARGET, start=start)


NO_TOLERANCE = {
    "negative": (-1, r"-1"),
    "hardly negative": (-1e-300, r"-1e-300"),
    "NaN": (NAN, r"nan"),
    "infinity": (INF, r"inf"),
    "NaN array": (np.array(NAN), r"nan"),
    "string": ("1e-3", r"'1e-3'"),
    "boolean": (True, r"True"),
    "numpy boolean": (np.True_, r"True"),
    "boolean array": (np.array(True), r"True"),
    "list": ([1e-3], r"\[0.001\]"),
    "one for each axis": (np.array([1e-3, 1e-3]), r"0.001"),
    "array of one": (np.array([1e-3]), r"0.001"),
    "complex": (1j, r"1j"),
    "numpy complex": (np.complex128(1), r"1\+0j"),
    "masked": (np.ma.masked, r"masked"),
    "int beyond float64": (10**400, r"1000"),
    "object": (object(), r"object"),
}


@pytest.mark.parametrize(("tolerance", "message"), params(NO_TOLERANCE))
def test_what_is_no_tolerance_is_refused(tolerance: Any, message: str) -> None:
    """What is no finite number of 0 or more raises OptionError naming tolerance, the value and what is allowed."""
    with pytest.raises(OptionError, match=rf"tolerance.*(>= 0|0 or more).*{message}"):
        solve(JOINTS, TARGET, tolerance=tolerance)


NO_LIMIT = {
    "zero": (0, r"0"),
    "negative": (-1, r"-1"),
    "float": (10.0, r"10\.0"),
    "fraction": (1.5, r"1\.5"),
    "NaN": (NAN, r"nan"),
    "infinity": (INF, r"inf"),
    "string": ("10", r"'10'"),
    "None": (None, r"None"),
    "boolean": (True, r"True"),
    "numpy boolean": (np.True_, r"True"),
    "list": ([5], r"\[5\]"),
    "array of one": (np.array([5]), r"\[5\]"),
    "2^31": (2**31, r"2147483648"),
    "huge": (10**30, r"1000000"),
}


@pytest.mark.parametrize(("limit", "message"), params(NO_LIMIT))
def test_what_is_no_iteration_limit_is_refused(limit: Any, message: str) -> None:
    """What is no whole number from 1 to 2^31 - 1 raises OptionError naming max_iterations, the value and the range."""
    with pytest.raises(OptionError, match=rf"max_iterations.*(1 or more|between 1 and 2147483647).*{message}"):
        Solver(JOINTS, max_iterations=limit)  # `solve` takes None for the default of the body's kind


@pytest.mark.parametrize(
    ("method", "message"),
    params(
        {
            "capital": ("Auto", r"'Auto'.*'auto'\?"),
            "misspelt": ("fabrick", r"'fabrick'.*'fabrik'\?"),
            "unlike any": ("xyz", r"'xyz'"),
            "empty": ("", r"''"),
            "None": (None, r"None"),
            "number": (1, r"1"),
            "NaN": (NAN, r"nan"),
            "bytes": (b"auto", r"b'auto'"),
            "list": (["auto"], r"\['auto'\]"),
            "array": (np.array(["auto", "fabrik"]), r"array"),
        }
    ),
)
def test_an_unknown_method_is_refused_with_the_near_name(method: Any, message: str) -> None:
    """A method that is not there raises OptionError with those that are, and the nearest one where one is near."""
    with pytest.raises(OptionError, match=rf"method.*'auto', 'fabrik'.*{message}"):
        solve(JOINTS, TARGET, method=method)


@pytest.mark.parametrize("value", [1, 0, None, "yes", np.array(True), np.array([True, False])], ids=repr)
@pytest.mark.parametrize("name", ["trace", "reach_test"])
def test_a_flag_is_true_or_false(name: str, value: Any) -> None:
    """What is neither True nor False raises OptionError naming the flag and the value."""
    with pytest.raises(OptionError, match=rf"{name}: must be True or False, got {re.escape(repr(value))}"):
        solve(JOINTS, TARGET, method="fabrik", **{name: value})


def test_auto_does_not_go_without_the_reach_test() -> None:
    """`reach_test=False` with `auto` raises OptionError that says which methods it is for."""
    with pytest.raises(OptionError, match=r"reach_test.*for the other methods.*'auto'"):
        solve(JOINTS, TARGET, reach_test=False)


@pytest.mark.parametrize("name", ["tolerence", "iterations", "max_iter"])
def test_an_unknown_option_is_named(name: str) -> None:
    """A misspelt option raises Python's own TypeError, which names it."""
    with pytest.raises(TypeError, match=name):
        solve(JOINTS, TARGET, **{name: 1})


NO_LENGTHS = {
    "negative": ([1, -1], r"lengths\[1\].*-1.*0 or more"),
    "NaN": ([NAN], r"lengths\[0\].*nan.*finite"),
    "infinity": ([1, INF], r"lengths\[1\].*inf.*finite"),
    "empty": ([], r"lengths.*empty"),
    "table": ([[1, 2]], r"lengths.*\(bones,\).*\(1, 2\)"),
    "a number": (1.0, r"lengths.*\(bones,\).*single number"),
    "string": ("123", r"lengths.*real numbers.*'123'"),
    "None": (None, r"lengths.*real numbers.*None"),
    "booleans": ([True], r"lengths.*real numbers.*boolean"),
    "too small": ([1e-200], r"lengths.*1e-200.*2\^-450"),
}


@pytest.mark.parametrize(("lengths", "message"), params(NO_LENGTHS))
def test_what_is_no_list_of_lengths_is_refused(lengths: Any, message: str) -> None:
    """What is no list of bone lengths raises a typed error naming the bone, the value and what is allowed."""
    with pytest.raises((ShapeError, ModelError), match=message):
        Chain.from_lengths(lengths)


@pytest.mark.parametrize("dimension", [1, 4, 2.0, "2", None, True, np.array([2, 3])], ids=repr)
def test_a_dimension_is_2_or_3(dimension: Any) -> None:
    """A dimension other than the whole numbers 2 and 3 raises OptionError naming it."""
    with pytest.raises(OptionError, match=rf"dimension.*2 or 3.*{re.escape(repr(dimension))}"):
        Chain.from_lengths([1], dimension=dimension)


NO_ANGLES = {
    "too few": (2, [1.0], r"angles.*\(\.\.\., 2\).*\(1,\)"),
    "too many": (2, [1.0, 2.0, 3.0], r"angles.*\(\.\.\., 2\).*\(3,\)"),
    "a number": (2, 1.0, r"angles.*\(\.\.\., 2\).*single number"),
    "NaN": (2, [NAN, 0], r"angles\[0\].*nan.*finite"),
    "beyond 2^20": (2, [2.0**21, 0], r"angles.*2\^20 rad.*2.09715e\+06"),
    "string": (2, "0,0", r"angles.*real numbers.*'0,0'"),
    "three turns of a bone": (3, np.zeros((2, 3)), r"angles.*\(\.\.\., 2\) or \(\.\.\., 2, 2\).*\(2, 3\)"),
    "too few in 3D": (3, [0.0], r"angles.*\(\.\.\., 2\) or \(\.\.\., 2, 2\).*\(1,\)"),
}


@pytest.mark.parametrize(("dimension", "angles", "message"), [pytest.param(*v, id=k) for k, v in NO_ANGLES.items()])
def test_what_are_no_angles_is_refused(dimension: int, angles: Any, message: str) -> None:
    """What is not one turn for each bone (two in 3D) raises ShapeError naming shape, value and what is allowed."""
    with pytest.raises(ShapeError, match=message):
        Chain.from_lengths([1, 1], dimension=dimension).forward(angles)


def good_arrays(values: Any) -> dict[str, Any]:
    """List the same whole numbers in every form that has to work."""
    array = np.array(values, float)
    read_only = array.copy()
    read_only.flags.writeable = False
    strided = np.zeros(tuple(2 * n for n in array.shape))[tuple(slice(None, None, 2) for _ in array.shape)]
    strided[...] = array
    return {
        "list": array.tolist(),
        "integers": array.astype(int).tolist(),
        "tuple": tuple(map(tuple, array)) if array.ndim == 2 else tuple(array.tolist()),
        "list of arrays": list(array),
        "int8": array.astype(np.int8),
        "uint64": array.astype(np.uint64),
        "float16": array.astype(np.float16),
        "float32": array.astype(np.float32),
        "long double": array.astype(np.longdouble),
        "other byte order": array.astype(">f8"),
        "read-only": read_only,
        "strided": strided,
        "Fortran order": np.asfortranarray(array),
        "reversed view": array[::-1].copy()[::-1],
        "broadcast": np.broadcast_to(array, array.shape),
        "subclass": array.view(Subclass),
        "nothing masked": np.ma.masked_array(array),
        "object floats": array.astype(object),
        "object integers": array.astype(int).astype(object),
        "fractions": np.vectorize(Fraction, otypes=[object])(array.astype(int)),
        "memory view": memoryview(array),
    }


WHOLE_JOINTS = [[0, 0, 0], [3, 0, 0], [3, 2, 0], [3, 2, 1]]
WHOLE_TARGET = [1, 2, 3]


@pytest.mark.parametrize("form", good_arrays(WHOLE_TARGET))
def test_every_real_array_works_in_every_place(form: str) -> None:
    """Numbers in any array form work as body, start, target, base and pole, with the same bits, and stay untouched."""
    joints, target = good_arrays(WHOLE_JOINTS)[form], good_arrays(WHOLE_TARGET)[form]
    base, pole = good_arrays([1, 0, 1])[form], good_arrays([0, 0, 9])[form]
    before = [np.array(value).tobytes() for value in (joints, target, base, pole)]
    result = solve(joints, target, start=joints, base=base, pole=pole)
    plain = solve(np.array(WHOLE_JOINTS, float), np.array(WHOLE_TARGET, float), base=[1.0, 0, 1], pole=[0.0, 0, 9])
    assert same_bits(result.positions, plain.positions)
    assert type(result.positions) is np.ndarray
    assert [np.array(value).tobytes() for value in (joints, target, base, pole)] == before


@pytest.mark.parametrize("form", good_arrays([3, 2, 1]))
def test_every_real_array_works_for_lengths_and_angles(form: str) -> None:
    """Numbers in any array form work as lengths and as angles."""
    values = good_arrays([3, 2, 1])[form]
    chain = Chain.from_lengths(values)
    assert chain.lengths.tolist() == [3, 2, 1]
    assert same_bits(chain.forward(values), chain.forward([3.0, 2.0, 1.0]))


@pytest.mark.parametrize(
    "tolerance",
    [0, -0.0, 1, 1e-3, 1e308, np.float32(1e-3), np.int64(1), np.array(1e-3), Fraction(1, 1000), 5e-324],
    ids=repr,
)
def test_every_real_number_from_0_works_as_tolerance(tolerance: Any) -> None:
    """Any finite real number of 0 or more is a tolerance, whatever its type."""
    result = solve(JOINTS, TARGET, tolerance=tolerance)
    assert result
    assert result.tolerance >= float(tolerance)


@pytest.mark.parametrize("limit", [1, 5, np.int64(5), np.uint8(200), np.array(5), 2**31 - 1], ids=repr)
def test_every_whole_number_from_1_works_as_limit(limit: Any) -> None:
    """Any whole number from 1 to 2^31 - 1 is an iteration limit, whatever its type."""
    assert solve(JOINTS, TARGET, max_iterations=limit).iterations <= int(limit)


@pytest.mark.parametrize("flag", [True, np.True_])
def test_numpy_flags_work(flag: Any) -> None:
    """Numpy's booleans are flags as well as Python's."""
    assert solve(JOINTS, TARGET, trace=flag).trace is not None


def test_the_largest_numbers_work() -> None:
    """Coordinates of 2^500 are allowed and give a finite, honest answer."""
    result = solve(JOINTS, [2.0**500, 0, 0])
    assert result.status is fabrikit.Status.TOO_FAR
    assert np.isfinite(result.error)
    assert solve([[0, 0], [2.0**500, 0], [2.0**500, 2.0**500]], [2.0**499, 2.0**499])


def test_the_smallest_chain_works() -> None:
    """A reach of 2^-450 is allowed and reached; a chain of no length at all is, too."""
    tiny = 2.0**-450
    assert solve([[0, 0], [tiny / 2, 0], [tiny, 0]], [tiny / 2, 0])
    assert solve([[1, 1], [1, 1]], [1, 1])


def test_degrees_for_radians_are_not_guessed() -> None:
    """Angles are radians: 180 turns a bone by 180 rad, and the docstring says [rad]."""
    chain = Chain.from_lengths([1])
    assert chain.forward([180])[1] == pytest.approx([np.cos(180), np.sin(180)])
    assert "[rad]" in (Chain.forward.__doc__ or "")


@pytest.mark.parametrize("method", ["auto", "fabrik"])
def test_a_refused_call_leaves_the_solver_as_it_was(method: str) -> None:
    """After any refused call a solver answers with the bits it had before."""
    solver = Solver(JOINTS, method=method)
    before = solver.solve(TARGET)
    refused: list[dict[str, Any]] = [
        {"target": [1, 2]},
        {"target": TARGET, "start": [[0, 0, 0]]},
        {"target": TARGET, "base": [NAN, 0, 0]},
        {"target": TARGET, "pole": [0, 0]},
        {"target": TARGET, "trace": "yes"},
    ]
    for call in refused:
        with pytest.raises(FabrikitError):
            solver.solve(**call)
        assert same_bits(solver.solve(TARGET).positions, before.positions)


@pytest.mark.parametrize("method", ["auto", "fabrik"])
def test_the_worst_case_is_bounded(method: str) -> None:
    """Tolerance 0 at the end of the reach of a long chain ends within the iterations allowed."""
    chain = Chain.from_lengths(np.ones(1000), dimension=3)
    for target in ([999.9999999, 0, 0], [0, 1e-9, 0], [0, 1000, 0], [0, 1000.0000001, 0]):
        assert solve(chain, target, tolerance=0, max_iterations=50, method=method).iterations <= 50
