"""The messages between an adaptor and an engine: JSON objects, one a line (guide ``bot.md``)."""

from typing import Any, Final, Literal

import msgspec

Data = dict[str, Any]
PROTOCOL: Final = 1
MAX_LINE: Final = 65_536
"""The maximum bytes of a line that an engine writes."""


class Message(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """A message. Unknown members are ignored."""


class Hello(Message, frozen=True):
    """The first line, from the adaptor."""

    protocol: int = PROTOCOL


class Ready(Message, frozen=True):
    """The engine's answer to ``hello``."""

    name: str
    protocol: Literal[1] = PROTOCOL


class Start(Message, frozen=True):
    """The game, the seats to decide for, and a seed for the engine's own randomness."""

    game: str
    scenario: str
    edition: str
    variant: str
    seats: list[str]
    seed: str


class Budget(msgspec.Struct, frozen=True):
    """How long the engine may think."""

    seconds: float


class Position(Message, frozen=True):
    """A decision of ``seat``: its view of the state, the events since the last position, and the
    legal commands."""

    version: int
    hash: str
    seat: str
    view: Data
    events: list[Data]
    actions: list[Data]
    budget: Budget


class Choice(Message, frozen=True):
    """The chosen command, a legal one of the position at ``version``."""

    version: int
    command: Data


class Info(Message, frozen=True):
    """Something for the adaptor's log."""


class Stop(Message, frozen=True):
    """The last line, from the adaptor."""

    winner: str | None = None


FromAdaptor = Hello | Start | Position | Stop
FromEngine = Ready | Choice | Info
_FROM_ADAPTOR: msgspec.json.Decoder[FromAdaptor] = msgspec.json.Decoder(FromAdaptor)
_FROM_ENGINE: msgspec.json.Decoder[FromEngine] = msgspec.json.Decoder(FromEngine)


def line(message: Message) -> bytes:
    """Encode a message with its line end."""
    return msgspec.json.encode(message) + b"\n"


def from_adaptor(text: bytes) -> FromAdaptor:
    """Decode a message of an adaptor. Raises ``ValueError``."""
    return _FROM_ADAPTOR.decode(text)


def from_engine(text: bytes) -> FromEngine:
    """Decode a message of an engine. Raises ``ValueError``, and ``RecursionError`` for deep
    nesting."""
    return _FROM_ENGINE.decode(text)
