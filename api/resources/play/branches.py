"""Branches: sandbox games that share the past of another game."""

from dataclasses import replace

from flask import Response
from flask_smorest import Blueprint

from api.access.game_ids import is_made, made
from api.access.identity import caller, player, seats_at
from api.access.views import GameView, view_for
from api.http.cursors import cursor_of, place_of
from api.http.problems import ProblemError
from api.http.refusals import refused_command
from api.http.requests import body, idempotency_key, query
from api.http.responses import answer
from api.operations.operation import (
    ETAG,
    IDEMPOTENCY_KEY,
    LOCATION,
    OPTIONAL_TOKEN,
    REPLAYED,
    Operation,
    Success,
)
from api.resources.play.games import outcome
from api.schemas.play.branches import (
    OWN,
    BranchesPageAnswer,
    BranchesQuerySchema,
    BranchRequestSchema,
)
from api.schemas.play.state import GameAnswer
from api.services import services
from domain.errors import IllegalCommandError, Rule
from domain.values import Seat, Status
from events.accounts.players import Player
from events.games.branches import NewBranch, branched
from events.games.service import new_seed
from events.log.stored_event import StoredEvent
from events.read_models.catalog import Query
from events.read_models.game_index_row import SANDBOXES, branches_off, tree_of
from events.store.port import StoreUnavailableError
from events.summaries import ANEW, KEPT

branches = Blueprint("branches", __name__, description="Sandboxes that branch off a game.")
_NEW = BranchRequestSchema()
_QUERY = BranchesQuerySchema()


@Operation(
    branches,
    "POST /v1/games/<string:game_id>/branches",
    "Create a branch of a game",
    Success(201, GameAnswer, headers=ETAG | LOCATION | REPLAYED),
    fails=(404, 409),
    body=BranchRequestSchema,
    headers=(IDEMPOTENCY_KEY,),
)
def create_branch(game_id: str) -> Response:
    """Creates a sandbox: a private game of yours that shares the history of this game up to a
    version, and in which you decide for both sides. This game does not change.

    The versions up to `at_version` show what you could see then. While this game is running, all
    that you could not know is dealt anew and the dice differ, so that the branch reveals nothing. A
    branch of a finished game continues with the same seed and cards unless you ask for new ones.

    A sandbox has no time limit, lets you take back any decision made after the branch, and is
    excluded from statistics. A player may have 100 open sandboxes, or as many as the service
    allows; the command `resign` ends one.
    """
    who = player()
    params = body(_NEW)
    game_view = view_for(game_id, who)
    key = idempotency_key(who, params, scope=f"branch:{game_view.state.created.game}")
    if not is_made(key):
        _require_room(who)
    try:
        past, seats = _past(game_view, who, params["at_version"])
        new = NewBranch(
            game="",
            player=who.id,
            name=params.get("name"),
            seats=seats,
            at=services().clock(),
            seed=None if _keeps(game_view, params.get("hidden")) else new_seed(),
        )
        done = made(
            lambda game: services().game_service.begin(
                branched(past, replace(new, game=game)), key
            ),
            key,
        )
    except IllegalCommandError as error:
        raise refused_command(error, game_view.state, game_view.held) from None
    place = f"/v1/games/{done.loaded.state.created.game}"
    return outcome(done, who, 201, {"Location": place})


@Operation(
    branches,
    "GET /v1/games/<string:game_id>/branches",
    "List the branches of a game",
    Success(200, BranchesPageAnswer),
    fails=(404,),
    query=BranchesQuerySchema,
    security=OPTIONAL_TOKEN,
)
def list_branches(game_id: str) -> Response:
    """Newest first, as far as you may see them. `branch` names the game and the version that each
    one branches off."""
    who, params = caller(), query(_QUERY)
    created = view_for(game_id, who).state.created
    root = created.branch.root if created.branch else created.game
    shelf = branches_off(created.game) if params["of"] == OWN else tree_of(root)
    catalog, wanted = services().catalog, Query(viewer=who.id if who else None, shelf=shelf)
    found, last = catalog.find(wanted, params["limit"], place_of(params.get("cursor")))
    total = catalog.count(wanted)
    return answer(BranchesPageAnswer(root, items=found, total=total, next=cursor_of(last)))


def _require_room(who: Player) -> None:
    """Refuse a player who has enough open sandboxes. Lists follow a moment later, so one may have
    a few more; while they are being built, nobody is kept waiting for them."""
    limit = services().settings.most_sandboxes
    wanted = Query(viewer=who.id, player=who.id, status=Status.ACTIVE, shelf=SANDBOXES)
    try:
        there = services().catalog.count(wanted)
    except StoreUnavailableError:
        return
    if there >= limit:
        detail = f"You have {there} open sandboxes, which is the limit; nothing was done."
        raise ProblemError("too_many_sandboxes", detail, {"most": limit})


def _past(
    game_view: GameView, who: Player, version: int
) -> tuple[list[StoredEvent], frozenset[Seat]]:
    """The events that a branch shares, and whose hidden cards its maker knew at their end. Refuses
    a version that the maker does not see, and one in the middle of a command."""
    games, game = services().games, game_view.state.created.game
    then = games.at(game, version) if version <= game_view.state.version else None
    if then is None or not then.settled:
        raise IllegalCommandError(
            Rule.BRANCH_NO_SUCH_VERSION, at_version=version, version=game_view.state.version
        )
    return games.events(game, 0, version), seats_at(then.state, who)


def _keeps(game_view: GameView, params: str | None) -> bool:
    """Whether a branch has the seed and the cards of its game: never when that could foretell
    something that somebody does not know yet."""
    state = game_view.state
    own = state.created.branch is not None and game_view.seats.issuperset(state.table.seats)
    free = state.status is Status.FINISHED or own
    if params == KEPT and not free:
        raise IllegalCommandError(Rule.BRANCH_GAME_RUNNING, status=game_view.state.status)
    return free and params != ANEW
