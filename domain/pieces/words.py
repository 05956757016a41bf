"""The basic terms used by the traits of pieces."""

from enum import StrEnum


class Section(StrEnum):
    """A third of the board, as seen from one's own seat."""

    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"


class UnitType(StrEnum):
    """The type of a unit, to which dice, cards and terrain refer."""

    INFANTRY = "infantry"
    ARMOR = "armor"
    ARTILLERY = "artillery"


class Going(StrEnum):
    """Kinds of movement that differ from that of the unit's type."""

    BOAT = "boat"
    """Infantry that can also enter rivers."""
    SHIP = "ship"
    """Only over the ocean, and not adjacent to a beach."""


Mover = UnitType | Going
"""What a unit counts as when it moves: its type, or a special kind of movement."""


class Face(StrEnum):
    """What a battle die shows; two of its six sides show infantry, each other face one."""

    INFANTRY = "infantry"
    ARMOR = "armor"
    GRENADE = "grenade"
    FLAG = "flag"
    STAR = "star"


class EditionName(StrEnum):
    """A rulebook, by its year."""

    E2004 = "2004"
    E2025 = "2025"


ALL_TYPES: frozenset[UnitType] = frozenset(UnitType)
