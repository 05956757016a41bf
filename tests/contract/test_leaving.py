"""Games that have not begun: seats are given back, and games called off."""

from dataclasses import replace
from typing import Any

from api.limits.stream_slots import Rank, Slot
from api.streams.encoders import ENCODERS
from api.streams.following import Reader
from api.streams.player_games import follow_all
from domain.values import Status
from events.live.hub import LiveHub
from events.transfer.verifying import verified
from tests.contract.service import Game, Player, Service
from tests.support.each import each


def invitation(creator: Player, game: Game) -> str:
    found: str = creator.get(f"{game.path}/invite").get_json()["invite"]
    return found


def sit(player: Player, game: Game, seat: str, invite: str | None = None) -> int:
    body = {"seat": seat, **({"invite": invite} if invite else {})}
    return player.post(f"{game.path}/seats", body).status_code


def leave(player: Player, game: Game, seat: str) -> Any:
    return player.delete(f"{game.path}/seats/{seat}")


def listed(player: Player, query: str) -> list[str]:
    return [one["id"] for one in player.get(f"/v1/games?{query}").get_json()["items"]]


def test_a_seat_that_was_left_is_free_for_others(service: Service) -> None:
    ada, ben, cy = (service.player(name) for name in ("Ada", "Ben", "Cy"))
    game = ada.new_game()
    assert sit(ben, game, "axis") == 200
    assert game.id in listed(ada, f"player={ben.id}&status=waiting")
    refused = leave(cy, game, "axis").get_json()
    assert (refused["status"], refused["rule"]) == (409, "seat.not_yours")
    assert [leave(ben, game, seat).status_code for seat in ("axis", "axis", "north")] == [
        204,
        204,
        404,
    ]
    assert game.state(cy)["seats"] == {"allies": None, "axis": None}
    assert game.id not in listed(ada, f"player={ben.id}&status=waiting")
    assert [sit(cy, game, "axis"), sit(ben, game, "allies")] == [200, 200]
    for answer in (leave(cy, game, "axis"), ada.delete(game.path)):
        assert (answer.status_code, answer.get_json()["rule"]) == (409, "seat.seating_closed")
    assert game.state(cy)["status"] == "active"


def test_who_leaves_a_private_game_sees_no_more_of_it(service: Service) -> None:
    ada, ben, cy = (service.player(name) for name in ("Ada", "Ben", "Cy"))
    game, kit = ada.new_game(visibility="private"), service.inside()
    code = invitation(ada, game)
    assert sit(ben, game, "axis", code) == 200
    reader = Reader(kit, game.id, 0, ben.account())
    assert [one.type for one in reader.read()] == ["game_created", "seat_taken"]
    assert leave(ben, game, "axis").status_code == 204
    assert ben.get(game.path).status_code == leave(ben, game, "axis").status_code == 404
    assert [sit(cy, game, "axis", code), sit(ada, game, "allies")] == [200, 200]
    assert (reader.read(), reader.over, reader.behind) == ([], True, False)
    assert ada.get(game.path).get_json()["status"] == "active"


def test_an_invitation_counts_again_for_a_seat_that_was_left(service: Service) -> None:
    ada, ben = service.player("Ada"), service.player("Ben")
    game = ada.new_game(visibility="private")
    code = invitation(ada, game)
    for _ in range(2):
        assert sit(ben, game, "axis", code) == 200
        assert leave(ben, game, "axis").status_code == 204
    assert sit(ada, game, "allies") == 200
    assert leave(ada, game, "allies").status_code == 204
    assert game.state(ada)["status"] == "waiting", "the creator may leave and keeps the game"


def test_a_stream_of_all_games_lets_go_of_one_that_was_left(service: Service) -> None:
    ada, ben = service.player("Ada"), service.player("Ben")
    hub = LiveHub(service.inside().redis)
    kit, who = replace(service.inside(), live=hub), ben.account()
    assert who is not None
    lines = follow_all(kit, who, None, ENCODERS["application/x-ndjson"], Slot(Rank.SEATED), 0.2)
    try:
        next(lines)
        game = ada.new_game()
        assert sit(ben, game, "axis") == 200
        result = b""
        while b'"seat_taken"' not in result:
            result += next(lines)
        assert leave(ben, game, "axis").status_code == 204
        while b'"seat_left"' not in result:
            result += next(lines)
        assert sit(service.player("Cy"), game, "axis") == 200
        last = ben.new_game()
        while last.id.encode() not in result:
            result += next(lines)
        assert result.count(b'"seat_taken"') == 1
    finally:
        hub.close()


def test_its_creator_cancels_a_game(service: Service) -> None:
    ada, ben = service.player("Ada"), service.player("Ben")
    game = ada.new_game()
    assert sit(ben, game, "axis") == 200
    assert ben.delete(game.path).status_code == 403
    assert [ada.delete(game.path).status_code for _ in range(2)] == [204, 204]
    state = game.state(ben)
    assert (state["status"], state["awaiting"], state["winner"]) == ("cancelled", None, None)
    assert ben.get(f"{game.path}/actions").get_json()["actions"] == []
    assert game.id in listed(ben, f"player={ben.id}&status=cancelled")
    assert game.id not in listed(ben, f"player={ben.id}&status=waiting")
    results = ben.get(f"/v1/players/{ben.id}/results").get_json()
    assert (results["waiting"], results["active"], results["finished"]) == (0, 0, 0)
    for path, body in (("seats", {"seat": "allies"}), ("commands", {"type": "resign"})):
        assert ben.post(f"{game.path}/{path}", body).status_code == 409
    assert leave(ben, game, "axis").status_code == 409
    events = ben.get(f"{game.path}/events").get_json()["items"]
    assert [one["type"] for one in events][-1] == "game_cancelled"
    assert events[-1]["seat"] is None
    [*_, end] = ben.get(f"{game.path}/timeline").get_json()["turns"][-1]["entries"]
    assert end["kind"] == "end"
    resumed = {"Accept": "text/event-stream", "Last-Event-ID": str(len(events))}
    assert ben.get(f"{game.path}/events", headers=resumed).status_code == 204


@each("bot", [True, False])
def test_a_bot_is_not_left_waiting(service: Service, bot: bool) -> None:
    ada = service.player("Ada")
    bots = {"bots": {"axis": "greedy"}} if bot else {}
    game = ada.new_game(variant="operation_alliance", edition="2025", players=3, **bots)
    assert bot or sit(service.player("Ben"), game, "axis") == 200
    assert sit(ada, game, "allies_1") == 200
    assert leave(ada, game, "allies_1").status_code == 204
    assert game.state(ada)["status"] == ("cancelled" if bot else "waiting")


def test_a_game_that_was_left_and_called_off_is_proved_like_others(service: Service) -> None:
    ada, ben = service.player("Ada"), service.player("Ben")
    game, games = ada.new_game(), service.inside().games
    assert sit(ben, game, "axis") == 200
    leave(ben, game, "axis")
    ada.delete(game.path)
    log = games.events(game.id, 0, games.current(game.id).version)
    found = verified(log, None, vouched=False)
    assert (found.state.status, found.finished) == (Status.CANCELLED, None)
