"""The start of a turn: everything that comes before a card is played."""

from domain import events as e
from domain.rules.cards import commissar
from domain.rules.moves import drops
from domain.state import DAY, NIGHT
from domain.steps import board
from domain.steps.draft import Draft
from domain.values import Face, Seat

_VISIBILITY_DICE = 4


def begin(draft: Draft, number: int, seat: Seat) -> None:
    """Begin a turn, with the objectives checked at its start. At night, each star of four dice lets
    the side that rolls see one hex farther, until it is day; where night falls, one hex less
    (Terrain Pack, Night). A side with a commissar then commits a card."""
    draft.then(e.TurnStarted(number, seat))
    side = draft.state.table.side_of(seat)
    board.take_at_start(draft, side)
    if draft.over():
        return
    for night in draft.state.created.setup.nights:
        before = draft.state.visibility
        if night.side is side and before != (NIGHT if night.falls else DAY):
            faces, draw = draft.roll(_VISIBILITY_DICE)
            stars = faces.count(Face.STAR)
            visibility = max(NIGHT, before - stars) if night.falls else min(DAY, before + stars)
            draft.then(e.VisibilityRolled(faces, draw, visibility))
    open_turn(draft)


def open_turn(draft: Draft) -> None:
    """Demand what precedes the card: air drops due in daylight, and a commissar's card."""
    seat = draft.state.turn.seat
    if draft.over() or demand_drop(draft):
        return
    if commissar.commits(draft.position, seat):
        draft.then(e.CommitmentDemanded(seat))


def demand_drop(draft: Draft) -> bool:
    """Demand the next air drop if one is due; return whether it is."""
    drop = drops.due(draft.position)
    if drop is None:
        return False
    seat = draft.state.table.first_of(drop.side)
    draft.then(e.AirDropDemanded(seat, drop.kind, drop.units, drop.figures, drop.scatter))
    return True
