"""The type of a command card: which units it orders, and what it changes for them.

A card is one ``CardSpec`` composed of a few effects. Every default is the neutral one, so a card
states only what is special about it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from domain.pieces.obstacles import ObstacleKind
from domain.pieces.words import ALL_TYPES, Face, Section, UnitType

ANY_NUMBER = 1_000_000

FACING = {
    Section.LEFT: Section.RIGHT,
    Section.CENTER: Section.CENTER,
    Section.RIGHT: Section.LEFT,
}
"""The section opposite, as the other player calls it."""


class Contact(StrEnum):
    """Whether the units or targets of a card must be adjacent to an enemy."""

    ANY = "any"
    ADJACENT = "adjacent"
    APART = "apart"


class Halves(StrEnum):
    """The halves of a section in which a card's units must stand (Overlord)."""

    ANY = "any"
    ONE = "one"
    """All in one half."""
    EACH = "each"
    """The same number in each half."""


@dataclass(frozen=True, slots=True)
class Orders:
    """The units a card orders: a number ``per_section``, or a number ``anywhere``.

    With ``one_section`` those anywhere must be in one section that is chosen with the card. With
    ``by_dice`` each infantry or armor symbol of a roll orders a unit of its type, and each star one
    of any type. With ``falls_back`` a side without any unit of ``types`` orders one unit of any
    type instead, without the card's effects. ``ANY_NUMBER`` means all. ``on_the_move`` further
    units, in any section, may only move (Breakthrough). With ``halves`` those anywhere stand in one
    half of their general's section, or as many in each.
    """

    per_section: Mapping[Section, int] = field(default_factory=dict)
    anywhere: int = 0
    one_section: bool = False
    by_dice: bool = False
    types: frozenset[UnitType] = ALL_TYPES
    contact: Contact = Contact.ANY
    falls_back: bool = False
    on_the_move: int = 0
    halves: Halves = Halves.ANY


@dataclass(frozen=True, slots=True)
class Effects:
    """What a card changes for the units it orders.

    ``move`` and ``move_and_battle`` replace those of the unit's row, in hexes. With ``free_going``
    every hex costs one and no terrain stops or limits a move, but impassable hexes stay impassable.
    ``battles`` is the number of consecutive battles of a unit that has not moved. ``bonus`` dice
    are added to an attack on an adjacent unit, with ``bonus_at_range`` on any unit.
    """

    moves: bool = True
    move: int | None = None
    move_and_battle: int | None = None
    free_going: bool = False
    moves_again: bool = False
    battles: int = 1
    targets: Contact = Contact.ANY
    bonus: int = 0
    bonus_at_range: bool = False
    places: ObstacleKind | None = None
    """An obstacle that each unit places on its hex when it is ordered."""


PLAIN = Effects()


@dataclass(frozen=True, slots=True)
class StrikeSpec:
    """An attack that needs no unit: on up to ``targets`` enemy units anywhere, each adjacent to
    another target. If ``dice`` is None it depends on air superiority. Protection does not count,
    and no flag is ignored."""

    targets: int
    dice: int | None
    also_hits: frozenset[Face] = frozenset()


@dataclass(frozen=True, slots=True)
class CardSpec:
    """A command card.

    At the end of the turn ``offered`` cards are drawn, of which one is kept. A card that ``heals``
    requires a unit that has lost figures, and orders it if the dice restore one; ``healing_dice``
    are instead rolled once for any units, each of which is then ordered. ``copies_enemy`` executes
    the last order of the other side. A ``reaction`` is not played on the own turn. ``reshuffles``
    shuffles the discards and the draw pile together at the end of the turn. ``dice`` are rolled for
    orders or figures, if their number is not that of the cards in hand.

    In Overlord a card is handed out to a general of one of the sections ``given_to``; one without
    sections is played by the Commander-in-Chief. One that is ``alone`` is the only one of its turn.
    ``draws_more`` cards are drawn at the end of the turn in addition to the usual ones.
    """

    copies: int
    orders: Orders = Orders()
    effects: Effects = PLAIN
    strike: StrikeSpec | None = None
    offered: int = 1
    heals: bool = False
    healing_dice: int = 0
    copies_enemy: bool = False
    reaction: bool = False
    reshuffles: bool = False
    dice: int = 0
    given_to: frozenset[Section] = frozenset(Section)
    alone: bool = False
    draws_more: int = 0
