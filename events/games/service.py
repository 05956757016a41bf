"""Carry out a command: load, decide, append.

A command usually costs one round trip: it is decided on the cached snapshot and appended at its
version. If the cache was behind, the store's reply carries the missing events, and the command is
decided again.
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
from events.games.drafting import AppendDraft, with_answers
from events.games.errors import ContentionError, VersionMismatchError
from events.games.repository import GameRepository
from events.games.sealing import Sealer, StateMismatchError, seal_of
from events.games.snapshot import GameSnapshot, advance, advance_to
from events.games.timing import Outages, credits_due, no_outages, time_up
from events.log import chain, command_codec
from events.log.stored_event import EventMetadata, StoredEvent, dump, envelop
from events.store.duplicate_keys import is_same_request
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
    """The result of a command: its events, with versions ``after + 1`` to ``upto``.

    ``loaded`` is the game at version ``upto`` or later. ``replayed`` says that the idempotency key
    was used before, so that this is the first outcome and nothing was done.
    """

    loaded: GameSnapshot
    after: int
    upto: int
    events: tuple[StoredEvent, ...]
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Sender:
    """The player who sends a command and must hold its seat when it is decided, and the ``dice``
    fixed for it in a sandbox."""

    player: str
    dice: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class _Submission:
    """A submitted command with its parameters."""

    game: str
    command: Command
    expected: frozenset[int] | None
    key: Key | None
    nonce: str
    sender: Sender | None

    def is_expected(self, version: int) -> bool:
        """Whether a version is an expected one."""
        return self.expected is None or version in self.expected

    def draw_nonce(self, loaded: GameSnapshot) -> str:
        """The nonce for the draws of the command: its own, or for the set-up those of all players
        who took seats."""
        if not isinstance(self.command, TakeSeat):
            return self.nonce
        return ".".join(filter(None, (loaded.nonces, self.nonce)))


class GameService:
    """Creates games and carries out commands. Thread-safe.

    ``repository`` reads the same games; the results of commands are in its cache.
    """

    def __init__(
        self,
        store: EventStore,
        clock: Callable[[], str],
        cached: int = 2000,
        sealer: Sealer | None = None,
        outages: Outages = no_outages,
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
        """Create a game in which players are ``seated`` at once. A key used before returns the game
        created then."""
        now = self._clock()
        metadata = EventMetadata(now, None, options.seed)
        recorded = envelop((create(edition, options),), 0, chain.GENESIS, metadata)
        loaded = advance(None, recorded, no_past)
        chance = SeededChance(bytes.fromhex(options.seed), loaded.state.created.draws_of)
        for seat, player in seated.items():
            command = TakeSeat(seat, player)
            decision = apply(loaded.state, command, chance)
            metadata = EventMetadata(now, seat, options.seed, "", command_codec.encode(command))
            seat_events = envelop(decision.events, loaded.version, loaded.head, metadata)
            loaded = advance_to(decision.state, loaded, seat_events)
            recorded += seat_events
        return self._append_new(loaded, recorded, key)

    def begin(self, recorded: list[StoredEvent], key: Key | None = None) -> Outcome:
        """Create a game from its first events. A key used before returns the first outcome. Raises
        ``ContentionError`` if the game exists."""
        return self._append_new(advance(None, recorded, no_past), recorded, key)

    def _append_new(
        self, loaded: GameSnapshot, recorded: list[StoredEvent], key: Key | None
    ) -> Outcome:
        match self.repository.append(_batch(None, loaded, recorded, key), loaded):
            case Appended():
                return Outcome(loaded, 0, loaded.version, tuple(recorded))
            case DuplicateKey() as duplicate:
                return self._first_outcome(loaded.state.created.game, duplicate, key)
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
        """Carry out a command exactly once; ``nonce`` also enters its dice rolls and shuffles.

        Checks, in this order: the idempotency key (a key used before returns its first outcome),
        the ``expected`` version or versions, the rules. Without an expected version, a command that
        lost a race is decided again on the newer state. Raises
        ``IllegalCommandError``, ``VersionMismatchError``, ``KeyReusedError``, ``ContentionError``,
        ``GameNotFoundError``.
        """
        versions = frozenset({expected}) if isinstance(expected, int) else expected
        submission = _Submission(game, command, versions, key, nonce, sender)
        loaded = self.repository.cached(game)
        for _ in range(_TRIES):
            result = self._attempt(loaded, submission)
            if isinstance(result, Outcome):
                return result
            loaded = result
        raise ContentionError(game)

    def _attempt(self, loaded: GameSnapshot, submission: _Submission) -> Outcome | GameSnapshot:
        """Decide once on ``loaded``; return a newer snapshot if that one was behind.

        A refusal counts only if ``loaded`` is current and the key was not used before.
        """
        refusal = None
        if submission.is_expected(loaded.version):
            now = self._clock()
            draft = self._on_time(loaded, now)
            if (resignation := time_up(draft.snapshot.state)) is not None:
                return self._append_time_up(loaded, draft.then(resignation, now))
            nonce = submission.draw_nonce(loaded)
            try:
                decision = self._decide(draft.snapshot.state, submission, nonce)
            except IllegalCommandError as error:
                refusal = error
            else:
                with_command = draft.with_decision(submission.command, decision, now, nonce)
                return self._append(loaded, with_command, submission, now)
        newest, duplicate = self.repository.refresh(loaded, submission.key)
        if duplicate is not None:
            return self._first_outcome(submission.game, duplicate, submission.key)
        if not submission.is_expected(newest.version):
            raise VersionMismatchError(newest.version, max(submission.expected or {0}))
        if refusal is not None and newest.version == loaded.version:
            raise refusal
        return newest

    def _decide(self, state: GameState, submission: _Submission, nonce: str) -> Decision:
        command, sender = submission.command, submission.sender
        if sender is not None and state.seats.get(command.seat) != sender.player:
            raise IllegalCommandError(Rule.SEAT_NOT_YOURS, seat=command.seat)
        chance = SeededChance(bytes.fromhex(state.created.seed), state.created.draws_of, nonce)
        past = self.repository.past(submission.game)
        return apply(state, command, chance, past, sender.dice if sender else ())

    def flag(self, game: str) -> int | None:
        """Resign the seat whose clock ran out first. Otherwise return when the next clock runs out
        (ms), or None without a clock. Raises ``GameNotFoundError``."""
        loaded, now = self.repository.current(game), self._clock()
        draft = self._on_time(loaded, now)
        resignation = time_up(draft.snapshot.state)
        if resignation is None:
            return deadline(draft.snapshot.state, now)
        self._append_time_up(loaded, draft.then(resignation, now))
        return None

    def _on_time(self, loaded: GameSnapshot, now: str) -> AppendDraft:
        """A draft with the game at the time ``now`` and the time credited to its seats."""
        if loaded.state.clock is None:
            return AppendDraft([], loaded)
        moment = milliseconds(now)
        credits = tuple(credits_due(loaded.state, moment, self._outages))
        draft = AppendDraft([], replace(loaded, state=with_clock_at(loaded.state, moment)))
        for command in credits:
            draft = draft.then(command, now)
        return draft

    def _append_time_up(self, loaded: GameSnapshot, draft: AppendDraft) -> GameSnapshot:
        """Append the end of a seat's time; return the newer snapshot if another append won."""
        seal = self._seal(loaded, draft.snapshot, draft.recorded)
        batch = _batch(loaded, draft.snapshot, draft.recorded, None, seal)
        reply = self.repository.append(batch, draft.snapshot)
        if isinstance(reply, Conflict):
            return self.repository.extend(loaded, reply.missing)
        return draft.snapshot

    def _append(
        self, loaded: GameSnapshot, draft: AppendDraft, submission: _Submission, now: str
    ) -> Outcome | GameSnapshot:
        if isinstance(submission.command, Play):
            draft = with_answers(draft, now)
        recorded, after = draft.recorded, draft.snapshot
        seal = self._seal(loaded, after, recorded)
        batch = _batch(loaded, after, recorded, submission.key, seal)
        match self.repository.append(batch, after):
            case Appended():
                return Outcome(after, loaded.version, after.version, tuple(recorded))
            case DuplicateKey() as duplicate:
                return self._first_outcome(submission.game, duplicate, submission.key)
            case Conflict() as conflict:
                return self.repository.extend(loaded, conflict.missing)

    def _seal(
        self, before: GameSnapshot, after: GameSnapshot, recorded: Sequence[StoredEvent]
    ) -> bytes | None:
        """The seal of a game that is finished now. If sealing fails, the cached snapshots are
        dropped. Raises ``LogBrokenError``, and ``ContentionError`` if a retry may succeed."""
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

    def _first_outcome(self, game: str, duplicate: DuplicateKey, key: Key | None) -> Outcome:
        if key is not None and not is_same_request(duplicate, key):
            raise KeyReusedError(key.field)
        events = tuple(self.repository.events(game, duplicate.after, duplicate.upto))
        newest = self.repository.current(game)
        return Outcome(newest, duplicate.after, duplicate.upto, events, replayed=True)


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
    """The batch that leads from one snapshot to another."""
    state, at = after.state, milliseconds(after.times.updated)
    return Batch(
        game=state.created.game,
        expected=before.version if before else 0,
        head=before.head if before else chain.GENESIS,
        lines=tuple(dump(event) for event in recorded),
        at=at,
        deadline=deadline(state, after.times.updated),
        finished=at if state.status is Status.FINISHED else None,
        seal=seal,
        key=key,
    )
