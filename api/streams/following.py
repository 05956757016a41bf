"""Following one game as one viewer sees it."""

from collections.abc import Iterator
from typing import Any

from api.access.identity import is_visible, token_expired, viewer_seats
from api.http import problems
from api.limits.stream_slots import Slot
from api.monitoring import metrics
from api.services import Services
from api.streams import encoders
from api.streams.encoders import Encoder
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

_MAX_EVENTS = 1000
"""Events that are read from a log at once."""


class Reader:
    """Reads the visible events of a game after a version.

    ``behind`` says that more can be read now; ``over`` that the game has ended and everything was
    read, or that the viewer may no longer see it; ``changed`` is the time of the last visible event
    (RFC 3339).
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
        self._announces = self._presence = presence
        self.game = game
        self._who = who
        self.after = after
        self.seats: frozenset[Seat] = frozenset()
        self.behind = False
        self.changed = ""
        self.over = False

    def read(self, group: Group | None = None, limit: int = _MAX_EVENTS) -> list[StoredEvent]:
        """Return the next events: those of a published group, or up to ``limit`` from the log.

        The server that published a group may have lost these events since: unless the group ends
        with the head of the game as read, the log is read. Raises ``HistoryShrankError`` when the
        store has lost what was read before.
        """
        published = group[-1] if group else None
        known = max(self.after, published.version) if published else self.after
        current = self._load(known, published=published is not None)
        self.seats = viewer_seats(current.state, self._who)
        if not is_visible(current.state, self._who, self._deps):
            # A player who has left a private game sees nothing of what follows.
            self.behind, self.over = False, True
            return []
        upto = current.visible(self.seats)
        events = [event for event in group or () if event.version > self.after]
        follows = bool(events) and events[0].version == self.after + 1
        if not follows or (upto.version, upto.hash) != (events[-1].version, events[-1].hash):
            end = min(upto.version, self.after + limit)
            events = self._deps.games.events(self.game, self.after, end) if end > self.after else []
        self.after = events[-1].version if events else self.after
        self.behind = self.after < upto.version
        self.changed = current.visible_since(self.seats)
        self.over = current.state.is_over and self.after >= current.version
        return events

    def announce_presence(self, *, again: bool) -> None:
        """Record the player as present, if requested: the first time, and whenever ``again``."""
        if self._who is not None and self.seats and (self._announces or (self._presence and again)):
            self._announces = False
            now = milliseconds(self._deps.clock())
            self._deps.presence.note(self.game, self._who.id, now)

    def _load(self, known: int, published: bool) -> GameSnapshot:
        """Return the game at version ``known`` or later; the cache may do if news was published."""
        games = self._deps.games
        try:
            snapshot = games.cached(self.game, known) if published else games.current(self.game)
        except GameNotFoundError:
            raise HistoryShrankError(self.game) from None
        if snapshot.version < known:
            games.freeze(self.game, f"version {known} was shown and is missing")
            raise HistoryShrankError(self.game)
        return snapshot


def follow(
    deps: Services,
    reader: Reader,
    encoder: Encoder,
    context: dict[str, Any],
    slot: Slot,
    heartbeat: float = HEARTBEAT_SECONDS,
) -> Iterator[bytes]:
    """Stream the events that a reader has not read, then new ones, until the game is over.

    The inbox is opened before the log is read, so that no event is missed; groups that were read
    already are skipped, and gaps are filled from the log. The log is also read with each heartbeat,
    because a subscription can fail silently. ``context`` are the members of a problem document that
    identify the request. Its token is revalidated only with a heartbeat and before events:
    otherwise the end of the stream would reveal hidden events. The stream also ends when its slot
    is displaced.
    """
    beats = Heartbeat(heartbeat, deps.live.clock)
    with deps.live.listen(reader.game) as inbox, metrics.STREAMS.track_inprogress():
        yield encoder.opening
        group: Group | None = ()
        while not deps.live.closed:
            if beat := beats.due():
                yield encoder.heartbeat
                group = None
            try:
                events = reader.read(group)
            except StoreUnavailableError:
                events = []
            except (GameUnavailableError, UnreadableGameError) as error:
                problem = problems.of_broken_game(error, reader.game)
                yield encoder.control(encoders.problem(problems.document(problem, **context)))
                return
            reader.announce_presence(again=beat)
            if (beat or events) and not slot.token_is_valid():
                document = problems.document(token_expired(), **context)
                yield encoder.control(encoders.problem(document))
                return
            if beat and slot.displaced:
                break
            if events:
                yield b"".join(_encoded(encoder, event, reader.seats) for event in events)
            if reader.over:
                yield encoder.control(encoders.end(reader.after))
                return
            group = () if reader.behind else inbox.take(beats.left)
        yield encoder.control(encoders.reconnect(reader.after))


def _encoded(encoder: Encoder, event: StoredEvent, seats: frozenset[Seat]) -> bytes:
    return encoder.event(str(event.version), event.text_for(seats))
