"""The nouns of the game: sides, seats, sections, unit kinds, terrain, cards and die faces.

Every value is a ``StrEnum``: its text is the stable word that events, commands and clients use.
"""

from enum import StrEnum
from typing import Final, cast


class Side(StrEnum):
    """One of the two armies."""

    ALLIES = "allies"
    AXIS = "axis"

    @property
    def enemy(self) -> "Side":
        """The other army."""
        return Side.AXIS if self is Side.ALLIES else Side.ALLIES


class Seat(StrEnum):
    """A place at the table. A game's table says which of these words it has, and whose side each is
    on; the word alone says nothing of that."""

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
    """What a seat is at the table for."""

    COMMANDER = "commander"


class Section(StrEnum):
    """A third of the board, as seen from one's own seat."""

    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"


class Edge(StrEnum):
    """The board edge a side sits at: its baseline is the row next to it."""

    TOP = "top"
    BOTTOM = "bottom"


class UnitType(StrEnum):
    """What dice, cards and terrain ask about a unit."""

    INFANTRY = "infantry"
    ARMOR = "armor"
    ARTILLERY = "artillery"


class UnitKind(StrEnum):
    """A row of the unit table; several kinds may share a type."""

    INFANTRY = "infantry"
    ELITE_INFANTRY = "elite_infantry"
    FRENCH_RESISTANCE = "french_resistance"
    ARMOR = "armor"
    ELITE_ARMOR = "elite_armor"
    ARTILLERY = "artillery"


class TerrainKind(StrEnum):
    """What a hex is made of; exactly one kind a hex."""

    OPEN = "open"
    FOREST = "forest"
    HEDGEROW = "hedgerow"
    HILL = "hill"
    STEEP_HILL = "steep_hill"
    TOWN = "town"
    CHURCH = "church"
    RIVER = "river"
    LAKE = "lake"
    BEACH = "beach"
    OCEAN = "ocean"
    SEA_BLUFF = "sea_bluff"
    CLIFF = "cliff"


class Feature(StrEnum):
    """What a scenario says of a hex beyond its terrain."""

    IMPASSABLE = "impassable"
    STOPS_ARTILLERY = "stops_artillery"
    WIDE = "wide"


class ObstacleKind(StrEnum):
    """What lies on a hex besides its terrain."""

    BRIDGE = "bridge"
    BRIDGE_SECTION = "bridge_section"
    WIRE = "wire"
    SANDBAGS = "sandbags"
    HEDGEHOG = "hedgehog"
    BUNKER = "bunker"
    SEA_WALL = "sea_wall"


class Direction(StrEnum):
    """A side of a hex, as the board is printed: north is the top edge."""

    E = "E"
    NE = "NE"
    NW = "NW"
    W = "W"
    SW = "SW"
    SE = "SE"


class Face(StrEnum):
    """What a battle die shows; two of its six sides show infantry, each other face one."""

    INFANTRY = "infantry"
    ARMOR = "armor"
    GRENADE = "grenade"
    FLAG = "flag"
    STAR = "star"


class Card(StrEnum):
    """A command card. Copies of one card are alike, so a card is named by what is printed on it.

    The first fifteen are section cards, the others tactic cards.
    """

    RECON_LEFT = "recon_left"
    RECON_CENTER = "recon_center"
    RECON_RIGHT = "recon_right"
    PROBE_LEFT = "probe_left"
    PROBE_CENTER = "probe_center"
    PROBE_RIGHT = "probe_right"
    ATTACK_LEFT = "attack_left"
    ATTACK_CENTER = "attack_center"
    ATTACK_RIGHT = "attack_right"
    ASSAULT_LEFT = "assault_left"
    ASSAULT_CENTER = "assault_center"
    ASSAULT_RIGHT = "assault_right"
    GENERAL_ADVANCE = "general_advance"
    PINCER_MOVE = "pincer_move"
    RECON_IN_FORCE = "recon_in_force"
    AIR_POWER = "air_power"
    AMBUSH = "ambush"
    ARMOR_ASSAULT = "armor_assault"
    ARTILLERY_BOMBARD = "artillery_bombard"
    BARRAGE = "barrage"
    BEHIND_ENEMY_LINES = "behind_enemy_lines"
    CLOSE_ASSAULT = "close_assault"
    COUNTER_ATTACK = "counter_attack"
    DIG_IN = "dig_in"
    DIRECT_FROM_HQ = "direct_from_hq"
    FIREFIGHT = "firefight"
    INFANTRY_ASSAULT = "infantry_assault"
    MEDICS_AND_MECHANICS = "medics_and_mechanics"
    MOVE_OUT = "move_out"
    THEIR_FINEST_HOUR = "their_finest_hour"


UNKNOWN_CARD: Final = cast(Card, "unknown")
"""Stands for a card that whoever branched a game off did not know, in what the branch has of the
game's past. No rule ever meets it: where play goes on in the branch, every card is known."""


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
    """Gives its medals for each unit that leaves the board over one of its hexes."""


class Check(StrEnum):
    """When an objective's condition is looked at."""

    ALWAYS = "always"
    END_OF_OWN_TURN = "end_of_own_turn"


class Front(StrEnum):
    """Where a battle was fought; with the year it says who ruled the air."""

    WESTERN = "western"
    EASTERN = "eastern"
    MEDITERRANEAN = "mediterranean"
    PACIFIC = "pacific"


class Variant(StrEnum):
    """A way of playing that a rulebook describes."""

    STANDARD = "standard"
    YOUNG_GENERALS = "young_generals"


class EditionName(StrEnum):
    """A rulebook, by its year."""

    E2004 = "2004"
    E2025 = "2025"


class Undo(StrEnum):
    """Who may take back what; chosen with the game."""

    NONE = "none"
    FREE = "free"
    CONSENT = "consent"


class Visibility(StrEnum):
    """Who may see a game exists."""

    PUBLIC = "public"
    PRIVATE = "private"


class Status(StrEnum):
    """Where a game is in its life."""

    WAITING = "waiting"
    ACTIVE = "active"
    FINISHED = "finished"


class LossCause(StrEnum):
    """Why a unit lost figures."""

    HITS = "hits"
    RETREAT_BLOCKED = "retreat_blocked"


class RemovalCause(StrEnum):
    """Why an obstacle left the board."""

    UNIT_LEFT = "unit_left"
    UNIT_ELIMINATED = "unit_eliminated"
    ARMOR_ENTERED = "armor_entered"
    ARMOR_BATTLED = "armor_battled"


class DiscardSource(StrEnum):
    """Where a card was before it was discarded."""

    IN_PLAY = "in_play"
    OFFER = "offer"
    REACTION = "reaction"


class ShuffleReason(StrEnum):
    """Why the deck was shuffled."""

    SETUP = "setup"
    EXHAUSTED = "exhausted"
    CARD = "card"
    """A card has its player shuffle the discards and the draw pile together."""


class Ending(StrEnum):
    """Why a game is over."""

    MEDALS = "medals"
    SUDDEN_DEATH = "sudden_death"
    ARMY_DESTROYED = "army_destroyed"
    DECK_EMPTY = "deck_empty"
    RESIGNATION = "resignation"
    TIME_LIMIT = "time_limit"


class DropFailure(StrEnum):
    """Why a unit dropped from the air never came to stand on the board."""

    OFF_BOARD = "off_board"
    OCCUPIED = "occupied"
    IMPASSABLE = "impassable"


class Decision(StrEnum):
    """A kind of decision."""

    AIR_DROP = "air_drop"
    PLAY_CARD = "play_card"
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
    MOVE_AGAIN = "move_again"
    CHOOSE_CARD = "choose_card"
