"""Whether a log holds: its chain, its secrets and draws, and that the rules lead to it."""

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
"""Characters of what a branch may be called."""
_DRIFTS = 7
"""What a unit's drift is drawn from: to stay, and six directions."""


class RefusedLogError(Exception):
    """An export that does not hold. ``version`` is the first event that is wrong; 0 is the header,
    and None the file as a whole."""

    def __init__(self, version: int | None, reason: str) -> None:
        super().__init__(reason)
        self.version = version
        self.reason = reason


@dataclass(frozen=True, slots=True)
class CheckedLog:
    """A game that was verified: the lines as a log holds them, the state and times they lead to,
    the earliest and the latest time of any event, its seal, and whether ``seal`` or ``rules``
    vouches for it."""

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
    """A log whose hash chain holds, verified further: that every event decodes and folds, that its
    secrets and draws follow from its seed, and unless a seal has ``vouched`` for it, that it was
    played by the rules. Where a branch has draws of a seed that is not told, they are those that
    are recorded, and all else is decided again. Raises ``RefusedLogError``.
    """
    reached = _Reached()
    try:
        created = created_by(log[0])
        if not vouched:
            judge_creation(log[0], battles)
        state = _followed(log, created, None if vouched else Judge(log[0], created), reached)
    except BreachError as breach:
        raise RefusedLogError(breach.version, str(breach)) from None
    except OutOfBoundsError as error:
        raise RefusedLogError(reached.version, str(error)) from None
    except RefusedLogError:
        raise
    except Exception as error:
        # A log from outside may hold anything; what no game can lead to is told like the rest.
        reason = f"it does not fit the game so far ({type(error).__name__})"
        raise RefusedLogError(reached.version, reason) from error
    moments = sorted(one.at for one in log)
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
class _Reached:
    """The event that is being verified."""

    version: int = 1


def _followed(
    log: Sequence[StoredEvent], created: e.GameCreated, judge: Judge | None, reached: _Reached
) -> GameState:
    """The state that a log leads to, each event of which is verified on the way."""
    unproved, fixed = _unproved(log, created), None
    state = with_clock_at(evolve(None, created), _moment(log[0]))
    settled: dict[int, GameState] = {}
    for group in _commands(log[1:]):
        reached.version = group[0].version
        state = with_clock_at(state, _moment(group[0]))
        if judge is not None:
            judge.judge(state, group, settled.get)
        for one in group:
            reached.version = one.version
            _check_seats(state.table, one)
            _check_secret(one, created.seed)
            _check_command(one, group[0])
            if one.version > unproved:
                _check_draw(state, one, fixed)
            fixed = one.event.faces if isinstance(one.event, e.DiceFixed) else None
            before, state = state, evolve(state, one.event, settled.get)
            if judge is None:
                check_growth(before, state)
        settled[reached.version] = state
    return state


def _check_seats(table: Table, one: StoredEvent) -> None:
    """Refuse an event that names a seat which the game does not have."""
    audience = one.hidden.audience if one.hidden else ()
    named = {one.seat, getattr(one.event, "seat", None), *audience} - {None}
    if not named.issubset(table.seats):
        raise RefusedLogError(one.version, "it names a seat that the game does not have")


def check_chain(log: Iterable[StoredEvent]) -> None:
    """Refuse a log in which a hash does not follow from the one before. Raises
    ``RefusedLogError``."""
    previous, form = chain.GENESIS, None
    for version, one in enumerate(log, start=1):
        if version > 1 and one.form not in (form, msgspec.UNSET):
            raise RefusedLogError(version, "its form is older than that of the event before")
        form = one.form
        if one.version != version:
            raise RefusedLogError(version, f"event {one.version} stands in its place")
        if not (form is msgspec.UNSET or one.command is msgspec.UNSET):
            raise RefusedLogError(version, "the hash of its form covers no command")
        try:
            sound = one.follows(previous)
        except (ValueError, RecursionError):
            sound = False
        if not sound:
            raise RefusedLogError(version, "its hash does not follow from what it says")
        previous = one.hash


def check_sizes(log: Iterable[StoredEvent]) -> None:
    """Refuse a log with an event that is out of bounds, before its events are decoded. Raises
    ``RefusedLogError``."""
    for one in log:
        try:
            check_bounds(
                one.type, one.schema, one.public_data, one.hidden.data if one.hidden else None
            )
            if one.command is not msgspec.UNSET:
                check_command(one.command)
        except OutOfBoundsError as error:
            raise RefusedLogError(one.version, str(error)) from None


def is_vouched(
    seal: bytes | None, game: str, last: StoredEvent, keys: Mapping[str, Any] | None
) -> bool:
    """Whether one of the ``keys`` has sealed a game with its last event. A seal by another key may
    be as good, or made up for the occasion. Raises ``RefusedLogError`` for a seal that is wrong."""
    if seal is None:
        return False
    said = msgspec.json.decode(seal, type=Seal)
    if (said.game, said.version, said.head) != (game, last.version, last.hash):
        raise RefusedLogError(None, "the seal is that of another log")
    if keys is None or all(key["kid"] != said.key for key in keys["keys"]):
        return False
    try:
        check(seal, keys)
    except BadSealError as error:
        raise RefusedLogError(None, str(error)) from None
    return True


def is_name(text: str) -> bool:
    """Whether a text may be the id of a game or a player: keys and files are named after them."""
    return _NAME.fullmatch(text) is not None


def created_by(first: StoredEvent) -> e.GameCreated:
    """The creation that a log must begin with. Raises ``RefusedLogError``."""
    try:
        created = first.event
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise RefusedLogError(1, "no game is created like that here") from None
    if not isinstance(created, e.GameCreated):
        raise RefusedLogError(1, "a game begins with its creation")
    match = created.match
    names = [created.game, created.created_by]
    names += [] if match is None else [match.first, *match.players.values()]
    branch = created.branch
    names += [] if branch is None else [branch.game, branch.root, branch.draws_of]
    if not all(map(is_name, names)):
        raise RefusedLogError(1, "it names a game or a player by no id of theirs")
    if not _SEED.fullmatch(created.seed):
        raise RefusedLogError(1, "its seed is not of 32 bytes")
    if chance.commitment(bytes.fromhex(created.seed)) != created.seed_commitment:
        raise RefusedLogError(1, "its seed is not the one it committed itself to")
    if not first.last:
        raise RefusedLogError(1, "a game's creation is a command of its own")
    if first.command is not msgspec.UNSET:
        raise RefusedLogError(1, "no command of a game creates it")
    _check_secret(first, created.seed)
    return created


def _unproved(log: Sequence[StoredEvent], created: e.GameCreated) -> int:
    """The version up to which nothing follows from the seed. Refuses a branch that never begins:
    all of it could be made up."""
    branch = created.branch
    if branch is None:
        return 0
    if not 1 <= branch.at_version < len(log) or not 0 <= branch.unproved <= branch.at_version:
        raise RefusedLogError(1, "it does not branch off where it says")
    if len(branch.name or "") > MAX_NAME:
        raise RefusedLogError(1, "it has no name that a branch can have")
    return branch.unproved


def _commands(log: Sequence[StoredEvent]) -> Iterator[Sequence[StoredEvent]]:
    """The events of each command. All of one share who decided it, when, and with which nonce."""
    start = 0
    for place, one in enumerate(log):
        first = log[start]
        if (one.at, one.seat, one.nonce) != (first.at, first.seat, first.nonce):
            raise RefusedLogError(one.version, "the events of one command differ in their envelope")
        if one.last:
            yield log[start : place + 1]
            start = place + 1
    if start < len(log):
        raise RefusedLogError(log[-1].version, "the last command is not all there")


def _moment(one: StoredEvent) -> int:
    """When an event happened, in milliseconds since 1970."""
    if not _TIME.fullmatch(one.at):
        raise RefusedLogError(one.version, "its time is not written as times here are")
    return milliseconds(one.at)


def _check_secret(one: StoredEvent, seed: str) -> None:
    """The form of an event: nothing but what it knows, what is hidden hidden, under its salt."""
    event = one.event
    encoded = codec.encode(event)
    _, stored = newest(
        one.type, one.schema, {**one.public_data, **(one.hidden.data if one.hidden else {})}
    )
    today = {**encoded.data, **(encoded.hidden or {})}
    # Most events say all that they would today; to compare texts is several times as quick.
    unchanged = chain.canonical(stored) == chain.canonical(today)
    if not unchanged and not codec.is_within(stored, today):
        raise RefusedLogError(one.version, f"{one.type} has no such fields")
    if isinstance(event, e.SeatTaken) and not is_name(event.player):
        raise RefusedLogError(one.version, "it names a player by no id of theirs")
    if (one.hidden is None) != (encoded.hidden is None):
        raise RefusedLogError(one.version, "it hides too much or too little")
    if one.hidden is not None and encoded.hidden is not None:
        same = one.hidden.data.keys() == encoded.hidden.keys()
        if not same or one.hidden.audience != encoded.audience:
            raise RefusedLogError(one.version, "it hides other fields, or from others")
        if one.hidden.salt != chain.salt(seed, one.version):
            raise RefusedLogError(one.version, "its salt does not follow from the seed")


def _check_command(one: StoredEvent, first: StoredEvent) -> None:
    """The first event of what came of a command may tell it, and no other."""
    if one.command is msgspec.UNSET:
        return
    try:
        one.command_to(one.event)
    except ValueError as error:
        raise RefusedLogError(one.version, str(error)) from None
    if one is not first or isinstance(one.event, e.GameBranched):
        raise RefusedLogError(one.version, "it is not the first event of a command")


def _check_draw(state: GameState, one: StoredEvent, fixed: tuple[Face, ...] | None) -> None:
    """Dice, drifts and shuffles are those of the next draw of the game's chance; dice that were
    ``fixed`` just before, in a sandbox, are those."""
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
        raise RefusedLogError(one.version, f"draw {state.draws} of the seed gives something else")
