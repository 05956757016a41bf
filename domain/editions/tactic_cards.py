"""The 20 tactic cards, one small object each.

Counts and effects are the same in both editions; what differs (the dice of an air strike) is a
table of the edition (2004 p. 5, Command Cards; 2025, Command cards and Appendix 4).
"""

from domain.rulebook.card_spec import ANY_NUMBER, CardSpec, Contact, Effects, Orders, StrikeSpec
from domain.values import Card, Face, ObstacleKind, UnitType

INFANTRY = frozenset({UnitType.INFANTRY})
ARMOR = frozenset({UnitType.ARMOR})
ARTILLERY = frozenset({UnitType.ARTILLERY})

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
