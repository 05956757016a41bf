"""The view of a game for one viewer: up to which version, and from which perspective.

Every representation of a game goes through this module. Spectators may be some turns behind, and
must not learn what has happened since in any way; and nobody sees from another seat's perspective
until the game is over.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from api.access.identity import held_by, require_visible, viewer_seats
from api.http.etags import etag
from api.http.problems import ProblemError
from api.schemas.fields import REVIEWER
from api.schemas.play.games import FULL
from api.services import services
from domain.state import GameState
from domain.values import Seat, Status
from events.accounts.players import Player
from events.games.errors import VersionMismatchError
from events.games.snapshot import GameSnapshot
from events.log.stored_event import StoredEvent


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as one viewer may see it.

    ``snapshot`` is the newest version that the viewer may see, and ``seats`` are those of
    ``viewer_seats``. ``delayed`` says that newer versions exist. ``perspective`` is a seat or
    the reviewer, if the viewer chose one.
    """

    snapshot: GameSnapshot
    seats: frozenset[Seat]
    delayed: bool
    viewer: Player | None
    perspective: str | None = None

    @property
    def held(self) -> frozenset[Seat]:
        """The seats that the viewer holds."""
        return held_by(self.state, self.viewer)

    @property
    def reviewing(self) -> bool:
        """Whether nothing is hidden, which is so for finished games only."""
        return self.perspective == REVIEWER

    @property
    def state(self) -> GameState:
        """The newest state that the viewer may see."""
        return self.snapshot.state

    @property
    def etag(self) -> str:
        """The entity tag of that state for this viewer."""
        return self.tag()

    def tag(self, form: str = FULL) -> str:
        """Return the entity tag of that state for this viewer, in a form."""
        return etag(self.snapshot, self.seats, f"{REVIEWER} {form}" if self.reviewing else form)

    def require(self, version: int) -> None:
        """Raise a problem unless this viewer may see the game at a version."""
        if not 1 <= version <= self.snapshot.version:
            raise ProblemError("not_found", f"The game has versions 1 to {self.snapshot.version}.")

    def at(self, version: int) -> "GameView":
        """Return the view at a version, for the seats that the viewer held then. Raises a problem
        if the viewer may not see that version."""
        self.require(version)
        return self._with(services().games.at(self.state.created.game, version))

    def each(self, after: int, upto: int) -> Iterator["GameView"]:
        """Iterate over the views ``at`` each version past ``after`` up to ``upto``, which must be
        visible."""
        return map(self._with, services().games.each(self.state.created.game, after, upto))

    def event_text(self, event: StoredEvent) -> bytes:
        """Return the JSON text of an event for this viewer."""
        return event.text_for(None if self.reviewing else self.seats)

    def mismatch(self, named: int) -> VersionMismatchError:
        """Return the error of a request that names another version than the visible one."""
        return VersionMismatchError(self.snapshot.version, named)

    def _with(self, snapshot: GameSnapshot) -> "GameView":
        seats = _seats(snapshot.state, self.viewer, self.perspective)
        return replace(self, snapshot=snapshot, seats=seats)


def view_for(game: str, viewer: Player | None, perspective: str | None = None) -> GameView:
    """Return the view of a game for a viewer, from one of ``PERSPECTIVES`` if given. Raises
    ``GameNotFoundError``, or a problem if the viewer may not see the game, or not like that."""
    current = services().games.current(game)
    require_visible(current.state, viewer)
    own = view_of(current, viewer)
    return own if perspective is None else _from_perspective(own, perspective)


def view_of(current: GameSnapshot, viewer: Player | None) -> GameView:
    """Return the view of a game's current snapshot for a viewer, who must be allowed to see it."""
    seats = viewer_seats(current.state, viewer)
    visible = services().games.visible(current, seats)
    return GameView(visible, seats, delayed=visible is not current, viewer=viewer)


def _from_perspective(own: GameView, perspective: str) -> GameView:
    """Return the view from another perspective. While a game runs, only the viewer's own seats are
    allowed."""
    if perspective == REVIEWER:
        _require_over(own, "Both hands, the deck and the seed are")
    elif perspective not in own.state.table.seats:
        seats = ", ".join(own.state.table.seats)
        raise ProblemError("invalid_request", f"The game has no such seat; its seats are {seats}.")
    elif perspective not in own.seats:
        _require_over(own, "The view of a seat that you do not hold is")
    visible = _seats(own.state, own.viewer, perspective)
    return replace(own, seats=visible, perspective=perspective)


def _seats(state: GameState, viewer: Player | None, perspective: str | None) -> frozenset[Seat]:
    """Return the seats whose cards are visible at a version; a seat that was free then saw none."""
    if perspective is None:
        return viewer_seats(state, viewer)
    if perspective == REVIEWER:
        return frozenset(state.table.seats)
    return state.table.visible_hands({Seat(perspective)} & state.seats.keys())


def _require_over(game_view: GameView, subject: str) -> None:
    if game_view.state.status is not Status.FINISHED:
        raise ProblemError("game_not_over", f"{subject} visible only once the game is over.")
