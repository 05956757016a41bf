"""Games in writing: a compact text that people read and programs play again.

NOTATION.md tells the notation. A text is read and written as a ``Record``; a game is told as one,
and played again from one.
"""

from domain.notation.errors import NotationError, TextPosition
from domain.notation.headers import creation
from domain.notation.reader import read
from domain.notation.record import Header, Record, Step
from domain.notation.remarks import Remark, commented
from domain.notation.replaying import Done, replay
from domain.notation.telling import Deed, record_of
from domain.notation.writer import write

__all__ = [
    "Deed",
    "Done",
    "Header",
    "NotationError",
    "Record",
    "Remark",
    "Step",
    "TextPosition",
    "commented",
    "creation",
    "read",
    "record_of",
    "replay",
    "write",
]
