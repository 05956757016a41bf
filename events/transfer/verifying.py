"""Verify a log: its hash chain, hidden parts and draws, and that it follows from the rules."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from domain import chance, evolve, with_clock_at
from domain import events as e
from domain.chance import SeededChance
from domain.editions import rulebook
from domain.position import Position
from domain.rules.battles.mines import left_for
from domain.scenarios import load as battle_of
from domain.seating import Table
from domain.state import GameState
from domain.values import Face, Status
from events.clock import milliseconds
from events.log import chain, codec
from events.log.stored_event import StoredEvent, dump
from events.log.upcasts import newest
from events.seals.signing import BadSealError, Seal, check
from events.summaries import Times, Vouching
from events.transfer.bounds import OutOfBoundsError, check_bounds, check_command, check_growth
from events.transfer.replay_check import Battles, BreachError, Judge, judge_creation

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")
_SEED = re.compile(r"[0-9a-f]{64}")
MAX_NAME = 60
"""The maximum length of a branch's name."""
_DRIFTS = 7
"""The number of outcomes of a drift: to stay, or one of six directions."""


class RefusedLogError(Exception):
    """A log or an export is invalid. ``version`` is the first wrong event, 0 for the header, None
    for the file as a whole."""

    def __init__(self, version: int | None, reason: str) -> None:
        super().__init__(reason)
        self.version = version
        self.reason = reason


@dataclass(frozen=True, slots=True)
class CheckedLog:
    """A verified game: its lines, the resulting state and times, the earliest and latest time of
    any event, its seal, and whether ``seal`` or ``rules`` vouches for it."""

    lines: tuple[bytes, ...]
    state: GameState
    times: Times
    earliest: str
    latest: str
    head: str
    seal: bytes | None
    vouched_by: Vouching

    @property
    def game(self) -> str:
        """The game's id."""
        return self.state.created.game

    @property
    def finished(self) -> int | None:
        """When the game finished, in milliseconds since 1970; None while it runs."""
        over = self.state.status is Status.FINISHED
        return milliseconds(self.times.updated) if over else None


def verified(
    log: Sequence[StoredEvent], seal: bytes | None, *, vouched: bool, battles: Battles = battle_of
) -> CheckedLog:
    """Verify a log with a valid hash chain: every event decodes and folds, hidden parts and draws
    follow from the seed, and, unless a seal has ``vouched`` for it, it was played by the rules.
    Draws of a branch by an unknown seed are taken as recorded. Raises ``RefusedLogError``.
    """
    progress = _Progress()
    try:
        created = created_by(log[0])
        if not vouched:
            judge_creation(log[0], battles)
        state = _fold_verified(log, created, None if vouched else Judge(log[0], created), progress)
    except BreachError as breach:
        raise RefusedLogError(breach.version, str(breach)) from None
    except OutOfBoundsError as error:
        raise RefusedLogError(progress.version, str(error)) from None
    except RefusedLogError:
        raise
    except Exception as error:
        # An imported log may contain anything; any other exception is an invalid log too.
        reason = f"it does not fit the game so far ({type(error).__name__})"
        raise RefusedLogError(progress.version, reason) from error
    moments = sorted(event.at for event in log)
    return CheckedLog(
        lines=tuple(map(dump, log)),
        state=state,
        times=Times(log[0].at, log[-1].at),
        earliest=moments[0],
        latest=moments[-1],
        head=log[-1].hash,
        seal=seal,
        vouched_by="seal" if vouched else "rules",
    )


@dataclass(slots=True)
class _Progress:
    """The version of the event being verified."""

    version: int = 1


def _fold_verified(
    log: Sequence[StoredEvent], created: e.GameCreated, judge: Judge | None, progress: _Progress
) -> GameState:
    """Fold a log, verifying each event on the way."""
    unproved, fixed = _unproved(log, created), None
    state = with_clock_at(evolve(None, created), _moment(log[0]))
    settled: dict[int, GameState] = {}
    for group in _commands(log[1:]):
        progress.version = group[0].version
        state = with_clock_at(state, _moment(group[0]))
        if judge is not None:
            judge.judge(state, group, settled.get)
        for event in group:
            progress.version = event.version
            _check_seats(state.table, event)
            _check_secret(event, created.seed)
            _check_command(event, group[0])
            if event.version > unproved:
                _check_draw(state, event, fixed)
            fixed = event.event.faces if isinstance(event.event, e.DiceFixed) else None
            previous, state = state, evolve(state, event.event, settled.get)
            if judge is None:
                check_growth(previous, state)
        settled[progress.version] = state
    return state


def _check_seats(table: Table, event: StoredEvent) -> None:
    """Raise ``RefusedLogError`` for an event with a seat that the game does not have."""
    audience = event.hidden.audience if event.hidden else ()
    named = {event.seat, getattr(event.event, "seat", None), *audience} - {None}
    if not named.issubset(table.seats):
        raise RefusedLogError(event.version, "it names a seat that the game does not have")


def check_chain(log: Iterable[StoredEvent]) -> None:
    """Raise ``RefusedLogError`` for a log with a broken hash chain."""
    previous, form = chain.GENESIS, None
    for version, event in enumerate(log, start=1):
        if version > 1 and event.form not in (form, msgspec.UNSET):
            raise RefusedLogError(version, "its form is older than that of the event before")
        form = event.form
        if event.version != version:
            raise RefusedLogError(version, f"event {event.version} is in its place")
        if not (form is msgspec.UNSET or event.command is msgspec.UNSET):
            raise RefusedLogError(version, "the hash of its form does not cover a command")
        try:
            sound = event.follows(previous)
        except (ValueError, RecursionError):
            sound = False
        if not sound:
            raise RefusedLogError(version, "its hash does not match its content")
        previous = event.hash


def check_sizes(log: Iterable[StoredEvent]) -> None:
    """Raise ``RefusedLogError`` for an event that exceeds the bounds, before events are decoded."""
    for event in log:
        try:
            check_bounds(
                event.type,
                event.schema,
                event.public_data,
                event.hidden.data if event.hidden else None,
            )
            if event.command is not msgspec.UNSET:
                check_command(event.command)
        except OutOfBoundsError as error:
            raise RefusedLogError(event.version, str(error)) from None


def is_vouched(
    seal: bytes | None, game: str, last: StoredEvent, keys: Mapping[str, Any] | None
) -> bool:
    """Whether a game has a seal by one of the trusted ``keys``. A seal by another key is not
    trusted. Raises ``RefusedLogError`` for an invalid seal."""
    if seal is None:
        return False
    parsed = msgspec.json.decode(seal, type=Seal)
    if (parsed.game, parsed.version, parsed.head) != (game, last.version, last.hash):
        raise RefusedLogError(None, "the seal is that of another log")
    if keys is None or all(key["kid"] != parsed.key for key in keys["keys"]):
        return False
    try:
        check(seal, keys)
    except BadSealError as error:
        raise RefusedLogError(None, str(error)) from None
    return True


def is_name(text: str) -> bool:
    """Whether a text is a valid id of a game or a player, safe for names of keys and files."""
    return _NAME.fullmatch(text) is not None


def created_by(first: StoredEvent) -> e.GameCreated:
    """The creation event of a log, validated. Raises ``RefusedLogError``."""
    try:
        created = first.event
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise RefusedLogError(1, "such a game cannot be created") from None
    if not isinstance(created, e.GameCreated):
        raise RefusedLogError(1, "a game begins with its creation")
    match = created.match
    names = [created.game, created.created_by]
    names += [] if match is None else [match.first, *match.players.values()]
    branch = created.branch
    names += [] if branch is None else [branch.game, branch.root, branch.draws_of]
    if not all(map(is_name, names)):
        raise RefusedLogError(1, "it contains an invalid id of a game or a player")
    if not _SEED.fullmatch(created.seed):
        raise RefusedLogError(1, "its seed does not have 32 bytes")
    if chance.commitment(bytes.fromhex(created.seed)) != created.seed_commitment:
        raise RefusedLogError(1, "its seed does not match its commitment")
    if not first.last:
        raise RefusedLogError(1, "the creation of a game must be a separate command")
    if first.command is not msgspec.UNSET:
        raise RefusedLogError(1, "the creation of a game has no command")
    _check_secret(first, created.seed)
    return created


def _unproved(log: Sequence[StoredEvent], created: e.GameCreated) -> int:
    """The version up to which draws cannot be derived from the seed. Raises ``RefusedLogError`` for
    a branch that never begins: all of it could be invented."""
    branch = created.branch
    if branch is None:
        return 0
    if not 1 <= branch.at_version < len(log) or not 0 <= branch.unproved <= branch.at_version:
        raise RefusedLogError(1, "it does not branch off where it says")
    if len(branch.name or "") > MAX_NAME:
        raise RefusedLogError(1, "its name is not valid for a branch")
    return branch.unproved


def _commands(log: Sequence[StoredEvent]) -> Iterator[Sequence[StoredEvent]]:
    """Group events by command; those of one share seat, time and nonce."""
    start = 0
    for index, event in enumerate(log):
        first = log[start]
        if (event.at, event.seat, event.nonce) != (first.at, first.seat, first.nonce):
            raise RefusedLogError(event.version, "the events of a command have different envelopes")
        if event.last:
            yield log[start : index + 1]
            start = index + 1
    if start < len(log):
        raise RefusedLogError(log[-1].version, "the last command is incomplete")


def _moment(event: StoredEvent) -> int:
    """The time of an event in milliseconds since 1970."""
    if not _TIME.fullmatch(event.at):
        raise RefusedLogError(event.version, "its time is not in the format of this service")
    return milliseconds(event.at)


def _check_secret(one: StoredEvent, seed: str) -> None:
    """Check an event's fields, its hidden fields and audience, and its salt."""
    event = one.event
    encoded = codec.encode(event)
    _, stored = newest(
        one.type, one.schema, {**one.public_data, **(one.hidden.data if one.hidden else {})}
    )
    today = {**encoded.data, **(encoded.hidden or {})}
    # Most events are unchanged; comparing their encoded forms is several times faster.
    unchanged = chain.canonical(stored) == chain.canonical(today)
    if not unchanged and not codec.is_within(stored, today):
        raise RefusedLogError(one.version, f"{one.type} has no such fields")
    if isinstance(event, e.SeatTaken) and not is_name(event.player):
        raise RefusedLogError(one.version, "it contains an invalid id of a player")
    if (one.hidden is None) != (encoded.hidden is None):
        raise RefusedLogError(one.version, "it hides too much or too little")
    if one.hidden is not None and encoded.hidden is not None:
        same = one.hidden.data.keys() == encoded.hidden.keys()
        if not same or one.hidden.audience != encoded.audience:
            raise RefusedLogError(one.version, "it hides other fields, or for another audience")
        if one.hidden.salt != chain.salt(seed, one.version):
            raise RefusedLogError(one.version, "its salt does not follow from the seed")


def _check_command(one: StoredEvent, first: StoredEvent) -> None:
    """Check that only the first event of a command records it."""
    if one.command is msgspec.UNSET:
        return
    try:
        one.command_to(one.event)
    except ValueError as error:
        raise RefusedLogError(one.version, str(error)) from None
    if one is not first or isinstance(one.event, e.GameBranched):
        raise RefusedLogError(one.version, "it is not the first event of a command")


def _check_draw(state: GameState, one: StoredEvent, fixed: tuple[Face, ...] | None) -> None:
    """Check that dice, drifts and shuffles are those of the seed's next draw, or the dice ``fixed``
    just before in a sandbox."""
    event = one.event
    source = SeededChance(bytes.fromhex(state.created.seed), state.created.draws_of, one.draw_nonce)
    match event:
        case _ if isinstance(event, e.Throw):
            draw = event.draw
            sound = (fixed or source.roll(draw, len(event.faces))) == event.faces
        case e.UnitLanded(draw=draw, drift=drift) | e.UnitDropFailed(draw=draw, drift=drift):
            sound = source.numbers(draw, len(drift), _DRIFTS) == drift
        case e.MineLaid(hex=hex_, draw=draw, strength=strength):
            left = left_for(Position(rulebook(state.created), state), hex_)
            sound = bool(left) and left[source.numbers(draw, 1, len(left))[0]] == strength
        case e.DeckShuffled(draw=draw, order=order, kept=kept):
            mixed = order[: len(order) - kept]
            sound = 0 <= kept <= len(order) and source.shuffle(draw, mixed) == mixed
        case e.DrawPileShuffled(draw=draw, order=order) | e.UnseenShuffled(draw=draw, order=order):
            sound = source.shuffle(draw, order) == order
        case e.DiceFixed():
            draw, sound = state.draws, state.created.branch is not None
        case e.SeedRevealed(seed):
            draw, sound = state.draws, seed == state.created.seed
        case _:
            return
    if draw != state.draws or not sound:
        raise RefusedLogError(one.version, f"draw {state.draws} of the seed gives another result")
