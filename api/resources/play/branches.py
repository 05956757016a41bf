"""Branches: sandbox games that share the past of another game."""

from dataclasses import replace

from flask import Response
from flask_smorest import Blueprint

from api.access.game_ids import is_created, with_new_id
from api.access.identity import caller, player, viewer_seats
from api.access.views import GameView, view_for
from api.http.cursors import cursor_of, position_of
from api.http.problems import ProblemError
from api.http.refusals import refusal_for
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
from api.resources.play.games import outcome_answer
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
    """Creates a sandbox: a private game that shares the history of this game up to a version, and
    in which you decide for both sides. This game does not change.

    The versions up to `at_version` show what you could see then. While this game is running, hidden
    cards are dealt anew and the dice differ, so the branch reveals nothing. A branch of a finished
    game continues with the same seed and cards unless you ask for new ones.

    A sandbox has no time limit, lets you take back any decision made after the branch, and is
    excluded from statistics. A player may have 100 open sandboxes by default; the command `resign`
    ends one.
    """
    who = player()
    params = body(_NEW)
    game_view = view_for(game_id, who)
    key = idempotency_key(who, params, scope=f"branch:{game_view.state.created.game}")
    if not is_created(key):
        _require_below_limit(who)
    try:
        past, seats = _past(game_view, who, params["at_version"])
        new = NewBranch(
            game="",
            player=who.id,
            name=params.get("name"),
            seats=seats,
            at=services().clock(),
            seed=None if _keeps_seed(game_view, params.get("hidden")) else new_seed(),
        )
        created = with_new_id(
            lambda game: services().game_service.begin(
                branched(past, replace(new, game=game)), key
            ),
            key,
        )
    except IllegalCommandError as error:
        raise refusal_for(error, game_view.state, game_view.held) from None
    location = f"/v1/games/{created.loaded.state.created.game}"
    return outcome_answer(created, who, 201, {"Location": location})


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
    """Newest first; only those that you may see. `branch` has the game and the version that each
    one branches off."""
    who, params = caller(), query(_QUERY)
    created = view_for(game_id, who).state.created
    root = created.branch.root if created.branch else created.game
    shelf = branches_off(created.game) if params["of"] == OWN else tree_of(root)
    catalog, filters = services().catalog, Query(viewer=who.id if who else None, shelf=shelf)
    items, position = catalog.find(filters, params["limit"], position_of(params.get("cursor")))
    total = catalog.count(filters)
    return answer(BranchesPageAnswer(root, items=items, total=total, next=cursor_of(position)))


def _require_below_limit(who: Player) -> None:
    """Raise a problem if a player has too many open sandboxes. The read model lags a moment behind,
    so a few more are possible; while it is being rebuilt, there is no limit."""
    limit = services().settings.most_sandboxes
    filters = Query(viewer=who.id, player=who.id, status=Status.ACTIVE, shelf=SANDBOXES)
    try:
        count = services().catalog.count(filters)
    except StoreUnavailableError:
        return
    if count >= limit:
        detail = f"You have {count} open sandboxes, which is the limit; nothing was done."
        raise ProblemError("too_many_sandboxes", detail, {"most": limit})


def _past(
    game_view: GameView, who: Player, version: int
) -> tuple[list[StoredEvent], frozenset[Seat]]:
    """Return the events that a branch shares, and the seats whose cards its creator saw at the last
    one. Raises ``IllegalCommandError`` for a version that the creator may not see, or one in the
    middle of a command."""
    games, game = services().games, game_view.state.created.game
    then = games.at(game, version) if version <= game_view.state.version else None
    if then is None or not then.settled:
        raise IllegalCommandError(
            Rule.BRANCH_NO_SUCH_VERSION, at_version=version, version=game_view.state.version
        )
    return games.events(game, 0, version), viewer_seats(then.state, who)


def _keeps_seed(game_view: GameView, params: str | None) -> bool:
    """Return whether a branch keeps the seed and the cards of its game: never when that could
    reveal something that a player does not know yet."""
    state = game_view.state
    own = state.created.branch is not None and game_view.seats.issuperset(state.table.seats)
    free = state.status is Status.FINISHED or own
    if params == KEPT and not free:
        raise IllegalCommandError(Rule.BRANCH_GAME_RUNNING, status=game_view.state.status)
    return free and params != ANEW
