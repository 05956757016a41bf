"""The way of a command: load, decide, append.

A command usually costs one round trip: it is decided on the cached state and appended at its
version. When the cache was behind, the store's answer carries the missing events, and the command
is decided again.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from domain import Decision, apply, create, no_past, with_clock_at
from domain.chance import SeededChance
from domain.commands import Command, Play, TakeSeat
from domain.errors import IllegalCommandError, Rule
from domain.state import GameState
from domain.steps.table.lifecycle import GameOptions
from domain.values import EditionName, Face, Seat, Status
from events.clock import milliseconds
from events.games.drafting import SoFar, with_answers
from events.games.errors import ContentionError, VersionMismatchError
from events.games.repository import GameRepository
from events.games.sealing import Sealer, StateMismatchError, seal_of
from events.games.snapshot import GameSnapshot, advance, advance_to
from events.games.timing import Outages, credits_due, none_known, time_up
from events.log import chain, command_codec
from events.log.stored_event import EventMetadata, StoredEvent, dump, envelop
from events.store.duplicate_keys import is_of
from events.store.port import (
    Appended,
    Batch,
    Conflict,
    DuplicateKey,
    EventStore,
    Key,
    KeyReusedError,
    LogBrokenError,
)
from events.summaries import deadline

_TRIES = 100


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command did: the events after version ``after`` up to ``upto``.

    ``loaded`` is the game at some version not before ``upto``; ``replayed`` says that the
    idempotency key was known and nothing was done this time.
    """

    loaded: GameSnapshot
    after: int
    upto: int
    events: tuple[StoredEvent, ...]
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends a command: a player who must still hold its seat, which may have been handed over
    meanwhile or gone to a bot on time; and the ``dice`` that it has fixed in a sandbox."""

    player: str
    dice: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class _Submission:
    """A command with all that came with it."""

    game: str
    command: Command
    expected: frozenset[int] | None
    key: Key | None
    nonce: str
    sender: Sender | None

    def fits(self, version: int) -> bool:
        """Whether the command may be carried out at a version."""
        return self.expected is None or version in self.expected

    def nonce_on(self, loaded: GameSnapshot) -> str:
        """What the draws of the command depend on: its own nonce; those of all who sat down for
        the set-up, which is everybody's."""
        if not isinstance(self.command, TakeSeat):
            return self.nonce
        return ".".join(filter(None, (loaded.nonces, self.nonce)))


class GameService:
    """Makes games and carries commands out. Safe to share between threads.

    ``repository`` reads the same games, with the states that commands have led to in its cache.
    """

    def __init__(
        self,
        store: EventStore,
        clock: Callable[[], str],
        cached: int = 2000,
        sealer: Sealer | None = None,
        outages: Outages = none_known,
    ) -> None:
        self.repository = GameRepository(store, cached)
        self._store = store
        self._clock = clock
        self._sealer = sealer
        self._outages = outages

    def create(
        self,
        edition: EditionName,
        options: GameOptions,
        key: Key | None = None,
        seated: Mapping[Seat, str] = MappingProxyType({}),
    ) -> Outcome:
        """Make a game, in which players are ``seated`` at once. A known key answers with the game
        it made the first time."""
        now = self._clock()
        metadata = EventMetadata(now, None, options.seed)
        recorded = envelop((create(edition, options),), 0, chain.GENESIS, metadata)
        loaded = advance(None, recorded, no_past)
        chance = SeededChance(bytes.fromhex(options.seed), loaded.state.created.draws_of)
        for seat, player in seated.items():
            command = TakeSeat(seat, player)
            decision = apply(loaded.state, command, chance)
            metadata = EventMetadata(now, seat, options.seed, "", command_codec.encode(command))
            taken = envelop(decision.events, loaded.version, loaded.head, metadata)
            loaded = advance_to(decision.state, loaded, taken)
            recorded += taken
        return self._created(loaded, recorded, key)

    def begin(self, recorded: list[StoredEvent], key: Key | None = None) -> Outcome:
        """Make a game with its first events. A known key answers with what it made the first time;
        raises ``ContentionError`` where there is a game of this id."""
        return self._created(advance(None, recorded, no_past), recorded, key)

    def _created(
        self, loaded: GameSnapshot, recorded: list[StoredEvent], key: Key | None
    ) -> Outcome:
        match self.repository.append(_batch(None, loaded, recorded, key), loaded):
            case Appended():
                return Outcome(loaded, 0, loaded.version, tuple(recorded))
            case DuplicateKey() as known:
                return self._first_outcome(loaded.state.created.game, known, key)
            case Conflict():
                raise ContentionError(loaded.state.created.game)

    def submit(
        self,
        game: str,
        command: Command,
        expected: int | frozenset[int] | None = None,
        key: Key | None = None,
        nonce: str = "",
        sender: Sender | None = None,
    ) -> Outcome:
        """Carry a command out, once; its dice and shuffles depend on ``nonce`` as well.

        Checked in this order: is the key known (then its first outcome is the answer), is the game
        at the ``expected`` version, or at one of them, do the rules allow the command. Without an
        expected version a command that lost a race is decided again on the newer state. Raises
        ``IllegalCommandError``, ``VersionMismatchError``, ``KeyReusedError``, ``ContentionError``,
        ``GameNotFoundError``.
        """
        named = frozenset({expected}) if isinstance(expected, int) else expected
        submission = _Submission(game, command, named, key, nonce, sender)
        loaded = self.repository.cached(game)
        for _ in range(_TRIES):
            tried = self._attempt(loaded, submission)
            if isinstance(tried, Outcome):
                return tried
            loaded = tried
        raise ContentionError(game)

    def _attempt(self, loaded: GameSnapshot, submission: _Submission) -> Outcome | GameSnapshot:
        """Decide once on ``loaded``; a newer state when that one turns out to be behind.

        A refusal counts only if nothing has happened since, and only for a key not seen before.
        """
        refusal = None
        if submission.fits(loaded.version):
            now = self._clock()
            so_far = self._on_time(loaded, now)
            if (over := time_up(so_far.after.state)) is not None:
                return self._ended(loaded, so_far.then(over, now))
            nonce = submission.nonce_on(loaded)
            try:
                decision = self._decided(so_far.after.state, submission, nonce)
            except IllegalCommandError as error:
                refusal = error
            else:
                done = so_far.with_decision(submission.command, decision, now, nonce)
                return self._append(loaded, done, submission, now)
        fresh, known = self.repository.refresh(loaded, submission.key)
        if known is not None:
            return self._first_outcome(submission.game, known, submission.key)
        if not submission.fits(fresh.version):
            raise VersionMismatchError(fresh.version, max(submission.expected or {0}))
        if refusal is not None and fresh.version == loaded.version:
            raise refusal
        return fresh

    def _decided(self, state: GameState, submission: _Submission, nonce: str) -> Decision:
        command, sender = submission.command, submission.sender
        if sender is not None and state.seats.get(command.seat) != sender.player:
            raise IllegalCommandError(Rule.SEAT_NOT_YOURS, seat=command.seat)
        chance = SeededChance(bytes.fromhex(state.created.seed), state.created.draws_of, nonce)
        past = self.repository.past(submission.game)
        return apply(state, command, chance, past, sender.dice if sender else ())

    def flag(self, game: str) -> int | None:
        """End the time of the seat whose clock has run out first. Otherwise, returns when the next
        one does (ms); None as well where nobody is timed. Raises ``GameNotFoundError``."""
        loaded, now = self.repository.current(game), self._clock()
        so_far = self._on_time(loaded, now)
        over = time_up(so_far.after.state)
        if over is None:
            return deadline(so_far.after.state, now)
        self._ended(loaded, so_far.then(over, now))
        return None

    def _on_time(self, loaded: GameSnapshot, now: str) -> SoFar:
        """The game as time has left it, with what is credited to its seats."""
        if loaded.state.clock is None:
            return SoFar([], loaded)
        moment = milliseconds(now)
        due = tuple(credits_due(loaded.state, moment, self._outages))
        so_far = SoFar([], replace(loaded, state=with_clock_at(loaded.state, moment)))
        for command in due:
            so_far = so_far.then(command, now)
        return so_far

    def _ended(self, loaded: GameSnapshot, done: SoFar) -> GameSnapshot:
        """The game once the time of a seat was ended, unless somebody was faster."""
        seal = self._seal(loaded, done.after, done.recorded)
        batch = _batch(loaded, done.after, done.recorded, None, seal)
        reply = self.repository.append(batch, done.after)
        if isinstance(reply, Conflict):
            return self.repository.extend(loaded, reply.missing)
        return done.after

    def _append(
        self, loaded: GameSnapshot, done: SoFar, submission: _Submission, now: str
    ) -> Outcome | GameSnapshot:
        if isinstance(submission.command, Play):
            done = with_answers(done, now)
        recorded, after = done.recorded, done.after
        seal = self._seal(loaded, after, recorded)
        batch = _batch(loaded, after, recorded, submission.key, seal)
        match self.repository.append(batch, after):
            case Appended():
                return Outcome(after, loaded.version, after.version, tuple(recorded))
            case DuplicateKey() as known:
                return self._first_outcome(submission.game, known, submission.key)
            case Conflict() as conflict:
                return self.repository.extend(loaded, conflict.missing)

    def _seal(
        self, before: GameSnapshot, after: GameSnapshot, recorded: Sequence[StoredEvent]
    ) -> bytes | None:
        """The seal of a game that is over now. One that cannot be sealed is read anew next time:
        raises ``LogBrokenError``, and ``ContentionError`` where another try may do."""
        if self._sealer is None:
            return None
        game = before.state.created.game
        try:
            return seal_of(self._store, self._sealer, before, after, recorded)
        except LogBrokenError as broken:
            if broken.frozen:
                self.repository.forget(game)
            raise
        except StateMismatchError:
            self.repository.forget(game)
            raise ContentionError(game) from None

    def _first_outcome(self, game: str, known: DuplicateKey, key: Key | None) -> Outcome:
        if key is not None and not is_of(known, key):
            raise KeyReusedError(key.field)
        events = tuple(self.repository.events(game, known.after, known.upto))
        now = self.repository.current(game)
        return Outcome(now, known.after, known.upto, events, replayed=True)


def new_seed() -> str:
    """A secret seed for a game, in hex."""
    return secrets.token_hex(32)


def _batch(
    before: GameSnapshot | None,
    after: GameSnapshot,
    recorded: Sequence[StoredEvent],
    key: Key | None,
    seal: bytes | None = None,
) -> Batch:
    """What is appended at once for a command that leads from one state to another."""
    state, at = after.state, milliseconds(after.times.updated)
    return Batch(
        game=state.created.game,
        expected=before.version if before else 0,
        head=before.head if before else chain.GENESIS,
        lines=tuple(dump(one) for one in recorded),
        at=at,
        deadline=deadline(state, after.times.updated),
        finished=at if state.status is Status.FINISHED else None,
        seal=seal,
        key=key,
    )
