"""All games of a player in one stream: none is missed, and a cursor goes on from where it was."""

import json
import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from api.limits.stream_slots import Rank, Slot
from api.services import Services
from api.streams.encoders import ENCODERS
from api.streams.player_games import OVERLAP, Cursor, follow_all
from events.live.hub import LiveHub
from tests.contract.service import Game, Player, Service, running_game
from tests.contract.test_following import asked_in_the_background, play
from tests.support.waiting import PATIENCE, wait_until

Json = dict[str, Any]
PATH = "/v1/players/me/events"
NDJSON, SSE = ENCODERS["application/x-ndjson"], ENCODERS["text/event-stream"]


@pytest.fixture
def kit(service: Service) -> Iterator[Services]:
    """The services with a subscription of this test's own."""
    inside = service.inside()
    hub = LiveHub(inside.redis)
    yield replace(inside, live=hub)
    hub.close()


class Listener:
    """Somebody who reads lines, or events, until it has had enough."""

    def __init__(self, kit: Services, player: Player, after: str | None = None) -> None:
        who = player.account()
        assert who is not None
        cursor = None if after is None else Cursor.read(after)
        self.lines = follow_all(kit, who, cursor, NDJSON, Slot(Rank.SEATED), heartbeat=0.2)
        self.after = ""
        self.found: list[Json] = []
        self._placed = False
        self.read_on(lambda: True)

    def read_on(self, enough: Any) -> None:
        """Read until there is enough, and until the place behind that is known."""
        while not (enough() and self._placed):
            for line in next(self.lines).splitlines():
                body = json.loads(line or b"{}")
                if "event" in body:
                    self.found.append(body)
                    self._placed = False
                elif body.get("control") == "position":
                    self.after = body["after"]
                    self._placed = True

    def has(self, *games: Game) -> bool:
        """Whether everything of these games was seen."""
        return all(self.versions(game) >= set(range(1, version_of(game) + 1)) for game in games)

    def versions(self, game: Game) -> set[int]:
        return {one["event"]["version"] for one in self.found if one["game"] == game.id}


def version_of(game: Game) -> int:
    player = next(iter(game.seats.values()))
    return player.service.inside().games.current(game.id).version


def game_of(ada: Player, ben: Player, **params: Any) -> Game:
    game = ada.new_game(**params)
    game.sit(ada, "allies")
    game.sit(ben, "axis")
    return game


def test_games_are_heard_of_that_are_joined_while_listening(
    service: Service, kit: Services
) -> None:
    ada, ben, cy = (service.player(name) for name in ("Ada", "Ben", "Cy"))
    ada_hears, cy_hears = Listener(kit, ada), Listener(kit, cy)
    first = game_of(ada, ben)
    ada_hears.read_on(lambda: ada_hears.has(first))
    second = cy.new_game()
    second.sit(ada, "axis")
    second.sit(ben, "allies")
    other = game_of(ben, cy)
    for game in (first, second, other):
        play(game, random.Random(3), 10)
    ada_hears.read_on(lambda: ada_hears.has(first, second))
    cy_hears.read_on(lambda: cy_hears.has(second, other))
    assert {one["game"] for one in ada_hears.found} == {first.id, second.id}
    assert {one["game"] for one in cy_hears.found} == {second.id, other.id}
    for hears, viewer in ((ada_hears, ada), (cy_hears, cy)):
        for one in hears.found:
            service.contract.fits(one, "GameEvent")
        for game in (first, second, other):
            events = [one["event"] for one in hears.found if one["game"] == game.id]
            if events:
                assert events == viewer.get(f"{game.path}/events?limit=1000").get_json()["items"]


def test_who_comes_back_with_a_cursor_has_missed_nothing(service: Service, kit: Services) -> None:
    ada, ben = service.player("Ada"), service.player("Ben")
    games = [game_of(ada, ben, spectator_delay=1) for _ in range(3)]
    hears = Listener(kit, ada)
    hears.read_on(lambda: hears.has(*games))
    chance = random.Random(4)
    for round_ in range(4):
        for game in games[: round_ + 1]:
            play(game, chance, 5)
        if round_ == 2:
            games.append(game_of(ben, ada))
        if round_ == 3:
            games[0].seats["axis"].post(games[0].commands, {"type": "resign"})
        if round_ % 2:
            hears.lines.close()
            known, seen = hears.after, hears.found
            hears = Listener(kit, ada, known)
            hears.found = seen + hears.found
        hears.read_on(partial(hears.has, *games))
    for game in games:
        versions = [one["event"]["version"] for one in hears.found if one["game"] == game.id]
        assert versions == list(range(1, version_of(game) + 1))


def test_a_cursor_that_names_no_game_goes_by_time(service: Service, kit: Services) -> None:
    """As of one who comes back much later than cursors name games."""
    ada, ben = service.player("Ada"), service.player("Ben")
    game = game_of(ada, ben)
    play(game, random.Random(5), 20)
    log = kit.games.events(game.id, 0)
    middle = log[len(log) // 2]
    kit.recently_updated.catch_up()
    since, _ = kit.recently_updated.since(ada.id, 0)
    assert set(since) == {game.id}
    for moment, first in ((0, 1), (since[game.id] + 1, len(log) + 1)):
        page = ada.get(f"{PATH}?limit=1000&after={Cursor(moment, {}).text()}").get_json()
        versions = [one["event"]["version"] for one in page["items"]]
        assert versions == list(range(first, len(log) + 1))
    after = Cursor(0, {game.id: middle.version}).text()
    page = ada.get(f"{PATH}?limit=1000&after={after}").get_json()
    assert page["items"][0]["event"]["version"] == middle.version + 1
    beyond = Cursor(0, {game.id: 10**9}).text()
    assert ada.get(f"{PATH}?after={beyond}").get_json()["items"] == []
    assert game.step(random.Random(6))


def test_pages_bring_all_of_it_piece_by_piece(service: Service) -> None:
    ada, ben = service.player("Ada"), service.player("Ben")
    games = [game_of(ada, ben) for _ in range(3)]
    for game in games:
        play(game, random.Random(7), 15)
    after, found = Cursor(0, {}).text(), []
    while (page := ada.get(f"{PATH}?limit=7&after={after}").get_json())["items"]:
        assert len(page["items"]) <= 7
        found += [(one["game"], one["event"]["version"]) for one in page["items"]]
        after = page["next"]
    assert sorted(found) == sorted(
        (game.id, version) for game in games for version in range(1, version_of(game) + 1)
    )


def test_a_page_waits_for_any_of_the_games(service: Service) -> None:
    ada, ben = service.player("Ada"), service.player("Ben")
    game, kit = game_of(ada, ben), service.inside()
    after = ada.get(f"{PATH}?limit=1000").get_json()["next"]
    before = kit.live.readers
    wait = {"Prefer": "wait=60"}
    thread, answers = asked_in_the_background(
        lambda: ada.get(f"{PATH}?after={after}", headers=wait)
    )
    wait_until(lambda: kit.live.readers > before, "it waits")
    play(game, random.Random(8), 1)
    thread.join(PATIENCE)
    page = answers[0].get_json()
    assert {one["game"] for one in page["items"]} == {game.id}
    assert page["items"][0]["event"]["last"] or len(page["items"]) > 1
    assert answers[0].headers["Preference-Applied"] == "wait"
    rest = ada.get(f"{PATH}?after={page['next']}", headers={"Prefer": "wait=1"})
    assert rest.get_json()["items"] == []


def test_who_opened_a_game_and_holds_no_seat_is_behind_here_too(
    service: Service, kit: Services
) -> None:
    cy, ada, ben = (service.player(name) for name in ("Cy", "Ada", "Ben"))
    hears = Listener(kit, cy)
    game = cy.new_game(spectator_delay=1)
    game.sit(ada, "allies")
    game.sit(ben, "axis")
    after = hears.after
    chance = random.Random(9)
    turns = 0
    while turns < 3:
        play(game, chance, 1)
        turns = kit.games.current(game.id).state.turn.number
    kit.recently_updated.catch_up()
    listed = kit.recently_updated.since(cy.id, 0)[0]
    play(game, chance, 1)
    kit.recently_updated.catch_up()
    # The lists by time tell a player nothing of what it may not know.
    assert kit.recently_updated.since(cy.id, 0)[0] == listed
    assert kit.recently_updated.since(ada.id, 0)[0][game.id] > listed[game.id]
    play(game, chance, 1)
    head = game.state(cy)["version"]
    assert head < version_of(game)
    hears.read_on(lambda: max(hears.versions(game), default=0) >= head)
    assert hears.versions(game) == set(range(1, head + 1))
    since = Cursor.read(after).since
    for moment in (since, since + OVERLAP, kit.recently_updated.since(cy.id, 0)[0][game.id]):
        page = cy.get(f"{PATH}?limit=1000&after={Cursor(moment, {}).text()}").get_json()
        versions = [one["event"]["version"] for one in page["items"]]
        assert versions == list(range(head + 1 - len(versions), head + 1))
    ben.post(game.commands, {"type": "resign"})
    hears.read_on(lambda: hears.has(game))


def test_only_what_we_gave_out_is_a_cursor(service: Service) -> None:
    ada = service.player("Ada")
    bad = ("x", "!", Cursor(0, {}).text()[:-2], Cursor(-1, {}).text(), Cursor(0, {"g": -1}).text())
    for after in bad:
        for headers in ({}, {"Accept": "text/event-stream"}):
            answer = ada.get(PATH, query_string={"after": after}, headers=headers)
            assert (answer.status_code, list(answer.get_json()["errors"])) == (422, ["/after"])


def test_a_stream_begins_with_its_place_and_ends_with_it(service: Service, kit: Services) -> None:
    ada, ben = service.player("Ada"), service.player("Ben")
    who = ada.account()
    assert who is not None
    stream = follow_all(kit, who, None, SSE, Slot(Rank.SEATED), heartbeat=PATIENCE)
    begin = next(stream)
    assert b"event: position\n" in begin
    assert b"\nid: " not in begin
    game = game_of(ada, ben)
    result = b"".join(next(stream) for _ in range(version_of(game)))
    ids = [line[4:] for line in result.split(b"\n") if line.startswith(b"id: ")]
    assert len(set(ids)) == len(ids) == version_of(game)
    threading.Timer(0.1, kit.live.close).start()
    *_, last = stream
    word = json.loads(last.partition(b"data: ")[2])
    assert word["control"] == "reconnect"
    assert Cursor.read(word["after"]).positions == {game.id: version_of(game)}
    for place, after in ((ids[2], 4), (ids[-1], version_of(game) + 1)):
        page = ada.get(f"{PATH}?limit=1000&after={place.decode()}").get_json()
        assert [one["event"]["version"] for one in page["items"]] == list(
            range(after, version_of(game) + 1)
        )
    assert running_game(service).id != game.id
