"""Which events set a barrier to taking back: those that reveal something, and those that are not
an active seat's own decision."""

from collections.abc import Mapping

from domain import events as e
from domain.evolve.changes import Booking, Changes
from domain.phases import AmbushPhase, RetreatPhase
from domain.state import GameState
from domain.values.replacing import replace_fields

_ALWAYS = (
    e.GameStarted,
    e.GameBranched,
    e.UnitLanded,
    e.UnitDropFailed,
    e.DeckShuffled,
    e.CardsDealt,
    e.TurnStarted,
    e.SharedCardLaid,
    e.HandShown,
    e.CardProposed,
    e.CardDrawn,
    e.CardsOffered,
    e.OrderDiceRolled,
    e.DiceRolled,
    e.StrikeRolled,
    e.AmbushPlayed,
    e.AmbushRolled,
    e.AmbushDeclined,
    e.BattleBackRolled,
    e.BattleBackDeclined,
    e.HazardRolled,
    e.DemolitionRolled,
    e.MineRevealed,
    e.VisibilityRolled,
    e.HeadquartersTaken,
)
_WHEN_THE_OTHERS = (e.UnitRetreated, e.FlagIgnored, e.PhaseFinished)


def with_barriers(table: Mapping[type, Booking]) -> dict[type, Booking]:
    """The bookings, which note the barriers as well."""
    found = dict(table)
    found |= {kind: _barrier(table[kind]) for kind in _ALWAYS}
    found |= {kind: _barrier_if_others(table[kind]) for kind in _WHEN_THE_OTHERS}
    return found


def _barrier(book: Booking) -> Booking:
    def booked(state: GameState, event: object) -> Changes:
        changes = book(state, event)
        changes["undo"] = replace_fields(state.undo, barrier=state.version + 1)
        return changes

    return booked


def _barrier_if_others(book: Booking) -> Booking:
    barrier = _barrier(book)

    def booked(state: GameState, event: object) -> Changes:
        phase = state.phase
        if not isinstance(phase, RetreatPhase | AmbushPhase):
            return book(state, event)
        others = phase.seat not in state.turn.acting
        return (barrier if others else book)(state, event)

    return booked
