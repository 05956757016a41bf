"""A game whose stored events cannot be read says so, wherever it is asked for; others go on."""

import logging
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from deploy.redis_server import RedisServer
from events.backend import Backend
from tests.contract.service import LINES, STREAM, Game, Player, Service, running_game, serve
from tests.fixtures import KEYS
from tests.support.lines import members, written
from workers.time_limits import expire_games

Change = Callable[[dict[str, Any]], object]
DAMAGES: dict[str, Change] = {
    "a later schema": lambda line: line.update(schema=99),
    "an unknown type": lambda line: line.update(type="dog_barked"),
    "an envelope of an unknown form": lambda line: line.update(hidden=5),
    "data of another event": lambda line: line.update(data={"count": "six"}),
    "an event that cannot come here": lambda line: line.update(
        type="figures_lost", data={"unit": "nobody", "count": 1, "cause": "hits"}, hidden=None
    ),
}
QUERIES = {"/diff": "?from=1&to=6"}
NO_EVENT_IS_READ = ("not_found", "invalid_request", "game_not_over")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with RedisServer(tmp_path_factory.mktemp("redis")) as server:
        service = serve(server.url)
        yield service
        service.close()


def damaged(service: Service, game: Game, change: Change) -> None:
    """Change the sixth event, as it is stored, behind the back of the service."""
    kit, log = service.inside(), KEYS.log(game.id)
    said = members(kit.redis.lindex(log, 5) or b"")
    change(said)
    kit.redis.lset(log, 5, written(said))


def restarted(service: Service) -> Service:
    """Another process on the same data, which remembers no state."""
    return serve(service.inside().settings.redis_url or "")


def reads(service: Service, game: Game) -> list[str]:
    """Every address of the contract that a game alone is read at."""
    rules = service.app.url_map.iter_rules()
    found = [rule for rule in rules if rule.arguments == {"game_id"} and "GET" in rule.methods]
    return sorted(re.sub(r"<[^>]*>", game.id, rule.rule) for rule in found)


@pytest.mark.parametrize("change", DAMAGES.values(), ids=DAMAGES)
def test_every_read_and_command_names_an_unreadable_game(own: Service, change: Change) -> None:
    game = running_game(own)
    ada = game.seats["allies"]
    damaged(own, game, change)
    other = restarted(own)
    answered = set()
    for path in reads(other, game):
        answer = Player(other, ada.id, ada.token).get(
            path + QUERIES.get(path.removeprefix(game.path), "")
        )
        problem = answer.get_json(silent=True) or {}
        if answer.status_code != 200 and problem.get("code") not in NO_EVENT_IS_READ:
            assert (answer.status_code, problem.get("code")) == (503, "game_unreadable"), path
            assert int(answer.headers["Retry-After"]) >= 60
            answered.add(path.removeprefix(game.path))
    assert {"", "/events", "/actions", "/export", "/timeline"} <= answered, sorted(answered)
    refused = Player(other, ada.id, ada.token).post(game.commands, {"type": "end_turn"})
    assert (refused.status_code, refused.get_json()["code"]) == (503, "game_unreadable")
    other.close()


def test_streams_end_with_the_problem_of_the_game(own: Service) -> None:
    game = running_game(own)
    ada = game.seats["allies"]
    damaged(own, game, DAMAGES["a later schema"])
    other = restarted(own)
    stream = Player(other, ada.id, ada.token).get(f"{game.path}/events", headers=STREAM)
    assert "game_unreadable" in stream.get_data(as_text=True)
    other.close()


def test_other_games_are_played_and_listed(own: Service) -> None:
    broken, sound = running_game(own), running_game(own)
    damaged(own, broken, DAMAGES["an unknown type"])
    other = restarted(own)
    ada = sound.seats["allies"]
    for player in sound.seats.values():
        player.service = other
    assert sound.step(random.Random(1))
    listed = Player(other, ada.id, ada.token).get("/v1/games").get_json()["items"]
    assert sound.id in {game["id"] for game in listed}
    other.close()


def test_a_sweep_goes_on_with_the_others(own: Service, caplog: pytest.LogCaptureFixture) -> None:
    broken, sound = (running_game(own, move_time_limit=60) for _ in range(2))
    damaged(own, broken, DAMAGES["an envelope of an unknown form"])
    kit = own.inside()
    backend = Backend.at(kit.settings.redis_url or "")
    late = "2099-01-01T00:00:00.000Z"
    with caplog.at_level(logging.ERROR):
        expire_games(backend, late)
    assert own.anonymous().get(sound.path).get_json()["status"] == "finished"
    logged = (one for one in caplog.records if one.name == "workers.time_limits")
    items = [one for one in logged if getattr(one, "game", "") == broken.id]
    assert ["unreadable" in one.getMessage() for one in items] == [True]
    assert items[0].exc_info is None


def test_what_an_event_hides_is_in_no_message(
    own: Service, caplog: pytest.LogCaptureFixture
) -> None:
    game = running_game(own)
    damaged(
        own,
        game,
        lambda line: line.update(hidden={"audience": ["secretly"], "salt": "", "data": {}}),
    )
    other = restarted(own)
    with caplog.at_level(logging.DEBUG):
        answer = other.anonymous().get(f"{game.path}/events", headers=LINES)
    assert "secretly" not in caplog.text + answer.get_data(as_text=True)
    assert "event 6" in caplog.text
    other.close()
