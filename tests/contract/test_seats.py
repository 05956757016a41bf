"""Two players who want a seat at the same moment: one has it, the other hears what is left."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from werkzeug.test import TestResponse

from tests.contract.service import Game, Player, Service, serve

ROUNDS = 80


@pytest.fixture(scope="module")
def second(redis_url: str) -> Iterator[Service]:
    """Another process on the same data."""
    service = serve(redis_url)
    yield service
    service.close()


@pytest.fixture(scope="module")
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as workers:
        yield workers


def at_once(
    pool: ThreadPoolExecutor, players: tuple[Player, Player], game: Game, side: str
) -> list[TestResponse]:
    """The answers to two who ask for a seat together."""
    barrier = Barrier(2)

    def ask(player: Player) -> TestResponse:
        barrier.wait()
        return player.post(f"{game.path}/seats", {"side": side})

    return list(pool.map(ask, players))


@pytest.mark.parametrize("apart", [False, True])
def test_one_of_two_has_the_seat(
    service: Service, second: Service, pool: ThreadPoolExecutor, apart: bool
) -> None:
    ada, ben = service.player("Ada"), service.player("Ben")
    there = Player(second, ben.id, ben.token) if apart else ben
    won = {ada.id: 0, ben.id: 0}
    for round_ in range(ROUNDS // 2):
        side = ("allies", "axis")[round_ % 2]
        # Who opens the game, or is asked first, may be the faster one: it is each in turn.
        players = (ada, there) if round_ // 2 % 2 else (there, ada)
        game = players[0].new_game()
        answers = at_once(pool, players, game, side)
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        taken, refused = sorted(answers, key=lambda answer: answer.status_code)
        winner = taken.get_json()["seats"][side]
        assert players[answers.index(taken)].id == winner
        won[winner] += 1
        problem = refused.get_json()
        assert problem["rule"] == "seat.taken"
        assert problem["rule_url"] == "/rules/seat.taken"
        assert problem["free_seats"] == [("axis", "allies")[round_ % 2]]
        seats = ben.get(game.path).get_json()
        assert (seats["seats"][side], seats["version"]) == (winner, 2)
    assert all(won.values()), "each of them comes first now and then"


def test_two_who_want_the_last_seat_start_the_game_once(
    service: Service, second: Service, pool: ThreadPoolExecutor
) -> None:
    ada, ben, cy = (service.player(name) for name in ("Ada", "Ben", "Cy"))
    there = Player(second, cy.id, cy.token)
    for _ in range(20):
        game = ada.new_game()
        game.sit(ada, "allies")
        answers = at_once(pool, (ben, there), game, "axis")
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        refused = max(answers, key=lambda answer: answer.status_code).get_json()
        assert (refused["rule"], refused["free_seats"]) == ("seat.seating_closed", [])
        events = ada.get(f"{game.path}/events?limit=1000").get_json()["items"]
        assert [event["type"] for event in events].count("seat_taken") == 2


@pytest.mark.parametrize(
    "named", [{"seat": "axis"}, {"side": "axis"}, {"seat": "axis", "side": "axis"}]
)
def test_a_seat_is_taken_by_its_name_or_as_one_of_a_side(
    service: Service, named: dict[str, str]
) -> None:
    ann = service.player("Ann")
    game = ann.new_game()
    taken = ann.post(f"{game.path}/seats", named)
    assert taken.status_code == 200
    assert taken.get_json()["table"] == [
        {"seat": "allies", "side": "allies", "role": "commander", "player": None, "bot": None},
        {"seat": "axis", "side": "axis", "role": "commander", "player": ann.id, "bot": None},
    ]


def test_whoever_names_no_seat_gets_the_first_free_one(service: Service) -> None:
    ann, bob = service.player("Ann"), service.player("Bob")
    game = ann.new_game()
    for who in (ann, ann, bob):
        taken = who.post(f"{game.path}/seats", {})
        assert taken.status_code == 200
    assert taken.get_json()["seats"] == {"allies": ann.id, "axis": bob.id}


@pytest.mark.parametrize(
    ("named", "result"),
    [
        ({"seat": "axis_5"}, (422, "invalid_request")),
        ({"seat": "axis", "side": "allies"}, (409, "illegal_command")),
    ],
)
def test_a_seat_that_is_named_must_be_there(
    service: Service, named: dict[str, str], result: tuple[int, str]
) -> None:
    ann = service.player("Ann")
    refused = ann.post(f"{ann.new_game().path}/seats", named)
    assert (refused.status_code, refused.get_json()["code"]) == result
    assert refused.get_json().get("rule", "seat.unknown") == "seat.unknown"


def test_all_awaited_seats_are_notified(game: Game) -> None:
    state = game.state(game.seats["axis"])
    assert state["awaiting"]["seats"] == [state["awaiting"]["seat"]]
    body = game.seats["axis"].get(f"{game.path}/actions").get_json()
    assert body["awaiting"] == state["awaiting"]
