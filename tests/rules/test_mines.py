"""Minefields: what is drawn for them, whom they strike, and who sweeps them."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from domain import branch, decide, legal_commands
from domain import events as e
from domain.bots import choose
from domain.bots.greedy import worths
from domain.bots.knowledge import visible_state
from domain.chance import SeededChance
from domain.commands import MoveUnit
from domain.geometry.hexes import Hex
from domain.narrative.battles import CLAUSES
from domain.narrative.context import initial_scene
from domain.narrative.messages import AccountMessage as M
from domain.pieces.obstacles import MINES
from domain.redaction import redact
from domain.scenarios import load
from domain.setup import PlacedObstacle, Setup
from domain.state import GameState, Mine
from domain.values import (
    UNKNOWN_STRENGTH,
    EditionName,
    LossCause,
    ObstacleKind,
    Seat,
    Side,
    Status,
    UnitKind,
)
from domain.values.bots import QUICK, BotLevel
from domain.view import view
from tests.support.cases import Case, cases, check, runs
from tests.support.chance import Script
from tests.support.games import BOTH, Playing, Skirmish, plays, started
from tests.support.laws import broken_laws

CASES = cases(
    """
    # Terrain Pack, Minefields
    @ with two
    who comes onto one is struck by so many dice
        4: I *- . i; move I | I moves e [infantry flag] =>
        moved I e no ground; mine revealed I 4,10 strength 2;
        hazard rolled I 4,10 mine [infantry flag] draw 2; figures lost I mine; moves ended
    grenades hit as well, stars do not
        4: I *- . i; move I | I moves e [grenade star] =>
        moved I e no ground; mine revealed I 4,10 strength 2;
        hazard rolled I 4,10 mine [grenade star] draw 2; figures lost I mine; moves ended
    nor does the symbol of another type
        4: A *- . i; move A | A moves e [infantry infantry] =>
        moved A e no ground; mine revealed A 4,10 strength 2;
        hazard rolled A 4,10 mine [infantry infantry] draw 2; moves ended
    it may eliminate
        4: I:1 *- . i I2; move I | I moves e [infantry flag] =>
        moved I e no ground; mine revealed I 4,10 strength 2;
        hazard rolled I 4,10 mine [infantry flag] draw 2; eliminated I 4,10 mine axis; moves ended
    not who has broken through the ice there
        4: I:1 <frozen_river>*- . i I2; move I | I moves e [star star] =>
        moved I e no ground; hazard rolled I 4,10 ice [star star] draw 2;
        eliminated I 4,10 ice axis; moves ended
    its move ends there
        4: A *- . . i; move A | A moves e e => refused movement.stop_terrain
    it may battle from there
        4: I *- i; move I | I moves e [star star]; I > i [star star star] => rolled draw 3
    the side that laid it only stops
        4: I *+ . i; move I | I moves e => moved I e no ground; moves ended
    one of nobody strikes all
        4: I * . i; move I | I moves e [star star] =>
        moved I e no ground; mine revealed I 4,10 strength 2;
        hazard rolled I 4,10 mine [star star] draw 2; moves ended
    it strikes who takes ground
        4: I i:1/*- i2; battle I | I > i [grenade star star]; take ground [star grenade] =>
        ground taken I 4,10 no ground; mine revealed I 4,10 strength 2;
        hazard rolled I 4,10 mine [star grenade] draw 3; figures lost I mine
    not who goes back
        2: . .; 3: *+ *+; 4: I i; battle I | I > i [flag star star]; i back nw =>
        retreated i nw; ground offered I 4,10
    nor who stands there
        4: I/*- . i; battle I | I > i [star star] => rolled at 2 draw 2
    @ with dummy
    a dummy leaves the board
        4: I *- . i; move I | I moves e =>
        moved I e no ground; mine revealed I 4,10 strength 0; moves ended
    @ with two; kind I combat_engineer
    engineers sweep it where their move ends
        4: I *- . i; move I | I moves e =>
        moved I e no ground; mine swept I 4,10; moves ended
    and do not battle then
        4: I *- i; move I | I moves e; I > i => refused battle.already_fought
    who has moved too far to battle is struck
        4: I . *- i; move I | I moves e e [star star] =>
        moved I e e no battle no ground; mine revealed I 4,12 strength 2;
        hazard rolled I 4,12 mine [star star] draw 2; moves ended
    Infantry Assault lets them sweep after two hexes
        4: I . *- i; move I; card infantry_assault; played infantry_assault in center |
        I moves e e => moved I e e no ground; mine swept I 4,12; moves ended
    who takes ground is struck
        4: I i:1/*- i2; battle I | I > i [grenade star star]; take ground [star star] =>
        ground taken I 4,10 no ground; mine revealed I 4,10 strength 2;
        hazard rolled I 4,10 mine [star star] draw 3
    who stands there sweeps once the moves are made
        4: I/*- . i I2; move I I2 | end moves => moves ended; mine swept I 4,8
    not its own side's
        4: I/*+ . i; move I | end moves => moves ended
    nor who has moved away
        4: I/*- . . i; move I | I moves e => moved I e; moves ended
    with a card that gives no battle nobody sweeps
        4: I/*- . . i; order; card dig_in | order I =>
        ordered I center; obstacle placed I 4,8 sandbags; orders ended; moves ended
    """,
    two={"mines": (2,)},
    dummy={"mines": (0,)},
)


@runs(CASES)
def test_mines(case: Case) -> None:
    check(case)


def mined(count: int, side: Side | None = Side.AXIS) -> Setup:
    """A battle with so many minefields between the lines."""
    setup = load("arracourt")
    taken = {unit.hex for unit in setup.units} | {one.hex for one in setup.obstacles}
    free = [Hex(row, col) for row in range(2, 7) for col in range(12)]
    laid = [hex_ for hex_ in free if hex_ not in taken][:count]
    mines = (PlacedObstacle(hex_, ObstacleKind.MINEFIELD, owner=side) for hex_ in laid)
    units = (
        replace(unit, kind=UnitKind.COMBAT_ENGINEER)
        if unit.kind is UnitKind.INFANTRY and number % 2
        else unit
        for number, unit in enumerate(setup.units)
    )
    return replace(setup, obstacles=(*setup.obstacles, *mines), units=tuple(units))


def at_random(game: Playing, number: int, turns: int = 30) -> Playing:
    dice = random.Random(number)
    while game.state.turn.number < turns and game.state.status is Status.ACTIVE:
        game.do(dice.choice(plays(game.state)))
        assert not broken_laws(game.state)
    return game


@pytest.mark.parametrize("edition", BOTH)
def test_each_box_is_used_up_before_the_next_is_opened(edition: EditionName) -> None:
    game = started(mined(20), edition, "a1" * 32, slug="mined")
    strengths = [mine.strength for mine in game.state.mines.values()]
    assert len(strengths) == 20
    assert Counter(strengths[:9]) == Counter(strengths[9:18]) == Counter(MINES)
    assert list(game.state.mines) == [
        one.hex for one in game.state.created.setup.obstacles if one.kind == "minefield"
    ]


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.no_cover
def test_games_go_on_over_mines(edition: EditionName) -> None:
    """What a mine has shown it keeps, and no mine without dice lies there any more."""
    met: Counter[str] = Counter()
    for number in range(3):
        game = at_random(started(mined(18, None), edition, f"{number:064x}", slug="mined"), number)
        met.update(type(event).__name__ for event in game.log)
        for hex_, mine in game.state.mines.items():
            lies = ObstacleKind.MINEFIELD in game.state.obstacles.get(hex_, ())
            assert not (lies and mine.face_up and mine.strength == 0)
    assert {"MineLaid", "MineRevealed", "MineSwept", "HazardRolled"} <= met.keys()


def exchanged(state: GameState, dice: random.Random) -> GameState:
    """The state with other mines where nobody knows them."""
    mines = {
        hex_: mine if mine.face_up else Mine(dice.choice(MINES))
        for hex_, mine in state.mines.items()
    }
    return replace(state, mines=mines)


def test_nobody_knows_a_mine_before_it_strikes() -> None:
    game, dice = started(mined(18), EditionName.E2025, "b2" * 32, slug="mined"), random.Random(7)
    while game.state.turn.number < 12 and game.state.status is Status.ACTIVE:
        state, other = game.state, exchanged(game.state, dice)
        for seat in state.table.seats:
            assert view(other, frozenset({seat})) == view(state, frozenset({seat}))
            assert legal_commands(other, seat) == legal_commands(state, seat)
            assert visible_state(other, seat) == visible_state(state, seat)
        game.do(dice.choice(plays(state)))
    laid = [one for one in game.log if isinstance(one, e.MineLaid)]
    shown = frozenset({Seat.ALLIES, Seat.AXIS})
    assert len(laid) == 18
    for event in laid:
        assert redact(event, shown) == replace(event, strength=UNKNOWN_STRENGTH)
    faces = {
        o["hex"]: o["strength"] for o in view(game.state, shown)["obstacles"] if "strength" in o
    }
    up = {
        hex_: mine.strength
        for hex_, mine in game.state.mines.items()
        if mine.face_up and ObstacleKind.MINEFIELD in game.state.obstacles.get(hex_, ())
    }
    assert faces == up


def test_mines_that_a_branch_does_not_know_are_laid_anew() -> None:
    """Of the tokens that are left of their boxes; one that was swept is not seen any more."""
    game = started(mined(12), EditionName.E2025, "d4" * 32, slug="mined")
    swept, shown, *others = game.state.mines
    mines = dict.fromkeys(game.state.mines, Mine(UNKNOWN_STRENGTH)) | {shown: Mine(4, face_up=True)}
    lying = {hex_: kinds for hex_, kinds in game.state.obstacles.items() if hex_ != swept}
    state = replace(game.state, mines=mines, obstacles=lying)
    begins = e.GameBranched("game", state.version, "", "carol")
    first, *laid = branch(state, begins, SeededChance(bytes(32), "branch"))
    assert first == begins
    assert [one.hex for one in laid if isinstance(one, e.MineLaid)] == others
    strengths = Counter(one.strength for one in laid[:7] if isinstance(one, e.MineLaid))
    assert strengths <= Counter(MINES) - Counter([4])


def test_a_mine_is_visible_where_nothing_else_is() -> None:
    scene = initial_scene(started(mined(1), EditionName.E2025, "e5" * 32).state.created)
    (said,) = CLAUSES[e.MineLaid](scene, e.MineLaid(Hex(2, 0), 1, UNKNOWN_STRENGTH))
    assert (said.message, said.parameters) == (M.MINE_LAID, {"hex": Hex(2, 0)})


def test_a_mine_that_lies_open_strikes_again() -> None:
    given = Skirmish("4: I *- . i", ordered="I", phase="move", mines=(2,))
    state = given.begin(EditionName.E2025)
    assert state.mines == {Hex(4, 5): Mine(2)}
    open_ = replace(state, mines={Hex(4, 5): Mine(2, face_up=True)})
    strengths = [view(one, frozenset())["obstacles"][0].get("strength") for one in (state, open_)]
    assert strengths == [None, 2]
    moved, struck, lost, _ = decide(
        open_, MoveUnit(Seat.ALLIES, "I", (Hex(4, 5),)), Script("infantry infantry")
    )
    assert isinstance(moved, e.UnitMoved)
    assert struck == e.HazardRolled("I", Hex(4, 5), LossCause.MINE, struck.faces, 2)
    assert lost == e.FiguresLost("I", 2, LossCause.MINE)


def test_bots_fear_mines_by_what_they_know() -> None:
    given = Skirmish("4: A *- . i", ordered="A", phase="move", mines=(2,))
    state = given.begin(EditionName.E2025)
    move = MoveUnit(Seat.ALLIES, "A", (Hex(4, 5),))
    unmined = replace(state, obstacles={})
    weak, strong = (replace(state, mines={Hex(4, 5): Mine(dice, face_up=True)}) for dice in (1, 4))
    worth = [
        worths(visible_state(one, Seat.ALLIES), Seat.ALLIES, [move])[0]
        for one in (unmined, weak, state, strong)
    ]
    assert worth == sorted(worth, reverse=True)
    assert len(set(worth)) == len(worth)


@pytest.mark.parametrize("level", QUICK)
@pytest.mark.no_cover
def test_bots_play_over_mines(level: BotLevel) -> None:
    game = started(mined(18, None), EditionName.E2004, "c3" * 32, slug="mined")
    while game.state.turn.number < 5 and game.state.status is Status.ACTIVE:
        seat = game.state.awaited
        assert seat is not None
        command = choose(game.state, seat, level, "seed")
        assert command is not None
        game.do(command)
