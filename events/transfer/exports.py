"""Games as files: the lines of an export, and an export read back and verified whole.

An export is JSON Lines. The first line is its ``Header``; then comes each event as its reader may
see it, and last ``{"seal": ...}`` when the game is sealed. A complete one, with every hidden part
open, can be turned back into the very bytes that the log holds.
"""

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from domain import chance, evolve
from domain import events as e
from domain.chance import SeededChance
from domain.scenarios import load as battle_of
from domain.state import GameState
from domain.values import Seat, Status
from events import chain, codec
from events.chain import canonical
from events.listing import Times, milliseconds
from events.recorded import HiddenPart, Recorded, dump
from events.seals.signing import BadSealError, Seal, check
from events.transfer.judging import Battles, BreachError, Judge, judge_creation
from events.upcasts import newest

FORMAT = "afteraction game"
SCHEMA = 1
MOST_EVENTS = 20_000
"""Events of the longest game that is taken; played at random, games end within a quarter of it."""
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_SEED = re.compile(r"[0-9a-f]{64}")
_DRIFTS = 7
"""What a unit's drift is drawn from: to stay, and six directions."""


class RefusedLogError(Exception):
    """An export that does not hold. ``version`` is the first event that is wrong; 0 is the header,
    and None the file as a whole."""

    def __init__(self, version: int | None, reason: str) -> None:
        super().__init__(reason)
        self.version = version
        self.reason = reason


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an export says of itself first. ``exported_at`` is the time of its last event, so that
    exports of one version are the same bytes."""

    format: str
    schema: int
    game: str
    version: int
    head: str
    complete: bool
    exported_at: str


@dataclass(frozen=True, slots=True)
class CheckedLog:
    """A game that was verified: the lines as a log holds them, the state and times they lead to,
    its seal, and whether ``seal`` or ``rules`` vouches for it."""

    lines: tuple[bytes, ...]
    state: GameState
    times: Times
    head: str
    seal: bytes | None
    vouched_by: str

    @property
    def game(self) -> str:
        """The game's id."""
        return self.state.created.game

    @property
    def finished(self) -> int | None:
        """When the game finished, in milliseconds since 1970; None while it runs."""
        over = self.state.status is Status.FINISHED
        return milliseconds(self.times.updated) if over else None


class _Opened(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    audience: tuple[Seat, ...]
    commitment: str
    salt: str
    fields: tuple[str, ...]


class _Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event with everything hidden open, as clients read it."""

    version: int
    type: str
    schema: int
    at: str
    seat: Seat | None
    last: bool
    data: dict[str, Any]
    hidden: _Opened | None
    hash: str
    nonce: str | msgspec.UnsetType = msgspec.UNSET


def export_lines(
    log: Sequence[Recorded], seats: frozenset[Seat] | None, seal: bytes | None = None
) -> Iterator[bytes]:
    """The lines of an export, each with its end; for whoever holds ``seats``, or complete.

    Raises ``ValueError`` for a log without events.
    """
    if not log:
        raise ValueError("a game has at least one event")
    created, last = log[0].event, log[-1]
    assert isinstance(created, e.GameCreated)
    header = Header(
        format=FORMAT,
        schema=SCHEMA,
        game=created.game,
        version=last.version,
        head=last.hash,
        complete=seats is None,
        exported_at=last.at,
    )
    yield canonical(header) + b"\n"
    for one in log:
        yield (canonical(one.opened()) if seats is None else one.text_for(seats)) + b"\n"
    if seal is not None:
        yield b'{"seal":%b}\n' % seal


def read_export(
    lines: Iterable[bytes], keys: Mapping[str, Any] | None = None, battles: Battles = battle_of
) -> CheckedLog:
    """The game of a complete export, verified whole.

    ``keys`` are the public keys (a JSON Web Key Set) whose seals vouch for a game; one that none
    of them has sealed is decided again by the rules, on one of the ``battles``, and its seal is
    left out: anyone can make one up. Raises ``RefusedLogError``.
    """
    header, log, seal = read_log(lines, most=MOST_EVENTS)
    vouched = is_vouched(seal, header.game, log[-1], keys)
    return verified(log, seal if vouched else None, vouched=vouched, battles=battles)


def read_log(
    lines: Iterable[bytes], most: int | None = None
) -> tuple[Header, list[Recorded], bytes | None]:
    """The header, the events and the seal of a complete export, whose hash chain holds; of at
    most so many events. Raises ``RefusedLogError``."""
    header, events, seal = _parsed(lines, most)
    log = [_stored(shown) for shown in events]
    _check_chain(header, log)
    for shown, one in zip(events, log, strict=True):
        if shown.hidden is not None and shown.hidden.commitment != one.commitment:
            raise RefusedLogError(one.version, "its commitment is not that of what it hides")
    return header, log, seal


def verified(
    log: Sequence[Recorded], seal: bytes | None, *, vouched: bool, battles: Battles = battle_of
) -> CheckedLog:
    """A log whose hash chain holds, verified further: that every event decodes and folds, that its
    secrets and draws follow from its seed, and unless a seal has ``vouched`` for it, that it was
    played by the rules. Raises ``RefusedLogError``.
    """
    version = 1
    try:
        created = _created(log[0])
        if not vouched:
            judge_creation(log[0], battles)
        judge = None if vouched else Judge(log[0])
        state = evolve(None, created)
        settled: dict[int, GameState] = {}
        for group in _commands(log[1:]):
            version = group[0].version
            if judge is not None:
                judge.judge(state, group, settled.get)
            for one in group:
                version = one.version
                _check_secret(one, created.seed)
                _check_draw(state, one)
                state = evolve(state, one.event, settled.get)
            settled[version] = state
    except BreachError as breach:
        raise RefusedLogError(breach.version, str(breach)) from None
    except RefusedLogError:
        raise
    except Exception as error:
        # A log from outside may hold anything; what no game can lead to is told like the rest.
        reason = f"it does not fit the game so far ({type(error).__name__})"
        raise RefusedLogError(version, reason) from error
    times = Times(log[0].at, log[-1].at)
    vouched_by = "seal" if vouched else "rules"
    return CheckedLog(tuple(map(dump, log)), state, times, log[-1].hash, seal, vouched_by)


def is_name(text: str) -> bool:
    """Whether a text may be the id of a game or a player: keys and files are named after them."""
    return _NAME.fullmatch(text) is not None


def _parsed(lines: Iterable[bytes], most: int | None) -> tuple[Header, list[_Shown], bytes | None]:
    numbered = enumerate(lines)
    _, first = next(numbered, (0, b""))
    header = _decoded(first, Header, 0, "the first line is not the header of an export")
    _check_header(header, most)
    events = [
        _decoded(line, _Shown, version, "this is no event with every hidden part open")
        for version, line in itertools.islice(numbered, header.version)
    ]
    if len(events) < header.version:
        raise RefusedLogError(None, f"the file ends after {len(events)} of {header.version} events")
    _, last = next(numbered, (0, None))
    if next(numbered, None) is not None:
        raise RefusedLogError(None, "there are lines behind the seal")
    if last is None:
        return header, events, None
    seal = _decoded(last, dict[str, Seal], None, "the line behind the last event is no seal")
    if seal.keys() != {"seal"}:
        raise RefusedLogError(None, "the line behind the last event is no seal")
    return header, events, canonical(seal["seal"])


def _decoded(line: bytes, kind: Any, version: int | None, wanted: str) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RefusedLogError(version, f"{wanted}: {error}") from None


def _check_header(header: Header, most: int | None) -> None:
    if header.format != FORMAT or header.schema != SCHEMA:
        raise RefusedLogError(0, f"this is not {FORMAT!r}, schema {SCHEMA}")
    if not header.complete:
        raise RefusedLogError(0, "parts of the game are hidden: only a complete export will do")
    if not is_name(header.game):
        raise RefusedLogError(0, "no game has an id of this form")
    if header.version < 1 or (most is not None and header.version > most):
        raise RefusedLogError(0, f"a game has 1 to {most} events")


def _stored(shown: _Shown) -> Recorded:
    """The event as a log holds it."""
    hidden, data = None, dict(shown.data)
    if shown.hidden is not None:
        names = shown.hidden.fields
        if list(names) != sorted(set(names) & data.keys()):
            raise RefusedLogError(shown.version, "the hidden fields are not those it names")
        secret = {name: data.pop(name) for name in names}
        hidden = HiddenPart(shown.hidden.audience, shown.hidden.salt, secret)
    return Recorded(
        version=shown.version,
        type=shown.type,
        schema=shown.schema,
        at=shown.at,
        seat=shown.seat,
        last=shown.last,
        data=data,
        hidden=hidden,
        hash=shown.hash,
        nonce=shown.nonce,
    )


def _check_chain(header: Header, log: Sequence[Recorded]) -> None:
    if header.exported_at != log[-1].at:
        raise RefusedLogError(0, "exported_at is not the time of the last event")
    check_chain(log)
    if log[-1].hash != header.head:
        raise RefusedLogError(0, "the head is not the hash of the last event")
    created = _created(log[0])
    if created.game != header.game:
        raise RefusedLogError(0, "the events are those of another game")


def check_chain(log: Iterable[Recorded]) -> None:
    """Refuse a log in which a hash does not follow from the one before. Raises
    ``RefusedLogError``."""
    previous = chain.GENESIS
    for version, one in enumerate(log, start=1):
        if one.version != version:
            raise RefusedLogError(version, f"event {one.version} stands in its place")
        try:
            sound = one.follows(previous)
        except ValueError:
            sound = False
        if not sound:
            raise RefusedLogError(version, "its hash does not follow from what it says")
        previous = one.hash


def is_vouched(
    seal: bytes | None, game: str, last: Recorded, keys: Mapping[str, Any] | None
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


def _created(first: Recorded) -> e.GameCreated:
    try:
        created = first.event
    except ValueError:
        raise RefusedLogError(1, "no game is created like that here") from None
    if not isinstance(created, e.GameCreated):
        raise RefusedLogError(1, "a game begins with its creation")
    match = created.match
    names = [created.game, created.created_by]
    names += [] if match is None else [match.first, match.allies, match.axis]
    if not all(map(is_name, names)):
        raise RefusedLogError(1, "it names a game or a player by no id of theirs")
    if not _SEED.fullmatch(created.seed):
        raise RefusedLogError(1, "its seed is not of 32 bytes")
    if chance.commitment(bytes.fromhex(created.seed)) != created.seed_commitment:
        raise RefusedLogError(1, "its seed is not the one it committed itself to")
    if not first.last:
        raise RefusedLogError(1, "a game's creation is a command of its own")
    _check_secret(first, created.seed)
    return created


def _commands(log: Sequence[Recorded]) -> Iterator[Sequence[Recorded]]:
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


def _check_secret(one: Recorded, seed: str) -> None:
    """The form of an event: nothing but what it knows, what is hidden hidden, under its salt."""
    event = one.event
    encoded = codec.encode(event)
    _, stored = newest(
        one.type, one.schema, {**one.data, **(one.hidden.data if one.hidden else {})}
    )
    if not codec.is_within(stored, {**encoded.data, **(encoded.hidden or {})}):
        raise RefusedLogError(one.version, f"{one.type} has no such fields")
    if not _TIME.fullmatch(one.at):
        raise RefusedLogError(one.version, "its time is not written as times here are")
    milliseconds(one.at)
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


def _check_draw(state: GameState, one: Recorded) -> None:
    """Dice, drifts and shuffles are those of the next draw of the game's chance."""
    event = one.event
    nonce = "" if one.nonce is msgspec.UNSET else one.nonce
    source = SeededChance(bytes.fromhex(state.created.seed), state.created.game, nonce)
    match event:
        case (
            e.DiceRolled(draw=draw, faces=drawn)
            | e.AmbushRolled(draw=draw, faces=drawn)
            | e.StrikeRolled(draw=draw, faces=drawn)
            | e.OrderDiceRolled(draw=draw, faces=drawn)
        ):
            sound = source.roll(draw, len(drawn)) == drawn
        case e.UnitLanded(draw=draw, drift=drift) | e.UnitDropFailed(draw=draw, drift=drift):
            sound = source.numbers(draw, len(drift), _DRIFTS) == drift
        case e.DeckShuffled(draw=draw, order=order, kept=kept):
            mixed = order[: len(order) - kept]
            sound = 0 <= kept <= len(order) and source.shuffle(draw, mixed) == mixed
        case e.DrawPileShuffled(draw=draw, order=order):
            sound = source.shuffle(draw, order) == order
        case e.SeedRevealed(seed):
            draw, sound = state.draws, seed == state.created.seed
        case _:
            return
    if draw != state.draws or not sound:
        raise RefusedLogError(one.version, f"draw {state.draws} of the seed gives something else")
