"""The words that the traits of pieces are told in."""

from enum import StrEnum


class Section(StrEnum):
    """A third of the board, as seen from one's own seat."""

    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"


class UnitType(StrEnum):
    """What dice, cards and terrain ask about a unit."""

    INFANTRY = "infantry"
    ARMOR = "armor"
    ARTILLERY = "artillery"


class Going(StrEnum):
    """How units get over the board that do so in another way than their type."""

    BOAT = "boat"
    """Infantry that goes over rivers as well."""
    SHIP = "ship"
    """Over the ocean alone, and not next to a beach."""


Mover = UnitType | Going
"""Who goes where: units of a type, or some that go in another way."""


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
