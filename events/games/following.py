"""The progress of a conditional turn during the turn that it applies to."""

from domain.events import TurnStarted
from domain.values import Seat
from events.games.drafting import AppendDraft, ConditionalTurnResult, follow
from events.games.repository import GameRepository
from events.games.snapshot import GameSnapshot
from events.log.codec import SCHEMAS
from events.log.stored_event import StoredEvent

_TURN_STARTED = SCHEMAS[TurnStarted][0]
_PAGE = 100


def followed(
    games: GameRepository, newest: GameSnapshot, seat: Seat
) -> ConditionalTurnResult | None:
    """How far the conditional turn of ``seat`` was played in the current turn, or None without one.

    The result is not stored but recomputed from the turn's first version: it is deterministic."""
    state = newest.state
    orders = state.standing.get(seat)
    if orders is None or not orders.turns or state.turn.seat is not seat:
        return None
    if orders.turn + 1 != state.turn.number:
        return None
    start = _turn_start(games, newest)
    return follow(AppendDraft([], games.at(state.created.game, start.version)), start.at)


def _turn_start(games: GameRepository, newest: GameSnapshot) -> StoredEvent:
    """The last event of the command that began the current turn."""
    upto, events = newest.version, list[StoredEvent]()
    while True:
        after = max(0, upto - _PAGE)
        events = games.events(newest.state.created.game, after, upto) + events
        starts = [n for n, event in enumerate(events) if event.type == _TURN_STARTED]
        if starts:
            return next(event for event in events[starts[-1] :] if event.last)
        upto = after
