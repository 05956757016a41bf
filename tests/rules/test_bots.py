"""Bots: by the rules, from a seed, and from nothing but what their seat knows."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from domain import apply, legal_commands
from domain.bots import choose
from domain.bots.choice import PATIENCE
from domain.bots.knowledge import visible_state
from domain.bots.outlook import Outlook
from domain.bots.reach import hit_faces, loss_worth
from domain.chance import NoChance
from domain.commands import (
    AcceptUndo,
    DeclineUndo,
    ExitBoard,
    MoveUnit,
    NameTarget,
    OrderUnit,
    PlayCard,
    TakeBack,
)
from domain.geometry.hexes import Hex
from domain.geometry.shape import BREAKTHROUGH
from domain.setup import Objective, Tile
from domain.state import Capture, GameState
from domain.values import (
    Card,
    EditionName,
    Face,
    Feature,
    ObjectiveKind,
    Seat,
    Side,
    Status,
    TerrainKind,
    Undo,
    UnitKind,
    Variant,
)
from domain.values.bots import QUICK, BotKind, BotLevel, bot_kind, bot_level, bot_player
from domain.view import view
from tests.support.battles import BOOKLET, battle
from tests.support.boards import path
from tests.support.examples import rounds
from tests.support.games import BOTH, Playing, Skirmish, start_game
from tests.support.seating import opponent
from tests.support.twins import exchanged, shown

LEVELS = QUICK
LIMIT = 5_000


def played(game: Playing, levels: dict[Side, BotLevel]) -> Iterator[tuple[Seat, Playing]]:
    """A game that bots play; the seat that decides next, and the game before that."""
    table = game.state.table
    while (seat := game.state.awaited) is not None and len(game.commands) < LIMIT:
        yield seat, game
        command = choose(game.state, seat, levels[table.side_of(seat)], "seed")
        assert command in legal_commands(game.state, seat)
        game.do(command)


@pytest.mark.no_cover
def test_bots_that_think_win_every_battle_against_the_random_one() -> None:
    for number in range(0, len(BOOKLET), rounds(5, 1)):
        slug = BOOKLET[number]
        side, level = list(Side)[number % 2], LEVELS[1 + number // 4 % 2]
        game = start_game(slug, BOTH[number // 2 % 2], f"{number:064x}")
        for _ in played(game, {side: level, side.enemy: BotLevel.RANDOM}):
            pass
        assert game.state.winner is side, slug


@pytest.mark.no_cover
def test_battles_made_up_come_to_an_end() -> None:
    for number in range(1, rounds(3, 8)):
        game = battle(BOTH[number % 2], number)
        for _ in played(game, dict.fromkeys(Side, LEVELS[1 + number // 2 % 2])):
            pass
        assert game.state.winner, number


def test_bots_do_not_wait_for_each_other_for_ever() -> None:
    """From some turn on they now and then do anything, so that a game in which neither side would
    move comes to its end."""
    state = start_game("pointe_du_hoc", EditionName.E2004, variant=Variant.YOUNG_GENERALS).state
    long = replace(state, turn=replace(state.turn, number=PATIENCE + 1))
    seeds = [str(number) for number in range(60)]
    first = choose(state, Seat.ALLIES, BotLevel.GREEDY, "")
    chosen = [
        [choose(one, Seat.ALLIES, BotLevel.GREEDY, seed) for seed in seeds] for one in (state, long)
    ]
    assert set(chosen[0]) == {first}
    others = [one for one in chosen[1] if one != first]
    assert 0 < len(others) < len(seeds) / 2


def test_bots_end_a_game_on_the_long_board() -> None:
    game = battle(EditionName.E2025, 6, BREAKTHROUGH)
    for _ in played(game, {Side.ALLIES: BotLevel.GREEDY, Side.AXIS: BotLevel.PLANNER}):
        pass
    assert game.state.status is Status.FINISHED
    ordered = [one for one in game.commands if isinstance(one, OrderUnit)]
    assert {one.on_the_move for one in ordered} == {True, False}


@pytest.mark.no_cover
def test_hidden_cards_and_the_seed_change_no_choice() -> None:
    dice, held = random.Random(5), 0
    for number in range(1, rounds(3, 4)):
        game = battle(BOTH[number % 2], number)
        for seat, now in played(game, dict.fromkeys(Side, LEVELS[number % 3])):
            if len(now.commands) % rounds(6, 4):
                continue
            twin = exchanged(now.state, opponent(seat), dice)
            twin = replace(twin, created=replace(twin.created, seed="ab" * 32))
            assert visible_state(twin, seat) == visible_state(now.state, seat)
            for level in LEVELS:
                assert choose(twin, seat, level, "s") == choose(now.state, seat, level, "s")
            held += twin.cards != now.state.cards
    assert held > 20


def test_what_a_bot_goes_by_shows_its_seat_what_a_player_sees() -> None:
    game = start_game("arracourt", EditionName.E2025)
    for seat, _ in zip(game.state.table.seats, range(2), strict=True):
        for seats in (frozenset({seat}), frozenset[Seat]()):
            assert shown(visible_state(game.state, seat), seats) == shown(game.state, seats)


def test_random_bots_differ_by_seed_alone() -> None:
    state = start_game("arracourt", EditionName.E2025).state
    seat = state.awaited
    assert seat is not None
    chosen = [choose(state, seat, BotLevel.RANDOM, str(seed)) for seed in range(50)]
    assert chosen == [choose(state, seat, BotLevel.RANDOM, str(seed)) for seed in range(50)]
    assert len(set(chosen)) > 1


@pytest.mark.parametrize(("revealed", "answer"), [(False, AcceptUndo), (True, DeclineUndo)])
def test_a_bot_agrees_to_take_back_what_has_revealed_nothing(revealed: bool, answer: type) -> None:
    game = asked(Skirmish("4: I . . i", ordered="I", phase="move"), revealed=revealed)
    assert choose(game, Seat.AXIS, BotLevel.GREEDY, "s") == answer(Seat.AXIS)
    assert choose(game, Seat.ALLIES, BotLevel.GREEDY, "s") in legal_commands(game, Seat.ALLIES)


def asked(given: Skirmish, *, revealed: bool) -> GameState:
    """A game in which the Allies ask for a move back."""
    state = given.begin(EditionName.E2025)
    state = replace(state, created=replace(state.created, undo=Undo.CONSENT))
    start = state
    state = apply(state, MoveUnit(Seat.ALLIES, "I", path((4, 8), "e")), NoChance()).state
    if revealed:
        state = replace(state, undo=replace(state.undo, barrier=state.version))
    past = {start.version: start}.get
    return apply(state, TakeBack(Seat.ALLIES, start.version), NoChance(), past).state


def test_a_unit_leaves_the_board_for_a_medal() -> None:
    edge = tuple(Hex(0, col) for col in range(13))
    way_off = Objective("m1", Side.ALLIES, ObjectiveKind.EXIT, edge, 1, "")
    drawn = Skirmish(
        "0: . . .\n1: . I .\n4: . i",
        ordered="I",
        phase="move",
        changes={"objectives": (way_off,)},
    )
    command = choose(drawn.begin(EditionName.E2025), Seat.ALLIES, BotLevel.GREEDY, "s")
    assert isinstance(command, ExitBoard)


@pytest.mark.parametrize(
    ("feature", "taken"), [(Feature.HEADQUARTERS_AXIS, False), (Feature.HEADQUARTERS_ALLIES, True)]
)
@pytest.mark.parametrize("level", [BotLevel.GREEDY, BotLevel.PLANNER])
def test_a_unit_captures_headquarters_and_takes_them_back(
    level: BotLevel, feature: Feature, taken: bool
) -> None:
    drawn = Skirmish("4: . I . .\n8: . . . i", ordered="I", phase="move").begin(EditionName.E2025)
    start = drawn.units["I"].hex
    hex_ = Hex(start.row, start.col - 1)
    tile = Tile(hex_, TerrainKind.OPEN, features=(feature,))
    setup = replace(drawn.created.setup, tiles=(tile,))
    state = replace(drawn, created=replace(drawn.created, setup=setup))
    if taken:
        state = replace(state, captured={hex_: Capture(Seat.ALLIES, 1)})
    command = choose(state, Seat.ALLIES, level, "s")
    assert isinstance(command, MoveUnit)
    assert command.path[-1] == hex_


def test_one_more_target_for_the_same_enemy_costs_little() -> None:
    """A unit of the Allies steps next to an enemy that has none, or has one, to attack already."""
    costs = []
    for others in ("", "3: J . ."):
        drawn = Skirmish(f"2: . i .\n{others}\n5: . I .", ordered="I", phase="move")
        position = drawn.at(EditionName.E2025)
        unit, seen = position.state.units["I"], Outlook(position, Seat.ALLIES)
        near = position.grid.neighbors[position.state.units["i"].hex][-1]
        costs.append(seen.rest(unit, unit.hex) - seen.rest(unit, near))
    assert costs[0] > costs[1]


@pytest.mark.parametrize("level", [BotLevel.GREEDY, BotLevel.PLANNER])
def test_no_battle_is_expected_of_units_that_dig_in(level: BotLevel) -> None:
    held = (Card.PROBE_CENTER,)
    drawn = Skirmish("4: I i I2", phase="play_card", card=Card.DIG_IN, held=held)
    state = drawn.begin(EditionName.E2025)
    command = choose(state, Seat.ALLIES, level, "s")
    assert isinstance(command, PlayCard)
    assert command.card is not Card.DIG_IN


@pytest.mark.parametrize("level", [BotLevel.GREEDY, BotLevel.PLANNER])
def test_a_barrage_falls_on_what_most_dice_hit(level: BotLevel) -> None:
    drawn = Skirmish("4: a g i\n6: I", phase="play_card", card=Card.BARRAGE)
    state = drawn.begin(EditionName.E2025)
    state = apply(state, PlayCard(Seat.ALLIES, Card.BARRAGE), NoChance()).state
    assert choose(state, Seat.ALLIES, level, "s") == NameTarget(Seat.ALLIES, "i")


def test_the_last_figures_of_a_unit_count_most() -> None:
    steps = [loss_worth(figures, 1) for figures in (4, 3, 2, 1)]
    assert steps == sorted(steps) and sum(steps) == pytest.approx(loss_worth(4, 4)) == loss_worth(
        4, 9
    )


def test_stars_hit_where_a_unit_says_so() -> None:
    drawn = Skirmish("4: I J . a", kinds={"I": UnitKind.ANTI_TANK_TEAM})
    position = drawn.at(EditionName.E2025)
    units = position.state.units
    found = [Face.STAR in hit_faces(position, units[name], units["a"]) for name in "IJ"]
    assert found == [True, False]


def test_nothing_is_asked_of_a_seat_that_waits_and_after_the_end() -> None:
    state = start_game("arracourt", EditionName.E2025, variant=Variant.YOUNG_GENERALS).state
    seat = state.awaited
    assert seat is not None
    for level in LEVELS:
        assert choose(state, opponent(seat), level, "s") is None


def test_players_are_bots_by_their_ids_alone() -> None:
    assert [bot_level(bot_player(level)) for level in LEVELS] == list(LEVELS)
    assert [bot_level(player) for player in (None, "pl_00", "bot_", "bot_none")] == [None] * 4
    kinds = ("bot_greedy", "bot_0a1b", "pl_00", None)
    assert list(map(bot_kind, kinds)) == [BotKind.GREEDY, BotKind.ACCOUNT, None, None]
    state = start_game("arracourt", EditionName.E2025).state
    state = replace(state, seats={Seat.ALLIES: "bot_0a1b", Seat.AXIS: "bot_greedy"})
    assert [one["bot"] for one in view(state, frozenset())["table"]] == ["account", "greedy"]
