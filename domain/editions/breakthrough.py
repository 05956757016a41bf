"""Breakthrough: two boards one behind the other and a deck of its own, the same in both editions
(Breakthrough, Command cards). All other rules are those of the edition."""

from dataclasses import replace

from domain.pieces.card_spec import CardSpec, StrikeSpec
from domain.pieces.cards import SECTION_CARDS, TACTIC_CARDS, family, section_of
from domain.pieces.words import Face, Section, UnitType
from domain.rulebook.book import Edition
from domain.values import Card

# By family: copies for left, center and right, and the number of units on the move.
_SECTIONS: dict[str, tuple[tuple[int, int, int], int]] = {
    "recon": ((2, 2, 2), 2),
    "probe": ((5, 6, 5), 2),
    "attack": ((4, 5, 4), 1),
    "assault": ((3, 3, 3), 0),
}
_COPIES: dict[Card, int] = {
    Card.RECON_IN_FORCE: 4,
    Card.GENERAL_ADVANCE: 2,
    Card.PINCER_MOVE: 2,
    Card.AMBUSH: 2,
    Card.ARMOR_ASSAULT: 3,
    Card.ARTILLERY_BOMBARD: 2,
    Card.COUNTER_ATTACK: 3,
    Card.DIRECT_FROM_HQ: 3,
    Card.FIREFIGHT: 2,
    Card.MOVE_OUT: 3,
    Card.THEIR_FINEST_HOUR: 2,
}
_DIG_IN = TACTIC_CARDS[Card.DIG_IN]
_HIT_BY_STARS = frozenset({Face.STAR})
_CHANGED: dict[Card, CardSpec] = {
    Card.AIR_POWER: CardSpec(1, strike=StrikeSpec(4, dice=2, also_hits=_HIT_BY_STARS)),
    Card.BARRAGE: CardSpec(1, strike=StrikeSpec(1, dice=4, also_hits=_HIT_BY_STARS)),
    Card.DIG_IN: replace(
        _DIG_IN,
        orders=replace(_DIG_IN.orders, types=frozenset({UnitType.INFANTRY, UnitType.ARTILLERY})),
    ),
    Card.MEDICS_AND_MECHANICS: CardSpec(1, heals=True, healing_dice=4),
}


def _card(card: Card, spec: CardSpec) -> CardSpec:
    section = section_of(card)
    if section is None:
        return replace(_CHANGED.get(card, spec), copies=_COPIES.get(card, spec.copies))
    copies, on_the_move = _SECTIONS[family(card)]
    orders = replace(spec.orders, on_the_move=on_the_move)
    return replace(spec, copies=copies[tuple(Section).index(section)], orders=orders)


_CARDS = {card: _card(card, spec) for card, spec in (SECTION_CARDS | TACTIC_CARDS).items()}


def in_breakthrough(book: Edition) -> Edition:
    """Return an edition as it is played on the boards of Breakthrough."""
    decks = {variant: {card: _CARDS[card] for card in deck} for variant, deck in book.decks.items()}
    return replace(book, cards=_CARDS, decks=decks)
