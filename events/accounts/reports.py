"""Reports of players about players, for administrators; they expire."""

from enum import StrEnum
from typing import Final, cast

import msgspec

from events.clock import milliseconds
from events.store import keys
from events.store.failures import translate_errors
from events.store.servers import Client

MAX_REPORTS: Final = 1000
"""The maximum number of stored reports; the oldest are dropped."""
MAX_OWN: Final = 20
"""The maximum number of stored reports by one player."""
_RETENTION_MS: Final = 180 * 24 * 3600 * 1000


class ReportReason(StrEnum):
    """Why a player is reported."""

    ABUSE = "abuse"
    CHEATING = "cheating"
    NAME = "name"
    OTHER = "other"


class PlayerReport(msgspec.Struct, frozen=True):
    """A report. ``game`` is the one that it is about, if any; the time is RFC 3339."""

    player: str
    reporter: str
    reason: ReportReason
    text: str
    game: str | None
    at: str

    @property
    def entry(self) -> str:
        """The list entry: there is at most one per reporter and player."""
        return f"{self.reporter}>{self.player}"


class TooManyReportsError(Exception):
    """The player has reached ``MAX_OWN``."""


class Reports:
    """All reports. Every method raises ``StoreUnavailableError``."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def add(self, new: PlayerReport) -> None:
        """Store a report, replacing an earlier one. Raises ``TooManyReportsError``."""
        self._drop_old(milliseconds(new.at) - _RETENTION_MS)
        own = keys.reports_by(new.reporter)
        with translate_errors():
            self._client.zremrangebyscore(own, "-inf", milliseconds(new.at) - _RETENTION_MS)
            exists = self._client.zscore(own, new.entry) is not None
            if not exists and self._client.zcard(own) >= MAX_OWN:
                raise TooManyReportsError
            at = milliseconds(new.at)
            with self._client.pipeline(transaction=True) as pipe:
                pipe.hset(keys.REPORTS, new.entry, msgspec.json.encode(new))
                pipe.zadd(keys.REPORTS_BY_TIME, {new.entry: at})
                pipe.zadd(own, {new.entry: at})
                pipe.pexpire(own, _RETENTION_MS)
                pipe.execute()

    def newest(self, limit: int) -> list[PlayerReport]:
        """The newest reports, newest first."""
        with translate_errors():
            listed = self._client.zrevrange(keys.REPORTS_BY_TIME, 0, limit - 1)
            names = cast(list[bytes], listed)
            found = self._client.hmget(keys.REPORTS, names) if names else []
        texts = cast(list[bytes | None], found)
        return [msgspec.json.decode(text, type=PlayerReport) for text in texts if text]

    def _drop_old(self, before: int) -> None:
        with translate_errors():
            old = cast(
                list[bytes], self._client.zrangebyscore(keys.REPORTS_BY_TIME, "-inf", before)
            )
            old += cast(list[bytes], self._client.zrange(keys.REPORTS_BY_TIME, 0, -MAX_REPORTS - 1))
            if old:
                self._client.hdel(keys.REPORTS, *old)
                self._client.zrem(keys.REPORTS_BY_TIME, *old)
