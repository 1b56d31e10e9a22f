"""What a body is. Frozen data; solving is another room's."""

from fabrikit.model.chain import Chain

__all__ = ["Chain"]
