"""Frozen dataclasses without the run-time cost.

Where Python itself enforces immutability it sets each field by a separate call, which takes a
seventh of the time of a decision. So only the type checker enforces it, which sees an ordinary
``frozen`` dataclass here; in development mode (``python -X dev``) Python does so as well.
"""

import dataclasses
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(*, frozen: bool, slots: bool = False) -> Any:
        """As ``dataclasses.dataclass``, for values that are compared and hashed by their fields."""
        enforced = frozen and sys.flags.dev_mode
        return dataclasses.dataclass(frozen=enforced, slots=slots, unsafe_hash=True)


__all__ = ["dataclass"]
