"""A finished game, and everything that is read of it."""

from collections.abc import Callable
from typing import Any

import pytest

from domain.commands import Resign, TakeSeat
from domain.values import Seat
from events.backend import Backend
from events.games.service import GameService
from events.log.chain import canonical
from events.store.port import (
    Key,
)
from events.transfer.exports import export_lines
from tests.fixtures import (
    BOB,
    Clock,
    game_options,
    opened,
    plays,
    started,
)

RESIGN = Resign(Seat.AXIS)


def a_seal(games: GameService) -> bytes:
    """A seal by its form; whether it holds is not the archive's business."""
    now = games.repository.current("game")
    said = {"game": "game", "version": now.version, "head": now.head, "at": now.times.updated}
    return canonical({**said, "key": "0" * 16, "signature": "A" * 86})


def key(text: str, fingerprint: str = "f") -> Key:
    return Key(f"{BOB}  {text}", fingerprint)


def finished(data: Backend, clock: Clock, name: str = "game") -> GameService:
    """A short game that was played to its end, partly with idempotency keys."""
    games = GameService(data.store, clock)
    started(games, name)
    loaded = games.repository.current(name)
    games.submit(name, plays(loaded.state)[0], key=key("first"))
    clock.advance(seconds=1)
    games.submit(name, RESIGN, key=key("last"))
    return games


def answers(data: Backend, clock: Clock, game: str = "game") -> dict[str, Any]:
    """What a process that has never met a game is told of it."""
    games = GameService(data.store, clock)
    now = games.repository.current(game)
    values: dict[str, Any] = {
        "now": now,
        "lines": [
            data.store.read(game, after, upto)
            for after in (0, 1, now.version - 1, now.version, now.version + 5)
            for upto in (None, 1, 2, now.version, now.version + 9)
        ],
        "then": [games.repository.at(game, version) for version in range(1, now.version + 1)],
        "seal": data.store.seal(game),
        "peek": [
            data.store.peek(game, after, field)
            for after in (0, now.version - 1)
            for field in (None, key("first").field, key("unknown").field)
        ],
        "export": list(export_lines(games.repository.events(game, 0), None, data.store.seal(game))),
    }
    for text in ("first", "last"):
        values[text] = games.submit(game, RESIGN, key=key(text))
    for name, attempt in ATTEMPTS.items():
        with pytest.raises(Exception) as refused:  # which one is compared
            attempt(games, game)
        values[name] = (type(refused.value), refused.value.args)
    return values


ATTEMPTS: dict[str, Callable[[GameService, str], object]] = {
    "resign": lambda games, name: games.submit(name, RESIGN),
    "sit down": lambda games, name: games.submit(name, TakeSeat(Seat.AXIS, BOB)),
    "a new key": lambda games, name: games.submit(name, RESIGN, key=key("new")),
    "another body": lambda games, name: games.submit(name, RESIGN, key=key("last", "other")),
    "another version": lambda games, name: games.submit(name, RESIGN, expected=3),
    "the id taken": lambda games, name: opened(games, game_options(name)),
}
