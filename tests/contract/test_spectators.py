"""Spectators that are some turns behind: what they see, and that nothing tells them more."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from werkzeug.test import TestResponse

from api.limits.stream_slots import Rank, Slot
from api.streams.encoders import ENCODERS
from api.streams.following import Reader, follow
from api.streams.heartbeat import HEARTBEAT_SECONDS
from domain.commands import ChooseCard, Decline, EndMoves, EndOrders, EndTurn, TakeBack
from domain.values import Seat
from events.log.stored_event import StoredEvent
from tests.contract.delayed import FakeLive, masked
from tests.contract.service import SCENARIO, Game, Player, Service
from tests.fixtures import Clock, plays
from tests.support.each import each

COMMANDS = 36
ENDING = (EndTurn, EndOrders, EndMoves, Decline, ChooseCard)
SAME = {"X-Request-Id": "same"}


def watched_game(service: Service, delay: int, **params: Any) -> tuple[Game, dict[str, Player]]:
    """A game that has just begun, and all who hold no seat at it: its creator too."""
    creator, ada, ben = (service.player(name) for name in ("Cy", "Ada", "Ben"))
    game = creator.new_game(spectator_delay=delay, **params)
    game.sit(ada, "allies")
    game.sit(ben, "axis")
    return game, {
        "creator": creator,
        "stranger": service.player("Dee"),
        "nobody": service.anonymous(),
    }


def head_of(log: list[StoredEvent], delay: int) -> int:
    """Where a spectator is to be, found out from all events: where the turn began that is so many
    turns back, or where play began."""
    kinds = {event.type for event in log}
    if not delay or "game_started" not in kinds or "game_finished" in kinds:
        return len(log)
    game = [event.version for event in log if event.type in ("turn_started", "air_drop_demanded")]
    turns = [event.version for event in log if event.type == "turn_started"]
    return turns[-1 - delay] if len(turns) > delay else game[0]


def log_of(game: Game) -> list[StoredEvent]:
    return game.seats["allies"].service.inside().games.events(game.id, 0)


def play(game: Game, chance: random.Random, *, soon: bool = False) -> None:
    """A random command other than resigning; ``soon`` one that ends the turn, where one does, so
    that many turns are seen."""
    games = game.seats["allies"].service.inside().game_service
    options = plays(games.repository.current(game.id).state)
    ending = [one for one in options if isinstance(one, ENDING)]
    games.submit(game.id, chance.choice(ending if soon and ending else options))


@each("delay, scenario", [(1, "sainte_mere_eglise"), (2, SCENARIO), (10, SCENARIO)])
def test_who_holds_no_seat_sees_the_game_as_it_was_some_turns_ago(
    service: Service, delay: int, scenario: str
) -> None:
    game, viewers = watched_game(service, delay, scenario=scenario)
    chance = random.Random(delay)
    heads, wanted = set[int](), 1 if delay == 10 else 3
    # Whatever was dealt: the hands decide how many commands a turn takes.
    for number in range(10 * COMMANDS):
        if number >= COMMANDS and len(heads) > wanted:
            break
        log = log_of(game)
        head = head_of(log, delay)
        if head not in heads:
            for viewer in viewers.values():
                check_head(game, viewer, head)
            assert log[head - 1].last
            assert game.state(game.seats["axis"])["version"] == len(log)
        heads.add(head)
        play(game, chance, soon=True)
    assert len(heads) > wanted
    game.seats["axis"].post(game.commands, {"type": "resign"})
    for viewer in viewers.values():
        check_head(game, viewer, len(log_of(game)))


def test_what_a_spectator_has_seen_stays_seen_when_the_game_is_taken_back(
    service: Service,
) -> None:
    """A player of both sides takes whole turns back: nobody sees more for it, nor less."""
    cy, ada = service.player("Cy"), service.player("Ada")
    game, games = cy.new_game(spectator_delay=1), service.inside().games
    for side in ("allies", "axis"):
        game.sit(ada, side)
    chance = random.Random(1)
    turns = heads = 0
    for _ in range(COMMANDS):
        play(game, chance, soon=True)
        log = log_of(game)
        started = [one for one in log if one.type == "turn_started"]
        turn = games.current(game.id).state.turn.number
        head = game.state(cy)["version"]
        assert head >= heads
        assert head in [one.version for one in started]
        if turn > 1 and head > heads:
            assert log[head - 1].data["turn"] <= turn - 1
        if turn > turns > 2:
            service.inside().game_service.submit(
                game.id, TakeBack(Seat.ALLIES, started[-3].version)
            )
            assert game.state(cy)["version"] == head
            turn = 0
        turns, heads = turn, head
    assert len({one.data["turn"] for one in log_of(game) if one.type == "turn_started"}) > 3
    assert any(one.type == "taken_back" for one in log_of(game))


def check_head(game: Game, viewer: Player, head: int) -> None:
    now, then = viewer.get(game.path), viewer.get(f"{game.path}/states/{head}")
    assert now.get_json()["version"] == head
    assert (now.get_data(), now.headers["ETag"]) == (then.get_data(), then.headers["ETag"])
    assert viewer.get(f"{game.path}/states/{head + 1}").status_code == 404
    assert viewer.get(f"{game.path}/events?after={head}").get_json()["version"] == head


def test_nothing_that_a_spectator_gets_depends_on_what_it_may_not_know(service: Service) -> None:
    """The game at a spectator's head, and gone on from there: every answer is the same to the
    byte, as long as the head is."""
    delay, chance = 1, random.Random(5)
    game, viewers = watched_game(service, delay)
    seen: dict[str, dict[str, Any]] = {}
    head = compared = 0
    for _ in range(COMMANDS // 3):
        reached = head_of(log_of(game), delay)
        values = {name: everything(game, viewer, reached) for name, viewer in viewers.items()}
        for name in values if reached == head else ():
            differing = [what for what in values[name] if values[name][what] != seen[name][what]]
            assert differing == [], name
            compared += len(values[name])
        seen, head = values, reached
        for _ in range(4):
            play(game, chance)
    assert compared > 500
    assert head > min(one.version for one in log_of(game) if one.type == "turn_started")


def everything(game: Game, viewer: Player, head: int) -> dict[str, Any]:
    """Every answer about a game that a viewer can get, by what was asked."""
    values: dict[str, Any] = {}

    def ask(method: str, path: str, json: object = None, **headers: str) -> None:
        headers = {name.replace("_", "-"): value for name, value in headers.items()} | SAME
        if viewer.token:
            headers["Authorization"] = f"Bearer {viewer.token}"
        client = viewer.service.app.test_client()
        answer = client.open(path, method=method, headers=headers, json=json)
        values[f"{method} {path} {json} {headers}"] = told_of(answer)

    player = game.seats["allies"].id
    paths = ("", "/actions", "/seal", "/match", "/export", "/record", "/invite", "/mainline")
    told_more = ("/decisions", "/events?line=main&limit=1000", "/diff?from=1", "/patches?limit=500")
    told_more += ("/luck", "/luck.svg", f"/luck.svg?version={head + 1}")
    for path in (*paths, "/events?limit=1000", *told_more):
        ask("GET", game.path + path)
        ask("HEAD", game.path + path)
    for path in (f"games?player={player}", "games?status=active", f"players/{player}/results"):
        ask("GET", f"/v1/{path}")
    for version in (head - 1, head, head + 1, head + 3, head + 40):
        tag = f'"{version}"'
        ask("GET", f"{game.path}/states/{version}")
        ask("GET", f"{game.path}/events?after={version}")
        ask("GET", f"{game.path}/diff?from=1&to={version}")
        ask("GET", f"{game.path}/decisions?before={version}&limit=2")
        ask("GET", f"{game.path}/patches?after={version}")
        ask("GET", f"{game.path}/mainline?version={version}")
        ask("GET", f"{game.path}/states/{version}?as=reviewer")
        ask("GET", game.path, If_None_Match=tag)
        ask("POST", f"{game.path}/seats", {"side": "axis"}, If_Match=tag)
        ask("POST", f"{game.path}/seats", {"side": "axis", "validate_only": True}, If_Match=tag)
        ask("POST", game.commands, {"type": "end_turn"}, If_Match=tag)
        for form in ENCODERS:
            ask("GET", f"{game.path}/events?after={head + version}", Accept=form)
    ask("POST", f"{game.path}/seats", {"side": "axis"})
    ask("POST", f"{game.path}/rematch")
    ask("POST", f"{game.path}/undo", {"to_version": head})
    return values | {form: list(so_far(game, viewer, form)) for form in ENCODERS}


def told_of(answer: TestResponse) -> tuple[Any, ...]:
    """An answer, but for what counts the time and the caller's own requests."""
    of_their_own = ("date", "ratelimit", "traceparent")
    headers = {n: value for n, value in answer.headers.items() if n.lower() not in of_their_own}
    return answer.status_code, headers, answer.get_data()


def so_far(game: Game, viewer: Player, kind: str) -> Iterator[bytes]:
    """What a stream brings until its first heartbeat."""
    kit, form = viewer.service.inside(), ENCODERS[kind]
    kit = replace(kit, live=FakeLive(game.id, Clock(), [], HEARTBEAT_SECONDS))
    reader = Reader(kit, game.id, 0, viewer.account())
    yield from map(masked, follow(kit, reader, form, {}, Slot(Rank.ANONYMOUS)))


def test_a_list_shows_each_viewer_what_it_may_know(service: Service) -> None:
    game, viewers = watched_game(service, 1)
    chance = random.Random(3)
    for _ in range(12):
        play(game, chance, soon=True)
    head = head_of(log_of(game), 1)
    newest = game.state(game.seats["allies"])
    assert head < newest["version"]
    for viewer, version in (
        *((viewer, head) for viewer in viewers.values()),
        *((player, newest["version"]) for player in game.seats.values()),
    ):
        listed = viewer.get(f"/v1/games?player={game.seats['allies'].id}").get_json()["items"]
        state = viewer.get(game.path).get_json()
        assert [one["version"] for one in listed] == [version]
        assert listed[0]["turn"] == state["turn"]
        assert listed[0]["awaiting"] == state["awaiting"]["seat"]
        assert listed[0]["spectator_delay"] == 1


def test_a_delay_is_whole_turns_from_none_to_ten(service: Service) -> None:
    ada = service.player()
    assert ada.new_game().path
    for delay in (-1, 11, 1.5, "1", True, None):
        params = {"scenario": "pegasus_bridge", "edition": "2025", "spectator_delay": delay}
        answer = ada.post("/v1/games", params)
        assert answer.status_code == 422
        assert list(answer.get_json()["errors"]) == ["/spectator_delay"]


def test_the_second_game_of_a_match_has_the_delay_of_the_first(service: Service) -> None:
    game, _ = watched_game(service, 3)
    ada = game.seats["allies"]
    ada.post(game.commands, {"type": "resign"})
    second = ada.post(f"{game.path}/rematch").get_json()
    assert second["spectator_delay"] == 3
