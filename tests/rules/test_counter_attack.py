"""Counter-Attack: what it copies, in which sections, and with whose dice and units."""

from dataclasses import replace

import pytest

from domain import decide
from domain import events as e
from domain.commands import (
    EndTurn,
    PlayCard,
)
from domain.editions import EDITIONS
from domain.pieces.cards import TACTIC_CARDS
from domain.position import Position
from domain.rules.cards import orders
from domain.values import (
    Card,
    DiscardSource,
    EditionName,
    Face,
    LossCause,
    Seat,
    Section,
    ShuffleReason,
    Side,
)
from tests.support.cases import Case, cases, check, runs
from tests.support.chance import Script
from tests.support.games import BOTH, Skirmish, after

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
CENTER = Section.CENTER
COUNTER = Card.COUNTER_ATTACK
COPY = PlayCard(ALLIES, COUNTER)


def countering(
    picture: str, card: Card, left: int = 8, played: e.CardPlayed | None = None, **more: object
) -> Skirmish:
    """The Axis has played a card in the first turn; the Allies hold a Counter-Attack."""
    return Skirmish(
        picture,
        left,
        card=card,
        phase="order",
        first=Side.AXIS,
        enemy=(COUNTER,),
        played=played,
        then=(
            e.CardDiscarded(AXIS, card, DiscardSource.IN_PLAY),
            e.TurnEnded(1, AXIS),
            e.TurnStarted(2, ALLIES),
        ),
        **more,  # type: ignore[arg-type]
    )


def copied(
    card: Card | None,
    section: Section | None = None,
    *,
    fallback: bool = False,
    seat: Seat = ALLIES,
) -> e.CardPlayed:
    return e.CardPlayed(seat, COUNTER, card, section, fallback)


MIRROR = {
    Card.RECON_LEFT: Card.RECON_RIGHT,
    Card.RECON_CENTER: Card.RECON_CENTER,
    Card.RECON_RIGHT: Card.RECON_LEFT,
    Card.PROBE_LEFT: Card.PROBE_RIGHT,
    Card.PROBE_CENTER: Card.PROBE_CENTER,
    Card.PROBE_RIGHT: Card.PROBE_LEFT,
    Card.ATTACK_LEFT: Card.ATTACK_RIGHT,
    Card.ATTACK_CENTER: Card.ATTACK_CENTER,
    Card.ATTACK_RIGHT: Card.ATTACK_LEFT,
    Card.ASSAULT_LEFT: Card.ASSAULT_RIGHT,
    Card.ASSAULT_CENTER: Card.ASSAULT_CENTER,
    Card.ASSAULT_RIGHT: Card.ASSAULT_LEFT,
    Card.GENERAL_ADVANCE: Card.GENERAL_ADVANCE,
    Card.PINCER_MOVE: Card.PINCER_MOVE,
    Card.RECON_IN_FORCE: Card.RECON_IN_FORCE,
}
NOTHING = cases(
    """
    # ruling: with nothing to copy the card orders nobody
    as the first card of the game it orders nobody
        4: I i; play_card; card counter_attack; deck pincer_move | play counter_attack =>
        card played allies counter_attack; orders ended; moves ended
    a card is drawn for it
        card counter_attack; deck pincer_move | play counter_attack; end turn => battles ended;
        card discarded allies counter_attack in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis
    # ruling: what a Counter-Attack really ordered is copied, mirrored once
    a Counter-Attack that copied nothing gives nothing to copy
        over; order; card counter_attack; first axis; enemy counter_attack | play counter_attack =>
        card played allies counter_attack; orders ended; moves ended
    # 2004 and 2025, Counter-Attack card
    the own last card is not copied
        4: I . . i; battle; card probe_center; held counter_attack; enemy probe_right | end turn;
        play probe_right; end turn; play counter_attack =>
        card played allies counter_attack probe_left; orders ended; moves ended
    # 2004 and 2025, Ambush and Counter-Attack cards: a reaction is no command card
    an Ambush is not copied, but the card of the turn it was played in
        4: I i; battle I; enemy ambush counter_attack | I > i;
        ambush [star star star star star star]; end turn; play counter_attack =>
        card played axis counter_attack assault_center
    an Ambush does not take the place of its owner's last command card
        battle i; first axis; enemy ambush counter_attack | i > I;
        ambush [star star star star star star]; end turn; play counter_attack =>
        card played allies counter_attack assault_center
    # ruling: a hand that can open no turn otherwise plays the ambush, which orders nobody
    an Ambush played for want of another card has no effect to copy
        over; order; first axis; card ambush; enemy counter_attack | play counter_attack =>
        card played allies counter_attack ambush; orders ended; moves ended
    """,
)
# Column 18 is in the east: the Allies' right and the Axis' left.
SECTIONS = cases(
    """
    # 2004 and 2025, Counter-Attack card
    @ first axis; enemy counter_attack; card probe_left; over
    the enemy's left is one's own right
        4: I2 . . . . I i; order | play counter_attack; order I => ordered I right; orders ended
    a unit elsewhere is not ordered | play counter_attack; order I2 => refused order.not_in_section
    @ first axis; enemy counter_attack
    the copied number of units is ordered, no more
        4: I I2 . i; card recon_center; over | play counter_attack; order I =>
        ordered I center; orders ended
    no section is named with a Counter-Attack
        4: I i; card probe_left; over | play counter_attack in left =>
        refused card.section_not_asked
    # 2025, Command cards: a card that can order nobody may be played
    without units in the section nobody is ordered
        card probe_left; over | play counter_attack =>
        card played allies counter_attack probe_right; orders ended; moves ended
    # 2004 and 2025, Counter-Attack and Recon cards
    a copied Recon looks at two cards
        card recon_left; deck pincer_move attack_left; over | play counter_attack;
        end turn => battles ended; card discarded allies counter_attack in_play;
        cards offered allies count 2 pincer_move attack_left
    of a copied Recon one card is kept
        card recon_left; deck pincer_move attack_left; over | play counter_attack;
        end turn; choose attack_left => card kept allies attack_left;
        card discarded allies pincer_move offer; turn ended turn 2 allies; turn started turn 3 axis
    """,
)
ASSAULTS = cases(
    """
    # 2004 and 2025, Infantry Assault and Counter-Attack cards; ruling: the facing section
    @ card infantry_assault; enemy counter_attack
    an Infantry Assault on the left is copied on the right
        4: I2 . . . . I i; order; over; first axis; played infantry_assault in left |
        play counter_attack => card played allies counter_attack infantry_assault right
    an Infantry Assault on the right is copied on the left
        4: I i; over; first axis; left 2; played infantry_assault in right | play counter_attack =>
        card played allies counter_attack infantry_assault left
    an Infantry Assault in the center is copied there
        over; first axis; played infantry_assault in center | play counter_attack; order I =>
        ordered I center; orders ended
    units of other sections are not ordered
        4: I2 . . . . I i; over; first axis; played infantry_assault in left | play counter_attack;
        order I2 => refused order.not_in_section
    without infantry in the facing section nobody is ordered
        4: I i; over; first axis; played infantry_assault in left | play counter_attack =>
        card played allies counter_attack infantry_assault right; orders ended; moves ended
    # 2004 and 2025, Infantry Assault and Counter-Attack cards
    the copied infantry moves three hexes
        4: I; over; first axis; played infantry_assault in center | play counter_attack; order I;
        I moves e e e => moved I e e e no battle; moves ended
    # 2004 and 2025, Infantry Assault card; ruling: the copying side's own units decide
    without any infantry one unit of any type is ordered anywhere
        4: A . i; over; first axis; played infantry_assault in left | play counter_attack;
        order A => ordered A center; orders ended
    """,
)
WOUNDED = (e.FiguresLost("I", 2, LossCause.HITS),)
HEALING = countering("4: I . . . i", Card.MEDICS_AND_MECHANICS)
HEALING = replace(HEALING, then=(*WOUNDED, *HEALING.then))
FINEST = countering("4: I G . . . i", Card.THEIR_FINEST_HOUR)
# Six cards are in the hand, the Counter-Attack one of them: six dice.
TACTICS = cases(
    """
    # 2004, Air Power card; 2025 Appendix 4; ruling: the copying side's dice
    the Allies copy an Axis Air Power with their own two dice
        4: I i i2; order; card air_power; enemy counter_attack; first axis; over |
        play counter_attack => card played allies counter_attack air_power;
        targets demanded dice 2 most 4
    the Axis copies an Allied Air Power with its own one die
        4: I i; card air_power; enemy counter_attack; with turn_started2 | play counter_attack =>
        card played axis counter_attack air_power; targets demanded dice 1 most 4
    # 2004 and 2025, Air Power and Counter-Attack cards
    @ first axis; enemy counter_attack; card air_power; over
    stars hit under a copied Air Power
        4: I i i2 | play counter_attack; target i; end targets [star star] => targets fixed;
        strike rolled i [star star]; figures lost i count 2
    # 2025, Command cards: a card that can order nobody may be played
    with nobody to strike a copied Air Power is over
        4: I | play counter_attack => card played allies counter_attack air_power; orders ended;
        moves ended
    # 2004 and 2025, Barrage and Counter-Attack cards
    @ first axis; enemy counter_attack; card barrage; over
    stars miss in a copied Barrage
        4: I i | play counter_attack; target i [star star star grenade] => target named i;
        targets fixed; strike rolled i [star star star grenade]; figures lost i
    # 2004 and 2025, Medics & Mechanics and Counter-Attack cards
    @ first axis; card medics_and_mechanics; enemy counter_attack
    copied Medics ask for a unit
        4: I . . . i; hurt I 2; over | play counter_attack =>
        card played allies counter_attack medics_and_mechanics; healing offered
    # 2004 and 2025, Medics & Mechanics card; ruling: the Counter-Attack counts
    copied Medics roll for each card of the hand, the Counter-Attack among them
        hurt I 2; over | play counter_attack; heal I [star flag flag armor grenade armor] =>
        order dice rolled [star flag flag armor grenade armor] I; figures restored I;
        ordered I center; orders ended
    # 2004 and 2025, Medics & Mechanics and Counter-Attack cards
    copied Medics without a wounded unit do nothing
        4: I i; over | play counter_attack =>
        card played allies counter_attack medics_and_mechanics; orders ended; moves ended
    # 2004 and 2025, Their Finest Hour card; ruling: the Counter-Attack counts
    @ first axis; enemy counter_attack; card their_finest_hour; over
    a copied Finest Hour rolls for each card of the hand, the Counter-Attack among them
        4: I G . . . i | play counter_attack [star flag infantry armor grenade infantry] =>
        card played allies counter_attack their_finest_hour;
        order dice rolled [star flag infantry armor grenade infantry]
    # 2004 and 2025, Their Finest Hour and Counter-Attack cards
    a copied Finest Hour adds its die
        4: I . i | play counter_attack [star flag infantry armor grenade infantry]; order I;
        end moves; I > i [star star star] => rolled at 2 draw 2
    # 2004 and 2025, Artillery Bombard and Counter-Attack cards
    @ first axis; enemy counter_attack
    a copied Artillery Bombard battles twice
        4: G . . i; card artillery_bombard; over | play counter_attack; order G;
        end moves; G > i [star star]; G > i [star star] => rolled at 3 draw 2
    # 2004 and 2025, Armor Assault and Counter-Attack cards
    a copied Armor Assault adds its die
        4: A i; card armor_assault; over | play counter_attack; order A; end moves;
        A > i => attack declared A i dice 4; ambush offered i axis
    # 2004 and 2025, Dig-In and Counter-Attack cards
    a copied Dig-In puts down sandbags
        4: I i; card dig_in; over | play counter_attack; order I => ordered I center;
        obstacle placed I 4,8 sandbags; orders ended; moves ended
    # 2004 and 2025, Close Assault and Counter-Attack cards
    a copied Close Assault moves nobody
        card close_assault; over | play counter_attack; order I => ordered I center;
        orders ended; moves ended
    # 2004 and 2025, Behind Enemy Lines and Counter-Attack cards
    behind enemy lines the copying side moves twice too
        4: I . . . . i; card behind_enemy_lines; over | play counter_attack; order I;
        end moves; end turn => refused movement.second_move_left
    """,
    turn_started2={"then": (e.TurnEnded(1, ALLIES), e.TurnStarted(2, AXIS))},
)
UNNAMED_SECTIONS = cases(
    """
    # ruling: where the enemy had no infantry to name a section for, the copying side names one
    @ first axis; card infantry_assault; enemy counter_attack; played infantry_assault fallback;
        over
    a section is named for an Infantry Assault that the enemy named none for
        4: I . . . . . I2; order | play counter_attack in right =>
        card played allies counter_attack infantry_assault right
    its units are ordered there
        play counter_attack in right; order I2 => ordered I2 right; orders ended
    it is not played without a section | play counter_attack => refused card.section_not_named
    the section named holds infantry | play counter_attack in left => refused card.section_empty
    with no infantry on either side no section is named
        4: A . a | play counter_attack =>
        card played allies counter_attack infantry_assault fallback
    """,
)
FALLBACKS = cases(
    """
    # ruling: the copying side's own units decide
    the copying side has no armor
        4: I . . a; order; card armor_assault; enemy counter_attack; over; first axis |
        play counter_attack => card played allies counter_attack armor_assault fallback
    without armor it orders one unit of any type
        4: I I2 . a; card armor_assault; enemy counter_attack; over; first axis |
        play counter_attack; order I2 => ordered I2 center; orders ended
    that unit has no die more
        4: I i a; card armor_assault; enemy counter_attack; over; first axis | play counter_attack;
        order I; end moves; I > i => attack declared I i dice 3; ambush offered i axis
    the enemy had no armor, the copying side has
        4: A A2 . i; card armor_assault; enemy counter_attack; over; first axis;
        played armor_assault fallback | play counter_attack; order A => ordered A center
    """,
)
COPIES = cases(
    """
    # ruling: what a Counter-Attack really ordered is copied, mirrored once
    a copy of a copy orders in the first section again
        4: I . . i; play_card; held counter_attack; enemy counter_attack; card probe_left |
        play probe_left; end turn; play counter_attack; end turn; play counter_attack =>
        card played allies counter_attack probe_left; orders ended; moves ended
    the copy between ordered in the facing section
        held counter_attack; enemy counter_attack; card probe_left | play probe_left; end turn;
        play counter_attack => card played axis counter_attack probe_right; orders ended;
        moves ended
    a copy of a copied Infantry Assault comes back to the section first named
        4: I . i; order; held counter_attack; enemy counter_attack; left 2; card infantry_assault;
        played infantry_assault in left | end orders; end turn; play counter_attack; end orders;
        end turn; play counter_attack => card played allies counter_attack infantry_assault left
    @ card counter_attack; enemy counter_attack
    a copy of a copied Finest Hour has its full effect
        4: I . . i; over; first axis; played counter_attack as their_finest_hour |
        play counter_attack [star flag infantry armor grenade infantry] =>
        card played allies counter_attack their_finest_hour;
        order dice rolled [star flag infantry armor grenade infantry]
    a copy of copied Behind Enemy Lines has its full effect
        4: I i; over; first axis; played counter_attack as behind_enemy_lines | play counter_attack;
        order I; end moves; I > i => attack declared I i dice 4; ambush offered i axis
    """,
)
CASES = (
    *NOTHING,
    *SECTIONS,
    *ASSAULTS,
    *UNNAMED_SECTIONS,
    *TACTICS,
    *FALLBACKS,
    *COPIES,
)


@runs(CASES)
def test_a_counter_attack_copies_the_order_of_the_enemy(case: Case) -> None:
    check(case)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("card", MIRROR)
def test_every_section_card_is_copied_into_the_facing_section(
    card: Card, edition: EditionName
) -> None:
    """2004 and 2025, Counter-Attack card."""
    state = countering("4: I . . i", card).begin(edition)
    assert decide(state, COPY, Script())[0] == copied(MIRROR[card])


WHOM = {
    Card.AIR_POWER: "",
    Card.ARMOR_ASSAULT: "A",
    Card.ARTILLERY_BOMBARD: "G",
    Card.BARRAGE: "",
    Card.BEHIND_ENEMY_LINES: "I I2",
    Card.CLOSE_ASSAULT: "I",
    Card.DIG_IN: "I I2",
    Card.DIRECT_FROM_HQ: "I A G I2",
    Card.FIREFIGHT: "A G I2",
    Card.INFANTRY_ASSAULT: "I I2",
    Card.MEDICS_AND_MECHANICS: "",
    Card.MOVE_OUT: "I I2",
    Card.THEIR_FINEST_HOUR: "I A I2 G",
}
"""The units that each tactic card orders when it is copied; of all that may be ordered first."""


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("card", WHOM)
def test_every_tactic_card_is_copied_whole(card: Card, edition: EditionName) -> None:
    """2004 and 2025, Counter-Attack card."""
    section = CENTER if card is Card.INFANTRY_ASSAULT else None
    played = e.CardPlayed(AXIS, card, None, section)
    state = countering("4: i I . A G I2 . g", card, left=6, played=played).begin(edition)
    state = after(state, decide(state, COPY, Script("star " * 6)))
    position = Position(EDITIONS[edition], state)
    assert {unit.id for unit in orders.orderable(position)} == set(WHOM[card].split())
    assert position.spec == EDITIONS[edition].cards[card]


def test_no_tactic_card_is_forgotten() -> None:
    assert set(WHOM) == set(TACTIC_CARDS) - {Card.AMBUSH, COUNTER}


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("first", [None, Card.THEIR_FINEST_HOUR])
def test_a_copied_finest_hour_reshuffles(first: Card | None, edition: EditionName) -> None:
    """2004 and 2025, Their Finest Hour card: the Counter-Attack and all discards go back."""
    card = Card.THEIR_FINEST_HOUR if first is None else COUNTER
    played = e.CardPlayed(AXIS, card, first)
    state = countering("4: G . . . i", card, played=played).begin(edition)
    state = after(state, decide(state, COPY, Script("flag " * 6)))
    before = state.cards
    events = decide(state, EndTurn(ALLIES), Script())
    count = len(before.deck) + len(before.discard) + 1
    assert events[:3] == (
        e.BattlesEnded(),
        e.CardDiscarded(ALLIES, COUNTER, DiscardSource.IN_PLAY),
        e.DeckShuffled(ShuffleReason.CARD, count, 0, 2, (*before.deck, *before.discard, COUNTER)),
    )
    assert after(state, events).cards.discard == ()


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("held", [2, 4, 6])
def test_dice_for_orders_count_the_counter_attack(held: int, edition: EditionName) -> None:
    """2004 and 2025, Their Finest Hour card; ruling: the Counter-Attack counts."""
    state = replace(FINEST, hand=held).begin(edition)
    rolled = decide(state, COPY, Script("flag " * held))[1]
    assert rolled == e.OrderDiceRolled((Face.FLAG,) * held, 1)
