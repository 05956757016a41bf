"""The messages of a narrative: stable keys with parameters. Their texts in each language belong to
the code that shows them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from domain.geometry.hexes import Hex
from domain.values import Card, Face, Seat, Side, UnitKind


class EntryKind(StrEnum):
    """What an entry of an account is about."""

    SETUP = "setup"
    AIR_DROP = "air_drop"
    TURN = "turn"
    CARD = "card"
    HEALING = "healing"
    TARGETS = "targets"
    STRIKE = "strike"
    ORDERS = "orders"
    MOVE = "move"
    WIRE = "wire"
    BATTLE = "battle"
    PAUSE = "pause"
    """An end of orders, moves or battles in an entry of its own."""
    DRAW = "draw"
    """The end of a turn: cards are discarded and drawn."""
    HAND = "hand"
    """A hand is shown to a partner, a card proposed to a team, or handed out; a hint is given."""
    UNDO = "undo"
    CLOCK = "clock"
    """A proposal, a pause, a vacation, or time given back."""
    BRANCH = "branch"
    """The game branched off another one; everything before is their common past."""
    END = "end"


class AccountMessage(StrEnum):
    """A kind of clause. Those with ``it_`` refer to the unit that dice were last rolled at."""

    GAME_CREATED = "game_created"
    SEAT_TAKEN = "seat_taken"
    SEAT_LEFT = "seat_left"
    GAME_CANCELLED = "game_cancelled"
    GAME_STARTED = "game_started"
    DECK_SHUFFLED = "deck_shuffled"
    CARDS_DEALT = "cards_dealt"
    CARDS_DEALT_OPEN = "cards_dealt_open"
    SHARED_LAID = "shared_laid"
    SHARED_TAKEN = "shared_taken"
    CARD_PROPOSED = "card_proposed"
    CARD_PROPOSED_OPEN = "card_proposed_open"
    COMMITMENT_DEMANDED = "commitment_demanded"
    CARD_COMMITTED = "card_committed"
    CARD_COMMITTED_OPEN = "card_committed_open"
    CARD_REVEALED = "card_revealed"
    CARD_HANDED_OUT = "card_handed_out"
    CARD_HANDED_OUT_OPEN = "card_handed_out_open"
    CARD_ASSIGNED = "card_assigned"
    HAND_SHOWN = "hand_shown"
    HAND_SHOWN_OPEN = "hand_shown_open"
    STANDING_ORDERS = "standing_orders"
    HINT_GIVEN = "hint_given"
    DROP_DEMANDED = "drop_demanded"
    UNIT_LANDED = "unit_landed"
    DROP_FAILED = "drop_failed"
    SMOKE_OFFERED = "smoke_offered"
    SMOKE_DECLINED = "smoke_declined"
    TURN_STARTED = "turn_started"
    CARD_PLAYED = "card_played"
    CARD_PLAYED_AS = "card_played_as"
    CARD_SECTION = "card_section"
    CARD_FALLBACK = "card_fallback"
    ORDER_DICE = "order_dice"
    HEALING_OFFERED = "healing_offered"
    FIGURES_RESTORED = "figures_restored"
    TARGETS_DEMANDED = "targets_demanded"
    TARGETS = "targets"
    TARGETS_FIXED = "targets_fixed"
    STRIKE = "strike"
    ORDERS = "orders"
    ON_THE_MOVE = "on_the_move"
    PHASE_FINISHED = "phase_finished"
    ORDERS_ENDED = "orders_ended"
    UNIT_ARRIVED = "unit_arrived"
    OBSTACLE_PLACED = "obstacle_placed"
    OBSTACLE_REMOVED = "obstacle_removed"
    MOVED = "moved"
    EXITED = "exited"
    MOVES_ENDED = "moves_ended"
    SECOND_MOVE = "second_move"
    WIRE_CLEARED = "wire_cleared"
    DEMOLITION = "demolition"
    DEMOLISHED = "demolished"
    BATTLE = "battle"
    OVERRUN = "overrun"
    ROLLED = "rolled"
    ATTACK_ROLLED = "attack_rolled"
    AMBUSH_OFFERED = "ambush_offered"
    AMBUSH = "ambush"
    AMBUSH_DECLINED = "ambush_declined"
    ATTACK_CANCELLED = "attack_cancelled"
    LOSES = "loses"
    IT_LOSES = "it_loses"
    BLOCKED = "blocked"
    IT_BLOCKED = "it_blocked"
    ELIMINATED = "eliminated"
    IT_ELIMINATED = "it_eliminated"
    MEDALS = "medals"
    RETREAT_DEMANDED = "retreat_demanded"
    RETREATS = "retreats"
    IT_RETREATS = "it_retreats"
    STANDS = "stands"
    IT_STANDS = "it_stands"
    GROUND_OFFERED = "ground_offered"
    GROUND_TAKEN = "ground_taken"
    GROUND_DECLINED = "ground_declined"
    OVERRUN_OFFERED = "overrun_offered"
    OVERRUN_DECLINED = "overrun_declined"
    BATTLE_BACK_OFFERED = "battle_back_offered"
    BATTLE_BACK = "battle_back"
    BATTLE_BACK_DECLINED = "battle_back_declined"
    PURSUIT_OFFERED = "pursuit_offered"
    PURSUIT_DECLINED = "pursuit_declined"
    ICE_ROLLED = "ice_rolled"
    MINE_ROLLED = "mine_rolled"
    SECOND_ROLLED = "second_rolled"
    MINE_LAID = "mine_laid"
    MINE_REVEALED = "mine_revealed"
    MINE_DUMMY = "mine_dummy"
    MINE_SWEPT = "mine_swept"
    VISIBILITY_ROLLED = "visibility_rolled"
    TARGET_MARKED = "target_marked"
    HEADQUARTERS_TAKEN = "headquarters_taken"
    BATTLES_ENDED = "battles_ended"
    OBJECTIVE_TAKEN = "objective_taken"
    OBJECTIVE_LOST = "objective_lost"
    DISCARDED = "discarded"
    DRAWN = "drawn"
    DRAWN_OPEN = "drawn_open"
    OFFERED = "offered"
    OFFERED_OPEN = "offered_open"
    KEPT = "kept"
    KEPT_OPEN = "kept_open"
    TURN_ENDED = "turn_ended"
    RESIGNED = "resigned"
    TIMED_OUT = "timed_out"
    FINISHED = "finished"
    SEED_REVEALED = "seed_revealed"
    HANDED_TO_BOT = "handed_to_bot"
    HANDED_TO_PARTNER = "handed_to_partner"
    PAUSE_PROPOSED = "pause_proposed"
    HAND_OVER_PROPOSED = "hand_over_proposed"
    PROPOSAL_AGREED = "proposal_agreed"
    PROPOSAL_DROPPED = "proposal_dropped"
    CLOCK_PAUSED = "clock_paused"
    PAUSE_ENDED = "pause_ended"
    VACATION_STARTED = "vacation_started"
    VACATION_ENDED = "vacation_ended"
    TIME_CREDITED = "time_credited"
    UNDO_REQUESTED = "undo_requested"
    UNDO_AGREED = "undo_agreed"
    UNDO_DECLINED = "undo_declined"
    UNDO_WITHDRAWN = "undo_withdrawn"
    TAKEN_BACK = "taken_back"
    PILE_SHUFFLED = "pile_shuffled"
    GAME_BRANCHED = "game_branched"
    UNSEEN_SHUFFLED = "unseen_shuffled"
    DICE_FIXED = "dice_fixed"


class DieResult(StrEnum):
    """What a die does to the unit that it is rolled at."""

    HIT = "hit"
    FLAG = "flag"
    MISS = "miss"


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit with its hex at the time."""

    id: str
    side: Side
    kind: UnitKind
    hex: Hex


Value = (
    str
    | int
    | Hex
    | Piece
    | tuple[Piece, ...]
    | tuple[Face, ...]
    | tuple[DieResult, ...]
    | tuple[Card, ...]
    | tuple[Seat, ...]
)
"""The type of a parameter; enumeration members are texts."""


@dataclass(frozen=True, slots=True)
class Part:
    """One clause: a message with its parameters."""

    message: AccountMessage
    parameters: Mapping[str, Value]


def part(message: AccountMessage, **parameters: Value) -> Part:
    """Return a message with its parameters."""
    return Part(message, parameters)
