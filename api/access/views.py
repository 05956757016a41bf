"""How far a viewer sees a game, and as whom.

Whatever is told of a game is read through this one place: who holds no seat may be some turns
behind, and must not learn by any way what has happened since; and nobody sees through the eyes of
another until the game is over.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from api.access.identity import held_by, require_sight, seats_at
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
    """A game as one viewer may know it: the ``snapshot`` that is visible to it, redacted for
    ``seats``, which are those of ``seats_at``.

    ``delayed`` says that the game is ahead of what the viewer, ``who``, may know. ``perspective``
    is the seat, or the reviewer, as whom the viewer looks, if not as itself.
    """

    snapshot: GameSnapshot
    seats: frozenset[Seat]
    delayed: bool
    who: Player | None
    perspective: str | None = None

    @property
    def held(self) -> frozenset[Seat]:
        """The seats that the viewer holds."""
        return held_by(self.state, self.who)

    @property
    def reviewing(self) -> bool:
        """Whether nothing is hidden; that is so of finished games only."""
        return self.perspective == REVIEWER

    @property
    def state(self) -> GameState:
        """The state as far as it was seen."""
        return self.snapshot.state

    @property
    def etag(self) -> str:
        """The entity tag of that state for this viewer."""
        return self.tag()

    def tag(self, form: str = FULL) -> str:
        """The entity tag of that state for this viewer, shown in a form."""
        return etag(self.snapshot, self.seats, f"{REVIEWER} {form}" if self.reviewing else form)

    def require(self, version: int) -> None:
        """Raise a problem unless this viewer may know the game at a version."""
        if not 1 <= version <= self.snapshot.version:
            raise ProblemError("not_found", f"The game has versions 1 to {self.snapshot.version}.")

    def at(self, version: int) -> "GameView":
        """The game as this viewer saw it, or would have seen it, at a version: by the seats that
        were held then. Raises a problem where there is no such version that it may know."""
        self.require(version)
        then = services().games.at(self.state.created.game, version)
        return replace(self, snapshot=then, seats=_seats(then.state, self.who, self.perspective))

    def each(self, after: int, upto: int) -> Iterator["GameView"]:
        """The game as ``at`` has it, at each version past ``after`` up to ``upto``, which must not
        be past what this viewer has seen."""
        for then in services().games.each(self.state.created.game, after, upto):
            yield replace(self, snapshot=then, seats=_seats(then.state, self.who, self.perspective))

    def text(self, event: StoredEvent) -> bytes:
        """The JSON text of an event for this viewer."""
        return event.text_for(None if self.reviewing else self.seats)

    def mismatch(self, named: int) -> VersionMismatchError:
        """The error of a request that names another version than the one seen."""
        return VersionMismatchError(self.snapshot.version, named)


def view_for(game: str, who: Player | None, perspective: str | None = None) -> GameView:
    """A game as the viewer may know it, or as one of ``PERSPECTIVES``
    does. Raises a problem, as if there
    were none, where it may not be shown, and another where the viewer must not look like that;
    ``GameNotFoundError`` where there is none."""
    newest = services().games.current(game)
    require_sight(newest.state, who)
    game_view = view_of(newest, who)
    return game_view if perspective is None else _through(game_view, perspective)


def view_of(newest: GameSnapshot, who: Player | None) -> GameView:
    """The newest version of a game as far as the viewer, who may see it, may know it."""
    seats = seats_at(newest.state, who)
    snapshot = services().games.visible(newest, seats)
    return GameView(snapshot, seats, delayed=snapshot is not newest, who=who)


def _through(own: GameView, perspective: str) -> GameView:
    """The game through other eyes. While it runs, those of a seat that one holds are no others."""
    if perspective == REVIEWER:
        _require_over(own, "Both hands, the deck and the seed are")
    elif perspective not in own.state.table.seats:
        seats = ", ".join(own.state.table.seats)
        raise ProblemError("invalid_request", f"The game has no such seat; its seats are {seats}.")
    elif perspective not in own.seats:
        _require_over(own, "The view of a seat that you do not hold is")
    return replace(own, seats=_seats(own.state, own.who, perspective), perspective=perspective)


def _seats(state: GameState, who: Player | None, perspective: str | None) -> frozenset[Seat]:
    """Whose cards are seen at a version; a seat that was free then saw nothing."""
    if perspective is None:
        return seats_at(state, who)
    if perspective == REVIEWER:
        return frozenset(state.table.seats)
    return state.table.visible_hands({Seat(perspective)} & state.seats.keys())


def _require_over(game_view: GameView, what: str) -> None:
    if game_view.state.status is not Status.FINISHED:
        raise ProblemError("game_not_over", f"{what} visible only once the game is over.")
