"""Breakthrough: two boards one behind the other, a deck of its own, units on the move."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from domain import create, decide
from domain import events as e
from domain.commands import OrderUnit
from domain.editions import EDITIONS, edition_on
from domain.geometry.hexes import grid_of
from domain.geometry.shape import BREAKTHROUGH
from domain.pieces.cards import family, section_of
from domain.scenarios import load
from domain.values import Card, Edge, EditionName, Seat, Section, Side, Status, Variant
from domain.view import view
from tests.support.battles import battle
from tests.support.cases import Case, cases, check, runs
from tests.support.chance import Script
from tests.support.each import each
from tests.support.examples import rounds
from tests.support.games import BOTH, Skirmish, after, game_options, random_play
from tests.support.laws import broken_laws

GAMES = rounds(2, 12)

MOVING = cases(
    """
    @ shape long; left 0; card probe_center
    # Breakthrough, Command cards: Probe, 2 units and 2 on the move
    a card orders its units and sets others on the move, in any section
        0: . . . . i; 12: I . . . I2 . I3 . . . . . I4; order |
        order I2; order I3; order I on the move; order I4 on the move =>
        ordered I4 right move; orders ended
    it sets no more on the move than it says
        order | order I on the move; order I2 on the move; order I3 on the move =>
        refused order.none_left
    a unit is ordered or on the move, never both
        order | order I2; order I2 on the move => refused order.already_given
    a unit on the move is not ordered besides
        order | order I2 on the move; order I2 => refused order.already_given
    units may be set on the move before others are ordered
        order | order I4 on the move; order I2; end orders => orders ended
    # Breakthrough, Command cards: Recon, 1 unit and 2 on the move
    @ shape long; left 0; card recon_center
    Recon orders one unit | order | order I2; order I3 => refused order.none_left
    # Breakthrough, Command cards: Assault
    @ shape long; left 0; card assault_center
    other cards set nothing on the move
        order | order I on the move => refused order.none_left
    @ shape long; left 0; card probe_left
    # Breakthrough, On the move
    infantry on the move goes as far as it goes without a battle
        8: I . . . i; order | order I on the move; I moves e e =>
        moved I e e no battle; moves ended
    one that has not moved does not battle either
        8: I i; order | order I on the move; end moves; I > i => refused battle.on_the_move
    nor does it clear wire
        8: I/# . i; order | order I on the move; end moves; I clears wire =>
        refused battle.on_the_move
    armor on the move that enters wire removes it
        8: A # . i; order | order A on the move; A moves e =>
        moved A e no battle no ground; obstacle removed 8,2 wire armor_entered; moves ended
    it may leave over an exit
        0: I; 8: i; order; objective out exit allies 0,0 | order I on the move; I exits =>
        exited I 0,0; moves ended
    # Breakthrough, Counter-Attack: the facing section, the same number on the move
    a copied card sets as many on the move
        0: i . . i2 i3 . . . . . . . i4; 12: I; order; first axis; held move_out;
        card counter_attack; played counter_attack as probe_left |
        order i on the move; order i2 on the move; order i3 on the move => refused order.none_left
    """
)

TWICE = (e.AmbushPlayed(Seat.AXIS, Card.AMBUSH, "i", 3),) * 2

DICE = cases(
    """
    @ shape long; left 0; held move_out
    # Breakthrough, Air Power: two dice whoever plays it
    both sides throw two dice from the air
        0: i; 8: I; first axis; play_card; card air_power | play air_power =>
        card played axis air_power; targets demanded dice 2 most 4
    # Breakthrough, Barrage: stars hit
    a barrage hits with stars
        8: I . i; play_card; card barrage | play barrage; target i [star star armor armor] =>
        target named i; targets fixed; strike rolled i [star star armor armor];
        figures lost i count 2
    # Breakthrough, Medics & Mechanics: 4 dice, spread freely
    @ shape long; left 0; held move_out; card medics_and_mechanics
    a roll is spread over units, each of which is ordered
        8: I I2 A . i; play_card; hurt A 1; hurt I2 2 |
        play medics_and_mechanics [infantry star infantry flag]; heal I2; heal A; heal I2 =>
        figures restored I2; orders ended
    a unit gets no figure for a die that shows another type
        play_card; hurt A 1; hurt I 2 |
        play medics_and_mechanics [infantry infantry flag flag]; heal A => refused heal.no_die
    a unit that lost nothing gets nothing
        play_card; hurt I 2 |
        play medics_and_mechanics [infantry infantry flag flag]; heal A =>
        refused heal.nothing_lost
    a roll that helps nobody ends the orders
        play_card; hurt A 1 | play medics_and_mechanics [infantry infantry flag flag] =>
        card played allies medics_and_mechanics;
        order dice rolled [infantry infantry flag flag]; orders ended; moves ended
    # Breakthrough, Dig-In: infantry and artillery
    @ shape long; left 0; held move_out; card dig_in
    guns dig in
        8: G . i; order | order G =>
        ordered G left; obstacle placed G 8,0 sandbags; orders ended; moves ended
    # Breakthrough, Command cards: Ambush, twice in the deck
    @ shape long; left 0; card probe_left; enemy ambush ambush; deck move_out dig_in assault_left
    two ambushes of one turn are both discarded, and drawn for
        8: I i; battle; with twice | end turn => battles ended;
        card discarded axis ambush reaction; card drawn axis move_out;
        card discarded axis ambush reaction; card drawn axis dig_in;
        card discarded allies probe_left in_play; card drawn allies assault_left;
        turn ended turn 1 allies; turn started turn 2 axis
    @ shape long; left 0; card probe_left; enemy ambush ambush; hand 40
    nothing follows once the last card is missing
        8: I i; battle; with twice_at_the_end | end turn => battles ended;
        card discarded axis ambush reaction; game finished axis deck_empty; seed revealed
    """,
    twice={"then": TWICE},
    twice_at_the_end={"then": TWICE, "changes": {"winner_when_deck_empty": Side.AXIS}},
)


@runs((*MOVING, *DICE))
def test_the_cards_of_breakthrough(case: Case) -> None:
    check(case)


def test_the_board_has_two_boards_rows_and_the_same_sections() -> None:
    grid = grid_of(BREAKTHROUGH)
    sections = Counter(name for hex_ in grid.hexes for name in grid.sections(hex_, Edge.BOTTOM))
    assert len(grid.hexes) == 213
    assert sections == {Section.LEFT: 68, Section.CENTER: 93, Section.RIGHT: 68}


SECTIONS = {"recon": (2, 2, 2), "probe": (5, 6, 5), "attack": (4, 5, 4), "assault": (3, 3, 3)}
COPIES = {
    **dict.fromkeys(("general_advance", "pincer_move", "ambush", "artillery_bombard"), 2),
    **dict.fromkeys(("infantry_assault", "their_finest_hour", "firefight"), 2),
    **dict.fromkeys(("armor_assault", "counter_attack", "direct_from_hq", "move_out"), 3),
    "recon_in_force": 4,
}


@each("edition", BOTH)
def test_the_deck_has_80_cards(edition: EditionName) -> None:
    setup = replace(load("saverne"), grid=BREAKTHROUGH)
    deck = create(edition, replace(game_options(setup), variant=Variant.STANDARD)).deck
    expected = {
        card: SECTIONS[family(card)][list(Section).index(section)]
        if (section := section_of(card))
        else COPIES.get(card, 1)
        for card in Card
    }
    assert deck == expected
    assert sum(deck.values()) == 80
    assert sum(create(edition, game_options(setup)).deck.values()) == 52
    assert edition_on(load("saverne").grid, edition) is EDITIONS[edition]


def test_a_view_tells_which_units_are_on_the_move() -> None:
    given = Skirmish("4: I . I2 . i", phase="order", shape=BREAKTHROUGH, card=Card.PROBE_CENTER)
    state = given.begin(EditionName.E2025)
    moving = OrderUnit(Seat.ALLIES, "I", on_the_move=True)
    (ordered,) = view(after(state, decide(state, moving, Script())), frozenset())["ordered"]
    assert (ordered["unit"], ordered.get("on_the_move")) == ("I", True)


@pytest.mark.no_cover
@each("number", range(GAMES))
def test_games_on_the_long_board_come_to_their_end(number: int) -> None:
    game = battle(BOTH[number % 2], number, BREAKTHROUGH)
    for _ in random_play(game, random.Random(number), 20_000):
        assert broken_laws(game.state) == []
    assert game.state.status is Status.FINISHED
    assert any(getattr(one, "on_the_move", False) for one in game.log)
