"""Games read from their logs: now, at any version they had, and event by event.

``GameRepository`` folds no more than it must. It holds states in memory, reads what the log has
beyond them, and finds out when a log no longer holds what was read from it before. Commands go
through ``GameService``, which has a repository of its own.
"""

from collections.abc import Iterator, Sequence

from domain import Past
from domain.events import TakenBack
from domain.redaction import RedactedEvent, redact
from domain.state import GameState
from domain.values import Seat
from events.clock import milliseconds
from events.games.errors import GameNotFoundError
from events.games.snapshot import GameSnapshot, advance
from events.games.snapshot_cache import SnapshotCache, events_until_snapshot
from events.log.codec import SCHEMAS
from events.log.fold_event import parse
from events.log.stored_event import StoredEvent, load
from events.log.unreadable import FAULTS, unreadable
from events.store.port import (
    Appended,
    AppendReply,
    Batch,
    DuplicateKey,
    EventStore,
    HistoryShrankError,
    Key,
)

_TAKEN_BACK = SCHEMAS[TakenBack][0]


class GameRepository:
    """All games of a store. Safe to share between threads: states are never changed in place.

    The last four methods are for who writes: ``GameService``.
    """

    def __init__(self, store: EventStore, cached: int = 2000) -> None:
        self._store = store
        self._snapshots = SnapshotCache(cached)

    def current(self, game: str) -> GameSnapshot:
        """The game at its newest version. Raises ``GameNotFoundError``."""
        known = self._snapshots.newest(game)
        if known is None:
            return self._advance(game, None, self._store.read(game))
        lines = self._store.read(game, known.version - 1)
        return self._advance(game, known, self._behind(known, lines))

    def cached(self, game: str, version: int = 0) -> GameSnapshot:
        """The game at a version from ``version`` on that was the newest some time ago, without
        asking the store if possible. Raises ``GameNotFoundError``."""
        known = self._snapshots.newest(game)
        return self.current(game) if known is None or known.version < version else known

    def at(self, game: str, version: int) -> GameSnapshot:
        """The game as it was at ``version``, which must be one it has had.

        Some states are cached, so that stepping through a long game folds little. Raises
        ``GameNotFoundError``.
        """
        known = self._snapshots.before(game, version)
        lines = self._store.read(game, known.version - 1 if known else 0, version)
        if known:
            lines = self._behind(known, lines)
        while lines:
            step = events_until_snapshot(known.version if known else 0)
            known = self._folded(game, known, lines[:step])
            lines = lines[step:]
            self._snapshots.pass_by(game, known)
        if known is None:
            raise GameNotFoundError(game)
        self._snapshots.put(game, known)
        return known

    def each(self, game: str, after: int, upto: int) -> Iterator[GameSnapshot]:
        """The game as it was at each version past ``after`` up to ``upto``, which it must have
        had."""
        known = self.at(game, after) if after else None
        for line in self._store.read(game, after, upto):
            known = self._folded(game, known, [line])
            yield known

    def visible(self, newest: GameSnapshot, seats: frozenset[Seat]) -> GameSnapshot:
        """The game as far as a viewer who holds ``seats`` may know it."""
        head = newest.visible(seats)
        if head.version == newest.version:
            return newest
        game = newest.state.created.game
        return self._snapshots.at(game, head) or self.at(game, head.version)

    def past(self, game: str) -> Past:
        """A game's earlier states, for what is taken back."""

        def at(version: int) -> GameState | None:
            then = self.at(game, version)
            return then.state if then.settled else None

        return at

    def events(self, game: str, after: int, upto: int | None = None) -> list[StoredEvent]:
        """The stored events with versions ``after + 1`` to ``upto``."""
        return [load(line) for line in self._store.read(game, after, upto)]

    def taken_back(self, game: str, upto: int) -> dict[int, int]:
        """Which of the first ``upto`` events took the game back, and to which version each did."""
        lines = enumerate(map(parse, self._store.read(game, 0, upto)), start=1)
        events = ((version, line.event) for version, line in lines if line.type == _TAKEN_BACK)
        return {v: event.to_version for v, event in events if isinstance(event, TakenBack)}

    def redacted_events(self, game: str, upto: int, seats: frozenset[Seat]) -> list[RedactedEvent]:
        """The first ``upto`` events as a viewer who holds ``seats`` may know them."""
        lines = map(parse, self._store.read(game, 0, upto))
        return [
            RedactedEvent(redact(one.event, seats), one.seat, milliseconds(one.at)) for one in lines
        ]

    def seal(self, game: str) -> bytes | None:
        """The seal of a finished game, if it has one."""
        return self._store.seal(game)

    def freeze(self, game: str, reason: str) -> None:
        """Let a game take no more commands: a client has proved that some of its history was lost.

        Raises ``HistoryShrankError``, unless the game was frozen before and its operator has let
        it go on: then the proof belongs to what was given up.
        """
        if not self._store.reopened(game):
            raise self._lost(game, reason)

    def append(self, batch: Batch, after: GameSnapshot) -> AppendReply:
        """Append to a log what leads to the state ``after``, which is cached once it is stored."""
        try:
            reply = self._store.append(batch)
        except HistoryShrankError as lost:
            if lost.frozen:
                self.forget(batch.game)
            raise
        if isinstance(reply, Appended):
            self._snapshots.put_newest(batch.game, after)
        return reply

    def extend(self, known: GameSnapshot, lines: Sequence[bytes]) -> GameSnapshot:
        """The game after stored events that follow a state."""
        return self._advance(known.state.created.game, known, lines)

    def refresh(
        self, known: GameSnapshot, key: Key | None
    ) -> tuple[GameSnapshot, DuplicateKey | None]:
        """The newest state, read on from one that may be behind; and what a key led to before."""
        game = known.state.created.game
        found, lines = self._store.peek(game, known.version - 1, key.field if key else None)
        return self._advance(game, known, self._behind(known, lines)), found

    def forget(self, game: str) -> None:
        """Read the game from the beginning next time."""
        self._snapshots.forget(game)

    def _behind(self, known: GameSnapshot, lines: list[bytes]) -> list[bytes]:
        """The lines that follow the last event of a state, which must be the first of ``lines``;
        a game of which that is not true is frozen."""
        if not lines or parse(lines[0]).hash != known.head:
            game = known.state.created.game
            raise self._lost(game, f"version {known.version} is missing or has changed")
        return lines[1:]

    def _lost(self, game: str, reason: str) -> HistoryShrankError:
        """Freeze a game. From then on the store remembers the loss, and this process may forget
        what it has seen: else it could not go on should the operator open the game again."""
        frozen = self._store.freeze(game, reason)
        if frozen:
            self.forget(game)
        return HistoryShrankError(game, frozen=frozen)

    def _advance(
        self, game: str, known: GameSnapshot | None, lines: Sequence[bytes]
    ) -> GameSnapshot:
        """The newest state: ``known`` and the lines behind it."""
        if not lines:
            if known is None:
                raise GameNotFoundError(game)
            return known
        self._store.confirm(game)
        loaded = self._folded(game, known, lines)
        self._snapshots.put_newest(game, loaded)
        return loaded

    def _folded(
        self, game: str, known: GameSnapshot | None, lines: Sequence[bytes]
    ) -> GameSnapshot:
        """The game after further stored events. Raises ``UnreadableGameError``."""
        try:
            return advance(known, list(map(parse, lines)), self.past(game))
        except FAULTS as fault:
            raise unreadable(
                f"what follows version {known.version if known else 0}", fault
            ) from fault
