"""Real input: arms of published segment lengths follow wrists that were recorded from people.

The recordings (shoulder, elbow and wrist of eight arms, one row for each frame, in the recording's own unit) are read
where they lie: in the folder that FABRIKIT_SHARED names, or `shared` beside the project.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from fabrikit import Chain, Result, Solver, Status
from fabrikit.arrays import Array
from invariants import check_result, same_bits

SEGMENTS = {"upper arm": 0.186, "forearm": 0.146, "hand": 0.108}
"""Fractions of stature (Drillis & Contini 1966, in Winter, Biomechanics and Motor Control of Human Movement)."""

SHARED = Path(os.environ.get("FABRIKIT_SHARED", Path(__file__).parents[2] / "shared"))
TRACKS = sorted((SHARED / "data/tracks").glob("*_arm.csv"))

pytestmark = pytest.mark.skipif(not TRACKS, reason=f"no recordings in {SHARED.name}/data/tracks; set FABRIKIT_SHARED")


class Track(NamedTuple):
    """Positions (frames, 3) of a recorded arm."""

    shoulder: Array
    elbow: Array
    wrist: Array

    @property
    def stature(self) -> float:
        """Stature of the person whose upper arm and forearm are as long as in the first frame."""
        arm = np.linalg.norm(self.elbow[0] - self.shoulder[0]) + np.linalg.norm(self.wrist[0] - self.elbow[0])
        return float(arm / (SEGMENTS["upper arm"] + SEGMENTS["forearm"]))


def read(path: Path) -> Track:
    """Read a track of the columns t, shoulder xyz, elbow xyz, wrist xyz."""
    with path.open(encoding="utf-8") as file:
        names = file.readline().strip().split(",")
        rows = np.loadtxt(file, delimiter=",")
    columns = {joint: rows[:, names.index(f"{joint}_x") :][:, :3] for joint in Track._fields}
    return Track(**columns)


@pytest.fixture(params=TRACKS, ids=lambda path: path.stem)
def track(request: pytest.FixtureRequest) -> Track:
    """Give one recorded arm after the other."""
    return read(request.param)


def arm_of(stature: float, segments: tuple[str, ...]) -> Chain:
    """Make an arm that rests hanging down, its elbow a little bent, so that no side has to be chosen."""
    lengths = stature * np.array([SEGMENTS[name] for name in segments])
    directions = np.array([[0.0, -1.0, 0.0], [0.0, -0.8, 0.6], [0.0, -0.8, 0.6]])[: len(segments)]
    return Chain(np.vstack([np.zeros(3), np.cumsum(lengths[:, None] * directions, axis=0)]))


def follow(chain: Chain, track: Track, warm: bool) -> list[Result]:
    """Solve frame by frame, base on the frame's shoulder; warm starts from the frame before."""
    solver, results = Solver(chain), []
    start: Any = None
    for shoulder, wrist in zip(track.shoulder, track.wrist, strict=True):
        result = solver.solve(wrist, base=shoulder, start=start)
        check_result(result, chain, wrist, start=start, base=shoulder)
        results.append(result)
        start = result.positions if warm else None
    return results


@pytest.mark.parametrize("warm", [False, True], ids=["rest", "warm"])
@pytest.mark.parametrize("segments", [("upper arm", "forearm"), tuple(SEGMENTS)], ids=["arm", "arm and hand"])
def test_every_point_is_reached_or_truthfully_named(track: Track, segments: tuple[str, ...], warm: bool) -> None:
    """Every recorded wrist is reached, or named TOO_FAR or TOO_NEAR with the exact distance that is missing."""
    chain = arm_of(track.stature, segments)
    inner, outer = chain.reach
    results = follow(chain, track, warm)
    distances = np.linalg.norm(track.wrist - track.shoulder, axis=1)
    for result, distance in zip(results, distances, strict=True):
        if distance > outer + result.tolerance:
            assert result.status is Status.TOO_FAR
            assert result.error == pytest.approx(distance - outer, abs=1e-12 * outer)
        elif distance < inner - result.tolerance:
            assert result.status is Status.TOO_NEAR
            assert result.error == pytest.approx(inner - distance, abs=1e-12 * outer)
        else:
            assert result.status is Status.REACHED
    # The arm is as long as the recorded one in the first frame, and nobody stretches it further than rounding.
    assert all(results), f"{sum(map(bool, results))} of {len(results)} frames reached"


@pytest.mark.parametrize("share", [0.5, 0.8])
def test_an_arm_too_short_ends_short_by_the_difference(track: Track, share: float) -> None:
    """An arm that is too short reaches for every wrist: straight, with the exact shortfall, in every frame too far."""
    chain = arm_of(share * track.stature, ("upper arm", "forearm"))
    results = follow(chain, track, warm=True)
    far = np.linalg.norm(track.wrist - track.shoulder, axis=1) > chain.reach[1] * (1 + 1e-6)
    assert far.any()
    assert [result.status is Status.TOO_FAR for result in results] == far.tolist()


def test_the_recorded_elbow_is_the_answer(track: Track) -> None:
    """With a frame's own bone lengths and the recorded elbow as pole, the answer is the recorded elbow.

    Two bones between two points leave a circle for the elbow, and the pole chooses one point of it: so the recording
    itself is the judge. Where the arm is straight to within 1 % the circle is too small to judge.
    """
    judged = 0
    for shoulder, elbow, wrist in zip(*track, strict=True):
        recorded = np.array([shoulder, elbow, wrist])
        lengths = np.linalg.norm(np.diff(recorded, axis=0), axis=1)
        chain = Chain(shoulder + np.array([[0, 0, 0], [0, -lengths[0], 0], [lengths[1], -lengths[0], 0]]))
        result = Solver(chain, pole=elbow, tolerance=0).solve(wrist)
        check_result(result, chain, wrist, pole=elbow, tolerance=0)
        assert result
        if np.linalg.norm(wrist - shoulder) < 0.99 * chain.reach[1]:
            judged += 1
            assert np.abs(result.positions - recorded).max() <= 1e-9 * chain.reach[1]
    assert judged > 10


def test_following_twice_gives_the_same_bits(track: Track) -> None:
    """A whole track, followed again, has the same bits in every frame."""
    chain = arm_of(track.stature, tuple(SEGMENTS))
    for one, other in zip(follow(chain, track, warm=True), follow(chain, track, warm=True), strict=True):
        assert same_bits(one.positions, other.positions)
