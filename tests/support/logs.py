"""Whole logs as the store holds them, from recorded games and from games played anew."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import msgspec

from domain.commands import decider
from domain.events import GameCreated
from domain.setup import Setup
from domain.values import EditionName, Seat
from events.clock import at_milliseconds
from events.log import chain
from events.log.stored_event import EventMetadata, HiddenPart, StoredEvent, envelop
from events.transfer.exports import export_lines
from tests.fixtures import game_options
from tests.golden.make import play
from tests.replay import GAMES, load
from tests.support.examples import rounds
from tests.support.words import Json, command_in, event_in

AT = "2030-01-02T03:04:05.678Z"
RECORDINGS = sorted(path.stem for path in GAMES.glob("*.jsonl"))


SMALL = "vassieux_2025"
"""A game that one side gave up after 60 commands."""


def some_recordings() -> Iterator[str]:
    """Every third recorded game of each edition, variant and revision; in a soak every one."""
    kinds = Counter[tuple[object, ...]]()
    for name in RECORDINGS:
        data = load(GAMES / f"{name}.jsonl").created["data"]
        kind = tuple(data.get(part) for part in ("edition", "variant", "revision"))
        if kinds[kind] % rounds(3, 1) == 0:
            yield name
        kinds[kind] += 1


def recorded_log(name: str = SMALL) -> list[StoredEvent]:
    """A recorded game as a log: the events in the form that they were stored in, old or new."""
    return list(_recorded(name))


@cache
def _recorded(name: str) -> tuple[StoredEvent, ...]:
    game = load(GAMES / f"{name}.jsonl")
    log: list[StoredEvent] = []
    _add(log, None, [game.created], game.seed)
    for each, events in zip(game.commands, game.events, strict=True):
        timed = dict(each)
        at = timed.pop("at", None)
        moment = AT if at is None else at_milliseconds(at)
        _add(log, decider(command_in(timed)), events, game.seed, moment)
    return tuple(rehashed(log))


def battles_of(log: list[StoredEvent]) -> dict[str, Setup]:
    """The set-up of a log's own battle, by its name."""
    created = log[0].event
    assert isinstance(created, GameCreated)
    return {created.scenario: created.setup}


def played_log(
    name: str = "game", edition: EditionName = EditionName.E2025, number: int = 7
) -> list[StoredEvent]:
    """A whole game played at random."""
    return play(edition, game_options(name), random.Random(number), resign_after=0)


def exported(log: list[StoredEvent], seal: bytes | None = None) -> bytes:
    """A complete export."""
    return b"".join(export_lines(log, None, seal))


def rewritten(log: list[StoredEvent], version: int, **changes: object) -> list[StoredEvent]:
    """A log with another event at a version, and all hashes made right again."""
    events = list(log)
    events[version - 1] = msgspec.structs.replace(events[version - 1], **changes)
    return rehashed(events)


def rehashed(log: list[StoredEvent]) -> list[StoredEvent]:
    """The same events, numbered and chained as if they had always stood like this."""
    head, sound = chain.GENESIS, []
    for version, one in enumerate(log, start=1):
        public = msgspec.structs.replace(one, version=version).shown_to(frozenset())
        del public["hash"]
        head = chain.link(head, msgspec.to_builtins(public))
        sound.append(msgspec.structs.replace(one, version=version, hash=head))
    return sound


def _add(
    log: list[StoredEvent], seat: Seat | None, events: list[Json], seed: str, at: str = AT
) -> None:
    head = log[-1].hash if log else chain.GENESIS
    now = envelop(tuple(map(event_in, events)), len(log), head, EventMetadata(at, seat, seed))
    for stored, one in zip(events, now, strict=True):
        hidden = one.hidden and HiddenPart(one.hidden.audience, one.hidden.salt, stored["hidden"])
        old = msgspec.structs.replace(
            one, schema=stored["schema"], data=stored["data"], hidden=hidden
        )
        log.append(old)
