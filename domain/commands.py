"""What a seat may ask for. A command is a wish; ``decide`` turns it into events or refuses it."""

from collections.abc import Mapping

from domain.geometry.hexes import Hex
from domain.plans import ConditionalTurn
from domain.values import Cancellation, Card, Ending, Seat, Section
from domain.values.agreements import Agreement
from domain.values.frozen import dataclass
from domain.values.standing import Instruction


@dataclass(frozen=True, slots=True)
class _Plain:
    """What says no more than who asks for it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class _OfCard(_Plain):
    card: Card


@dataclass(frozen=True, slots=True)
class _OfUnit(_Plain):
    unit: str


@dataclass(frozen=True, slots=True)
class _AtHex(_Plain):
    hex: Hex


@dataclass(frozen=True, slots=True)
class _OnPath(_OfUnit):
    path: tuple[Hex, ...]


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


class CommitCard(_OfCard):
    """Lay a card of one's hand face down, to be played in one's next turn."""


@dataclass(frozen=True, slots=True)
class HandOut:
    """Hand a card of one's hand out to a general, or lay it down for oneself as the
    Commander-in-Chief."""

    seat: Seat
    card: Card
    to: Seat


class EndHandOut(_Plain):
    """Hand out no further card: all that were are shown, and carried out."""


class AirDrop(_AtHex):
    """Drop one's units from the air around a hex, before the first turn."""


class NameTarget(_OfUnit):
    """Name one more enemy unit for a strike that needs no unit of one's own."""


class EndTargets(_Plain):
    """Name no further target."""


@dataclass(frozen=True, slots=True)
class Strike:
    """Throw the dice against this one of the named targets next."""

    seat: Seat
    target: str


class HealUnit(_OfUnit):
    """Roll for figures that a unit gets back; it is ordered if it gets one."""


@dataclass(frozen=True, slots=True)
class OrderUnit:
    """Give one of the card's orders to a unit; ``on_the_move``, it may move and do no more."""

    seat: Seat
    unit: str
    on_the_move: bool = False


class EndOrders(_Plain):
    """Order no further unit."""


class MoveUnit(_OnPath):
    """Move an ordered unit through ``path``: each hex it enters, in order."""


class ExitBoard(_OnPath):
    """Move an ordered unit through ``path``, which may be empty, and from there off the board."""


class EndMoves(_Plain):
    """Move no further unit; battles follow."""


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


class Demolish(_AtHex):
    """Seal the cave that an ordered unit stands in, as its battle; or blow up a bridge instead of
    giving orders."""


class RemoveWire(_OfUnit):
    """Clear the wire under an infantry unit instead of battling with it."""


class Retreat(_OnPath):
    """Take a pushed unit back through ``path``; an empty path ignores the flag and stays."""


class TakeGround(_Plain):
    """Enter the hex that the unit's close assault has emptied."""


class Decline(_Plain):
    """Pass on what is offered: taking ground, moving on from there, the battle of an armor
    overrun, an ambush, battling back."""


class BattleBack(_Plain):
    """Have the unit that a close assault has left with one figure battle its attacker."""


class EndBattles(_Plain):
    """Fight no further battle this turn; a second move follows."""


class EndTurn(_Plain):
    """Fight no further battle: discard, draw, and let the other side play."""


class ChooseCard(_OfCard):
    """Keep this one of the cards drawn."""


class ProposeCard(_OfCard):
    """Propose a card of the team's hand to its Commander-in-Chief, once a turn."""


class ShowHand(_Plain):
    """Show the cards of one's hand, as they are now, to the others of one's pair."""


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


class AcceptUndo(_Plain):
    """Agree to what the other seat has asked for."""


class DeclineUndo(_Plain):
    """Do not agree."""


class WithdrawUndo(_Plain):
    """Take back the request."""


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


class AgreeToProposal(_Plain):
    """Agree to what another seat has proposed."""


class DropProposal(_Plain):
    """Withdraw one's proposal, or do not agree to another seat's."""


class EndPause(_Plain):
    """Let time run again."""


class TakeHint(_Plain):
    """Be shown the best options of one's decision."""


@dataclass(frozen=True, slots=True)
class TakeVacation:
    """Let one's time stand for some days."""

    seat: Seat
    days: int


class EndVacation(_Plain):
    """Be back before that."""


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
    | Demolish
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
    "demolish": Demolish,
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
