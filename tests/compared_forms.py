"""The comparison methods once more, slow and by other formulas than the kernel's: what those are held against.

Each takes joints (n + 1, D), bone lengths (n,) and a target (D,) and returns the joints after one iteration. Here the
Jacobian is a matrix, inverses are NumPy's, a joint's turn moves every joint beyond it at once, and Cayley's turn is the
quotient of matrices that defines it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from fabrikit.arrays import Array

DAMPING = 0.1
"""Of damped least squares, in reaches."""

STEP = 0.2
"""The most that it steps at once, in reaches."""

Step = Callable[[Array, Array, Array], Array]


def cross_matrix(vector: Array) -> Array:
    """Return the matrix of the cross product with `vector`."""
    x, y, z = vector
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


def axes(dimension: int) -> Array:
    """Return the axes that every joint turns about: three in space, z in the plane."""
    return np.eye(3) if dimension == 3 else np.eye(3)[2:]


def in_space(joints: Array) -> Array:
    """Put points of the plane into space."""
    return np.pad(joints, ((0, 0), (0, 3 - joints.shape[1])))


def jacobian(joints: Array) -> Array:
    """Return J, (D, axes of all joints): how the tip moves when a joint turns about an axis."""
    points = in_space(joints)
    columns = [np.cross(axis, points[-1] - joint) for joint in points[:-1] for axis in axes(joints.shape[1])]
    return np.array(columns).T[: joints.shape[1]]


def turn_all(joints: Array, turns: Array) -> Array:
    """Turn the joints of a pose from the last to the first, each with all that is beyond it."""
    dimension = joints.shape[1]
    points = in_space(joints)
    each = len(axes(dimension))
    for i in reversed(range(len(joints) - 1)):
        half = cross_matrix(turns[each * i : each * (i + 1)] @ axes(dimension)) / 2
        rotation = np.linalg.solve(np.eye(3) - half, np.eye(3) + half)
        points[i + 1 :] = points[i] + (points[i + 1 :] - points[i]) @ rotation.T
    return points[:, :dimension]


def jacobian_transpose(joints: Array, lengths: Array, target: Array) -> Array:
    """Go down the gradient, as far as J says is best."""
    del lengths
    error, j = target - joints[-1], jacobian(joints)
    force = j.T @ error
    moves = j @ force
    return turn_all(joints, (error @ moves) / (moves @ moves) * force)


def dls(joints: Array, lengths: Array, target: Array) -> Array:
    """Solve for the turns as one damped least-squares problem, with the damping as rows of its own."""
    j = jacobian(joints)
    rows = np.vstack([j, DAMPING * lengths.sum() * np.eye(j.shape[1])])
    error = target - joints[-1]
    error *= min(1.0, STEP * lengths.sum() / np.linalg.norm(error))
    wanted = np.concatenate([error, np.zeros(j.shape[1])])
    return turn_all(joints, np.linalg.lstsq(rows, wanted, rcond=None)[0])


def pseudo_inverse(joints: Array, lengths: Array, target: Array) -> Array:
    """Use NumPy's pseudo-inverse of J."""
    del lengths
    return turn_all(joints, np.linalg.pinv(jacobian(joints), rcond=1e-7) @ (target - joints[-1]))


def sdls(joints: Array, lengths: Array, target: Array) -> Array:
    """Damp every singular vector of J by itself; ball joints count by the angle of their turn."""
    del lengths
    dimension, most = joints.shape[1], np.pi / 4
    u, sigma, vt = np.linalg.svd(jacobian(joints), full_matrices=False)
    levers = np.linalg.norm(joints[-1] - joints[:-1], axis=1)

    def angles(turns: Array) -> Array:
        return np.linalg.norm(turns.reshape(len(levers), len(axes(dimension))), axis=1)

    def clamped(turns: Array, bound: float) -> Array:
        return turns * min(1.0, bound / angles(turns).max())

    total = np.zeros(vt.shape[1])
    for k in range(len(sigma)):
        gain = 1.0 / ((angles(vt[k]) * levers).sum() / sigma[k])
        total += clamped((u[:, k] @ (target - joints[-1])) / sigma[k] * vt[k], min(1.0, gain) * most)
    return turn_all(joints, clamped(total, most))


def ccd(joints: Array, lengths: Array, target: Array) -> Array:
    """Turn joint after joint from the tip, with all that is beyond it, by the angle that an arctangent tells."""
    del lengths
    dimension, points, goal = joints.shape[1], in_space(joints), in_space(target[None])[0]
    for i in reversed(range(len(joints) - 1)):
        lever, wanted = points[-1] - points[i], goal - points[i]
        normal = np.cross(lever, wanted)
        size = np.linalg.norm(normal)
        angle = np.arctan2(size, lever @ wanted)
        k = cross_matrix(normal / size if size > 0 else normal)
        rotation = np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k
        points[i + 1 :] = points[i] + (points[i + 1 :] - points[i]) @ rotation.T
    return points[:, :dimension]


def ftl(joints: Array, lengths: Array, target: Array) -> Array:
    """Lead the chain by its tip and by its base, and take the mean."""

    def led(points: Array, sizes: Array, anchor: Array) -> Array:
        out = [anchor]
        for joint, size in zip(points[1:], sizes, strict=True):
            way = joint - out[-1]
            out.append(out[-1] + size * way / np.linalg.norm(way))
        return np.array(out)

    by_base = led(joints, lengths, joints[0])
    by_tip = led(joints[::-1], lengths[::-1], target)[::-1]
    mean = (by_base + by_tip) / 2
    mean[0] = joints[0]
    return mean


def triangulation(joints: Array, lengths: Array, target: Array) -> Array:
    """Close a triangle with every bone, by angles: arc cosine, then a turn in the plane of bone and target."""
    points, goal, dimension = in_space(joints), in_space(target[None])[0], joints.shape[1]
    out = [points[0]]
    for i, bone in enumerate(lengths):
        rest, away = lengths[i + 1 :].sum(), goal - out[-1]
        far = np.linalg.norm(away)
        toward = away / far
        cosine = (bone**2 + far**2 - rest**2) / (2 * bone * far)
        angle = np.arccos(np.clip(cosine, -1, 1))
        before = points[i + 1] - points[i]
        k = cross_matrix(np.cross(toward, before) / np.linalg.norm(np.cross(toward, before)))
        out.append(out[-1] + bone * (np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k) @ toward)
    return np.array(out)[:, :dimension]


FORMS: dict[str, Step] = {
    "ccd": ccd,
    "jacobian-transpose": jacobian_transpose,
    "dls": dls,
    "dls-dense": dls,
    "pseudo-inverse": pseudo_inverse,
    "sdls": sdls,
    "ftl": ftl,
    "triangulation": triangulation,
}
