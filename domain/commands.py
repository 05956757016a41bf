"""Commands: what a seat asks for. ``decide`` turns a command into events or refuses it."""

from collections.abc import Mapping

from domain.geometry.hexes import Hex
from domain.plans import ConditionalTurn
from domain.values import Cancellation, Card, Ending, Seat, Section
from domain.values.agreements import Agreement
from domain.values.frozen import dataclass
from domain.values.standing import Instruction


@dataclass(frozen=True, slots=True)
class _SeatCommand:
    """A command with no argument but its seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class _CardCommand(_SeatCommand):
    card: Card


@dataclass(frozen=True, slots=True)
class _UnitCommand(_SeatCommand):
    unit: str


@dataclass(frozen=True, slots=True)
class _HexCommand(_SeatCommand):
    hex: Hex


@dataclass(frozen=True, slots=True)
class _PathCommand(_UnitCommand):
    path: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class TakeSeat(_SeatCommand):
    """Take a seat: ``player`` will decide for it. The game starts when every seat is taken."""

    player: str


@dataclass(frozen=True, slots=True)
class LeaveSeat(_SeatCommand):
    """Give up a seat that ``player`` holds, before the game has begun."""

    player: str


@dataclass(frozen=True, slots=True)
class CancelGame(_SeatCommand):
    """Cancel a game that has not begun. ``seat`` is any seat of its table, held or not."""

    reason: Cancellation


@dataclass(frozen=True, slots=True)
class PlayCard(_CardCommand):
    """Open the turn with a command card from the hand.

    ``section`` goes with a card that orders in one section of the player's choice. ``as_card`` is
    the tactic card that this card is played as, where the scenario allows it. With ``shared`` it is
    the open card of the seat's pair instead of one from the hand.
    """

    section: Section | None = None
    as_card: Card | None = None
    shared: bool = False


class CommitCard(_CardCommand):
    """Commit a card of the hand, face down, to be played in the seat's next turn."""


@dataclass(frozen=True, slots=True)
class HandOut(_CardCommand):
    """Hand a card of the hand out to a general, or keep it as the Commander-in-Chief's own."""

    to: Seat


class EndHandOut(_SeatCommand):
    """Hand out no further card: those handed out are shown and executed."""


class AirDrop(_HexCommand):
    """Drop the seat's units from the air around a hex, before the first turn."""


class LaySmoke(_HexCommand):
    """Lay a marker of the seat's smoke screen on a hex, before the first turn."""


class NameTarget(_UnitCommand):
    """Name one more enemy unit for a strike that needs no unit of the seat's own."""


class EndTargets(_SeatCommand):
    """Name no further target."""


@dataclass(frozen=True, slots=True)
class Strike(_SeatCommand):
    """Roll the dice against one of the named targets."""

    target: str


class HealUnit(_UnitCommand):
    """Roll for figures that a unit gets back; it is ordered if it gets one."""


@dataclass(frozen=True, slots=True)
class OrderUnit(_UnitCommand):
    """Give one of the card's orders to a unit; ``on_the_move``, it may only move."""

    on_the_move: bool = False


class Deploy(_HexCommand):
    """Bring a new unit onto a hex."""


class EndOrders(_SeatCommand):
    """Order no further unit."""


class MoveUnit(_PathCommand):
    """Move an ordered unit along ``path``: each hex it enters, in order."""


class ExitBoard(_PathCommand):
    """Move an ordered unit along ``path``, which may be empty, and from there off the board."""


class EndMoves(_SeatCommand):
    """Move no further unit; battles follow."""


@dataclass(frozen=True, slots=True)
class Attack(_UnitCommand):
    """Roll an ordered unit's battle dice against one enemy unit."""

    target: str


@dataclass(frozen=True, slots=True)
class Ambush(_SeatCommand):
    """Play the card that lets the attacked unit battle first; ``shared`` as in ``PlayCard``."""

    shared: bool = False


class Demolish(_HexCommand):
    """Seal an ordered unit's cave, as its battle; or blow up a bridge instead of ordering."""


class RemoveWire(_UnitCommand):
    """Clear the wire under an infantry unit instead of battling with it."""


class Retreat(_PathCommand):
    """Retreat a unit along ``path``; an empty path ignores the flag and stays."""


class TakeGround(_SeatCommand):
    """Enter the hex that the unit's close assault has emptied."""


class Decline(_SeatCommand):
    """Decline what is offered: taking ground, moving on from there, the battle of an armor overrun,
    an ambush, battling back, or a smoke screen."""


class BattleBack(_SeatCommand):
    """Let the unit that a close assault has left with one figure battle its attacker."""


class EndBattles(_SeatCommand):
    """Fight no further battle this turn; a second move follows."""


class EndTurn(_SeatCommand):
    """Fight no further battle: discard, draw, and let the other side play."""


class ChooseCard(_CardCommand):
    """Keep this one of the drawn cards."""


class ProposeCard(_CardCommand):
    """Propose a card of the team's hand to its Commander-in-Chief, once a turn."""


class ShowHand(_SeatCommand):
    """Show the seat's hand, as it is now, to the other seats of its pair."""


@dataclass(frozen=True, slots=True)
class Resign(_SeatCommand):
    """Give up the game; ``reason`` tells a resignation from an expired time limit."""

    reason: Ending = Ending.RESIGNATION


@dataclass(frozen=True, slots=True)
class TakeBack(_SeatCommand):
    """Take the game back to an earlier version, or ask the other seat to agree."""

    to_version: int


class AcceptUndo(_SeatCommand):
    """Agree to the other seat's request to take back."""


class DeclineUndo(_SeatCommand):
    """Decline the other seat's request to take back."""


class WithdrawUndo(_SeatCommand):
    """Withdraw a request to take back."""


@dataclass(frozen=True, slots=True)
class GiveOrders(_SeatCommand):
    """Give the standing orders that answer in the seat's place; an empty list withdraws earlier
    ones. ``toward`` is the hex of an order to retreat toward one, ``turns`` are conditional
    turns."""

    orders: tuple[Instruction, ...]
    toward: Hex | None = None
    turns: tuple[ConditionalTurn, ...] = ()


@dataclass(frozen=True, slots=True)
class Propose(_SeatCommand):
    """Propose a pause of ``days``, or to hand the seat over to the player of ``to``."""

    what: Agreement
    days: int = 0
    to: Seat | None = None


class AgreeToProposal(_SeatCommand):
    """Agree to another seat's proposal."""


class DropProposal(_SeatCommand):
    """Withdraw the seat's own proposal, or decline another seat's."""


class EndPause(_SeatCommand):
    """Let the clock run again."""


class TakeHint(_SeatCommand):
    """Request the best options of the seat's decision."""


@dataclass(frozen=True, slots=True)
class TakeVacation(_SeatCommand):
    """Stop the seat's clock for some days."""

    days: int


class EndVacation(_SeatCommand):
    """End the seat's vacation early."""


@dataclass(frozen=True, slots=True)
class CreditTime(_SeatCommand):
    """Credit a seat with time that passed while the service was down; no seat decides this."""

    milliseconds: int


Undoing = TakeBack | AcceptUndo | DeclineUndo | WithdrawUndo
"""Messages about taking back, from any seat at any time."""

Play = (
    PlayCard
    | CommitCard
    | HandOut
    | EndHandOut
    | AirDrop
    | LaySmoke
    | NameTarget
    | EndTargets
    | Strike
    | HealUnit
    | OrderUnit
    | Deploy
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
"""A decision that the phase of a running game requires from the awaited seat."""

SideMessage = ShowHand | ProposeCard
"""Messages from a seat to its own side while another seat is awaited."""

Listed = Play | SideMessage | Resign
"""Commands that are listed to a seat in a running game."""

Seating = TakeSeat | LeaveSeat | CancelGame
"""Commands to a game that waits for players."""

Agreeing = Propose | AgreeToProposal | DropProposal
"""Messages about a proposal, from any seat at any time."""

Timing = EndPause | TakeVacation | EndVacation | CreditTime
"""Commands that affect only the clock."""

Command = Seating | Undoing | Listed | GiveOrders | TakeHint | Agreeing | Timing

BY_NAME: Mapping[str, type[Command]] = {
    "take_seat": TakeSeat,
    "leave_seat": LeaveSeat,
    "cancel_game": CancelGame,
    "air_drop": AirDrop,
    "lay_smoke": LaySmoke,
    "play_card": PlayCard,
    "commit_card": CommitCard,
    "hand_out": HandOut,
    "end_hand_out": EndHandOut,
    "name_target": NameTarget,
    "end_targets": EndTargets,
    "strike": Strike,
    "heal_unit": HealUnit,
    "order_unit": OrderUnit,
    "deploy": Deploy,
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
"""The stable name of each command, which clients send and logs record."""


def decider(command: Command) -> Seat | None:
    """Return the seat that decided a command; None for cancellations, timeouts and credits."""
    timed_out = isinstance(command, Resign) and command.reason is Ending.TIME_LIMIT
    by_service = timed_out or isinstance(command, CancelGame | CreditTime)
    return None if by_service else command.seat
