"""The loop of event sourcing: load, decide, append, fold.

``Games`` keeps the newest state of the games it has met, so that a command usually costs one round
trip: decide on the cached state, append at its version. When the cache was behind, the store's
answer carries the missing events.
"""

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from domain import Past, create, decide, no_past
from domain.account.told import Told, seen
from domain.chance import SeededChance
from domain.commands import Command, TakeSeat, decider
from domain.errors import IllegalCommandError
from domain.events import Event, TakenBack
from domain.state import GameState
from domain.steps.lifecycle import NewGame
from domain.values import EditionName, Face, Seat, Status
from events import chain
from events.cache import Recent
from events.codec import SCHEMAS
from events.kept import Kept, until_kept
from events.lines import parse
from events.listing import milliseconds
from events.loaded import Loaded, advance
from events.recorded import Recorded, Stamp, dump, load, record
from events.store import Appended, Batch, Conflict, EventStore, HistoryShrankError, Key, Known

_TAKEN_BACK = SCHEMAS[TakenBack][0]
_TRIES = 100


class Signer(Protocol):
    """Whoever signs finished games."""

    def seal(self, game: str, version: int, head: str, at: str) -> bytes:
        """The seal of a game that finished at ``version`` with the hash ``head``."""
        ...


class GameNotFoundError(Exception):
    """No game has this id."""


class VersionMismatchError(Exception):
    """The game is at another version than the one the client named."""

    def __init__(self, current: int, named: int) -> None:
        super().__init__(f"the game is at version {current}, not {named}")
        self.current = current
        self.named = named


class KeyReusedError(Exception):
    """An idempotency key came with another request than the first time."""


class ContentionError(Exception):
    """Other commands won every time; the client may try again."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command did: the events after version ``after`` up to ``upto``.

    ``loaded`` is the game at some version not before ``upto``; ``replayed`` says that the
    idempotency key was known and nothing was done this time.
    """

    loaded: Loaded
    after: int
    upto: int
    events: tuple[Recorded, ...]
    replayed: bool = False


class Games:
    """All games of a store. Safe to share between threads: states are never changed in place."""

    def __init__(
        self,
        store: EventStore,
        clock: Callable[[], str],
        cached: int = 2000,
        signer: Signer | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._signer = signer
        self._recent: Recent[Loaded] = Recent(cached)
        self._kept = Kept(cached)
        self._delayed: Recent[Loaded] = Recent(cached)

    def create(self, edition: EditionName, wish: NewGame, key: Key | None = None) -> Outcome:
        """Make a game. A known key answers with the game it made the first time."""
        event = create(edition, wish)
        stamp = Stamp(self._clock(), None, wish.seed)
        return self.begin(record((event,), 0, chain.GENESIS, stamp), key)

    def begin(self, recorded: list[Recorded], key: Key | None = None) -> Outcome:
        """Make a game with its first events. A known key answers with what it made the first time;
        raises ``ContentionError`` where there is a game of this id."""
        loaded = advance(None, recorded, no_past)
        game = loaded.state.created.game
        reply = self._store.append(self._batch(None, loaded, recorded, key))
        match reply:
            case Appended():
                self._remember(loaded)
                return Outcome(loaded, 0, loaded.version, tuple(recorded))
            case Known():
                return self._first_outcome(game, reply, key)
            case Conflict():
                raise ContentionError(game)

    def current(self, game: str) -> Loaded:
        """The game at its newest version. Raises ``GameNotFoundError``."""
        known = self._recent.get(game)
        if known is None:
            return self._extend(game, None, self._store.read(game))
        lines = self._store.read(game, known.version - 1)
        return self._extend(game, known, self._behind(known, lines))

    def cached(self, game: str) -> Loaded:
        """The game at a version that was the newest some time ago, without asking the store if
        possible. Raises ``GameNotFoundError``."""
        return self._recent.get(game) or self.current(game)

    def at_least(self, game: str, version: int) -> Loaded:
        """The game at some version from ``version`` on, from memory if possible."""
        known = self.cached(game)
        return known if known.version >= version else self.current(game)

    def at(self, game: str, version: int) -> Loaded:
        """The game as it was at ``version``, which must be one it has had.

        Some states are kept, so that stepping through a long game folds little.
        """
        known = self._kept.before(game, version)
        lines = self._store.read(game, known.version - 1 if known else 0, version)
        if known:
            lines = self._behind(known, lines)
        while lines:
            step = until_kept(known.version if known else 0)
            known = advance(known, list(map(parse, lines[:step])), self.past(game))
            lines = lines[step:]
            self._kept.pass_by(game, known)
        if known is None:
            raise GameNotFoundError(game)
        self._kept.put(game, known)
        return known

    def each(self, game: str, after: int, upto: int) -> Iterator[Loaded]:
        """The game as it was at each version past ``after`` up to ``upto``, which it must have
        had."""
        known = self.at(game, after) if after else None
        for line in self._store.read(game, after, upto):
            known = advance(known, [parse(line)], self.past(game))
            yield known

    def seen(self, newest: Loaded, seats: frozenset[Seat]) -> Loaded:
        """The game as far as a viewer who holds ``seats`` may know it."""
        head = newest.visible(seats)
        if head.version == newest.version:
            return newest
        game = newest.state.created.game
        known = self._delayed.get(game)
        if known is None or (known.version, known.head) != (head.version, head.hash):
            known = self.at(game, head.version)
            self._delayed.put(game, known)
        return known

    def past(self, game: str) -> Past:
        """A game's earlier states, for what is taken back."""

        def at(version: int) -> GameState | None:
            then = self.at(game, version)
            return then.state if then.settled else None

        return at

    def events(self, game: str, after: int, upto: int | None = None) -> list[Recorded]:
        """The recorded events with versions ``after + 1`` to ``upto``."""
        return [load(line) for line in self._store.read(game, after, upto)]

    def taken_back(self, game: str, upto: int) -> dict[int, int]:
        """Which of the first ``upto`` events took the game back, and to which version each did."""
        lines = enumerate(map(parse, self._store.read(game, 0, upto)), start=1)
        events = ((version, line.event) for version, line in lines if line.type == _TAKEN_BACK)
        return {v: event.to_version for v, event in events if isinstance(event, TakenBack)}

    def told(self, game: str, upto: int, seats: frozenset[Seat]) -> list[Told]:
        """The first ``upto`` events as a viewer who holds ``seats`` is told of them."""
        lines = map(parse, self._store.read(game, 0, upto))
        return [Told(seen(one.event, seats), one.seat, milliseconds(one.at)) for one in lines]

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

    def submit(
        self,
        game: str,
        command: Command,
        expected: int | frozenset[int] | None = None,
        key: Key | None = None,
        nonce: str = "",
        dice: tuple[Face, ...] = (),
    ) -> Outcome:
        """Carry a command out, once; its dice and shuffles depend on ``nonce`` as well. ``dice``
        are those that the player of a sandbox has fixed.

        Checked in this order: is the key known (then its first outcome is the answer), is the game
        at the ``expected`` version, or at one of them, do the rules allow the command. Without an
        expected version a command that lost a race is decided again on the newer state. Raises
        ``IllegalCommandError``, ``VersionMismatchError``, ``KeyReusedError``, ``ContentionError``,
        ``GameNotFoundError``.
        """
        named = frozenset({expected}) if isinstance(expected, int) else expected
        wish = _Wish(game, command, named, key, nonce, dice)
        loaded = self.cached(game)
        for _ in range(_TRIES):
            tried = self._attempt(loaded, wish)
            if isinstance(tried, Outcome):
                return tried
            loaded = tried
        raise ContentionError(game)

    def _attempt(self, loaded: Loaded, wish: "_Wish") -> Outcome | Loaded:
        """Decide once on ``loaded``; a newer state when that one turns out to be behind.

        A refusal counts only if nothing has happened since, and only for a key not seen before.
        """
        refusal = None
        if wish.fits(loaded.version):
            nonce = wish.nonce_on(loaded)
            try:
                chance = _chance(loaded.state, nonce)
                past = self.past(wish.game)
                events = decide(loaded.state, wish.command, chance, past, wish.dice)
            except IllegalCommandError as error:
                refusal = error
            else:
                return self._append(loaded, events, wish, nonce)
        fresh, known = self._refresh(loaded, wish)
        if known is not None:
            return self._first_outcome(wish.game, known, wish.key)
        if not wish.fits(fresh.version):
            raise VersionMismatchError(fresh.version, max(wish.expected or {0}))
        if refusal is not None and fresh.version == loaded.version:
            raise refusal
        return fresh

    def _append(
        self, loaded: Loaded, events: tuple[Event, ...], wish: "_Wish", nonce: str
    ) -> Outcome | Loaded:
        stamp = Stamp(self._clock(), decider(wish.command), loaded.state.created.seed, nonce)
        recorded = record(events, loaded.version, loaded.head, stamp)
        after = advance(loaded, recorded, self.past(wish.game))
        try:
            reply = self._store.append(self._batch(loaded, after, recorded, wish.key))
        except HistoryShrankError as lost:
            if lost.frozen:
                self._forget(wish.game)
            raise
        match reply:
            case Appended():
                self._remember(after)
                return Outcome(after, loaded.version, after.version, tuple(recorded))
            case Known():
                return self._first_outcome(wish.game, reply, wish.key)
            case Conflict():
                return self._extend(wish.game, loaded, list(reply.missing))

    def _refresh(self, loaded: Loaded, wish: "_Wish") -> tuple[Loaded, Known | None]:
        field = wish.key.field if wish.key else None
        known, lines = self._store.peek(wish.game, loaded.version - 1, field)
        return self._extend(wish.game, loaded, self._behind(loaded, lines)), known

    def _behind(self, known: Loaded, lines: list[bytes]) -> list[bytes]:
        """The lines that follow the last event of a state, which must be the first of ``lines``;
        a game of which that is not true is frozen."""
        if not lines or parse(lines[0]).hash != known.head:
            game = known.state.created.game
            raise self._lost(game, f"version {known.version} is missing or another")
        return lines[1:]

    def _lost(self, game: str, reason: str) -> HistoryShrankError:
        """Freeze a game. From then on the store remembers the loss, and this process may forget
        what it has seen: else it could not go on should the operator open the game again."""
        frozen = self._store.freeze(game, reason)
        if frozen:
            self._forget(game)
        return HistoryShrankError(game, frozen=frozen)

    def _forget(self, game: str) -> None:
        known = self._recent.get(game)
        self._recent.drop(game)
        if known is not None:
            self._kept.forget(game, known.version)

    def _extend(self, game: str, known: Loaded | None, lines: list[bytes]) -> Loaded:
        if not lines:
            if known is None:
                raise GameNotFoundError(game)
            return known
        self._store.confirm(game)
        loaded = advance(known, list(map(parse, lines)), self.past(game))
        self._remember(loaded)
        return loaded

    def _first_outcome(self, game: str, known: Known, key: Key | None) -> Outcome:
        if key is not None and key.fingerprint != known.fingerprint:
            raise KeyReusedError(key.field)
        events = tuple(self.events(game, known.after, known.upto))
        return Outcome(self.current(game), known.after, known.upto, events, replayed=True)

    def _remember(self, loaded: Loaded) -> None:
        self._recent.put(loaded.state.created.game, loaded, newer=_is_newer)

    def _batch(
        self, before: Loaded | None, after: Loaded, recorded: list[Recorded], key: Key | None
    ) -> Batch:
        state, at = after.state, after.times.updated
        over = state.status is Status.FINISHED
        limit = state.created.move_time_limit * 1000
        return Batch(
            game=state.created.game,
            expected=before.version if before else 0,
            head=before.head if before else chain.GENESIS,
            lines=tuple(dump(one) for one in recorded),
            deadline=milliseconds(at) + limit if _is_timed(state) else None,
            finished=milliseconds(at) if over else None,
            seal=self._signer.seal(state.created.game, after.version, after.head, at)
            if over and self._signer
            else None,
            key=key,
        )


@dataclass(frozen=True, slots=True)
class _Wish:
    """A command with all that came with it."""

    game: str
    command: Command
    expected: frozenset[int] | None
    key: Key | None
    nonce: str
    dice: tuple[Face, ...]

    def fits(self, version: int) -> bool:
        """Whether the command may be carried out at a version."""
        return self.expected is None or version in self.expected

    def nonce_on(self, loaded: Loaded) -> str:
        """What the draws of the command depend on: its own nonce; those of all who sat down for
        the set-up, which is everybody's."""
        if not isinstance(self.command, TakeSeat):
            return self.nonce
        return ".".join(filter(None, (loaded.nonces, self.nonce)))


def new_seed() -> str:
    """A secret seed for a game, in hex."""
    return secrets.token_hex(32)


def _is_timed(state: GameState) -> bool:
    """Whether a seat can run out of time: in a sandbox nobody waits for anybody."""
    return state.status is Status.ACTIVE and state.created.branch is None


def _is_newer(candidate: Loaded, known: Loaded) -> bool:
    return candidate.version > known.version


def _chance(state: GameState, nonce: str) -> SeededChance:
    return SeededChance(bytes.fromhex(state.created.seed), state.created.draws_of, nonce)
