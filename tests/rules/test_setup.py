"""Creating a game, sitting down, the first deal, and resigning."""

import copy
from dataclasses import replace
from typing import Any

import pytest

from domain import create, evolve, fold, legal_commands
from domain import events as e
from domain.chance import commitment
from domain.commands import Resign, TakeSeat, decider
from domain.editions import EDITIONS
from domain.errors import ScenarioError
from domain.geometry.hexes import Hex, grid_of
from domain.geometry.shape import STANDARD
from domain.legal import commands_of
from domain.scenarios import document, load, parse
from domain.setup import (
    AirDrop,
    AppliedDoctrine,
    BlownBridges,
    CardReplacement,
    ExitMedals,
    Label,
    MoveLimit,
    MustExit,
    Night,
    StandIn,
)
from domain.values import (
    Card,
    Doctrine,
    EditionName,
    Ending,
    Seat,
    Side,
    Status,
    TerrainKind,
    UnitKind,
    UnitType,
    Variant,
)
from tests.support.boards import board
from tests.support.cases import Case, cases, check, runs
from tests.support.games import BOTH, SEED, Skirmish, game_options, pegasus
from tests.support.seating import side_of

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
E2025 = EditionName.E2025
SEATING = Skirmish("4: I/! i", phase="seating", hand=2)
ANN = TakeSeat(ALLIES, "ann")
ANYTIME = "a player may always give up"
OVER = Skirmish("4: I i", then=(e.GameFinished(Side.AXIS, Ending.MEDALS),))


def resigned(seat: Seat, reason: Ending = Ending.RESIGNATION) -> tuple[e.Event, ...]:
    return (
        e.SeatResigned(seat, reason),
        e.GameFinished(side_of(seat).enemy, reason),
        e.SeedRevealed(SEED),
    )


SEATS = cases(
    """
    # 2004, Setup; 2025, Setup
    a player sits down | 4: I/! i; seating; hand 2 | allies: sit ann => seat taken allies ann
    the last player to sit down starts the game with the scenario's hands {2004}
        hand 2 | allies: sit ann; axis: sit bob => seat taken axis bob; game started allies;
        deck shuffled setup count 40 draw 0 recon_left recon_left recon_center recon_center
        recon_right recon_right probe_left probe_left probe_left probe_left probe_center
        probe_center probe_center probe_center probe_center probe_right probe_right probe_right
        probe_right attack_left attack_left attack_left attack_center attack_center attack_center
        attack_center attack_right attack_right attack_right assault_left assault_left
        assault_center assault_center assault_right assault_right general_advance pincer_move
        recon_in_force recon_in_force recon_in_force;
        cards dealt allies count 2 recon_in_force recon_in_force;
        cards dealt axis count 2 recon_in_force pincer_move; objective taken m1 allies;
        turn started turn 1 allies
    # 2025 Appendix 5, Young Generals
    the last player to sit down starts the game with six cards each {2025}
        hand 2 | allies: sit ann; axis: sit bob => seat taken axis bob; game started allies;
        deck shuffled setup count 40 draw 0 recon_left recon_left recon_center recon_center
        recon_right recon_right probe_left probe_left probe_left probe_left probe_center
        probe_center probe_center probe_center probe_center probe_right probe_right probe_right
        probe_right attack_left attack_left attack_left attack_center attack_center attack_center
        attack_center attack_right attack_right attack_right assault_left assault_left
        assault_center assault_center assault_right assault_right general_advance pincer_move
        recon_in_force recon_in_force recon_in_force;
        cards dealt allies count 6 recon_in_force recon_in_force recon_in_force pincer_move
        general_advance assault_right;
        cards dealt axis count 6 assault_right assault_center assault_center assault_left
        assault_left attack_right;
        objective taken m1 allies; turn started turn 1 allies
    # 2004, Setup; 2025, Setup
    a seat has one player | hand 2 | allies: sit ann; allies: sit bob => refused seat.taken
    nobody sits down once the game has started
        4: I i; battle | axis: sit eve => refused seat.seating_closed
    # Afteraction: games that wait for players
    a seat is given back | 4: I/! i; seating; hand 2 | allies: sit ann; allies: stand ann
        => seat left allies ann
    and free for another | hand 2 | allies: sit ann; allies: stand ann; allies: sit bob
        => seat taken allies bob
    nobody gives back the seat of another | hand 2 | allies: sit ann; allies: stand bob
        => refused seat.not_yours
    a game is called off | 4: I/! i; seating; hand 2 | allies: cancel withdrawn
        => game cancelled withdrawn
    nobody sits down at one that is off | hand 2 | allies: cancel expired; axis: sit ann
        => refused seat.seating_closed
    nobody calls off a game that has begun
        4: I i; battle | allies: cancel withdrawn => refused seat.seating_closed
    nobody leaves one
        4: I i; battle | allies: stand ann => refused seat.seating_closed
    # 2004 p. 6, Object of the Game; 2025, Object of the game
    nobody plays after the end | with game_finished | allies: play recon_left => refused game.over
    """,
    game_finished={"then": (e.GameFinished(Side.AXIS, Ending.MEDALS),)},
)

RESIGNING = (
    *cases(
        """
    # a player may always give up
    the active seat resigns
        4: I i; battle | resign => seat resigned allies resignation; game finished axis resignation;
        seed revealed
    the other seat resigns out of turn
        axis: resign => seat resigned axis resignation; game finished allies resignation;
        seed revealed
    nobody resigns before the start
        4: I/! i; seating; hand 2 | allies: resign => refused game.not_started
    nobody resigns twice | 4: I i; battle; with game_finished | axis: resign => refused game.over
    """,
        game_finished={"then": (e.GameFinished(Side.AXIS, Ending.MEDALS),)},
    ),
    Case(
        "a seat whose time ran out loses by that",
        ANYTIME,
        Skirmish("4: I i"),
        Resign(AXIS, Ending.TIME_LIMIT),
        then=resigned(AXIS, Ending.TIME_LIMIT),
    ),
)

CASES = (*SEATS, *RESIGNING)


@runs(CASES)
def test_seats_are_taken_and_given_up(case: Case) -> None:
    check(case)


@pytest.mark.parametrize("edition", BOTH)
def test_a_game_is_created_with_its_whole_setup(edition: EditionName) -> None:
    setup = load("pegasus_bridge")
    created = create(edition, game_options(setup, scenario="pegasus_bridge"))
    state = evolve(None, created)
    assert (created.setup, created.edition, created.variant, created.seed_commitment) == (
        setup,
        edition,
        Variant.YOUNG_GENERALS,
        commitment(bytes.fromhex(SEED)),
    )
    assert (state.status, state.phase, state.version) == (Status.WAITING, None, 1)


@pytest.mark.parametrize("status", ["waiting", "over"])
def test_nobody_has_a_command_outside_a_running_game(status: str) -> None:
    state = (SEATING if status == "waiting" else OVER).begin(E2025)
    assert commands_of(state, state.table.seats) == []


def test_who_holds_several_seats_has_the_commands_of_all_of_them() -> None:
    state = pegasus(E2025).state
    both = [*legal_commands(state, ALLIES), *legal_commands(state, AXIS)]
    assert commands_of(state, {AXIS, ALLIES}) == both
    assert commands_of(state, {AXIS}) == [Resign(AXIS)]


def test_a_player_is_known_by_the_seats_held() -> None:
    state = pegasus(E2025).state
    held = [state.seats_of(player) for player in ("ann", "bob", "eve", None)]
    assert held == [(ALLIES,), (AXIS,), (), ()]


def test_a_story_begins_with_the_creation_of_its_game() -> None:
    with pytest.raises(ValueError, match="first event is its creation"):
        evolve(None, e.OrdersEnded())


def test_a_game_is_created_once() -> None:
    game = pegasus(E2025)
    with pytest.raises(ValueError, match="created once"):
        evolve(game.state, game.log[0])


def test_no_events_are_no_game() -> None:
    assert fold([]) is None


def test_cards_are_replaced_and_left_out_before_the_deal() -> None:
    instead = CardReplacement(Card.AIR_POWER, Card.ARTILLERY_BOMBARD)
    setup = replace(load("saverne"), replaced_cards=(instead, CardReplacement(Card.BARRAGE)))
    decks = {
        variant: create(E2025, replace(game_options(setup), variant=variant)).deck
        for variant in (Variant.STANDARD, Variant.YOUNG_GENERALS)
    }
    usual = EDITIONS[E2025].decks[Variant.STANDARD]
    deck = decks[Variant.STANDARD]
    assert usual.keys() - deck.keys() == {Card.AIR_POWER, Card.BARRAGE}
    assert deck[Card.ARTILLERY_BOMBARD] == 2
    assert sum(deck.values()) == sum(spec.copies for spec in usual.values()) - 1
    assert decks[Variant.YOUNG_GENERALS] == {
        card: spec.copies for card, spec in EDITIONS[E2025].decks[Variant.YOUNG_GENERALS].items()
    }


def changed(**parts: Any) -> dict[str, Any]:
    """Pegasus Bridge with some parts of its document replaced."""
    return {**copy.deepcopy(dict(document("pegasus_bridge"))), **parts}


def test_moves_are_limited_and_cards_replaced_by_what_a_battle_says() -> None:
    named = next(unit for unit in load("pegasus_bridge").units if unit.side is Side.AXIS)
    where = {"hexes": [[named.hex.row, named.hex.col]]}
    rules = [
        {"id": "move_limit", "params": {"side": "axis", "type": "infantry", "most": 1, **where}},
        {"id": "card_replaced", "params": {"card": "air_power", "by": "barrage"}},
        {"id": "card_replaced", "params": {"card": "barrage"}},
        {"id": "doctrine", "params": {"side": "axis", "name": "steadfast", **where}},
        {"id": "night", "params": {"side": "allies"}},
        {"id": "exit_medals", "params": {"type": "infantry", "medals": 2}},
        {"id": "must_exit", "params": {"side": "axis", "units": 3}},
        {"id": "blow_bridge", "params": {"side": "allies", **where}},
        {"id": "blow_bridge", "params": {"side": "axis", **where, "guarded": True}},
    ]
    setup = parse(changed(special_rules=rules))
    assert setup.move_limits == (MoveLimit(Side.AXIS, UnitType.INFANTRY, 1, (named.id,)),)
    replaced = (CardReplacement(Card.AIR_POWER, Card.BARRAGE), CardReplacement(Card.BARRAGE))
    assert setup.replaced_cards == replaced
    assert setup.doctrines == (AppliedDoctrine(Side.AXIS, Doctrine.STEADFAST, (named.id,)),)
    assert setup.nights == (Night(Side.ALLIES),)
    assert setup.exit_medals == (ExitMedals(UnitType.INFANTRY, 2),)
    assert setup.must_exit == (MustExit(Side.AXIS, 3),)
    assert setup.blown_bridges == (
        BlownBridges(Side.ALLIES, (named.hex,)),
        BlownBridges(Side.AXIS, (named.hex,), guarded=True),
    )


def test_air_drops_and_cards_that_stand_in_are_read_whole() -> None:
    drop = {"side": "axis", "type": "infantry", "units": 3, "figures": 2, "scatter": 5}
    recon = {"side": "axis", "cards": ["recon"], "as": "air_power", "hexes": [[1, 2]], "dice": 3}
    rules = [
        {"id": "air_drop", "params": drop},
        {"id": "card_stands_in", "params": {**recon, "max_targets": 2, "same_section": True}},
    ]
    setup = parse(changed(special_rules=rules))
    assert setup.air_drops == (AirDrop(Side.AXIS, UnitKind.INFANTRY, 3, 2, 5),)
    cards = (Card.RECON_LEFT, Card.RECON_CENTER, Card.RECON_RIGHT)
    assert setup.stand_ins == (
        StandIn(Side.AXIS, cards, Card.AIR_POWER, (Hex(1, 2),), 3, 2, same_section=True),
    )


@pytest.mark.parametrize(
    ("parts", "complaint"),
    [
        ({"first_side": "nobody"}, "first_side: 'nobody' is unknown"),
        ({"terrain": [{"hex": [0, 0], "terrain": "moon"}]}, "terrain[0]: 'moon' is unknown"),
        ({"terrain": [{"hex": [1, 12], "terrain": "town"}]}, "terrain[0]: [1, 12] is not on the"),
        ({"terrain": [{"hex": [0, 0], "terrain": "town"}] * 2}, "terrain: two on [0, 0]"),
        ({"obstacles": [{"hex": [0, 0], "kind": "moat"}]}, "obstacles[0]: 'moat' is unknown"),
        (
            {"units": [{"hex": [4, 4], "side": "axis", "type": "infantry"}] * 2},
            "units: two on [4, 4]",
        ),
        (
            {"special_rules": [{"id": "fog", "params": {}}]},
            "special_rules: no rule is named 'fog'",
        ),
        (
            {"special_rules": [{"id": "hand_growth", "params": {"side": "axis"}}]},
            "special_rules: hand_growth has a fault",
        ),
        (
            {
                "special_rules": [
                    {
                        "id": "move_limit",
                        "params": {"side": "axis", "type": "armor", "most": 2, "hexes": [[8, 0]]},
                    }
                ]
            },
            "special_rules: move_limit has a fault: no unit of the side starts",
        ),
        (
            {"board": {"face": "beach", "kind": "round"}},
            "board.kind: 'round' is unknown",
        ),
        ({"board": {"face": "lunar"}}, "board.face: 'lunar' is unknown"),
        ({"front": "southern"}, "front: 'southern' is unknown"),
        (
            {"terrain": [{"hex": [0, 0], "terrain": "hill", "features": ["muddy"]}]},
            "terrain[0]: 'muddy' is unknown",
        ),
        (
            {"obstacles": [{"hex": [0, 0], "kind": "wire"}] * 2},
            "obstacles: two on [0, 0]",
        ),
        (
            {"obstacles": [{"hex": [0, 0], "kind": "wire", "owner": "axis"}]},
            "obstacles[0]: wire has no owner",
        ),
        (
            {"obstacles": [{"hex": [0, 0], "kind": "bridge_section", "open_ends": ["NE"]}]},
            "obstacles[0]: a bridge_section has two open ends",
        ),
        (
            {
                "objectives": [
                    {
                        "id": "o",
                        "side": "axis",
                        "kind": "temporary",
                        "hexes": [[0, 0], [0, 1]],
                        "need": 3,
                    }
                ]
            },
            "objectives[0]: needs 3 of 2 hexes",
        ),
        (
            {
                "objectives": [
                    {"id": "o", "side": "both", "kind": "contested", "hexes": [[0, 0]], "medals": 1}
                ]
            },
            "objectives[0]: contested is for one side",
        ),
    ],
)
def test_a_scenario_that_cannot_be_played_is_refused(parts: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        parse(changed(**parts))
    assert complaint in str(refused.value)


def test_an_unknown_scenario_is_refused() -> None:
    with pytest.raises(ScenarioError, match="no scenario is named 'bulge'"):
        load("bulge")


def test_a_scenario_without_labels_or_special_rules_is_complete() -> None:
    bare = {k: v for k, v in changed().items() if k not in ("labels", "special_rules")}
    setup = parse(bare)
    assert (setup.labels, [army.extra_draws for army in setup.armies]) == ((), [(), ()])


def test_a_label_names_a_hex() -> None:
    assert Label(Hex(2, 3), "Pegasus Bridge") in load("pegasus_bridge").labels


def test_a_beach_is_printed_with_its_sand_and_its_water() -> None:
    """2004 p. 5, Battlefield; 2025, Battlefield: a tile covers what is printed on its hex."""
    tiles = [{"hex": [5, 0], "terrain": "forest"}]
    setup = parse(changed(board={"face": "beach"}, terrain=tiles))
    ground = {tile.hex: tile.terrain for tile in setup.tiles}
    rows = {
        row: {
            ground.get(hex_, TerrainKind.OPEN) for hex_ in grid_of(STANDARD).hexes if hex_[0] == row
        }
        for row in (0, 3, 4, 5, 6, 7, 8)
    }
    assert rows == {
        0: {TerrainKind.OPEN},
        3: {TerrainKind.OPEN},
        4: {TerrainKind.BEACH},
        5: {TerrainKind.BEACH, TerrainKind.FOREST},
        6: {TerrainKind.BEACH},
        7: {TerrainKind.OCEAN},
        8: {TerrainKind.OCEAN},
    }
    assert ground[Hex(5, 0)] is TerrainKind.FOREST


@pytest.mark.parametrize("picture", ["4: z", "0: . . . . . . . . . . . . . ."])
def test_a_drawing_with_an_error_is_refused(picture: str) -> None:
    with pytest.raises(ValueError, match=r"is not on the board|no token is written"):
        board(picture, left=0)


def test_a_decision_is_its_seats_and_a_time_limit_that_ran_out_is_nobodys() -> None:
    assert decider(Resign(ALLIES)) is ALLIES
    assert decider(ANN) is ALLIES
    assert decider(Resign(ALLIES, Ending.TIME_LIMIT)) is None
