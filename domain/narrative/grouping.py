"""The grouping of events into entries."""

from dataclasses import dataclass

from domain import events as e
from domain.narrative.messages import EntryKind


@dataclass(frozen=True, slots=True)
class Role:
    """An event starts an entry of ``kind``, or continues one of the kinds in ``joins``.

    A ``quiet`` event only says what is to be decided, or that nothing is: it adds no text to an
    entry that it continues.
    """

    kind: EntryKind
    joins: frozenset[EntryKind] = frozenset()
    quiet: bool = False


def _role(kind: EntryKind, *joins: EntryKind, quiet: bool = False) -> Role:
    return Role(kind, frozenset(joins), quiet)


_BATTLES = (EntryKind.BATTLE, EntryKind.STRIKE)
_ACTIONS = (
    *_BATTLES,
    EntryKind.MOVE,
    EntryKind.WIRE,
    EntryKind.SETUP,
    EntryKind.AIR_DROP,
    EntryKind.DRAW,
)
_AFTER_CARD = (EntryKind.CARD, EntryKind.HEALING, EntryKind.TARGETS, EntryKind.ORDERS, *_ACTIONS)
_CONSEQUENCE = _role(EntryKind.BATTLE, *_BATTLES)
_QUESTION = _role(EntryKind.BATTLE, *_BATTLES, quiet=True)
_PAUSE = _role(EntryKind.PAUSE, *_AFTER_CARD, EntryKind.PAUSE, quiet=True)
_DRAW = _role(EntryKind.DRAW, EntryKind.DRAW, EntryKind.BRANCH)

ROLES: dict[type, Role] = {
    e.GameCreated: _role(EntryKind.SETUP),
    e.SeatTaken: _role(EntryKind.SETUP, EntryKind.SETUP),
    e.SeatLeft: _role(EntryKind.SETUP, EntryKind.SETUP),
    e.GameCancelled: _role(EntryKind.END),
    e.GameStarted: _role(EntryKind.SETUP, EntryKind.SETUP),
    e.DeckShuffled: _role(EntryKind.DRAW, EntryKind.DRAW, EntryKind.SETUP),
    e.CardsDealt: _role(EntryKind.SETUP, EntryKind.SETUP),
    e.SharedCardLaid: _role(EntryKind.DRAW, EntryKind.DRAW, EntryKind.SETUP),
    e.SharedCardTaken: _role(EntryKind.CARD, *_BATTLES),
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
    e.SmokeOffered: _role(EntryKind.SETUP, EntryKind.SETUP),
    e.SmokeLaid: _role(EntryKind.SETUP, EntryKind.SETUP),
    e.SmokeDeclined: _role(EntryKind.SETUP, EntryKind.SETUP),
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
    e.PhaseFinished: _PAUSE,
    e.OrdersEnded: _PAUSE,
    e.UnitArrived: _role(EntryKind.ORDERS, EntryKind.ORDERS, EntryKind.MOVE),
    e.ObstaclePlaced: _role(EntryKind.ORDERS, EntryKind.ORDERS),
    e.ObstacleRemoved: _role(EntryKind.MOVE, *_ACTIONS),
    e.UnitMoved: _role(EntryKind.MOVE),
    e.UnitExited: _role(EntryKind.MOVE, *_ACTIONS),
    e.MovesEnded: _PAUSE,
    e.SecondMoveOffered: _PAUSE,
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
    e.DiceRolled: _CONSEQUENCE,
    e.AmbushOffered: _QUESTION,
    e.AmbushPlayed: _CONSEQUENCE,
    e.AmbushRolled: _CONSEQUENCE,
    e.AmbushDeclined: _QUESTION,
    e.AttackCancelled: _CONSEQUENCE,
    e.FiguresLost: _role(EntryKind.BATTLE, *_ACTIONS),
    e.UnitEliminated: _role(EntryKind.BATTLE, *_ACTIONS),
    e.RetreatDemanded: _QUESTION,
    e.FlagIgnored: _CONSEQUENCE,
    e.UnitRetreated: _CONSEQUENCE,
    e.GroundOffered: _QUESTION,
    e.GroundTaken: _CONSEQUENCE,
    e.GroundDeclined: _QUESTION,
    e.OverrunOffered: _QUESTION,
    e.OverrunDeclined: _QUESTION,
    e.BattleBackOffered: _QUESTION,
    e.BattleBackRolled: _CONSEQUENCE,
    e.BattleBackDeclined: _QUESTION,
    e.PursuitOffered: _QUESTION,
    e.PursuitDeclined: _QUESTION,
    e.HazardRolled: _role(EntryKind.MOVE, *_ACTIONS),
    e.DemolitionRolled: _role(EntryKind.WIRE),
    e.MineLaid: _role(
        EntryKind.SETUP, EntryKind.SETUP, EntryKind.BRANCH, EntryKind.DRAW, quiet=True
    ),
    e.MineRevealed: _role(EntryKind.MOVE, *_ACTIONS),
    e.MineSwept: _role(EntryKind.WIRE, EntryKind.MOVE),
    e.VisibilityRolled: _role(EntryKind.TURN, EntryKind.TURN),
    e.HeadquartersTaken: _role(EntryKind.MOVE, *_ACTIONS),
    e.BattlesEnded: _PAUSE,
    e.ObjectiveTaken: _role(EntryKind.MOVE, *_ACTIONS),
    e.ObjectiveLost: _role(EntryKind.MOVE, *_ACTIONS),
    e.CardDiscarded: _DRAW,
    e.CardDrawn: _DRAW,
    e.CardsOffered: _DRAW,
    e.CardKept: _DRAW,
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
