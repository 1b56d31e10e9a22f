"""Where things are."""

from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
BENCHMARKS = HERE.parent
ROOT = BENCHMARKS.parent
ENVIRONMENTS = BENCHMARKS / ".envs"
RESULTS = BENCHMARKS / "results"
README = BENCHMARKS / "README.md"
BUILD = ROOT / "build" / "benchmarks"
