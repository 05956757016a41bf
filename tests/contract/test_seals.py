"""Seals as clients meet them: the keys, a finished game's seal, and what is said without one."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.seals.key_folder import make_key, rotate
from events.seals.signing import check
from tests.chain.verifier import first_bad
from tests.contract.service import Game, Service, running_game, serve

KEYS = "/.well-known/afteraction-keys.json"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a key."""
    make_key(tmp_path / "keys")
    return tmp_path / "keys"


@pytest.fixture
def sealing(redis_url: str, folder: Path) -> Iterator[Service]:
    """The service with a key to sign with."""
    service = serve(redis_url, signing_keys=folder)
    yield service
    service.close()


def finish(game: Game) -> None:
    done = game.seats["axis"].post(game.commands, {"type": "resign"})
    assert done.status_code == 201


def test_a_finished_game_is_proven_by_its_seal_and_its_events(sealing: Service) -> None:
    game = running_game(sealing)
    finish(game)
    anonymous = sealing.anonymous()
    seal = anonymous.get(f"{game.path}/seal").get_json()
    keys = anonymous.get(KEYS).get_json()
    held = check(seal, keys)
    events = anonymous.get(f"{game.path}/events?limit=1000").get_json()["items"]
    assert held.game == game.id
    assert first_bad(events, held.version, held.head) is None
    assert held.at == events[-1]["at"]


def test_a_game_that_runs_has_no_seal_yet(sealing: Service) -> None:
    game = running_game(sealing)
    refused = game.seats["axis"].get(f"{game.path}/seal")
    assert refused.status_code == 404
    assert "not over" in refused.get_json()["detail"]


def test_a_game_that_finished_without_a_key_says_so(service: Service, sealing: Service) -> None:
    game = running_game(service)
    finish(game)
    for one in (service, sealing):
        refused = one.anonymous().get(f"{game.path}/seal")
        assert refused.status_code == 404
        assert "no signing key" in refused.get_json()["detail"]
    assert service.anonymous().get(KEYS).get_json() == {"keys": []}


def test_a_private_game_s_seal_is_for_its_players(sealing: Service) -> None:
    game = running_game(sealing, visibility="private")
    finish(game)
    path = f"{game.path}/seal"
    assert game.seats["allies"].get(path).status_code == 200
    for stranger in (sealing.anonymous(), sealing.player("Cy")):
        refused, absent = stranger.get(path), stranger.get("/v1/games/gm_none/seal")
        assert refused.status_code == absent.status_code == 404
        assert refused.get_json()["detail"] == absent.get_json()["detail"]


def test_seals_and_keys_are_cached_by_their_tags(sealing: Service, folder: Path) -> None:
    game = running_game(sealing)
    finish(game)
    for path, kept in ((KEYS, "public, max-age=300"), (f"{game.path}/seal", "immutable")):
        full = game.seats["axis"].get(path)
        assert kept in full.headers["Cache-Control"]
        again = game.seats["axis"].get(path, headers={"If-None-Match": full.headers["ETag"]})
        assert again.status_code == 304
    before = sealing.anonymous().get(KEYS)
    made = rotate(folder)
    after = sealing.anonymous().get(KEYS, headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert [key["kid"] for key in after.get_json()["keys"]] == [
        made,
        *(key["kid"] for key in before.get_json()["keys"]),
    ]


def test_nothing_private_is_published(sealing: Service, folder: Path) -> None:
    game = running_game(sealing)
    finish(game)
    secret = "".join((folder / "current.pem").read_text().splitlines()[1:-1])
    for path in (KEYS, f"{game.path}/seal"):
        shown = sealing.anonymous().get(path).get_data(as_text=True)
        assert "PRIVATE" not in shown
        assert secret[-40:] not in shown
        for key in json.loads(shown).get("keys", ()):
            assert "d" not in key
