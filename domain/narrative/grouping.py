"""Which entry of an account each type of event belongs to."""

from dataclasses import dataclass

from domain import events as e
from domain.narrative.messages import EntryKind


@dataclass(frozen=True, slots=True)
class Role:
    """An event makes an entry of ``kind``, or goes on with one of the kinds that it ``joins``.

    A ``quiet`` one only tells what is to be decided, or that nothing is: it is passed over where
    it goes on with an entry.
    """

    kind: EntryKind
    joins: frozenset[EntryKind] = frozenset()
    quiet: bool = False


def _role(kind: EntryKind, *joins: EntryKind, quiet: bool = False) -> Role:
    return Role(kind, frozenset(joins), quiet)


_FOUGHT = (EntryKind.BATTLE, EntryKind.STRIKE)
_ACTED = (
    *_FOUGHT,
    EntryKind.MOVE,
    EntryKind.WIRE,
    EntryKind.SETUP,
    EntryKind.AIR_DROP,
    EntryKind.DRAW,
)
_ORDERED = (EntryKind.CARD, EntryKind.HEALING, EntryKind.TARGETS, EntryKind.ORDERS, *_ACTED)
_LEADS_TO = _role(EntryKind.BATTLE, *_FOUGHT)
_ASKS = _role(EntryKind.BATTLE, *_FOUGHT, quiet=True)
_PAUSES = _role(EntryKind.PAUSE, *_ORDERED, EntryKind.PAUSE, quiet=True)
_DRAWS = _role(EntryKind.DRAW, EntryKind.DRAW, EntryKind.BRANCH)

ROLES: dict[type, Role] = {
    e.GameCreated: _role(EntryKind.SETUP),
    e.SeatTaken: _role(EntryKind.SETUP, EntryKind.SETUP),
    e.SeatLeft: _role(EntryKind.SETUP, EntryKind.SETUP),
    e.GameCancelled: _role(EntryKind.END),
    e.GameStarted: _role(EntryKind.SETUP, EntryKind.SETUP),
    e.DeckShuffled: _role(EntryKind.DRAW, EntryKind.DRAW, EntryKind.SETUP),
    e.CardsDealt: _role(EntryKind.SETUP, EntryKind.SETUP),
    e.SharedCardLaid: _role(EntryKind.DRAW, EntryKind.DRAW, EntryKind.SETUP),
    e.SharedCardTaken: _role(EntryKind.CARD, *_FOUGHT),
    e.HandShown: _role(EntryKind.HAND),
    e.StandingOrdersGiven: _role(EntryKind.HAND),
    e.HintGiven: _role(EntryKind.HAND),
    e.CardProposed: _role(EntryKind.HAND, EntryKind.HAND),
    e.CommitmentDemanded: _role(EntryKind.HAND, EntryKind.TURN, EntryKind.SETUP, quiet=True),
    e.CardCommitted: _role(EntryKind.HAND, EntryKind.HAND),
    e.CardHandedOut: _role(EntryKind.HAND, EntryKind.HAND),
    e.CardAssigned: _role(EntryKind.CARD, EntryKind.CARD),
    e.AirDropDemanded: _role(EntryKind.AIR_DROP),
    e.UnitLanded: _role(EntryKind.AIR_DROP, EntryKind.AIR_DROP),
    e.UnitDropFailed: _role(EntryKind.AIR_DROP, EntryKind.AIR_DROP),
    e.TurnStarted: _role(EntryKind.TURN),
    e.CardPlayed: _role(EntryKind.CARD, EntryKind.CARD),
    e.OrderDiceRolled: _role(EntryKind.CARD, EntryKind.CARD, EntryKind.HEALING),
    e.HealingOffered: _role(EntryKind.HEALING, EntryKind.CARD, quiet=True),
    e.FiguresRestored: _role(EntryKind.HEALING, EntryKind.CARD, EntryKind.HEALING),
    e.TargetsDemanded: _role(EntryKind.TARGETS, EntryKind.CARD, quiet=True),
    e.TargetNamed: _role(EntryKind.TARGETS, EntryKind.TARGETS),
    e.TargetsFixed: _role(EntryKind.TARGETS, EntryKind.TARGETS, quiet=True),
    e.StrikeRolled: _role(EntryKind.STRIKE),
    e.UnitOrdered: _role(EntryKind.ORDERS, EntryKind.ORDERS, EntryKind.HEALING),
    e.PhaseFinished: _PAUSES,
    e.OrdersEnded: _PAUSES,
    e.ObstaclePlaced: _role(EntryKind.ORDERS, EntryKind.ORDERS),
    e.ObstacleRemoved: _role(EntryKind.MOVE, *_ACTED),
    e.UnitMoved: _role(EntryKind.MOVE),
    e.UnitExited: _role(EntryKind.MOVE, *_ACTED),
    e.MovesEnded: _PAUSES,
    e.SecondMoveOffered: _PAUSES,
    e.WireCleared: _role(EntryKind.WIRE),
    e.AttackDeclared: _role(EntryKind.BATTLE),
    e.DiceFixed: _role(
        EntryKind.STRIKE,
        EntryKind.BATTLE,
        EntryKind.CARD,
        EntryKind.HEALING,
        EntryKind.TARGETS,
        EntryKind.STRIKE,
    ),
    e.DiceRolled: _LEADS_TO,
    e.AmbushOffered: _ASKS,
    e.AmbushPlayed: _LEADS_TO,
    e.AmbushRolled: _LEADS_TO,
    e.AmbushDeclined: _ASKS,
    e.AttackCancelled: _LEADS_TO,
    e.FiguresLost: _role(EntryKind.BATTLE, *_ACTED),
    e.UnitEliminated: _role(EntryKind.BATTLE, *_ACTED),
    e.RetreatDemanded: _ASKS,
    e.FlagIgnored: _LEADS_TO,
    e.UnitRetreated: _LEADS_TO,
    e.GroundOffered: _ASKS,
    e.GroundTaken: _LEADS_TO,
    e.GroundDeclined: _ASKS,
    e.OverrunOffered: _ASKS,
    e.OverrunDeclined: _ASKS,
    e.BattleBackOffered: _ASKS,
    e.BattleBackRolled: _LEADS_TO,
    e.BattleBackDeclined: _ASKS,
    e.PursuitOffered: _ASKS,
    e.PursuitDeclined: _ASKS,
    e.HazardRolled: _role(EntryKind.MOVE, *_ACTED),
    e.DemolitionRolled: _role(EntryKind.WIRE),
    e.MineLaid: _role(
        EntryKind.SETUP, EntryKind.SETUP, EntryKind.BRANCH, EntryKind.DRAW, quiet=True
    ),
    e.MineRevealed: _role(EntryKind.MOVE, *_ACTED),
    e.MineSwept: _role(EntryKind.WIRE, EntryKind.MOVE),
    e.VisibilityRolled: _role(EntryKind.TURN, EntryKind.TURN),
    e.HeadquartersTaken: _role(EntryKind.MOVE, *_ACTED),
    e.BattlesEnded: _PAUSES,
    e.ObjectiveTaken: _role(EntryKind.MOVE, *_ACTED),
    e.ObjectiveLost: _role(EntryKind.MOVE, *_ACTED),
    e.CardDiscarded: _DRAWS,
    e.CardDrawn: _DRAWS,
    e.CardsOffered: _DRAWS,
    e.CardKept: _DRAWS,
    e.TurnEnded: _role(EntryKind.DRAW, EntryKind.DRAW, quiet=True),
    e.SeatResigned: _role(EntryKind.END),
    e.GameFinished: _role(EntryKind.END, EntryKind.END),
    e.SeedRevealed: _role(EntryKind.END, EntryKind.END, quiet=True),
    e.SeatHandedOver: _role(EntryKind.CLOCK, EntryKind.CLOCK),
    e.ProposalMade: _role(EntryKind.CLOCK),
    e.ProposalAnswered: _role(EntryKind.CLOCK, EntryKind.CLOCK),
    e.ClockStopped: _role(EntryKind.CLOCK, EntryKind.CLOCK),
    e.ClockResumed: _role(EntryKind.CLOCK),
    e.TimeCredited: _role(EntryKind.CLOCK),
    e.UndoRequested: _role(EntryKind.UNDO),
    e.UndoAgreed: _role(EntryKind.UNDO, EntryKind.UNDO),
    e.UndoDeclined: _role(EntryKind.UNDO, EntryKind.UNDO),
    e.UndoWithdrawn: _role(EntryKind.UNDO, EntryKind.UNDO),
    e.TakenBack: _role(EntryKind.UNDO),
    e.DrawPileShuffled: _role(EntryKind.UNDO, EntryKind.UNDO),
    e.GameBranched: _role(EntryKind.BRANCH),
    e.UnseenShuffled: _role(EntryKind.BRANCH, EntryKind.BRANCH),
}
