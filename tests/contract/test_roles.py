"""Every operation by everyone: who is answered what, on a public game and on a private one."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from events.accounts.tokens import PLAYER_SCOPES, NewToken, Scope
from tests.contract.contract import read
from tests.contract.service import Game, Player, Service, running_game, serve
from tests.support.issuer import AUDIENCE, Issuer
from tests.support.waiting import PATIENCE
from workers.animations import Animator

TABLE = (Path(__file__).parent / "roles.txt").read_text("utf-8")
"""The roles: nobody has no token. Another player sits at a game elsewhere; a spectator has a token,
and has read the game where it may. ``reader`` is a token of the seat holder that may only read; the
holder has created the game and is awaited. ``provider`` is a player whom an identity provider
knows, who sits nowhere."""

CONTRACT = read()
ANY, PUBLIC, PRIVATE = "any", "public", "private"
BASES = (ANY, PUBLIC, PRIVATE)


@dataclass
class Stage:
    """The service with a game that runs, and everyone who may ask."""

    service: Service
    game: Game
    roles: dict[str, Player] = field(default_factory=dict)

    def token(self, player: Player, *scopes: Scope) -> tuple[str, str]:
        """A further token of a player: its id and its secret."""
        params = NewToken("for a trial", frozenset(scopes))
        made, secret = self.service.inside().players.tokens.add(player.id, params)
        return made.id, secret


def staged(service: Service, issuer: Issuer, visibility: str, subject: str) -> Stage:
    """A stage on which nothing was done yet."""
    stage = Stage(service, running_game(service, visibility=visibility))
    holder = stage.game.awaited()
    assert holder is not None
    opponent = next(one for one in stage.game.seats.values() if one.id != holder.id)
    other, spectator, left = (service.player(name) for name in ("Cy", "Di", "Ed"))
    other.new_game().sit(other, "axis")
    spectator.get(f"{stage.game.path}/events")
    gone, revoked = stage.token(left, *PLAYER_SCOPES)
    service.inside().players.revoke(left.id, gone)
    stage.roles = {
        "nobody": service.anonymous(),
        "revoked": Player(service, left.id, revoked),
        "reader": Player(service, holder.id, stage.token(holder, Scope.READ)[1]),
        "other": other,
        "spectator": spectator,
        "holder": holder,
        "opponent": opponent,
        "admin": service.admin(),
        "provider": known_to(service, issuer.token(subject)),
    }
    return stage


def known_to(service: Service, token: str) -> Player:
    found = service.ask("GET", "/v1/players/me", token=token).get_json()
    return Player(service, found["id"], token)


# What is sent, where it is more than the address.


def action(stage: Stage, _who: Player) -> dict[str, Any]:
    """A move of the awaited player, which is only tried."""
    first = stage.game.actions(stage.roles["holder"])["actions"][0]
    return {"json": {**first, "validate_only": True}}


def seat(stage: Stage, _who: Player) -> dict[str, Any]:
    """The opponent's seat."""
    side = next(s for s, p in stage.game.seats.items() if p.id == stage.roles["opponent"].id)
    return {"json": {"side": side}}


def branching(stage: Stage, _who: Player) -> dict[str, Any]:
    """The version that the game is at."""
    return {"json": {"at_version": stage.game.state(stage.roles["holder"])["version"]}}


def own_token(stage: Stage, who: Player) -> str:
    """A token that the caller could revoke."""
    owner = who if who.id else stage.roles["holder"]
    return stage.token(owner, Scope.READ)[0]


def annotation(stage: Stage, _who: Player) -> str:
    """What was said of the game: in public by an onlooker, or by the seat holder where there are
    no onlookers."""
    onlooker = stage.service.player("Fay")
    for author in (onlooker, stage.roles["holder"]):
        said = author.post(f"{stage.game.path}/annotations", ANNOTATION)
        if said.status_code == 201:
            name: str = said.get_json()["id"]
            return name
    raise AssertionError("nobody may say anything")


def study(stage: Stage, _who: Player) -> str:
    """A public one, of the seat holder."""
    params = {"title": "T", "visibility": "public"}
    name: str = stage.roles["holder"].post("/v1/studies", params).get_json()["id"]
    return name


def challenge(stage: Stage, _who: Player) -> str:
    """One to anyone, of somebody else."""
    params = {"scenario": "pegasus_bridge", "edition": "2025"}
    name: str = stage.service.player("Gus").post("/v1/challenges", params).get_json()["id"]
    return name


def webhook(stage: Stage, _who: Player) -> str:
    """One of the seat holder, who may have ten."""
    holder = stage.roles["holder"]
    known = holder.get("/v1/webhooks").get_json()["items"]
    made = known[0] if known else holder.post("/v1/webhooks", WEBHOOK).get_json()
    name: str = made["id"]
    return name


def animation(stage: Stage, _who: Player) -> str:
    """One that the seat holder has asked for, and that is done."""
    made = stage.roles["holder"].post(f"{stage.game.path}/animations", {"width": 160})
    name: str = made.get_json()["id"]
    kit = stage.service.inside()
    assert Animator(kit.games, kit.animations).work(name, PATIENCE) is None
    return name


def nothing(_stage: Stage, _who: Player) -> dict[str, Any]:
    """A body that says no more than that it is one."""
    return {"json": {}}


WEBHOOK = {"url": "https://example.org/hook", "events": ["game.your_move"]}
ANNOTATION = {"version": 1, "visibility": "public", "text": "A trial."}
Body = Callable[[Stage, Player], dict[str, Any]]
BODIES: dict[str, Body] = {
    "createAnimation": nothing,
    "createBranch": branching,
    "createAnnotation": lambda *_: {"json": ANNOTATION},
    "changeAnnotation": lambda *_: {"json": {"visibility": "public", "sign": "!"}},
    "createChallenge": lambda *_: {"json": {"scenario": "pegasus_bridge", "edition": "2025"}},
    "createGame": lambda *_: {"json": {"scenario": "pegasus_bridge", "edition": "2025"}},
    "createPlayer": lambda *_: {"json": {"name": "Eve"}},
    "createStudy": lambda *_: {"json": {"title": "T"}},
    "changeStudy": lambda *_: {"json": {"title": "U", "visibility": "public"}},
    "addScenario": lambda *_: {"data": b"{}", "content_type": "application/json"},
    "importStudy": lambda *_: {"data": b"{}", "content_type": "application/x-ndjson"},
    "createWebhook": lambda *_: {"json": WEBHOOK},
    "updateWebhook": lambda *_: {"json": WEBHOOK},
    "replayDeliveries": lambda *_: {"json": {"after": 0}},
    "createToken": lambda *_: {"json": {"name": "bot", "scopes": ["play"]}},
    "renameMe": lambda *_: {"json": {"name": "Ada"}},
    "findPlayers": lambda *_: {"query_string": {"name": "E"}},
    "getDiff": lambda *_: {"query_string": {"from": "2"}},
    "freezeGame": lambda *_: {"json": {"reason": "a trial"}},
    "importGame": lambda *_: {"data": b"{}", "content_type": "application/x-ndjson"},
    "submitCommand": action,
    "validateCommand": action,
    "takeBack": lambda *_: {"json": {"to_version": 1}},
    "validateTakeBack": lambda *_: {"json": {"to_version": 1}},
    "acceptUndo": nothing,
    "validateAcceptUndo": nothing,
    "declineUndo": nothing,
    "validateDeclineUndo": nothing,
    "withdrawUndo": nothing,
    "validateWithdrawUndo": nothing,
    "putBlock": lambda *_: {"json": {"level": "mute"}},
    "reportPlayer": lambda *_: {"json": {"reason": "other"}},
    "changeClock": lambda *_: {"json": {"action": "end_pause"}},
    "agree": lambda *_: {"json": {"action": "agree"}},
    "putOrders": lambda *_: {"json": {"orders": ["ambush_never"]}},
    "takeSeat": seat,
    "validateSeat": seat,
}
PARAMETERS: dict[str, Callable[[Stage, Player], str]] = {
    "game_id": lambda stage, _: stage.game.id,
    "seat": lambda *_: "axis",
    "player_id": lambda stage, _: stage.service.player("Eve").id,
    "token_id": own_token,
    "challenge_id": challenge,
    "webhook_id": webhook,
    "animation_id": animation,
    "annotation_id": annotation,
    "study_id": study,
    "version": lambda *_: "2",
    "slug": lambda *_: "pegasus_bridge",
}


def answered(stage: Stage, operation: str, who: Player) -> int:
    """The status that somebody gets."""
    method, path = ADDRESSES[operation]
    for name, chosen in PARAMETERS.items():
        if f"{{{name}}}" in path:
            path = path.replace(f"{{{name}}}", chosen(stage, who))
    sent = BODIES.get(operation, lambda *_: {})(stage, who)
    return stage.service.ask(method, path, token=who.token, **sent).status_code


ADDRESSES = {
    operation["operationId"]: (method.upper(), path)
    for path, methods in CONTRACT.spec["paths"].items()
    for method, operation in methods.items()
    if isinstance(operation, dict)
}
HEADINGS, *ROWS = (line.split() for line in TABLE.strip().splitlines())


@pytest.fixture(scope="module")
def issuer() -> Iterator[Issuer]:
    with Issuer().serving() as serving:
        yield serving


@pytest.fixture(scope="module")
def there(redis_url: str, queue_url: str, issuer: Issuer) -> Iterator[Service]:
    oidc = {"oidc_issuer": issuer.url, "oidc_audience": AUDIENCE}
    service = serve(redis_url, queue_url=queue_url, **oidc)
    yield service
    service.close()


def test_every_operation_is_in_the_table() -> None:
    about_games = {name for name, (_, path) in ADDRESSES.items() if "{game_id}" in path}
    wanted = {(name, ANY) for name in ADDRESSES.keys() - about_games}
    wanted |= {(name, basis) for name in about_games for basis in (PUBLIC, PRIVATE)}
    items = [(row[0], row[1]) for row in ROWS]
    assert set(items) == wanted, "add a row for each new operation"
    assert len(items) == len(set(items))


@pytest.mark.parametrize("basis", BASES)
def test_everyone_is_answered_as_the_table_says(there: Service, issuer: Issuer, basis: str) -> None:
    visibility = PRIVATE if basis == PRIVATE else PUBLIC
    shared = staged(there, issuer, visibility, f"{basis} in common")
    assert ["operation", "game", *shared.roles] == HEADINGS
    wrong = []
    for operation, of, *expected in ROWS:
        if of != basis:
            continue
        parting = operation == "deleteMe"
        stage = staged(there, issuer, visibility, "leaving") if parting else shared
        got = [str(answered(stage, operation, who)) for who in stage.roles.values()]
        if got != expected:
            wrong.append(" ".join((operation, of, *got)))
    assert wrong == []
