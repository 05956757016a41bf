"""Smoke screens: three markers in a chain, which block sight until the side's second turn ends."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from domain import events as e
from domain import legal_commands
from domain.bots import choose
from domain.commands import Decline, EndBattles, EndMoves, EndOrders, EndTurn, LaySmoke, Resign
from domain.errors import ScenarioError
from domain.geometry.hexes import at, grid_of
from domain.phases import LaySmokePhase
from domain.scenarios import document, load, parse
from domain.setup import AirDrop as Drop
from domain.values import EditionName, ObstacleKind, RemovalCause, Seat, Side, UnitKind
from domain.values.bots import BotLevel
from domain.view import view
from tests.support.battles import battle
from tests.support.cases import Case, cases, check, runs
from tests.support.chance import Script
from tests.support.each import each
from tests.support.games import BOTH, Playing, Skirmish, play, random_play, started
from tests.support.laws import broken_laws

ENDING = (EndTurn, EndBattles, EndMoves, EndOrders)
DROPS = (Drop(Side.AXIS, UnitKind.INFANTRY, 1, 4, scatter=0),)


def smoke_of(side: Side = Side.ALLIES, **more: object) -> dict[str, Any]:
    return {"changes": {"smoke_screen": side, **more}}


def laid(*hexes: tuple[int, int]) -> dict[str, object]:
    """Smoke that lies on the board in the middle of a turn."""
    return {"then": tuple(e.SmokeLaid(at(*hex_)) for hex_ in hexes)}


LAID = cases(
    """
    # Special rules of editor files, smoke screen: before the first turn, three in a chain or none
    @ with allies
    the first marker is laid on any hex
        4: I . . i; play_card | smoke 4,10 => smoke laid 4,10
    one with a unit on it, too | smoke 4,8 => smoke laid 4,8
    not off the board | smoke 1,25 => refused smoke.no_chain
    the second one next to it | smoke 4,10; smoke 4,12 => smoke laid 4,12
    and nowhere else | smoke 4,10; smoke 4,14 => refused smoke.no_chain
    nor on it | smoke 4,10; smoke 4,10 => refused smoke.no_chain
    with the third one the game begins
        smoke 4,10; smoke 4,12; smoke 4,14 => smoke laid 4,14; turn started turn 1 allies
    it lies next to either
        smoke 4,10; smoke 4,12; smoke 3,9 => smoke laid 3,9; turn started turn 1 allies
    and never apart | smoke 4,10; smoke 4,12; smoke 4,16 => refused smoke.no_chain
    none need be laid | decline => smoke declined allies; turn started turn 1 allies
    but all or none | smoke 4,10; decline => refused smoke.no_chain
    the other side does not | axis: smoke 4,10 => refused turn.not_yours
    nor has the turn begun | play assault_center => refused phase.other_decision
    # Special rules of editor files, smoke screen: by its side, whoever plays first
    @ with axis
    the side is the one that the battle names
        4: I . . i; play_card | axis: smoke 4,10 => smoke laid 4,10
    @ with dropped
    units are dropped before
        4: I . . i; play_card | drop 5,13; axis: smoke 4,10 => smoke laid 4,10
    @ with allies; doctrine axis red_army_commissar
    a commissar's card is laid down after it
        4: I . . i; play_card | decline => smoke declined allies; commitment demanded axis
    @
    nobody lays any where the battle does not say so
        4: I . . i; play_card | smoke 4,10 => refused phase.other_decision
    """,
    allies=smoke_of(),
    axis=smoke_of(Side.AXIS),
    dropped=smoke_of(Side.AXIS, air_drops=DROPS),
)


@runs(LAID)
def test_smoke_is_laid_before_the_first_turn(case: Case) -> None:
    check(case)


SEEN = cases(
    """
    # Special rules of editor files, smoke screen: it blocks sight, and does nothing else
    @ with laid
    it blocks the sight between
        4: I . i; battle I | I > i => refused battle.no_line_of_sight
    who stands in it sees | 4: . I . i; battle I | I > i [star star] => rolled at 2
    and is seen, without cover | 4: . i . I; battle I | I > i [star star] => rolled at 2
    artillery needs no sight | 4: G . i; battle G | G > i [star star star] => rolled at 2
    nobody is stopped by it | 4: I . . . i; move I | I moves e e =>
        moved I e e no battle; moves ended
    and a battle may follow
        4: A . . . i; move A | A moves e e e => moved A e e e; moves ended
    along an edge something on the other side must block, too
        4: I .; 5: . i; battle I | I > i [star star] => rolled at 2
    @ with laid; card dig_in
    sandbags are laid there
        4: . I . . i; order | order I => ordered I center; obstacle placed I 4,10 sandbags;
        orders ended; moves ended
    # Ruling: smoke is as high as its hex
    @ with laid
    over low ground it hinders from hill to hill {2004}
        4: I/H . i/H; battle I | I > i => refused battle.no_line_of_sight
    or it does not {2025} | I > i [star star] => rolled at 2
    on a hill it blocks among hills
        4: I/H H i/H; battle I | I > i => refused battle.no_line_of_sight
    """,
    laid=laid((4, 10)),
)


@runs(SEEN)
def test_smoke_blocks_sight_and_nothing_else(case: Case) -> None:
    check(case)


def turns_of(game: Playing, turn: int) -> Playing:
    """The game once a turn has begun, nobody having done anything but playing cards."""
    while game.state.turn.number < turn:
        options = legal_commands(game.state, game.state.awaiting[0])
        game.do(next((one for one in options if isinstance(one, ENDING)), options[0]))
    return game


@each("side, last", [(Side.ALLIES, 3), (Side.AXIS, 4)])
def test_it_is_gone_as_the_second_turn_of_its_side_ends(side: Side, last: int) -> None:
    """Whoever plays first: the Allies here."""
    for edition in BOTH:
        setup = replace(load("saverne"), smoke_screen=side, first=Side.ALLIES)
        game = started(setup, edition)
        hexes = [at(4, 8), at(4, 10), at(3, 9)]
        for hex_ in hexes:
            game.do(LaySmoke(Seat(side), hex_))
        lying = view(turns_of(game, last).state, frozenset())["obstacles"]
        assert [one["hex"] for one in lying if one["kind"] == "smoke"] == sorted(hexes)
        turns_of(game, last + 1)
        gone = [event for event in game.log if isinstance(event, e.ObstacleRemoved)]
        why = ObstacleKind.SMOKE, RemovalCause.DISPERSED
        assert gone == [e.ObstacleRemoved(hex_, *why) for hex_ in sorted(hexes)]
        before = game.log.index(gone[-1])
        assert isinstance(game.log[before + 1], e.TurnEnded)
        assert not any("smoke" in lying for lying in game.state.obstacles.values())


def test_what_may_be_laid_is_listed() -> None:
    given = Skirmish("4: I . . i", phase="play_card", **smoke_of())
    for edition in BOTH:
        state = given.begin(edition)
        seat = Seat.ALLIES
        hexes = grid_of(state.created.setup.grid).hexes
        listed = [*(LaySmoke(seat, hex_) for hex_ in hexes), Decline(seat), Resign(seat)]
        assert list(legal_commands(state, seat)) == listed
        assert isinstance(state.phase, LaySmokePhase)
        state = play(state, [LaySmoke(seat, at(0, 0))], Script())
        near = [LaySmoke(seat, at(0, 2)), LaySmoke(seat, at(1, 1)), Resign(seat)]
        assert list(legal_commands(state, seat)) == near


@each("level", BotLevel)
def test_bots_answer(level: BotLevel) -> None:
    """All but the random one decline: smoke hinders both sides alike."""
    state = Skirmish("4: I . . i", phase="play_card", **smoke_of()).begin(EditionName.E2025)
    answer = choose(state, Seat.ALLIES, level, 1)
    assert answer == Decline(Seat.ALLIES) or level is BotLevel.RANDOM
    state = play(state, [LaySmoke(Seat.ALLIES, at(0, 0))], Script())
    assert isinstance(choose(state, Seat.ALLIES, level, 1), LaySmoke)


@pytest.mark.no_cover
def test_random_games_with_smoke_keep_the_laws() -> None:
    for edition in BOTH:
        for number in range(4):
            setup = replace(battle(edition, number).state.created.setup, smoke_screen=Side.AXIS)
            game = started(setup, edition, f"{number:064x}")
            for played in random_play(game, Random(number), 60):
                assert broken_laws(played.state) == []


def test_a_battle_names_one_side() -> None:
    rule = {"id": "smoke_screen", "params": {"side": "axis"}}
    whole = document("saverne")
    assert parse({**whole, "special_rules": [rule]}).smoke_screen is Side.AXIS
    with pytest.raises(ScenarioError, match="one side alone"):
        parse({**whole, "special_rules": [rule, rule]})


def test_smoke_is_not_set_up() -> None:
    whole = document("saverne")
    with pytest.raises(ScenarioError, match="smoke is laid during the game"):
        parse({**whole, "obstacles": [{"hex": [4, 4], "kind": "smoke"}]})
