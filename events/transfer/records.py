"""Games as text: write a log as a record, and read a log from one.

A record has the decisions with their times and nonces; the rest is derived from the seed. If the
stored form of the events has not changed since the game was played, the lines are identical.
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
"""The maximum length of a record; games of thousands of commands have a tenth of it."""


class _Stored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stored first event of a game, without its hidden part."""

    schema: int
    data: dict[str, Any]


def record_text(
    log: Sequence[StoredEvent],
    seats: frozenset[Seat] | None,
    seal: bytes | None = None,
    remarks: Iterable[Remark] = (),
) -> str:
    """Write a game as a record, for a viewer with ``seats`` or complete, with ``remarks``."""
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
    """Read a complete record, play it again, and verify it like an export. Raises
    ``RefusedLogError``, with line and column for errors in the text."""
    if len(text) > LARGEST:
        raise RefusedLogError(None, f"a record has at most {LARGEST} characters")
    try:
        game = read(text)
        log = recorded(game, battles, judged=game.header("Seal") is None)
        _check_claims(game, log)
    except NotationError as error:
        raise RefusedLogError(None, str(error)) from None
    seal_text = game.header("Seal")
    seal = None if seal_text is None else seal_text.encode()
    try:
        vouched = is_vouched(seal, log[0].data["game"], log[-1], keys)
    except msgspec.DecodeError as error:
        raise RefusedLogError(None, f"invalid seal: {error}") from None
    return verified(log, seal if vouched else None, vouched=vouched, battles=battles)


def recorded(
    game: Record, battles: Battles = battle_of, *, judged: bool = False
) -> list[StoredEvent]:
    """The log of a complete record: its stored creation, if the record has it, and everything else
    as it would be stored today. If ``judged``, the creation must be that of one of the ``battles``.
    Raises ``NotationError``."""
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
        # An imported creation may contain anything.
        reason = f"no game can be played like that ({type(error).__name__})"
        raise game.refuse("Creation", reason) from error
    return list(_log(first, done, times[1:], _since(game)))


def _log(
    first: StoredEvent, done: Sequence[ReplayedCommand], times: Sequence[str], since: int
) -> Iterator[StoredEvent]:
    """The events of a log; with recorded commands from number ``since`` on, unless it is 0."""
    yield first
    last, seed = first, first.hidden.data["seed"] if first.hidden else ""
    for number, (step, at) in enumerate(zip(done, times, strict=True), start=1):
        encoded = command_codec.encode(step.command) if number >= since > 0 else None
        metadata = EventMetadata(at, decider(step.command), seed, step.nonce, encoded)
        events = envelop(step.events, last.version, last.hash, metadata)
        last = events[-1]
        yield from events


def _commands(log: Sequence[StoredEvent]) -> Iterator[Sequence[StoredEvent]]:
    start = 0
    for position, event in enumerate(log, start=1):
        if event.last:
            yield log[start:position]
            start = position


def _dated(log: Sequence[StoredEvent], groups: Sequence[Sequence[StoredEvent]]) -> Iterator[Any]:
    """The headers with times, nonces and recorded commands."""
    moments = [milliseconds(log[0].at), *(milliseconds(group[0].at) for group in groups)]
    waits = (after - before for before, after in pairwise(moments))
    nonces = ((number, group[0].nonce) for number, group in enumerate(groups, start=1))
    yield "Created", log[0].at
    yield "Finished", log[-1].at if _is_over(log) else ""
    yield "Times", " ".join(map(str, waits))
    yield "Nonces", " ".join(f"{number}={nonce}" for number, nonce in nonces if nonce)
    recorded = [
        n for n, group in enumerate(groups, start=1) if group[0].command is not msgspec.UNSET
    ]
    yield "Commands", f"recorded from {recorded[0]}" if recorded else ""


def _exact(game: Record, log: Sequence[StoredEvent], seal: bytes | None) -> Iterator[Any]:
    """The headers needed to reproduce the exact log; without a hash if an event is stored in a form
    that is no longer written."""
    first, *others = log
    if not (_is_written_today(first) and _is_todays(game, first.event)):
        yield "Creation", chain.canonical(_Stored(first.schema, first.data)).decode()
    if all(map(_is_written_today, others)):
        yield "Seal", "" if seal is None else seal.decode()
        yield "Head", log[-1].hash


def _is_todays(game: Record, created: e.Event) -> bool:
    """Whether today's scenario creates the same game."""
    try:
        return creation(game) == created
    except NotationError:
        return False


def _is_written_today(event: StoredEvent) -> bool:
    if event.form is not msgspec.UNSET:
        return False
    encoded = codec.encode(event.event)
    stored = {"data": event.data, "hidden": None if event.hidden is None else event.hidden.data}
    today = {"data": encoded.data, "hidden": encoded.hidden}
    return event.schema == encoded.schema and chain.canonical(stored) == chain.canonical(today)


def _first(game: Record, battles: Battles, at: str) -> StoredEvent:
    """The first event of a log."""
    text = game.header("Creation")
    if text is None:
        created = creation(game, battles)
        return envelop((created,), 0, chain.GENESIS, EventMetadata(at, None, created.seed))[0]
    try:
        stored = msgspec.json.decode(text, type=_Stored)
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
        linked = with_hash(one, chain.GENESIS)
        check_sizes([linked])
    except (ValueError, KeyError, TypeError, RecursionError, RefusedLogError) as error:
        raise game.refuse("Creation", f"such a game cannot be created: {error}") from None
    return linked


def _since(game: Record) -> int:
    """The number of the first recorded command; 0 if none is recorded."""
    text = game.header("Commands")
    if text is None:
        return 0
    match = re.fullmatch(r"recorded from ([1-9][0-9]{0,5})", text)
    if match is None:
        raise game.refuse("Commands", f"{text!r} is not of the form 'recorded from 1'")
    return int(match[1])


def _times(game: Record) -> list[str]:
    """The times of the creation and of each command."""
    moment = _moment(game, "Created")
    text = game.header("Times")
    waits = ["0"] * len(game.steps) if text is None else text.split()
    if len(waits) != len(game.steps):
        reason = f"there are {len(game.steps)} commands, and {len(waits)} times"
        raise game.refuse("Times", reason)
    times = [at_milliseconds(moment)]
    for wait in waits:
        try:
            moment += int(wait)
            times.append(at_milliseconds(moment))
        except (ValueError, OverflowError, OSError):
            raise game.refuse("Times", f"{wait!r} is not a number of milliseconds") from None
    return times


def _moment(game: Record, name: str) -> int:
    text = game.required(name)
    try:
        return milliseconds(text)
    except (ValueError, OverflowError):
        raise game.refuse(
            name, f"{text!r} is not a time such as 2030-01-02T03:04:05.678Z"
        ) from None


def _check_claims(game: Record, log: Sequence[StoredEvent]) -> None:
    """Check the headers about the log as a whole. Raises ``NotationError``."""
    finished = log[-1].at if _is_over(log) else None
    actual = {"Created": log[0].at, "Finished": finished, "Head": log[-1].hash}
    for name, value in actual.items():
        if game.header(name) not in (None, value):
            raise game.refuse(name, f"the game of this record has {value!r}")


def _is_over(log: Sequence[StoredEvent]) -> bool:
    return isinstance(log[-1].event, e.SeedRevealed)
