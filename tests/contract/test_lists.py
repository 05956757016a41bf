"""Lists: pages, cursors, filters."""

from typing import Any

from api.schemas.play.games import DEFAULT_TIME_LIMIT
from events.clock import milliseconds
from tests.contract.service import Game, Player, Service, running_game
from tests.support.each import each


def pages(player: Player, path: str, name: str = "cursor") -> list[list[Any]]:
    """All pages from the first on; ``name`` is the parameter that leads to the next."""
    found = []
    step = ""
    while True:
        page = player.get(path + step).get_json()
        found.append(page["items"])
        if page["next"] is None:
            return found
        step = f"&{name}={page['next']}"


def ids(items: list[Any]) -> list[str]:
    return [item["id"] for item in items]


def test_games_come_newest_first_on_pages_that_do_not_shift(service: Service) -> None:
    ada = service.player()
    games = [ada.new_game().id for _ in range(7)]
    path = f"/v1/games?player={ada.id}&limit=3"
    first = ada.get(path).get_json()
    ada.new_game()
    second = ada.get(f"{path}&cursor={first['next']}").get_json()
    third = ada.get(f"{path}&cursor={second['next']}").get_json()
    found = ids(first["items"]) + ids(second["items"]) + ids(third["items"])
    assert sorted(found) == sorted(games)
    assert third["next"] is None
    times = [item["created_at"] for item in first["items"] + second["items"]]
    assert times == sorted(times, reverse=True)


def test_the_last_page_says_so_even_when_it_is_full(service: Service) -> None:
    ada = service.player()
    for _ in range(4):
        ada.new_game()
    assert [len(page) for page in pages(ada, f"/v1/games?player={ada.id}&limit=2")] == [2, 2]


def test_filters_combine(service: Service) -> None:
    game = running_game(service)
    ada, ben = game.seats["allies"], game.seats["axis"]
    waiting = ada.new_game()
    ben.post(game.commands, {"type": "resign"})

    def found(query: str) -> list[str]:
        return ids(ada.get(f"/v1/games?player={ada.id}&{query}").get_json()["items"])

    assert found("status=waiting") == [waiting.id]
    assert found("status=finished") == [game.id]
    assert found("status=active") == []
    assert found("scenario=pegasus_bridge&status=finished") == [game.id]
    assert found("scenario=none") == []
    assert found("until=2000-01-01T00:00:00Z") == []
    assert found("since=2999-01-01T00:00:00Z") == []
    created = ada.get(f"/v1/games?player={ada.id}").get_json()["items"][0]["created_at"]
    assert waiting.id in found(f"since={created}&until={created}")
    mine = ben.get(f"/v1/games?player={ben.id}").get_json()["items"]
    assert [(item["id"], item["winner"]) for item in mine] == [(game.id, "allies")]


def test_games_that_await_the_caller(service: Service) -> None:
    games = [running_game(service, spectator_delay=delay) for delay in (0, 1)]
    for game in games:
        mover = game.awaited()
        assert mover is not None
        other = next(one for one in game.seats.values() if one is not mover)
        path = "/v1/games?player=me&awaiting=me"
        page = mover.get(f"{path}&scenario=pegasus_bridge&status=active").get_json()
        assert (ids(page["items"]), page["total"]) == ([game.id], 1)
        [item] = page["items"]
        assert [game.seats[seat] for seat in item["awaiting_seats"]] == [mover]
        assert item["created_at"] <= item["awaiting_since"] <= item["updated_at"]
        waits = milliseconds(item["deadline"]) - milliseconds(item["updated_at"])
        assert waits == DEFAULT_TIME_LIMIT * 1000
        page = mover.get(f"/v1/games?awaiting=me&player={other.id}").get_json()
        assert (ids(page["items"]), page["total"]) == ([game.id], 1)
        for query in ("status=finished", "scenario=omaha_beach", "kind=sandboxes"):
            page = mover.get(f"{path}&{query}").get_json()
            assert (page["items"], page["total"]) == ([], 0)
        assert other.get(path).get_json()["items"] == []
        mover.post(game.commands, {"type": "resign"})
        assert mover.get(path).get_json()["items"] == []
        [item] = mover.get("/v1/games?player=me").get_json()["items"]
        result = (item["deadline"], item["awaiting_since"], item["awaiting_seats"])
        assert result == (None, None, [])
    assert service.ask("GET", "/v1/games?awaiting=me").status_code == 401


@each("limit", [1, 3, 200])
def test_pages_of_events_are_whole_and_in_order(game: Game, limit: int) -> None:
    ada = game.seats["allies"]
    found = pages(ada, f"{game.path}/events?limit={limit}", "after")
    versions = [event["version"] for page in found for event in page]
    assert versions == list(range(1, ada.get(game.path).get_json()["version"] + 1))
    assert all(len(page) <= limit for page in found)


def test_events_after_the_last_are_an_empty_page(game: Game) -> None:
    for after in (8, 9, 10**6):
        page = game.seats["allies"].get(f"{game.path}/events?after={after}").get_json()
        assert page == {"items": [], "next": None, "version": 8}


def test_scenarios_come_on_pages(service: Service) -> None:
    anonymous = service.anonymous()
    found = [item["slug"] for page in pages(anonymous, "/v1/scenarios?limit=1") for item in page]
    assert found == sorted(found)
    assert "pegasus_bridge" in found
    for slug in found:
        assert anonymous.get(f"/v1/scenarios/{slug}").status_code == 200
