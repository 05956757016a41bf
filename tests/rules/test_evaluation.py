"""Win chances: from what a seat knows, higher for who stands better, and sure at the end."""

import random
from dataclasses import replace
from statistics import mean

import pytest

from domain.evaluation import win_chance
from domain.evaluation.features import features
from domain.evaluation.win_chance import model
from domain.state import GameState
from domain.values import UNKNOWN_CARD, Card, EditionName, Seat, Side
from tests.bench.win_chances import Seen, brier, calibration, fit, shares
from tests.support.battles import BOOKLET
from tests.support.games import Skirmish, start_game
from tests.support.twins import exchanged

_SECTIONS = frozenset(list(Card)[:15])
BOARD = "3: I . .\n4: A . i\n5: . . a"


def chances(state: GameState) -> tuple[float, float]:
    """That of the Allies, as each seat sees it."""
    return win_chance(state, Seat.ALLIES), 1.0 - win_chance(state, Seat.AXIS)


def weakened(state: GameState, name: str) -> GameState:
    """The same with a unit down to its last figure."""
    unit = replace(state.units[name], figures=1)
    return replace(state, units={**state.units, name: unit})


@pytest.mark.parametrize("edition", list(EditionName))
def test_who_stands_better_has_the_better_chance(edition: EditionName) -> None:
    state = Skirmish(BOARD, phase="play_card").begin(edition)
    even = chances(state)
    better = (
        replace(state, medals={Side.ALLIES: 1, Side.AXIS: 0}),
        weakened(state, "i"),
        weakened(state, "a"),
    )
    for one in better:
        assert all(now > before for now, before in zip(chances(one), even, strict=True))
    for name in "IA":
        worse = chances(weakened(state, name))
        assert all(now < before for now, before in zip(worse, even, strict=True))


def test_a_game_that_is_over_leaves_no_doubt() -> None:
    state = replace(start_game("omaha_beach", EditionName.E2004).state, winner=Side.AXIS)
    assert chances(state) == (0.0, 0.0)


def test_hidden_cards_change_no_chance() -> None:
    dice = random.Random(7)
    for slug in BOOKLET:
        for edition in EditionName:
            state = start_game(slug, edition).state
            for seat in state.table.seats:
                twin = exchanged(
                    state, next(o for o in Seat if o in state.table and o != seat), dice
                )
                assert win_chance(twin, seat) == win_chance(state, seat)


def test_every_battle_has_a_base_by_each_edition() -> None:
    for slug in BOOKLET:
        for edition in EditionName:
            assert f"{slug} {edition}" in model().bases
            assert 0.0 < win_chance(start_game(slug, edition).state, Seat.ALLIES) < 1.0


@pytest.mark.no_cover
def test_a_fit_finds_what_decides_games() -> None:
    dice = random.Random(1)
    rows = [
        Seen("b", Side.ALLIES, {"weak": n}, dice.random() < 0.5 - n / 4) for n in (-1, 1) * 4000
    ]
    games = [[row] for row in rows]
    found = fit(games)
    expected = [found.chance(row.battle, row.side, row.features) for row in rows]
    assert found.weights["weak"] < -0.5
    assert brier(expected, rows) < brier([shares(games)["b"]] * len(rows), rows)
    assert calibration(expected, rows, 2) < 0.05


def test_cards_in_hand_count() -> None:
    state = Skirmish(BOARD, phase="play_card").begin(EditionName.E2025)
    hand = {**state.cards.hands, Seat.ALLIES: (Card.BARRAGE,)}
    other = replace(state, cards=replace(state.cards, hands=hand))
    assert win_chance(other, Seat.ALLIES) != win_chance(state, Seat.ALLIES)
    assert win_chance(other, Seat.AXIS) == win_chance(state, Seat.AXIS)


def test_an_objective_is_a_goal_until_a_side_holds_it() -> None:
    state = start_game("pegasus_bridge", EditionName.E2025).state
    mine = [o.id for o in state.created.setup.objectives if o.side in (None, Side.ALLIES)]
    held = replace(state, held=dict.fromkeys(mine, Side.ALLIES))
    assert mine
    assert features(held, Seat.ALLIES)["goals"] < features(state, Seat.ALLIES)["goals"]


@pytest.mark.parametrize("edition", list(EditionName))
def test_a_card_that_is_drawn_counts_as_the_mean_of_those_unseen(edition: EditionName) -> None:
    state = Skirmish(BOARD, phase="play_card", held=(Card.BARRAGE,)).begin(edition)
    own, *unseen = state.table.seats
    gone = tuple(card for card in state.cards.deck if card not in _SECTIONS)
    left = [card for card in state.cards.deck if card in _SECTIONS]
    left += [card for seat in unseen for card in state.cards.hand(seat)]

    def counted(card: Card) -> dict[str, float]:
        hands = {**state.cards.hands, own: (*state.cards.hand(own), card)}
        cards = replace(state.cards, hands=hands, discard=gone)
        found = features(replace(state, cards=cards), own)
        return {name: found.get(name, 0.0) for name in ("orders", "tactics")}

    drawn = [counted(card) for card in left]
    for name, number in counted(UNKNOWN_CARD).items():
        assert number == pytest.approx(mean(one[name] for one in drawn))
