"""The commands that may have led to events, for logs that do not hold commands."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from domain import commands as c
from domain import events as e
from domain.editions import rulebook
from domain.inference.decisions import DONE_WITH
from domain.position import Position
from domain.rules.cards import plays
from domain.state import GameState
from domain.values import Card, Seat


def candidates(
    state: GameState, events: Sequence[e.Event], decider: Seat | None
) -> Iterator[c.Command]:
    """Yield the commands at ``state`` that may have led to events that begin like these: usually
    one, or each that fits if the events do not tell everything. ``decider`` is the seat that
    decided, if any. Fixed dice tell nothing."""
    events = [event for event in events if not isinstance(event, e.DiceFixed)]
    match events[0]:
        case e.SeatTaken(seat, player):
            yield c.TakeSeat(seat, player)
        case e.SeatLeft(seat, player):
            yield c.LeaveSeat(seat, player)
        case e.GameCancelled(reason):
            yield c.CancelGame(state.table.seats[0], reason)
        case e.SeatResigned(seat, reason):
            yield c.Resign(seat, reason)
        case e.TakenBack(to_version) if decider is not None:
            yield c.AcceptUndo(decider) if state.offer else c.TakeBack(decider, to_version)
        case e.ClockResumed(seat=None) if decider is not None:
            yield c.EndPause(decider)
        case first if type(first) in _FROM_FIRST_EVENT:
            yield _FROM_FIRST_EVENT[type(first)](state, first)
        case _ if state.awaited is not None:
            seat = decider if decider in state.awaiting else state.awaited
            yield from _plays(state, seat or state.awaited, events)


_FROM_FIRST_EVENT: dict[type, Callable[[GameState, Any], c.Command]] = {
    e.UndoRequested: lambda _, first: c.TakeBack(first.seat, first.to_version),
    e.UndoAgreed: lambda _, first: c.AcceptUndo(first.seat),
    e.UndoDeclined: lambda _, first: c.DeclineUndo(first.seat),
    e.UndoWithdrawn: lambda _, first: c.WithdrawUndo(first.seat),
    e.PhaseFinished: lambda state, first: DONE_WITH[type(state.phase)](first.seat),
    e.CardProposed: lambda _, first: c.ProposeCard(first.seat, first.card),
    e.StandingOrdersGiven: lambda _, first: c.GiveOrders(
        first.seat, first.orders, first.toward, first.turns
    ),
    e.HintGiven: lambda _, first: c.TakeHint(first.seat),
    e.HandShown: lambda _, first: c.ShowHand(first.seat),
    e.CardCommitted: lambda _, first: c.CommitCard(first.seat, first.card),
    e.CardHandedOut: lambda _, first: c.HandOut(first.seat, first.card, first.to),
    e.ProposalMade: lambda _, first: c.Propose(first.seat, first.what, first.days, first.to),
    e.ProposalAnswered: lambda _, first: (
        c.AgreeToProposal(first.seat) if first.agrees else c.DropProposal(first.seat)
    ),
    e.ClockStopped: lambda _, first: c.TakeVacation(first.seat, first.days),
    e.ClockResumed: lambda _, first: c.EndVacation(first.seat),
    e.TimeCredited: lambda _, first: c.CreditTime(first.seat, first.milliseconds),
    e.SeatHandedOver: lambda _, first: c.Resign(first.seat, first.reason),
}
"""Commands determined by the first event: messages, and finishing a phase before others."""


def _plays(state: GameState, seat: Seat, events: Sequence[e.Event]) -> Iterator[c.Play]:
    match events[0]:
        case e.CardPlayed() if state.cards.handed:
            yield c.EndHandOut(seat)
        case e.CardPlayed(_, card):
            position = Position(rulebook(state.created), state)
            for way in plays.play_options(position, seat, card):
                yield c.PlayCard(seat, card, way.section, way.as_card)
        case e.SharedCardTaken(_, _, card):
            yield from _shared_plays(state, seat, card, events[1])
        case e.UnitRetreated(unit, path):
            yield c.Retreat(seat, unit, path)
        case e.FlagIgnored(unit):
            retreat = events[1] if len(events) > 1 else None
            yield c.Retreat(
                seat, unit, retreat.path if isinstance(retreat, e.UnitRetreated) else ()
            )
        case e.UnitMoved(unit, path):
            yield c.MoveUnit(seat, unit, path)
            yield c.ExitBoard(seat, unit, path)
        case e.CardKept(_, card) | e.SharedCardLaid(_, _, card):
            yield c.ChooseCard(seat, card)
        case e.BattlesEnded():
            yield c.EndTurn(seat)
            yield c.EndBattles(seat)
        case first:
            yield from _other_plays(seat, first)


def _shared_plays(
    state: GameState, seat: Seat, card: Card, next_event: e.Event
) -> Iterator[c.Play]:
    """Yield the ways to play the open card of a pair, on its turn or as an ambush."""
    if isinstance(next_event, e.AmbushPlayed):
        yield c.Ambush(seat, shared=True)
        return
    position = Position(rulebook(state.created), state)
    for way in plays.play_options(position, seat, card):
        yield c.PlayCard(seat, card, way.section, way.as_card, shared=True)


def _other_plays(seat: Seat, first: e.Event) -> Iterator[c.Play]:
    match first:
        case e.UnitLanded() | e.UnitDropFailed():
            yield c.AirDrop(seat, first.aim)
        case e.OrderDiceRolled(_, _, unit) | e.FiguresRestored(unit) if unit is not None:
            yield c.HealUnit(seat, unit)
        case e.UnitOrdered(unit, _, on_the_move):
            yield c.OrderUnit(seat, unit, on_the_move)
        case _ if type(first) in _WITH_ARGUMENTS:
            yield _WITH_ARGUMENTS[type(first)](seat, first)
        case _:
            for plain in _WITHOUT_ARGUMENTS.get(type(first), ()):
                yield plain(seat)


_WITH_ARGUMENTS: dict[type, Callable[[Seat, Any], c.Play]] = {
    e.TargetNamed: lambda seat, first: c.NameTarget(seat, first.unit),
    e.StrikeRolled: lambda seat, first: c.Strike(seat, first.target),
    e.UnitExited: lambda seat, first: c.ExitBoard(seat, first.unit, ()),
    e.AttackDeclared: lambda seat, first: c.Attack(seat, first.attacker, first.target),
    e.WireCleared: lambda seat, first: c.RemoveWire(seat, first.unit),
    e.DemolitionRolled: lambda seat, first: c.Demolish(seat, first.hex),
    e.UnitArrived: lambda seat, first: c.Deploy(seat, first.hex),
    e.SmokeLaid: lambda seat, first: c.LaySmoke(seat, first.hex),
}
"""Commands with the arguments of their event."""

_WITHOUT_ARGUMENTS: dict[type, tuple[Callable[[Seat], c.Play], ...]] = {
    e.TargetsFixed: (c.EndTargets,),
    e.OrdersEnded: (c.EndOrders,),
    e.MovesEnded: (c.EndMoves,),
    e.SecondMoveOffered: (c.EndBattles,),
    e.AmbushPlayed: (c.Ambush,),
    e.AmbushDeclined: (c.Decline,),
    e.SmokeDeclined: (c.Decline,),
    e.GroundDeclined: (c.Decline,),
    e.OverrunDeclined: (c.Decline,),
    e.PursuitDeclined: (c.Decline,),
    e.BattleBackDeclined: (c.Decline,),
    e.BattleBackRolled: (c.BattleBack,),
    e.GroundTaken: (c.TakeGround,),
    # After a second move the battles are already over, so the end of the turn begins with these.
    e.CardDiscarded: (c.EndTurn,),
    e.GameFinished: (c.EndTurn,),
}
"""Commands without arguments."""
