"""Following a game: the same bytes in every form, pages that wait, streams that are to end."""

import json
import random
import threading
from dataclasses import replace
from typing import Any

import pytest

from api.limits.stream_slots import Rank, Slot
from api.services import Services
from api.streams.encoders import ENCODERS, Encoder
from api.streams.following import Reader, follow
from events.live.hub import LiveHub
from events.log.chain import canonical
from tests.contract.service import LINES, STREAM, Game, Player, Service, running_game
from tests.fixtures import plays
from tests.support.waiting import PATIENCE, wait_until

SSE, NDJSON = ENCODERS["text/event-stream"], ENCODERS["application/x-ndjson"]
NEVER = 1_000_000


def play(game: Game, chance: random.Random, commands: int) -> None:
    games = next(iter(game.seats.values())).service.inside().game_service
    for _ in range(commands):
        state = games.repository.current(game.id).state
        if state.awaited is None:
            return
        games.submit(game.id, chance.choice(plays(state)))


def in_stream(result: bytes) -> list[bytes]:
    """The events of Server-Sent Events."""
    blocks = result.split(b"\n\n")
    return [b.partition(b"\ndata: ")[2] for b in blocks if b.startswith(b"id: ")]


def in_lines(result: bytes) -> list[bytes]:
    """The events of lines; what else there is has no type."""
    return [line for line in result.split(b"\n") if line and "type" in json.loads(line)]


def raw(viewer: Player, path: str, headers: dict[str, str] | None = None) -> bytes:
    """An answer that is too long to be held to the contract in no time."""
    token = {"Authorization": f"Bearer {viewer.token}"} if viewer.token else {}
    answer = viewer.service.app.test_client().get(path, headers=token | (headers or {}))
    assert answer.status_code == 200
    return answer.get_data()


def in_pages(viewer: Player, path: str, after: int | None = 0, limit: int = 333) -> list[bytes]:
    """The events of all pages."""
    found: list[bytes] = []
    while after is not None:
        body = raw(viewer, f"{path}?after={after}&limit={limit}")
        page = json.loads(body)
        texts = [canonical(item) for item in page["items"]]
        assert body.startswith(b'{"items":[%b],' % b",".join(texts))
        found, after = found + texts, page["next"]
    return found


def in_answer(game: Game, chance: random.Random) -> tuple[Player, list[bytes]]:
    """Somebody who does something, and the events that this is answered with."""
    player = game.awaited()
    assert player is not None
    listed = game.actions(player)
    command = chance.choice([one for one in listed["actions"] if one["type"] != "resign"])
    result = player.post(game.commands, command).get_data()
    kept = in_pages(player, f"{game.path}/events", listed["version"])
    version = listed["version"] + len(kept)
    assert result == b'{"version":%d,"events":[%b]}' % (version, b",".join(kept))
    return player, kept


def test_an_event_is_the_same_bytes_by_whatever_way_it_comes(service: Service) -> None:
    """Over whole random games, for both players, a player of both sides, and a spectator."""
    both = service.player("Cy")
    alone = both.new_game(edition="2004")
    for side in ("allies", "axis"):
        alone.sit(both, side)
    for game in (running_game(service, edition="2004"), alone):
        viewers = [*dict.fromkeys(player.id for player in game.seats.values()), ""]
        seated = {player.id: player for player in game.seats.values()}
        path, chance = f"{game.path}/events", random.Random(21)
        answered = [in_answer(game, chance) for _ in range(8)]
        for viewer in [seated.get(name, service.anonymous()) for name in viewers]:
            export = in_lines(raw(viewer, f"{game.path}/export"))
            assert export == in_pages(viewer, path)
        play(game, chance, NEVER)
        log = service.inside().games.events(game.id, 0)
        for viewer in [seated.get(name, service.anonymous()) for name in viewers]:
            seats = service.inside().games.current(game.id).state.seats_of(viewer.id)
            expected = [event.text_for(frozenset(seats)) for event in log]
            assert in_pages(viewer, path) == expected
            assert in_stream(raw(viewer, path, STREAM)) == expected
            assert in_lines(raw(viewer, path, LINES)) == expected
            names = {text for player, texts in answered if player is viewer for text in texts}
            assert names <= set(expected)


def test_lines_end_with_a_word_of_control_that_is_no_event(game: Game) -> None:
    ada = game.seats["allies"]
    ada.post(game.commands, {"type": "resign"})
    version = game.state(ada)["version"]
    for after in (0, 5, version):
        result = ada.get(f"{game.path}/events?after={after}", headers=LINES)
        assert result.mimetype == "application/x-ndjson"
        assert result.headers["Cache-Control"] == "no-store"
        first, *lines, last, rest = result.get_data().split(b"\n")
        assert (first, rest) == (b"", b"")
        assert [json.loads(line)["version"] for line in lines] == [*range(after + 1, version + 1)]
        assert json.loads(last) == {"control": "end", "version": version}
        ada.service.contract.fits(json.loads(last), "StreamEnd")
        for line in (*lines, last):
            kind = "StreamControl" if line == last else "Event"
            ada.service.contract.fits(json.loads(line), kind)
    header = LINES | {"Last-Event-ID": str(version - 1)}
    lines = in_lines(ada.get(f"{game.path}/events", headers=header).get_data())
    assert [json.loads(line)["version"] for line in lines] == [version]


@pytest.mark.parametrize("form", ENCODERS.values(), ids=lambda form: form.media_type)
def test_a_server_that_stops_tells_its_streams_where_to_go_on(game: Game, form: Encoder) -> None:
    kit = with_a_hub_of_its_own(game)
    stream = follow(kit, Reader(kit, game.id, 0, None), form, {}, Slot(Rank.ANONYMOUS), PATIENCE)
    seen = next(stream) + next(stream)
    kit.live.close()
    *_, last = stream
    after = game.state(game.seats["axis"])["version"]
    result = last.partition(b"data: ")[2] if form is SSE else last
    word = json.loads(result)
    assert (word["control"], word["after"]) == ("reconnect", after)
    game.seats["axis"].service.contract.fits(word, "StreamReconnect")
    if form is SSE:
        assert last.startswith(b"retry: %d\nevent: reconnect\n" % word["retry_ms"])
        assert b"\nid:" not in last
    assert len(in_stream(seen) if form is SSE else in_lines(seen)) == after


def with_a_hub_of_its_own(game: Game) -> Services:
    """The services with a subscription that a test may close."""
    kit = game.seats["axis"].service.inside()
    return replace(kit, live=LiveHub(kit.redis))


def asked_in_the_background(ask: Any) -> tuple[threading.Thread, list[Any]]:
    answers: list[Any] = []
    thread = threading.Thread(target=lambda: answers.append(ask()))
    thread.start()
    return thread, answers


def test_a_page_waits_for_what_comes(game: Game) -> None:
    ada, kit = game.seats["allies"], game.seats["allies"].service.inside()
    version = game.state(ada)["version"]
    before = kit.live.readers
    path = f"{game.path}/events?after={version}"
    wait = {"Prefer": "respond-async, wait=60"}
    thread, answers = asked_in_the_background(lambda: ada.get(path, headers=wait))
    wait_until(lambda: kit.live.readers > before, "it waits")
    play(game, random.Random(1), 1)
    thread.join(PATIENCE)
    assert answers[0].get_json() == ada.get(path).get_json()
    assert answers[0].get_json()["items"]
    assert answers[0].headers["Preference-Applied"] == "wait"
    again = ada.get(path, headers=wait)
    assert again.get_json() == answers[0].get_json()


def test_a_page_does_not_wait_in_vain(game: Game) -> None:
    ada = game.seats["allies"]
    path = f"{game.path}/events?after={game.state(ada)['version']}"
    for prefer in ("wait=0", "wait=soon", "respond-async", ""):
        answer = ada.get(path, headers={"Prefer": prefer})
        assert answer.get_json()["items"] == []
        assert "Preference-Applied" not in answer.headers
    waited = ada.get(path, headers={"Prefer": 'wait="1"; x=y'})
    assert (waited.get_json()["items"], waited.headers["Preference-Applied"]) == ([], "wait")
    known = ada.get(path, headers={"Prefer": "wait=1", "If-None-Match": waited.headers["ETag"]})
    assert (known.status_code, known.headers["Preference-Applied"]) == (304, "wait")
    ada.post(game.commands, {"type": "resign"})
    path = f"{game.path}/events?after={game.state(ada)['version']}"
    over = ada.get(path, headers={"Prefer": "wait=60"})
    assert over.get_json()["items"] == []


def test_pages_of_the_past_are_kept_and_others_are_asked_about(game: Game) -> None:
    ada, axis = game.seats.values()
    path, version = f"{game.path}/events", game.state(ada)["version"]
    assert "immutable" in ada.get(f"{path}?limit=5").headers["Cache-Control"]
    for query in ("", f"?limit={version}", f"?after={version}"):
        page = ada.get(path + query)
        assert "no-cache" in page.headers["Cache-Control"]
        tag = page.headers["ETag"]
        assert tag.startswith(f'"{version}.')
        for viewer, same in ((ada, True), (axis, False)):
            answer = viewer.get(path + query, headers={"If-None-Match": tag})
            assert (answer.status_code == 304) is same
    tags = [ada.get(f"{path}?after={after}").headers["ETag"] for after in range(4)]
    assert len(set(tags)) == 4
    play(game, random.Random(2), 1)
    answer = ada.get(path, headers={"If-None-Match": ada.get(path).headers["ETag"]})
    assert answer.status_code == 304
    assert ada.get(path, headers={"If-None-Match": tags[0]}).status_code == 200
    ada.post(game.commands, {"type": "resign"})
    assert "immutable" in ada.get(path).headers["Cache-Control"]
