"""The service in this process, on a real Redis server; every answer is held to the contract."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Thread
from typing import Any
from urllib.parse import unquote

from flask import Flask
from werkzeug.test import TestResponse

from api.app import create_app
from api.services import Services, services
from api.settings import Settings
from api.settings.rate_limits import RateLimits
from events.accounts import players as accounts
from events.accounts.tokens import NewToken, Scope
from events.backend import Backend
from events.clock import utc_now
from events.read_models.projector import Projector
from tests.contract.contract import Contract, Json, Operation, read
from tests.support.waiting import PATIENCE

SCENARIO = "pegasus_bridge"
STREAM = {"Accept": "text/event-stream"}
UNLIMITED = RateLimits(None, None, None, None, None, None)
LINES = {"Accept": "application/x-ndjson"}


@dataclass(frozen=True)
class Sent:
    """A request that succeeded."""

    method: str
    path: str
    token: str | None
    request: Json


@dataclass
class Service:
    """An app and what was seen of its contract."""

    app: Flask
    contract: Contract
    projector: Projector
    seen: set[tuple[str, int]] = field(default_factory=set)
    sent: dict[str, Sent] = field(default_factory=dict)
    """The first request to each operation that succeeded."""

    def ask(
        self, method: str, path: str, *, token: str | None = None, **request: Any
    ) -> TestResponse:
        """The answer to a request, checked against the contract where the path is in it."""
        headers = dict(request.pop("headers", {}))
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        answer = self.app.test_client().open(path, method=method, headers=headers, **request)
        operation = self.operation(method, path, request, answer)
        if operation is not None and answer.status_code != 405:
            self.seen.add((operation.name, answer.status_code))
            if answer.status_code < 300:
                self.sent.setdefault(operation.name, Sent(method, path, token, request))
            if method != "HEAD" and answer.mimetype != "text/event-stream":
                self.contract.check(
                    operation, answer.status_code, answer.mimetype or "", answer.get_data()
                )
        if answer.status_code >= 400:
            check_problem(answer, path)
        return answer

    def operation(
        self, method: str, path: str, request: Json, answer: TestResponse
    ) -> Operation | None:
        """The operation that was asked for; a dry run has one of its own, however it is asked."""
        path, sent = path.partition("?")[0], request.get("json")
        tried = answer.status_code == 200 and isinstance(sent, dict) and sent.get("validate_only")
        if tried and not path.endswith("/validate"):
            assert answer.headers["Deprecation"].startswith("@")
            assert answer.headers["Link"].startswith("</docs/guides/")
            path += "/validate"
        return self.contract.operation(method, path)

    def player(self, name: str = "Ada") -> "Player":
        """A new player."""
        made = self.ask("POST", "/v1/players", json={"name": name}).get_json()
        return Player(self, made["id"], made["token"])

    def admin(self) -> "Player":
        """An administrator."""
        ada = self.player("Ada")
        params = NewToken("administrator", frozenset(Scope))
        return Player(self, ada.id, self.inside().players.tokens.add(ada.id, params)[1])

    def anonymous(self) -> "Player":
        """Someone without a token."""
        return Player(self, "", None)

    def inside(self) -> Services:
        """What the endpoints work with."""
        with self.app.app_context():
            return services()

    def close(self) -> None:
        """Let its threads end."""
        self.projector.stop()
        self.inside().live.close()


@dataclass
class Player:
    """Somebody who asks the service, signed in or not."""

    service: Service
    id: str
    token: str | None

    def account(self) -> accounts.Player | None:
        """The player as the endpoints know it; None for nobody."""
        return self.service.inside().players.of_id(self.id) if self.id else None

    def get(self, path: str, **request: Any) -> TestResponse:
        return self.service.ask("GET", path, token=self.token, **request)

    def post(self, path: str, json: object = None, **request: Any) -> TestResponse:
        if json is not None:
            request["json"] = json
        return self.service.ask("POST", path, token=self.token, **request)

    def put(self, path: str, json: object) -> TestResponse:
        return self.service.ask("PUT", path, token=self.token, json=json)

    def delete(self, path: str, **request: Any) -> TestResponse:
        return self.service.ask("DELETE", path, token=self.token, **request)

    def new_game(self, **params: Any) -> "Game":
        """A game that this player opened and nobody sits at."""
        params = {"scenario": SCENARIO, "edition": "2025"} | params
        made = self.post("/v1/games", params)
        assert made.status_code == 201, made.get_data()
        return Game(made.get_json()["id"])


@dataclass
class Game:
    """A game's addresses, and who sits at it."""

    id: str
    seats: dict[str, Player] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"

    @property
    def commands(self) -> str:
        return f"{self.path}/commands"

    def sit(self, player: Player, side: str) -> None:
        answer = player.post(f"{self.path}/seats", {"side": side})
        assert answer.status_code == 200, answer.get_data()
        self.seats[side] = player

    def state(self, player: Player) -> Json:
        state: Json = player.get(self.path).get_json()
        return state

    def actions(self, player: Player) -> Json:
        actions: Json = player.get(f"{self.path}/actions").get_json()
        return actions

    def awaited(self) -> Player | None:
        """The player whose decision it is."""
        return self._awaited()[0]

    def step(
        self, chance: random.Random, pick: Callable[[list[Json]], list[Json]] | None = None
    ) -> bool:
        """Let the awaited player do something random other than resign; False after the end."""
        player, listed = self._awaited()
        if player is None:
            return False
        if player is not self._first:
            listed = self.actions(player)
        allowed = [a for a in listed["actions"] if a["type"] != "resign"]
        command = chance.choice(pick(allowed) if pick else allowed)
        answer = player.post(self.commands, command)
        assert answer.status_code == 201, (command, answer.get_data())
        return True

    @property
    def _first(self) -> Player:
        return next(iter(self.seats.values()))

    def _awaited(self) -> tuple[Player | None, Json]:
        """The player whose decision it is, and what is listed for the first one, who is asked."""
        listed = self.actions(self._first)
        found = listed["awaiting"]
        return self.seats[found["seat"]] if found else None, listed


def battling(actions: list[Json]) -> list[Json]:
    """Battles before all else, for `Game.step`."""
    return [one for one in actions if one["type"] in ("attack", "strike", "ambush")] or actions


def running_game(service: Service, **params: Any) -> Game:
    """A game that has just begun between two new players."""
    ada, ben = service.player("Ada"), service.player("Ben")
    game = ada.new_game(**params)
    game.sit(ada, "allies")
    if params.get("visibility") == "private":
        invite = ada.get(f"{game.path}/invite").get_json()["invite"]
        ben.post(f"{game.path}/seats", {"side": "axis", "invite": invite})
        game.seats["axis"] = ben
    else:
        game.sit(ben, "axis")
    return game


def serve(redis_url: str, clock: Callable[[], str] = utc_now, **settings: Any) -> Service:
    """The service on a Redis server, with a projector beside it."""
    wanted = Settings(redis_url=redis_url, **{"rate_limits": UNLIMITED, **settings})
    projector = Projector(Backend.at(redis_url, archive_url=wanted.archive_url), clock)
    Thread(target=projector.run, name="projector", daemon=True).start()
    app = create_app(wanted, clock)
    service = Service(app, read(), projector)
    freshness = service.inside().freshness
    freshness.own_seconds = freshness.first_model_seconds = PATIENCE
    return service


def check_problem(answer: TestResponse, path: str) -> None:
    """Fail unless an answer is a problem document with all the members that it must have."""
    assert answer.mimetype == "application/problem+json", answer.get_data()
    problem = answer.get_json()
    assert problem["status"] == answer.status_code
    assert problem["type"] == f"/problems/{problem['code']}"
    assert problem["instance"] == unquote(path.partition("?")[0])
    assert problem["request_id"] == answer.headers["X-Request-Id"]
    assert problem["title"]
    assert problem["detail"]
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Language"] == "en"
    assert ("rule" in problem) is (problem["code"] == "illegal_command")
    if answer.status_code == 401:
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    if answer.status_code == 503:
        assert int(answer.headers["Retry-After"]) > 0
