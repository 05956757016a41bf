"""What a viewer is shown, by phase and by seat."""

from typing import Any, cast

import pytest

from domain import apply, view
from domain.commands import (
    Ambush,
    Attack,
    EndBattles,
    EndMoves,
    EndTargets,
    EndTurn,
    MoveUnit,
    NameTarget,
    OrderUnit,
    PlayCard,
    Retreat,
    Strike,
    TakeGround,
)
from domain.geometry.hexes import at
from domain.setup import Objective, PlacedObstacle
from domain.state import GameState
from domain.values import (
    Card,
    Check,
    Direction,
    EditionName,
    ObjectiveKind,
    ObstacleKind,
    Seat,
    Section,
    Side,
)
from tests.support.boards import path
from tests.support.chance import Script
from tests.support.games import BOTH, SEED, Skirmish
from tests.support.seating import SEATS

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
PUSHED = Skirmish("2: . .\n3: i .\n4: . A", 10, "A", deck=(Card.PINCER_MOVE, Card.PROBE_LEFT))
RECON = Skirmish("4: I i", card=Card.RECON_LEFT, deck=(Card.PINCER_MOVE, Card.PROBE_LEFT))
BACK = Retreat(AXIS, "i", path((3, 11), "nw"))


def reached(drawn: Skirmish, edition: EditionName, *commands: Any, dice: str = "") -> GameState:
    state, chance = drawn.begin(edition), Script(dice)
    for command in commands:
        state = apply(state, command, chance).state
    return state


def seen(state: GameState, *seats: Seat) -> dict[str, Any]:
    return cast(dict[str, Any], view(state, frozenset(seats)))


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    ("commands", "awaiting", "pending"),
    [
        ((), {"seat": ALLIES, "seats": [ALLIES], "decision": "battle"}, None),
        (
            (Attack(ALLIES, "A", "i"),),
            {"seat": AXIS, "seats": [AXIS], "decision": "retreat"},
            {"unit": "i", "shortest": 1, "longest": 1},
        ),
        (
            (Attack(ALLIES, "A", "i"), BACK),
            {"seat": ALLIES, "seats": [ALLIES], "decision": "take_ground"},
            {"unit": "A", "hex": at(3, 11)},
        ),
        (
            (Attack(ALLIES, "A", "i"), BACK, TakeGround(ALLIES)),
            {"seat": ALLIES, "seats": [ALLIES], "decision": "overrun"},
            {"unit": "A"},
        ),
    ],
)
def test_a_view_says_what_is_asked_of_whom(
    edition: EditionName,
    commands: tuple[Any, ...],
    awaiting: dict[str, object],
    pending: dict[str, object] | None,
) -> None:
    state = reached(PUSHED, edition, *commands, dice="flag star star")
    shown = seen(state)
    assert (shown["awaiting"], shown["pending"]) == (awaiting, pending)


@pytest.mark.parametrize("edition", BOTH)
def test_a_view_tells_the_attack_and_its_dice(edition: EditionName) -> None:
    shown = seen(reached(PUSHED, edition, Attack(ALLIES, "A", "i"), dice="flag star star"))
    assert shown["attack"] == {
        "attacker": "A",
        "target": "i",
        "hex": at(3, 11),
        "distance": 1,
        "dice": 3,
        "faces": ["flag", "star", "star"],
        "overrun": False,
    }
    assert shown["ordered"] == [
        {"unit": "A", "moved": False, "may_battle": False, "battled": True, "overran": False}
    ]


@pytest.mark.parametrize("edition", BOTH)
def test_a_seat_sees_its_own_hand_and_counts_the_other(edition: EditionName) -> None:
    state = reached(PUSHED, edition)
    hands = seen(state, ALLIES)["hands"]
    assert hands[ALLIES]["cards"] == sorted(state.cards.hand(ALLIES))
    assert hands[AXIS] == {"count": 6}
    assert seen(state)["hands"] == {ALLIES: {"count": 5}, AXIS: {"count": 6}}


@pytest.mark.parametrize("edition", BOTH)
def test_offered_cards_are_shown_to_their_seat_alone(edition: EditionName) -> None:
    state = reached(RECON, edition, EndTurn(ALLIES))
    offers = [seen(state, *seats)["offer"] for seats in ((ALLIES,), (AXIS,), ())]
    hidden = {"seat": ALLIES, "count": 2}
    assert offers == [{**hidden, "cards": ["pincer_move", "probe_left"]}, hidden, hidden]


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("phase", ["seating", "play_card", "order", "move", "battle"])
def test_no_view_shows_the_seed(edition: EditionName, phase: Any) -> None:
    state = Skirmish("4: I i", phase=phase).begin(edition)
    shown = seen(state, *SEATS)
    assert SEED not in str(shown)
    assert shown["phase"] == phase


KILL = "grenade star star"


@pytest.mark.parametrize("edition", BOTH)
def test_a_view_lists_every_kind_of_unit_with_its_figures(edition: EditionName) -> None:
    shown = seen(Skirmish("4: I E:2 P D A G i:1").begin(edition))["units"]
    assert [(u["id"], u["kind"], u["type"], u["figures"], u["figures_full"]) for u in shown] == [
        ("I", "infantry", "infantry", 4, 4),
        ("E", "elite_infantry", "infantry", 2, 2),
        ("P", "french_resistance", "infantry", 3, 3),
        ("D", "elite_armor", "armor", 4, 4),
        ("A", "armor", "armor", 3, 3),
        ("G", "artillery", "artillery", 2, 2),
        ("i", "infantry", "infantry", 1, 1),
    ]
    assert [(u["side"], u["hex"], u["medals"]) for u in shown[-2:]] == [
        (Side.ALLIES, at(4, 18), 1),
        (Side.AXIS, at(4, 20), 1),
    ]


@pytest.mark.parametrize("edition", BOTH)
def test_a_view_lists_terrain_with_what_the_scenario_says_of_it(edition: EditionName) -> None:
    shown = seen(Skirmish("4: H^| ~& C I").begin(edition))["terrain"]
    assert [(tile["hex"], tile["terrain"], list(tile["features"])) for tile in shown] == [
        (at(4, 8), "hill", ["impassable", "stops_artillery"]),
        (at(4, 10), "river", ["wide"]),
        (at(4, 12), "church", []),
    ]


@pytest.mark.parametrize("edition", BOTH)
def test_a_view_lists_obstacles_with_their_owner_and_open_ends(edition: EditionName) -> None:
    lying = (
        PlacedObstacle(at(4, 10), ObstacleKind.BUNKER, owner=Side.AXIS),
        PlacedObstacle(at(4, 10), ObstacleKind.WIRE),
        PlacedObstacle(
            at(4, 12), ObstacleKind.BRIDGE_SECTION, open_ends=(Direction.E, Direction.W)
        ),
    )
    drawn = Skirmish("4: I . ~", changes={"obstacles": lying})
    shown = seen(drawn.begin(edition))["obstacles"]
    assert [(o["hex"], o["kind"], o["owner"], list(o["open_ends"])) for o in shown] == [
        (at(4, 10), "bunker", Side.AXIS, []),
        (at(4, 10), "wire", None, []),
        (at(4, 12), "bridge_section", None, ["E", "W"]),
    ]


@pytest.mark.parametrize("edition", BOTH)
def test_obstacles_come_and_go_in_the_view(edition: EditionName) -> None:
    drawn = Skirmish("4: I . #", phase="order", card=Card.DIG_IN)
    placed = seen(reached(drawn, edition, OrderUnit(ALLIES, "I")))["obstacles"]
    assert [(o["hex"], o["kind"]) for o in placed] == [(at(4, 8), "sandbags"), (at(4, 12), "wire")]
    moving = Skirmish("4: I/% . .", ordered="I", phase="move")
    left = reached(moving, edition, MoveUnit(ALLIES, "I", path((4, 8), "e")))
    assert seen(left)["obstacles"] == []


@pytest.mark.parametrize("edition", BOTH)
def test_a_view_says_who_holds_an_objective(edition: EditionName) -> None:
    hexes = (at(4, 8), at(4, 10))
    group = Objective(
        "bridges",
        None,
        ObjectiveKind.MAJORITY,
        hexes,
        2,
        "Bridges",
        1,
        Check.ALWAYS,
    )
    drawn = Skirmish("4: I . i", ordered="I", phase="move", changes={"objectives": (group,)})
    fields = {
        "id": "bridges",
        "side": None,
        "kind": "majority",
        "hexes": hexes,
        "medals": 2,
        "label": "Bridges",
        "need": 1,
        "check": "always",
    }
    before = seen(drawn.begin(edition))
    assert before["objectives"] == [{**fields, "held_by": Side.ALLIES}]
    assert (before["medals"], before["medals_to_win"]) == (
        {Side.ALLIES: 2, Side.AXIS: 0},
        {Side.ALLIES: 4, Side.AXIS: 4},
    )
    gone = seen(reached(drawn, edition, MoveUnit(ALLIES, "I", path((4, 8), "w"))))
    assert gone["objectives"] == [{**fields, "held_by": None}]
    assert gone["medals"] == {Side.ALLIES: 0, Side.AXIS: 0}


@pytest.mark.parametrize("edition", BOTH)
def test_a_finished_game_awaits_nobody(edition: EditionName) -> None:
    drawn = Skirmish("4: I i:1", ordered="I", medals=1)
    shown = seen(reached(drawn, edition, Attack(ALLIES, "I", "i"), dice=KILL))
    assert [shown[name] for name in ("phase", "awaiting", "active", "pending")] == [
        "game_over",
        None,
        None,
        None,
    ]
    assert [shown[name] for name in ("status", "winner", "ending")] == [
        "finished",
        Side.ALLIES,
        "medals",
    ]


@pytest.mark.parametrize("edition", BOTH)
def test_a_state_within_a_command_awaits_nobody(edition: EditionName) -> None:
    state = PUSHED.begin(edition)
    assert cast(dict[str, Any], view(state, frozenset(), settled=False))["awaiting"] is None


@pytest.mark.parametrize("edition", BOTH)
def test_a_view_tells_what_ordered_units_have_done(edition: EditionName) -> None:
    drawn = Skirmish("4: A i:1 i2\n6: I F", ordered="A I", phase="move")
    state = reached(
        drawn,
        edition,
        MoveUnit(ALLIES, "I", path((6, 8), "e")),
        EndMoves(ALLIES),
        Attack(ALLIES, "A", "i"),
        TakeGround(ALLIES),
        Attack(ALLIES, "A", "i2"),
        dice=f"{KILL} star star star",
    )
    assert seen(state)["ordered"] == [
        {"unit": "A", "moved": False, "may_battle": False, "battled": True, "overran": True},
        {"unit": "I", "moved": True, "may_battle": False, "battled": False, "overran": False},
    ]


@pytest.mark.parametrize("edition", BOTH)
def test_a_view_tells_of_an_ambush(edition: EditionName) -> None:
    drawn = Skirmish("4: I i", ordered="I", enemy=(Card.AMBUSH,))
    state = reached(drawn, edition, Attack(ALLIES, "I", "i"))
    shown = seen(state)
    assert (shown["awaiting"], shown["pending"], shown["reaction"]) == (
        {"seat": AXIS, "seats": [AXIS], "decision": "ambush"},
        {"unit": "i"},
        None,
    )
    assert shown["attack"]["faces"] == []
    sprung = apply(state, Ambush(AXIS), Script("star star star star star star")).state
    assert seen(sprung)["reaction"] == Card.AMBUSH


@pytest.mark.parametrize("edition", BOTH)
def test_nobody_but_its_owner_sees_an_ambush_before_it_is_played(edition: EditionName) -> None:
    with_it = Skirmish("4: I i", ordered="I", enemy=(Card.AMBUSH,))
    state = reached(with_it, edition, Attack(ALLIES, "I", "i"))
    assert "ambush" in seen(state, AXIS)["hands"][AXIS]["cards"]
    for seats in ((ALLIES,), ()):
        assert "cards" not in seen(state, *seats)["hands"][AXIS]


@pytest.mark.parametrize("edition", BOTH)
def test_a_view_tells_of_a_strike_and_its_targets(edition: EditionName) -> None:
    drawn = Skirmish("4: i i2 i3", phase="play_card", card=Card.AIR_POWER)
    named = [PlayCard(ALLIES, Card.AIR_POWER), NameTarget(ALLIES, "i2"), NameTarget(ALLIES, "i")]
    shown = seen(reached(drawn, edition, *named))
    terms = {"dice": 2, "most": 4, "section": None}
    assert shown["strike"] == {**terms, "targets": ["i2", "i"], "faces": []}
    assert shown["awaiting"] == {"seat": ALLIES, "seats": [ALLIES], "decision": "name_targets"}
    struck = reached(
        drawn,
        edition,
        *named,
        EndTargets(ALLIES),
        Strike(ALLIES, "i"),
        dice="armor armor armor armor",
    )
    # The last target is struck without asking.
    assert seen(struck)["strike"] == {**terms, "targets": [], "faces": ["armor", "armor"]}


@pytest.mark.parametrize("edition", BOTH)
def test_a_view_says_what_a_card_orders_and_where(edition: EditionName) -> None:
    drawn = Skirmish("4: I i", phase="play_card", card=Card.INFANTRY_ASSAULT)
    state = reached(drawn, edition, PlayCard(ALLIES, Card.INFANTRY_ASSAULT, Section.CENTER))
    shown = seen(state)
    names = ("card_in_play", "orders_as", "orders_section", "orders_fallback", "order_dice")
    assert [shown[name] for name in names] == [
        Card.INFANTRY_ASSAULT,
        Card.INFANTRY_ASSAULT,
        Section.CENTER,
        False,
        [],
    ]


@pytest.mark.parametrize("edition", BOTH)
def test_a_view_says_that_a_card_falls_back(edition: EditionName) -> None:
    drawn = Skirmish("4: I i", phase="play_card", card=Card.ARMOR_ASSAULT)
    assert seen(reached(drawn, edition, PlayCard(ALLIES, Card.ARMOR_ASSAULT)))["orders_fallback"]


@pytest.mark.parametrize("edition", BOTH)
def test_a_view_names_the_unit_that_moves_again(edition: EditionName) -> None:
    drawn = Skirmish("4: I . . i", ordered="I", card=Card.BEHIND_ENEMY_LINES)
    shown = seen(reached(drawn, edition, EndBattles(ALLIES)))
    assert (shown["awaiting"], shown["pending"]) == (
        {"seat": ALLIES, "seats": [ALLIES], "decision": "move_again"},
        {"unit": "I"},
    )
