"""What a seat may ask for. A command is a wish; ``decide`` turns it into events or refuses it."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.geometry.hexes import Hex
from domain.plans import ConditionalTurn
from domain.values import Cancellation, Card, Ending, Seat, Section
from domain.values.agreements import Agreement
from domain.values.standing import Instruction


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sit down: ``player`` will decide for ``seat``. The game starts when every seat is taken."""

    seat: Seat
    player: str


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """Give back a seat that ``player`` holds, before the game has begun."""

    seat: Seat
    player: str


@dataclass(frozen=True, slots=True)
class CancelGame:
    """Call a game off that has not begun. ``seat`` is any of its table: nobody has to hold one."""

    seat: Seat
    reason: Cancellation


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Open the turn with a command card of one's hand.

    ``section`` goes with a card that orders in one section of the player's choice. ``as_card`` is
    the tactic card that this one is played as, where the scenario lets it stand in. ``shared`` says
    that it is the open card of the seat's pair, and not one of the hand.
    """

    seat: Seat
    card: Card
    section: Section | None = None
    as_card: Card | None = None
    shared: bool = False


@dataclass(frozen=True, slots=True)
class CommitCard:
    """Lay a card of one's hand face down, to be played in one's next turn."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class HandOut:
    """Hand a card of one's hand out to a general, or lay it down for oneself as the
    Commander-in-Chief."""

    seat: Seat
    card: Card
    to: Seat


@dataclass(frozen=True, slots=True)
class EndHandOut:
    """Hand out no further card: all that were are shown, and carried out."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AirDrop:
    """Drop one's units from the air around a hex, before the first turn."""

    seat: Seat
    hex: Hex


@dataclass(frozen=True, slots=True)
class NameTarget:
    """Name one more enemy unit for a strike that needs no unit of one's own."""

    seat: Seat
    unit: str


@dataclass(frozen=True, slots=True)
class EndTargets:
    """Name no further target."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Strike:
    """Throw the dice against this one of the named targets next."""

    seat: Seat
    target: str


@dataclass(frozen=True, slots=True)
class HealUnit:
    """Roll for figures that a unit gets back; it is ordered if it gets one."""

    seat: Seat
    unit: str


@dataclass(frozen=True, slots=True)
class OrderUnit:
    """Give one of the card's orders to a unit; ``on_the_move``, it may move and do no more."""

    seat: Seat
    unit: str
    on_the_move: bool = False


@dataclass(frozen=True, slots=True)
class EndOrders:
    """Order no further unit."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MoveUnit:
    """Move an ordered unit through ``path``: each hex it enters, in order."""

    seat: Seat
    unit: str
    path: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class ExitBoard:
    """Move an ordered unit through ``path``, which may be empty, and from there off the board."""

    seat: Seat
    unit: str
    path: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class EndMoves:
    """Move no further unit; battles follow."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Attack:
    """Throw an ordered unit's battle dice at one enemy unit."""

    seat: Seat
    unit: str
    target: str


@dataclass(frozen=True, slots=True)
class Ambush:
    """Play the card that has the attacked unit battle first; ``shared`` as in ``PlayCard``."""

    seat: Seat
    shared: bool = False


@dataclass(frozen=True, slots=True)
class RemoveWire:
    """Clear the wire under an infantry unit instead of battling with it."""

    seat: Seat
    unit: str


@dataclass(frozen=True, slots=True)
class Retreat:
    """Take a pushed unit back through ``path``; an empty path ignores the flag and stays."""

    seat: Seat
    unit: str
    path: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class TakeGround:
    """Enter the hex that the unit's close assault has emptied."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Decline:
    """Pass on what is offered: taking ground, moving on from there, the battle of an armor
    overrun, an ambush, battling back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BattleBack:
    """Have the unit that a close assault has left with one figure battle its attacker."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class EndBattles:
    """Fight no further battle this turn; a second move follows."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Fight no further battle: discard, draw, and let the other side play."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ChooseCard:
    """Keep this one of the cards drawn."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class ProposeCard:
    """Propose a card of the team's hand to its Commander-in-Chief, once a turn."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class ShowHand:
    """Show the cards of one's hand, as they are now, to the others of one's pair."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up; ``reason`` tells a wish from a time limit that ran out."""

    seat: Seat
    reason: Ending = Ending.RESIGNATION


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the game back to what it was at a version, or ask the other seat to agree."""

    seat: Seat
    to_version: int


@dataclass(frozen=True, slots=True)
class AcceptUndo:
    """Agree to what the other seat has asked for."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DeclineUndo:
    """Do not agree."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WithdrawUndo:
    """Take back the request."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GiveOrders:
    """Give the standing orders that answer in the seat's place; none withdraw those there are.
    ``toward`` is the hex that a retreat toward one is for, ``turns`` what to do next."""

    seat: Seat
    orders: tuple[Instruction, ...]
    toward: Hex | None = None
    turns: tuple[ConditionalTurn, ...] = ()


@dataclass(frozen=True, slots=True)
class Propose:
    """Propose to the others a pause of ``days``, or to hand one's seat over to the player of
    ``to``."""

    seat: Seat
    what: Agreement
    days: int = 0
    to: Seat | None = None


@dataclass(frozen=True, slots=True)
class AgreeToProposal:
    """Agree to what another seat has proposed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DropProposal:
    """Withdraw one's proposal, or do not agree to another seat's."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class EndPause:
    """Let time run again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakeHint:
    """Be shown the best options of one's decision."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakeVacation:
    """Let one's time stand for some days."""

    seat: Seat
    days: int


@dataclass(frozen=True, slots=True)
class EndVacation:
    """Be back before that."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CreditTime:
    """Give a seat time back that passed while the service was down; no seat decides that."""

    seat: Seat
    milliseconds: int


Undoing = TakeBack | AcceptUndo | DeclineUndo | WithdrawUndo
"""What is said about taking back, by either seat at any time."""

Play = (
    PlayCard
    | CommitCard
    | HandOut
    | EndHandOut
    | AirDrop
    | NameTarget
    | EndTargets
    | Strike
    | HealUnit
    | OrderUnit
    | EndOrders
    | MoveUnit
    | ExitBoard
    | EndMoves
    | Attack
    | Ambush
    | RemoveWire
    | Retreat
    | TakeGround
    | Decline
    | BattleBack
    | EndBattles
    | EndTurn
    | ChooseCard
)
"""A decision that the phase of a running game asks of the awaited seat."""

Aside = ShowHand | ProposeCard
"""What a seat may tell its own side while another seat is awaited."""

Listed = Play | Aside | Resign
"""What a seat may be told that it could do in a running game."""

Seating = TakeSeat | LeaveSeat | CancelGame
"""What is done at a game that waits for players."""

Agreeing = Propose | AgreeToProposal | DropProposal
"""What is said about a proposal, by any seat at any time."""

Timing = EndPause | TakeVacation | EndVacation | CreditTime
"""What bears on the clock alone."""

Command = Seating | Undoing | Listed | GiveOrders | TakeHint | Agreeing | Timing

BY_NAME: Mapping[str, type[Command]] = {
    "take_seat": TakeSeat,
    "leave_seat": LeaveSeat,
    "cancel_game": CancelGame,
    "air_drop": AirDrop,
    "play_card": PlayCard,
    "commit_card": CommitCard,
    "hand_out": HandOut,
    "end_hand_out": EndHandOut,
    "name_target": NameTarget,
    "end_targets": EndTargets,
    "strike": Strike,
    "heal_unit": HealUnit,
    "order_unit": OrderUnit,
    "end_orders": EndOrders,
    "move_unit": MoveUnit,
    "exit_board": ExitBoard,
    "end_moves": EndMoves,
    "attack": Attack,
    "ambush": Ambush,
    "remove_wire": RemoveWire,
    "retreat": Retreat,
    "take_ground": TakeGround,
    "decline": Decline,
    "battle_back": BattleBack,
    "end_battles": EndBattles,
    "end_turn": EndTurn,
    "choose_card": ChooseCard,
    "show_hand": ShowHand,
    "propose_card": ProposeCard,
    "resign": Resign,
    "take_back": TakeBack,
    "accept_undo": AcceptUndo,
    "decline_undo": DeclineUndo,
    "withdraw_undo": WithdrawUndo,
    "give_orders": GiveOrders,
    "take_hint": TakeHint,
    "propose": Propose,
    "agree": AgreeToProposal,
    "drop_proposal": DropProposal,
    "end_pause": EndPause,
    "take_vacation": TakeVacation,
    "end_vacation": EndVacation,
    "credit_time": CreditTime,
}
"""The stable word for each command, which clients send and logs record."""


def decider(command: Command) -> Seat | None:
    """The seat that made a decision: none calls a game off, or has time run out or given back."""
    timed_out = isinstance(command, Resign) and command.reason is Ending.TIME_LIMIT
    by_service = timed_out or isinstance(command, CancelGame | CreditTime)
    return None if by_service else command.seat
