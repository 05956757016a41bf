"""The past: every state and every event, to each viewer as they were."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs
from redis import Redis

from api.limits.stream_slots import Rank, Slot
from api.services import Services
from api.streams.encoders import ServerSentEvents
from api.streams.following import Reader, follow
from events.live.hub import Inbox, LiveHub
from tests.contract.service import STREAM, Game, Player, Service

LINES = b"\n\n"


def events_of(stream: bytes) -> list[tuple[int, bytes]]:
    """The game events of a stream: version and data."""
    found = []
    for block in stream.split(LINES):
        lines = dict(line.split(b": ", 1) for line in block.split(b"\n") if b": " in line)
        if b"id" in lines:
            found.append((int(lines[b"id"]), lines[b"data"]))
    return found


def ends(stream: bytes) -> bool:
    return stream.split(LINES)[-2].startswith(b"event: end\n")


def whole_game(service: Service) -> tuple[Game, dict[str, Player], dict[tuple[str, int], Any]]:
    """A game played to its end, its viewers, and what each was shown at each version."""
    ada, ben, cy = (service.player(name) for name in ("Ada", "Ben", "Cy"))
    viewers = {"allies": ada, "axis": ben, "spectator": cy, "nobody": service.anonymous()}
    game = ada.new_game(edition="2004")
    seen: dict[tuple[str, int], Any] = {}

    def look() -> None:
        for name, viewer in viewers.items():
            answer = viewer.get(game.path)
            seen[name, answer.get_json()["version"]] = (
                answer.headers["ETag"],
                answer.get_data(),
            )

    chance = random.Random(7)
    look()
    game.sit(ada, "allies")
    look()
    game.sit(ben, "axis")
    look()
    for _ in range(60):
        assert game.step(chance)
        look()
    ben.post(game.commands, {"type": "resign"})
    look()
    return game, viewers, seen


def test_the_past_stays_as_each_viewer_saw_it(service: Service) -> None:
    game, viewers, seen = whole_game(service)
    for (name, version), (tag, body) in seen.items():
        then = viewers[name].get(f"{game.path}/states/{version}")
        assert (then.headers["ETag"], then.get_data()) == (tag, body), (name, version)
    upto = max(version for _, version in seen)
    for viewer in viewers.values():
        for version in range(1, upto + 1):
            state = viewer.get(f"{game.path}/states/{version}").get_json()
            assert state["version"] == version
    check_streams(game, viewers, upto)


def check_streams(game: Game, viewers: dict[str, Player], upto: int) -> None:
    """Stream and pages hold the same bytes for each viewer, from wherever one begins."""
    path = f"{game.path}/events"
    for viewer in viewers.values():
        page = viewer.get(f"{path}?limit=1000").get_data()
        stream = viewer.get(path, headers=STREAM).get_data()
        assert ends(stream)
        events = events_of(stream)
        assert [version for version, _ in events] == list(range(1, upto + 1))
        items = b",".join(data for _, data in events)
        assert page == b'{"items":[%b],"next":null,"version":%d}' % (items, upto)
        for _, data in events:
            viewer.service.contract.fits(json.loads(data), "Event")
        for after in (0, 5, upto - 1, upto):
            by_query = viewer.get(f"{path}?after={after}", headers=STREAM).get_data()
            headers = {**STREAM, "Last-Event-ID": str(after)}
            by_header = viewer.get(f"{path}?after=3", headers=headers)
            if after == upto:
                assert (by_header.status_code, by_header.get_data()) == (204, b"")
            else:
                assert by_header.get_data() == by_query
            assert events_of(by_query) == events[after:]
            assert ends(by_query)


def test_a_stream_from_beyond_the_last_event_is_refused(game: Game) -> None:
    ada = game.seats["allies"]
    version = game.state(ada)["version"]
    for query, headers in (
        (f"?after={version + 1}", STREAM),
        ("", {**STREAM, "Last-Event-ID": str(version + 1)}),
    ):
        answer = ada.get(f"{game.path}/events{query}", headers=headers)
        assert (answer.status_code, answer.get_json()["version"]) == (422, version)


def stream_of(kit: Services, game: Game, **more: Any) -> Iterator[bytes]:
    """A spectator's stream, from the first event on."""
    return follow(
        kit, Reader(kit, game.id, 0, None), ServerSentEvents(), {}, Slot(Rank.ANONYMOUS), **more
    )


def test_a_stream_reads_on_when_nobody_tells_it_of_news(game: Game) -> None:
    kit = game.seats["allies"].service.inside()
    deaf = replace(kit, live=LiveHub(Redis(unix_socket_path="/nowhere")))
    stream = stream_of(deaf, game, heartbeat=0.05)
    seen = len(events_of(next(stream) + next(stream)))
    assert seen == game.state(game.seats["allies"])["version"]
    assert game.step(random.Random(1))
    parts = iter(lambda: next(stream), b"")
    news = next(part for part in parts if not part.startswith(b":"))
    assert min(version for version, _ in events_of(news)) == seen + 1
    deaf.live.close()


class Told(LiveHub):
    """A subscription that hears only what a test puts in."""

    def __init__(self) -> None:
        super().__init__(Redis(unix_socket_path="/nowhere"))
        self.inbox = Inbox()

    @contextmanager
    def listen(self, game: str) -> Iterator[Inbox]:
        yield self.inbox


@pytest.mark.parametrize("further", [0, 1], ids=["at the head", "behind the head"])
def test_a_stream_does_not_show_what_was_published_and_lost(game: Game, further: int) -> None:
    """As by a server that another has replaced already: its events have lost their place."""
    kit, chance = game.seats["allies"].service.inside(), random.Random(1)
    hub = Told()
    stream = stream_of(replace(kit, live=hub), game)
    seen = len(events_of(next(stream) + next(stream)))
    assert game.step(chance)
    published = kit.games.events(game.id, seen)
    for _ in range(further):
        assert game.step(chance)
    hub.inbox.put(tuple(structs.replace(event, hash="ab" * 32) for event in published))
    kept = [event.hash for event in kit.games.events(game.id, seen)]
    assert [json.loads(data)["hash"] for _, data in events_of(next(stream))] == kept


def test_a_command_answers_with_the_events_that_history_keeps(game: Game) -> None:
    chance = random.Random(9)
    for _ in range(25):
        player = game.awaited()
        assert player is not None
        listed = game.actions(player)
        command = chance.choice([a for a in listed["actions"] if a["type"] != "resign"])
        done = player.post(game.commands, command).get_json()
        kept = player.get(f"{game.path}/events?after={listed['version']}").get_json()
        assert done == {"version": kept["items"][-1]["version"], "events": kept["items"]}


def test_every_listed_action_is_well_formed_and_the_awaited_seat_has_one(game: Game) -> None:
    chance = random.Random(13)
    for _ in range(40):
        listed = {side: game.actions(player) for side, player in game.seats.items()}
        seat = listed["allies"]["awaiting"]["seat"]
        assert listed["axis"]["awaiting"] == listed["allies"]["awaiting"]
        for side, actions in listed.items():
            kinds = [a["type"] for a in actions["actions"]]
            assert kinds[-1] == "resign"
            assert (len(kinds) > 1) is (side == seat)
            texts = [json.dumps(action, sort_keys=True) for action in actions["actions"]]
            assert len(set(texts)) == len(texts)
        game.step(chance)
