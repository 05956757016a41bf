"""Games taken away and brought in, as clients meet it."""

import gzip
import io
import itertools
import json
import tracemalloc
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from api.http.uploads import lines_of
from deploy.redis_server import RedisServer
from events.seals.key_folder import make_key
from events.seals.signing import Signer
from events.store.keys import Keys
from events.store.servers import Client, connect
from tests.chain.verifier import first_bad
from tests.contract.service import Game, Player, Service, running_game, serve
from tests.fixtures import everything, is_derived
from tests.support.each import each
from tests.support.logs import exported, recorded_log
from tests.support.waiting import wait_until

NDJSON, GZIP = "application/x-ndjson", "application/gzip"
IMPORTS = "/v1/imports"


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Another service on a server of its own."""
    with RedisServer(tmp_path_factory.mktemp("other")) as server:
        service = serve(server.url)
        yield service
        service.close()


def finish(game: Game) -> Game:
    assert game.seats["axis"].post(game.commands, {"type": "resign"}).status_code == 201
    return game


def export(player: Player, game: Game, **headers: str) -> Any:
    return player.get(f"{game.path}/export", headers={"Accept": NDJSON, **headers})


def lines(answer: Any) -> list[Any]:
    return [json.loads(line) for line in answer.get_data().splitlines()]


def bring(player: Player, data: bytes, kind: str = NDJSON, **headers: str) -> Any:
    return player.post(IMPORTS, data=data, content_type=kind, headers=headers)


def test_who_plays_takes_away_what_it_may_see(service: Service, game: Game) -> None:
    ann, bob = game.seats["allies"], game.seats["axis"]
    mine, hers, public = (lines(export(one, game)) for one in (bob, ann, service.anonymous()))
    for found in (mine, hers, public):
        header, *events = found
        assert header["complete"] is False
        assert header["version"] == len(events) == game.state(ann)["version"]
        assert first_bad(events, header["version"], header["head"]) is None
    listed = bob.get(f"{game.path}/events?limit=1000").get_json()["items"]
    assert mine[1:] == listed
    assert mine != hers != public != mine
    assert all("salt" not in (event["hidden"] or {}) for event in public[1:])


def test_of_a_finished_game_everyone_gets_everything(service: Service, game: Game) -> None:
    finish(game)
    found = [export(one, game).get_data() for one in (service.anonymous(), *game.seats.values())]
    assert found[0] == found[1] == found[2]
    header, *events = map(json.loads, found[0].splitlines())
    assert header["complete"] is True
    assert all("salt" in event["hidden"] for event in events if event["hidden"])
    assert first_bad(events, header["version"], header["head"]) is None


def test_a_sealed_game_s_export_ends_with_its_seal(redis_url: str, tmp_path: Path) -> None:
    make_key(tmp_path / "keys")
    sealing = serve(redis_url, signing_keys=tmp_path / "keys")
    try:
        game = finish(running_game(sealing))
        answer = export(sealing.anonymous(), game)
        seal = sealing.anonymous().get(f"{game.path}/seal").get_json()
        assert lines(answer)[-1] == {"seal": seal}
        assert "immutable" in answer.headers["Cache-Control"]
    finally:
        sealing.close()


def test_exports_come_packed_where_that_is_wanted(service: Service, game: Game) -> None:
    finish(game)
    ann = game.seats["allies"]
    plain = export(ann, game)
    coded = export(ann, game, **{"Accept-Encoding": "gzip"})
    file = export(ann, game, Accept=GZIP)
    anything = export(ann, game, Accept="*/*")
    assert plain.headers.get("Content-Encoding") is None
    assert coded.headers["Content-Encoding"] == "gzip"
    assert file.headers.get("Content-Encoding") is None
    assert (coded.mimetype, file.mimetype, anything.mimetype) == (NDJSON, GZIP, NDJSON)
    whole = plain.get_data()
    assert gzip.decompress(coded.get_data()) == whole == anything.get_data()
    assert gzip.decompress(file.get_data()) == whole
    names = [one.headers["Content-Disposition"] for one in (plain, coded, file)]
    assert names == [f'attachment; filename="{game.id}.jsonl{end}"' for end in ("", "", ".gz")]
    assert len({one.headers["ETag"] for one in (plain, coded, file)}) == 3
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert export(ann, game, Accept="image/png").status_code == 406


def test_an_export_is_known_by_its_tag(service: Service, game: Game) -> None:
    ann, bob = game.seats["allies"], game.seats["axis"]
    tag = export(ann, game).headers["ETag"]
    assert export(ann, game, **{"If-None-Match": tag}).status_code == 304
    assert export(bob, game, **{"If-None-Match": tag}).status_code == 200
    finish(game)
    assert export(ann, game, **{"If-None-Match": tag}).status_code == 200


def test_a_private_game_is_exported_to_those_who_may_see_it(service: Service) -> None:
    game = finish(running_game(service, visibility="private"))
    assert export(game.seats["allies"], game).status_code == 200
    for stranger in (service.anonymous(), service.player("Cy")):
        assert export(stranger, game).status_code == 404


def test_a_game_goes_elsewhere_and_comes_out_the_same(service: Service, other: Service) -> None:
    game = finish(running_game(service))
    whole = export(service.anonymous(), game).get_data()
    cy = other.player("Cy")
    done = bring(cy, whole)
    assert done.status_code == 201
    assert done.headers["Location"] == game.path
    body = done.get_json()
    assert (body["id"], body["status"]) == (game.id, "finished")
    mark = body["imported"]
    assert (mark["imported_by"], mark["vouched_by"]) == (cy.id, "rules")
    assert export(other.anonymous(), game).get_data() == whole
    ours, theirs = (one.anonymous().get(game.path).get_json() for one in (service, other))
    assert theirs == {**ours, "imported": mark}
    assert ours["imported"] is None
    for version in (1, ours["version"]):
        then = other.anonymous().get(f"{game.path}/states/{version}").get_json()
        assert then["imported"] == mark
    match = other.anonymous().get(f"{game.path}/match").get_json()
    assert [one["imported"] for one in match["games"]] == [mark]


def test_the_same_game_again_changes_nothing(service: Service, other: Service) -> None:
    game = finish(running_game(service))
    whole = export(service.anonymous(), game).get_data()
    first, again = (bring(other.player(name), whole) for name in ("Cy", "Di"))
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.get_json() == first.get_json()
    assert again.headers["Location"] == first.headers["Location"]
    home = bring(service.player("Ed"), whole)
    assert home.status_code == 200
    assert home.get_json()["imported"] is None


def test_packed_games_come_in_too(service: Service, other: Service) -> None:
    for kind, headers in (
        (GZIP, {}),
        (NDJSON, {}),
        (NDJSON, {"Content-Encoding": "gzip"}),
    ):
        game = finish(running_game(service))
        packed = gzip.compress(export(service.anonymous(), game).get_data())
        assert bring(other.player(), packed, kind, **headers).status_code == 201


def test_another_game_of_that_id_is_a_conflict(service: Service) -> None:
    game = running_game(service)
    now = service.inside().redis
    place = Keys().log(game.id)
    started = now.lrange(place, 0, -1)
    whole = export(service.anonymous(), finish(game)).get_data()
    finished = now.lrange(place, 0, -1)
    now.delete(place)
    # As if the game had not gone on here.
    now.rpush(place, *started)
    conflict = bring(service.player(), whole)
    assert (conflict.status_code, conflict.get_json()["code"]) == (409, "import_conflict")
    assert conflict.get_json()["detail"] == "Nothing was stored: another game has this id."
    assert now.lrange(place, 0, -1) == started
    now.delete(place)
    now.rpush(place, *finished)


def test_a_game_of_the_future_is_refused(service: Service) -> None:
    """It would stand first in all lists, for ever."""
    refused = bring(service.player(), exported(recorded_log()))
    assert refused.get_json()["reason"] == "the game was played in the future"


def written(server: Client) -> dict[bytes, object]:
    """All that is stored and cannot be derived."""
    return {name: value for name, value in everything(server).items() if not is_derived(name)}


def test_what_is_wrong_is_said_and_nothing_is_stored(service: Service, other: Service) -> None:
    game = running_game(service)
    running = export(service.anonymous(), game).get_data()
    finish(game)
    whole = export(service.anonymous(), game).get_data()
    found = whole.splitlines(keepends=True)
    flipped = [*found[:9], found[9].replace(b'"at":"20', b'"at":"21'), *found[10:]]
    server = other.inside().redis
    cy = other.player("Cy")
    cy.get("/v1/players/me")  # Notes the use of the token, once.
    named = "/v1/players?name=Cy"
    wait_until(lambda: cy.get(named).get_json()["items"], "the projector has begun")
    before = written(server)
    for data, version in (
        (running, 0),
        (b"".join(flipped), 9),
        (b"".join(found[:-1]), None),
        (b"", 0),
        (b"\n\n\n", 0),
    ):
        refused = bring(cy, data)
        assert refused.status_code == 422, refused.get_data()
        problem = refused.get_json()
        assert (problem["code"], problem.get("version")) == ("import_refused", version)
        assert problem["reason"] in problem["detail"]
    assert written(server) == before


BOMB = gzip.compress(bytes(33 * 1024 * 1024), 1)
SOUND = gzip.compress(b"{}\n")


@each(
    "data, kind, status",
    [
        (BOMB, GZIP, 413),
        (bytes(4 * 1024 * 1024 + 1), NDJSON, 413),
        (SOUND[:-4], GZIP, 400),
        (SOUND + SOUND, GZIP, 400),
        (SOUND + b"x", GZIP, 400),
        (b"\x1f\x8bnot gzip", GZIP, 400),
        (b"{}", "application/json", 415),
    ],
)
def test_bodies_that_are_not_looked_into(
    service: Service, data: bytes, kind: str, status: int
) -> None:
    assert bring(service.player(), data, kind).status_code == status


def test_a_body_without_an_announced_length_is_bounded(service: Service) -> None:
    headers = {"Transfer-Encoding": "chunked"}
    cy = service.player()
    answer = cy.post(
        IMPORTS,
        input_stream=io.BytesIO(bytes(5 * 1024 * 1024)),
        content_type=NDJSON,
        headers=headers,
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert answer.status_code == 413
    assert bring(cy, b"{}", **{"Content-Encoding": "br"}).status_code == 415


def test_nothing_is_unpacked_while_another_game_is_verified(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    costly = service.inside().costly
    monkeypatch.setattr(costly, "max_wait_seconds", 0.01)
    with costly.turn("somebody else"):
        busy = bring(service.player(), BOMB, GZIP)
    assert (busy.status_code, busy.get_json()["code"]) == (503, "busy")
    assert bring(service.player(), BOMB, GZIP).status_code == 413


def test_many_lines_take_no_more_memory_than_their_bytes() -> None:
    size = 16 * 1024 * 1024
    packed = gzip.compress(b"ab\n" * (size // 3))
    tracemalloc.start()
    try:
        first = list(itertools.islice(lines_of(packed), 3))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert first == [b"ab\n"] * 3
    assert most < 4 * size


def test_a_seal_that_no_key_here_vouches_for_is_not_kept(
    service: Service, other: Service, tmp_path: Path
) -> None:
    """Whoever reads it would take it for the word of this service."""
    make_key(tmp_path / "keys")
    game = finish(running_game(service))
    whole = export(service.anonymous(), game).get_data()
    header = json.loads(whole.splitlines()[0])
    stranger = Signer(tmp_path / "keys")
    seal = stranger.seal(game.id, header["version"], header["head"], header["exported_at"])
    sealed = whole + b'{"seal":%b}\n' % seal
    assert bring(other.player(), sealed).status_code == 201
    said = other.anonymous().get(f"{game.path}/seal")
    assert said.status_code == 404
    assert "was imported" in said.get_json()["detail"]
    assert export(other.anonymous(), game).get_data() == whole


def test_nobody_brings_a_game_in(service: Service) -> None:
    assert bring(service.anonymous(), b"").status_code == 401


def test_who_brought_a_private_game_may_see_it(service: Service, other: Service) -> None:
    game = finish(running_game(service, visibility="private"))
    whole = export(game.seats["allies"], game).get_data()
    cy = other.player("Cy")
    assert bring(cy, whole).status_code == 201
    assert cy.get(game.path).status_code == 200
    assert export(cy, game).get_data() == whole
    for stranger in (other.anonymous(), other.player("Di")):
        assert stranger.get(game.path).status_code == 404


def test_a_private_game_of_others_is_not_revealed_to_a_second_importer(
    service: Service, other: Service
) -> None:
    game = finish(running_game(service, visibility="private"))
    whole = export(game.seats["allies"], game).get_data()
    cy, di = other.player("Cy"), other.player("Di")
    assert [bring(cy, whole).status_code for _ in range(2)] == [201, 200]
    refused = bring(di, whole)
    assert refused.status_code == 409
    assert refused.get_json()["detail"] == "Nothing was stored: another game has this id."
    assert di.get(game.path).status_code == 404
    assert [bring(one, whole).status_code for one in game.seats.values()] == [200, 200]
    assert bring(service.player("Ed"), whole).status_code == 409


def test_an_imported_game_has_no_rematch_and_is_no_part_of_a_match(
    service: Service, other: Service
) -> None:
    game = finish(running_game(service))
    bring(other.player(), export(service.anonymous(), game).get_data())
    other_rematch = other.player().post(f"{game.path}/rematch")
    assert other_rematch.status_code == 403
    ann, bob = game.seats["allies"], game.seats["axis"]
    second = ann.post(f"{game.path}/rematch").get_json()
    bob.post(f"{game.path}/rematch")
    ann.post(f"/v1/games/{second['id']}/commands", {"type": "resign"})
    whole = ann.get(f"/v1/games/{second['id']}/export", headers={"Accept": NDJSON}).get_data()
    assert bring(other.player(), whole).status_code == 201
    both = other.anonymous().get(f"{game.path}/match").get_json()
    assert [one["id"] for one in both["games"]] == [game.id, second["id"]]


def test_a_forged_second_game_does_not_take_the_place_of_the_real_one(
    service: Service, redis_url: str
) -> None:
    """Ids of second games follow from the first: whoever makes a log up may choose such an id."""
    game = finish(running_game(service))
    ann, bob = game.seats["allies"], game.seats["axis"]
    second = ann.post(f"{game.path}/rematch").get_json()["id"]
    bob.post(f"{game.path}/rematch")
    ann.post(f"/v1/games/{second}/commands", {"type": "resign"})
    forged = ann.get(f"/v1/games/{second}/export", headers={"Accept": NDJSON}).get_data()
    forget(ann, redis_url, second)
    cy = service.player("Cy")
    assert bring(cy, forged).status_code == 201
    assert cy.get(f"/v1/games/{second}/match").status_code == 404
    played = ann.post(f"{game.path}/rematch")
    assert played.status_code == 200
    assert played.get_json()["id"] != second
    again = ann.post(f"{game.path}/rematch").get_json()
    assert again["id"] == played.get_json()["id"]
    match = ann.get(f"{game.path}/match").get_json()
    assert [one["id"] for one in match["games"]] == [game.id, again["id"]]


def test_an_imported_game_does_not_take_the_place_of_one_to_be_made(
    service: Service, redis_url: str
) -> None:
    ann, bob = service.player("Ann"), service.player("Bob")
    params = {"scenario": "pegasus_bridge", "edition": "2025"}
    key = {"Idempotency-Key": "one"}
    taken = ann.post("/v1/games", params, headers=key).get_json()["id"]
    game = Game(taken)
    game.sit(ann, "allies")
    game.sit(bob, "axis")
    whole = export(ann, finish(game)).get_data()
    forget(ann, redis_url, taken)
    assert bring(service.player("Cy"), whole).status_code == 201
    made = ann.post("/v1/games", params, headers=key)
    assert made.status_code == 201
    assert made.get_json()["id"] != taken
    again = ann.post("/v1/games", params, headers=key)
    assert again.get_json()["id"] == made.get_json()["id"]
    assert again.headers["Idempotency-Replayed"] == "true"


def forget(player: Player, redis_url: str, game: str) -> None:
    """As if the game had never been made here; once the lists have it, and nobody asks for it any
    more."""
    player.get("/v1/games")
    names = Keys()
    with closing(connect(redis_url)) as client:
        client.delete(names.log(game), names.idempotency(game))
        client.zrem(names.finished(names.partition(game)), game)


def test_an_imported_game_is_listed_and_counts_for_nobody(service: Service, other: Service) -> None:
    game = finish(running_game(service))
    cy = other.player("Cy")
    statistics = f"/v1/scenarios/{game.state(service.anonymous())['scenario']}/statistics"
    before = other.anonymous().get(statistics).get_json()
    mark = bring(cy, export(service.anonymous(), game).get_data()).get_json()["imported"]
    listed = cy.get("/v1/games?limit=200").get_json()["items"]
    assert [one["imported"] for one in listed if one["id"] == game.id] == [mark]
    brought = cy.get(f"/v1/games?player={cy.id}").get_json()["items"]
    assert [one["id"] for one in brought] == [game.id]
    for named in game.seats.values():
        assert cy.get(f"/v1/games?player={named.id}").get_json()["items"] == []
    assert other.anonymous().get(statistics).get_json() == before
