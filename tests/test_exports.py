"""The public surface: what is exported, documented, frozen, copied, and equal to the kernel's own lists."""

from __future__ import annotations

import copy
import doctest
import importlib
import inspect
import pickle
import pkgutil
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import fabrikit
from fabrikit import (
    Chain,
    FabrikitError,
    FormatError,
    LimitError,
    MissingExtra,
    ModelError,
    NotReached,
    OptionError,
    Pole,
    ShapeError,
    Solver,
    Stage,
    Status,
    Target,
    solve,
)
from invariants import same_bits

JOINTS = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]
HEADER = Path(__file__).parents[1] / "kernel/problem.hpp"

COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
}
every_copy = pytest.mark.parametrize("again", COPIES.values(), ids=COPIES)


def public_names() -> list[str]:
    """List what the package exports."""
    return list(fabrikit.__all__)


def test_the_public_names_are_sorted_and_there() -> None:
    """`__all__` is sorted, names nothing twice and nothing that is not there."""
    assert public_names() == sorted(set(public_names()))
    assert all(hasattr(fabrikit, name) for name in public_names())


def test_nothing_public_is_left_out() -> None:
    """Whatever the package holds beside `__all__` is private or one of its rooms."""
    others = {name for name in vars(fabrikit) if not name.startswith("_")} - set(public_names())
    assert all(isinstance(getattr(fabrikit, name), ModuleType) for name in others), others


def test_the_face_of_a_chain_is_exported() -> None:
    """Everything that solving a chain takes, and every error that it raises, is at the top."""
    face = {"Chain", "Pole", "Result", "Solver", "Stage", "Status", "Target", "Trace", "TraceStep", "solve"}
    tree = {error.__name__ for error in every_error()}
    assert face | tree <= set(public_names())


def test_the_version_is_stated_once() -> None:
    """The version is the installed package's, from its metadata."""
    assert fabrikit.__version__ == version("fabrikit")


def test_importing_brings_neither_command_line_nor_drawing() -> None:
    """`import fabrikit` imports neither typer, rich nor matplotlib: who only solves does not wait for them."""
    program = "import sys, fabrikit; print(*{'typer', 'rich', 'matplotlib'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("name", fabrikit.__all__)
def test_every_name_is_documented(name: str) -> None:
    """Every public class, method, property and function has a docstring whose first line is a sentence."""
    thing = getattr(fabrikit, name)
    documented = [(name, thing)]
    if inspect.isclass(thing):
        documented += [(f"{name}.{key}", value) for key, value in vars(thing).items() if not key.startswith("_")]
    for path, value in documented:
        if isinstance(value, (property, classmethod, staticmethod)) or callable(value):
            first = (inspect.getdoc(value) or "").split("\n\n")[0].replace("\n", " ")
            assert re.fullmatch(r"\S.*[.:?]", first), f"{path} has no first sentence: {first!r}"


def callables() -> list[Any]:
    """List every public function, constructor and method that takes arguments, but what only the library makes."""
    made = (
        fabrikit.Result,
        fabrikit.Trace,
        fabrikit.TraceStep,
        fabrikit.Pose,
        fabrikit.BodyResult,
        fabrikit.BodyBatchResult,
    )
    found = []
    for name in public_names():
        thing = getattr(fabrikit, name)
        if inspect.isclass(thing) and not issubclass(thing, (str, BaseException)):
            if thing not in made:
                found.append(pytest.param(thing, id=name))
            methods = {key: value for key, value in vars(thing).items() if not key.startswith("_")}
            for key, value in methods.items():
                if isinstance(value, classmethod) or inspect.isfunction(value):
                    found.append(pytest.param(getattr(thing, key), id=f"{name}.{key}"))
        elif inspect.isfunction(thing):
            found.append(pytest.param(thing, id=name))
    return found


@pytest.mark.parametrize("thing", callables())
def test_every_parameter_is_documented(thing: Any) -> None:
    """Every parameter of the public face stands in its docstring, in NumPy's sections."""
    names = [name for name in inspect.signature(thing).parameters if name not in ("self", "cls")]
    text = inspect.getdoc(thing) or ""
    missing = [name for name in names if not re.search(rf"(^|[\s,]){name}\b", text)]
    assert not missing, f"{missing} not in the docstring"
    if names:
        assert re.search(r"^Parameters\n-{10}$", text, re.MULTILINE), "no section Parameters"


def modules() -> list[str]:
    """List every module of the package, without the command line's entry point."""
    found = pkgutil.walk_packages(importlib.import_module("fabrikit").__path__, "fabrikit.")
    return [each.name for each in found if not each.name.endswith(("__main__", "_kernel"))]


@pytest.mark.parametrize("name", ["fabrikit", *modules()])
def test_every_module_says_what_it_is_and_its_examples_run(name: str) -> None:
    """Every module has a docstring, and every example in it gives what it says."""
    module = importlib.import_module(name)
    assert (module.__doc__ or "").strip(), "no docstring"
    assert doctest.testmod(module).failed == 0


# The error tree, as drawn in fabrikit.errors.


def every_error() -> set[type[FabrikitError]]:
    """Collect every error of the tree."""
    return {FabrikitError, ShapeError, OptionError, LimitError, ModelError, FormatError, MissingExtra, NotReached}


def test_the_error_tree_is_as_drawn() -> None:
    """Wrong input is also a ValueError, a missing extra also an ImportError, and all are a FabrikitError."""
    drawn = re.findall(r"[├└]── (\w+)\s+(?:\((\w+)\))?", fabrikit.errors.__doc__ or "")
    assert {name for name, _ in drawn} == {error.__name__ for error in every_error() - {FabrikitError}}
    builtin = {"ValueError": ValueError, "ImportError": ImportError, "": None}
    for name, also in drawn:
        error = getattr(fabrikit, name)
        assert issubclass(error, FabrikitError)
        expected = {kind for kind in (ValueError, ImportError) if kind is builtin[also]}
        assert {kind for kind in (ValueError, ImportError) if issubclass(error, kind)} == expected
    defined = {value for value in vars(fabrikit.errors).values() if inspect.isclass(value)}
    assert {value for value in defined if issubclass(value, BaseException)} == every_error()


def test_not_reached_carries_its_result() -> None:
    """`raise_for_status` raises NotReached with the result when it was not reached, and nothing when it was."""
    short = solve(JOINTS, [3, 0])
    with pytest.raises(NotReached, match=r"TOO_FAR.*1 from the target") as raised:
        short.raise_for_status()
    assert raised.value.result is short
    assert solve(JOINTS, [1, 1]).raise_for_status() is None


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ({}, "m"),
        ({"path": "a.json"}, "a.json: m"),
        ({"path": "a.json", "line": 3}, "a.json:3: m"),
        ({"path": "a.json", "line": 3, "column": 7}, "a.json:3:7: m"),
        ({"line": 3}, "line 3: m"),
        ({"line": 3, "column": 7}, "line 3:7: m"),
        ({"path": "a.json", "pointer": "/body/joints/1"}, "a.json at /body/joints/1: m"),
        ({"path": "a.json", "pointer": ""}, "a.json at /: m"),
        ({"pointer": "/targets"}, "at /targets: m"),
    ],
)
def test_a_format_error_says_where(place: dict[str, Any], message: str) -> None:
    """A FormatError starts with its path, line and column, or JSON pointer, as far as they are known."""
    error = FormatError("m", **place)
    assert str(error) == message
    assert [getattr(error, name) for name in place] == list(place.values())


def test_a_missing_extra_says_how_to_get_it() -> None:
    """A MissingExtra names the extra and the command that installs it."""
    error = MissingExtra("plot", "a picture")
    assert error.extra == "plot"
    assert "a picture needs the extra 'plot'" in str(error)
    assert "pip install 'fabrikit[plot]'" in str(error)


@pytest.mark.parametrize(
    "error",
    [
        ShapeError("joints: wrong"),
        OptionError("method: wrong"),
        FormatError("m", path="a.json", line=3, column=7, pointer="/x"),
        MissingExtra("plot", "a picture"),
        NotReached(solve(JOINTS, [3, 0])),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_cross_processes(error: Exception) -> None:
    """Every error comes back from pickling with its type, its words and what it carries."""
    same = pickle.loads(pickle.dumps(error))
    assert type(same) is type(error)
    assert str(same) == str(error)
    assert {k: str(v) for k, v in vars(same).items()} == {k: str(v) for k, v in vars(error).items()}


# Mirrors of the kernel's lists.


def kernel_enum(name: str) -> list[str]:
    """Read the members of an enum from kernel/problem.hpp, in order."""
    if not HEADER.exists():
        pytest.skip("the kernel's sources are not here: the package is tested away from them")
    found = re.search(rf"enum class {name} : int32_t {{([^}}]*)}};", HEADER.read_text(encoding="utf-8"))
    assert found, f"no enum {name} in {HEADER.name}"
    return [member.strip() for member in found[1].split(",") if member.strip()]


def test_statuses_are_the_kernels() -> None:
    """Status holds the kernel's statuses in the kernel's order, each with its name as its value."""
    assert [status.name.lower() for status in Status] == kernel_enum("Status")
    assert all(status.value == status.name for status in Status)


def test_stages_are_the_kernels() -> None:
    """Stage holds the kernel's stages in the kernel's order, each with its name in dashes as its value."""
    assert [stage.name.lower() for stage in Stage] == kernel_enum("Stage")
    assert all(stage.value == stage.name.lower().replace("_", "-") for stage in Stage)


def test_methods_passes_and_poles_are_the_kernels() -> None:
    """The other mirrored lists have the kernel's order, too."""
    from fabrikit.solve.options import METHODS
    from fabrikit.solve.target import PoleKind
    from fabrikit.solve.trace import PASSES

    names = [{"auto": "automatic"}.get(method, method).replace("-", "_") for method in METHODS]
    assert names == kernel_enum("Method")
    assert ["none" if each is None else each.removeprefix("pass_") for each in PASSES] == kernel_enum("Pass")
    assert [kind.name.lower() for kind in PoleKind] == kernel_enum("PoleKind")
    assert [kind.value for kind in PoleKind] == list(range(len(PoleKind)))


# Chains are values.


@pytest.mark.parametrize("name", ["joints", "lengths", "reach", "dimension", "bones", "base", "anything"])
def test_a_chain_is_frozen(name: str) -> None:
    """No attribute of a chain can be set or deleted."""
    chain = Chain(JOINTS)
    with pytest.raises(AttributeError, match="frozen"):
        setattr(chain, name, 1)
    with pytest.raises(AttributeError, match="frozen"):
        delattr(chain, name)


@pytest.mark.parametrize("name", ["joints", "lengths", "base"])
def test_the_arrays_of_a_chain_are_read_only(name: str) -> None:
    """No number of a chain can be changed, and its arrays cannot be made writable."""
    array = getattr(Chain(JOINTS), name)
    with pytest.raises(ValueError, match="read-only"):
        array[...] = 7
    with pytest.raises(ValueError, match="WRITEABLE"):
        array.flags.writeable = True


def test_a_chain_keeps_no_hold_of_its_input() -> None:
    """Changing the array that a chain was made of changes no chain."""
    joints = np.array(JOINTS)
    chain = Chain(joints)
    joints[1] = 9
    assert chain.joints.tolist() == JOINTS


@every_copy
def test_copies_of_a_chain_are_equal(again: Callable[[Any], Any]) -> None:
    """A copied, deep-copied or pickled chain is equal, hashes equal, is frozen, and solves to the same bits."""
    for chain in (Chain(JOINTS), Chain.from_lengths([0.1, 0.2, 0.3], base=[1e6, 1, 2], dimension=3)):
        same = again(chain)
        assert same == chain
        assert hash(same) == hash(chain)
        assert same_bits(same.joints, chain.joints)
        assert same_bits(same.lengths, chain.lengths)
        assert same.reach == chain.reach
        assert not same.joints.flags.writeable
        target = chain.base + 0.1
        assert same_bits(solve(same, target).positions, solve(chain, target).positions)


def test_chains_are_equal_by_value() -> None:
    """Chains of the same joints are equal, others are not, and a chain is equal to nothing else."""
    assert Chain(JOINTS) == Chain(np.array(JOINTS))
    assert Chain(JOINTS) != Chain([[0, 0], [1, 0], [2, 1]])
    assert Chain(JOINTS) != Chain(np.pad(JOINTS, ((0, 0), (0, 1))))
    assert Chain(JOINTS) != JOINTS
    assert len({Chain(JOINTS), Chain(JOINTS), Chain(JOINTS[:2])}) == 2


def test_from_lengths_keeps_the_lengths_given() -> None:
    """`from_lengths` keeps its lengths bit for bit, also where the joints' coordinates cannot hold them."""
    lengths = [0.1, 0.2, 0.3]
    chain = Chain.from_lengths(lengths, base=[1e9, 0])
    assert chain.lengths.tolist() == lengths
    assert chain.reach[1] == pytest.approx(0.6, rel=1e-15)


@every_copy
def test_copies_of_a_result_are_equal(again: Callable[[Any], Any]) -> None:
    """A copied, deep-copied or pickled result says the same, with its trace."""
    result = solve(JOINTS, [0.5, 1.0], trace=True)
    same = again(result)
    assert same_bits(same.positions, result.positions)
    for name in ("status", "error", "tolerance", "iterations", "stage", "symmetry_broken"):
        assert getattr(same, name) == getattr(result, name)
    assert bool(same) == bool(result)
    assert same_bits(same.angles, result.angles)
    assert same_bits(same.trace[-1].joints, result.trace[-1].joints)


@every_copy
def test_copies_of_a_solver_solve_alike(again: Callable[[Any], Any]) -> None:
    """A copied, deep-copied or pickled solver keeps its options and solves to the same bits."""
    solver = Solver(JOINTS, pole=Pole(direction=[0, 1]), tolerance=1e-3, max_iterations=7, method="auto")
    same = again(solver)
    assert (same.chain, same.tolerance, same.max_iterations, same.method) == (solver.chain, 1e-3, 7, "auto")
    assert same_bits(same.solve([0.5, -1.0]).positions, solver.solve([0.5, -1.0]).positions)


@pytest.mark.parametrize("name", ["chain", "tolerance", "max_iterations", "method", "reach_test", "pole"])
def test_the_options_of_a_solver_are_read_only(name: str) -> None:
    """An option of a solver cannot be changed after the fact: it was checked and given to the kernel once."""
    solver = Solver(JOINTS)
    with pytest.raises(AttributeError):
        setattr(solver, name, getattr(solver, name))


@pytest.mark.parametrize("name", ["status", "error", "tolerance", "iterations", "stage", "symmetry_broken", "angles"])
def test_the_verdict_of_a_result_is_read_only(name: str) -> None:
    """What a result says cannot be set."""
    with pytest.raises(AttributeError):
        setattr(solve(JOINTS, [1, 1]), name, None)


@pytest.mark.parametrize("value", [Target([1, 2]), Pole([1, 2]), Pole(direction=[1, 2])], ids=repr)
def test_targets_and_poles_are_frozen(value: Any) -> None:
    """Nothing of a target or a pole can be set."""
    for name in ("position", "point", "direction"):
        if hasattr(value, name):
            with pytest.raises(AttributeError):
                setattr(value, name, [3, 4])


def test_reprs_say_what_they_are() -> None:
    """The reprs of chains, solvers, results, traces, targets and poles name what matters."""
    assert repr(Chain(JOINTS)) == "Chain(2 bones, 2D, reach 0 to 2)"
    assert "Chain(2 bones, 2D, reach 0 to 2)" in repr(Solver(JOINTS))
    assert re.search(r"method='auto'.*tolerance=2e-06", repr(Solver(JOINTS)))
    result = solve(JOINTS, [3, 0], trace=True)
    assert repr(result) == "Result(TOO_FAR, error 1, 0 iterations, by closed-form)"
    assert repr(solve(JOINTS, [1, 0])).endswith(", symmetry broken)")
    assert repr(result.trace) == f"Trace({len(result.trace)} placements)"
    assert "position=[1, 2]" in repr(Target([1, 2]))
    assert "direction=[1, 2]" in repr(Pole(direction=[1, 2]))


def test_statuses_and_stages_are_strings() -> None:
    """Statuses and stages compare, print and write to JSON as their values."""
    assert Status.REACHED == "REACHED"
    assert str(Status.TOO_FAR) == f"{Status.TOO_FAR}" == "TOO_FAR"
    assert Stage("straight-runs") is Stage.STRAIGHT_RUNS
