"""Angles in files: radians, or degrees under a key that ends in `_deg`."""

from collections.abc import Mapping

from fabrikit.formats.cursor import Cursor

DEGREE = 0.017453292519943295
"""[rad] The one constant: degrees are multiplied by it, here, in the kernel's users and on the page."""


def angle_at(members: Mapping[str, Cursor], name: str) -> tuple[Cursor, float] | None:
    """Find an angle under `name` or `name_deg`.

    Parameters
    ----------
    members : the members of an object, by key
    name : str
        The key for radians.

    Returns
    -------
    (Cursor, float) or None
        The value, and the factor that makes radians of it; None when neither key is there.

    Raises
    ------
    FormatError
        Both keys are there.
    """
    degrees = f"{name}_deg"
    if name in members and degrees in members:
        raise members[degrees].error(f"{name!r} is there too; give one of {name!r} (radians) and {degrees!r}")
    if name in members:
        return members[name], 1.0
    return (members[degrees], DEGREE) if degrees in members else None


def read_angle(members: Mapping[str, Cursor], name: str) -> float | None:
    """Return the angle [rad] under `name` or `name_deg`; None when neither is there. Raises FormatError."""
    found = angle_at(members, name)
    return None if found is None else found[0].number() * found[1]
