"""The type of command behind events, for logs that do not hold commands."""

from collections.abc import Mapping, Sequence

from domain import commands as c
from domain import events as e
from domain.phases import AmbushPhase, BattlePhase, MoveAgainPhase, MovePhase, OrderPhase
from domain.state import GameState

_BY_FIRST_EVENT: dict[type[e.Event], type[c.Command]] = {
    e.UnitLanded: c.AirDrop,
    e.UnitDropFailed: c.AirDrop,
    e.SmokeLaid: c.LaySmoke,
    e.SmokeDeclined: c.Decline,
    e.CardCommitted: c.CommitCard,
    e.CardHandedOut: c.HandOut,
    e.CardPlayed: c.PlayCard,
    e.TargetNamed: c.NameTarget,
    e.TargetsFixed: c.EndTargets,
    e.StrikeRolled: c.Strike,
    e.OrderDiceRolled: c.HealUnit,
    e.FiguresRestored: c.HealUnit,
    e.UnitOrdered: c.OrderUnit,
    e.UnitArrived: c.Deploy,
    e.OrdersEnded: c.EndOrders,
    e.UnitExited: c.ExitBoard,
    e.MovesEnded: c.EndMoves,
    e.AttackDeclared: c.Attack,
    e.AmbushPlayed: c.Ambush,
    e.AmbushDeclined: c.Decline,
    e.WireCleared: c.RemoveWire,
    e.DemolitionRolled: c.Demolish,
    e.FlagIgnored: c.Retreat,
    e.UnitRetreated: c.Retreat,
    e.GroundTaken: c.TakeGround,
    e.GroundDeclined: c.Decline,
    e.OverrunDeclined: c.Decline,
    e.PursuitDeclined: c.Decline,
    e.BattleBackDeclined: c.Decline,
    e.BattleBackRolled: c.BattleBack,
    e.CardKept: c.ChooseCard,
    e.SharedCardLaid: c.ChooseCard,
    e.HandShown: c.ShowHand,
    e.StandingOrdersGiven: c.GiveOrders,
    e.HintGiven: c.TakeHint,
    e.CardProposed: c.ProposeCard,
    e.ProposalMade: c.Propose,
    e.ClockStopped: c.TakeVacation,
    e.TimeCredited: c.CreditTime,
    e.SeatHandedOver: c.Resign,
    e.SeatResigned: c.Resign,
    e.UndoRequested: c.TakeBack,
    e.UndoAgreed: c.AcceptUndo,
    e.UndoDeclined: c.DeclineUndo,
    e.UndoWithdrawn: c.WithdrawUndo,
}


DONE_WITH: Mapping[type, type[c.Decline | c.EndOrders | c.EndMoves | c.EndTurn]] = {
    AmbushPhase: c.Decline,
    OrderPhase: c.EndOrders,
    MovePhase: c.EndMoves,
    BattlePhase: c.EndTurn,
    MoveAgainPhase: c.EndTurn,
}
"""The command of a seat that finishes a phase before others."""


def kind_of(state: GameState, events: Sequence[e.Event]) -> type[c.Command] | None:
    """Return the type of command behind all events of one command in a running game; None if there
    was none, as where a branch begins.

    An exit that won the game before the unit left the board cannot be told from a mere move.
    """
    kinds = {type(event) for event in events}
    first = next(type(event) for event in events if type(event) is not e.DiceFixed)
    if first is e.UnitMoved:
        return c.ExitBoard if e.UnitExited in kinds else c.MoveUnit
    if first is e.TakenBack:
        return c.TakeBack if state.offer is None else c.AcceptUndo
    if first is e.SharedCardTaken:
        return c.Ambush if e.AmbushPlayed in kinds else c.PlayCard
    if first is e.CardPlayed and state.cards.handed:
        return c.EndHandOut
    match events[0]:
        case e.ProposalAnswered(agrees=agrees):
            return c.AgreeToProposal if agrees else c.DropProposal
        case e.ClockResumed(seat=seat):
            return c.EndPause if seat is None else c.EndVacation
    if first is e.PhaseFinished:
        return DONE_WITH[type(state.phase)]
    if first is e.GameBranched:
        return None
    if e.SecondMoveOffered in kinds:
        return c.EndBattles
    # The end of a turn begins with whatever is left to settle: battles, cards, the game.
    return _BY_FIRST_EVENT.get(first, c.EndTurn)
