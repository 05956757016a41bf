"""Games in writing: a log told as a record, and a log made again from one.

A record says what was decided, when, and with which nonces; the rest follows from the seed. Where
events are written today as they were when the game was played, the lines come out as they were.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from domain import events as e
from domain.commands import decider
from domain.notation import (
    Header,
    LoggedCommand,
    NotationError,
    Record,
    Remark,
    ReplayedCommand,
    creation,
    read,
    record_of,
    replay,
    with_comments,
    write,
)
from domain.scenarios import load as battle_of
from domain.values import Seat
from events.clock import at_milliseconds, milliseconds
from events.log import chain, codec, command_codec
from events.log.stored_event import EventMetadata, HiddenPart, StoredEvent, envelop, with_hash
from events.transfer.replay_check import Battles, BreachError, judge_creation
from events.transfer.verifying import (
    CheckedLog,
    RefusedLogError,
    check_sizes,
    is_vouched,
    verified,
)

_CREATED = "game_created"
LARGEST = 4 * 1024 * 1024
"""Letters of the longest record that is taken; games of thousands of commands have a tenth."""


class _Stored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's first event as it was stored, less what is hidden."""

    schema: int
    data: dict[str, Any]


def record_text(
    log: Sequence[StoredEvent],
    seats: frozenset[Seat] | None,
    seal: bytes | None = None,
    remarks: Iterable[Remark] = (),
) -> str:
    """A game in writing, for whoever holds ``seats``, or complete; with what was said of it."""
    groups = list(_commands(log[1:]))
    created = log[0].event
    if not isinstance(created, e.GameCreated):
        raise ValueError("a game begins with its creation")
    deeds = [
        LoggedCommand(
            group[0].seat, tuple(one.event for one in group), group[0].command_to(group[0].event)
        )
        for group in groups
    ]
    game = record_of(created, deeds, seats)
    added = dict(_dated(log, groups))
    if game.complete:
        added |= dict(_exact(game, log, seal))
    headers = {name: Header(value) for name, value in added.items() if value}
    envelop = Record({**game.headers, **headers}, game.steps)
    return write(with_comments(envelop, [group[-1].version for group in groups], remarks))


def read_record(
    text: str, keys: Mapping[str, Any] | None = None, battles: Battles = battle_of
) -> CheckedLog:
    """The game of a complete record, played again and verified like that of an export. Raises
    ``RefusedLogError``, with the line and the column where the text itself is at fault."""
    if len(text) > LARGEST:
        raise RefusedLogError(None, f"a record has up to {LARGEST} letters")
    try:
        game = read(text)
        log = recorded(game, battles, judged=game.said("Seal") is None)
        _check_claims(game, log)
    except NotationError as error:
        raise RefusedLogError(None, str(error)) from None
    said = game.said("Seal")
    seal = None if said is None else said.encode()
    try:
        vouched = is_vouched(seal, log[0].data["game"], log[-1], keys)
    except msgspec.DecodeError as error:
        raise RefusedLogError(None, f"the seal is none: {error}") from None
    return verified(log, seal if vouched else None, vouched=vouched, battles=battles)


def recorded(
    game: Record, battles: Battles = battle_of, *, judged: bool = False
) -> list[StoredEvent]:
    """The log of a complete record: its creation as it was stored, if it says so, and all else as
    it would be stored if the game were played today. Only what begins as one of the ``battles``
    does is played where it is to be ``judged``. Raises ``NotationError``."""
    times = _times(game)
    first = _first(game, battles, times[0])
    created = first.event
    if not isinstance(created, e.GameCreated):
        raise game.refuse("Creation", "a game begins with its creation")
    try:
        if judged:
            judge_creation(first, battles)
        done = replay(game, created, list(map(milliseconds, times)))
    except NotationError:
        raise
    except BreachError as breach:
        raise game.refuse("Creation", str(breach)) from None
    except Exception as error:
        # A creation from outside may hold anything.
        reason = f"no game can be played like that ({type(error).__name__})"
        raise game.refuse("Creation", reason) from error
    return list(_log(first, done, times[1:], _since(game)))


def _log(
    first: StoredEvent, done: Sequence[ReplayedCommand], times: Sequence[str], since: int
) -> Iterator[StoredEvent]:
    """The lines of a log; from command number ``since`` on they tell it, unless that is 0."""
    yield first
    last, seed = first, first.hidden.data["seed"] if first.hidden else ""
    for number, (one, at) in enumerate(zip(done, times, strict=True), start=1):
        asked = command_codec.encode(one.command) if number >= since > 0 else None
        metadata = EventMetadata(at, decider(one.command), seed, one.nonce, asked)
        made = envelop(one.events, last.version, last.hash, metadata)
        last = made[-1]
        yield from made


def _commands(log: Sequence[StoredEvent]) -> Iterator[Sequence[StoredEvent]]:
    start = 0
    for place, one in enumerate(log, start=1):
        if one.last:
            yield log[start:place]
            start = place


def _dated(log: Sequence[StoredEvent], groups: Sequence[Sequence[StoredEvent]]) -> Iterator[Any]:
    """When everything happened, and what clients added to chance."""
    moments = [milliseconds(log[0].at), *(milliseconds(group[0].at) for group in groups)]
    waited = (after - before for before, after in pairwise(moments))
    nonces = ((number, group[0].nonce) for number, group in enumerate(groups, start=1))
    yield "Created", log[0].at
    yield "Finished", log[-1].at if _is_over(log) else ""
    yield "Times", " ".join(map(str, waited))
    yield "Nonces", " ".join(f"{number}={nonce}" for number, nonce in nonces if nonce)
    recorded = [
        n for n, group in enumerate(groups, start=1) if group[0].command is not msgspec.UNSET
    ]
    yield "Commands", f"recorded from {recorded[0]}" if recorded else ""


def _exact(game: Record, log: Sequence[StoredEvent], seal: bytes | None) -> Iterator[Any]:
    """What else it takes to have the very lines of the log again; no hash where that cannot be,
    because an event is stored in a form that is not written any more."""
    first, *others = log
    if not (_is_written_today(first) and _is_todays(game, first.event)):
        yield "Creation", chain.canonical(_Stored(first.schema, first.data)).decode()
    if all(map(_is_written_today, others)):
        yield "Seal", "" if seal is None else seal.decode()
        yield "Head", log[-1].hash


def _is_todays(game: Record, created: e.Event) -> bool:
    """Whether the battle as it is today creates the same game."""
    try:
        return creation(game) == created
    except NotationError:
        return False


def _is_written_today(one: StoredEvent) -> bool:
    if one.form is not msgspec.UNSET:
        return False
    encoded = codec.encode(one.event)
    stored = {"data": one.data, "hidden": None if one.hidden is None else one.hidden.data}
    today = {"data": encoded.data, "hidden": encoded.hidden}
    return one.schema == encoded.schema and chain.canonical(stored) == chain.canonical(today)


def _first(game: Record, battles: Battles, at: str) -> StoredEvent:
    """The first line of a log."""
    said = game.said("Creation")
    if said is None:
        created = creation(game, battles)
        return envelop((created,), 0, chain.GENESIS, EventMetadata(at, None, created.seed))[0]
    try:
        stored = msgspec.json.decode(said, type=_Stored)
        seed = game.required("Seed")
        one = StoredEvent(
            version=1,
            type=_CREATED,
            schema=stored.schema,
            at=at,
            seat=None,
            last=True,
            data=stored.data,
            hidden=HiddenPart((), chain.salt(seed, 1), {"seed": seed}),
            hash="",
        )
        made = with_hash(one, chain.GENESIS)
        check_sizes([made])
    except (ValueError, KeyError, TypeError, RecursionError, RefusedLogError) as error:
        raise game.refuse("Creation", f"no game is created like that here: {error}") from None
    return made


def _since(game: Record) -> int:
    """The number of the first command that the log of the game tells; 0 where it tells none."""
    said = game.said("Commands")
    if said is None:
        return 0
    found = re.fullmatch(r"recorded from ([1-9][0-9]{0,5})", said)
    if found is None:
        raise game.refuse("Commands", f"{said!r} is not like 'recorded from 1'")
    return int(found[1])


def _times(game: Record) -> list[str]:
    """When the game was created, and when each command came."""
    moment = _moment(game, "Created")
    said = game.said("Times")
    waited = ["0"] * len(game.steps) if said is None else said.split()
    if len(waited) != len(game.steps):
        reason = f"there are {len(game.steps)} commands, and {len(waited)} times"
        raise game.refuse("Times", reason)
    times = [at_milliseconds(moment)]
    for one in waited:
        try:
            moment += int(one)
            times.append(at_milliseconds(moment))
        except (ValueError, OverflowError, OSError):
            raise game.refuse("Times", f"{one!r} is no number of milliseconds") from None
    return times


def _moment(game: Record, name: str) -> int:
    text = game.required(name)
    try:
        return milliseconds(text)
    except (ValueError, OverflowError):
        raise game.refuse(name, f"{text!r} is no time; one is 2030-01-02T03:04:05.678Z") from None


def _check_claims(game: Record, log: Sequence[StoredEvent]) -> None:
    """What a record says of its log as a whole. Raises ``NotationError``."""
    finished = log[-1].at if _is_over(log) else None
    came = {"Created": log[0].at, "Finished": finished, "Head": log[-1].hash}
    for name, value in came.items():
        if game.said(name) not in (None, value):
            raise game.refuse(name, f"the game that is told here has {value!r}")


def _is_over(log: Sequence[StoredEvent]) -> bool:
    return isinstance(log[-1].event, e.SeedRevealed)
