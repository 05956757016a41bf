"""Reading on in a game as one viewer sees it, and the stream that comes of it."""

from collections.abc import Iterator
from typing import Any

from api.access.identity import has_sight, seats_at, withdrawn
from api.http import problems
from api.limits.stream_places import Place
from api.monitoring import metrics
from api.services import Services
from api.streams import encoders
from api.streams.encoders import Form
from api.streams.heartbeat import HEARTBEAT_SECONDS, Heartbeat
from domain.values import Seat
from events.accounts.players import Player
from events.clock import milliseconds
from events.games.errors import GameNotFoundError
from events.games.snapshot import GameSnapshot
from events.live.hub import Group
from events.log.stored_event import StoredEvent
from events.log.unreadable import UnreadableGameError
from events.store.port import GameUnavailableError, HistoryShrankError, StoreUnavailableError

_MAX = 1000
"""Events that are read from a log at once."""


class Reader:
    """Reads on in a game behind version ``after``, as far as the viewer may see it.

    ``behind`` says that there is more to be read now, ``over`` that the game has ended and
    everything was read, or that the viewer may see it no more; ``changed`` is when something
    happened in the game last that the viewer may know (RFC 3339).
    """

    def __init__(
        self,
        deps: Services,
        game: str,
        after: int,
        who: Player | None,
        *,
        presence: bool = False,
    ) -> None:
        self._deps = deps
        self._unsigned = self._presence = presence
        self.game = game
        self._who = who
        self.after = after
        self.seats: frozenset[Seat] = frozenset()
        self.behind = False
        self.changed = ""
        self.over = False

    def news(self, group: Group | None = None, most: int = _MAX) -> list[StoredEvent]:
        """The next events, ``most`` of them if they are read from the log; the reader may have been
        told them in a group.

        A group says what a server has published, which may have lost its place to one without
        these events: what it ends with must be the head of the game as read, or else the log is
        asked. Raises ``HistoryShrankError`` when the store does not have any more what was read.
        """
        informed = group[-1] if group else None
        version = max(self.after, informed.version) if informed else self.after
        now = self._known(version, informed=informed is not None)
        self.seats = seats_at(now.state, self._who)
        if not has_sight(now.state, self._who, self._deps):
            # Who has left a private game is told nothing of what comes then.
            self.behind, self.over = False, True
            return []
        upto = now.visible(self.seats)
        fresh = [event for event in group or () if event.version > self.after]
        follows = bool(fresh) and fresh[0].version == self.after + 1
        if not follows or (upto.version, upto.hash) != (fresh[-1].version, fresh[-1].hash):
            end = min(upto.version, self.after + most)
            fresh = self._deps.games.events(self.game, self.after, end) if end > self.after else []
        self.after = fresh[-1].version if fresh else self.after
        self.behind = self.after < upto.version
        self.changed = now.visible_since(self.seats)
        self.over = now.state.is_over and self.after >= now.version
        return fresh

    def sign(self, *, again: bool) -> None:
        """Let the other seats know that the player of a seat is there, where that is wanted: at
        first, and ``again``."""
        if self._who is not None and self.seats and (self._unsigned or (self._presence and again)):
            self._unsigned = False
            now = milliseconds(self._deps.clock())
            self._deps.presence.note(self.game, self._who.id, now)

    def _known(self, version: int, informed: bool) -> GameSnapshot:
        """The game at some version from ``version`` on; the store is asked unless the reader was
        ``informed`` of news."""
        games = self._deps.games
        try:
            loaded = games.cached(self.game, version) if informed else games.current(self.game)
        except GameNotFoundError:
            raise HistoryShrankError(self.game) from None
        if loaded.version < version:
            games.freeze(self.game, f"version {version} was shown and is missing")
            raise HistoryShrankError(self.game)
        return loaded


def follow(
    deps: Services,
    reader: Reader,
    form: Form,
    about: dict[str, Any],
    place: Place,
    heartbeat: float = HEARTBEAT_SECONDS,
) -> Iterator[bytes]:
    """The events that a reader has not read, then those to come, until the game is over.

    The inbox is opened before the log is read, so nothing falls between the two; groups that the
    log has shown already are passed over, and a gap is filled from the log. The log is read with
    each heartbeat too: a subscription can die without a sign. ``about`` are the members of a
    problem that tell of the request. Whether its token is taken still is asked with a heartbeat and
    before events only: what the viewer may not know must end nothing. The stream ends too when its
    ``place`` is needed for another.
    """
    beats = Heartbeat(heartbeat, deps.live.clock)
    with deps.live.listen(reader.game) as inbox, metrics.STREAMS.track_inprogress():
        yield form.opening
        group: Group | None = ()
        while not deps.live.closed:
            if beat := beats.due():
                yield form.heartbeat
                group = None
            try:
                fresh = reader.news(group)
            except StoreUnavailableError:
                fresh = []
            except (GameUnavailableError, UnreadableGameError) as error:
                problem = problems.of_broken_game(error, reader.game)
                yield form.control(encoders.problem(problems.document(problem, **about)))
                return
            reader.sign(again=beat)
            if (beat or fresh) and not place.stands():
                yield form.control(encoders.problem(problems.document(withdrawn(), **about)))
                return
            if beat and place.displaced:
                break
            if fresh:
                yield b"".join(_written(form, event, reader.seats) for event in fresh)
            if reader.over:
                yield form.control(encoders.end(reader.after))
                return
            group = () if reader.behind else inbox.take(beats.left)
        yield form.control(encoders.reconnect(reader.after))


def _written(form: Form, event: StoredEvent, seats: frozenset[Seat]) -> bytes:
    return form.event(str(event.version), event.text_for(seats))
