"""FABRIK in NumPy, one chain at a time: as the paper prints it, and the same tightened as far as that goes."""

from __future__ import annotations

import math

import numpy as np


def printed(start: np.ndarray, lengths: np.ndarray, target: np.ndarray, tolerance: float) -> tuple[np.ndarray, int]:
    """Run Algorithm 1 line by line. Returns the joints (n + 1, D) and the number of iterations."""
    p = start.copy()
    b = start[0]
    n = len(lengths)
    iterations = 0
    while np.linalg.norm(p[n] - target) > tolerance:
        p[n] = target
        for i in range(n - 1, -1, -1):
            r = np.linalg.norm(p[i + 1] - p[i])
            share = lengths[i] / r
            p[i] = (1 - share) * p[i + 1] + share * p[i]
        p[0] = b
        for i in range(n):
            r = np.linalg.norm(p[i + 1] - p[i])
            share = lengths[i] / r
            p[i + 1] = (1 - share) * p[i] + share * p[i + 1]
        iterations += 1
    return p, iterations


def tightened(start: np.ndarray, lengths: np.ndarray, target: np.ndarray, tolerance: float) -> tuple[np.ndarray, int]:
    """Do the same with one difference for each bone, a dot product for its length, and rows as arrays of their own."""
    joints = list(start)
    bone_lengths = lengths.tolist()
    base = start[0]
    n = len(bone_lengths)
    iterations = 0
    gap = joints[n] - target
    while math.sqrt(gap @ gap) > tolerance:
        at = joints[n] = target
        for i in range(n - 1, -1, -1):
            bone = joints[i] - at
            at = joints[i] = at + bone_lengths[i] / math.sqrt(bone @ bone) * bone
        at = joints[0] = base
        for i in range(n):
            bone = joints[i + 1] - at
            at = joints[i + 1] = at + bone_lengths[i] / math.sqrt(bone @ bone) * bone
        gap = joints[n] - target
        iterations += 1
    return np.array(joints), iterations
