"""The shape of a command card: whom it orders, and what it changes for them.

A card is one ``CardSpec`` put together from the few effects below. Every default is the harmless
one, so a card says only what is special about it.
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
"""The section that faces one's own, as the other player calls it."""


class Contact(StrEnum):
    """Whether the units or targets of a card must have an enemy next to them."""

    ANY = "any"
    ADJACENT = "adjacent"
    APART = "apart"


class Halves(StrEnum):
    """In which halves of a section the units of a card stand (Overlord)."""

    ANY = "any"
    ONE = "one"
    """All in one half."""
    EACH = "each"
    """As many in each half."""


@dataclass(frozen=True, slots=True)
class Orders:
    """Whom a card orders: so many units ``per_section``, or so many ``anywhere``.

    With ``one_section`` those anywhere stand in one section that is named with the card. With
    ``by_dice`` each infantry or armor symbol of a roll orders a unit of its type, and each star
    one of any type. With ``falls_back`` a side that has no unit of ``types`` at all orders one
    unit of any type instead, which has nothing of the card's effects. ``ANY_NUMBER`` is all.
    ``on_the_move`` further units, in any section, may move and do no more (Breakthrough). With
    ``halves`` those anywhere stand in one half of their general's section, or so many in each.
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

    ``move`` and ``move_and_battle`` stand in for the unit's own row, in hexes. ``free_going``
    means that every hex costs one and no terrain stops or limits a move, though impassable stays
    impassable. ``battles`` counts the battles, one after the other, of a unit that has not moved.
    ``bonus`` dice are added to an attack on an adjacent unit, with ``bonus_at_range`` to any.
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
    """An obstacle that each unit puts on its hex when it is ordered."""


PLAIN = Effects()


@dataclass(frozen=True, slots=True)
class StrikeSpec:
    """An attack that needs no unit: up to ``targets`` enemy units anywhere, each next to another
    one of them. ``dice`` None asks who rules the air. Protection does not count, and no flag is
    ignored."""

    targets: int
    dice: int | None
    also_hits: frozenset[Face] = frozenset()


@dataclass(frozen=True, slots=True)
class CardSpec:
    """A command card.

    ``offered`` cards are drawn at the end of the turn, of which one is kept. ``heals`` asks for a
    unit that has lost figures, and orders it if the dice give one back; ``healing_dice`` are thrown
    once instead, for any units, each of which is then ordered. ``copies_enemy`` carries out the
    order that the other side issued last. A ``reaction`` is not played on the own turn.
    ``reshuffles`` mixes the discards and the draw pile at the end of the turn. ``dice`` are thrown
    for orders or figures, where they are not as many as cards.

    In Overlord a card is handed out to a general of one of the sections ``given_to``, or played by
    the Commander-in-Chief, to whom those without any fall. One that is ``alone`` is the only one of
    its turn. ``draws_more`` cards are drawn at the end of the turn beside the usual ones.
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
