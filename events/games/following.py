"""What became of a turn that its seat had told in advance, while that turn is under way."""

from domain.events import TurnStarted
from domain.values import Seat
from events.games.drafting import Followed, SoFar, follow
from events.games.repository import GameRepository
from events.games.snapshot import GameSnapshot
from events.log.codec import SCHEMAS
from events.log.stored_event import StoredEvent

_TURN_STARTED = SCHEMAS[TurnStarted][0]
_PAGE = 100


def followed(games: GameRepository, newest: GameSnapshot, seat: Seat) -> Followed | None:
    """How far the turn under way followed what ``seat`` had told; None where it had told nothing
    of this turn. Nothing of it is stored: carried out again from the turn's first version, it
    comes to the same."""
    state = newest.state
    given = state.standing.get(seat)
    if given is None or not given.turns or state.turn.seat is not seat:
        return None
    if given.turn + 1 != state.turn.number:
        return None
    start = _turn_start(games, newest)
    return follow(SoFar([], games.at(state.created.game, start.version)), start.at)


def _turn_start(games: GameRepository, newest: GameSnapshot) -> StoredEvent:
    """The last event of the command with which the turn under way began."""
    upto, later = newest.version, list[StoredEvent]()
    while True:
        after = max(0, upto - _PAGE)
        later = games.events(newest.state.created.game, after, upto) + later
        starts = [n for n, one in enumerate(later) if one.type == _TURN_STARTED]
        if starts:
            return next(one for one in later[starts[-1] :] if one.last)
        upto = after
