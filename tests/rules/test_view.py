"""What a viewer is shown, by phase and by seat."""

from typing import Any, cast

import pytest

from domain import decide, view
from domain.commands import Attack, EndTurn, Retreat, TakeGround
from domain.hexes import at
from domain.state import GameState
from domain.values import Card, EditionName, Seat
from tests.support.boards import path
from tests.support.chance import Script
from tests.support.games import BOTH, SEED, Skirmish, after

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
PUSHED = Skirmish("2: . .\n3: i .\n4: . A", 10, "A", deck=(Card.PINCER_MOVE, Card.PROBE_LEFT))
RECON = Skirmish("4: I i", card=Card.RECON_LEFT, deck=(Card.PINCER_MOVE, Card.PROBE_LEFT))
BACK = Retreat(AXIS, "i", path((3, 11), "nw"))


def reached(drawn: Skirmish, edition: EditionName, *commands: Any, dice: str = "") -> GameState:
    state, chance = drawn.begin(edition), Script(dice)
    for command in commands:
        state = after(state, decide(state, command, chance))
    return state


def seen(state: GameState, *seats: Seat) -> dict[str, Any]:
    return cast(dict[str, Any], view(state, frozenset(seats)))


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    ("commands", "awaiting", "pending"),
    [
        ((), {"seat": ALLIES, "decision": "battle"}, None),
        (
            (Attack(ALLIES, "A", "i"),),
            {"seat": AXIS, "decision": "retreat"},
            {"unit": "i", "shortest": 1, "longest": 1},
        ),
        (
            (Attack(ALLIES, "A", "i"), BACK),
            {"seat": ALLIES, "decision": "take_ground"},
            {"unit": "A", "hex": at(3, 11)},
        ),
        (
            (Attack(ALLIES, "A", "i"), BACK, TakeGround(ALLIES)),
            {"seat": ALLIES, "decision": "overrun"},
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
    shown = seen(state, *Seat)
    assert SEED not in str(shown)
    assert shown["phase"] == phase
