"""The paper's two passes on many chains at once, in NumPy, beside `solve_batch` on one thread.

Chains that are done stay in the arrays until half of them are: then the arrays are packed.
"""

import json
import sys

import numpy as np
from bench.interleave import interleave, ratios
from rivals.side_by_side import TOLERANCE, chain, targets

from fabrikit import Solver

COUNT = 2000


def fabrik_batch(goals: np.ndarray) -> np.ndarray:
    """Solve all targets (N, 3) from the start of W(10); returns the tips."""
    tips = np.empty_like(goals)
    index = np.arange(len(goals))
    p = np.repeat(start[:, None], len(goals), axis=1)  # [joint][problem][xyz]
    goal = goals
    while len(index):
        p[-1] = goal
        for i in range(len(lengths) - 1, -1, -1):
            way = p[i] - p[i + 1]
            p[i] = p[i + 1] + way * (lengths[i] / np.sqrt(np.einsum("kc,kc->k", way, way)))[:, None]
        p[0] = start[0]
        for i in range(len(lengths)):
            way = p[i + 1] - p[i]
            p[i + 1] = p[i] + way * (lengths[i] / np.sqrt(np.einsum("kc,kc->k", way, way)))[:, None]
        off = p[-1] - goal
        going = np.einsum("kc,kc->k", off, off) > TOLERANCE**2
        if going.sum() <= len(index) / 2:
            tips[index[~going]] = p[-1][~going]
            p, goal, index = p[:, going], goal[going], index[going]
    return tips


start = chain()
lengths = np.linalg.norm(np.diff(start, axis=0), axis=1)
goals = targets(COUNT)
errors = np.linalg.norm(fabrik_batch(goals) - goals, axis=1)
solvers = {method: Solver(start, tolerance=TOLERANCE, method=method) for method in ("fabrik", "auto")}
variants = {"rival": lambda _: fabrik_batch(goals)}
for method, solver in solvers.items():
    variants[method] = lambda _, one=solver: one.solve_batch(goals, threads=1)
timings = interleave(variants, 1, float(sys.argv[1]))
found = {
    "rival": "NumPy, 2,000 chains at once (beside `solve_batch`, one thread)",
    "numpy": np.__version__,
    "targets": COUNT,
    "reached": int((errors <= TOLERANCE).sum()),
    "error_median": float(np.median(errors)),
    "error_max": float(errors.max()),
}
for key, timing in timings.items():
    found[f"{key}_us"] = 1e6 * timing.fastest / COUNT
for method in solvers:
    found[f"{method}_ratio"], found[f"{method}_ratio_median"] = ratios(timings, "rival", method)
print(json.dumps(found))
