"""Overlord: two boards side by side, two decks, and cards that a Commander-in-Chief hands out, the
same in both editions (Overlord, Command cards). All other rules are those of the edition."""

from dataclasses import replace
from typing import Any

from domain.pieces.card_spec import ANY_NUMBER, CardSpec, Halves, Orders
from domain.pieces.cards import SECTION_CARDS, TACTIC_CARDS, family, section_of
from domain.pieces.words import Section
from domain.rulebook.book import Edition, HandingOut
from domain.values import Card, Variant

BOXES = 2
"""The number of base boxes used: each adds a deck and its pieces."""
_DICE = 4

# By family: the number of units that a card orders, and the halves of the general's section.
_ORDERS: dict[str, tuple[int, Halves]] = {
    "recon": (1, Halves.ANY),
    "probe": (2, Halves.ONE),
    "attack": (3, Halves.ONE),
    "assault": (ANY_NUMBER, Halves.ONE),
    "recon_in_force": (1, Halves.EACH),
    "general_advance": (2, Halves.EACH),
    "pincer_move": (2, Halves.ONE),
}
_FLANKS = frozenset({Section.LEFT, Section.RIGHT})
_CHIEF_ONLY = frozenset[Section]()


def _card(card: Card, spec: CardSpec) -> CardSpec:
    spec = replace(spec, copies=BOXES * spec.copies, offered=1)
    if card in SECTION_CARDS:
        units, halves = _ORDERS[family(card)]
        printed = section_of(card)
        to = spec.given_to if printed is None else frozenset({printed})
        spec = replace(spec, orders=Orders(anywhere=units, halves=halves), given_to=to)
        return replace(spec, draws_more=int(family(card) == "recon"))
    return spec


_CARDS = {card: _card(card, spec) for card, spec in (SECTION_CARDS | TACTIC_CARDS).items()}
_CHANGED: dict[Card, dict[str, Any]] = {
    Card.PINCER_MOVE: {"given_to": _FLANKS},
    Card.INFANTRY_ASSAULT: {
        "orders": replace(
            _CARDS[Card.INFANTRY_ASSAULT].orders, one_section=False, halves=Halves.ONE
        )
    },
    Card.MEDICS_AND_MECHANICS: {"dice": _DICE},
    Card.THEIR_FINEST_HOUR: {"dice": _DICE, "alone": True, "given_to": _CHIEF_ONLY},
    **{card: {"given_to": _CHIEF_ONLY} for card in (Card.AIR_POWER, Card.BARRAGE, Card.AMBUSH)},
}
_CARDS |= {card: replace(_CARDS[card], **changed) for card, changed in _CHANGED.items()}


def in_overlord(book: Edition) -> Edition:
    """Return an edition as it is played in Overlord."""
    return replace(
        book,
        cards=_CARDS,
        decks={Variant.OVERLORD: _CARDS},
        obstacle_limits={kind: BOXES * limit for kind, limit in book.obstacle_limits.items()},
        handing_out=HandingOut(most=3, keeps=1, draws=2),
    )
