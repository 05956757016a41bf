"""Games in writing: a compact text that people can read and programs can replay.

NOTATION.md specifies the notation. A ``Record`` is read from a text and written as one; it is
created from a game, and replayed as one.
"""

from domain.notation.errors import NotationError, TextPosition
from domain.notation.headers import creation
from domain.notation.reader import read
from domain.notation.record import Header, Record, Step
from domain.notation.recording import LoggedCommand, record_of
from domain.notation.remarks import Remark, with_comments
from domain.notation.replaying import ReplayedCommand, replay
from domain.notation.writer import write

__all__ = [
    "Header",
    "LoggedCommand",
    "NotationError",
    "Record",
    "Remark",
    "ReplayedCommand",
    "Step",
    "TextPosition",
    "creation",
    "read",
    "record_of",
    "replay",
    "with_comments",
    "write",
]
