"""Logs and archive files are verified again and again, so that what was altered or has rotted is
found though nobody asks for it.

The games of a round stand in a list in Redis, from which each goes once it was verified: a worker
that ends in the midst leaves the rest to the next one. What Redis holds and what the archive holds
have rounds of their own, or a long archive would keep running games waiting for days.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from events.archive.archived_games import ArchivedGames
from events.archive.archiver import Held, held_by
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
from workers.runtime.failures import EVERYBODYS

CREDIT_MILLISECONDS = 5_000
"""How long a part may have rested and make up for it: as long as two sweeps are apart."""
_FILLED_AT_ONCE = 1000
_log = logging.getLogger(__name__)

Keys = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """What is verified in rounds of its own: ``kind`` are the keys that name its games, ``share``
    how much of the rate it has, ``pause`` the milliseconds from one round's beginning to the
    next's at least."""

    name: str
    kind: str
    share: float
    pause: int


STORE = Part("store", "log", 0.75, 5 * 60_000)
ARCHIVE = Part("archive", "closed", 0.25, 24 * 3_600_000)


def verify_logs(data: Backend, public_keys: Keys | None, now: int, rate: int) -> int:
    """Go on with the rounds, as of ``now`` (ms since 1970), at ``rate`` events a second at most;
    returns how many events were verified. Seals are held against the ``public_keys``.

    A game is verified whole, and what it takes more than there was room for is waited for
    afterwards. Raises ``StoreUnavailableError``.
    """
    if rate == 0:
        return 0
    games = _Games(data, public_keys)
    return sum(_Round(data, part, rate).go_on(games, now) for part in (STORE, ARCHIVE))


class _Round:
    """The round of one part, as it stands in Redis."""

    def __init__(self, data: Backend, part: Part, rate: int) -> None:
        self._data = data
        self._client = data.client
        self._part = part
        self._rate = part.share * rate
        self._list = keys.verification_round(part.name)

    def go_on(self, games: "_Games", now: int) -> int:
        """Verify what there is room for; returns how many events."""
        clock, events = max(self._time("next"), now - CREDIT_MILLISECONDS), 0
        while clock < now and (game := self._first(now)) is not None:
            count = games.verify(game, self._part)
            clock += max(1, round(1000 * max(1, count) / self._rate))
            events += count
            self._done(game, count, clock, now)
        return events

    def _first(self, now: int) -> str | None:
        """The game that comes next, of a new round if one is due."""
        with translate_errors():
            found: Any = self._client.lindex(self._list, 0)
            if found is None and now - self._time("begun") >= self._part.pause:
                self._begin(now)
                found = self._client.lindex(self._list, 0)
        return None if found is None else found.decode()

    def _begin(self, now: int) -> None:
        """Put the games there are into the list. It is seen by nobody before it is whole."""
        games = sorted(set(stored_games(self._data, (self._part.kind,))))
        fresh = f"{self._list}:new"
        self._client.delete(fresh)
        for start in range(0, len(games), _FILLED_AT_ONCE):
            self._client.rpush(fresh, *games[start : start + _FILLED_AT_ONCE])
        self._note(begun=now)
        if games:
            self._client.rename(fresh, self._list)
        else:
            self._note(ended=now)

    def _done(self, game: str, count: int, clock: int, now: int) -> None:
        with translate_errors():
            self._client.hincrby(keys.VERIFICATION, "events", count)
            self._note(next=clock)
            # By its name: another worker may be at it too.
            self._client.lrem(self._list, 1, game)
            if not self._client.exists(self._list):
                self._note(ended=now)

    def _time(self, name: str) -> int:
        with translate_errors():
            found: Any = self._client.hget(keys.VERIFICATION, f"{self._part.name}:{name}")
        return int(found or 0)

    def _note(self, **times: int) -> None:
        named: Any = {f"{self._part.name}:{name}": time for name, time in times.items()}
        self._client.hset(keys.VERIFICATION, mapping=named)


class _Games:
    """Verifies games one by one, and notes those that do not hold."""

    def __init__(self, data: Backend, public_keys: Keys | None) -> None:
        self._data = data
        self._keys = public_keys
        # What is verified is the file, not what this process remembers of it.
        self._archived = ArchivedGames(data.archive, kept_bytes=0)
        self._broken = {
            STORE.name: data.store.broken,
            ARCHIVE.name: BrokenGames(data.client, keys.BROKEN_FILES),
        }

    def verify(self, game: str, part: Part) -> int:
        """Verify a game, and note what comes of it; returns how many events it has there."""
        try:
            held = held_by(self._data.client, self._data.names, game)
        except StoreUnavailableError as error:
            if not is_of_another_type(error):
                raise
            self._data.store.mark_broken(game, "a key of it is of another type")
            return 0
        if part is STORE:
            self._judge(game, part, lambda: self._check_log(game, held))
            return len(held.lines)
        try:
            stub = None if held.lines else stub_of(held.closed)
        except (ValueError, TypeError, LookupError):
            _log.error("not verified: the freeze of the game cannot be read", extra={"game": game})
            return 0
        if stub is None:
            return 0
        self._judge(game, part, lambda: self._check_file(game, stub))
        return stub.version

    def _judge(self, game: str, part: Part, check: Callable[[], None]) -> None:
        """One damaged game must not keep the others from being verified."""
        try:
            check()
        except EVERYBODYS:
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
                _log.warning("verifies again", extra={"game": game})

    def _check_log(self, game: str, held: Held) -> None:
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
            raise LogBrokenError(game, f"its seal does not hold: {error}") from error
