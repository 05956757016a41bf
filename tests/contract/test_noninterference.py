"""Two games alike but for cards that nobody has shown look the same to everybody else."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from domain.seating import Table, tables_for
from domain.values import Seat, Variant
from tests.contract.service import Service
from tests.support.alike import alike, two_services
from tests.support.examples import rounds

ROUNDS = 50
MAX_GAMES = 5


@pytest.fixture
def twins(tmp_path: Path) -> Iterator[tuple[Service, Service]]:
    with two_services(tmp_path) as pair:
        yield pair


@pytest.mark.parametrize(
    "params",
    [
        {"variant": "young_generals"},
        {"scenario": "arnhem_bridge", "edition": "2004"},
    ],
    ids=["young generals", "all cards"],
)
def test_two_games_that_differ_in_hidden_cards_alone_look_alike(
    twins: tuple[Service, Service], params: dict[str, str]
) -> None:
    """The same game twice, but two cards have changed places between the enemy's hand and the
    bottom of the deck. As long as those are not played, every answer in every form is the same to
    the byte, to the other player, to strangers and to nobody."""
    table = tables_for(Variant.STANDARD)[0]
    for number in range(MAX_GAMES):
        game = alike(twins, params, table, frozenset({Seat.ALLIES}), Seat.AXIS, number)
        game.share = rounds(3, 1)
        turns = game.run(ROUNDS)
        assert game.compared > 100
        if turns > 2:
            break
    assert turns > 2


FOUR, *_ = tables_for(Variant.OPERATION_ALLIANCE)
TEAMS = tables_for(Variant.TEAM)
EIGHT, *_ = tables_for(Variant.OVERLORD)


@pytest.mark.parametrize(
    ("params", "table", "held", "holder"),
    [
        (
            {"variant": "operation_alliance", "players": 4, "scenario": "sword_beach"},
            FOUR,
            {Seat.ALLIES_1, Seat.ALLIES_2},
            Seat.AXIS_1,
        ),
        (
            {"variant": "team", "players": 6, "scenario": "mortain", "edition": "2004"},
            TEAMS[0],
            {Seat.ALLIES_2, Seat.ALLIES_3},
            Seat.AXIS_1,
        ),
        (
            {"variant": "overlord", "players": 8, "scenario": "omaha_beach_overlord"},
            EIGHT,
            {Seat.ALLIES_1, Seat.AXIS_2},
            Seat.AXIS_1,
        ),
    ],
    ids=["a pair", "two of a team", "a chief and an enemy general"],
)
def test_whatever_seats_somebody_holds(
    twins: tuple[Service, Service],
    params: Mapping[str, object],
    table: Table,
    held: set[Seat],
    holder: Seat,
) -> None:
    """The same for several seats of one player, in front of a pair that shows hands, a team that
    proposes cards, and a Commander-in-Chief that hands them out: to others, all cards are alike."""
    for number in range(MAX_GAMES):
        game = alike(twins, params, table, frozenset(held), holder, number)
        game.share = rounds(12, 6)
        game.run(ROUNDS)
        assert game.compared > 25
        if game.unseen:
            break
    assert game.unseen
