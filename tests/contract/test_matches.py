"""A match over HTTP: the second game, and the score of both."""

from tests.contract.service import Game, Service, running_game


def resigned(service: Service, side: str, **params: str) -> Game:
    """A game that ``side`` has given up."""
    game = running_game(service, **params)
    assert game.seats[side].post(game.commands, {"type": "resign"}).status_code == 201
    return game


def test_both_players_ask_for_the_second_game_and_have_swapped_sides(service: Service) -> None:
    first = resigned(service, "axis", scenario="arracourt", visibility="private")
    ada, ben = first.seats["allies"], first.seats["axis"]
    opened = ada.post(f"{first.path}/rematch")
    assert opened.get_json()["seats"] == {"allies": None, "axis": ada.id}
    assert opened.get_json()["match"]["players"] == {"allies": ben.id, "axis": ada.id}
    assert ada.post(f"{first.path}/rematch").get_json() == opened.get_json()
    second = Game(opened.get_json()["id"])
    assert opened.headers["Location"] == second.path
    assert ben.get(second.path).status_code == 200
    assert service.player("Cy").get(second.path).status_code == 404
    game = ben.post(f"{first.path}/rematch").get_json()
    assert game["status"] == "active"
    assert game["scenario"] == "arracourt"
    assert game["visibility"] == "private"


def test_the_second_game_follows_the_first(service: Service) -> None:
    game = running_game(service)
    refused = game.seats["axis"].post(f"{game.path}/rematch")
    assert refused.status_code == 409
    assert refused.get_json()["rule"] == "match.game_open"


def test_nobody_else_can_take_a_seat_of_the_second_game(service: Service) -> None:
    first = resigned(service, "axis")
    ada = first.seats["allies"]
    second = Game(ada.post(f"{first.path}/rematch").get_json()["id"])
    refused = service.player("Cy").post(f"{second.path}/seats", {"side": "allies"})
    assert refused.status_code == 409
    assert refused.get_json()["rule"] == "seat.reserved"
    assert refused.get_json()["free_seats"] == []
    hers = first.seats["axis"].post(f"{second.path}/seats", {"side": "axis"}).get_json()
    assert (hers["rule"], hers["free_seats"]) == ("seat.taken", ["allies"])


def test_a_match_is_distinguished_from_either_game(service: Service) -> None:
    first = resigned(service, "axis")
    ada, ben = first.seats["allies"], first.seats["axis"]
    score = ada.get(f"{first.path}/match").get_json()
    assert [game["id"] for game in score["games"]] == [first.id]
    assert not score["finished"]
    ada.post(f"{first.path}/rematch")
    second = Game(ben.post(f"{first.path}/rematch").get_json()["id"])
    refused = ben.post(f"{second.path}/rematch")
    assert refused.get_json()["rule"] == "match.complete"
    ben.post(second.commands, {"type": "resign"})
    score = service.anonymous().get(f"{second.path}/match").get_json()
    assert score == ada.get(f"{first.path}/match").get_json()
    assert [(game["id"], game["number"], game["status"]) for game in score["games"]] == [
        (first.id, 1, "finished"),
        (second.id, 2, "finished"),
    ]
    assert [one["player"] for one in score["standings"]] == [ada.id, ben.id]
    assert score["finished"]
    assert score["winner"] is None


def test_a_player_of_both_sides_is_seated_on_both_again(service: Service) -> None:
    ada = service.player()
    game = ada.new_game()
    game.sit(ada, "allies")
    game.sit(ada, "axis")
    ada.post(game.commands, {"type": "resign"})
    again = ada.post(f"{game.path}/rematch").get_json()
    assert again["seats"] == {"allies": ada.id, "axis": ada.id}
    assert again["status"] == "active"
