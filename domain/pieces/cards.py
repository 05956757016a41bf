"""Command cards: their names, and a row for each, 40 section cards and 20 tactic cards in all.

Counts and effects are the same in both editions; what differs (the dice of an air strike) is a
table of the edition (2004 p. 5, Command Cards; 2025, Command cards and Appendix 4).
"""

from enum import StrEnum

from domain.pieces.card_spec import (
    ANY_NUMBER,
    FACING,
    CardSpec,
    Contact,
    Effects,
    Orders,
    StrikeSpec,
)
from domain.pieces.obstacles import ObstacleKind
from domain.pieces.words import Face, Section, UnitType

LEFT, CENTER, RIGHT = Section.LEFT, Section.CENTER, Section.RIGHT
INFANTRY = frozenset({UnitType.INFANTRY})
ARMOR = frozenset({UnitType.ARMOR})
ARTILLERY = frozenset({UnitType.ARTILLERY})


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


def section_of(card: Card) -> Section | None:
    """Return the one section that is printed on a card, if any."""
    return next((section for section in Section if card.endswith(f"_{section}")), None)


def family(card: Card) -> str:
    """Return the name shared by cards that differ only in their section."""
    section = section_of(card)
    return card.value if section is None else card.removesuffix(f"_{section}")


def of_family(name: str) -> tuple[Card, ...]:
    """Return the cards of a family, left to right."""
    return tuple(card for card in Card if family(card) == name)


def facing(card: Card) -> Card:
    """Return the card for the opposite section; a card without a section is its own."""
    section = section_of(card)
    return card if section is None else Card(f"{family(card)}_{FACING[section]}")


def _sections(left: int = 0, center: int = 0, right: int = 0) -> Orders:
    counts = {LEFT: left, CENTER: center, RIGHT: right}
    return Orders(per_section={section: count for section, count in counts.items() if count})


# Recon lets its player keep one of two cards drawn.
SECTION_CARDS: dict[Card, CardSpec] = {
    Card.RECON_LEFT: CardSpec(2, _sections(left=1), offered=2),
    Card.RECON_CENTER: CardSpec(2, _sections(center=1), offered=2),
    Card.RECON_RIGHT: CardSpec(2, _sections(right=1), offered=2),
    Card.PROBE_LEFT: CardSpec(4, _sections(left=2)),
    Card.PROBE_CENTER: CardSpec(5, _sections(center=2)),
    Card.PROBE_RIGHT: CardSpec(4, _sections(right=2)),
    Card.ATTACK_LEFT: CardSpec(3, _sections(left=3)),
    Card.ATTACK_CENTER: CardSpec(4, _sections(center=3)),
    Card.ATTACK_RIGHT: CardSpec(3, _sections(right=3)),
    Card.ASSAULT_LEFT: CardSpec(2, _sections(left=ANY_NUMBER)),
    Card.ASSAULT_CENTER: CardSpec(2, _sections(center=ANY_NUMBER)),
    Card.ASSAULT_RIGHT: CardSpec(2, _sections(right=ANY_NUMBER)),
    Card.GENERAL_ADVANCE: CardSpec(1, _sections(left=2, center=2, right=2)),
    Card.PINCER_MOVE: CardSpec(1, _sections(left=2, right=2)),
    Card.RECON_IN_FORCE: CardSpec(3, _sections(left=1, center=1, right=1)),
}

TACTIC_CARDS: dict[Card, CardSpec] = {
    Card.AIR_POWER: CardSpec(
        1, strike=StrikeSpec(targets=4, dice=None, also_hits=frozenset({Face.STAR}))
    ),
    Card.AMBUSH: CardSpec(1, reaction=True),
    Card.ARMOR_ASSAULT: CardSpec(
        2, Orders(anywhere=4, types=ARMOR, falls_back=True), Effects(bonus=1)
    ),
    Card.ARTILLERY_BOMBARD: CardSpec(
        1,
        Orders(anywhere=ANY_NUMBER, types=ARTILLERY, falls_back=True),
        Effects(move=3, move_and_battle=0, battles=2),
    ),
    Card.BARRAGE: CardSpec(1, strike=StrikeSpec(targets=1, dice=4)),
    Card.BEHIND_ENEMY_LINES: CardSpec(
        1,
        Orders(anywhere=1, types=INFANTRY, falls_back=True),
        Effects(
            move=3,
            move_and_battle=3,
            free_going=True,
            moves_again=True,
            bonus=1,
            bonus_at_range=True,
        ),
    ),
    Card.CLOSE_ASSAULT: CardSpec(
        1,
        Orders(anywhere=ANY_NUMBER, types=INFANTRY | ARMOR, contact=Contact.ADJACENT),
        Effects(moves=False, targets=Contact.ADJACENT, bonus=1),
    ),
    Card.COUNTER_ATTACK: CardSpec(2, copies_enemy=True),
    Card.DIG_IN: CardSpec(
        1,
        Orders(anywhere=4, types=INFANTRY, falls_back=True),
        Effects(moves=False, battles=0, places=ObstacleKind.SANDBAGS),
    ),
    Card.DIRECT_FROM_HQ: CardSpec(2, Orders(anywhere=4)),
    Card.FIREFIGHT: CardSpec(
        1,
        Orders(anywhere=4, contact=Contact.APART),
        Effects(moves=False, targets=Contact.APART, bonus=1, bonus_at_range=True),
    ),
    Card.INFANTRY_ASSAULT: CardSpec(
        2,
        Orders(anywhere=ANY_NUMBER, one_section=True, types=INFANTRY, falls_back=True),
        Effects(move=3, move_and_battle=2),
    ),
    Card.MEDICS_AND_MECHANICS: CardSpec(1, heals=True),
    Card.MOVE_OUT: CardSpec(2, Orders(anywhere=4, types=INFANTRY, falls_back=True)),
    Card.THEIR_FINEST_HOUR: CardSpec(
        1, Orders(by_dice=True), Effects(bonus=1, bonus_at_range=True), reshuffles=True
    ),
}
