"""What others cannot learn: private games, hidden cards, and the seed."""

import random
from collections.abc import Iterator
from typing import Any, cast

from domain.values import Card
from events.log import chain
from events.log.stored_event import StoredEvent, load
from tests.contract.service import STREAM, Game, Player, Service, running_game
from tests.fixtures import KEYS

# Private games.


def test_a_private_game_is_not_there_for_others(service: Service) -> None:
    game = running_game(service, visibility="private")
    paths = ["", "/actions", "/events", "/states/1", "/states/999", "/invite"]
    for other in (service.player("Cy"), service.anonymous()):
        for path in paths:
            here = other.get(game.path + path)
            none = other.get(f"/v1/games/gm_none{path}")
            assert here.status_code == none.status_code
            assert like(here.get_json()) == like(none.get_json())
        stream = other.get(f"{game.path}/events", headers=STREAM)
        assert stream.status_code == 404
        assert game.id not in other.get("/v1/games?limit=200").get_data(as_text=True)
        mine = other.get(f"/v1/games?player={game.seats['allies'].id}")
        assert mine.get_json()["items"] == []
    cy = service.player("Cy")
    assert cy.post(game.commands, {"type": "resign"}).status_code == 404
    for seat in ({"side": "axis"}, {"side": "axis", "invite": "guess"}):
        assert cy.post(f"{game.path}/seats", seat).status_code == 404


def like(problem: dict[str, Any]) -> dict[str, Any]:
    """A problem without what differs from request to request."""
    return {name: problem[name] for name in problem.keys() - {"instance", "request_id"}}


def test_an_invitation_lets_a_player_in(service: Service) -> None:
    ada, ben = service.player(), service.player("Ben")
    game = ada.new_game(visibility="private")
    invite = ada.get(f"{game.path}/invite").get_json()["invite"]
    other = ada.new_game(visibility="private")
    seats = f"{game.path}/seats"
    theirs = ada.get(f"{other.path}/invite").get_json()["invite"]
    assert ben.post(seats, {"side": "axis", "invite": theirs}).status_code == 404
    assert ben.post(seats, {"side": "axis", "invite": "\u00e9"}).status_code == 404
    assert ben.post(seats, {"side": "axis", "invite": invite}).status_code == 200
    assert ben.get(game.path).status_code == 200
    assert [g["id"] for g in ben.get(f"/v1/games?player={ben.id}").get_json()["items"]] == [game.id]
    assert ben.get(f"{game.path}/invite").status_code == 403
    game.sit(ada, "allies")
    assert ada.get(f"/v1/games?player={ada.id}").get_json()["items"][1]["id"] == game.id


# Hidden cards and the seed.


def hidden_parts(service: Service, game: Game) -> list[StoredEvent]:
    lines = cast(list[bytes], service.inside().redis.lrange(KEYS.log(game.id), 0, -1))
    return [load(line) for line in lines]


def everything(player: Player, game: Game) -> Iterator[tuple[str, bytes]]:
    """Every answer about a game that a player can get without changing it, headers included."""
    upto = game.state(player)["version"]
    paths = ["", "/actions", "/events?limit=1000", "/events", "/invite"]
    paths += [f"/states/{version}" for version in range(upto + 2)]
    asked = [game.path + path for path in paths] + ["/v1/games?limit=200", "/metrics", "/docs"]
    for path in asked:
        answer = player.get(path)
        yield path, str(answer.headers).encode() + answer.get_data()
    wrong: list[dict[str, Any]] = [{"type": "play_card", "card": card.value} for card in Card] + [
        {"type": "choose_card", "card": card.value} for card in Card
    ]
    for command in wrong:
        answer = player.post(game.commands, {**command, "expected_version": 1})
        assert answer.status_code in (401, 403, 412)
        yield str(command), str(answer.headers).encode() + answer.get_data()


def test_nothing_that_others_can_get_holds_the_seed_or_a_hidden_card(service: Service) -> None:
    game = running_game(service)
    chance = random.Random(5)
    for _ in range(30):
        game.step(chance)
    log = hidden_parts(service, game)
    seed = log[0].hidden
    assert seed is not None
    salts = {
        side: [e.hidden.salt for e in log if e.hidden and side not in e.hidden.audience]
        for side in (*game.seats, None)
    }
    viewers: dict[str | None, Player] = {None: service.player("Cy")}
    viewers.update(game.seats)
    for side, viewer in viewers.items():
        secrets = [seed.data["seed"], *salts[side]]
        for place, text in everything(viewer, game):
            for secret in secrets:
                assert secret.encode() not in text, (side, place)
    check_hands(game, viewers)
    check_events(game, viewers, log)


def check_hands(game: Game, viewers: dict[str | None, Player]) -> None:
    upto = game.state(game.seats["axis"])["version"]
    for side, viewer in viewers.items():
        for version in range(4, upto + 1):
            state = viewer.get(f"{game.path}/states/{version}").get_json()
            for seat, hand in state["hands"].items():
                assert set(hand) == ({"count", "cards"} if seat == side else {"count"})
            if state["offer"] and state["offer"]["seat"] != side:
                assert set(state["offer"]) == {"seat", "count"}
            assert isinstance(state["deck_count"], int)


def check_events(game: Game, viewers: dict[str | None, Player], log: list[StoredEvent]) -> None:
    for side, viewer in viewers.items():
        shown = viewer.get(f"{game.path}/events?limit=1000").get_json()["items"]
        assert len(shown) == len(log)
        for event, stored in zip(shown, log, strict=True):
            if stored.hidden is None:
                assert event["hidden"] is None
                continue
            names = set(stored.hidden.data)
            if side is not None and side in stored.hidden.audience:
                assert names <= set(event["data"])
                assert set(event["hidden"]["fields"]) == names
                part = {name: event["data"][name] for name in names}
                opened = chain.commitment(event["hidden"]["salt"], part)
                assert opened == event["hidden"]["commitment"]
            else:
                assert not names & set(event["data"])
                assert set(event["hidden"]) == {"audience", "commitment"}
