"""The nouns of the game: sides, seats, sections, unit kinds, terrain, cards and die faces.

Every value is a ``StrEnum``: its text is the stable word that events, commands and clients use.
"""

from enum import StrEnum


class Side(StrEnum):
    """One of the two armies."""

    ALLIES = "allies"
    AXIS = "axis"

    @property
    def enemy(self) -> "Side":
        """The other army."""
        return Side.AXIS if self is Side.ALLIES else Side.ALLIES


class Seat(StrEnum):
    """A place at the table; it decides for one side."""

    ALLIES = "allies"
    AXIS = "axis"

    @property
    def side(self) -> Side:
        """The army this seat commands."""
        return Side(self.value)

    @property
    def opponent(self) -> "Seat":
        """The seat that plays against this one."""
        return Seat.AXIS if self is Seat.ALLIES else Seat.ALLIES


def seat_of(side: Side) -> Seat:
    """The seat that decides for a side."""
    return Seat(side.value)


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
    ARMOR = "armor"
    ARTILLERY = "artillery"


class TerrainKind(StrEnum):
    """What a hex is made of; exactly one kind a hex."""

    OPEN = "open"
    FOREST = "forest"
    TOWN = "town"
    RIVER = "river"
    LAKE = "lake"


class ObstacleKind(StrEnum):
    """What lies on a hex besides its terrain."""

    BRIDGE = "bridge"
    WIRE = "wire"
    SANDBAGS = "sandbags"


class Face(StrEnum):
    """What a battle die shows; see ``chance.DIE`` for the six sides."""

    INFANTRY = "infantry"
    ARMOR = "armor"
    GRENADE = "grenade"
    FLAG = "flag"
    STAR = "star"


class Card(StrEnum):
    """A command card. Copies of one card are alike, so a card is named by what is printed on it."""

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


class ObjectiveKind(StrEnum):
    """How a medal hex is won and lost."""

    TEMPORARY = "temporary"


class Variant(StrEnum):
    """A way of playing that a rulebook describes."""

    YOUNG_GENERALS = "young_generals"


class EditionName(StrEnum):
    """A rulebook, by its year."""

    E2004 = "2004"
    E2025 = "2025"


class Undo(StrEnum):
    """Who may take back what; chosen with the game."""

    NONE = "none"


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


class ShuffleReason(StrEnum):
    """Why the deck was shuffled."""

    SETUP = "setup"
    EXHAUSTED = "exhausted"


class Ending(StrEnum):
    """Why a game is over."""

    MEDALS = "medals"
    RESIGNATION = "resignation"
    TIME_LIMIT = "time_limit"
