"""Players, tokens, webhooks, ratings, blocks, and administrators."""

import random
from pathlib import Path

import pytest

from events.accounts.tokens import MAX_TOKENS, NewToken, Scope
from events.archive.archiver import Archive
from events.archive.files import ArchiveFiles
from events.clock import utc_now
from events.store.keys import Keys
from tests.contract.contract import PARAMETER
from tests.contract.service import Game, Player, Service, running_game
from tests.contract.tour.expect import expect


def use_account(service: Service) -> None:
    ada, path = service.player(), "/v1/players/me"
    assert ada.get(path).get_json()["id"] == ada.id
    token = service.player().token
    expect(200, service.ask("PATCH", path, token=token, json={"name": "Ada L."}))
    expect(200, service.anonymous().get(f"/v1/players/{ada.id}"))
    expect(200, service.anonymous().get("/v1/players?name=ada&limit=1"))
    expect(204, service.ask("DELETE", path, token=ada.token))
    results = f"/v1/players/{ada.id}/results"
    expect(200, service.anonymous().get(results))


def create_tokens(service: Service) -> None:
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


def use_webhooks(service: Service) -> None:
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


def read_ratings(service: Service) -> None:
    game, anonymous = running_game(service, rated=True), service.anonymous()
    ada, ben = game.seats["allies"], game.seats["axis"]
    while game.state(ada)["turn"] < 2:
        game.step(random.Random(1))
    ben.post(game.commands, {"type": "resign"})
    own, all_ = f"/v1/players/{ada.id}/ratings", "/v1/ratings"
    expect(200, *(anonymous.get(path) for path in (own, all_, f"{game.path}/ratings")))


def mute_and_block(service: Service) -> None:
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


def administer(service: Service) -> None:
    admin, game = service.admin(), running_game(service)
    reason = {"reason": "a player asked for it"}
    expect(200, admin.post(f"{game.path}/freeze", reason), admin.post(f"{game.path}/unfreeze"))
    expect(204, admin.delete(f"/v1/players/{service.player().id}"))


def freeze_archived_game(service: Service, finished: Game, folder: Path) -> None:
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
