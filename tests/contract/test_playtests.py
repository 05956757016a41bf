"""Playtests over HTTP: who may ask for one, how it is made, and what it says."""

import msgspec

from domain.playtest import PlaytestGame
from domain.values import Side
from events.jobs.playtests import GAMES
from tests.contract.contract import Json
from tests.contract.service import Player, Service
from tests.support.waiting import PATIENCE
from workers.playtests import Playtester

PATH = "/v1/scenarios/pegasus_bridge/playtest?edition=2004&level=random"
LEFT = 3
"""Games that the worker has still to play, when the others are there."""


def asked(service: Service, who: Player, path: str) -> str:
    """The id of a playtest of which all but the last games have been played."""
    made = who.post(path)
    assert (made.status_code, made.headers["Location"]) == (202, path)
    name: str = made.get_json()["id"]
    medals = {Side.ALLIES: 4, Side.AXIS: 2}
    game = PlaytestGame(Side.ALLIES, "medals", 20, medals, Side.AXIS, ("obj1",))
    for number in range(GAMES - LEFT):
        part = msgspec.json.encode(game)
        assert service.inside().playtests.add_part(name, str(number), part, number + 1)
    return name


def test_games_are_played_some_at_a_time_and_added_up(service: Service) -> None:
    ada, anonymous, kit = service.player(), service.anonymous(), service.inside()
    name = asked(service, ada, PATH)
    worker = Playtester(kit.games, kit.playtests)
    for done in range(GAMES - LEFT + 1, GAMES):
        assert worker.work(name, 0) == done
        body: Json = anonymous.get(PATH).get_json()
        assert (body["status"], body["summary"]) == ("running", None)
        assert body["progress"] == done / GAMES
    assert worker.work(name, 0) is None
    body = anonymous.get(PATH).get_json()
    assert (body["id"], body["status"], body["progress"]) == (name, "done", 1)
    assert (body["edition"], body["level"]) == ("2004", "random")
    found = body["summary"]
    assert found["games"] == sum(found["endings"].values()) == GAMES
    assert sum(side["won"] for side in found["sides"].values()) == GAMES
    share = found["sides"]["allies"]["share"]
    assert 0.95 < share["low"] < share["value"] <= share["high"] <= 1
    assert found["luck"]["value"] < 0.05
    assert {one["objective"]: one["games"] for one in found["objectives"]}["obj1"] >= GAMES - LEFT
    statistics = anonymous.get("/v1/scenarios/pegasus_bridge/statistics").get_json()
    assert statistics["playtests"] == [body]
    assert service.player("Ben").post(PATH).get_json() == body


def test_who_asked_can_cancel_it_and_two_are_under_way(service: Service) -> None:
    ada, ben, kit = service.player(), service.player("Ben"), service.inside()
    path = PATH.replace("pegasus_bridge", "saverne")
    name = asked(service, ada, path)
    assert ben.delete(path).status_code == 403
    assert ada.delete(path).status_code == 204
    assert ben.get(path).get_json()["status"] == "cancelled"
    assert Playtester(kit.games, kit.playtests).work(name, PATIENCE) is None
    others = [PATH.replace("pegasus_bridge", one) for one in ("vassieux", "st_vith", "toulon")]
    made = [ada.post(path) for path in others]
    assert [one.status_code for one in made] == [202, 202, 409]
    assert made[2].get_json()["code"] == "too_many_playtests"


def test_a_playtest_that_lost_games_has_failed(service: Service) -> None:
    ada, kit = service.player(), service.inside()
    path = PATH.replace("2004", "2025")
    name = ada.post(path).get_json()["id"]
    assert kit.playtests.add_part(name, "none", b"", GAMES)
    assert Playtester(kit.games, kit.playtests).work(name, 0) is None
    assert ada.get(path).get_json()["status"] == "failed"
    assert ada.post(path).get_json()["status"] == "queued"


def test_what_cannot_be_played_is_not_tried(service: Service) -> None:
    ada = service.player()
    for path, status in (
        (PATH.replace("pegasus_bridge", "nowhere"), 404),
        (PATH.replace("2004", "1999"), 422),
        (PATH.replace("random", "perfect"), 422),
        (PATH + "&games=1000000", 422),
    ):
        assert ada.post(path).status_code == ada.get(path).status_code == status
