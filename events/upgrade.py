"""Data of layout 1, made before there were partitions, becomes data of layout 2.

Each log and its idempotency keys move unchanged, by being renamed; what lists, deadlines and feeds
need follows from the log. Each game moves in one step, so that an upgrade that was cut off goes on
where it was. The service must not run meanwhile.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import msgspec
from redis import Redis

from domain import evolve
from domain.state import GameState
from domain.values import Status
from events import keys, layout
from events.failures import translated
from events.keys import Keys
from events.listing import milliseconds
from events.recorded import Recorded, load
from events.servers import Client
from events.store import StoreUnavailableError
from events.transfer.verifying import RefusedLogError, check_chain

LOGS = f"{keys.PREFIX}:log:"
IDEMPOTENCY = f"{keys.PREFIX}:idempotency:"
SUMMARIES = f"{keys.PREFIX}:games"
DEADLINES = f"{keys.PREFIX}:deadlines"
INDEXES = f"{keys.PREFIX}:index:"
ALL_GAMES = f"{INDEXES}all"
_AT_ONCE = 500
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Upgraded:
    """How many games moved, and which of them were frozen because their logs do not hold."""

    moved: int
    frozen: tuple[str, ...]


def is_needed(client: Client) -> bool:
    """Whether there is data of layout 1, or an upgrade that was cut off."""
    with translated():
        return bool(client.exists(SUMMARIES))


def upgrade(client: Client, names: Keys) -> Upgraded:
    """Move all games; nothing is done where there is nothing of layout 1.

    A game whose log does not hold moves like the others, and takes no more events until its
    operator has looked into it. Raises ``ForeignDataError``, ``StoreUnavailableError``, and
    ``ValueError`` for a cluster, which layout 1 never was on.
    """
    if not is_needed(client):
        return Upgraded(0, ())
    if not isinstance(client, Redis):
        raise ValueError("data of layout 1 is on one server, not on a cluster")
    with translated():
        marked = client.get(keys.LAYOUT)
        if marked is not None:
            layout.claim(client, names)
        moved, frozen = 0, []
        for game in list(_games(client)):
            moved += 1
            if not _move(client, names, game):
                frozen.append(game)
        _drop(client, [f"{INDEXES}*"], [DEADLINES])
        _mark(client, names)
    _log.info("%d games have layout %d now", moved, layout.VERSION)
    return Upgraded(moved, tuple(frozen))


def _games(client: Redis) -> Iterator[str]:
    """The games that have not moved yet, those made first in front."""
    left = {name.decode()[len(LOGS) :] for name in client.scan_iter(f"{LOGS}*", count=_AT_ONCE)}
    made = cast(list[bytes], client.zrange(ALL_GAMES, 0, -1))
    for name in made:
        if (game := name.decode()) in left:
            left.remove(game)
            yield game
    yield from sorted(left)


def _move(client: Redis, names: Keys, game: str) -> bool:
    """Move a game and verify that it has arrived as it was; False when its log does not hold."""
    lines = cast(list[bytes], client.lrange(f"{LOGS}{game}", 0, -1))
    with_keys = client.exists(f"{IDEMPOTENCY}{game}")
    if client.exists(names.log(game), names.idempotency(game)):
        raise StoreUnavailableError(f"{game} is there in both layouts: one of them is foreign")
    fault, state, at = _looked_at(lines)
    partition = names.partition(game)
    pipe = client.pipeline(transaction=True)
    pipe.rename(f"{LOGS}{game}", names.log(game))
    if with_keys:
        pipe.rename(f"{IDEMPOTENCY}{game}", names.idempotency(game))
    if fault is not None:
        note = {"state": "frozen", "reason": f"found by the upgrade: {fault}"}
        pipe.set(names.closed(game), msgspec.json.encode(note))
    elif state is not None and state.status is Status.ACTIVE:
        deadline = milliseconds(at) + state.created.move_time_limit * 1000
        pipe.zadd(names.deadlines(partition), {game: deadline})
    elif state is not None and state.status is Status.FINISHED:
        pipe.zadd(names.finished(partition), {game: milliseconds(at)})
    pipe.xadd(names.feed(partition), {"game": game, "version": len(lines)})
    pipe.execute()
    if client.lrange(names.log(game), 0, -1) != lines:
        raise StoreUnavailableError(f"{game} did not arrive as it was")
    if fault is not None:
        _log.error("frozen: %s", fault, extra={"game": game})
    return fault is None


def _looked_at(lines: list[bytes]) -> tuple[str | None, GameState | None, str]:
    """What is wrong with a log, if anything; the state it leads to, and when it last changed."""
    state: GameState | None = None
    try:
        log: list[Recorded] = [load(line) for line in lines]
        check_chain(log)
        for one in log:
            state = evolve(state, one.event)
    except RefusedLogError as error:
        return f"event {error.version}: {error.reason}", None, ""
    except Exception as error:
        # Whatever a damaged log holds, the other games must move.
        return f"{type(error).__name__}: {error}", None, ""
    if not log[-1].last:
        return "the last command is not all there", None, ""
    return None, state, log[-1].at


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
