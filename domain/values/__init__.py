"""The basic terms of the game: sides, seats, objectives, decisions. ``pieces`` defines those of the
pieces.

Every value is a ``StrEnum``: its text is the stable name that events, commands and clients use.
"""

from enum import StrEnum
from typing import Final, cast

from domain.pieces.cards import Card
from domain.pieces.doctrines import Doctrine
from domain.pieces.features import Feature
from domain.pieces.obstacles import ObstacleKind
from domain.pieces.terrain import TerrainKind
from domain.pieces.units import UnitKind
from domain.pieces.words import EditionName, Face, Section, UnitType


class Side(StrEnum):
    """One of the two armies."""

    ALLIES = "allies"
    AXIS = "axis"

    @property
    def enemy(self) -> "Side":
        """The other army."""
        return Side.AXIS if self is Side.ALLIES else Side.ALLIES


class Seat(StrEnum):
    """A place at the table. The game's table says which seats it has, and which side each is on."""

    ALLIES = "allies"
    AXIS = "axis"
    ALLIES_1 = "allies_1"
    ALLIES_2 = "allies_2"
    ALLIES_3 = "allies_3"
    ALLIES_4 = "allies_4"
    AXIS_1 = "axis_1"
    AXIS_2 = "axis_2"
    AXIS_3 = "axis_3"
    AXIS_4 = "axis_4"


class Role(StrEnum):
    """The role of a seat at the table."""

    COMMANDER = "commander"
    PARTNER = "partner"
    """A member of a pair that shares an open card (2025 Appendix 5, Operation Alliance)."""
    COMMANDER_IN_CHIEF = "commander_in_chief"
    """Holds the hand of a team and decides on its card (2004 Appendix 3, Team Play)."""
    SECTION_COMMANDER = "section_commander"
    """Executes the cards of its sections."""
    FIELD_GENERAL = "field_general"
    """Executes the card that its Commander-in-Chief hands out to it (Overlord)."""


class Edge(StrEnum):
    """The edge of the board where a side sits: its baseline is the row next to it."""

    TOP = "top"
    BOTTOM = "bottom"


class Direction(StrEnum):
    """A side of a hex on the printed board; north is the top edge."""

    E = "E"
    NE = "NE"
    NW = "NW"
    W = "W"
    SW = "SW"
    SE = "SE"


UNKNOWN_CARD: Final = cast(Card, "unknown")
"""Stands for a card that the creator of a branch did not know, in the branch's copy of the game's
past. No rule meets it: where play continues in the branch, every card is known."""


UNKNOWN_STRENGTH: Final = -1
"""Stands for the unknown strength of a mine."""


class ObjectiveKind(StrEnum):
    """How medal hexes are won and lost."""

    TEMPORARY = "temporary"
    """Held while its condition is met."""
    PERMANENT = "permanent"
    """Never lost once gained."""
    MAJORITY = "majority"
    """Held by the side with more of its hexes."""
    SUDDEN_DEATH = "sudden_death"
    """Wins the game."""
    EXIT = "exit"
    """Gives its medals for each unit that leaves the board by one of its hexes."""
    CONTESTED = "contested"
    """Held by its side while its condition is met, and by the other side otherwise."""
    LAST_TO_OCCUPY = "last_to_occupy"
    """Held, once gained, until the other side stands there instead."""
    SOLE_CONTROL = "sole_control"
    """Held while its condition is met and no enemy unit stands on any of its hexes."""
    EMPTY_SECTION = "empty_section"
    """Held while one of the sections that its hexes make up has no enemy unit in it."""
    DEED = "deed"
    """Gained once and never lost, by an action on one of its hexes: a bridge is blown up, or a mine
    turns out to be a dummy."""


class Check(StrEnum):
    """When an objective's condition is checked."""

    ALWAYS = "always"
    END_OF_OWN_TURN = "end_of_own_turn"
    START_OF_OWN_TURN = "start_of_own_turn"


class Front(StrEnum):
    """Where a battle was fought; together with the year it determines air superiority."""

    WESTERN = "western"
    EASTERN = "eastern"
    MEDITERRANEAN = "mediterranean"
    PACIFIC = "pacific"


class Variant(StrEnum):
    """A way of playing that a rulebook describes."""

    STANDARD = "standard"
    YOUNG_GENERALS = "young_generals"
    YOUNG_GENERALS_PLAIN = "young_generals_plain"
    """Without taking ground and overrun."""
    OPERATION_ALLIANCE = "operation_alliance"
    TEAM = "team"
    YOUNG_GENERALS_TEAM = "young_generals_team"
    OVERLORD = "overlord"
    """Two boards side by side, and a chain of command on each side."""


class Undo(StrEnum):
    """The policy on taking back; chosen when the game is created."""

    NONE = "none"
    FREE = "free"
    CONSENT = "consent"


class Visibility(StrEnum):
    """Who may see that a game exists."""

    PUBLIC = "public"
    PRIVATE = "private"


class Status(StrEnum):
    """The stage of a game."""

    WAITING = "waiting"
    ACTIVE = "active"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    """It never began and will not."""


class Cancellation(StrEnum):
    """Why a game was cancelled before it began."""

    WITHDRAWN = "withdrawn"
    """Its creator withdrew it."""
    ABANDONED = "abandoned"
    """The last person left, and only bots held seats."""
    EXPIRED = "expired"
    """Nobody took a seat for too long."""


class LossCause(StrEnum):
    """Why a unit lost figures."""

    HITS = "hits"
    RETREAT_BLOCKED = "retreat_blocked"
    ICE = "ice"
    """It entered ice that broke."""
    MINE = "mine"
    """It entered a minefield."""
    SECOND_ROLL = "second_roll"
    """Dice were rolled again for what would hit it."""
    BRIDGE = "bridge"
    """The bridge under it was blown up."""


class RemovalCause(StrEnum):
    """Why an obstacle left the board."""

    UNIT_LEFT = "unit_left"
    UNIT_ELIMINATED = "unit_eliminated"
    ARMOR_ENTERED = "armor_entered"
    ARMOR_BATTLED = "armor_battled"
    CLEARED = "cleared"
    """Engineers battled from its hex."""
    DISPERSED = "dispersed"
    """The time of a smoke screen is over."""


class DiscardSource(StrEnum):
    """Where a card was before it was discarded."""

    IN_PLAY = "in_play"
    OFFER = "offer"
    REACTION = "reaction"
    HAND = "hand"
    """It was lost together with a headquarters."""


class SharedCardSource(StrEnum):
    """Where the open card of a pair came from."""

    DRAW_PILE = "draw_pile"
    OFFER = "offer"


class ShuffleReason(StrEnum):
    """Why the deck was shuffled."""

    SETUP = "setup"
    EXHAUSTED = "exhausted"
    CARD = "card"
    """A card requires shuffling the discards and the draw pile together."""


class Ending(StrEnum):
    """Why a game is over."""

    MEDALS = "medals"
    SUDDEN_DEATH = "sudden_death"
    ARMY_DESTROYED = "army_destroyed"
    DECK_EMPTY = "deck_empty"
    RESIGNATION = "resignation"
    TIME_LIMIT = "time_limit"


class DropFailure(StrEnum):
    """Why a unit dropped from the air did not land on the board."""

    OFF_BOARD = "off_board"
    OCCUPIED = "occupied"
    IMPASSABLE = "impassable"


class Decision(StrEnum):
    """A kind of decision."""

    AIR_DROP = "air_drop"
    LAY_SMOKE = "lay_smoke"
    PLAY_CARD = "play_card"
    COMMIT_CARD = "commit_card"
    HAND_OUT = "hand_out"
    NAME_TARGETS = "name_targets"
    STRIKE = "strike"
    HEAL = "heal"
    ORDER = "order"
    MOVE = "move"
    BATTLE = "battle"
    AMBUSH = "ambush"
    RETREAT = "retreat"
    TAKE_GROUND = "take_ground"
    OVERRUN = "overrun"
    BATTLE_BACK = "battle_back"
    PURSUE = "pursue"
    MOVE_AGAIN = "move_again"
    CHOOSE_CARD = "choose_card"
