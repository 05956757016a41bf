"""Freezing games by the word of an operator or an administrator, and letting them go on."""

from events.archive.archived_store import ArchivedEventStore
from events.games.errors import GameNotFoundError
from events.transfer.integrity import verify


class NotHeldError(Exception):
    """The game is finished and archived: it takes no events anyhow."""


def freeze(store: ArchivedEventStore, game: str, reason: str) -> bool:
    """Let a game take no more events; returns whether it was open.

    Raises ``GameNotFoundError`` and ``NotHeldError``.
    """
    _held(store, game)
    return store.close(game, reason)


def unfreeze(store: ArchivedEventStore, game: str, at: int) -> bool:
    """Let a frozen game go on from where its log ends, as of ``at`` (ms since 1970); returns
    whether it was frozen.

    Raises ``GameNotFoundError``, ``NotHeldError``, and ``LogBrokenError`` for a game that was
    frozen because its log does not verify, for as long as it does not.
    """
    lines = _held(store, game)
    if store.broken.lists(game):
        verify(game, lines)
    return store.reopen(game, at)


def _held(store: ArchivedEventStore, game: str) -> list[bytes]:
    """The log of a game that the store holds."""
    if not store.hold(game):
        raise NotHeldError(game)
    lines = store.stored(game)
    if not lines:
        raise GameNotFoundError(game)
    return lines
