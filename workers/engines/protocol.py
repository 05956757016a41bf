"""The messages between an adaptor and an engine: JSON objects, one a line (guide ``bot.md``)."""

from typing import Any, Final, Literal

import msgspec

Data = dict[str, Any]
PROTOCOL: Final = 1
MAX_LINE: Final = 65_536
"""Bytes of a line that an engine writes."""


class Message(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """A line. Members that this version does not know are passed over."""


class Hello(Message, frozen=True):
    """The first line, from the adaptor."""

    protocol: int = PROTOCOL


class Ready(Message, frozen=True):
    """The engine's answer to it."""

    name: str
    protocol: Literal[1] = PROTOCOL


class Start(Message, frozen=True):
    """The game, the seats to decide for, and a text for the engine's own chance to follow from."""

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
    """What ``seat`` has to decide: the state as it sees it, what has happened since the last
    position, and the legal commands."""

    version: int
    hash: str
    seat: str
    view: Data
    events: list[Data]
    actions: list[Data]
    budget: Budget


class Choice(Message, frozen=True):
    """One of the legal commands of the position at ``version``."""

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
    """A message as it is written, with the end of its line."""
    return msgspec.json.encode(message) + b"\n"


def from_adaptor(text: bytes) -> FromAdaptor:
    """What an adaptor says. Raises ``ValueError``."""
    return _FROM_ADAPTOR.decode(text)


def from_engine(text: bytes) -> FromEngine:
    """What an engine says. Raises ``ValueError``, and ``RecursionError`` for what is nested too
    deep."""
    return _FROM_ENGINE.decode(text)
