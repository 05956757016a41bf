"""Work that takes long: asked for, done by jobs some parts at a time, and kept for some time.

All of it lies on the server of the jobs, one for the whole service. It may be lost there: whoever
misses it asks again. The jobs carry ids alone; what is to be done is kept here.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar, cast

import msgspec
from redis import Redis
from redis.client import Pipeline
from redis.exceptions import WatchError
from rq.exceptions import DuplicateJobError

from events.jobs.job_keys import JobKeys
from events.jobs.queue import queue
from events.store.failures import translate_errors
from events.store.port import StoreUnavailableError

MAX_UNDER_WAY = 16
"""How many of one kind may be under way for all players together."""
_MAX = 30 * 60 * 1000
_STILL = 60 * 1000
"""Milliseconds after which one that is under way counts no more; and after which one that stands
still is taken up by another job."""
_JOB_SECONDS = 300


class JobStatus(StrEnum):
    """What has become of work that was asked for."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


_UNDER_WAY = (JobStatus.QUEUED, JobStatus.RUNNING)


class QueueUnavailableError(Exception):
    """The server of the jobs does not do as it should, or there is none."""


class TooManyJobsError(Exception):
    """A player has ``limit`` of a kind under way; None if it is all players together who have too
    many."""

    def __init__(self, kind: str, limit: int | None) -> None:
        super().__init__(f"{limit or MAX_UNDER_WAY} jobs of this kind are in progress: {kind}")
        self.kind = kind
        self.limit = limit


class JobParams(msgspec.Struct, frozen=True):
    """What is to be done. ``id`` follows from all of it, so that the same is done once; ``owner``
    is the player who asked first. ``asked_at`` is RFC 3339."""

    id: str
    game: str
    owner: str
    asked_at: str


W = TypeVar("W", bound=JobParams)


@dataclass(frozen=True, slots=True)
class Kind(Generic[W]):
    """A kind of work: the job that does it, what is to be told of it, how long and how many of what
    is done are kept (the oldest make room), and how many a player may have under way."""

    name: str
    job: str
    params: type[W]
    retention_seconds: int
    max_retained: int
    max_own: int


@dataclass(frozen=True, slots=True)
class Progress(Generic[W]):
    """How far work is: how much of it is ``done``, when (ms since 1970) the last part was."""

    params: W
    status: JobStatus
    done: int
    touched: int

    @property
    def under_way(self) -> bool:
        """Whether there is still something to do."""
        return self.status in _UNDER_WAY


class TrackedJobs(Generic[W]):
    """All work of a kind. Every method raises ``QueueUnavailableError``."""

    def __init__(self, client: Redis | None, kind: Kind[W]) -> None:
        self._known_client = client
        self._kind = kind

    def ask(self, request: W, now: int) -> Progress[W]:
        """Have something done, unless it is under way or there; ``now`` is ms since 1970. Raises
        ``TooManyJobsError``."""
        with _reached():
            known = self._find(request.id)
            if known is not None and (known.under_way or known.status is JobStatus.DONE):
                self._resume(known, now)
                return known
            self._require_room(request.owner, now)
            self._begin(request, now)
            self.take_up(request.id, str(now))
            return Progress(request, JobStatus.QUEUED, 0, now)

    def find(self, name: str) -> Progress[W] | None:
        """How far the work is that has an id."""
        with _reached():
            return self._find(name)

    def is_idle(self, now: int) -> bool:
        """Whether nothing of the kind that still counts is under way; ``now`` is ms since 1970."""
        with _reached():
            return not self._client.zcount(self._keys().all_under_way, now - _MAX, "+inf")

    def resume_all(self, now: int) -> None:
        """Have other jobs go on with what stands still because a worker has died; ``now`` is ms
        since 1970."""
        with _reached():
            known = cast(list[bytes], self._client.zrange(self._keys().all_under_way, 0, -1))
            for one in known:
                found = self._find(one.decode())
                if found is not None:
                    self._resume(found, now)

    def take_up(self, name: str, mark: str) -> None:
        """Have a job go on with the work; of jobs with the same ``mark`` there is one."""
        with _reached():
            try:
                queue(self._client).enqueue_call(
                    self._kind.job,
                    args=(name,),
                    job_id=f"{self._kind.name}-{name}-{mark}",
                    timeout=_JOB_SECONDS,
                    result_ttl=0,
                    failure_ttl=_JOB_SECONDS,
                    unique=True,
                )
            except DuplicateJobError:
                return

    def parts(self, name: str) -> dict[str, bytes]:
        """The parts of work under way, by place."""
        with _reached():
            fields = cast(dict[bytes, bytes], self._client.hgetall(self._keys(name).parts))
        return {place.decode(): part for place, part in fields.items()}

    def file(self, name: str) -> bytes | None:
        """What has come of work that is done."""
        with _reached():
            return cast(bytes | None, self._client.get(self._keys(name).file))

    def add_part(self, name: str, place: str, part: bytes, done: int) -> bool:
        """Keep a part, with which so much is ``done``; False when nobody wants it any more."""
        parts = self._keys(name).parts

        def change(pipe: Pipeline) -> None:
            pipe.hset(parts, place, part)
            pipe.expire(parts, self._kind.retention_seconds)
            self._note(pipe, name, JobStatus.RUNNING, done=done)

        return self._unless_over(name, change)

    def finish(self, name: str, file: bytes) -> None:
        """Keep the whole instead of its parts, if it is still wanted."""
        own = self._keys(name)

        def change(pipe: Pipeline) -> None:
            pipe.set(own.file, file, ex=self._kind.retention_seconds)
            pipe.expire(own.params, self._kind.retention_seconds)
            pipe.zadd(own.all_done, {name: _now()})
            self._end(pipe, name, JobStatus.DONE)

        if self._unless_over(name, change):
            self._make_room()

    def end(self, name: str, status: JobStatus) -> None:
        """Let what is under way be ``FAILED`` or ``CANCELLED``."""
        self._unless_over(name, lambda pipe: self._end(pipe, name, status))

    def _keys(self, name: str = "") -> JobKeys:
        return JobKeys(self._kind.name, name)

    @property
    def _client(self) -> Redis:
        if self._known_client is None:
            raise QueueUnavailableError("no Redis server is configured for the job queue")
        return self._known_client

    def _find(self, name: str) -> Progress[W] | None:
        fields = cast(dict[bytes, bytes], self._client.hgetall(self._keys(name).params))
        if b"wish" not in fields:
            return None
        return Progress(
            msgspec.json.decode(fields[b"wish"], type=self._kind.params),
            JobStatus(fields[b"status"].decode()),
            int(fields[b"done"]),
            int(fields[b"touched"]),
        )

    def _resume(self, found: Progress[W], now: int) -> None:
        """Have another job go on with what stands still, once in that time."""
        name = found.params.id
        if not found.under_way or now - found.touched <= _STILL:
            return

        def change(pipe: Pipeline) -> None:
            pipe.hset(self._keys(name).params, "touched", now)

        if self._unless_over(name, change):
            self.take_up(name, f"{found.done}-{now}")

    def _require_room(self, owner: str, now: int) -> None:
        self._client.zremrangebyscore(self._keys().all_under_way, "-inf", now - _MAX)
        known = cast(list[bytes], self._client.zrange(self._keys().all_under_way, 0, -1))
        pairs = (self._client.hget(self._keys(one.decode()).params, "owner") for one in known)
        if sum(one == owner.encode() for one in pairs) >= self._kind.max_own:
            raise TooManyJobsError(self._kind.name, self._kind.max_own)
        if len(known) >= MAX_UNDER_WAY:
            raise TooManyJobsError(self._kind.name, None)

    def _begin(self, request: W, now: int) -> None:
        pipe = self._client.pipeline()
        pipe.delete(*self._keys(request.id).own)
        text = msgspec.json.encode(request)
        pipe.hset(self._keys(request.id).params, mapping={"wish": text, "owner": request.owner})
        self._note(pipe, request.id, JobStatus.QUEUED, done=0, touched=now)
        pipe.expire(self._keys(request.id).params, self._kind.retention_seconds)
        pipe.zadd(self._keys().all_under_way, {request.id: now})
        pipe.execute()

    def _end(self, pipe: Pipeline, name: str, status: JobStatus) -> None:
        self._note(pipe, name, status)
        pipe.delete(self._keys(name).parts)
        pipe.zrem(self._keys().all_under_way, name)

    def _note(self, pipe: Pipeline, name: str, status: JobStatus, **more: int) -> None:
        values: dict[Any, Any] = {"status": status.value, "touched": _now(), **more}
        pipe.hset(self._keys(name).params, mapping=values)

    def _make_room(self) -> None:
        with _reached():
            old = self._client.zrange(self._keys().all_done, 0, -1 - self._kind.max_retained)
            for one in cast(list[bytes], old):
                self._client.delete(*self._keys(one.decode()).own)
                self._client.zrem(self._keys().all_done, one)

    def _unless_over(self, name: str, change: Callable[[Pipeline], None]) -> bool:
        """Change what is under way, all or nothing; False when it is not."""

        with _reached(), self._client.pipeline() as pipe:
            while True:
                pipe.watch(self._keys(name).params)  # type: ignore[no-untyped-call] # it takes names
                status = cast(bytes | None, pipe.hget(self._keys(name).params, "status"))
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
        with translate_errors():
            yield
    except StoreUnavailableError as error:
        raise QueueUnavailableError(str(error)) from error


def _now() -> int:
    return time.time_ns() // 1_000_000
