"""Headquarters, whose loss costs a side a card."""

from dataclasses import replace

import pytest

from domain import decide, evolve
from domain import events as e
from domain.commands import MoveUnit
from domain.editions import rulebook
from domain.geometry.hexes import at
from domain.position import Position
from domain.rules import headquarters
from domain.scenarios import load
from domain.setup import Tile
from domain.state import Capture
from domain.values import Card, EditionName, Feature, Seat, Side, TerrainKind
from domain.view import view
from tests.support.cases import Case, cases, check, runs
from tests.support.chance import Script
from tests.support.each import each
from tests.support.games import BOTH, Skirmish, started


def tent(feature: Feature) -> dict[str, dict[str, object]]:
    return {"changes": {"tiles": (Tile(at(4, 10), TerrainKind.OPEN, features=(feature,)),)}}


TENT, OWN = tent(Feature.HEADQUARTERS_AXIS), tent(Feature.HEADQUARTERS_ALLIES)

CASES = cases(
    """
    # Pacific, Headquarters and supply tents
    @ with tent; enemy probe_left recon_right attack_left; hand 3; held ambush; lots 1
    who moves there captures it, and a card is lost by chance
        4: I . . i; move I | I moves e =>
        moved I e; headquarters taken I 4,10 axis cards 1;
        card discarded axis probe_left hand; moves ended
    who takes ground there as well
        4: I i:1 . i2; battle I | I > i; decline [grenade star star]; take ground =>
        ground taken I 4,10; headquarters taken I 4,10 axis cards 1;
        card discarded axis probe_left hand draw 2
    who only passes it does not
        4: E . . . i; move E; lots | E moves e e => moved E e e; moves ended
    its own units do nothing to it
        4: i . . I; first axis; move i; lots; held; enemy ambush |
        i moves e => moved i e; moves ended
    who captures the game's last medal ends it before
        4: I . . i; move I; objective m1 temporary allies 4,10 medals 4; lots | I moves e =>
        moved I e; objective taken m1 allies medals 4; game finished allies medals; seed revealed
    the last card is kept
        4: I . . i; move I; hand 1; enemy ambush; held; lots | I moves e =>
        moved I e; headquarters taken I 4,10 axis cards 0; moves ended
    who goes back onto it captures it
        3: i I; 4: . . .; first axis; battle i; lots 0; held probe_left recon_right; enemy ambush |
        i > I; decline [flag star star]; I back sw =>
        retreated I sw; headquarters taken I 4,10 axis cards 1;
        card discarded axis probe_left hand draw 2; ground offered i 3,11
    """,
    tent=TENT,
    own=OWN,
)


@runs(CASES)
def test_headquarters(case: Case) -> None:
    check(case)


BACK = cases(
    """
    # Pacific, Headquarters and supply tents
    @ with own; hand 3; held ambush
    its own unit that comes back draws a card for it
        4: I . . i; move I; with lost; deck attack_left | I moves e =>
        moved I e; headquarters taken I 4,10 allies cards 1; card drawn allies attack_left;
        moves ended
    one that cost nothing gives nothing back
        4: I . . i; move I; with spared | I moves e =>
        moved I e; headquarters taken I 4,10 allies cards 0; moves ended
    another enemy that comes there changes nothing
        4: i . . I; first axis; move i; with lost; enemy attack_left; held ambush |
        i moves e => moved i e; moves ended
    """,
    own=OWN,
    lost={"then": (e.HeadquartersTaken("i", at(4, 10), Seat.ALLIES, 1),)},
    spared={"then": (e.HeadquartersTaken("i", at(4, 10), Seat.ALLIES, 0),)},
)


@runs(BACK)
def test_headquarters_are_taken_back(case: Case) -> None:
    check(case)


@each(
    "hand, in_play, reactions, committed, cost",
    [
        (2, False, 0, 0, 1),
        (1, False, 0, 0, 0),
        (1, True, 0, 0, 1),
        (1, False, 1, 0, 1),
        (1, False, 0, 1, 1),
        (0, True, 1, 1, 0),
    ],
)
def test_a_card_to_play_next_is_kept(
    hand: int, in_play: bool, reactions: int, committed: int, cost: int
) -> None:
    position, card = Skirmish("4: I . i").at(EditionName.E2025), Card.PROBE_LEFT
    seat = Seat.AXIS
    cards = replace(
        position.state.cards,
        hands={seat: (card,) * hand},
        in_play={seat: card} if in_play else {},
        reactions={seat: (card,) * reactions},
        committed={seat: (card,) * committed},
    )
    position.state = replace(position.state, cards=cards)
    assert headquarters.cost(position, seat) == cost


def test_who_has_lost_one_draws_up_to_a_smaller_hand() -> None:
    position = Skirmish("4: I . i").at(EditionName.E2025)
    captured = {at(4, 10): Capture(Seat.AXIS, 1), at(4, 8): Capture(Seat.ALLIES, 2)}
    position.state = replace(position.state, captured=captured)
    assert [headquarters.withheld_cards(position, seat) for seat in (Seat.AXIS, Seat.ALLIES)] == [
        1,
        2,
    ]


@pytest.mark.parametrize("edition", BOTH)
def test_all_see_which_are_lost(edition: EditionName) -> None:
    given = Skirmish("4: I . i", ordered="I", phase="move", changes=TENT["changes"])
    state = given.begin(edition)
    assert "captured" not in view(state, frozenset())["terrain"][0]
    for event in decide(state, MoveUnit(Seat.ALLIES, "I", (at(4, 10),)), Script(drifts=[0])):
        state = evolve(state, event)
    assert view(state, frozenset())["terrain"][0]["captured"]
    assert state.undo.barrier


def test_the_hand_that_pays_is_of_who_commands_there() -> None:
    state = started(load("omaha_beach_overlord"), EditionName.E2025).state
    position = Position(rulebook(state.created), state)
    owners = {headquarters.owner(position, hex_, Side.AXIS) for hex_ in position.grid.hexes}
    assert owners == {state.table.first_of(Side.AXIS)}
