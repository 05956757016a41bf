"""Freeze and unfreeze games on request of an operator or an administrator."""

from events.archive.archived_store import ArchivedEventStore
from events.games.errors import GameNotFoundError
from events.transfer.integrity import verify


class FinishedGameError(Exception):
    """The game is finished and archived, so it takes no events."""


def freeze(store: ArchivedEventStore, game: str, reason: str) -> bool:
    """Refuse further events of a game; return whether it was open.

    Raises ``GameNotFoundError`` and ``FinishedGameError``.
    """
    _restored_log(store, game)
    return store.close(game, reason)


def unfreeze(store: ArchivedEventStore, game: str, at: int) -> bool:
    """Reopen a frozen game at the current end of its log, as of ``at`` (ms since 1970); return
    whether it was frozen.

    Raises ``GameNotFoundError``, ``FinishedGameError``, and ``LogBrokenError`` if the game was
    frozen because its log does not verify and it still does not.
    """
    lines = _restored_log(store, game)
    if store.broken.lists(game):
        verify(game, lines)
    return store.reopen(game, at)


def _restored_log(store: ArchivedEventStore, game: str) -> list[bytes]:
    """The log of a game, after restoring it if it was archived while idle."""
    if not store.restore_if_idle(game):
        raise FinishedGameError(game)
    lines = store.stored(game)
    if not lines:
        raise GameNotFoundError(game)
    return lines
