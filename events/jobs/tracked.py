"""Long-running jobs: done in parts by queued jobs, with their progress and result stored for a
while.

All data is on the job server and may be lost there; clients then request the job again. Queued jobs
carry only ids; their parameters are stored here.
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
"""The maximum number of unfinished jobs of a kind, for all players together."""
_EXPIRY_MS = 30 * 60 * 1000
_STALLED_MS = 60 * 1000
"""Milliseconds after which an unfinished job no longer counts; and after which one without progress
is resumed by another queued job."""
_JOB_SECONDS = 300


class JobStatus(StrEnum):
    """The status of an analysis, an animation or a playtest."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


_UNFINISHED = (JobStatus.QUEUED, JobStatus.RUNNING)


class QueueUnavailableError(Exception):
    """The job server has failed or is not configured."""


class TooManyJobsError(Exception):
    """A player has ``limit`` unfinished jobs of a kind; None if the limit of all players together
    is reached."""

    def __init__(self, kind: str, limit: int | None) -> None:
        super().__init__(f"{limit or MAX_UNDER_WAY} jobs of this kind are in progress: {kind}")
        self.kind = kind
        self.limit = limit


class JobParams(msgspec.Struct, frozen=True):
    """The parameters of a job. ``id`` is derived from them, so that equal requests share a job;
    ``owner`` is the player who requested it first. ``asked_at`` is RFC 3339."""

    id: str
    game: str
    owner: str
    asked_at: str


P = TypeVar("P", bound=JobParams)


@dataclass(frozen=True, slots=True)
class Kind(Generic[P]):
    """A kind of job: its function, its parameters, how long and how many results are retained (the
    oldest are dropped), and how many unfinished jobs a player may have."""

    name: str
    job: str
    params: type[P]
    retention_seconds: int
    max_retained: int
    max_own: int


@dataclass(frozen=True, slots=True)
class Progress(Generic[P]):
    """The progress of a job: how much is ``done``, and when (ms since 1970) it last changed."""

    params: P
    status: JobStatus
    done: int
    touched: int

    @property
    def unfinished(self) -> bool:
        """Whether the job is queued or running."""
        return self.status in _UNFINISHED


class TrackedJobs(Generic[P]):
    """All jobs of a kind. Every method raises ``QueueUnavailableError``."""

    def __init__(self, client: Redis | None, kind: Kind[P]) -> None:
        self._configured_client = client
        self._kind = kind

    def request(self, params: P, now: int) -> Progress[P]:
        """Start a job, or return the progress of an equal one that is unfinished or done; ``now``
        is ms since 1970. Raises ``TooManyJobsError``."""
        with _queue_errors():
            existing = self._find(params.id)
            if existing is not None and (existing.unfinished or existing.status is JobStatus.DONE):
                self._resume(existing, now)
                return existing
            self._require_room(params.owner, now)
            self._begin(params, now)
            self.enqueue(params.id, str(now))
            return Progress(params, JobStatus.QUEUED, 0, now)

    def find(self, name: str) -> Progress[P] | None:
        """The progress of a job, or None."""
        with _queue_errors():
            return self._find(name)

    def is_idle(self, now: int) -> bool:
        """Whether no unfinished job counts at ``now`` (ms since 1970)."""
        with _queue_errors():
            return not self._client.zcount(self._keys().all_unfinished, now - _EXPIRY_MS, "+inf")

    def resume_all(self, now: int) -> None:
        """Resume jobs without progress because a worker has died; ``now`` is ms since 1970."""
        with _queue_errors():
            unfinished = cast(list[bytes], self._client.zrange(self._keys().all_unfinished, 0, -1))
            for job_id in unfinished:
                progress = self._find(job_id.decode())
                if progress is not None:
                    self._resume(progress, now)

    def enqueue(self, name: str, mark: str) -> None:
        """Enqueue the next slice of a job, once per ``mark``."""
        with _queue_errors():
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
        """The finished parts of a running job, by place."""
        with _queue_errors():
            fields = cast(dict[bytes, bytes], self._client.hgetall(self._keys(name).parts))
        return {place.decode(): part for place, part in fields.items()}

    def file(self, name: str) -> bytes | None:
        """The result of a finished job, or None."""
        with _queue_errors():
            return cast(bytes | None, self._client.get(self._keys(name).file))

    def add_part(self, name: str, place: str, part: bytes, done: int) -> bool:
        """Store a part and the progress ``done``; False if the job was cancelled or has expired."""
        parts = self._keys(name).parts

        def change(pipe: Pipeline) -> None:
            pipe.hset(parts, place, part)
            pipe.expire(parts, self._kind.retention_seconds)
            self._set_progress(pipe, name, JobStatus.RUNNING, done=done)

        return self._update_unfinished(name, change)

    def finish(self, name: str, file: bytes) -> None:
        """Store the result instead of the parts, unless the job was cancelled."""
        own = self._keys(name)

        def change(pipe: Pipeline) -> None:
            pipe.set(own.file, file, ex=self._kind.retention_seconds)
            pipe.expire(own.params, self._kind.retention_seconds)
            pipe.zadd(own.all_done, {name: _now()})
            self._end(pipe, name, JobStatus.DONE)

        if self._update_unfinished(name, change):
            self._drop_oldest()

    def end(self, name: str, status: JobStatus) -> None:
        """Set the status of an unfinished job to ``FAILED`` or ``CANCELLED``."""
        self._update_unfinished(name, lambda pipe: self._end(pipe, name, status))

    def _keys(self, name: str = "") -> JobKeys:
        return JobKeys(self._kind.name, name)

    @property
    def _client(self) -> Redis:
        if self._configured_client is None:
            raise QueueUnavailableError("no Redis server is configured for the job queue")
        return self._configured_client

    def _find(self, name: str) -> Progress[P] | None:
        fields = cast(dict[bytes, bytes], self._client.hgetall(self._keys(name).params))
        if b"wish" not in fields:
            return None
        return Progress(
            msgspec.json.decode(fields[b"wish"], type=self._kind.params),
            JobStatus(fields[b"status"].decode()),
            int(fields[b"done"]),
            int(fields[b"touched"]),
        )

    def _resume(self, progress: Progress[P], now: int) -> None:
        """Enqueue a job without progress again, once per ``_STALLED_MS``."""
        name = progress.params.id
        if not progress.unfinished or now - progress.touched <= _STALLED_MS:
            return

        def change(pipe: Pipeline) -> None:
            pipe.hset(self._keys(name).params, "touched", now)

        if self._update_unfinished(name, change):
            self.enqueue(name, f"{progress.done}-{now}")

    def _require_room(self, owner: str, now: int) -> None:
        self._client.zremrangebyscore(self._keys().all_unfinished, "-inf", now - _EXPIRY_MS)
        unfinished = cast(list[bytes], self._client.zrange(self._keys().all_unfinished, 0, -1))
        owners = (
            self._client.hget(self._keys(job_id.decode()).params, "owner") for job_id in unfinished
        )
        if sum(job_owner == owner.encode() for job_owner in owners) >= self._kind.max_own:
            raise TooManyJobsError(self._kind.name, self._kind.max_own)
        if len(unfinished) >= MAX_UNDER_WAY:
            raise TooManyJobsError(self._kind.name, None)

    def _begin(self, request: P, now: int) -> None:
        pipe = self._client.pipeline()
        pipe.delete(*self._keys(request.id).own)
        text = msgspec.json.encode(request)
        pipe.hset(self._keys(request.id).params, mapping={"wish": text, "owner": request.owner})
        self._set_progress(pipe, request.id, JobStatus.QUEUED, done=0, touched=now)
        pipe.expire(self._keys(request.id).params, self._kind.retention_seconds)
        pipe.zadd(self._keys().all_unfinished, {request.id: now})
        pipe.execute()

    def _end(self, pipe: Pipeline, name: str, status: JobStatus) -> None:
        self._set_progress(pipe, name, status)
        pipe.delete(self._keys(name).parts)
        pipe.zrem(self._keys().all_unfinished, name)

    def _set_progress(self, pipe: Pipeline, name: str, status: JobStatus, **fields: int) -> None:
        values: dict[Any, Any] = {"status": status.value, "touched": _now(), **fields}
        pipe.hset(self._keys(name).params, mapping=values)

    def _drop_oldest(self) -> None:
        with _queue_errors():
            old = self._client.zrange(self._keys().all_done, 0, -1 - self._kind.max_retained)
            for job_id in cast(list[bytes], old):
                self._client.delete(*self._keys(job_id.decode()).own)
                self._client.zrem(self._keys().all_done, job_id)

    def _update_unfinished(self, name: str, change: Callable[[Pipeline], None]) -> bool:
        """Change an unfinished job atomically; False if it is finished or gone."""

        with _queue_errors(), self._client.pipeline() as pipe:
            while True:
                pipe.watch(self._keys(name).params)  # type: ignore[no-untyped-call] # it takes names
                status = cast(bytes | None, pipe.hget(self._keys(name).params, "status"))
                if status is None or status.decode() not in _UNFINISHED:
                    return False
                pipe.multi()
                change(pipe)
                try:
                    pipe.execute()
                except WatchError:
                    continue
                return True


@contextmanager
def _queue_errors() -> Iterator[None]:
    try:
        with translate_errors():
            yield
    except StoreUnavailableError as error:
        raise QueueUnavailableError(str(error)) from error


def _now() -> int:
    return time.time_ns() // 1_000_000
