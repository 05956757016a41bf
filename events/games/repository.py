"""Read games from their logs: at the newest version, at any earlier version, and event by event.

``GameRepository`` caches snapshots, reads only the events after them, and detects a log that no
longer contains events read before. Commands go through ``GameService``, which has a repository of
its own.
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
    """All games of a store. Thread-safe: snapshots are immutable.

    The last four public methods are for ``GameService``, which writes.
    """

    def __init__(self, store: EventStore, cached: int = 2000) -> None:
        self._store = store
        self._snapshots = SnapshotCache(cached)

    def current(self, game: str) -> GameSnapshot:
        """The game at its newest version. Raises ``GameNotFoundError``."""
        snapshot = self._snapshots.newest(game)
        if snapshot is None:
            return self._advance(game, None, self._store.read(game))
        lines = self._store.read(game, snapshot.version - 1)
        return self._advance(game, snapshot, self._lines_after(snapshot, lines))

    def cached(self, game: str, version: int = 0) -> GameSnapshot:
        """The game at a recent version, at least ``version``, from the cache if possible.
        Raises ``GameNotFoundError``."""
        snapshot = self._snapshots.newest(game)
        return self.current(game) if snapshot is None or snapshot.version < version else snapshot

    def at(self, game: str, version: int) -> GameSnapshot:
        """The game at ``version``, which must not be beyond its newest.

        Some snapshots are cached, so that stepping through a long game folds little. Raises
        ``GameNotFoundError``.
        """
        snapshot = self._snapshots.before(game, version)
        lines = self._store.read(game, snapshot.version - 1 if snapshot else 0, version)
        if snapshot:
            lines = self._lines_after(snapshot, lines)
        while lines:
            step = events_until_snapshot(snapshot.version if snapshot else 0)
            snapshot = self._folded(game, snapshot, lines[:step])
            lines = lines[step:]
            self._snapshots.put_intermediate(game, snapshot)
        if snapshot is None:
            raise GameNotFoundError(game)
        self._snapshots.put(game, snapshot)
        return snapshot

    def each(self, game: str, after: int, upto: int) -> Iterator[GameSnapshot]:
        """The game at each version from ``after + 1`` to ``upto``, which must exist."""
        snapshot = self.at(game, after) if after else None
        for line in self._store.read(game, after, upto):
            snapshot = self._folded(game, snapshot, [line])
            yield snapshot

    def visible(self, newest: GameSnapshot, seats: frozenset[Seat]) -> GameSnapshot:
        """The game at the newest version that a viewer who holds ``seats`` may see."""
        head = newest.visible(seats)
        if head.version == newest.version:
            return newest
        game = newest.state.created.game
        return self._snapshots.at(game, head) or self.at(game, head.version)

    def past(self, game: str) -> Past:
        """A function from versions to a game's earlier states, to fold take-backs."""

        def at(version: int) -> GameState | None:
            snapshot = self.at(game, version)
            return snapshot.state if snapshot.settled else None

        return at

    def events(self, game: str, after: int, upto: int | None = None) -> list[StoredEvent]:
        """The stored events with versions ``after + 1`` to ``upto``."""
        return [load(line) for line in self._store.read(game, after, upto)]

    def taken_back(self, game: str, upto: int) -> dict[int, int]:
        """The take-backs among the first ``upto`` events: their versions and target versions."""
        lines = enumerate(map(parse, self._store.read(game, 0, upto)), start=1)
        events = ((version, line.event) for version, line in lines if line.type == _TAKEN_BACK)
        return {v: event.to_version for v, event in events if isinstance(event, TakenBack)}

    def redacted_events(self, game: str, upto: int, seats: frozenset[Seat]) -> list[RedactedEvent]:
        """The first ``upto`` events, redacted for a viewer who holds ``seats``."""
        lines = map(parse, self._store.read(game, 0, upto))
        return [
            RedactedEvent(redact(line.event, seats), line.seat, milliseconds(line.at))
            for line in lines
        ]

    def seal(self, game: str) -> bytes | None:
        """The seal of a finished game, if it has one."""
        return self._store.seal(game)

    def freeze(self, game: str, reason: str) -> None:
        """Freeze a game because a client has proved that some of its history was lost.

        Raises ``HistoryShrankError``, unless the operator has reopened the game: then the lost
        events have been given up already.
        """
        if not self._store.reopened(game):
            raise self._freeze(game, reason)

    def append(self, batch: Batch, after: GameSnapshot) -> AppendReply:
        """Append a batch that leads to ``after``, and cache that snapshot once it is stored."""
        try:
            reply = self._store.append(batch)
        except HistoryShrankError as lost:
            if lost.frozen:
                self.forget(batch.game)
            raise
        if isinstance(reply, Appended):
            self._snapshots.put_newest(batch.game, after)
        return reply

    def extend(self, snapshot: GameSnapshot, lines: Sequence[bytes]) -> GameSnapshot:
        """Fold the stored events that follow a snapshot."""
        return self._advance(snapshot.state.created.game, snapshot, lines)

    def refresh(
        self, snapshot: GameSnapshot, key: Key | None
    ) -> tuple[GameSnapshot, DuplicateKey | None]:
        """The newest snapshot, and the earlier outcome of an idempotency key, if any."""
        game = snapshot.state.created.game
        duplicate, lines = self._store.peek(game, snapshot.version - 1, key.field if key else None)
        return self._advance(game, snapshot, self._lines_after(snapshot, lines)), duplicate

    def forget(self, game: str) -> None:
        """Drop the cached snapshots of a game."""
        self._snapshots.forget(game)

    def _lines_after(self, snapshot: GameSnapshot, lines: list[bytes]) -> list[bytes]:
        """The lines after the last event of a snapshot, which must be the first of ``lines``;
        otherwise the game is frozen."""
        if not lines or parse(lines[0]).hash != snapshot.head:
            game = snapshot.state.created.game
            raise self._freeze(game, f"version {snapshot.version} is missing or has changed")
        return lines[1:]

    def _freeze(self, game: str, reason: str) -> HistoryShrankError:
        """Freeze a game. Once the store has recorded the loss, the cached snapshots are dropped:
        otherwise this process could not serve the game after the operator reopens it."""
        frozen = self._store.freeze(game, reason)
        if frozen:
            self.forget(game)
        return HistoryShrankError(game, frozen=frozen)

    def _advance(
        self, game: str, snapshot: GameSnapshot | None, lines: Sequence[bytes]
    ) -> GameSnapshot:
        """Fold ``lines`` into the snapshot and cache the result as the newest."""
        if not lines:
            if snapshot is None:
                raise GameNotFoundError(game)
            return snapshot
        self._store.confirm(game)
        loaded = self._folded(game, snapshot, lines)
        self._snapshots.put_newest(game, loaded)
        return loaded

    def _folded(
        self, game: str, snapshot: GameSnapshot | None, lines: Sequence[bytes]
    ) -> GameSnapshot:
        """Fold stored lines into a snapshot. Raises ``UnreadableGameError``."""
        try:
            return advance(snapshot, list(map(parse, lines)), self.past(game))
        except FAULTS as fault:
            raise unreadable(
                f"what follows version {snapshot.version if snapshot else 0}", fault
            ) from fault
