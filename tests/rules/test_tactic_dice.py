"""Dice that tactic cards throw or add: bonus dice, figures restored, orders by dice."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from domain import events as e
from domain.rules.battles import combat
from domain.values import Card, DiscardSource, EditionName, Seat
from tests.support.cases import Case, cases, check, runs
from tests.support.games import BOTH, Skirmish

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
ARMOR_ASSAULT, BEHIND = Card.ARMOR_ASSAULT, Card.BEHIND_ENEMY_LINES
CLOSE, FIREFIGHT = Card.CLOSE_ASSAULT, Card.FIREFIGHT
MEDICS, HOUR = Card.MEDICS_AND_MECHANICS, Card.THEIR_FINEST_HOUR
BONUS = "2004 and 2025, the card"
LAST = "2004 and 2025, the card; ruling: the die is added after all that is taken off"


@dataclass(frozen=True)
class Aim:
    """The dice that ``unit``, ordered by ``card``, has against each enemy it may attack."""

    name: str
    card: Card
    picture: str
    unit: str = "I"
    dice: dict[str, int] = field(default_factory=dict)
    source: str = BONUS
    left: int = 8


def ranges(card: Card, unit: str, dice: Sequence[int]) -> list[Aim]:
    """The dice of a unit against an enemy one hex off, two, and so on; 0 is no attack."""
    return [
        Aim(
            f"{unit} by {card} at {hexes}",
            card,
            f"4: {unit} {'. ' * (hexes - 1)}i",
            unit,
            {"i": count} if count else {},
            left=4,
        )
        for hexes, count in enumerate(dice, start=1)
    ]


AIMS = (
    *ranges(ARMOR_ASSAULT, "A", (4, 3, 3, 0)),
    *ranges(ARMOR_ASSAULT, "D", (4, 3, 3, 0)),
    *ranges(BEHIND, "I", (4, 3, 2, 0)),
    *ranges(BEHIND, "E", (4, 3, 2, 0)),
    *ranges(BEHIND, "P", (4, 3, 2, 0)),
    *ranges(CLOSE, "I", (4, 0, 0, 0)),
    *ranges(CLOSE, "A", (4, 0, 0, 0)),
    *ranges(FIREFIGHT, "I", (0, 3, 2, 0)),
    *ranges(FIREFIGHT, "A", (0, 4, 4, 0)),
    *ranges(FIREFIGHT, "G", (0, 4, 3, 3, 2, 2, 0)),
    *ranges(HOUR, "I", (4, 3, 2, 0)),
    *ranges(HOUR, "A", (4, 4, 4, 0)),
    *ranges(HOUR, "G", (4, 4, 3, 3, 2, 2, 0)),
    *ranges(Card.ARTILLERY_BOMBARD, "G", (3, 3, 2, 2, 1, 1, 0)),
    *ranges(Card.DIRECT_FROM_HQ, "A", (3, 3, 3, 0)),
    *ranges(Card.INFANTRY_ASSAULT, "I", (3, 2, 1, 0)),
    *ranges(Card.MOVE_OUT, "I", (3, 2, 1, 0)),
    *ranges(MEDICS, "I", (3, 2, 1, 0)),
    Aim("forest", ARMOR_ASSAULT, "4: A i/F", "A", {"i": 2}),
    Aim("forest at range", ARMOR_ASSAULT, "4: A . i/F", "A", {"i": 1}),
    Aim("town against open ground", ARMOR_ASSAULT, "4: A/T i", "A", {"i": 2}),
    Aim("town against a hill", ARMOR_ASSAULT, "4: A/T i/H", "A", {"i": 1}, LAST),
    Aim("town against a hill at range", ARMOR_ASSAULT, "4: A/T . i/H", "A", {}, LAST),
    Aim("town against a forest", ARMOR_ASSAULT, "4: A/T i/F", "A", {}, LAST),
    Aim("town against sandbags", CLOSE, "4: A/T i/%", "A", {"i": 1}, LAST),
    Aim("town against a town", CLOSE, "4: A/T i/T", "A", {}, LAST),
    Aim("wire against a forest", CLOSE, "4: I/# i/F", "I", {"i": 2}, LAST),
    Aim("a choice of neighbors", CLOSE, "4: i I i2 i3", "I", {"i": 4, "i2": 4}),
    Aim("forest at three hexes", FIREFIGHT, "4: I . . i/F", "I", {"i": 1}, LAST),
    Aim("wire at three hexes", FIREFIGHT, "4: I/# . . i", "I", {"i": 1}, LAST),
    Aim("wire against a forest at three hexes", FIREFIGHT, "4: I/# . . i/F", "I", {}, LAST),
    Aim("town against a hill, firing", FIREFIGHT, "4: A/T . i/H", "A", {"i": 1}, LAST),
    Aim("a neighbor bars the fire", FIREFIGHT, "4: i2 I . i", "I", {}),
    Aim("forest at three hexes, behind", BEHIND, "4: I . . i/F", "I", {"i": 1}, LAST),
    Aim("town against a forest, at best", HOUR, "4: A/T i/F", "A", {}, LAST),
    Aim("forest at three hexes, at best", HOUR, "4: I . . i/F", "I", {"i": 1}, LAST),
    Aim("a neighbor comes first, at best", HOUR, "4: i2 I . i", "I", {"i2": 4}),
)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("aim", AIMS, ids=lambda aim: f"{aim.card}: {aim.name}")
def test_a_card_adds_its_dice_last(aim: Aim, edition: EditionName) -> None:
    position = Skirmish(aim.picture, aim.left, aim.unit, card=aim.card).at(edition)
    shots = combat.shots(position, position.state.units[aim.unit])
    assert {shot.target.id: shot.dice for shot in shots} == aim.dice, aim.source


# An Ambush that lies open interrupts no further attack.
SPENT = (e.CardDiscarded(AXIS, Card.AMBUSH, DiscardSource.IN_PLAY),)


OVERRUNNING = cases(
    """
    # 2025, Armor overrun; ruling: in 2004 as well
    the die of armor_assault counts in an overrun with an adjacent enemy
        4: A i:1 i2; battle A; with spent; card armor_assault | A > i [grenade star star star];
        take ground; A > i2 [star star star star] => rolled overrun draw 2
    the die of close_assault counts in an overrun with an adjacent enemy
        with spent; card close_assault | A > i [grenade star star star]; take ground;
        A > i2 [star star star star] => rolled overrun draw 2
    the die of their_finest_hour counts in an overrun with an adjacent enemy
        with spent; card their_finest_hour | A > i [grenade star star star]; take ground;
        A > i2 [star star star star] => rolled overrun draw 2
    the die of armor_assault does not count in an overrun at range
        4: A i:1 . i2; with spent; card armor_assault | A > i [grenade star star star]; take ground;
        A > i2 [star star star] => rolled at 2 overrun draw 2
    the die of close_assault does not count in an overrun at range
        with spent; card close_assault | A > i [grenade star star star]; take ground;
        A > i2 [star star star] => rolled at 2 overrun draw 2
    in the finest hour the die counts in an overrun at range too
        with spent; card their_finest_hour | A > i [grenade star star star]; take ground;
        A > i2 [star star star star] => rolled at 2 overrun draw 2
    """,
    spent={"then": SPENT},
)


HEALING = cases(
    """
    # 2004 and 2025, Medics & Mechanics card
    the medics ask for a unit that has lost figures
        4: I . A; play_card; card medics_and_mechanics; hurt I 1 | play medics_and_mechanics =>
        card played allies medics_and_mechanics; healing offered
    with nobody wounded the card does nothing
        card medics_and_mechanics | play medics_and_mechanics =>
        card played allies medics_and_mechanics; orders ended; moves ended
    the enemy's wounded do not count
        4: I . i; card medics_and_mechanics; hurt i 2 | play medics_and_mechanics =>
        card played allies medics_and_mechanics; orders ended; moves ended
    I gets 2 figures back by its symbols and stars
        4: I; card medics_and_mechanics; hurt I 3 | play medics_and_mechanics;
        heal I [infantry armor star grenade flag flag] =>
        order dice rolled [infantry armor star grenade flag flag] I; figures restored I count 2;
        ordered I center; orders ended
    E gets 3 figures back by its symbols and stars
        4: E; card medics_and_mechanics; hurt E 3 | play medics_and_mechanics;
        heal E [infantry infantry armor armor flag star] =>
        order dice rolled [infantry infantry armor armor flag star] E; figures restored E count 3;
        ordered E center; orders ended
    P gets 1 figures back by its symbols and stars
        4: P; card medics_and_mechanics; hurt P 2 | play medics_and_mechanics;
        heal P [infantry armor grenade grenade flag flag] =>
        order dice rolled [infantry armor grenade grenade flag flag] P; figures restored P;
        ordered P center; orders ended
    A gets 2 figures back by its symbols and stars
        4: A; card medics_and_mechanics; hurt A 2 | play medics_and_mechanics;
        heal A [armor infantry infantry star grenade flag] =>
        order dice rolled [armor infantry infantry star grenade flag] A; figures restored A count 2;
        ordered A center; orders ended
    D gets 1 figures back by its symbols and stars
        4: D; card medics_and_mechanics; hurt D 3 | play medics_and_mechanics;
        heal D [armor infantry infantry infantry grenade flag] =>
        order dice rolled [armor infantry infantry infantry grenade flag] D; figures restored D;
        ordered D center; orders ended
    G gets 1 figures back by its symbols and stars
        4: G; card medics_and_mechanics; hurt G 1 | play medics_and_mechanics;
        heal G [star infantry armor grenade grenade flag] =>
        order dice rolled [star infantry armor grenade grenade flag] G; figures restored G;
        ordered G center; orders ended
    @ card medics_and_mechanics
    I gets no more back than it has lost
        4: I; hurt I 1 | play medics_and_mechanics; heal I [star star star star star star] =>
        order dice rolled [star star star star star star] I; figures restored I; ordered I center;
        orders ended
    E gets no more back than it has lost
        4: E; hurt E 1 | play medics_and_mechanics; heal E [star star star star star star] =>
        order dice rolled [star star star star star star] E; figures restored E; ordered E center;
        orders ended
    P gets no more back than it has lost
        4: P; hurt P 1 | play medics_and_mechanics; heal P [star star star star star star] =>
        order dice rolled [star star star star star star] P; figures restored P; ordered P center;
        orders ended
    A gets no more back than it has lost
        4: A; hurt A 1 | play medics_and_mechanics; heal A [star star star star star star] =>
        order dice rolled [star star star star star star] A; figures restored A; ordered A center;
        orders ended
    D gets no more back than it has lost
        4: D; hurt D 1 | play medics_and_mechanics; heal D [star star star star star star] =>
        order dice rolled [star star star star star star] D; figures restored D; ordered D center;
        orders ended
    G gets no more back than it has lost
        4: G; hurt G 1 | play medics_and_mechanics; heal G [star star star star star star] =>
        order dice rolled [star star star star star star] G; figures restored G; ordered G center;
        orders ended
    grenades and foreign symbols mend no gun
        hurt G 1 | play medics_and_mechanics;
        heal G [infantry infantry armor grenade grenade flag] =>
        order dice rolled [infantry infantry armor grenade grenade flag] G; orders ended;
        moves ended
    a unit that gets nothing back is not ordered
        4: I i; hurt I 2 | play medics_and_mechanics;
        heal I [flag flag grenade grenade grenade flag]; I > i => refused unit.not_ordered
    a mended unit moves and battles, without a die more
        4: I . . i; hurt I 2 | play medics_and_mechanics; heal I [star flag flag flag flag flag];
        I moves e; I > i [star star] => rolled at 2 draw 2
    a mended gun that stays battles
        4: G . . i; hurt G 1 | play medics_and_mechanics; heal G [star flag flag flag flag flag];
        end moves; G > i [star star] => rolled at 3 draw 2
    a mended unit that cannot stir goes straight on to battle
        4: G/b; hurt G 1 | play medics_and_mechanics; heal G [star flag flag flag flag flag] =>
        order dice rolled [star flag flag flag flag flag] G; figures restored G; ordered G center;
        orders ended; moves ended
    nobody but the mended unit is ordered
        4: I . A .; hurt I 2; hurt A 1 | play medics_and_mechanics;
        heal I [star flag flag flag flag flag]; A moves e => refused unit.not_ordered
    the wounded may be left as they are
        4: I . A; hurt I 1 | play medics_and_mechanics; end orders => orders ended; moves ended
    a unit that has lost nothing is not mended
        hurt I 1 | play medics_and_mechanics; heal A => refused heal.nothing_lost
    an enemy unit is not mended
        4: I . i; hurt I 1; hurt i 1 | play medics_and_mechanics; heal i => refused unit.not_yours
    a unit that is not on the board is not mended
        4: I; hurt I 1 | play medics_and_mechanics; heal A => refused unit.unknown
    no order is given past the medics
        4: I . A; hurt I 1 | play medics_and_mechanics; order A => refused phase.other_decision
    # 2004 and 2025, Medics & Mechanics card; ruling: the choice binds
    one unit is named, before the dice are thrown
        4: I . A .; hurt I 2; hurt A 1 | play medics_and_mechanics;
        heal I [flag flag grenade grenade grenade flag]; heal A => refused phase.other_decision
    # 2004 and 2025, Medics & Mechanics card; ruling: it began with those figures
    a unit that a scenario sets up small has lost nothing
        4: I . I2:2; hurt I 1 | play medics_and_mechanics; heal I2 => refused heal.nothing_lost
    # 2004 and 2025, Medics & Mechanics card: the card itself counts
    a hand of 1 throws 1 dice for the wounded
        4: I; hurt I 3; hand 1 | play medics_and_mechanics; heal I [star] =>
        order dice rolled [star] I; figures restored I; ordered I center; orders ended
    a hand of 2 throws 2 dice for the wounded
        hurt I 3; hand 2 | play medics_and_mechanics; heal I [star star] =>
        order dice rolled [star star] I; figures restored I count 2; ordered I center; orders ended
    a hand of 4 throws 4 dice for the wounded
        hurt I 3; hand 4 | play medics_and_mechanics; heal I [star star star star] =>
        order dice rolled [star star star star] I; figures restored I count 3; ordered I center;
        orders ended
    a hand of 5 throws 5 dice for the wounded
        hurt I 3; hand 5 | play medics_and_mechanics; heal I [star star star star star] =>
        order dice rolled [star star star star star] I; figures restored I count 3;
        ordered I center; orders ended
    """
)


BY_DICE = cases(
    """
    # 2004 and 2025, Their Finest Hour card
    the dice are thrown when the card is played
        4: I I2 . A A2 .; 6: G G2 E D P; play_card; card their_finest_hour |
        play their_finest_hour [infantry armor star flag grenade grenade] =>
        card played allies their_finest_hour;
        order dice rolled [infantry armor star flag grenade grenade]
    grenades and flags order nobody
        card their_finest_hour | play their_finest_hour [flag flag grenade grenade grenade flag] =>
        card played allies their_finest_hour;
        order dice rolled [flag flag grenade grenade grenade flag]; orders ended; moves ended
    @ card their_finest_hour
    symbols without a unit of their type are lost
        4: I . G | play their_finest_hour [armor armor flag flag flag flag] =>
        card played allies their_finest_hour; order dice rolled [armor armor flag flag flag flag];
        orders ended; moves ended
    an infantry symbol orders I
        4: I I2 . A A2 .; 6: G G2 E D P |
        play their_finest_hour [infantry flag flag flag flag flag]; order I => ordered I center;
        orders ended
    an infantry symbol orders E
        play their_finest_hour [infantry flag flag flag flag flag]; order E => ordered E center;
        orders ended
    an infantry symbol orders P
        play their_finest_hour [infantry flag flag flag flag flag]; order P => ordered P center;
        orders ended
    an armor symbol orders A
        play their_finest_hour [armor flag flag flag flag flag]; order A => ordered A center;
        orders ended
    an armor symbol orders D
        play their_finest_hour [armor flag flag flag flag flag]; order D => ordered D center;
        orders ended
    a star orders I
        play their_finest_hour [star flag flag flag flag flag]; order I => ordered I center;
        orders ended
    a star orders E
        play their_finest_hour [star flag flag flag flag flag]; order E => ordered E center;
        orders ended
    a star orders P
        play their_finest_hour [star flag flag flag flag flag]; order P => ordered P center;
        orders ended
    a star orders A
        play their_finest_hour [star flag flag flag flag flag]; order A => ordered A center;
        orders ended
    a star orders D
        play their_finest_hour [star flag flag flag flag flag]; order D => ordered D center;
        orders ended
    a star orders G
        play their_finest_hour [star flag flag flag flag flag]; order G => ordered G center;
        orders ended
    'infantry infantry' do not order A
        play their_finest_hour [infantry infantry flag flag flag flag]; order A =>
        refused order.none_left
    'armor armor' do not order I
        play their_finest_hour [armor armor flag flag flag flag]; order I => refused order.none_left
    'infantry armor' do not order G
        play their_finest_hour [infantry armor flag flag flag flag]; order G =>
        refused order.none_left
    'armor grenade' do not order G
        play their_finest_hour [armor grenade flag flag flag flag]; order G =>
        refused order.none_left
    dice order units of every section
        4: I . . . . A . . . . . . G; left 0 |
        play their_finest_hour [infantry armor star flag grenade grenade]; order I; order A;
        order G => ordered G right; orders ended
    fewer units than the dice allow may be ordered
        4: I I2 . A A2 .; 6: G G2 E D P |
        play their_finest_hour [infantry armor star flag grenade grenade]; order I; end orders =>
        orders ended
    the dice of the orders and the die more meet in one turn
        4: I . i | play their_finest_hour [star flag flag flag flag flag]; order I; end moves;
        I > i [star star star] => rolled at 2 draw 2
    # 2004 and 2025, Their Finest Hour card: the card itself counts
    a hand of 1 throws 1 dice for its finest hour
        4: I I2 . A A2 .; 6: G G2 E D P; hand 1 | play their_finest_hour [star] =>
        card played allies their_finest_hour; order dice rolled [star]
    a hand of 2 throws 2 dice for its finest hour
        hand 2 | play their_finest_hour [star star] => card played allies their_finest_hour;
        order dice rolled [star star]
    a hand of 4 throws 4 dice for its finest hour
        hand 4 | play their_finest_hour [star star star star] =>
        card played allies their_finest_hour; order dice rolled [star star star star]
    a hand of 5 throws 5 dice for its finest hour
        hand 5 | play their_finest_hour [star star star star star] =>
        card played allies their_finest_hour; order dice rolled [star star star star star]
    # 2004 and 2025, Their Finest Hour card; ruling: each unit has a die of its own
    a star helps out where the symbols do not suffice
        play their_finest_hour [infantry armor star flag grenade grenade]; order I; order I2;
        order A => ordered A center; orders ended
    a star is not spent on a unit that has a symbol of its own
        play their_finest_hour [infantry armor star flag grenade grenade]; order I; order A;
        order G => ordered G center; orders ended
    a star that a gun has taken leaves both symbols to their types
        play their_finest_hour [infantry armor star flag grenade grenade]; order G; order I;
        order A => ordered A center; orders ended
    a star orders one unit only
        play their_finest_hour [infantry armor star flag grenade grenade]; order I; order I2;
        order G => refused order.none_left
    two guns need two stars
        play their_finest_hour [infantry armor star infantry armor infantry]; order G; order G2 =>
        refused order.none_left
    each of six dice may order a unit
        play their_finest_hour [infantry infantry armor armor star star]; order I; order I2;
        order A; order A2; order G; order G2 => ordered G2 center; orders ended
    # 2004 and 2025, Their Finest Hour card; ruling: only the count of dice is alike
    stars of the finest hour mend nobody
        4: I; hurt I 2 | play their_finest_hour [star star star star star star]; order I =>
        ordered I center; orders ended
    """
)


CASES = (*OVERRUNNING, *HEALING, *BY_DICE)


@runs(CASES)
def test_tactic_cards_throw_dice_as_they_say(case: Case) -> None:
    check(case)
