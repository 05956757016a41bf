"""A game that has left Redis for the archive answers every request as it did before."""

import gzip
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from events.archive.archiver import Archive
from events.archive.files import ArchiveFiles
from events.clock import utc_now
from events.seals.key_folder import make_key
from events.store.archive_stub import stub_of
from events.store.keys import Keys
from tests.contract.service import STREAM, Game, Player, Service, running_game, serve

READS = (
    "",
    "/states/1",
    "/states/4",
    "/states/9",
    "/states/99999",
    "/actions",
    "/events",
    "/events?after=3&limit=4",
    "/events?after=9999",
    "/export",
    "/record",
    "/seal",
    "/match",
    "/invite",
)
FORMS: tuple[tuple[str, dict[str, str]], ...] = (
    ("/events", STREAM),
    ("/events?after=5", STREAM),
    ("/export", {"Accept": "application/gzip"}),
    ("/export", {"Accept-Encoding": "gzip"}),
    ("/record", {}),
)
COMMANDS: tuple[tuple[str, dict[str, Any], dict[str, str]], ...] = (
    ("/commands", {"type": "resign"}, {"Idempotency-Key": "last"}),
    ("/commands", {"type": "end_turn"}, {"Idempotency-Key": "last"}),
    ("/commands", {"type": "resign"}, {"Idempotency-Key": "new"}),
    ("/commands", {"type": "resign"}, {}),
    ("/commands", {"type": "resign"}, {"If-Match": '"3"'}),
    ("/commands", {"type": "end_turn"}, {}),
    ("/seats", {"side": "axis"}, {}),
    ("/seats", {"side": "axis"}, {"Idempotency-Key": "seat"}),
)


@pytest.fixture
def private() -> bool:
    """Whether the archived game is private."""
    return False


@pytest.fixture
def archived(
    private: bool, redis_url: str, tmp_path: Path
) -> Iterator[tuple[Service, Service, Game]]:
    """Two processes on the same data, and a game that is over; the second process has not met it.

    The game is still in Redis.
    """
    make_key(tmp_path / "keys")
    place = {"archive_url": str(tmp_path / "archive"), "signing_keys": tmp_path / "keys"}
    first, second = serve(redis_url, **place), serve(redis_url, **place)
    game = running_game(first, visibility="private" if private else "public")
    end = game.seats["axis"].post(
        game.commands, {"type": "resign"}, headers={"Idempotency-Key": "last"}
    )
    assert end.status_code == 201
    yield first, second, game
    first.close()
    second.close()


def all_answers(service: Service, game: Game) -> dict[Any, Any]:
    """Every answer about a game, to everyone who may ask."""
    tokens = {"nobody": None, **{side: one.token for side, one in game.seats.items()}}
    found: dict[Any, Any] = {}
    for name, token in tokens.items():
        viewer = Player(service, "", token)
        for path, headers in (*((path, {}) for path in READS), *FORMS):
            answer = viewer.get(game.path + path, headers=headers | {"X-Request-Id": "same"})
            found[name, path, str(headers)] = seen(answer)
            tag = answer.headers.get("ETag")
            if tag is not None:
                again = {**headers, "X-Request-Id": "same", "If-None-Match": tag}
                found[name, path, str(headers), "again"] = seen(
                    viewer.get(game.path + path, headers=again)
                )
        version = len(service.inside().games.events(game.id, 0))
        ended = STREAM | {"Last-Event-ID": str(version), "X-Request-Id": "same"}
        found[name, "ended"] = seen(viewer.get(f"{game.path}/events", headers=ended))
        for path, body, headers in COMMANDS:
            answer = viewer.post(game.path + path, body, headers=headers | {"X-Request-Id": "same"})
            found[name, path, str(body), str(headers)] = seen(answer)
    return found


def seen(answer: Any) -> tuple[int, dict[str, str], bytes]:
    headers = {name: value for name, value in answer.headers if name != "traceparent"}
    return answer.status_code, headers, answer.get_data()


@pytest.mark.parametrize("private", [False, True], ids=["public", "private"])
def test_every_answer_is_the_same_bytes(archived: tuple[Service, Service, Game]) -> None:
    first, second, game = archived
    before = all_answers(first, game)
    assert {answer[0] for answer in before.values()} >= {200, 201, 204, 304, 404, 409}
    settings, data = first.inside().settings, first.inside()
    files = ArchiveFiles.at(str(settings.archive_url))
    assert Archive(data.redis, Keys(), files, utc_now).archive(game.id)
    assert data.redis.exists(Keys().log(game.id)) == 0
    for service in (first, second):
        after = all_answers(service, game)
        for asked, answer in before.items():
            assert after[asked] == answer, asked
        assert after.keys() == before.keys()


def test_lists_know_nothing_of_the_move(archived: tuple[Service, Service, Game]) -> None:
    first, _, game = archived
    ann = game.seats["allies"]
    before = ann.get("/v1/games").get_data()
    data = first.inside()
    files = ArchiveFiles.at(str(data.settings.archive_url))
    Archive(data.redis, Keys(), files, utc_now).archive(game.id)
    assert ann.get("/v1/games").get_data() == before


REFUSED = ("", "/events", "/states/3", "/board.svg", "/record", "/timeline", "/export", "/seal")


def moved(service: Service, game: Game) -> Path:
    """Move a game into the archive; returns its file there."""
    data = service.inside()
    place = str(data.settings.archive_url)
    assert Archive(data.redis, Keys(), ArchiveFiles.at(place), utc_now).archive(game.id)
    stub = stub_of(data.redis.get(Keys().closed(game.id)))
    assert stub is not None
    return Path(place) / stub.path


def refusals(service: Service, game: Game) -> set[tuple[int, str]]:
    """The status and code of every answer about a game, to one of its players."""
    viewer = Player(service, "", game.seats["axis"].token)
    answers = [viewer.get(game.path + path) for path in REFUSED]
    answers.append(viewer.get(f"{game.path}/events", headers=STREAM))
    answers.append(viewer.post(game.commands, {"type": "resign"}))
    return {(answer.status_code, answer.get_json()["code"]) for answer in answers}


def test_an_archive_out_of_reach_is_distinguished_from_a_store_out_of_reach(
    archived: tuple[Service, Service, Game], redis_url: str, tmp_path: Path
) -> None:
    first, _, game = archived
    moved(first, game)
    away = serve(redis_url, archive_url=str(tmp_path / "elsewhere"))
    try:
        assert refusals(away, game) == {(503, "archive_unavailable")}
    finally:
        away.close()


DAMAGES: dict[str, Callable[[Path], object]] = {
    "missing": lambda file: file.unlink(),
    "cut short": lambda file: file.write_bytes(file.read_bytes()[:-20]),
    "a bit flipped": lambda file: file.write_bytes(
        file.read_bytes()[:100] + bytes([file.read_bytes()[100] ^ 4]) + file.read_bytes()[101:]
    ),
    "the file of another": lambda file: file.write_bytes(gzip.compress(b"{}\n")),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_file_that_cannot_be_read_is_reported_and_other_games_go_on(
    archived: tuple[Service, Service, Game],
    damage: Callable[[Path], object],
    caplog: pytest.LogCaptureFixture,
) -> None:
    first, second, game = archived
    file = moved(first, game)
    (file.parent / "another file of the archive").write_bytes(b"")
    damage(file)
    assert refusals(second, game) == {(503, "archive_damaged")}
    assert file.name in caplog.text
    other = running_game(second)
    assert other.seats["allies"].get(other.path).status_code == 200
