"""Verify all logs and archive files continually, to detect tampering and data corruption.

The games of a round are in a list in Redis, from which each is removed once it is verified, so that
another worker can continue. Redis and the archive have separate rounds: a large archive must not
delay the verification of running games by days.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from events.archive.archived_games import ArchivedGames
from events.archive.archiver import StoredGame, read_stored_game
from events.archive.files import ArchiveError, DamagedArchiveError
from events.backend import Backend
from events.log.stored_event import load
from events.log.unreadable import UnreadableGameError
from events.read_models.rebuild import stored_games
from events.store import keys
from events.store.archive_stub import Stub, stub_of
from events.store.broken import BrokenGames
from events.store.failures import is_of_another_type, translate_errors
from events.store.port import LogBrokenError, StoreUnavailableError
from events.transfer.integrity import verify
from events.transfer.verifying import RefusedLogError, is_vouched
from workers.runtime.failures import GLOBAL_FAILURES

CREDIT_MILLISECONDS = 5_000
"""The maximum unused time that a part may make up for: the interval of sweeps."""
_PUSH_BATCH = 1000
_log = logging.getLogger(__name__)

Keys = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the data with rounds of its own: ``kind`` are the keys that list its games,
    ``share`` is its share of the rate, ``pause`` the minimum milliseconds between the starts of two
    rounds."""

    name: str
    kind: str
    share: float
    pause: int


STORE = Part("store", "log", 0.75, 5 * 60_000)
ARCHIVE = Part("archive", "closed", 0.25, 24 * 3_600_000)


def verify_logs(data: Backend, public_keys: Keys | None, now: int, rate: int) -> int:
    """Continue the rounds, as of ``now`` (ms since 1970), at ``rate`` events per second at most;
    return how many events were verified. Seals are checked with ``public_keys``.

    A game is verified whole, and any excess over the rate is compensated by a later pause. Raises
    ``StoreUnavailableError``.
    """
    if rate == 0:
        return 0
    games = _Games(data, public_keys)
    return sum(_Round(data, part, rate).advance(games, now) for part in (STORE, ARCHIVE))


class _Round:
    """The round of one part, stored in Redis."""

    def __init__(self, data: Backend, part: Part, rate: int) -> None:
        self._data = data
        self._client = data.client
        self._part = part
        self._rate = part.share * rate
        self._list = keys.verification_round(part.name)

    def advance(self, games: "_Games", now: int) -> int:
        """Verify as many games as the rate allows; return how many events."""
        clock, events = max(self._time("next"), now - CREDIT_MILLISECONDS), 0
        while clock < now and (game := self._next_game(now)) is not None:
            count = games.verify(game, self._part)
            clock += max(1, round(1000 * max(1, count) / self._rate))
            events += count
            self._finish_game(game, count, clock, now)
        return events

    def _next_game(self, now: int) -> str | None:
        """The next game, of a new round if one is due."""
        with translate_errors():
            next_game: Any = self._client.lindex(self._list, 0)
            if next_game is None and now - self._time("begun") >= self._part.pause:
                self._start(now)
                next_game = self._client.lindex(self._list, 0)
        return None if next_game is None else next_game.decode()

    def _start(self, now: int) -> None:
        """Start a round with all games. The list gets its name only when it is complete."""
        games = sorted(set(stored_games(self._data, (self._part.kind,))))
        new_list = f"{self._list}:new"
        self._client.delete(new_list)
        for start in range(0, len(games), _PUSH_BATCH):
            self._client.rpush(new_list, *games[start : start + _PUSH_BATCH])
        self._store_times(begun=now)
        if games:
            self._client.rename(new_list, self._list)
        else:
            self._store_times(ended=now)

    def _finish_game(self, game: str, count: int, clock: int, now: int) -> None:
        with translate_errors():
            self._client.hincrby(keys.VERIFICATION, "events", count)
            self._store_times(next=clock)
            # By its name: another worker may be verifying it too.
            self._client.lrem(self._list, 1, game)
            if not self._client.exists(self._list):
                self._store_times(ended=now)

    def _time(self, name: str) -> int:
        with translate_errors():
            found: Any = self._client.hget(keys.VERIFICATION, f"{self._part.name}:{name}")
        return int(found or 0)

    def _store_times(self, **times: int) -> None:
        fields: Any = {f"{self._part.name}:{name}": time for name, time in times.items()}
        self._client.hset(keys.VERIFICATION, mapping=fields)


class _Games:
    """Verifies games one by one, and lists the broken ones."""

    def __init__(self, data: Backend, public_keys: Keys | None) -> None:
        self._data = data
        self._keys = public_keys
        # Without a cache: the file itself is to be verified.
        self._archived = ArchivedGames(data.archive, cache_bytes=0)
        self._broken = {
            STORE.name: data.store.broken,
            ARCHIVE.name: BrokenGames(data.client, keys.BROKEN_FILES),
        }

    def verify(self, game: str, part: Part) -> int:
        """Verify a game and record the outcome; return how many events it has in this part."""
        try:
            held = read_stored_game(self._data.client, self._data.names, game)
        except StoreUnavailableError as error:
            if not is_of_another_type(error):
                raise
            self._data.store.mark_broken(game, "a key of it is of another type")
            return 0
        if part is STORE:
            self._record_outcome(game, part, lambda: self._check_log(game, held))
            return len(held.lines)
        try:
            stub = None if held.lines else stub_of(held.closed)
        except (ValueError, TypeError, LookupError):
            _log.error("not verified: the freeze of the game cannot be read", extra={"game": game})
            return 0
        if stub is None:
            return 0
        self._record_outcome(game, part, lambda: self._check_file(game, stub))
        return stub.version

    def _record_outcome(self, game: str, part: Part, check: Callable[[], None]) -> None:
        """Run a check and record the outcome, so that one damaged game does not stop the round."""
        try:
            check()
        except GLOBAL_FAILURES:
            raise
        except LogBrokenError as error:
            self._data.store.mark_broken(game, error.reason)
        except DamagedArchiveError as error:
            _log.error("archive damaged: %s", error, extra={"game": game})
            self._broken[part.name].add(game, str(error))
        except (UnreadableGameError, ArchiveError) as error:
            _log.warning("not verified: %s", error, extra={"game": game})
        except Exception:
            _log.exception("not verified", extra={"game": game})
        else:
            if self._broken[part.name].discard(game):
                _log.warning("log verifies again", extra={"game": game})

    def _check_log(self, game: str, held: StoredGame) -> None:
        if held.lines:
            verify(game, held.lines)
            self._check_seal(game, held.lines, held.seal)

    def _check_file(self, game: str, stub: Stub) -> None:
        archived = self._archived.read(stub)
        try:
            if load(archived.lines[0]).data.get("game") != game:
                raise LogBrokenError(game, "it is the file of another game")
            self._check_seal(game, archived.lines, archived.seal)
        except LogBrokenError as error:
            raise DamagedArchiveError(f"{stub.path}: {error.reason}") from error

    def _check_seal(self, game: str, lines: list[bytes], seal: bytes | None) -> None:
        try:
            is_vouched(seal, game, load(lines[-1]), self._keys)
        except (RefusedLogError, ValueError) as error:
            raise LogBrokenError(game, f"its seal does not verify: {error}") from error
