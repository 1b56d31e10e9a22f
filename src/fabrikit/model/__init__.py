"""What a body is. Frozen data; solving is another room's."""

from fabrikit.model.chain import Chain
from fabrikit.model.joints import Ball, Fixed, Hinge, JointType

__all__ = ["Ball", "Chain", "Fixed", "Hinge", "JointType"]
