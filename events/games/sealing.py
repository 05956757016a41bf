"""Seal a game that a command finishes, after verifying its whole log."""

from collections.abc import Sequence
from typing import Protocol

from domain.values import Status
from events.games.snapshot import GameSnapshot
from events.log.line import has_hash
from events.log.stored_event import StoredEvent, dump
from events.store.port import EventStore, LogBrokenError


class StateMismatchError(Exception):
    """The cached state of a game differs from the fold of its stored log."""


class Sealer(Protocol):
    """Verifies and seals the logs of finished games."""

    def seal(self, finished: GameSnapshot, lines: Sequence[bytes], at: str) -> bytes:
        """Return the seal, dated ``at``, of a game whose whole stored log is ``lines``.

        Raises ``LogBrokenError`` if the log does not verify, and ``StateMismatchError`` if it does
        not fold to ``finished``."""
        ...


def seal_of(
    store: EventStore,
    sealer: Sealer,
    before: GameSnapshot,
    after: GameSnapshot,
    recorded: Sequence[StoredEvent],
) -> bytes | None:
    """The seal of a game that new events lead from ``before`` to ``after``; None while it runs.

    The earlier events are read from the store and verified. If they do not verify, the game is
    frozen and not appended to. Raises ``LogBrokenError`` and ``StateMismatchError``.
    """
    if after.state.status is not Status.FINISHED:
        return None
    game = after.state.created.game
    past = store.read(game, 0, before.version)
    if len(past) < before.version or not has_hash(past[-1], before.head):
        # Lost or replaced; the append will report it.
        return None
    try:
        return sealer.seal(after, [*past, *map(dump, recorded)], after.times.updated)
    except LogBrokenError as broken:
        frozen = store.mark_broken(game, broken.reason)
        raise LogBrokenError(game, broken.reason, frozen=frozen) from broken
