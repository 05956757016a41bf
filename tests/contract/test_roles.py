"""Every operation by everyone: who is answered what, on a public game and on a private one."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from events.accounts.tokens import PLAYER_SCOPES, NewToken, Scope
from tests.contract.contract import read
from tests.contract.service import Game, Player, Service, running_game, serve
from tests.support.issuer import AUDIENCE, Issuer
from tests.support.waiting import PATIENCE
from workers.animations import Animator

TABLE = """
operation              game   nobody revoked reader other spectator holder opponent admin provider
listPublicKeys         any       200     200    200   200       200    200      200   200      200
getHealth              any       200     200    200   200       200    200      200   200      200
getMetrics             any       200     200    200   200       200    200      200   200      200
getReadiness           any       200     200    200   200       200    200      200   200      200
getCatalog             any       200     200    200   200       200    200      200   200      200
listGames              any       200     401    200   200       200    200      200   200      200
createGame             any       401     401    403   201       201    201      201   201      201
importGame             any       401     401    403   422       422    422      422   422      422
createChallenge        any       401     401    403   201       201    201      201   201      201
listChallenges         any       200     401    200   200       200    200      200   200      200
getLobby               any       200     401    200   200       200    200      200   200      200
getChallenge           any       200     401    200   200       200    200      200   200      200
acceptChallenge        any       401     401    403   200       200    200      200   200      200
declineChallenge       any       401     401    403   403       403    403      403   403      403
cancelChallenge        any       401     401    403   403       403    403      403   403      403
createStudy            any       401     401    403   201       201    201      201   201      201
listStudies            any       401     401    200   200       200    200      200   200      200
getStudy               any       200     401    200   200       200    200      200   200      200
exportStudy            any       200     401    200   200       200    200      200   200      200
changeStudy            any       401     401    403   403       403    200      403   403      403
makeStudyLink          any       401     401    403   403       403    200      403   403      403
deleteStudy            any       401     401    403   403       403    204      403   204      403
importStudy            any       401     401    403   422       422    422      422   422      422
findPlayers            any       200     200    200   200       200    200      200   200      200
createPlayer           any       201     201    201   201       201    201      201   201      201
deleteMe               any       401     401    403   204       204    204      204   204      204
getMe                  any       401     401    200   200       200    200      200   200      200
renameMe               any       401     401    403   200       200    200      200   200      200
listMyEvents           any       401     401    200   200       200    200      200   200      200
listBlocks             any       401     401    200   200       200    200      200   200      200
putBlock               any       401     401    403   204       204    204      204   204      204
deleteBlock            any       401     401    403   204       204    204      204   204      204
reportPlayer           any       401     401    403   204       204    204      204   204      204
listWebhooks           any       401     401    403   200       200    200      200   200      200
createWebhook          any       401     401    403   201       201    201      201   201      201
getWebhook             any       401     401    403   404       404    200      404   404      404
updateWebhook          any       401     401    403   404       404    200      404   404      404
deleteWebhook          any       401     401    403   404       404    204      404   404      404
listDeliveries         any       401     401    403   404       404    200      404   404      404
pingWebhook            any       401     401    403   404       404    202      404   404      404
replayDeliveries       any       401     401    403   404       404    202      404   404      404
rotateWebhookSecret    any       401     401    403   404       404    200      404   404      404
listTokens             any       401     401    200   200       200    200      200   200      200
createToken            any       401     401    403   201       201    201      201   201      201
revokeToken            any       401     401    403   204       204    204      204   204      204
deletePlayer           any       401     401    403   403       403    403      403   204      403
getPlayer              any       200     200    200   200       200    200      200   200      200
getPlayerResults       any       200     401    200   200       200    200      200   200      200
listPlayerRatings      any       200     200    200   200       200    200      200   200      200
listRatings            any       200     200    200   200       200    200      200   200      200
addScenario            any       401     401    403   422       422    422      422   422      422
deleteScenario         any       401     401    403   403       403    403      403   403      403
exportScenario         any       200     200    200   200       200    200      200   200      200
createPlaytest         any       401     401    403   202       202    202      202   202      202
getPlaytest            any       200     401    200   200       200    200      200   200      200
cancelPlaytest         any       401     401    403   204       403    403      403   403      403
listScenarios          any       200     401    200   200       200    200      200   200      200
getScenario            any       200     200    200   200       200    200      200   200      200
getScenarioBoardPng    any       200     200    200   200       200    200      200   200      200
getScenarioBoardSvg    any       200     200    200   200       200    200      200   200      200
getScenarioStatistics  any       200     200    200   200       200    200      200   200      200
getGame                public    200     401    200   200       200    200      200   200      200
getBoardPng            public    200     401    200   200       200    200      200   200      200
getBoardSvg            public    200     401    200   200       200    200      200   200      200
createAnalysis         public    401     401    403   409       409    409      409   409      409
getAnalysis            public    409     401    409   409       409    409      409   409      409
cancelAnalysis         public    401     401    403   409       409    409      409   409      409
createAnimation        public    401     401    403   202       202    202      202   202      202
getAnimation           public    200     401    200   200       200    200      200   200      200
getAnimationFile       public    200     401    200   200       200    200      200   200      200
cancelAnimation        public    401     401    403   403       403    200      403   403      403
listActions            public    200     401    200   200       200    200      200   200      200
submitCommand          public    401     401    403   403       403    200      409   403      403
validateCommand        public    401     401    403   403       403    200      409   403      403
listEvents             public    200     401    200   200       200    200      200   200      200
exportGame             public    200     401    200   200       200    200      200   200      200
createBranch           public    401     401    403   201       201    201      201   201      201
listBranches           public    200     401    200   200       200    200      200   200      200
getRecord              public    200     401    200   200       200    200      200   200      200
getInvite              public    401     401    403   403       403    404      403   403      403
renewInvite            public    401     401    403   403       403    404      403   403      403
listGameRatings        public    200     401    200   200       200    200      200   200      200
getMatch               public    200     401    200   200       200    200      200   200      200
playRematch            public    401     401    403   403       403    409      409   403      403
getSeal                public    404     401    404   404       404    404      404   404      404
leaveSeat              public    401     401    403   409       409    409      409   409      409
cancelGame             public    401     401    403   403       403    409      403   403      403
getPresence            public    401     401    200   403       403    200      200   403      403
getOrders              public    401     401    403   403       403    200      200   403      403
putOrders              public    401     401    403   403       403    409      200   403      403
takeHint               public    401     401    403   403       403    409      409   403      403
changeClock            public    401     401    403   403       403    409      409   403      403
agree                  public    401     401    403   403       403    409      409   403      403
deleteOrders           public    401     401    403   403       403    204      204   403      403
takeSeat               public    401     401    403   409       409    409      200   409      409
validateSeat           public    401     401    403   409       409    409      200   409      409
getState               public    200     401    200   200       200    200      200   200      200
acceptUndo             public    401     401    403   403       403    409      409   403      403
validateAcceptUndo     public    401     401    403   403       403    409      409   403      403
declineUndo            public    401     401    403   403       403    409      409   403      403
validateDeclineUndo    public    401     401    403   403       403    409      409   403      403
createAnnotation       public    401     401    403   201       201    201      201   201      201
listAnnotations        public    200     401    200   200       200    200      200   200      200
getAnnotation          public    404     401    404   200       200    404      404   200      200
changeAnnotation       public    401     401    403   403       403    404      404   403      403
deleteAnnotation       public    401     401    403   403       403    404      404   204      403
getLuck                public    200     401    200   200       200    200      200   200      200
getLuckSvg             public    200     401    200   200       200    200      200   200      200
getReport              public    409     401    409   409       409    409      409   409      409
getMainline            public    200     401    200   200       200    200      200   200      200
listDecisions          public    200     401    200   200       200    200      200   200      200
getDiff                public    200     401    200   200       200    200      200   200      200
listPatches            public    200     401    200   200       200    200      200   200      200
listOdds               public    200     401    200   200       200    200      200   200      200
getTimeline            public    200     401    200   200       200    200      200   200      200
takeBack               public    401     401    403   403       403    409      409   403      403
validateTakeBack       public    401     401    403   403       403    409      409   403      403
withdrawUndo           public    401     401    403   403       403    409      409   403      403
validateWithdrawUndo   public    401     401    403   403       403    409      409   403      403
freezeGame             public    401     401    403   403       403    403      403   200      403
unfreezeGame           public    401     401    403   403       403    403      403   200      403
getGame                private   404     401    200   404       404    200      200   404      404
getBoardPng            private   404     401    200   404       404    200      200   404      404
getBoardSvg            private   404     401    200   404       404    200      200   404      404
createAnalysis         private   401     401    403   404       404    409      409   404      404
getAnalysis            private   404     401    409   404       404    409      409   404      404
cancelAnalysis         private   401     401    403   404       404    409      409   404      404
createAnimation        private   401     401    403   404       404    202      202   404      404
getAnimation           private   404     401    200   404       404    200      200   404      404
getAnimationFile       private   404     401    200   404       404    200      200   404      404
cancelAnimation        private   401     401    403   404       404    200      403   404      404
listActions            private   404     401    200   404       404    200      200   404      404
submitCommand          private   401     401    403   404       404    200      409   404      404
validateCommand        private   401     401    403   404       404    200      409   404      404
listEvents             private   404     401    200   404       404    200      200   404      404
exportGame             private   404     401    200   404       404    200      200   404      404
createBranch           private   401     401    403   404       404    201      201   404      404
listBranches           private   404     401    200   404       404    200      200   404      404
getRecord              private   404     401    200   404       404    200      200   404      404
getInvite              private   401     401    403   404       404    200      403   404      404
renewInvite            private   401     401    403   404       404    200      403   404      404
listGameRatings        private   404     401    200   404       404    200      200   404      404
getMatch               private   404     401    200   404       404    200      200   404      404
playRematch            private   401     401    403   404       404    409      409   404      404
getSeal                private   404     401    404   404       404    404      404   404      404
leaveSeat              private   401     401    403   404       404    409      409   404      404
cancelGame             private   401     401    403   404       404    409      403   404      404
getPresence            private   401     401    200   404       404    200      200   404      404
getOrders              private   401     401    403   404       404    200      200   404      404
putOrders              private   401     401    403   404       404    409      200   404      404
takeHint               private   401     401    403   404       404    409      409   404      404
changeClock            private   401     401    403   404       404    409      409   404      404
agree                  private   401     401    403   404       404    409      409   404      404
deleteOrders           private   401     401    403   404       404    204      204   404      404
takeSeat               private   401     401    403   404       404    409      200   404      404
validateSeat           private   401     401    403   404       404    409      200   404      404
getState               private   404     401    200   404       404    200      200   404      404
acceptUndo             private   401     401    403   404       404    409      409   404      404
validateAcceptUndo     private   401     401    403   404       404    409      409   404      404
declineUndo            private   401     401    403   404       404    409      409   404      404
validateDeclineUndo    private   401     401    403   404       404    409      409   404      404
createAnnotation       private   401     401    403   404       404    201      201   404      404
listAnnotations        private   404     401    200   404       404    200      200   404      404
getAnnotation          private   404     401    200   404       404    200      404   404      404
changeAnnotation       private   401     401    403   404       404    200      404   404      404
deleteAnnotation       private   401     401    403   404       404    204      404   404      404
getLuck                private   404     401    200   404       404    200      200   404      404
getLuckSvg             private   404     401    200   404       404    200      200   404      404
getReport              private   404     401    409   404       404    409      409   404      404
getMainline            private   404     401    200   404       404    200      200   404      404
listDecisions          private   404     401    200   404       404    200      200   404      404
getDiff                private   404     401    200   404       404    200      200   404      404
listPatches            private   404     401    200   404       404    200      200   404      404
listOdds               private   404     401    200   404       404    200      200   404      404
getTimeline            private   404     401    200   404       404    200      200   404      404
takeBack               private   401     401    403   404       404    409      409   404      404
validateTakeBack       private   401     401    403   404       404    409      409   404      404
withdrawUndo           private   401     401    403   404       404    409      409   404      404
validateWithdrawUndo   private   401     401    403   404       404    409      409   404      404
freezeGame             private   401     401    403   403       403    403      403   200      403
unfreezeGame           private   401     401    403   403       403    403      403   200      403
"""
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
