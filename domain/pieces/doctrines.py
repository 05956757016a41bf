"""National doctrines, and special traits of single units: their names, and a row for each."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from domain.pieces.cards import Card, of_family
from domain.pieces.rows import Row, in_both
from domain.pieces.units import UnitKind, UnitTraits
from domain.pieces.words import Going, UnitType

ARMOR, ARTILLERY, INFANTRY = UnitType.ARMOR, UnitType.ARTILLERY, UnitType.INFANTRY


class Doctrine(StrEnum):
    """A doctrine that a scenario assigns to a side's units, or to some of them."""

    IMPERIAL_JAPANESE_ARMY = "imperial_japanese_army"
    ITALIAN_ROYAL_ARMY = "italian_royal_army"
    US_MARINE_CORPS = "us_marine_corps"
    BRITISH_COMMONWEALTH = "british_commonwealth"
    NORTH_AFRICAN_DESERT = "north_african_desert"
    TANK_LEADER = "tank_leader"
    STEADFAST = "steadfast"
    BOATS = "boats"
    RED_ARMY_COMMISSAR = "red_army_commissar"


Change = Callable[[UnitKind, UnitTraits], UnitTraits]
"""Returns the traits of a unit of a kind under a doctrine."""


@dataclass(frozen=True, slots=True)
class DoctrineTraits:
    """What a doctrine changes: the traits of its units, and the number of extra units a card
    orders.

    ``from_hand`` are the cards that may be played from the hand although cards are committed a turn
    ahead; None if they are not.
    """

    units: Change = lambda _, row: row
    extra_orders: int = 0
    until_ashore: bool = False
    """Whether a unit loses it when it comes ashore."""
    from_hand: frozenset[Card] | None = None


_SNIPERS = (UnitKind.SNIPER,)
_NO_CHARGE = (UnitKind.MORTAR_TEAM, UnitKind.MACHINE_GUN_TEAM)
_STRONGER = 1


def _japanese(kind: UnitKind, row: UnitTraits) -> UnitTraits:
    if row.type is not INFANTRY or kind in _SNIPERS:
        return row
    charge = 0 if kind in _NO_CHARGE else 2
    later = None if row.unmoved is None else _japanese(kind, row.unmoved)
    spirit: dict[str, Any] = {"drops_flags": 1, "bonus_at_full_strength": 1, "tunnels": True}
    return replace(row, charge=charge, unmoved=later, **spirit)


def _italian(_kind: UnitKind, row: UnitTraits) -> UnitTraits:
    steady = row.ignores_a_flag or row.type is ARTILLERY
    return replace(row, retreat_per_flag=3, ignores_a_flag=steady)


def _british(kind: UnitKind, row: UnitTraits) -> UnitTraits:
    return row if kind in _SNIPERS else replace(row, battles_back=True)


def _in_the_desert(_kind: UnitKind, row: UnitTraits) -> UnitTraits:
    return replace(row, pursues=row.type is ARMOR)


def _led(_kind: UnitKind, row: UnitTraits) -> UnitTraits:
    dice = tuple(count + _STRONGER for count in row.dice_by_range)
    return replace(row, unmoved=replace(row, dice_by_range=dice))


def _steadfast(_kind: UnitKind, row: UnitTraits) -> UnitTraits:
    return replace(row, ignores_a_flag=True)


def _afloat(_kind: UnitKind, row: UnitTraits) -> UnitTraits:
    return replace(row, going=Going.BOAT) if row.type is INFANTRY else row


# Pacific: nation rules of the Imperial Japanese Army and the US Marine Corps; Mediterranean: the
# Italian Royal Army, British Commonwealth forces, and armor in the North African desert.
# Tank leaders and folding boats come with single scenarios. Eastern Front: political commissars.
DOCTRINES: dict[Doctrine, Row[DoctrineTraits]] = {
    Doctrine.IMPERIAL_JAPANESE_ARMY: in_both(DoctrineTraits(_japanese)),
    Doctrine.ITALIAN_ROYAL_ARMY: in_both(DoctrineTraits(_italian)),
    Doctrine.US_MARINE_CORPS: in_both(DoctrineTraits(extra_orders=1)),
    Doctrine.BRITISH_COMMONWEALTH: in_both(DoctrineTraits(_british)),
    Doctrine.NORTH_AFRICAN_DESERT: in_both(DoctrineTraits(_in_the_desert)),
    Doctrine.TANK_LEADER: in_both(DoctrineTraits(_led)),
    Doctrine.STEADFAST: in_both(DoctrineTraits(_steadfast)),
    Doctrine.BOATS: in_both(DoctrineTraits(_afloat, until_ashore=True)),
    Doctrine.RED_ARMY_COMMISSAR: in_both(
        DoctrineTraits(from_hand=frozenset({*of_family("recon"), Card.COUNTER_ATTACK}))
    ),
}
