"""All games of a player read at once, and the cursor from which that goes on.

What is promised is that nothing is left out; an event may come twice. A cursor says until which
moment everything was handed out, and how far in the games that have changed since.
"""

import base64
import binascii
import logging
from collections.abc import Iterator
from itertools import chain, islice
from typing import Annotated

import msgspec

from api.access.identity import seats_at, withdrawn
from api.http import problems
from api.limits.stream_places import Place
from api.monitoring import metrics
from api.services import Services
from api.streams import encoders
from api.streams.encoders import Form
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
"""Milliseconds that the clocks of two servers, and an event and its storing, may be apart."""
_MAX_PLACES = 30
"""Games that a cursor names; of more, some events come twice."""
_CHUNK = 64
_MAX_AT_ONCE = 1_000_000
_log = logging.getLogger(__name__)

Number = Annotated[int, msgspec.Meta(ge=0, le=10**15)]
Found = tuple[str, bytes]
"""The cursor behind an event of some game, and the event with its game as JSON text."""


class Cursor(msgspec.Struct, frozen=True, array_like=True):
    """Where to go on: everything before ``since`` (ms) was handed out, and of each game in
    ``places`` all up to a version."""

    since: Number
    places: dict[str, Number]

    def text(self) -> str:
        """As clients hand it back."""
        return base64.urlsafe_b64encode(msgspec.json.encode(self)).decode("ascii").rstrip("=")

    @classmethod
    def read(cls, text: str) -> "Cursor":
        """The cursor behind a text. Raises ``ValueError`` for a text that is none."""
        try:
            padded = text + "=" * (-len(text) % 4)
            return _CURSOR.decode(base64.b64decode(padded, altchars=b"-_", validate=True))
        except (msgspec.MsgspecError, binascii.Error) as error:
            raise ValueError("not a cursor") from error


_CURSOR = msgspec.json.Decoder(Cursor)


class MyGames:
    """Reads on in every game that a player sits at or has opened, also those to come.

    ``notifier`` rings for the games that are read; new ones ring it by themselves.
    """

    def __init__(
        self, deps: Services, who: Player, cursor: Cursor | None, notifier: ChangeNotifier
    ) -> None:
        self._deps = deps
        self._who = who
        self._notifier = notifier
        self._since = cursor.since if cursor else max(0, milliseconds(deps.clock()) - OVERLAP)
        self._places = dict(islice(cursor.places.items(), _MAX_PLACES)) if cursor else {}
        self._changed: dict[str, int] = {}
        self._readers: dict[str, Reader] = {}
        self._started = False
        self.broken: list[tuple[str, GameUnavailableError | UnreadableGameError]] = []
        """Games that have lost events, or cannot be read, since somebody last took these out."""

    @property
    def cursor(self) -> str:
        """From where to go on with what was not handed out yet."""
        newest = sorted(self._places, key=lambda game: self._changed.get(game, self._since))
        places = {game: self._places[game] for game in newest[-_MAX_PLACES:]}
        return Cursor(self._since, places).text()

    def _begin(self) -> None:
        """Let the bell ring for the games that have not ended."""
        for game in self._deps.changed.unfinished(self._who.id):
            self._deps.live.subscribe(self._notifier, game)
        self._started = True

    def all_news(self, most: int) -> Iterator[Found]:
        """What has happened in any game, as the lists have it; ends after ``most`` events.

        As every game that has changed is read to its end, oldest change first, the moment from
        which to look the next time moves on.
        """
        changed, complete = self._deps.changed.since(self._who.id, self._since)
        complete -= OVERLAP
        # Those that are read already may have changed just now: the lists follow a moment later.
        # The places of a cursor are let go of when they have come to rest.
        others = sorted((self._readers.keys() | self._places.keys()) - changed.keys())
        for game in (*changed, *others):
            for found in self.news(game, most):
                most -= 1
                yield found
            if most <= 0:
                return
            if game in changed:
                self._move_on(min(changed[game], complete))
        if len(changed) < MAX_CHANGED:
            self._move_on(complete)

    def look(
        self, rung: frozenset[str] | None, most: int = _MAX_AT_ONCE, *, everywhere: bool = False
    ) -> Iterator[Found]:
        """What has happened in the games that have rung, and in any when ``everywhere`` is to be
        looked, or none or nothing rang; up to ``most`` events of each."""
        if not self._started:
            self._begin()
        if everywhere or not rung:
            yield from self.all_news(most)
        for game in sorted(rung or ()):
            yield from self.news(game, most)

    def news(self, game: str, most: int) -> Iterator[Found]:
        """What has happened in one game, up to ``most`` events."""
        try:
            reader = self._readers.get(game) or self._opened(game)
            if reader is None:
                self._places.pop(game, None)
            while reader is not None and most > 0:
                held = reader.seats
                events = reader.news(most=most)
                self._changed[game] = milliseconds(reader.changed)
                for event in events:
                    most -= 1
                    self._places[game] = event.version
                    text = msgspec.Raw(event.text_for(reader.seats))
                    yield self.cursor, canonical({"game": game, "event": text})
                if reader.over:
                    self._leave(game)
                elif held and not reader.seats:
                    self._leave(game)
                    self._opened(game)
                if not reader.behind:
                    return
        except (GameUnavailableError, UnreadableGameError) as error:
            self.broken.append((game, error))
            self._places.pop(game, None)
            self._leave(game)

    def _leave(self, game: str) -> None:
        """Read on in a game no more."""
        self._readers.pop(game, None)
        self._deps.live.unsubscribe(self._notifier, game)

    def _opened(self, game: str) -> Reader | None:
        """A reader at where the player is in a game; None when it is none of the player's."""
        try:
            now = self._deps.games.current(game)
        except GameNotFoundError:
            return None
        seats = seats_at(now.state, self._who)
        if not seats and now.state.created.created_by != self._who.id:
            return None
        place = self._places.get(game)
        if place is None:
            place = self._visible_before(now, seats)
        # A cursor comes from outside: a place that the player cannot have reached is none.
        place = min(place, now.visible(seats).version)
        self._deps.live.subscribe(self._notifier, game)
        reader = self._readers[game] = Reader(self._deps, game, place, self._who)
        return reader

    def _visible_before(self, now: GameSnapshot, seats: frozenset[Seat]) -> int:
        """Which version of a game the player could see at the moment from which to look, or an
        earlier one. Nothing is read of what the player may not know yet."""
        game, version = now.state.created.game, now.visible(seats).version
        if milliseconds(now.visible_since(seats)) < self._since:
            return version
        while version:
            chunk = self._deps.games.events(game, max(0, version - _CHUNK), version)
            while chunk and milliseconds(chunk[-1].at) >= self._since:
                chunk.pop()
            if chunk:
                then = self._deps.games.at(game, chunk[-1].version)
                return then.visible(seats_at(then.state, self._who)).version
            version = max(0, version - _CHUNK)
        return 0

    def _move_on(self, moment: int) -> None:
        """Look from a moment on the next time; what had come to rest before it is forgotten."""
        self._since = max(self._since, moment)
        for game in [game for game, at in self._changed.items() if at < self._since]:
            del self._changed[game]
            self._places.pop(game, None)


def follow_all(
    deps: Services,
    who: Player,
    cursor: Cursor | None,
    form: Form,
    place: Place,
    heartbeat: float = HEARTBEAT_SECONDS,
) -> Iterator[bytes]:
    """The events of all games of a player, for as long as this process runs, the token that was
    sent is taken and the ``place`` is not needed for another; see ``follow``.

    Where to go on is said at once and, where items have no ids, after those that came together.
    """
    beats = Heartbeat(heartbeat, deps.live.clock)
    with deps.live.notifier_for(who.id) as notifier, metrics.STREAMS.track_inprogress():
        mine = MyGames(deps, who, cursor, notifier)
        yield form.opening + form.control(encoders.position(mine.cursor))
        rung: frozenset[str] | None = frozenset()
        while not deps.live.closed:
            shown = mine.cursor
            if beat := beats.due():
                yield form.heartbeat
            if beat and place.displaced:
                break
            try:
                found = mine.look(rung, everywhere=beat)
                first = list(islice(found, 1))
                if (beat or first) and not place.stands():
                    yield _withdrawn(form)
                    return
                for after, text in chain(first, found):
                    yield form.event(after, text)
            except StoreUnavailableError:
                _log.info("a player's games cannot be read, retrying")
            while mine.broken:
                yield form.control(_problem(*mine.broken.pop()))
            if not form.has_ids and mine.cursor != shown:
                yield form.control(encoders.position(mine.cursor))
            rung = notifier.take(beats.left)
        yield form.control(encoders.reconnect(mine.cursor))


def _withdrawn(form: Form) -> bytes:
    shown = problems.document(withdrawn(), instance="/v1/players/me/events")
    return form.control(encoders.problem(shown))


def _problem(game: str, error: GameUnavailableError | UnreadableGameError) -> dict[str, object]:
    broken, place = problems.of_broken_game(error, game), f"/v1/games/{game}/events"
    return encoders.problem(problems.document(broken, instance=place, game=game))
