"""Upgrade data of layout 1, which had no partitions, to layout 2.

First every game is checked, and nothing is changed if one cannot be read, unless the operator sets
it aside. Then each game is moved atomically, so that an interrupted upgrade can be resumed. Logs
and idempotency keys of the earliest form are converted; entries of indexes and feeds are derived
from the log. The service must not run meanwhile.

Logs of the earliest form that an older upgrade has moved unconverted are converted in place.
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
_BATCH = 500
_FOUND = "found by the upgrade: "
"""The prefix of the reason for which an upgrade has frozen a game."""
_log = logging.getLogger(__name__)


class UnreadableDataError(Exception):
    """Some games cannot be read, with the reason for each; nothing was changed."""

    def __init__(self, games: Mapping[str, str]) -> None:
        super().__init__("; ".join(f"{game}: {reason}" for game, reason in games.items()))
        self.games = games


@dataclass(frozen=True, slots=True)
class Upgraded:
    """The number of upgraded games, those frozen because their logs do not verify, and those set
    aside because they cannot be read."""

    moved: int
    frozen: tuple[str, ...] = ()
    set_aside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _GameKeys:
    """The keys of a game before the upgrade."""

    game: str
    log: str
    idempotency: str


def is_needed(client: Client) -> bool:
    """Whether there is data of layout 1, an interrupted upgrade, or logs that an older upgrade has
    left unconverted."""
    with translate_errors():
        if client.exists(SUMMARIES):
            return True
        return not client.exists(keys.FORMS) and next(_unconverted(client), None) is not None


def upgrade(client: Client, names: Keys, set_aside: Collection[str] = frozenset()) -> Upgraded:
    """Upgrade all games that need it.

    A readable game whose log does not verify is frozen; an unreadable one is moved unchanged if it
    is in ``set_aside``. Raises ``UnreadableDataError`` for others, ``ForeignDataError``,
    ``StoreUnavailableError``, and ``ValueError`` for layout 1 on a cluster, which never existed.
    """
    with translate_errors():
        first_layout = bool(client.exists(SUMMARIES))
        if not isinstance(client, Redis):
            if first_layout:
                raise ValueError("data of layout 1 is on one server, not on a cluster")
            return Upgraded(0)
        if client.get(keys.LAYOUT) is not None:
            layout.claim(client, names)
        all_keys = [
            *(_GameKeys(game, f"{LOGS}{game}", f"{IDEMPOTENCY}{game}") for game in _games(client)),
            *(
                _GameKeys(game, names.log(game), names.idempotency(game))
                for game in _unconverted(client)
            ),
        ]
        _require_readable(client, names, all_keys, set_aside)
        moved = [(game_keys.game, _move(client, names, game_keys)) for game_keys in all_keys]
        # Last: unconverted logs are searched for only while no form is recorded.
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
    """The games still to be moved, oldest first."""
    remaining = {name.decode()[len(LOGS) :] for name in client.scan_iter(f"{LOGS}*", count=_BATCH)}
    in_order = cast(list[bytes], client.zrange(ALL_GAMES, 0, -1))
    for name in in_order:
        if (game := name.decode()) in remaining:
            remaining.remove(game)
            yield game
    yield from sorted(remaining)


def _unconverted(client: Client) -> Iterator[str]:
    """The games of layout 2 with unconverted logs of the earliest form."""
    for name in client.scan_iter(match=f"{keys.PREFIX}:{{p*}}:log:*", count=_BATCH):
        first = cast(bytes | None, client.lindex(name, 0))
        if first is not None and is_first([first]):
            yield name.decode().split(":", 3)[3]


def _plan(client: Redis, game_keys: _GameKeys) -> Plan:
    lines = cast(list[bytes], client.lrange(game_keys.log, 0, -1))
    fields = cast(dict[bytes, bytes], client.hgetall(game_keys.idempotency))
    return planned(lines, {name.decode(): value.decode() for name, value in fields.items()})


def _require_readable(
    client: Redis, names: Keys, all_keys: Sequence[_GameKeys], set_aside: Collection[str]
) -> None:
    unreadable: dict[str, str] = {}
    for game_keys in all_keys:
        game = game_keys.game
        if game_keys.log != names.log(game) and client.exists(
            names.log(game), names.idempotency(game)
        ):
            raise StoreUnavailableError(f"{game} is there in both layouts: one of them is foreign")
        reason = _plan(client, game_keys).unreadable
        if reason is not None and game not in set_aside:
            unreadable[game] = reason
    if unreadable:
        raise UnreadableDataError(unreadable)


def _move(client: Redis, names: Keys, game_keys: _GameKeys) -> Plan:
    """Move a game atomically, and verify the result."""
    plan, game = _plan(client, game_keys), game_keys.game
    partition = names.partition(game)
    note = cast(bytes | None, client.get(names.closed(game)))
    pipe = client.pipeline(transaction=True)
    pipe.delete(game_keys.log, game_keys.idempotency)
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
    """Write the markers, then delete what identifies layout 1."""
    marker = layout.marker(names)
    for partition in names.all_partitions():
        client.set(names.layout(partition), marker)
    client.set(keys.LAYOUT, marker)
    client.delete(SUMMARIES)
    layout.claim(client, names)


def _drop(client: Redis, patterns: list[str], single: list[str]) -> None:
    for pattern in patterns:
        for name in client.scan_iter(pattern, count=_BATCH):
            client.unlink(name)
    client.unlink(*single)
