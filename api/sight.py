"""How far a viewer sees a game.

Whatever is told of a game is read through this one place: who holds no seat may be some turns
behind, and must not learn by any way what has happened since.
"""

from dataclasses import dataclass

from api.identity import require_sight, seats_at
from api.services import services
from api.tags import etag
from domain.state import GameState
from domain.values import Seat
from events.execute import VersionMismatchError
from events.loaded import Loaded
from events.players import Player


@dataclass(frozen=True, slots=True)
class Sight:
    """A game as one viewer may know it: as far as it was ``seen``, by the ``seats`` held at it.

    ``delayed`` says that there is more, of which the viewer is told nothing yet.
    """

    seen: Loaded
    seats: frozenset[Seat]
    delayed: bool

    @property
    def state(self) -> GameState:
        """The state as far as it was seen."""
        return self.seen.state

    @property
    def etag(self) -> str:
        """The entity tag of that state for this viewer."""
        return etag(self.seen, self.seats)

    def mismatch(self, named: int) -> VersionMismatchError:
        """The error of a request that names another version than the one seen."""
        return VersionMismatchError(self.seen.version, named)


def look(game: str, who: Player | None) -> Sight:
    """A game as the viewer may know it. Raises a problem, as if there were none, where it may not
    be shown; ``GameNotFoundError`` where there is none."""
    newest = services().games.current(game)
    require_sight(newest.state, who)
    return seen_by(newest, who)


def seen_by(newest: Loaded, who: Player | None) -> Sight:
    """The newest version of a game as far as the viewer, who may see it, may know it."""
    seats = seats_at(newest.state, who)
    seen = services().games.seen(newest, seats)
    return Sight(seen, seats, delayed=seen is not newest)
