"""Following all games of a player, resumable by a cursor.

Delivery is at least once: nothing is left out, but an event may come twice. A cursor contains the
time up to which everything was delivered, and the versions of the games that changed since.
"""

import base64
import binascii
import logging
from collections.abc import Iterator
from itertools import chain, islice
from typing import Annotated

import msgspec

from api.access.identity import token_expired, viewer_seats
from api.http import problems
from api.limits.stream_slots import Slot
from api.monitoring import metrics
from api.services import Services
from api.streams import encoders
from api.streams.encoders import Encoder
from api.streams.following import Reader
from api.streams.heartbeat import HEARTBEAT_SECONDS, Heartbeat
from domain.values import Seat
from events.accounts.players import Player
from events.clock import milliseconds
from events.games.errors import GameNotFoundError
from events.games.snapshot import GameSnapshot
from events.live.notifier import ChangeNotifier
from events.log.chain import canonical
from events.log.unreadable import UnreadableGameError
from events.read_models.recently_updated import MAX_CHANGED
from events.store.port import GameUnavailableError, StoreUnavailableError

OVERLAP = 10_000
"""Milliseconds of clock skew between two servers, and of delay in storing an event."""
_MAX_POSITIONS = 30
"""Games in a cursor; with more, some events come twice."""
_CHUNK = 64
_NO_LIMIT = 1_000_000
_log = logging.getLogger(__name__)

Number = Annotated[int, msgspec.Meta(ge=0, le=10**15)]
Item = tuple[str, bytes]
"""The cursor after an event, and the event with its game as JSON text."""


class Cursor(msgspec.Struct, frozen=True, array_like=True):
    """Where to resume: everything before ``since`` (ms) was delivered, and of each game in
    ``positions`` everything up to a version."""

    since: Number
    positions: dict[str, Number]

    def text(self) -> str:
        """Encode the cursor for clients."""
        return base64.urlsafe_b64encode(msgspec.json.encode(self)).decode("ascii").rstrip("=")

    @classmethod
    def read(cls, text: str) -> "Cursor":
        """Decode a cursor. Raises ``ValueError``."""
        try:
            padded = text + "=" * (-len(text) % 4)
            return _CURSOR.decode(base64.b64decode(padded, altchars=b"-_", validate=True))
        except (msgspec.MsgspecError, binascii.Error) as error:
            raise ValueError("not a cursor") from error


_CURSOR = msgspec.json.Decoder(Cursor)


class MyGames:
    """Reads every game in which a player has a seat or which it created, also future ones.

    ``notifier`` reports changes of the games that are read; new games register themselves.
    """

    def __init__(
        self, deps: Services, who: Player, cursor: Cursor | None, notifier: ChangeNotifier
    ) -> None:
        self._deps = deps
        self._who = who
        self._notifier = notifier
        self._since = cursor.since if cursor else max(0, milliseconds(deps.clock()) - OVERLAP)
        self._positions = dict(islice(cursor.positions.items(), _MAX_POSITIONS)) if cursor else {}
        self._changed: dict[str, int] = {}
        self._readers: dict[str, Reader] = {}
        self._subscribed = False
        self.broken: list[tuple[str, GameUnavailableError | UnreadableGameError]] = []
        """Games that have lost events or cannot be read; the caller removes them."""

    @property
    def cursor(self) -> str:
        """Where to resume with what was not delivered yet."""
        newest = sorted(self._positions, key=lambda game: self._changed.get(game, self._since))
        positions = {game: self._positions[game] for game in newest[-_MAX_POSITIONS:]}
        return Cursor(self._since, positions).text()

    def _subscribe(self) -> None:
        """Register for changes of the unfinished games."""
        for game in self._deps.recently_updated.unfinished(self._who.id):
            self._deps.live.subscribe(self._notifier, game)
        self._subscribed = True

    def read_all(self, limit: int) -> Iterator[Item]:
        """Yield the new events of all games by the read model, about ``limit`` at most.

        Games are read to their end, the oldest change first, and ``since`` advances with each.
        """
        changed, complete = self._deps.recently_updated.since(self._who.id, self._since)
        complete -= OVERLAP
        # Games with a reader may have changed just now: the read model is updated a moment later.
        # Positions of a cursor are dropped once their games are older than ``since``.
        others = sorted((self._readers.keys() | self._positions.keys()) - changed.keys())
        for game in (*changed, *others):
            for item in self._read(game, limit):
                limit -= 1
                yield item
            if limit <= 0:
                return
            if game in changed:
                self._advance(min(changed[game], complete))
        if len(changed) < MAX_CHANGED:
            self._advance(complete)

    def read(
        self, notified: frozenset[str] | None, limit: int = _NO_LIMIT, *, everything: bool = False
    ) -> Iterator[Item]:
        """Yield the new events of the games that were notified, or of all games if none was or
        ``everything`` is set; up to ``limit`` of each."""
        if not self._subscribed:
            self._subscribe()
        if everything or not notified:
            yield from self.read_all(limit)
        for game in sorted(notified or ()):
            yield from self._read(game, limit)

    def _read(self, game: str, limit: int) -> Iterator[Item]:
        """Yield the new events of one game, up to ``limit``."""
        try:
            reader = self._readers.get(game) or self._open(game)
            if reader is None:
                self._positions.pop(game, None)
            while reader is not None and limit > 0:
                held = reader.seats
                events = reader.read(limit=limit)
                self._changed[game] = milliseconds(reader.changed)
                for event in events:
                    limit -= 1
                    self._positions[game] = event.version
                    text = msgspec.Raw(event.text_for(reader.seats))
                    yield self.cursor, canonical({"game": game, "event": text})
                if reader.over:
                    self._close(game)
                elif held and not reader.seats:
                    self._close(game)
                    self._open(game)
                if not reader.behind:
                    return
        except (GameUnavailableError, UnreadableGameError) as error:
            self.broken.append((game, error))
            self._positions.pop(game, None)
            self._close(game)

    def _close(self, game: str) -> None:
        """Stop reading a game."""
        self._readers.pop(game, None)
        self._deps.live.unsubscribe(self._notifier, game)

    def _open(self, game: str) -> Reader | None:
        """Open a reader of a game at the player's position; None if it is not the player's game."""
        try:
            current = self._deps.games.current(game)
        except GameNotFoundError:
            return None
        seats = viewer_seats(current.state, self._who)
        if not seats and current.state.created.created_by != self._who.id:
            return None
        position = self._positions.get(game)
        if position is None:
            position = self._version_at_since(current, seats)
        # A cursor is untrusted input: cap a position that the player cannot have reached.
        position = min(position, current.visible(seats).version)
        self._deps.live.subscribe(self._notifier, game)
        reader = self._readers[game] = Reader(self._deps, game, position, self._who)
        return reader

    def _version_at_since(self, current: GameSnapshot, seats: frozenset[Seat]) -> int:
        """Return the version of a game that the player could see at ``since``, or an earlier one.
        Reads nothing that the player may not see yet."""
        game, version = current.state.created.game, current.visible(seats).version
        if milliseconds(current.visible_since(seats)) < self._since:
            return version
        while version:
            chunk = self._deps.games.events(game, max(0, version - _CHUNK), version)
            while chunk and milliseconds(chunk[-1].at) >= self._since:
                chunk.pop()
            if chunk:
                then = self._deps.games.at(game, chunk[-1].version)
                return then.visible(viewer_seats(then.state, self._who)).version
            version = max(0, version - _CHUNK)
        return 0

    def _advance(self, time: int) -> None:
        """Advance ``since``, and forget the games that have not changed after it."""
        self._since = max(self._since, time)
        for game in [game for game, at in self._changed.items() if at < self._since]:
            del self._changed[game]
            self._positions.pop(game, None)


def follow_all(
    deps: Services,
    who: Player,
    cursor: Cursor | None,
    encoder: Encoder,
    slot: Slot,
    heartbeat: float = HEARTBEAT_SECONDS,
) -> Iterator[bytes]:
    """Stream the events of all games of a player, until this process stops, the token becomes
    invalid or the slot is displaced; see ``follow``.

    The cursor is sent first and, if events have no ids, after each batch of them.
    """
    beats = Heartbeat(heartbeat, deps.live.clock)
    with deps.live.notifier_for(who.id) as notifier, metrics.STREAMS.track_inprogress():
        games = MyGames(deps, who, cursor, notifier)
        yield encoder.opening + encoder.control(encoders.position(games.cursor))
        notified: frozenset[str] | None = frozenset()
        while not deps.live.closed:
            sent = games.cursor
            if beat := beats.due():
                yield encoder.heartbeat
            if beat and slot.displaced:
                break
            try:
                items = games.read(notified, everything=beat)
                first = list(islice(items, 1))
                if (beat or first) and not slot.token_is_valid():
                    yield _token_expired(encoder)
                    return
                for after, text in chain(first, items):
                    yield encoder.event(after, text)
            except StoreUnavailableError:
                _log.info("a player's games cannot be read, retrying")
            while games.broken:
                yield encoder.control(_problem(*games.broken.pop()))
            if not encoder.has_ids and games.cursor != sent:
                yield encoder.control(encoders.position(games.cursor))
            notified = notifier.take(beats.left)
        yield encoder.control(encoders.reconnect(games.cursor))


def _token_expired(encoder: Encoder) -> bytes:
    document = problems.document(token_expired(), instance="/v1/players/me/events")
    return encoder.control(encoders.problem(document))


def _problem(game: str, error: GameUnavailableError | UnreadableGameError) -> dict[str, object]:
    problem, path = problems.of_broken_game(error, game), f"/v1/games/{game}/events"
    return encoders.problem(problems.document(problem, instance=path, game=game))
