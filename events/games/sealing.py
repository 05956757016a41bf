"""The seal of a game that a command finishes: no log is sealed that was not verified."""

from collections.abc import Sequence
from typing import Protocol

from domain.values import Status
from events.games.snapshot import GameSnapshot
from events.log.line import bears
from events.log.stored_event import StoredEvent, dump
from events.store.port import EventStore, LogBrokenError


class StateMismatchError(Exception):
    """The state of a game in this process is not the one that its stored log leads to."""


class Sealer(Protocol):
    """Whoever verifies the logs of finished games and seals them."""

    def seal(self, finished: GameSnapshot, lines: Sequence[bytes], at: str) -> bytes:
        """The seal of a game, as of ``at``, whose whole stored log is ``lines``. Raises
        ``LogBrokenError`` when they do not verify, and ``StateMismatchError`` when they do not
        lead to ``finished``."""
        ...


def seal_of(
    store: EventStore,
    sealer: Sealer,
    before: GameSnapshot,
    after: GameSnapshot,
    recorded: Sequence[StoredEvent],
) -> bytes | None:
    """The seal of a game whose log goes on from ``before`` to ``after``; None while it runs.

    What lies beneath the new events is read from the store and verified. Where it does not verify
    the game is frozen, and nothing is to be appended: raises ``LogBrokenError``. Raises
    ``StateMismatchError`` too.
    """
    if after.state.status is not Status.FINISHED:
        return None
    game = after.state.created.game
    past = store.read(game, 0, before.version)
    if len(past) < before.version or not bears(past[-1], before.head):
        # Lost or replaced, which the append will tell.
        return None
    try:
        return sealer.seal(after, [*past, *map(dump, recorded)], after.times.updated)
    except LogBrokenError as broken:
        frozen = store.mark_broken(game, broken.reason)
        raise LogBrokenError(game, broken.reason, frozen=frozen) from broken
