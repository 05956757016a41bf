"""Data of layout 1, made before there were partitions, becomes data of layout 2.

First every game is looked at, and nothing is done as long as one of them cannot be read, unless the
operator sets it aside. Then each moves in one step, so that an upgrade that was cut off goes on
where it was. Logs and idempotency keys of the first day are made fit for reading; what lists,
deadlines and feeds need follows from the log. The service must not run meanwhile.

Logs of the first day that an earlier upgrade has moved as they were are mended where they are.
"""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import msgspec
from redis import Redis

from domain.values import Status
from events.clock import milliseconds
from events.log.first_forms import is_first
from events.store import keys, layout
from events.store.failures import translate_errors
from events.store.forms import Forms
from events.store.keys import Keys
from events.store.port import StoreUnavailableError
from events.store.servers import Client
from events.upgrade.plan import Plan, planned

LOGS = f"{keys.PREFIX}:log:"
IDEMPOTENCY = f"{keys.PREFIX}:idempotency:"
SUMMARIES = f"{keys.PREFIX}:games"
DEADLINES = f"{keys.PREFIX}:deadlines"
INDEXES = f"{keys.PREFIX}:index:"
ALL_GAMES = f"{INDEXES}all"
_AT_ONCE = 500
_FOUND = "found by the upgrade: "
"""What the reason begins with for which an upgrade has frozen a game."""
_log = logging.getLogger(__name__)


class UnreadableDataError(Exception):
    """Games that cannot be read, with the reason for each; nothing was changed."""

    def __init__(self, games: Mapping[str, str]) -> None:
        super().__init__("; ".join(f"{game}: {reason}" for game, reason in games.items()))
        self.games = games


@dataclass(frozen=True, slots=True)
class Upgraded:
    """How many games were upgraded, which of them were frozen because their logs do not hold, and
    which were set aside because they cannot be read."""

    moved: int
    frozen: tuple[str, ...] = ()
    set_aside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Place:
    """The keys of a game before the upgrade."""

    game: str
    log: str
    idempotency: str


def is_needed(client: Client) -> bool:
    """Whether there is data of layout 1, an upgrade that was cut off, or logs that an earlier
    upgrade has left as they were."""
    with translate_errors():
        if client.exists(SUMMARIES):
            return True
        return not client.exists(keys.FORMS) and next(_left_behind(client), None) is not None


def upgrade(client: Client, names: Keys, set_aside: Collection[str] = frozenset()) -> Upgraded:
    """Upgrade all games; nothing is done where there is nothing to do.

    A game that can be read but whose log does not hold takes no more events until its operator has
    looked into it; one that cannot be read moves as it is where it is one of those to be
    ``set_aside``. Raises ``UnreadableDataError`` for others, ``ForeignDataError``,
    ``StoreUnavailableError``, and ``ValueError`` for a cluster, which layout 1 never was on.
    """
    with translate_errors():
        first_layout = bool(client.exists(SUMMARIES))
        if not isinstance(client, Redis):
            if first_layout:
                raise ValueError("data of layout 1 is on one server, not on a cluster")
            return Upgraded(0)
        if client.get(keys.LAYOUT) is not None:
            layout.claim(client, names)
        places = [
            *(_Place(game, f"{LOGS}{game}", f"{IDEMPOTENCY}{game}") for game in _games(client)),
            *(
                _Place(game, names.log(game), names.idempotency(game))
                for game in _left_behind(client)
            ),
        ]
        _require_readable(client, names, places, set_aside)
        moved = [(place.game, _move(client, names, place)) for place in places]
        # Noted last: logs of the first day are looked for where nothing is noted yet.
        Forms(client).note(plan.lines[0] for _, plan in moved if not plan.unreadable)
        if first_layout:
            _drop(client, [f"{INDEXES}*"], [DEADLINES])
            _mark(client, names)
    _log.info("%d games have layout %d now", len(moved), layout.VERSION)
    return Upgraded(
        len(moved),
        tuple(game for game, plan in moved if plan.fault),
        tuple(game for game, plan in moved if plan.unreadable),
    )


def _games(client: Redis) -> Iterator[str]:
    """The games that have not moved yet, those made first in front."""
    left = {name.decode()[len(LOGS) :] for name in client.scan_iter(f"{LOGS}*", count=_AT_ONCE)}
    made = cast(list[bytes], client.zrange(ALL_GAMES, 0, -1))
    for name in made:
        if (game := name.decode()) in left:
            left.remove(game)
            yield game
    yield from sorted(left)


def _left_behind(client: Client) -> Iterator[str]:
    """The games of layout 2 whose logs are those of the first day, as they were."""
    for name in client.scan_iter(match=f"{keys.PREFIX}:{{p*}}:log:*", count=_AT_ONCE):
        first = cast(bytes | None, client.lindex(name, 0))
        if first is not None and is_first([first]):
            yield name.decode().split(":", 3)[3]


def _plan(client: Redis, place: _Place) -> Plan:
    lines = cast(list[bytes], client.lrange(place.log, 0, -1))
    fields = cast(dict[bytes, bytes], client.hgetall(place.idempotency))
    return planned(lines, {name.decode(): value.decode() for name, value in fields.items()})


def _require_readable(
    client: Redis, names: Keys, places: Sequence[_Place], set_aside: Collection[str]
) -> None:
    found: dict[str, str] = {}
    for place in places:
        game = place.game
        if place.log != names.log(game) and client.exists(names.log(game), names.idempotency(game)):
            raise StoreUnavailableError(f"{game} is there in both layouts: one of them is foreign")
        reason = _plan(client, place).unreadable
        if reason is not None and game not in set_aside:
            found[game] = reason
    if found:
        raise UnreadableDataError(found)


def _move(client: Redis, names: Keys, place: _Place) -> Plan:
    """Put a game in its place, and verify that it has arrived."""
    plan, game = _plan(client, place), place.game
    partition = names.partition(game)
    note = cast(bytes | None, client.get(names.closed(game)))
    pipe = client.pipeline(transaction=True)
    pipe.delete(place.log, place.idempotency)
    pipe.rpush(names.log(game), *plan.lines)
    if plan.fields:
        pipe.hset(names.idempotency(game), mapping=cast(dict[Any, Any], plan.fields))
    if note is not None and _FOUND.encode() in note:
        pipe.delete(names.closed(game))
    fault = plan.fault or plan.unreadable
    if fault is not None:
        pipe.set(names.closed(game), msgspec.json.encode(_note(fault)))
        _log.error("frozen: %s", fault, extra={"game": game})
    elif plan.state is not None and plan.state.status is Status.ACTIVE:
        deadline = milliseconds(plan.at) + plan.state.created.move_time_limit * 1000
        pipe.zadd(names.deadlines(partition), {game: deadline})
    elif plan.state is not None and plan.state.status is Status.FINISHED:
        pipe.zadd(names.finished(partition), {game: milliseconds(plan.at)})
    pipe.xadd(names.feed(partition), {"game": game, "version": len(plan.lines)})
    pipe.execute()
    if client.lrange(names.log(game), 0, -1) != list(plan.lines):
        raise StoreUnavailableError(f"{game} did not arrive as it was")
    return plan


def _note(fault: str) -> dict[str, str]:
    return {"state": "frozen", "reason": f"{_FOUND}{fault}"}


def _mark(client: Redis, names: Keys) -> None:
    """The markers come last, and what tells layout 1 goes after them."""
    wanted = layout.marker(names)
    for partition in names.all_partitions():
        client.set(names.layout(partition), wanted)
    client.set(keys.LAYOUT, wanted)
    client.delete(SUMMARIES)
    layout.claim(client, names)


def _drop(client: Redis, patterns: list[str], single: list[str]) -> None:
    for pattern in patterns:
        for name in client.scan_iter(pattern, count=_AT_ONCE):
            client.unlink(name)
    client.unlink(*single)
