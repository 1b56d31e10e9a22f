"""One joint of a body as the kernel reads it: `fabrikit_body_joint` of kernel/body_abi.h."""

import numpy as np

BODY_JOINT = np.dtype(
    [
        ("offset", np.float64, 3),
        ("rest", np.float64, 4),
        ("axis", np.float64, 3),
        ("reference", np.float64, 3),
        ("lower", np.float64),
        ("upper", np.float64),
        ("cone", np.float64, 4),
        ("stiffness", np.float64),
        ("ratio", np.float64),
        ("shift", np.float64),
        ("parent", np.int32),
        ("kind", np.int32),
        ("cone_kind", np.int32),
        ("has_twist", np.int32),
        ("has_range", np.int32),
        ("mimic", np.int32),
    ]
)
