"""A tour of all operations: every documented answer is seen, and every answer is documented."""

import random
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from werkzeug.test import TestResponse

from api.pages.build import build
from api.settings.rate_limits import RateLimits
from api.streams.player_games import Cursor
from deploy.redis_server import RedisServer
from domain.scenarios import document
from events.accounts.rates import Rate
from events.accounts.tokens import MAX_TOKENS, NewToken, Scope
from events.archive.archiver import Archive
from events.archive.files import ArchiveFiles
from events.clock import utc_now
from events.commentary.annotations import MAX_ANNOTATIONS, AnnotationEntry
from events.commentary.studies import MAX_STUDIES, Shelf
from events.scenarios.editor import MEDIA_TYPE
from events.seals.key_folder import make_key
from events.store.keys import Keys
from events.store.keys import studies as studies_of
from tests.contract.contract import PARAMETER, Json
from tests.contract.repeating import ask_again, ask_too_often, ask_without_a_store
from tests.contract.service import LINES, STREAM, Game, Player, Service, running_game, serve
from tests.support.editor_files import of_battle
from tests.support.logs import exported, recorded_log, rehashed
from tests.support.waiting import PATIENCE, wait_until
from workers.analyses import Analyzer
from workers.animations import Animator

UNKNOWN = "?surprise=1"
DAILY = Rate(1, 86_400)
REPORTS = ("text/html", "text/markdown", "text/x-bbcode", "application/pdf")
ONE_A_DAY = RateLimits(sign_up=DAILY, address=DAILY, refusals=DAILY, exempt=())
FILES = (
    "/verifier.py",
    "/static/audit.js",
    "/static/report.js",
    "/static/chance_vectors.json",
    "/static/docs.js",
    "/static/app/app.css",
    "/static/app/colors.css",
    "/static/app/icon.svg",
    f"/static/app/{build()}/texts/de.json",
    f"/static/app/{build()}/play.js",
    f"/static/app/{build()}/boards.svg",
    f"/static/app/{build()}/pages.css",
    "/static/app/play.js",
    "/static/app/texts/de.json",
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    with RedisServer(tmp_path) as server:
        yield server


def test_every_documented_answer_is_given(server: RedisServer, tmp_path: Path) -> None:
    service = take_tour(server, tmp_path / "keys", lambda made: made)
    assert service.seen == service.contract.documented()


def take_tour(server: RedisServer, keys: Path, watched: Callable[[Service], Service]) -> Service:
    """Call every operation in every way; the server does not outlive it."""
    make_key(keys)
    with closing(watched(serve(server.url, signing_keys=keys))) as service:
        game = running_game(service)
        look_around(service)
        bring_battles(service)
        be_a_player(service)
        make_tokens(service)
        lack_scopes(service)
        open_games(service)
        sit_down(service)
        stand_up(service)
        instruct(service)
        look_at(service, game)
        made_by_workers(service)
        invite(service)
        play(game)
        fight(service)
        take_back(service)
        branch_off(service)
        say_something(service)
        study(service)
        follow(service, game)
        follow_all_games(service, game)
        check_seals(service, game)
        take_away_and_bring_in(service, game)
        play_a_match(service, game)
        hear_that_it_stops(service, game)
        administer(service)
        ask_again(service)
        put_away(service, game, keys.parent / "archive")
    with closing(watched(serve(server.url, rate_limits=ONE_A_DAY))) as limited:
        ask_too_often(limited)
    with closing(watched(serve(server.url, sign_up="closed"))) as closed:
        sign_up_by_administrators(closed)
    server.kill()
    with closing(watched(serve(server.url))) as late:
        late.sent = service.sent
        ask_without_a_store(late, game.seats["allies"].token)
    service.seen |= late.seen | limited.seen | closed.seen
    return service


def expect(status: int, *answers: object) -> None:
    assert [getattr(answer, "status_code", None) for answer in answers] == [status] * len(answers)


def look_around(service: Service) -> None:
    anonymous = service.anonymous()
    pages = ["/healthz", "/readyz", "/metrics", "/docs", "/"]
    pages += ["/problems", "/problems/forbidden", "/rules", "/rules/movement.too_far"]
    pages += ["/docs/guides/first-game", "/docs/audit", "/docs/notation"]
    tables = ["/v1/scenarios", "/v1/scenarios/pegasus_bridge", "/v1/catalog"]
    figures = ["/v1/scenarios/pegasus_bridge/statistics"]
    for path in pages + tables + figures:
        expect(200, anonymous.get(path))
        expect(422, anonymous.get(path + UNKNOWN))
    for path in ("/", "/problems", "/problems/forbidden", "/rules", "/rules/movement.too_far"):
        expect(200, anonymous.get(path, headers={"Accept": "application/json"}))
    expect(404, anonymous.get("/problems/none"), anonymous.get("/v1/scenarios/none"))
    expect(404, anonymous.get("/rules/none"), anonymous.get("/docs/guides/none"))
    for path in ("/openapi.yaml", "/openapi.json", "/docs/examples/getGame.json", *FILES):
        found = anonymous.get(path)
        expect(200, found)
        expect(304, anonymous.get(path, headers={"If-None-Match": found.headers["ETag"]}))
        expect(422, anonymous.get(path + UNKNOWN))
    expect(404, anonymous.get("/v1/scenarios/none/statistics"))
    expect(404, anonymous.get("/static/app/none.js"), anonymous.get("/static/app/texts/none.json"))
    expect(404, anonymous.get("/static/app/none/none.js"))
    expect(200, anonymous.get("/how-to-play"), anonymous.get("/how-to-play/sight.svg"))
    expect(404, anonymous.get("/how-to-play/none.svg"))
    expect(
        422,
        anonymous.get("/how-to-play" + UNKNOWN),
        anonymous.get("/how-to-play/sight.svg" + UNKNOWN),
    )
    expect(200, anonymous.get("/play/gm_any"))
    expect(422, anonymous.get("/play/gm_any" + UNKNOWN))
    expect(200, anonymous.get("/review/gm_any?version=9"), anonymous.get("/embed/gm_any?version=9"))
    expect(422, anonymous.get("/embed/gm_any?version=none"))
    expect(422, anonymous.get("/review/gm_any?version=none"))


def bring_battles(service: Service) -> None:
    ada, bob, anonymous = service.player(), service.player("Bob"), service.anonymous()
    battles, own = "/v1/scenarios", dict(document("saverne"))
    kept = ada.post(battles, own)
    expect(201, kept)
    expect(200, ada.post(f"{battles}?validate_only=true", own))
    drawn = {"Accept": "image/svg+xml"}
    expect(200, anonymous.post(f"{battles}?validate_only=true", own, headers=drawn))
    path = f"{battles}/{kept.get_json()['slug']}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("events.scenarios.library.MAX_SCENARIOS", 1)
        expect(409, ada.post(battles, own | {"year": 1940}))
    tired = Player(service, "", "aft_made_up")
    for part in ("", "/statistics", "/board.svg", "/board.png"):
        expect(401, tired.get(path + part))
    file = ada.post(battles, data=of_battle("mortain"), content_type=MEDIA_TYPE)
    expect(201, file)
    expect(200, ada.get(f"{battles}/{file.get_json()['slug']}/export"))
    other = {"Accept": "image/png"}
    expect(200, ada.get(f"{path}/export"), ada.get(path))
    expect(406, ada.get(f"{path}/export", headers=other))
    expect(404, *(anonymous.get(path + part) for part in ("", "/export", "/statistics")))
    expect(404, bob.delete(path))
    expect(403, bob.delete(f"{battles}/saverne"))
    expect(204, ada.delete(path))


def be_a_player(service: Service) -> None:
    ada, path = service.player(), "/v1/players/me"
    assert ada.get(path).get_json()["id"] == ada.id
    token = service.player().token
    expect(200, service.ask("PATCH", path, token=token, json={"name": "Ada L."}))
    expect(200, service.anonymous().get(f"/v1/players/{ada.id}"))
    expect(200, service.anonymous().get("/v1/players?name=ada&limit=1"))
    expect(204, service.ask("DELETE", path, token=ada.token))
    results = f"/v1/players/{ada.id}/results"
    expect(200, service.anonymous().get(results))


def make_tokens(service: Service) -> None:
    ada, path = service.player(), "/v1/players/me/tokens"
    params = {"name": "bot on the laptop", "scopes": ["play"], "expires_in_days": 90}
    made = ada.post(path, params)
    expect(201, made)
    expect(200, ada.get(path))
    one = f"{path}/{made.get_json()['id']}"
    expect(204, service.ask("DELETE", one, token=ada.token))
    expect(404, service.ask("DELETE", one, token=ada.token))
    expect(201, *(ada.post(path, params) for _ in range(MAX_TOKENS - 1)))
    expect(409, ada.post(path, params))


def lack_scopes(service: Service) -> None:
    """Call whatever needs more than the scope that every token has."""
    params = {"name": "looker-on", "scopes": ["read"]}
    token = service.player().post("/v1/players/me/tokens", params).get_json()["token"]
    for method, path, scope in service.contract.scopes():
        if scope in ("play", "admin") and (method, path) != ("POST", "/v1/players"):
            refused = service.ask(method, PARAMETER.sub("none", path), token=token)
            expect(403, refused)
            assert refused.get_json()["code"] == "insufficient_scope"
            assert refused.get_json()["scope"] == scope


def open_games(service: Service) -> None:
    ada = service.player()
    for edition in ("2004", "2025"):
        ada.new_game(edition=edition)
    expect(200, ada.get("/v1/games"), service.anonymous().get("/v1/games"))


def sit_down(service: Service) -> None:
    ada, ben = service.player(), service.player("Ben")
    game = ada.new_game()
    seats = f"{game.path}/seats"
    for path in (f"{seats}/validate", seats):
        expect(412, ada.post(path, {"side": "axis"}, headers={"If-Match": '"7"'}))
        expect(200, ada.post(path, {"side": "axis"}), ada.post(path, {"side": "axis"}))
    expect(409, *(ben.post(path, {"side": "axis"}) for path in (seats, f"{seats}/validate")))


def stand_up(service: Service) -> None:
    ada, ben = service.player(), service.player("Ben")
    game = ada.new_game()
    game.sit(ben, "axis")
    expect(409, ada.delete(f"{game.path}/seats/axis"))
    expect(403, ben.delete(game.path))
    for player, path in ((ben, f"{game.path}/seats/axis"), (ada, game.path)):
        expect(204, player.delete(path), player.delete(path))
    running = running_game(service)
    expect(409, running.seats["allies"].delete(running.path))


def instruct(service: Service) -> None:
    game = running_game(service)
    path = f"{game.path}/orders"
    awaited = game.awaited()
    idle = next(player for player in game.seats.values() if player is not awaited)
    params: dict[str, list[str]] = {"orders": ["ambush_never"]}
    expect(200, idle.get(path), idle.put(path, params))
    assert awaited is not None
    expect(409, awaited.put(path, params))
    cy = service.player()
    expect(403, cy.get(path), cy.put(path, params), cy.delete(path))
    expect(204, idle.delete(path))
    expect(200, idle.put(path, params))
    awaited.post(game.commands, {"type": "resign"})
    expect(409, idle.delete(path))
    watch_the_clock(service)


def watch_the_clock(service: Service) -> None:
    clock = {"kind": "turn", "seconds": 86_400, "at_zero": "bot", "vacation_days": 2}
    game = running_game(service, clock=clock)
    ada, _ = game.seats.values()
    proposing = ("agreements", {"action": "propose_pause", "days": 2})
    for part, params in ("clock", {"action": "take_vacation"}), proposing:
        path = f"{game.path}/{part}"
        key = {"Idempotency-Key": secrets.token_hex(16)}
        for prefer in "representation", "minimal":
            headers = {**key, "Prefer": f"return={prefer}"}
            expect(201, ada.post(path, params, headers=headers))
        expect(409, ada.post(path, params))
        expect(412, ada.post(path, params, headers={"If-Match": '"1"'}))
        expect(403, service.player().post(path, params))
    seated = [state["seat"] for state in game.state(ada)["clock"]["seats"]]
    assert seated == list(game.seats)


def look_at(service: Service, game: Game) -> None:
    for path in (game.path, f"{game.path}/states/2", f"{game.path}/actions"):
        for player in (game.seats["allies"], service.anonymous()):
            expect(200, player.get(path))
    expect(404, player.get(f"{game.path}/states/0"), player.get(f"{game.path}/states/999"))
    for path in (game.path, f"{game.path}/states/2"):
        expect(200, player.get(f"{path}?form=compact"))
    for path in ("states/2", "events"):
        expect(409, player.get(f"{game.path}/{path}?as=reviewer"))
    look_at_pictures(service, game)


def look_at_pictures(service: Service, game: Game) -> None:
    anonymous = service.anonymous()
    for form in ("svg", "png?width=160"):
        more = "&" if "?" in form else "?"
        path = f"{game.path}/board.{form}"
        for picture in (path, f"/v1/scenarios/pegasus_bridge/board.{form}"):
            expect(200, anonymous.get(picture))
        expect(200, anonymous.get(f"{path}{more}version=2"))
        expect(404, anonymous.get(f"{path}{more}version=999999"))
    expect(200, anonymous.get(f"{game.path}/board.svg?version=1&form=kit"))
    busy = service.inside().costly
    patience, busy.max_wait_seconds = busy.max_wait_seconds, 0.01
    with busy.turn("somebody else"):
        expect(503, anonymous.get(f"{game.path}/board.png?width=161"))
        expect(503, anonymous.get("/v1/scenarios/pegasus_bridge/board.png?width=161"))
    busy.max_wait_seconds = patience


def made_by_workers(service: Service) -> None:
    look_at_motion(service)
    look_into_it(service)
    try_it_out(service)
    challenge(service)
    be_rated(service)
    be_told(service)
    keep_apart(service)


def look_at_motion(service: Service) -> None:
    game, kit = running_game(service), service.inside()
    ada, cy, anonymous = game.seats["allies"], service.player("Cy"), service.anonymous()
    path, params = f"{game.path}/animations", {"width": 160}
    made, other = ada.post(path, params), ada.post(path, {**params, "format": "gif"})
    expect(202, made, other, cy.post(path, params))
    expect(409, ada.post(path, {**params, "width": 200}))
    expect(404, ada.post(path, {"to": 999}))
    first, second = (one.headers["Location"] for one in (made, other))
    cancel, file = f"{second}/cancel", f"{first}/file"
    expect(403, cy.post(cancel))
    expect(200, ada.post(cancel))
    expect(404, anonymous.get(file))
    Animator(kit.games, kit.animations).work(made.get_json()["id"], PATIENCE)
    expect(200, anonymous.get(file), anonymous.get(first))


def look_into_it(service: Service) -> None:
    """An analysis: of a game that is over, and of none that runs. A hint against a bot alone."""
    game, kit = running_game(service), service.inside()
    ada, cy, anonymous = game.seats["allies"], service.player("Cy"), service.anonymous()
    path = f"{game.path}/analysis"
    expect(409, ada.post(path), ada.get(path), ada.delete(path), ada.post(f"{game.path}/hint"))
    alone = ada.new_game(bots={"axis": "greedy"})
    alone.sit(ada, "allies")
    expect(403, cy.post(f"{alone.path}/hint"))
    expect(404, ada.post("/v1/games/gm_missing/hint"))
    expect(200, ada.post(f"{alone.path}/hint"))
    game.step(random.Random(1))
    ada.post(game.commands, {"type": "resign"})
    expect(404, ada.get(path), ada.delete(path))
    expect(202, ada.post(path))
    expect(403, cy.delete(path))
    expect(204, ada.delete(path))
    asked = ada.post(path)
    expect(202, asked)
    Analyzer(kit.games, kit.analyses).work(asked.get_json()["id"], PATIENCE)
    expect(200, anonymous.get(path))


def challenge(service: Service) -> None:
    ada, ben, cy, anonymous = (*map(service.player, ("Ada", "Ben", "Cy")), service.anonymous())
    path, params = "/v1/challenges", {"scenario": "omaha_beach", "edition": "2025"}
    expect(401, anonymous.get(f"{path}?whose=mine"))
    expect(422, ada.post(path, {**params, "to": ada.id}))
    expect(200, anonymous.get(path), ada.get(f"{path}?whose=mine"), anonymous.get("/v1/lobby"))
    made = [ada.post(path, {**params, "to": to.id}) for to in (ben, cy)]
    expect(201, *made)
    one, two = (f"{path}/{answer.get_json()['id']}" for answer in made)
    words = ("/accept", "/decline", "/cancel")
    expect(200, ada.get(one))
    expect(403, ada.post(f"{one}/accept"), ada.post(f"{one}/decline"), ben.post(f"{one}/cancel"))
    expect(404, anonymous.get(one), *(cy.post(one + word) for word in words))
    expect(200, ben.post(f"{one}/accept"), cy.post(f"{two}/decline"), cy.post(f"{two}/decline"))
    expect(409, cy.post(f"{two}/accept"), ben.post(f"{one}/decline"), ada.post(f"{two}/cancel"))
    expect(200, ada.post(f"{path}/{ada.post(path, params).get_json()['id']}/cancel"))
    expect(409, *[ada.post(path, params) for _ in range(21)][20:])


def be_told(service: Service) -> None:
    """Webhooks: of one's own, and of others."""
    ada, cy = service.player(), service.player("Cy")
    path, params = "/v1/webhooks", {"url": "https://example.org/x", "events": ["game.your_move"]}
    expect(422, ada.post(path, {**params, "url": "https://localhost/"}))
    made = ada.post(path, params)
    expect(201, made)
    others = [ada.post(path, params) for _ in range(10)]
    expect(409, others[-1])
    one, two = (f"{path}/{answer.get_json()['id']}" for answer in (made, others[0]))
    expect(200, ada.get(path), ada.get(one), ada.put(one, params), ada.post(f"{one}/secret"))
    asked = ada.post(f"{one}/ping")
    expect(202, asked, ada.post(f"{one}/replay", {"delivery": asked.get_json()["id"]}))
    expect(200, ada.get(f"{one}/deliveries"))
    expect(404, cy.get(one), cy.put(one, params), cy.delete(one), cy.get(f"{one}/deliveries"))
    expect(404, *(cy.post(f"{one}/{word}") for word in ("ping", "secret")))
    expect(404, cy.post(f"{one}/replay", {"after": 0}))
    expect(422, ada.post(f"{one}/replay", {}))
    expect(200, ada.put(one, {**params, "enabled": False}))
    expect(409, ada.post(f"{one}/ping"), ada.post(f"{one}/replay", {"after": 0}))
    expect(204, ada.delete(two))


def be_rated(service: Service) -> None:
    game, anonymous = running_game(service, rated=True), service.anonymous()
    ada, ben = game.seats["allies"], game.seats["axis"]
    while game.state(ada)["turn"] < 2:
        game.step(random.Random(1))
    ben.post(game.commands, {"type": "resign"})
    own, all_ = f"/v1/players/{ada.id}/ratings", "/v1/ratings"
    expect(200, *(anonymous.get(path) for path in (own, all_, f"{game.path}/ratings")))


def keep_apart(service: Service) -> None:
    game, cy = running_game(service), service.player("Cy")
    ada, ben = game.seats["allies"], game.seats["axis"]
    own, present = f"/v1/players/me/blocks/{ben.id}", f"{game.path}/presence"
    reports = f"/v1/players/{ben.id}/reports"
    why = {"reason": "abuse", "text": "Insults in the annotations.", "game": game.id}
    expect(204, ada.put(own, {"level": "block"}), ada.post(reports, why))
    expect(200, ada.get("/v1/players/me/blocks"), ada.get(present))
    expect(403, cy.get(present))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("events.accounts.blocks.MAX_BLOCKS", 1)
        patch.setattr("events.accounts.reports.MAX_OWN", 1)
        expect(409, ada.put(own.replace(ben.id, cy.id), {"level": "mute"}))
        expect(409, ada.post(reports.replace(ben.id, cy.id), why))
    expect(204, ada.delete(own))


def try_it_out(service: Service) -> None:
    """A playtest of a battle."""
    ada, cy, anonymous = service.player(), service.player("Cy"), service.anonymous()
    path = "/v1/scenarios/vassieux/playtest"
    expect(404, ada.get(path), ada.delete(path))
    expect(202, ada.post(path))
    expect(403, cy.delete(path))
    expect(200, anonymous.get(path))
    expect(204, ada.delete(path))
    expect(202, ada.post(path), ada.post(path.replace("vassieux", "toulon")))
    expect(409, ada.post(path.replace("vassieux", "pegasus_bridge")))


def invite(service: Service) -> None:
    ada, ben = service.player(), service.player("Ben")
    game = ada.new_game(visibility="private")
    path = f"{game.path}/invite"
    expect(200, ada.get(path))
    expect(404, ben.get(path))
    expect(404, ada.get(f"{ada.new_game().path}/invite"))
    code = ada.get(path).get_json()["invite"]
    ben.post(f"{game.path}/seats", {"side": "axis", "invite": code})
    expect(403, ben.get(path), ben.post(f"{path}/renew"))
    expect(200, ada.post(f"{path}/renew"))


def carry_out(player: Player, path: str, command: object) -> None:
    """Once; the repetition is told in short."""
    key = {"Idempotency-Key": secrets.token_hex(8)}
    expect(201, player.post(path, command, headers=key))
    expect(201, player.post(path, command, headers={**key, "Prefer": "return=minimal"}))


def play(game: Game) -> None:
    player = game.awaited()
    assert player is not None
    command = game.actions(player)["actions"][0]
    validate = f"{game.commands}/validate"
    expect(200, player.post(validate, command))
    for path in (game.commands, validate):
        expect(412, player.post(path, command, headers={"If-Match": '"1"'}))
        expect(409, player.post(path, {"type": "end_turn"}))
        expect(403, player.service.player("Cy").post(path, command))
    carry_out(player, game.commands, command)


def fight(service: Service) -> None:
    """Until dice have been thrown at a unit."""
    game, chance = running_game(service, scenario="arnhem_bridge"), random.Random(7)
    viewer = game.seats["axis"]

    def fiercely(listed: list[Json]) -> list[Json]:
        return [one for one in listed if one["type"] == "attack"] or listed

    while not game.state(viewer)["attack"]:
        game.step(chance, fiercely)
    while not viewer.get(f"{game.path}/luck").get_json()["rolls"]:
        game.step(chance)
    expect(200, viewer.get(f"{game.path}/luck.svg"))
    expect(404, viewer.get(f"{game.path}/luck.svg?version=999999"))


def take_back(service: Service) -> None:
    """A game in which the other side is asked; answers are given to who may not or need not."""
    game = running_game(service, undo="consent")
    player = game.awaited()
    assert player is not None
    other = next(one for one in game.seats.values() if one is not player)
    started = game.state(player)["version"]
    asked, undo = {"to_version": started}, f"{game.path}/undo"
    resign = {"type": "resign"}

    def ask(to_version: int) -> None:
        carry_out(player, undo, {"to_version": to_version})

    game.step(random.Random(4), lambda listed: [one for one in listed if one != resign])
    ways = (
        (undo, player, asked),
        (f"{undo}/decline", other, {}),
        (f"{undo}/withdraw", player, {}),
        (f"{undo}/accept", other, {}),
    )
    for path, by, body in (*ways, *((f"{way}/validate", by, body) for way, by, body in ways)):
        expect(412, by.post(path, body, headers={"If-Match": '"1"'}))
        expect(403, service.player("Cy").post(path, body))
    for end in ("", "/validate"):
        expect(409, *(other.post(f"{undo}/{word}{end}", {}) for word in ("accept", "decline")))
        expect(409, player.post(f"{undo}/withdraw{end}", {}))
        expect(409, player.post(f"{undo}{end}", {"to_version": 1}))
    expect(200, player.post(f"{undo}/validate", asked))
    for path, by in ((f"{undo}/decline", other), (f"{undo}/withdraw", player)):
        ask(started)
        expect(200, by.post(f"{path}/validate", {}))
        carry_out(by, path, {})
        game.step(random.Random(4))
    ask(started)
    expect(200, other.post(f"{undo}/accept/validate", {}))
    carry_out(other, f"{undo}/accept", {})
    for part in ("mainline", "odds", "timeline", "decisions", "patches", "diff?from=2&to=9"):
        expect(200, player.get(f"{game.path}/{part}"))
    for part in (
        "decisions?limit=2",
        "patches?limit=2",
        "diff?from=2",
        "timeline?since=2",
        "luck?line=all",
        "luck.svg?line=all",
    ):
        expect(409, player.get(f"{game.path}/{part}&as=reviewer"))
    expect(409, player.get(f"{game.path}/record?as=reviewer"))


def branch_off(service: Service) -> None:
    game = running_game(service)
    ada, path = game.seats["allies"], f"{game.path}/branches"
    params = {"at_version": game.state(ada)["version"], "name": "what if"}
    expect(409, ada.post(path, {"at_version": 1}), ada.post(path, {**params, "hidden": "kept"}))
    expect(201, ada.post(path, params))
    expect(200, ada.get(path), ada.get(f"{path}?of=tree"))


def say_something(service: Service) -> None:
    game = running_game(service)
    ada, cy = game.seats["allies"], service.player("Cy")
    path = f"{game.path}/annotations"
    arrow = {"start": [6, 3], "end": [4, 4], "color": "red"}
    said = {"version": 2, "last_version": 4, "text": "Too early.", "sign": "?!", "arrows": [arrow]}
    params = {**said, "visibility": "public"}
    first = [ada.post(path, params, headers={"Idempotency-Key": "a"}) for _ in range(2)]
    public = cy.post(path, params)
    expect(201, *first, public)
    expect(403, cy.post(path, params | {"visibility": "opponent"}))
    others = {AnnotationEntry(1, 1, f"an_{n}", cy.id).text(): 0 for n in range(MAX_ANNOTATIONS - 1)}
    service.inside().redis.zadd(Keys().annotations(game.id, cy.id), others)
    expect(409, cy.post(path, params))
    expect(200, ada.get(path))
    expect(422, ada.get(f"{path}?cursor=x"))
    one = first[0].headers["Location"]
    found = ada.get(one)
    expect(200, found)
    expect(304, ada.get(one, headers={"If-None-Match": found.headers["ETag"]}))
    expect(404, cy.get(one))
    change_and_delete(ada, one, {"text": "Just in time.", "visibility": "private"})
    theirs, other = public.headers["Location"], service.player("Di")
    expect(403, put(other, theirs, {"sign": "!", "visibility": "public"}), other.delete(theirs))


def study(service: Service) -> None:
    game = running_game(service)
    ada, cy, path = game.seats["allies"], service.player("Cy"), "/v1/studies"
    note = {"version": 3, "text": "Here it turned.", "sign": "??"}
    chapter = {"title": "The bridge falls", "game": game.id, "version": 2, "last_version": 4}
    chapter |= {"notes": [note], "hexes": [{"hex": [4, 4], "color": "red"}]}
    params = {"title": "Three ways over the Orne", "visibility": "link", "chapters": [chapter]}
    first = [ada.post(path, params, headers={"Idempotency-Key": "a"}) for _ in range(2)]
    expect(201, *first)
    others = {Shelf(1, f"st_{number}").text(): 0 for number in range(MAX_STUDIES)}
    service.inside().redis.zadd(studies_of(cy.id, "all"), others)
    expect(409, cy.post(path, params))
    expect(200, ada.get(path))
    one = first[0].headers["Location"]
    file = share(ada, one)
    lines = {"content_type": "application/x-ndjson"}
    bring = "/v1/imports/studies"
    expect(201, ada.post(bring, data=file, **lines))
    expect(404, ada.post(bring, data=file.replace(game.id.encode(), b"gm_none"), **lines))
    expect(404, ada.post(path, {"title": "T", "chapters": [chapter | {"game": "gm_none"}]}))
    empty = b'{"format":"afteraction study","schema":1,"title":"T"}'
    expect(409, cy.post(bring, data=empty, **lines))
    expect(400, ada.post(bring, data=b"\x1f\x8b", **lines))
    expect(413, ada.post(bring, data=bytes(2**22 + 1), **lines))
    expect(415, ada.post(bring, {}))
    expect(422, ada.post(bring, data=b"{}", **lines))
    expect(404, put(ada, one, {"title": "T", "chapters": [chapter | {"version": 1, "game": "gm"}]}))
    change_and_delete(ada, one, {"title": "U", "visibility": "public"})


def share(owner: Player, path: str) -> bytes:
    """By link, read by others, and taken away; returns the file."""
    anonymous, cy = owner.service.anonymous(), owner.service.player("Cy")
    made = owner.post(f"{path}/link")
    expect(200, made)
    key = {"Study-Key": made.get_json()["key"]}
    found, taken = owner.get(path), owner.get(f"{path}/export")
    expect(200, found, anonymous.get(path, headers=key), taken)
    expect(304, owner.get(path, headers={"If-None-Match": found.headers["ETag"]}))
    for part in ("", "/export"):
        expect(404, cy.get(path + part))
    expect(404, cy.post(f"{path}/link"))
    public = owner.post("/v1/studies", {"title": "T", "visibility": "public"}).headers["Location"]
    expect(403, cy.post(f"{public}/link"), put(cy, public, {"title": "U"}), cy.delete(public))
    return taken.get_data()


def put(player: Player, path: str, json: object = None, **request: Any) -> TestResponse:
    if json is not None:
        request["json"] = json
    return player.service.ask("PUT", path, token=player.token, **request)


def change_and_delete(owner: Player, path: str, params: object) -> None:
    """In every way in which that can be asked for; then it is gone."""
    late = {"If-Match": '"7"'}
    expect(400, owner.delete(path, headers={"If-Match": "seven"}))
    expect(412, put(owner, path, params, headers=late), owner.delete(path, headers=late))
    expect(200, put(owner, path, params))
    expect(204, owner.delete(path))
    expect(404, put(owner, path, params), owner.delete(path))


def follow(service: Service, game: Game) -> None:
    path = f"{game.path}/events"
    anonymous = service.anonymous()
    expect(200, anonymous.get(path), anonymous.get(path + "?after=3&limit=2"))
    expect(400, anonymous.get(path, headers=STREAM | {"Last-Event-ID": "last"}))
    expect(422, anonymous.get(path + "?after=-1"))
    result = f"{game.path}/report"
    expect(409, anonymous.get(result))
    game.seats["axis"].post(game.commands, {"type": "resign"})
    expect(200, *(anonymous.get(result, headers={"Accept": form}) for form in ("*/*", *REPORTS)))
    head = str(game.state(anonymous)["version"])
    late = f"{path}?after={int(head) - 2}"
    expect(200, anonymous.get(late, headers=LINES))
    stream = anonymous.get(late, headers=STREAM)
    expect(200, stream)
    assert b"event: end" in stream.get_data()
    expect(204, anonymous.get(path, headers=STREAM | {"Last-Event-ID": head}))


def follow_all_games(service: Service, game: Game) -> None:
    path, ada = "/v1/players/me/events", game.seats["allies"]
    expect(200, ada.get(path))
    expect(406, ada.get(path, headers={"Accept": "text/csv"}))
    expect(422, ada.get(path + "?after=never"))


def hear_that_it_stops(service: Service, game: Game) -> None:
    """Streams of all games, which nothing but the end of their server ends."""
    ada, live = game.seats["allies"], service.inside().live
    path = f"/v1/players/me/events?after={Cursor(0, {}).text()}"

    def read(form: dict[str, str]) -> TestResponse:
        answer = ada.get(path, headers=form)
        assert b'"control":"reconnect"' in answer.get_data()
        return answer

    with ThreadPoolExecutor() as pool:
        answers = [pool.submit(read, form) for form in (STREAM, LINES)]
        wait_until(lambda: live.readers >= len(answers), "both listen")
        live.close()
        expect(200, *(answer.result() for answer in answers))


def check_seals(service: Service, finished: Game) -> None:
    for path in ("/.well-known/afteraction-keys.json", f"{finished.path}/seal"):
        expect(200, service.anonymous().get(path))


RECORD = "text/vnd.afteraction.record"


def take_away_and_bring_in(service: Service, finished: Game) -> None:
    ada, anonymous = finished.seats["axis"], service.anonymous()
    full = anonymous.get(f"{finished.path}/export")
    expect(200, full, ada.get(f"{finished.path}/export"))
    path = f"{finished.path}/record"
    record = anonymous.get(path)
    expect(200, record, anonymous.get(f"{path}?comments=true"))
    expect(200, ada.post("/v1/imports", data=record.get_data(), content_type=RECORD))
    lines = {"content_type": "application/x-ndjson"}
    expect(200, ada.post("/v1/imports", data=full.get_data(), **lines))
    expect(201, ada.post("/v1/imports", data=played_in(2020), **lines))
    expect(409, ada.post("/v1/imports", data=played_in(2021), **lines))
    expect(400, ada.post("/v1/imports", data=b"\x1f\x8b", **lines))
    expect(413, ada.post("/v1/imports", data=bytes(2**22 + 1), **lines))
    expect(415, ada.post("/v1/imports", {}))
    expect(422, ada.post("/v1/imports", data=b"{}", **lines))


def played_in(year: int) -> bytes:
    at = f"{year}-01-02T03:04:05.678Z"
    return exported(rehashed([replace(one, at=at) for one in recorded_log()]))


def play_a_match(service: Service, game: Game) -> None:
    """``game`` is over."""
    ada, ben = game.seats.values()
    rematch, match = f"{game.path}/rematch", f"{game.path}/match"
    expect(403, service.player("Cy").post(rematch))
    expect(404, ada.get(f"{ada.new_game().path}/match"))
    other = running_game(service)
    expect(409, other.seats["axis"].post(f"{other.path}/rematch"))
    expect(200, ada.post(rematch), ben.post(rematch), service.anonymous().get(match))


def administer(service: Service) -> None:
    admin, game = service.admin(), running_game(service)
    reason = {"reason": "a player asked for it"}
    expect(200, admin.post(f"{game.path}/freeze", reason), admin.post(f"{game.path}/unfreeze"))
    expect(204, admin.delete(f"/v1/players/{service.player().id}"))


def put_away(service: Service, finished: Game, folder: Path) -> None:
    """A game of the archive is not frozen."""
    admin, redis = service.admin(), service.inside().redis
    Archive(redis, Keys(), ArchiveFiles.at(str(folder)), utc_now).archive(finished.id)
    expect(409, admin.post(f"{finished.path}/freeze", {"reason": "a player asked for it"}))
    expect(409, admin.post(f"{finished.path}/unfreeze"))


def sign_up_by_administrators(closed: Service) -> None:
    params, anonymous = {"name": "Ada"}, closed.anonymous()
    expect(403, anonymous.post("/v1/players", params))
    expect(401, Player(closed, "", "aft_made_up").post("/v1/players", params))
    ada, _ = closed.inside().players.register("Ada", utc_now())
    token = closed.inside().players.tokens.add(ada.id, NewToken("admin", frozenset(Scope)))[1]
    expect(201, Player(closed, ada.id, token).post("/v1/players", params))
