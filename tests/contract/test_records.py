"""Games in writing, as clients meet them."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deploy.redis_server import RedisServer
from domain.notation import read
from events.seals.key_folder import make_key
from tests.contract.service import Game, Player, Service, running_game, serve
from tests.contract.test_transfer import IMPORTS, bring, export, finish
from tests.support.each import each

TEXT = "text/vnd.afteraction.record"


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis server of another service."""
    with RedisServer(tmp_path_factory.mktemp("elsewhere")) as server:
        yield server.url


@pytest.fixture(scope="module")
def other(elsewhere: str) -> Iterator[Service]:
    """Another service."""
    service = serve(elsewhere)
    yield service
    service.close()


def record(player: Player, game: Game, **headers: str) -> Any:
    return player.get(f"{game.path}/record", headers=headers)


def dealt(text: str, side: str) -> list[str]:
    """What a record says of a first hand."""
    found = re.search(rf"{side} hold ([a-z0-9_ ]+)", text)
    assert found
    return sorted(found[1].split())


def hand(game: Game, player: Player, side: str) -> list[str]:
    return sorted(game.state(player)["hands"][side]["cards"])


def test_who_plays_reads_what_it_may_know(service: Service, game: Game) -> None:
    ann, bob = game.seats["allies"], game.seats["axis"]
    mine, hers, public = (record(one, game) for one in (ann, bob, service.anonymous()))
    assert mine.content_type == "text/plain; charset=utf-8"
    texts = [one.get_data(as_text=True) for one in (mine, hers, public)]
    views = [read(text).header("View") for text in texts]
    assert views == ["allies", "axis", "spectator"]
    assert [dealt(text, "allies") == hand(game, ann, "allies") for text in texts] == [1, 0, 0]
    assert [dealt(text, "axis") == hand(game, bob, "axis") for text in texts] == [0, 1, 0]
    assert {dealt(texts[2], side)[1] for side in ("allies", "axis")} == {"cards"}
    assert all("[Seed" not in text and "[Head" not in text for text in texts)


def test_a_record_is_known_by_its_tag(service: Service, game: Game) -> None:
    ann, bob = game.seats["allies"], game.seats["axis"]
    first = record(ann, game)
    tag = first.headers["ETag"]
    assert "no-cache" in first.headers["Cache-Control"]
    assert {"Authorization", "Accept"} <= set(re.split(", *", first.headers["Vary"]))
    assert record(ann, game, **{"If-None-Match": tag}).status_code == 304
    assert record(bob, game, **{"If-None-Match": tag}).status_code == 200
    assert export(ann, game).headers["ETag"] != tag
    finish(game)
    assert record(ann, game, **{"If-None-Match": tag}).status_code == 200


def test_a_sealed_game_s_record_never_changes_and_comes_out_with_its_seal(
    redis_url: str, elsewhere: str, tmp_path: Path
) -> None:
    make_key(tmp_path / "keys")
    sealing = serve(redis_url, signing_keys=tmp_path / "keys")
    try:
        game = finish(running_game(sealing))
        answer = record(sealing.anonymous(), game)
        assert "immutable" in answer.headers["Cache-Control"]
        again = bring(game.seats["allies"], answer.get_data(), TEXT)
        assert again.status_code == 200
        trusting = serve(elsewhere, signing_keys=tmp_path / "keys")
        done = bring(trusting.player("Cy"), answer.get_data(), TEXT)
        assert done.get_json()["imported"]["vouched_by"] == "seal"
        there, here = (export(one.anonymous(), game).get_data() for one in (trusting, sealing))
        assert there == here
        trusting.close()
    finally:
        sealing.close()


@pytest.mark.parametrize("packed", [False, True])
def test_a_game_goes_elsewhere_in_writing_and_comes_out_the_same(
    service: Service, other: Service, packed: bool
) -> None:
    game = finish(running_game(service))
    text = record(service.anonymous(), game).get_data()
    cy = other.player("Cy")
    done = bring(cy, gzip.compress(text) if packed else text, f"{TEXT}; charset=UTF-8")
    assert (done.status_code, done.headers["Location"]) == (201, game.path)
    assert done.get_json()["imported"]["vouched_by"] == "rules"
    assert export(cy, game).get_data() == export(service.anonymous(), game).get_data()
    assert record(cy, game).get_data() == text
    assert bring(cy, text, TEXT).status_code == 200


def test_a_changed_record_is_refused_where_it_was_changed(service: Service, game: Game) -> None:
    finish(game)
    text = record(service.anonymous(), game).get_data(as_text=True)
    changed = text.replace("allies win by resignation", "axis win by resignation")
    lines = text.splitlines()
    number = next(n for n, line in enumerate(lines, start=1) if " win by " in line)
    refused = bring(service.player(), changed.encode(), TEXT)
    assert refused.status_code == 422
    assert refused.get_json()["code"] == "import_refused"
    assert f"line {number}, column" in refused.get_json()["reason"]


@each(
    "data, kind, status",
    [
        (b"\xff\xfe", TEXT, 400),
        (b"", TEXT, 422),
        (b"1. allies", TEXT, 422),
        (b"", f"{TEXT}; charset=utf-16", 415),
        (bytes(4 * 1024 * 1024 + 1), TEXT, 413),
        (gzip.compress(bytes(33 * 1024 * 1024), 1), TEXT, 413),
    ],
)
def test_texts_that_are_no_records_are_refused(
    service: Service, data: bytes, kind: str, status: int
) -> None:
    assert service.player().post(IMPORTS, data=data, content_type=kind).status_code == status


def test_what_was_seen_of_a_running_game_is_not_brought_in(service: Service, game: Game) -> None:
    refused = bring(service.player(), record(game.seats["axis"], game).get_data(), TEXT)
    assert refused.status_code == 422
    assert "only a record of everything ('all') can be replayed" in refused.get_json()["reason"]


def say(player: Player, game: Game, **params: Any) -> None:
    """Write something beside a game."""
    answer = player.post(f"{game.path}/annotations", {"visibility": "public"} | params)
    assert answer.status_code == 201, answer.get_data()


def test_what_was_said_in_public_stands_in_it_on_request_alone(service: Service) -> None:
    game = running_game(service)
    ann, bob, eve = *game.seats.values(), service.player("Eve")
    arrow = {"start": [2, 4], "end": [3, 4], "color": "red"}
    say(ann, game, version=1, text="A {long} day.")
    say(bob, game, version=4, last_version=6, text="So be it.", sign="?!", arrows=[arrow])
    say(bob, game, version=4, text="Mine alone.", visibility="private")
    say(ann, game, version=5, text="Ours.", visibility="opponent")
    say(eve, game, version=5, sign="!", hexes=[{"hex": [4, 3]}])
    path = f"{game.path}/record?comments=true"
    assert comments(ann, path) == ["A {long} day."]
    assert comments(bob, path) == ["?! So be it. (versions 4 to 6, C5-D5 red)"]
    assert comments(eve, path) == ["! (E4 green)"]
    assert comments(service.anonymous(), path) == []
    finish(game)
    everything = ["A {long} day.", "?! So be it. (versions 4 to 6, C5-D5 red) ! (E4 green)"]
    for viewer in (ann, bob, eve, service.anonymous()):
        assert sorted(" ".join(comments(viewer, path)).split()) == sorted(
            " ".join(everything).split()
        )
        assert comments(viewer, f"{game.path}/record") == []
    assert comments(ann, f"{path}&as=axis")[0] == "A {long} day."


def comments(viewer: Player, path: str) -> list[str]:
    """What is said in a record, in order."""
    output = read(viewer.get(path).get_data(as_text=True))
    return [text for text in (output.comment, *(step.comment for step in output.steps)) if text]


def test_a_record_with_comments_is_the_same_game_and_changes_with_them(
    service: Service, other: Service
) -> None:
    game = running_game(service)
    finish(game)
    ann, path = game.seats["allies"], f"{game.path}/record?comments=true"
    silent = ann.get(path)
    say(ann, game, version=3, text="Why not?")
    result = ann.get(path)
    assert silent.headers["ETag"] != result.headers["ETag"]
    assert "no-cache" in result.headers["Cache-Control"]
    assert ann.get(path, headers={"If-None-Match": result.headers["ETag"]}).status_code == 304
    again = bring(ann, result.get_data(), TEXT)
    assert (again.status_code, again.get_json()["id"]) == (200, game.id)
    away = other.player("Zoe")
    assert bring(away, result.get_data(), TEXT).status_code == 201
    there, here = (one.get(f"{game.path}/export").get_data() for one in (away, ann))
    assert there == here
