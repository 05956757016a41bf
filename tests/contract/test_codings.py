"""Compressed answers, and the tags that come with them."""

import gzip
from collections.abc import Callable

from flask_compress.compat import compression
from werkzeug.test import TestResponse

from api.middleware.compression import MIN_BYTES
from tests.contract.service import STREAM, Game, Player, Service
from tests.support.each import each

UNPACKED: dict[str, Callable[[bytes], bytes]] = {
    "identity": bytes,
    "gzip": gzip.decompress,
    "zstd": compression.zstd.decompress,
}


def get(player: Player, path: str, accepted: str, **headers: str) -> TestResponse:
    """As a client asks that takes codings; ``Service.ask`` judges plain bodies alone."""
    asked = {"Accept-Encoding": accepted, "Authorization": f"Bearer {player.token}", **headers}
    return player.service.app.test_client().get(path, headers=asked)


@each(
    "accepted, coding",
    [
        ("gzip", "gzip"),
        ("zstd", "zstd"),
        ("gzip, deflate, br, zstd", "zstd"),
        ("gzip;q=1.0, zstd;q=0.5", "gzip"),
        ("*", "zstd"),
        ("br", "identity"),
        ("identity, gzip;q=0.5", "identity"),
        ("gzip;q=0", "identity"),
        ("zstd;q=0, *;q=0.5", "identity"),
        ("*;q=0", "identity"),
        (";;q", "identity"),
        ("", "identity"),
    ],
)
def test_a_client_gets_the_coding_that_it_likes_best(
    game: Game, accepted: str, coding: str
) -> None:
    ada = game.seats["allies"]
    plain, coded = get(ada, game.path, ""), get(ada, game.path, accepted)
    assert coded.headers.get("Content-Encoding", "identity") == coding
    assert UNPACKED[coding](coded.get_data()) == plain.get_data()
    assert int(coded.headers["Content-Length"]) == len(coded.get_data())
    assert coded.headers["Vary"] == plain.headers["Vary"]
    assert {"Authorization", "Accept", "Accept-Encoding"} <= set(coded.vary)


@each("coding", UNPACKED)
@each("back", UNPACKED)
def test_a_tag_is_good_for_every_coding_and_for_commands(
    game: Game, coding: str, back: str
) -> None:
    player = game.awaited()
    assert player is not None
    full = get(player, game.path, coding)
    tag = full.headers["ETag"]
    assert tag.startswith("W/") is (coding != "identity")
    known = get(player, game.path, back, **{"If-None-Match": tag})
    assert (known.status_code, known.headers["ETag"]) == (304, tag)
    assert known.headers["Vary"] == full.headers["Vary"]
    command = {**game.actions(player)["actions"][0]}
    done = player.post(game.commands, command, headers={"If-Match": tag})
    assert done.status_code == 201
    again = player.post(game.commands, command, headers={"If-Match": tag})
    assert again.status_code == 412
    assert get(player, game.path, back, **{"If-None-Match": tag}).status_code == 200


def test_what_streams_and_what_is_tiny_is_sent_as_it_is(game: Game) -> None:
    ada = game.seats["allies"]
    path = f"{game.path}/events"
    with ada.service.app.test_client() as client:
        headers = {**STREAM, "Accept-Encoding": "gzip, zstd"}
        stream = client.get(path, headers=headers, buffered=False)
        assert "Content-Encoding" not in stream.headers
        stream.close()
    for path in ("/v1/players/me", "/healthz"):
        tiny = get(ada, path, "gzip, zstd")
        assert len(tiny.get_data()) < MIN_BYTES
        assert "Content-Encoding" not in tiny.headers
        assert "Accept-Encoding" in tiny.headers["Vary"]


@each("path", ["/openapi.yaml", "/docs", "/verifier.py", "/v1/catalog"])
def test_tables_and_pages_come_compressed_and_are_the_same_every_time(
    service: Service, path: str
) -> None:
    anonymous = service.anonymous()
    plain = get(anonymous, path, "")
    for _ in range(2):
        coded = get(anonymous, path, "zstd")
        assert len(coded.get_data()) < len(plain.get_data()) / 2
        assert UNPACKED["zstd"](coded.get_data()) == plain.get_data()


def test_a_head_says_what_a_get_would(game: Game) -> None:
    ada = game.seats["allies"]
    got = get(ada, game.path, "gzip")
    asked = {"Accept-Encoding": "gzip", "Authorization": f"Bearer {ada.token}"}
    head = ada.service.app.test_client().head(game.path, headers=asked)
    for name in ("ETag", "Vary", "Content-Encoding", "Content-Length"):
        assert head.headers[name] == got.headers[name], name
