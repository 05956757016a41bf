"""Freezing games by the word of an operator or an administrator, and letting them go on."""

from events.execute import GameNotFoundError
from events.transfer.archived_store import ArchivedEventStore


class NotHeldError(Exception):
    """The game is archived: it is over and takes no events anyhow."""


def freeze(store: ArchivedEventStore, game: str, reason: str) -> bool:
    """Let a game take no more events; returns whether it was open.

    Raises ``GameNotFoundError`` and ``NotHeldError``.
    """
    _require_held(store, game)
    return store.close(game, reason)


def unfreeze(store: ArchivedEventStore, game: str, at: int) -> bool:
    """Let a frozen game go on from where its log ends, as of ``at`` (ms since 1970); returns
    whether it was frozen.

    Raises ``GameNotFoundError`` and ``NotHeldError``.
    """
    _require_held(store, game)
    return store.reopen(game, at)


def _require_held(store: ArchivedEventStore, game: str) -> None:
    if store.is_archived(game):
        raise NotHeldError(game)
    if not store.read(game, 0, 1):
        raise GameNotFoundError(game)
