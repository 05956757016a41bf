"""What others cannot learn: private games, hidden cards, and the seed."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from deploy.redis_server import RedisServer
from domain.events import CardsDealt, DeckShuffled, Event
from domain.values import Card
from events import chain
from events.backend import Backend
from events.lists.rebuild import rebuild
from events.recorded import Recorded, Stamp, dump, load, record
from tests.contract.service import STREAM, Game, Player, Service, running_game, serve
from tests.fixtures import KEYS

ROUNDS = 120
MOST_DRAWN = 3
"""Cards that one turn takes from the deck at most."""
OTHER = 1
"""The number of the second database of a Redis server."""
READ_SLOT = b"{read}"
"""What the names of all keys of the read model have in them."""


# Private games.


def test_a_private_game_is_not_there_for_others(service: Service) -> None:
    game = running_game(service, visibility="private")
    paths = ["", "/actions", "/events", "/states/1", "/states/999", "/invite"]
    for other in (service.player("Cy"), service.nobody()):
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


def hidden_parts(service: Service, game: Game) -> list[Recorded]:
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


def check_events(game: Game, viewers: dict[str | None, Player], log: list[Recorded]) -> None:
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


@pytest.fixture
def twins(tmp_path: Path) -> Iterator[tuple[Service, Service]]:
    """Two services that keep their games apart, at the same moment for ever."""
    with RedisServer(tmp_path) as server:
        pair = [
            serve(f"{server.url}?db={number}", lambda: "2026-06-06T06:00:00.000Z")
            for number in (0, OTHER)
        ]
        yield pair[0], pair[1]
        for service in pair:
            service.close()


def test_two_games_that_differ_in_hidden_cards_alone_look_alike(
    twins: tuple[Service, Service],
) -> None:
    """The same game twice, but two cards have changed places between the enemy's hand and the
    bottom of the deck. As long as those are not played, the answers are the same to the byte."""
    here, there = twins
    game = running_game(here, variant="young_generals")
    above = copy_with_other_cards(here, there, game)
    same = Game(game.id, {side: Player(there, p.id, p.token) for side, p in game.seats.items()})
    hands = [g.state(g.seats["axis"])["hands"]["axis"]["cards"] for g in (game, same)]
    assert hands[0] != hands[1]
    chance = random.Random(11)
    compared = 0
    for round_ in range(ROUNDS):
        if round_ % 5 == 0:
            compared += compare(game, same)
        if game.state(game.seats["allies"])["deck_count"] < above + MOST_DRAWN:
            break
        player = game.awaited()
        if player is None or not step_alike(game, same, player, chance):
            break
    assert compared > 50
    assert game.state(game.seats["allies"])["turn"] > 2


def copy_with_other_cards(here: Service, there: Service, game: Game) -> int:
    """Everything once more in the other service, but cards of the axis hand and of the deck's
    bottom have changed places; returns how high in the deck those lie."""
    source, target = here.inside().redis, there.inside().redis
    for key in source.scan_iter():
        if b":feed" not in key and READ_SLOT not in key:
            source.copy(key, key, destination_db=OTHER)  # type: ignore[arg-type] # it takes numbers
    stored = hidden_parts(here, game)
    events, above = exchanged([one.event for one in stored])
    seed = stored[0].hidden
    assert seed is not None
    copied: list[Recorded] = []
    command: list[Event] = []
    for one, event in zip(stored, events, strict=True):
        command.append(event)
        if one.last:
            head = copied[-1].hash if copied else chain.GENESIS
            stamp = Stamp(one.at, one.seat, seed.data["seed"])
            copied += record(tuple(command), len(copied), head, stamp)
            command = []
    target.delete(KEYS.log(game.id))
    target.rpush(KEYS.log(game.id), *map(dump, copied))
    rebuild(Backend.on(target))
    return above


def exchanged(events: list[Event]) -> tuple[list[Event], int]:
    """The events with the outer cards of the axis hand against two of the deck's bottom, and how
    many cards from the bottom up are concerned."""
    shuffled = next(e for e in events if isinstance(e, DeckShuffled))
    dealt = next(e for e in events if isinstance(e, CardsDealt) and e.seat == "axis")
    order, hand = list(shuffled.order), list(dealt.cards)
    size = len(hand)
    start = max(n for n in range(len(order)) if order[n : n + size] == hand[::-1])
    bottom = [n for n in range(start) if order[n] not in hand][:2]
    for held, below in zip((start, start + size - 1), bottom, strict=True):
        order[held], order[below] = order[below], order[held]
    other: dict[Event, Event] = {
        shuffled: replace(shuffled, order=tuple(order)),
        dealt: replace(dealt, cards=tuple(order[start : start + size][::-1])),
    }
    return [other.get(e, e) if e in (shuffled, dealt) else e for e in events], bottom[-1] + 1


def compare(one: Game, other: Game) -> int:
    """Fail unless the ally and a spectator get the same bytes from both; returns how many."""
    service, twin = one.seats["allies"].service, other.seats["allies"].service
    viewers = [
        (one.seats["allies"], other.seats["allies"]),
        (service.nobody(), twin.nobody()),
    ]
    paths = ["", "/actions", "/events?limit=1000", "/events?after=5"]
    count = 0
    for left, right in viewers:
        for path in [*(one.path + path for path in paths), "/v1/games"]:
            headers = {"X-Request-Id": "same"}
            answers = [viewer.get(path, headers=headers) for viewer in (left, right)]
            texts = [_masked(answer) for answer in answers]
            assert texts[0] == texts[1], path
            count += 1
    return count


def _masked(answer: Any) -> Any:
    """An answer without the commitments to hidden parts and the hashes that cover them, also in
    the entity tag."""
    body = answer.get_json()
    for event in body.get("items", body.get("events", [])):
        if "hash" in event:
            del event["hash"]
            if event["hidden"] and "salt" not in event["hidden"]:
                del event["hidden"]["commitment"]
    headers = {name: value for name, value in answer.headers.items() if name != "Date"}
    if "ETag" in headers:
        headers["ETag"] = headers["ETag"].partition(".")[0]
    return answer.status_code, headers, body


def step_alike(one: Game, other: Game, player: Player, chance: random.Random) -> bool:
    """The same random command in both games; False when the awaited seat has none in common."""
    side = next(side for side, seated in one.seats.items() if seated is player)
    listed = [g.actions(g.seats[side])["actions"] for g in (one, other)]
    both = [a for a in listed[0] if a in listed[1] and a["type"] != "resign"]
    if not both:
        return False
    command = chance.choice(both)
    answers = [
        g.seats[side].post(g.commands, command, headers={"X-Request-Id": "same"})
        for g in (one, other)
    ]
    assert [answer.status_code for answer in answers] == [201, 201]
    if side == "allies":
        assert _masked(answers[0]) == _masked(answers[1])
    return True
