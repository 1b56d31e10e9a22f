"""What is asked of a body, as the kernel reads it: the structs of kernel/body_abi.h."""

import numpy as np

BODY_EFFECTOR = np.dtype(
    [
        ("offset", np.float64, 3),
        ("frame", np.float64, 4),
        ("axis", np.float64, 3),
        ("position", np.float64, 3),
        ("rotation", np.float64, 4),
        ("direction", np.float64, 3),
        ("position_weight", np.float64),
        ("rotation_weight", np.float64),
        ("pole", np.float64, 3),
        ("joint", np.int32),
        ("aim", np.int32),
        ("level", np.int32),
        ("pole_kind", np.int32),
        ("pole_from", np.int32),
        ("pole_joint", np.int32),
    ]
)

BODY_LOOP = np.dtype(
    [
        ("offset_a", np.float64, 3),
        ("frame_a", np.float64, 4),
        ("offset_b", np.float64, 3),
        ("frame_b", np.float64, 4),
        ("axis", np.float64, 3),
        ("joint_a", np.int32),
        ("joint_b", np.int32),
        ("aim", np.int32),
        ("unused", np.int32),
    ]
)
