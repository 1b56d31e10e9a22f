"""Batches: what they read, and what they refuse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fabrikit
from fabrikit import Chain, ModelError, OptionError, ShapeError, Solver, Status
from fabrikit.arrays import Array

ROWS = 100
CHAIN = Chain(np.cumsum(np.random.default_rng(0).normal(size=(6, 3)), axis=0))
SOLVER = Solver(CHAIN)
TARGETS: Array = CHAIN.base + 0.4 * CHAIN.reach[1] * np.random.default_rng(1).normal(size=(ROWS, 3))
EXPECTED = SOLVER.solve_batch(TARGETS).positions


class Foreign:
    """An array of another library, as DLPack shows it."""

    def __init__(self, array: Array) -> None:
        self._array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self._array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self._array.__dlpack_device__()


def between(array: Array) -> Array:
    """Return the same numbers as columns 1 to 3 of a wider array."""
    wide = np.full((len(array), 6), np.nan)
    wide[:, 1:4] = array
    return wide[:, 1:4]


def in_records(array: Array) -> Any:
    """Return the same numbers as a field of records, off the grid of their size."""
    records = np.zeros(len(array), dtype=[("name", "i1"), ("place", "f8", 3)])
    records["place"] = array
    return records["place"]


def backwards(array: Array) -> Array:
    """Return the same numbers, stored from the last row to the first."""
    return array[::-1].copy()[::-1]


def read_only(array: Array) -> Array:
    """Return the same numbers, not to be written."""
    copy = array.copy()
    copy.flags.writeable = False
    return copy


LAYOUTS = [
    np.asfortranarray,
    between,
    in_records,
    backwards,
    read_only,
    lambda array: array.tolist(),
    lambda array: array.astype(">f8"),
    lambda array: array.astype(np.longdouble),
    lambda array: array.astype(object),
    np.ma.masked_array,
    lambda array: Foreign(array.copy()),
]
NAMES = ["Fortran", "columns", "records", "backwards", "read-only", "lists", "big-endian", "long", "objects"]
NAMES += ["masked", "DLPack"]


@pytest.mark.parametrize("lay_out", LAYOUTS, ids=NAMES)
def test_arrays_of_every_layout(lay_out: Any) -> None:
    """Whatever holds the numbers, the answer is that of the dense array."""
    targets = lay_out(TARGETS)
    assert np.array_equal(SOLVER.solve_batch(targets).positions, EXPECTED)


@pytest.mark.parametrize("dtype", [np.float32, np.int64, np.float16])
def test_other_numbers_mean_what_they_say(dtype: Any) -> None:
    """Smaller floats and integers are the float64 numbers that they stand for."""
    rounded = TARGETS.astype(dtype)
    assert np.array_equal(
        SOLVER.solve_batch(rounded).positions, SOLVER.solve_batch(rounded.astype(np.float64)).positions
    )


def test_shared_arrays_are_not_copied() -> None:
    """One start, base, tolerance and set of lengths for all rows are those of every row."""
    start = CHAIN.joints[:, [1, 0, 2]]
    shared = SOLVER.solve_batch(TARGETS, starts=start, bases=[1, 2, 3], lengths=CHAIN.lengths, tolerance=1e-3)
    rows = {
        "starts": np.tile(start, (ROWS, 1, 1)),
        "bases": np.tile([1.0, 2, 3], (ROWS, 1)),
        "lengths": np.tile(CHAIN.lengths, (ROWS, 1)),
        "tolerance": np.full(ROWS, 1e-3),
    }
    assert np.array_equal(shared.positions, SOLVER.solve_batch(TARGETS, **rows).positions)
    broadcast = np.broadcast_to(TARGETS[3], (ROWS, 3))
    assert np.array_equal(SOLVER.solve_batch(broadcast).positions, np.broadcast_to(EXPECTED[3], EXPECTED.shape))


def test_a_batch_larger_than_memory_says_what_to_do() -> None:
    """Positions that do not fit are refused at once, by their size and with a way out."""
    targets = np.broadcast_to(TARGETS[0], (10**12, 3))
    with pytest.raises(MemoryError, match=r"1,000,000,000,000 rows take 134,110\.5 GiB; solve in pieces, or give out="):
        SOLVER.solve_batch(targets)


def test_positions_may_lie_in_a_file(tmp_path: Path) -> None:
    """`out` may be a file mapped into memory, for batches that memory cannot hold."""
    place = tmp_path / "positions.npy"
    out = np.lib.format.open_memmap(place, "w+", np.float64, EXPECTED.shape)
    SOLVER.solve_batch(TARGETS, out=out)
    out.flush()
    assert np.array_equal(np.load(place), EXPECTED)


def test_positions_go_where_they_are_wanted() -> None:
    """`out` gets the positions and is what the result holds."""
    out = np.empty(EXPECTED.shape)
    result = SOLVER.solve_batch(TARGETS, out=out)
    assert result.positions is out
    assert np.array_equal(out, EXPECTED)


@pytest.mark.parametrize("rows", [0, 1])
def test_few_rows(rows: int) -> None:
    """No rows and one row are batches."""
    result = SOLVER.solve_batch(TARGETS[:rows])
    assert np.array_equal(result.positions, EXPECTED[:rows])
    assert result.reached.all()


def test_an_empty_list_has_no_rows() -> None:
    """[] is a batch of nothing."""
    assert len(SOLVER.solve_batch([])) == 0


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e200])
@pytest.mark.parametrize("name", ["targets", "starts", "bases", "lengths", "tolerance"])
def test_a_bad_row_spoils_no_other(name: str, bad: float) -> None:
    """A number that is none makes its row INVALID, with the start as its pose; all others are what they were."""
    given: dict[str, Array] = {
        "targets": TARGETS.copy(),
        "starts": np.tile(CHAIN.joints, (ROWS, 1, 1)),
        "bases": np.tile(CHAIN.base, (ROWS, 1)),
        "lengths": np.tile(CHAIN.lengths, (ROWS, 1)),
        "tolerance": np.full(ROWS, SOLVER.tolerance),
    }
    good = SOLVER.solve_batch(**given)
    given[name].reshape(ROWS, -1)[7, -1] = bad
    result = SOLVER.solve_batch(**given)
    others = np.arange(ROWS) != 7
    assert result.statuses[7] == "INVALID"
    assert np.isnan(result.error[7])
    assert result.iterations[7] == 0
    assert np.array_equal(result.positions[7], given["starts"][7], equal_nan=True)
    assert np.array_equal(result.positions[others], good.positions[others])
    assert np.array_equal(result.status[others], good.status[others])
    with pytest.raises(ShapeError, match=r"strict: 1 of the rows cannot be solved \(7\)"):
        SOLVER.solve_batch(**given, strict=True)


def test_strict_names_the_first_rows() -> None:
    """Many bad rows are counted and the first ten are named."""
    targets = TARGETS.copy()
    targets[::4] = np.nan
    with pytest.raises(ShapeError, match=r"25 of the rows .*\(0, 4, 8, 12, 16, 20, 24, 28, 32, 36, …\)"):
        SOLVER.solve_batch(targets, strict=True)


def test_a_result_row_that_is_invalid_can_be_read() -> None:
    """An INVALID row is a Result like any other: false, and it says so."""
    row = SOLVER.solve_batch([[np.nan, 0, 0]])[0]
    assert row.status == Status.INVALID
    assert not row
    with pytest.raises(fabrikit.NotReached, match="INVALID"):
        row.raise_for_status()


BAD: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"targets": TARGETS[0]}, ShapeError, r"targets: needs shape \(rows, 3\).*for one target call solve"),
    ({"targets": TARGETS[:, :2]}, ShapeError, r"targets: needs shape \(rows, 3\), got shape \(100, 2\)"),
    ({"targets": [[1, 2, 3], [4, 5]]}, ShapeError, "targets: the rows have different lengths"),
    ({"targets": "near"}, ShapeError, "targets: must be real numbers, got str 'near'"),
    ({"targets": TARGETS + 1j}, ShapeError, "targets: must be real numbers, got complex"),
    ({"targets": None}, ShapeError, "targets: must be real numbers"),
    ({"targets": np.ma.masked_equal(TARGETS, TARGETS[5, 1])}, ShapeError, r"targets\[5, 1\]: is masked"),
    ({"starts": CHAIN.joints[:-1]}, ShapeError, r"starts: needs shape \(100, 6, 3\), one for each row, or \(6, 3\)"),
    ({"starts": np.zeros((99, 6, 3))}, ShapeError, r"starts: needs shape \(100, 6, 3\)"),
    ({"lengths": [1, 2]}, ShapeError, r"lengths: needs shape \(100, 5\)"),
    ({"bases": TARGETS[:4]}, ShapeError, r"bases: needs shape \(100, 3\)"),
    ({"tolerance": [1, 2]}, ShapeError, r"tolerance: needs shape \(100,\)"),
    ({"tolerance": -1}, OptionError, "tolerance: must be a number, finite and 0 or more, got -1"),
    ({"tolerance": np.nan}, OptionError, "tolerance: must be a number"),
    ({"out": np.empty((100, 6, 2))}, ShapeError, r"out: needs shape \(100, 6, 3\), got shape \(100, 6, 2\)"),
    ({"out": np.empty((100, 6, 3), np.float32)}, ShapeError, "out: needs float64, got float32; give dtype=float32"),
    ({"out": np.empty((100, 6, 3), ">f8")}, ShapeError, "out: needs float64"),
    ({"out": np.empty((100, 6, 6))[:, :, ::2]}, ShapeError, "out: must be dense"),
    ({"out": read_only(np.empty((100, 6, 3)))}, ShapeError, "out: must be dense .* and writeable"),
    ({"out": []}, ShapeError, "out: must be a NumPy array .* got list"),
    ({"dtype": np.int64}, OptionError, "dtype: must be numpy.float64 or numpy.float32"),
    ({"dtype": "no"}, OptionError, "dtype: must be numpy.float64 or numpy.float32, got 'no'"),
    ({"dtype": None}, OptionError, "dtype: must be numpy.float64 or numpy.float32, got None"),
    ({"threads": 0}, OptionError, "threads: must be between 1 and 1024, got 0"),
    ({"threads": 2.0}, OptionError, "threads: must be a whole number"),
    ({"threads": True}, OptionError, "threads: must be between 1 and 1024, got True"),
    ({"progress": 1}, OptionError, r"progress: must be True, False or a function of \(done, all\), got 1"),
    ({"strict": "yes"}, OptionError, "strict: must be True or False, got 'yes'"),
]


@pytest.mark.parametrize(("given", "error", "message"), BAD, ids=[message[:40] for _, _, message in BAD])
def test_wrong_input_is_refused(given: dict[str, Any], error: type[Exception], message: str) -> None:
    """What cannot be is refused before anything runs, naming the argument, what came and what is allowed."""
    with pytest.raises(error, match=message):
        SOLVER.solve_batch(**{"targets": TARGETS} | given)


@pytest.mark.parametrize("name", ["targets", "starts"])
def test_out_must_not_overlap_what_is_read(name: str) -> None:
    """Writing over rows that are still to be read is refused."""
    room = np.zeros(ROWS * 6 * 3 + 3)
    inputs = {"targets": room[3:303].reshape(ROWS, 3), "starts": room[3:].reshape(ROWS, 6, 3)}
    given = {"targets": TARGETS, name: inputs[name]}
    with pytest.raises(ShapeError, match=f"out: overlaps {name}"):
        SOLVER.solve_batch(**given, out=room[:-3].reshape(ROWS, 6, 3))


def test_single_precision_has_a_smaller_world() -> None:
    """A body that float32 cannot square is refused in float32 and solved in float64."""
    for reach in (1e30, 1e-30):
        chain = Chain.from_lengths([reach, reach])
        targets = [[reach, reach]]
        assert fabrikit.solve_batch(chain, targets).reached.all()
        with pytest.raises(ModelError, match="dtype: float32 is for reaches"):
            fabrikit.solve_batch(chain, targets, dtype=np.float32)


def test_single_solves_alone_ease_their_reach() -> None:
    """Soft reach and stretch are no options of a batch, and are not silently dropped."""
    solver = Solver(CHAIN, stretch=1.5)
    with pytest.raises(OptionError, match="solve_batch: soft_reach and stretch"):
        solver.solve_batch(TARGETS)


def test_an_unknown_instruction_set_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """FABRIKIT_ISA names one that this machine has."""
    monkeypatch.setenv("FABRIKIT_ISA", "mmx")
    with pytest.raises(OptionError, match=r"FABRIKIT_ISA: must be one of scalar, .* got 'mmx'"):
        SOLVER.solve_batch(TARGETS)


def test_inputs_are_never_changed() -> None:
    """The arrays that were given hold what they held."""
    given = {"targets": TARGETS.copy(), "starts": np.tile(CHAIN.joints, (ROWS, 1, 1)), "tolerance": np.full(ROWS, 0.1)}
    before = {name: array.copy() for name, array in given.items()}
    SOLVER.solve_batch(**given)
    assert all(np.array_equal(given[name], before[name]) for name in given)
