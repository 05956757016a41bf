"""Caves that are sealed, bridges that are blown up, and medals for what is done on a hex."""

from domain import events as e
from domain import evolve, legal_commands
from domain.commands import Demolish
from domain.geometry.hexes import Hex, at
from domain.setup import BlownBridges
from domain.values import Card, EditionName, ObstacleKind, Side, TerrainKind
from domain.view import view
from tests.support.cases import Case, at_last, cases, check, runs
from tests.support.each import each
from tests.support.games import BOTH, Skirmish

HERE = at(4, 10)


def bridges(*hexes: Hex, guarded: bool = False) -> dict[str, object]:
    return {"changes": {"blown_bridges": (BlownBridges(Side.ALLIES, hexes, guarded),)}}


def demolished(hex_: Hex) -> dict[str, object]:
    return {"then": (e.DemolitionRolled(hex_, (), 0, done=True),)}


CAVES = cases(
    """
    # Pacific, Caves: infantry seals the cave that it stands in, with the dice of a close assault
    @ doctrine axis imperial_japanese_army
    a star seals it
        4: I/<hill_cave> . . i; battle I | demolish 4,8 [flag star flag] =>
        demolition rolled 4,8 [flag star flag] done I
    and nothing else does
        demolish 4,8 [flag grenade infantry] =>
        demolition rolled 4,8 [flag grenade infantry] I
    that was its battle
        4: I/<hill_cave> . i; battle I | demolish 4,8 [flag flag flag]; I > i =>
        refused battle.already_fought
    it is tried once
        4: I/<hill_cave> . . i; battle I |
        demolish 4,8 [flag flag flag]; demolish 4,8 => refused battle.already_fought
    not with an enemy next to it
        4: I/<hill_cave> i; battle I | demolish 4,8 => refused demolish.not_here
    nor where there is none | 4: I . . i; battle I | demolish 4,8 => refused demolish.not_here
    nor from afar
        4: I <hill_cave> . . i; battle I | demolish 4,10 => refused demolish.not_here
    nor by who has no order
        4: I/<hill_cave> . . i; 6: I2; battle I2 | demolish 4,8 => refused unit.not_ordered
    nor by who has moved too far to battle
        4: I . <hill_cave> . . i; 6: I2; move I I2 | I moves e e; end moves; demolish 4,12 =>
        refused battle.moved_too_far
    nor by who is at home there
        4: i/<hill_cave> . . I; battle i; first axis | demolish 4,8 => refused demolish.not_here
    nor before the battles
        4: I/<hill_cave> . . i; move I | demolish 4,8 => refused phase.other_decision
    a sniper has one die
        4: I/<mountain_cave> . . i; battle I; kind I sniper | demolish 4,8 [star] =>
        demolition rolled 4,8 [star] done I
    # Pacific, Caves: a sealed cave is a hill, and in no network
    @ doctrine axis imperial_japanese_army; with sealed
    nobody goes there from another one
        4: <hill_cave> . i/<hill_cave> . I; move i; first axis | i moves 4,8 =>
        refused movement.not_adjacent
    nor from there
        4: i/<hill_cave> . <hill_cave> . I; move i; first axis | i moves 4,12 =>
        refused movement.not_adjacent
    armor comes onto the hill | 4: <hill_cave> A . i; move A | A moves w => moved A w; moves ended
    who is there ignores one flag and no more
        4: i/<hill_cave> I; battle I | I > i [flag flag] => rolled;
        retreat demanded i axis flags 2 shortest 1 longest 1
    """,
    sealed=demolished(at(4, 8)),
)


@runs(CAVES)
def test_caves_are_sealed(case: Case) -> None:
    check(case)


BRIDGES = cases(
    """
    # Terrain Pack, Bridges: a section card blows up a bridge instead of ordering units
    @ card probe_center; with one
    a star of two dice blows it up
        4: I ~= i; order | demolish 4,10 [star flag] =>
        demolition rolled 4,10 [star flag] done; orders ended; moves ended
    and nothing else does, but the card is spent
        demolish 4,10 [flag grenade] =>
        demolition rolled 4,10 [flag grenade]; orders ended; moves ended
    who is on it is lost
        4: I i/~= i2; order | demolish 4,10 [star flag] =>
        demolition rolled 4,10 [star flag] done; eliminated i 4,10 count 4 bridge allies;
        orders ended; moves ended
    so are friends, and the medal is for who has done it
        4: I I2/~= i2; order | demolish 4,10 [star star] =>
        demolition rolled 4,10 [star star] done;
        eliminated I2 4,10 count 4 bridge allies; orders ended; moves ended
    which may win the game
        4: I i/~= i2; order; medals 1 | demolish 4,10 [star flag] =>
        demolition rolled 4,10 [star flag] done; eliminated i 4,10 count 4 bridge allies;
        game finished allies medals; seed revealed
    the turn ends as usual
        4: I ~= i; order; deck pincer_move | demolish 4,10 [star flag]; end turn =>
        battles ended; card discarded allies probe_center in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis
    not once a unit is ordered
        4: I ~= i; 6: I2 I3; order | order I; demolish 4,10 => refused demolish.not_here
    nor in another section
        4: I ~= i; order; card probe_left | demolish 4,10 => refused demolish.not_here
    nor by a card without sections
        4: I ~= i; order; card move_out | demolish 4,10 => refused demolish.not_here
    nor another bridge | 4: I ~= . ~= i; order | demolish 4,14 => refused demolish.not_here
    nor by the other side
        4: I ~= i; order; first axis | demolish 4,10 => refused demolish.not_here
    with nobody to order it is blown up all the same
        4: I . . . . ~= . i; left 0; play_card | play probe_center; demolish 4,10 [flag flag] =>
        demolition rolled 4,10 [flag flag]; orders ended; moves ended
    @ card probe_center; with one; with blown
    where it stood there is a river again
        4: I ~= i; move I | I moves e => refused movement.impassable
    and nothing to blow up
        4: I ~= i; order | demolish 4,10 => refused demolish.not_here
    # Terrain Pack, Bridges: next to a unit of one's own
    @ card probe_center; with guarded
    a guarded one is blown up next to a unit
        4: I ~= i; order | demolish 4,10 [star flag] =>
        demolition rolled 4,10 [star flag] done; orders ended; moves ended
    and not otherwise | 4: I . ~= i; order | demolish 4,12 => refused demolish.not_here
    # Scenario rule, a medal for a bridge that is blown up; for a mine that is a dummy
    @ card probe_center; with one; objective m1 deed allies 4,10
    it is won with the bridge
        4: I ~= i; order | demolish 4,10 [star flag] =>
        demolition rolled 4,10 [star flag] done; objective taken m1 allies; orders ended;
        moves ended
    @ card probe_center; with one; objective m1 deed allies 4,10; objective m2 deed allies 4,10
    the one that wins the game is the last
        4: I ~= i; order; medals 1 | demolish 4,10 [star flag] =>
        demolition rolled 4,10 [star flag] done; objective taken m1 allies;
        game finished allies medals; seed revealed
    @ card probe_center; objective m1 deed allies 4,10
    not by who stands there | 4: I ~= . i; move I | I moves e => moved I e; moves ended
    @ objective m1 deed 4,10 4,12
    a dummy mine gives it to who turns it up
        4: I *- . i; move I | I moves e =>
        moved I e no ground; mine revealed I 4,10 strength 0; objective taken m1 allies; moves ended
    once
        4: I *- *- i; 5: I2; move I I2 | I moves e; I2 moves e ne =>
        moved I2 e ne no battle no ground; mine revealed I2 4,12 strength 0; moves ended
    """,
    one=bridges(HERE),
    guarded=bridges(HERE, at(4, 12), guarded=True),
    blown=demolished(HERE),
)


@runs(BRIDGES)
def test_bridges_are_blown_up(case: Case) -> None:
    check(case)


@each("case", [case for case in (*CAVES, *BRIDGES) if "demolition" in str(case.then)])
def test_what_can_be_demolished_is_listed(case: Case) -> None:
    for edition in BOTH:
        state, _, _ = at_last(case, edition)
        (seat,) = state.awaiting
        assert any(isinstance(listed, Demolish) for listed in legal_commands(state, seat))


def test_the_board_shows_what_is_left() -> None:
    given = Skirmish("4: I <hill_cave> ~= i\n6: ~=*", phase="order", card=Card.PROBE_CENTER)
    state = given.begin(EditionName.E2004)
    for hex_ in (at(4, 10), at(4, 12), at(6, 8)):
        state = evolve(state, e.DemolitionRolled(hex_, (), state.draws, done=True))
    shown = view(state, frozenset())
    assert [(tile["hex"], tile["terrain"]) for tile in shown["terrain"]] == [
        (at(4, 10), TerrainKind.HILL),
        (at(4, 12), TerrainKind.RIVER),
        (at(6, 8), TerrainKind.RIVER),
    ]
    assert [(one["hex"], one["kind"]) for one in shown["obstacles"]] == [
        (at(6, 8), ObstacleKind.MINEFIELD)
    ]
