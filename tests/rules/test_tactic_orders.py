"""Whom the tactic cards order, and the one unit that a side without the card's types orders."""

from dataclasses import dataclass

import pytest

from domain import decide, fold
from domain import events as e
from domain.commands import (
    OrderUnit,
)
from domain.editions import EDITIONS
from domain.phases import OrderPhase
from domain.position import Position
from domain.rules.cards import orders
from domain.values import Card, EditionName, Seat, Section
from tests.support.cases import Case, cases, check, runs
from tests.support.chance import Script
from tests.support.games import BOTH, Skirmish

ALLIES = Seat.ALLIES
LEFT, CENTER, RIGHT = Section.LEFT, Section.CENTER, Section.RIGHT
ARMOR_ASSAULT, BOMBARD = Card.ARMOR_ASSAULT, Card.ARTILLERY_BOMBARD
BEHIND, CLOSE, DIG_IN = Card.BEHIND_ENEMY_LINES, Card.CLOSE_ASSAULT, Card.DIG_IN
DIRECT, FIREFIGHT = Card.DIRECT_FROM_HQ, Card.FIREFIGHT
INFANTRY_ASSAULT, MOVE_OUT = Card.INFANTRY_ASSAULT, Card.MOVE_OUT


@dataclass(frozen=True)
class Whom:
    """The units that ``card`` can order while nobody is ordered, and how many of them it can."""

    card: Card
    picture: str
    units: str
    most: int
    section: Section | None = None
    left: int = 8

    @property
    def given(self) -> Skirmish:
        """The game when orders are given."""
        played = e.CardPlayed(ALLIES, self.card, section=self.section)
        return Skirmish(self.picture, self.left, card=self.card, played=played, phase="order")


EVERY_KIND = "4: I E P A D G"
CROWD = "2: I . I2 . I3\n4: E . E2 . P\n6: A . A2 . A3\n8: D . D2 . G . G2"
TOUCHED = "2: I i1 E . A i2 D\n4: G i3 P . I2 . A2"
# I stands on the western dotted line, E on the eastern one.
LINES = "3: I A . . . E\n4: P G . . . . I2"
WHOM = (
    Whom(ARMOR_ASSAULT, EVERY_KIND, "A D", 2),
    Whom(ARMOR_ASSAULT, CROWD, "A A2 A3 D D2", 4),
    Whom(BOMBARD, EVERY_KIND, "G", 1),
    Whom(BOMBARD, "4: G G1 G2 . I G3 G4 G5", "G G1 G2 G3 G4 G5", 6),
    Whom(BEHIND, EVERY_KIND, "I E P", 1),
    Whom(CLOSE, EVERY_KIND, "", 0),
    Whom(CLOSE, TOUCHED, "I E A D P", 5),
    Whom(DIG_IN, EVERY_KIND, "I E P", 3),
    Whom(DIG_IN, CROWD, "I I2 I3 E E2 P", 4),
    Whom(DIRECT, EVERY_KIND, "I E P A D G", 4),
    Whom(FIREFIGHT, EVERY_KIND, "I E P A D G", 4),
    Whom(FIREFIGHT, TOUCHED, "I2 A2", 2),
    Whom(MOVE_OUT, EVERY_KIND, "I E P", 3),
    Whom(MOVE_OUT, CROWD, "I I2 I3 E E2 P", 4),
    Whom(INFANTRY_ASSAULT, EVERY_KIND, "I E P", 3, CENTER),
    Whom(INFANTRY_ASSAULT, CROWD, "I I2 I3 E E2 P", 6, CENTER),
    Whom(INFANTRY_ASSAULT, LINES, "I P", 2, LEFT, 6),
    Whom(INFANTRY_ASSAULT, LINES, "I E", 2, CENTER, 6),
    Whom(INFANTRY_ASSAULT, LINES, "E I2", 2, RIGHT, 6),
)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("whom", WHOM, ids=lambda w: f"{w.card} {w.section or ''} {w.units}")
def test_a_tactic_card_orders_units_of_its_types(whom: Whom, edition: EditionName) -> None:
    """2004 and 2025, the cards. Special forces count as their type."""
    able = orders.orderable(whom.given.at(edition))
    assert {unit.id for unit in able} == set(whom.units.split())


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    "whom", [w for w in WHOM if w.most], ids=lambda w: f"{w.card} {w.section or ''} {w.most}"
)
def test_a_tactic_card_orders_so_many_units(whom: Whom, edition: EditionName) -> None:
    """2004 and 2025, the cards: up to so many anywhere, or all."""
    state = whom.given.begin(edition)
    while isinstance(state.phase, OrderPhase):
        unit = orders.orderable(Position(EDITIONS[edition], state))[0]
        state = fold(decide(state, OrderUnit(ALLIES, unit.id), Script()), state) or state
    assert len(state.turn.ordered) == whom.most


def order(*names: str) -> tuple[OrderUnit, ...]:
    return tuple(OrderUnit(ALLIES, name) for name in names)


PLAYING = cases(
    """
    # 2004 p. 5, Command Cards; 2025, Command cards
    @ card direct_from_hq; held probe_left
    a tactic card opens the turn
        4: I A; play_card | play direct_from_hq => card played allies direct_from_hq
    a tactic card that is in no hand is refused | play firefight => refused card.not_in_hand
    a tactic card is played as no other where the scenario says nothing of it
        4: I A . i | play direct_from_hq as air_power => refused card.no_stand_in
    no section is named with direct_from_hq
        4: I A | play direct_from_hq in center => refused card.section_not_asked
    @ held probe_left
    no section is named with move_out
        card move_out | play move_out in center => refused card.section_not_asked
    no section is named with probe_left
        card probe_left | play probe_left in center => refused card.section_not_asked
    # 2004 and 2025, Ambush card
    a reaction opens no turn | 4: I i; card ambush | play ambush => refused card.reaction_only
    # ruling: a turn is never stuck; only small hands come to this
    @
    a hand that holds nothing but a reaction plays it, without effect
        card ambush; hand 1 | play ambush => card played allies ambush; orders ended; moves ended
    # 2004 and 2025, Counter-Attack card; ruling: the section that faces the enemy's
    a Counter-Attack of probe_left names the copier's own section
        2: i . . . i1 . . . . i2; 6: I . . . I1 . . . . I2; battle; left 2; enemy counter_attack;
        card probe_left | end turn; play counter_attack; order i => ordered i right; orders ended
    a Counter-Attack of probe_center names the copier's own section
        left 2; enemy counter_attack; card probe_center | end turn; play counter_attack; order i1 =>
        ordered i1 center; orders ended
    a Counter-Attack of probe_right names the copier's own section
        left 2; enemy counter_attack; card probe_right | end turn; play counter_attack; order i2 =>
        ordered i2 left; orders ended
    # 2004 and 2025, Infantry Assault card; ruling: the section is named when it is played
    an infantry assault names the section it orders in
        4: I . A; play_card; card infantry_assault; held probe_left |
        play infantry_assault in center => card played allies infantry_assault center
    @ card infantry_assault; held probe_left
    infantry on the dotted line lets its flank be named
        3: I; left 6 | play infantry_assault in left => card played allies infantry_assault left
    infantry on the dotted line lets the center be named
        left 6 | play infantry_assault in center => card played allies infantry_assault center
    an infantry assault without a section is refused
        4: I . A | play infantry_assault => refused card.section_not_named
    a section that holds nobody cannot be named
        play infantry_assault in left => refused card.section_empty
    a section that holds armor alone cannot be named
        4: A . . . I; left 4 | play infantry_assault in left => refused card.section_empty
    a section that holds enemy infantry alone cannot be named
        4: i . . . I; left 4 | play infantry_assault in left => refused card.section_empty
    """
)
ORDERING = cases(
    """
    # 2004 p. 5, Command Cards; 2025, Command cards
    orders reach across all sections
        4: I . . . . A . . . . . . G; order; left 0; card direct_from_hq; played direct_from_hq |
        order I; order A; order G => ordered G right; orders ended
    the fourth order is the last
        4: I A G E D; card direct_from_hq; played direct_from_hq | order I; order A; order G;
        order E => ordered E center; orders ended
    armor_assault does not order a unit of another type
        4: I i A . G i2 E . D; card armor_assault; played armor_assault | order I =>
        refused order.other_type
    artillery_bombard does not order a unit of another type
        card artillery_bombard; played artillery_bombard | order A => refused order.other_type
    behind_enemy_lines does not order a unit of another type
        card behind_enemy_lines; played behind_enemy_lines | order D => refused order.other_type
    close_assault does not order a unit of another type
        card close_assault; played close_assault | order G => refused order.other_type
    dig_in does not order a unit of another type
        card dig_in; played dig_in | order A => refused order.other_type
    @ card infantry_assault; played infantry_assault in center
    infantry_assault does not order a unit of another type | order A => refused order.other_type
    @ card move_out; played move_out
    move_out does not order a unit of another type | order G => refused order.other_type
    # 2004 p. 6, Order Units; 2025, Order units
    four orders for one unit are three too many, and lost
        4: I . A | order I => ordered I center; orders ended
    @ card direct_from_hq; played direct_from_hq
    a unit is ordered once by a tactic card too | order I; order I => refused order.already_given
    # 2004 and 2025, the card; ruling: all units means up to all
    @ card armor_assault; played armor_assault
    nobody need be ordered by armor_assault | 4: A | end orders => orders ended; moves ended
    @ card artillery_bombard; played artillery_bombard
    nobody need be ordered by artillery_bombard | 4: G | end orders => orders ended; moves ended
    @ card behind_enemy_lines; played behind_enemy_lines
    nobody need be ordered by behind_enemy_lines | 4: I | end orders => orders ended; moves ended
    @ card close_assault; played close_assault
    nobody need be ordered by close_assault | 4: I i | end orders => orders ended; moves ended
    @ card dig_in
    nobody need be ordered by dig_in | 4: I; played dig_in | end orders => orders ended; moves ended
    @ card direct_from_hq; played direct_from_hq
    nobody need be ordered by direct_from_hq | end orders => orders ended; moves ended
    @ card firefight; played firefight
    nobody need be ordered by firefight | 4: I . i | end orders => orders ended; moves ended
    @ card infantry_assault; played infantry_assault in center
    nobody need be ordered by infantry_assault | 4: I | end orders => orders ended; moves ended
    @ card move_out; played move_out
    nobody need be ordered by move_out | end orders => orders ended; moves ended
    @ card artillery_bombard; played artillery_bombard
    of all guns some may be left out | 4: G . G1 | order G1; end orders => orders ended
    @ card close_assault; played close_assault
    of all units next to an enemy some may be left out
        4: I i A | order A; end orders => orders ended; moves ended
    @ card infantry_assault
    of all infantry of a section some may be left out
        4: I . E; played infantry_assault in center | order E; end orders => orders ended
    # 2004 and 2025, Infantry Assault card; ruling: the section is named when it is played
    @ card infantry_assault; played infantry_assault in left
    an infantry assault stays in the section it named
        4: I . . . I2; left 4 | order I2 => refused order.not_in_section
    an infantry assault orders a unit on the dotted line of its section
        3: I; 4: . . I2; left 6 | order I => ordered I left center; orders ended
    # 2004 and 2025, Close Assault card
    @ card close_assault; played close_assault
    a close assault orders nobody without an enemy next to it
        4: I . i A | order I => refused order.no_enemy_adjacent
    after the orders of a close assault battles follow at once
        4: I i A | order I; order A => ordered A center; orders ended; moves ended
    # 2004 and 2025, Firefight card
    @ card firefight; played firefight
    a firefight orders nobody next to an enemy
        4: I . i A | order A => refused order.enemy_adjacent
    a gun next to an enemy has no firefight either
        4: I . i G | order G => refused order.enemy_adjacent
    after the orders of a firefight battles follow at once
        4: I . i | order I => ordered I center; orders ended; moves ended
    """
)
DIGGING = cases(
    """
    # 2004, Dig-In card; 2025 Appendix 2, Sandbags; ruling: there are twelve in all
    @ card dig_in; played dig_in
    a unit that digs in has sandbags on its hex at once
        4: I I2 I3 I4; order | order I => ordered I center; obstacle placed I 4,8 sandbags
    the fourth unit that digs in is the last, and nobody moves
        4: I I2 I3 I4; 6: I5 | order I; order I2; order I3; order I4 => ordered I4 center;
        obstacle placed I4 4,14 sandbags; orders ended; moves ended
    a unit digs in on wire | 4: I/# I2 | order I => ordered I center; obstacle placed I 4,8 sandbags
    a unit digs in in a bunker
        4: I/b I2 | order I => ordered I center; obstacle placed I 4,8 sandbags
    a unit digs in behind a hedgehog
        4: I/x I2 | order I => ordered I center; obstacle placed I 4,8 sandbags
    a unit digs in on a bridge
        4: I/~= I2 | order I => ordered I center; obstacle placed I 4,8 sandbags
    a unit digs in in a forest
        4: I/F I2 | order I => ordered I center; obstacle placed I 4,8 sandbags
    a unit digs in in a hedgerow
        4: I/R I2 | order I => ordered I center; obstacle placed I 4,8 sandbags
    a unit digs in in a town
        4: I/T I2 | order I => ordered I center; obstacle placed I 4,8 sandbags
    a unit digs in in a church
        4: I/C I2 | order I => ordered I center; obstacle placed I 4,8 sandbags
    a unit digs in on a hill
        4: I/H I2 | order I => ordered I center; obstacle placed I 4,8 sandbags
    a unit digs in on a beach
        4: I/_ I2 | order I => ordered I center; obstacle placed I 4,8 sandbags
    nobody digs in where sandbags lie | 4: I/% I2 | order I => refused order.no_obstacle
    @ card dig_in
    nobody digs in in the ocean | 4: I/O I2; played dig_in | order I => refused order.no_obstacle
    of the last sandbags the player says who gets them
        0: % % % % % % % % % % %; 4: I I2 I3 I4; left 0; played dig_in | order I3 =>
        ordered I3 left; obstacle placed I3 4,4 sandbags; orders ended; moves ended
    with twelve sandbags on the board nobody digs in
        0: % % % % % % % % % % %; 1: %; 4: I I2 I3 I4; play_card; left 0; held probe_left |
        play dig_in => card played allies dig_in; orders ended; moves ended
    sandbags under the enemy are among the twelve
        0: i/% % % % % % % % % % %; 1: a/%; 4: I I2 I3 I4; left 0; held probe_left | play dig_in =>
        card played allies dig_in; orders ended; moves ended
    fewer than four may dig in
        4: I I2 I3 I4; order; played dig_in | order I; end orders => orders ended; moves ended
    @ card dig_in; played dig_in
    a unit that digs in does not move | 4: I | order I; I moves e => refused movement.not_with_card
    a unit that digs in does not battle | 4: I i | order I; I > i => refused battle.not_with_card
    a unit that digs in clears no wire
        4: I/# | order I; I clears wire => refused battle.not_with_card
    """
)
CASES = (*PLAYING, *ORDERING, *DIGGING)


@runs(CASES)
def test_a_tactic_card_orders_as_the_rulebook_says(case: Case) -> None:
    check(case)
