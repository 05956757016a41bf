"""Animated replays: asked for, made by jobs some frames at a time, kept for some hours.

All of it lies on the server of the jobs, one for the whole service. It may be lost there: whoever
misses one asks again. The jobs carry ids alone; what is to be made is kept here.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast

import msgspec
from redis import Redis
from redis.client import Pipeline
from redis.exceptions import WatchError
from rq.exceptions import DuplicateJobError

from events.jobs.queue import queue
from events.store import keys
from events.store.failures import translated
from events.store.port import StoreUnavailableError

JOB = "workers.animations.animate"
KEPT_SECONDS = 6 * 3600
MAX_KEPT = 100
"""Finished ones of all players; the oldest make room."""
MAX_OWN, MOST_UNDER_WAY = 2, 16
"""How many may be under way for a player, and for all together."""
_MAX = 30 * 60 * 1000
_STILL = 60 * 1000
"""Milliseconds after which one that is under way counts no more; and after which one that stands
still is taken up by another job, when it is asked for again."""
_JOB_SECONDS = 300


class AnimationStatus(StrEnum):
    """What has become of an animated replay that was asked for."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


_UNDER_WAY = (AnimationStatus.QUEUED, AnimationStatus.RUNNING)


class QueueUnavailableError(Exception):
    """The server of the jobs does not do as it should, or there is none."""


class TooManyAnimationsError(Exception):
    """A player has ``most`` under way; None if it is all players together who have too many."""

    def __init__(self, most: int | None) -> None:
        super().__init__(f"{most or MOST_UNDER_WAY} animations are in progress")
        self.most = most


class Animation(msgspec.Struct, frozen=True):
    """What is to be made: the ``versions`` of a game from ``first`` to ``last``, a frame each, and
    how they are drawn. ``id`` follows from all that and the game, so that the same is made once;
    ``owner`` is the player who asked first. ``asked_at`` is RFC 3339."""

    id: str
    game: str
    owner: str
    asked_at: str
    first: int
    last: int
    every: str
    versions: list[int]
    format: str
    width: int
    theme: str
    labels: str
    side: str | None
    language: str
    milliseconds: int
    changes: bool


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an animation is: how many frames are ``done``, when (ms since 1970) the last was."""

    animation: Animation
    status: AnimationStatus
    done: int
    touched: int

    @property
    def under_way(self) -> bool:
        """Whether it is still to be made."""
        return self.status in _UNDER_WAY


class Animations:
    """The animations of all games. Every method raises ``QueueUnavailableError``."""

    def __init__(self, client: Redis | None) -> None:
        self._known_client = client

    def ask(self, request: Animation, now: int) -> Progress:
        """Have an animation made, unless it is under way or there; ``now`` is ms since 1970.
        Raises ``TooManyAnimationsError``."""
        with _reached():
            known = self._find(request.id)
            if known is not None and (known.under_way or known.status is AnimationStatus.DONE):
                if known.under_way and now - known.touched > _STILL:
                    self.take_up(request.id, f"{known.done}-{now}")
                return known
            self._require_room(request.owner, now)
            self._begin(request, now)
            self.take_up(request.id, str(now))
            return Progress(request, AnimationStatus.QUEUED, 0, now)

    def find(self, name: str) -> Progress | None:
        """How far the animation is that has an id."""
        with _reached():
            return self._find(name)

    def take_up(self, name: str, mark: str) -> None:
        """Have a job go on with an animation; of jobs with the same ``mark`` there is one."""
        with _reached():
            try:
                queue(self._client).enqueue_call(
                    JOB,
                    args=(name,),
                    job_id=f"animation-{name}-{mark}",
                    timeout=_JOB_SECONDS,
                    result_ttl=0,
                    failure_ttl=_JOB_SECONDS,
                    unique=True,
                )
            except DuplicateJobError:
                return

    def frames(self, name: str, count: int) -> list[bytes]:
        """The first ``count`` frames of an animation that is under way, which must be there."""
        with _reached():
            kept = self._client.hmget(keys.animation_frames(name), list(map(str, range(count))))
        found = cast(list[bytes | None], kept)
        if None in found:
            raise LookupError(f"{name}: frames are gone")
        return cast(list[bytes], found)

    def file(self, name: str) -> bytes | None:
        """An animation that is done."""
        with _reached():
            return cast(bytes | None, self._client.get(keys.animation_file(name)))

    def add_frame(self, name: str, place: int, frame: bytes) -> bool:
        """Keep a frame; False when nobody wants the animation any more."""

        def change(pipe: Pipeline) -> None:
            pipe.hset(keys.animation_frames(name), str(place), frame)
            pipe.expire(keys.animation_frames(name), KEPT_SECONDS)
            self._note(pipe, name, AnimationStatus.RUNNING, done=place + 1)

        return self._unless_over(name, change)

    def finish(self, name: str, file: bytes) -> None:
        """Keep the whole of an animation instead of its frames, if it is still wanted."""

        def change(pipe: Pipeline) -> None:
            pipe.set(keys.animation_file(name), file, ex=KEPT_SECONDS)
            pipe.expire(keys.animation(name), KEPT_SECONDS)
            pipe.zadd(keys.ANIMATIONS_DONE, {name: _now()})
            self._end(pipe, name, AnimationStatus.DONE)

        if self._unless_over(name, change):
            self._make_room()

    def end(self, name: str, status: AnimationStatus) -> None:
        """Let an animation that is under way be ``FAILED`` or ``CANCELLED``."""
        self._unless_over(name, lambda pipe: self._end(pipe, name, status))

    @property
    def _client(self) -> Redis:
        if self._known_client is None:
            raise QueueUnavailableError("no Redis server is configured for the job queue")
        return self._known_client

    def _find(self, name: str) -> Progress | None:
        kept = cast(dict[bytes, bytes], self._client.hgetall(keys.animation(name)))
        if b"wish" not in kept:
            return None
        return Progress(
            msgspec.json.decode(kept[b"wish"], type=Animation),
            AnimationStatus(kept[b"status"].decode()),
            int(kept[b"done"]),
            int(kept[b"touched"]),
        )

    def _require_room(self, owner: str, now: int) -> None:
        self._client.zremrangebyscore(keys.ANIMATIONS_UNDER_WAY, "-inf", now - _MAX)
        known = cast(list[bytes], self._client.zrange(keys.ANIMATIONS_UNDER_WAY, 0, -1))
        pairs = (self._client.hget(keys.animation(one.decode()), "owner") for one in known)
        if sum(one == owner.encode() for one in pairs) >= MAX_OWN:
            raise TooManyAnimationsError(MAX_OWN)
        if len(known) >= MOST_UNDER_WAY:
            raise TooManyAnimationsError(None)

    def _begin(self, request: Animation, now: int) -> None:
        pipe = self._client.pipeline()
        pipe.delete(*_all_of(request.id))
        text = msgspec.json.encode(request)
        pipe.hset(keys.animation(request.id), mapping={"wish": text, "owner": request.owner})
        self._note(pipe, request.id, AnimationStatus.QUEUED, done=0, touched=now)
        pipe.expire(keys.animation(request.id), KEPT_SECONDS)
        pipe.zadd(keys.ANIMATIONS_UNDER_WAY, {request.id: now})
        pipe.execute()

    def _end(self, pipe: Pipeline, name: str, status: AnimationStatus) -> None:
        self._note(pipe, name, status)
        pipe.delete(keys.animation_frames(name))
        pipe.zrem(keys.ANIMATIONS_UNDER_WAY, name)

    def _note(self, pipe: Pipeline, name: str, status: AnimationStatus, **more: int) -> None:
        told: dict[Any, Any] = {"status": status.value, "touched": _now(), **more}
        pipe.hset(keys.animation(name), mapping=told)

    def _make_room(self) -> None:
        with _reached():
            old = self._client.zrange(keys.ANIMATIONS_DONE, 0, -1 - MAX_KEPT)
            for one in cast(list[bytes], old):
                self._client.delete(*_all_of(one.decode()))
                self._client.zrem(keys.ANIMATIONS_DONE, one)

    def _unless_over(self, name: str, change: Callable[[Pipeline], None]) -> bool:
        """Change an animation that is under way, all or nothing; False when it is not."""

        with _reached(), self._client.pipeline() as pipe:
            while True:
                pipe.watch(keys.animation(name))  # type: ignore[no-untyped-call] # it takes names
                status = cast(bytes | None, pipe.hget(keys.animation(name), "status"))
                if status is None or status.decode() not in _UNDER_WAY:
                    return False
                pipe.multi()
                change(pipe)
                try:
                    pipe.execute()
                except WatchError:
                    continue
                return True


@contextmanager
def _reached() -> Iterator[None]:
    try:
        with translated():
            yield
    except StoreUnavailableError as error:
        raise QueueUnavailableError(str(error)) from error


def _all_of(name: str) -> tuple[str, ...]:
    return keys.animation(name), keys.animation_frames(name), keys.animation_file(name)


def _now() -> int:
    return time.time_ns() // 1_000_000
