"""The kernel's loops over many targets (benchmarks/kernel/lib_batch.cpp), to compare with from Python."""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np

_POINTER = ctypes.c_void_p
TOLERANCE = 1e-3
"""Of the workload W, in bones."""
SEED = 20260


class KernelLibrary:
    """The shared library with its argument types."""

    def __init__(self, folder: Path) -> None:
        lib = ctypes.CDLL(str(folder / "lib_batch.so"))
        lib.batch_body.restype = _POINTER
        lib.batch_body.argtypes = [ctypes.c_int32, _POINTER, ctypes.c_double, ctypes.c_int32, ctypes.c_int32]
        lib.batch_count.restype = ctypes.c_int64
        lib.batch_count.argtypes = [ctypes.c_int32]
        lib.batch_workload.argtypes = [ctypes.c_int32, ctypes.c_uint64, _POINTER, _POINTER]
        lib.batch_solve.restype = ctypes.c_int64
        lib.batch_solve.argtypes = [_POINTER, _POINTER, ctypes.c_int64, _POINTER, _POINTER, _POINTER]
        lib.batch_bare.restype = ctypes.c_int64
        lib.batch_bare.argtypes = [_POINTER, _POINTER, ctypes.c_int64, _POINTER, _POINTER]
        self._lib = lib

    def workload(self, bones: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the start (bones + 1, 3) and the targets (count, 3) of W(bones): those of the C++ programs."""
        joints = np.empty((bones + 1, 3))
        targets = np.empty((self._lib.batch_count(bones), 3))
        self._lib.batch_workload(bones, SEED, joints.ctypes.data, targets.ctypes.data)
        return joints, targets

    def body(self, joints: np.ndarray, tolerance: float, max_iterations: int, method: str) -> KernelBody:
        """Prepare a chain (bones + 1, 3)."""
        number = ("auto", "fabrik").index(method)
        handle = self._lib.batch_body(len(joints) - 1, joints.ctypes.data, tolerance, max_iterations, number)
        return KernelBody(self._lib, handle, joints.shape)


class KernelBody:
    """A prepared chain that solves whole blocks of targets in one call."""

    def __init__(self, lib: ctypes.CDLL, handle: int, shape: tuple[int, ...]) -> None:
        self._lib = lib
        self._handle = handle
        self._shape = shape

    def prepare(self, targets: np.ndarray) -> Block:
        """Return a block: targets with room for their answers, and the addresses looked up once."""
        return Block(self._lib, self._handle, targets, self._shape)


class Block:
    """Targets (count, 3), positions (count, bones + 1, 3) and iterations (count,)."""

    def __init__(self, lib: ctypes.CDLL, handle: int, targets: np.ndarray, shape: tuple[int, ...]) -> None:
        self.targets = np.ascontiguousarray(targets)
        self.positions = np.empty((len(targets), *shape))
        self.iterations = np.empty(len(targets), dtype=np.int32)
        self._failures = ctypes.c_int64()
        self._solve, self._bare = lib.batch_solve, lib.batch_bare
        places = (self.targets.ctypes.data, len(targets), self.positions.ctypes.data, self.iterations.ctypes.data)
        self._bare_arguments = (handle, *places)
        self._solve_arguments = (*self._bare_arguments, ctypes.addressof(self._failures))

    def solve(self) -> int:
        """Solve all; returns how many were not reached."""
        self._solve(*self._solve_arguments)
        return self._failures.value

    def bare(self) -> None:
        """Run the paper's two loops and nothing else."""
        self._bare(*self._bare_arguments)


def cut(targets: np.ndarray, size: int) -> list[np.ndarray]:
    """Cut targets into blocks of `size`."""
    return [targets[i : i + size] for i in range(0, len(targets), size)]
