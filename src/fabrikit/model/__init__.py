"""What a body is. Frozen data; solving is another room's."""

from fabrikit.model.chain import Chain
from fabrikit.model.joint import Joint, Mimic
from fabrikit.model.joints import Ball, BodyJointType, Fixed, Hinge, JointType, Slider, Universal
from fabrikit.model.pose import Pose
from fabrikit.model.skeleton import Skeleton

__all__ = [
    "Ball",
    "BodyJointType",
    "Chain",
    "Fixed",
    "Hinge",
    "Joint",
    "JointType",
    "Mimic",
    "Pose",
    "Skeleton",
    "Slider",
    "Universal",
]
