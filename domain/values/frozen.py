"""Values that nobody changes once they are made.

Making them is a seventh of a decision where Python itself refuses to change them: it then sets each
field by a call of its own. So only the type checker refuses it, which sees a ``frozen`` dataclass
here like any other; in development mode (``python -X dev``) Python does so as well.
"""

import dataclasses
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(*, frozen: bool, slots: bool = False) -> Any:
        """As ``dataclasses.dataclass``, for values that are compared and hashed by their fields."""
        refuses = frozen and sys.flags.dev_mode
        return dataclasses.dataclass(frozen=refuses, slots=slots, unsafe_hash=True)


__all__ = ["dataclass"]
