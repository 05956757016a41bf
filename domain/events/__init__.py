"""What has happened in a game. Events carry outcomes, so that folding them needs no rules and no
dice.

Each class is one event type at its newest schema; ``events/log/codec.py`` gives it its stable name.
Fields created with ``hidden()`` are known only to the seats of the event's ``audience``, which may
be empty.
"""

from domain.events.agreements import (
    ClockResumed,
    ClockStopped,
    ProposalAnswered,
    ProposalMade,
    SeatHandedOver,
    TimeCredited,
)
from domain.events.battle import (
    AmbushDeclined,
    AmbushOffered,
    AmbushPlayed,
    AmbushRolled,
    AttackCancelled,
    AttackDeclared,
    BattleBackDeclined,
    BattleBackOffered,
    BattleBackRolled,
    BattlesEnded,
    DemolitionRolled,
    DiceRolled,
    FiguresLost,
    FlagIgnored,
    GroundDeclined,
    GroundOffered,
    GroundTaken,
    HazardRolled,
    HeadquartersTaken,
    MineLaid,
    MineRevealed,
    MineSwept,
    ObjectiveLost,
    ObjectiveTaken,
    OverrunDeclined,
    OverrunOffered,
    PursuitDeclined,
    PursuitOffered,
    RetreatDemanded,
    StrikeRolled,
    TargetNamed,
    TargetsDemanded,
    TargetsFixed,
    UnitEliminated,
    UnitRetreated,
    VisibilityRolled,
)
from domain.events.branching import DiceFixed, GameBranched, UnseenShuffled
from domain.events.cards import (
    CardAssigned,
    CardCommitted,
    CardDiscarded,
    CardDrawn,
    CardHandedOut,
    CardKept,
    CardPlayed,
    CardProposed,
    CardsDealt,
    CardsOffered,
    CommitmentDemanded,
    DeckShuffled,
    HandShown,
    SharedCardLaid,
    SharedCardTaken,
    TurnEnded,
    TurnStarted,
)
from domain.events.hints import HintGiven
from domain.events.lifecycle import (
    AirDropDemanded,
    BranchOf,
    GameCancelled,
    GameCreated,
    GameFinished,
    GameStarted,
    HandSize,
    MatchGame,
    ReservedSeat,
    SeatLeft,
    SeatResigned,
    SeatSetup,
    SeatTaken,
    SeedRevealed,
    SmokeDeclined,
    SmokeLaid,
    SmokeOffered,
    UnitDropFailed,
    UnitLanded,
)
from domain.events.marks import hidden_names
from domain.events.orders import (
    FiguresRestored,
    HealingOffered,
    MovesEnded,
    ObstaclePlaced,
    ObstacleRemoved,
    OrderDiceRolled,
    OrdersEnded,
    PhaseFinished,
    SecondMoveOffered,
    UnitArrived,
    UnitExited,
    UnitMoved,
    UnitOrdered,
    WireCleared,
)
from domain.events.standing import StandingOrdersGiven
from domain.events.undo import (
    DrawPileShuffled,
    TakenBack,
    UndoAgreed,
    UndoDeclined,
    UndoRequested,
    UndoWithdrawn,
)
from domain.values import Seat

Event = (
    OrderDiceRolled
    | HealingOffered
    | FiguresRestored
    | UnitOrdered
    | PhaseFinished
    | OrdersEnded
    | UnitMoved
    | UnitExited
    | MovesEnded
    | SecondMoveOffered
    | UnitArrived
    | ObstaclePlaced
    | ObstacleRemoved
    | WireCleared
    | AttackDeclared
    | DiceRolled
    | AmbushOffered
    | AmbushPlayed
    | AmbushRolled
    | AmbushDeclined
    | AttackCancelled
    | TargetsDemanded
    | TargetNamed
    | TargetsFixed
    | StrikeRolled
    | FiguresLost
    | UnitEliminated
    | RetreatDemanded
    | FlagIgnored
    | UnitRetreated
    | GroundOffered
    | GroundTaken
    | GroundDeclined
    | OverrunOffered
    | OverrunDeclined
    | BattleBackDeclined
    | BattleBackOffered
    | BattleBackRolled
    | HazardRolled
    | DemolitionRolled
    | MineLaid
    | MineRevealed
    | MineSwept
    | PursuitDeclined
    | PursuitOffered
    | VisibilityRolled
    | HeadquartersTaken
    | BattlesEnded
    | ObjectiveTaken
    | ObjectiveLost
    | DeckShuffled
    | CardsDealt
    | SharedCardLaid
    | SharedCardTaken
    | HandShown
    | TurnStarted
    | CardProposed
    | CommitmentDemanded
    | CardCommitted
    | CardHandedOut
    | CardPlayed
    | CardAssigned
    | CardDiscarded
    | CardDrawn
    | CardsOffered
    | CardKept
    | TurnEnded
    | GameCreated
    | SeatTaken
    | SeatLeft
    | GameCancelled
    | GameStarted
    | AirDropDemanded
    | UnitLanded
    | UnitDropFailed
    | SmokeOffered
    | SmokeLaid
    | SmokeDeclined
    | SeatResigned
    | SeatHandedOver
    | ProposalMade
    | ProposalAnswered
    | ClockStopped
    | ClockResumed
    | TimeCredited
    | StandingOrdersGiven
    | HintGiven
    | UndoRequested
    | UndoAgreed
    | UndoDeclined
    | UndoWithdrawn
    | TakenBack
    | DrawPileShuffled
    | GameBranched
    | DiceFixed
    | UnseenShuffled
    | GameFinished
    | SeedRevealed
)


Throw = (
    DiceRolled
    | AmbushRolled
    | StrikeRolled
    | OrderDiceRolled
    | BattleBackRolled
    | HazardRolled
    | DemolitionRolled
    | VisibilityRolled
)
"""Dice rolled by chance, or fixed just before."""


def audience(event: Event) -> tuple[Seat, ...]:
    """Return the seats that may see an event's hidden fields."""
    match event:
        case CardsDealt() | CardDrawn() | CardsOffered() | CardKept() | StandingOrdersGiven():
            return (event.seat,)
        case CardCommitted():
            return (event.seat,)
        case HandShown() | CardProposed():
            return (event.seat, *event.to)
        case CardHandedOut():
            return tuple(dict.fromkeys((event.seat, event.to)))
        case _:
            return ()
