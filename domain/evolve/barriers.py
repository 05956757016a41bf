"""Barriers to taking back: events that reveal something, or that are not an active seat's own
decision."""

from collections.abc import Mapping

from domain import events as e
from domain.evolve.changes import Changes, Handler
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
_BY_OTHERS = (e.UnitRetreated, e.FlagIgnored, e.PhaseFinished)


def with_barriers(handlers: Mapping[type, Handler]) -> dict[type, Handler]:
    """Return the handlers, which also set the barriers."""
    result = dict(handlers)
    result |= {kind: _barrier(handlers[kind]) for kind in _ALWAYS}
    result |= {kind: _barrier_if_others(handlers[kind]) for kind in _BY_OTHERS}
    return result


def _barrier(handler: Handler) -> Handler:
    def handle(state: GameState, event: object) -> Changes:
        changes = handler(state, event)
        changes["undo"] = replace_fields(state.undo, barrier=state.version + 1)
        return changes

    return handle


def _barrier_if_others(handler: Handler) -> Handler:
    barrier = _barrier(handler)

    def handle(state: GameState, event: object) -> Changes:
        phase = state.phase
        if not isinstance(phase, RetreatPhase | AmbushPhase):
            return handler(state, event)
        others = phase.seat not in state.turn.acting
        return (barrier if others else handler)(state, event)

    return handle
