"""Branches: sandbox games that share the past of another game."""

from dataclasses import replace

from flask import Response
from flask_smorest import Blueprint

from api.answers import answer
from api.cursors import cursor_of, place_of
from api.game_ids import is_made, made
from api.identity import caller, player, seats_at
from api.operation import (
    ETAG,
    IDEMPOTENCY_KEY,
    LOCATION,
    OPTIONAL_TOKEN,
    REPLAYED,
    Operation,
    Success,
    endpoint,
)
from api.problems import ProblemError
from api.refusals import told
from api.requests import body, idempotency_key, query
from api.resources.games import outcome
from api.schemas.branches import OWN, BranchesPageSchema, BranchesQuerySchema, NewBranchSchema
from api.schemas.state import GameSchema
from api.services import services
from api.sight import Sight, look
from domain.errors import IllegalCommandError, Rule
from domain.values import Seat, Status
from events.branches import NewBranch, branched
from events.execute import new_seed
from events.listing import ANEW, KEPT
from events.lists.catalog import Query
from events.lists.entry import SANDBOXES, branches_off, tree_of
from events.players import Player
from events.recorded import Recorded
from events.store import StoreUnavailableError

branches = Blueprint("branches", __name__, description="Sandboxes: what might have been.")
_NEW = NewBranchSchema()
_QUERY = BranchesQuerySchema()


@endpoint(
    branches,
    "POST",
    "/v1/games/<string:game_id>/branches",
    Operation(
        "createBranch",
        "Branch off a game",
        Success(201, GameSchema, headers=ETAG | LOCATION | REPLAYED),
        fails=(400, 401, 404, 409, 413, 415, 422, 503),
        body=NewBranchSchema,
        headers=(IDEMPOTENCY_KEY,),
    ),
)
def create_branch(game_id: str) -> Response:
    """A sandbox: a private game of yours that shares the past of this one up to a version, and in
    which you decide for both sides. This game stays as it is, and nothing in it tells of branches.

    Its versions up to `at_version` show what you could see of this game at these versions. Of a
    game that runs, the rest is dealt anew, and the dice are others: it foretells nothing. A branch
    of a finished game goes on with the same seed and the same cards unless you ask for others.

    A sandbox has no time limit, takes back at will, but not to before it branched off, and counts
    in nobody's results. A player may have 100 open at once, or as many as the service allows: one
    ends with the command `resign`.
    """
    who = player()
    wish = body(_NEW)
    sight = look(game_id, who)
    key = idempotency_key(who, wish, scope=f"branch:{sight.state.created.game}")
    if not is_made(key):
        _require_room(who)
    try:
        past, seats = _past(sight, who, wish["at_version"])
        new = NewBranch(
            game="",
            player=who.id,
            name=wish.get("name"),
            seats=seats,
            at=services().clock(),
            seed=None if _keeps(sight, wish.get("hidden")) else new_seed(),
        )
        done = made(
            lambda game: services().games.begin(branched(past, replace(new, game=game)), key), key
        )
    except IllegalCommandError as error:
        raise told(error, sight.state, sight.seats) from None
    place = f"/v1/games/{done.loaded.state.created.game}"
    return outcome(done, who, 201, {"Location": place})


@endpoint(
    branches,
    "GET",
    "/v1/games/<string:game_id>/branches",
    Operation(
        "listBranches",
        "List the branches of a game that you may see",
        Success(200, BranchesPageSchema),
        fails=(401, 404, 422, 503),
        query=BranchesQuerySchema,
        security=OPTIONAL_TOKEN,
    ),
)
def list_branches(game_id: str) -> Response:
    """Newest first. Each says in `branch` what it branches off, at which version."""
    who, wish = caller(), query(_QUERY)
    created = look(game_id, who).state.created
    root = created.branch.root if created.branch else created.game
    shelf = branches_off(created.game) if wish["of"] == OWN else tree_of(root)
    found, last = services().catalog.find(
        Query(viewer=who.id if who else None, shelf=shelf),
        wish["limit"],
        place_of(wish.get("cursor")),
    )
    return answer({"root": root, "items": found, "next": cursor_of(last)})


def _require_room(who: Player) -> None:
    """Refuse a player who has enough open sandboxes. Lists follow a moment later, so one may have
    a few more; while they are being built, nobody is kept waiting for them."""
    most = services().settings.most_sandboxes
    wanted = Query(viewer=who.id, player=who.id, status=Status.ACTIVE, shelf=SANDBOXES)
    try:
        there = services().catalog.count(wanted)
    except StoreUnavailableError:
        return
    if there >= most:
        detail = f"You have {there} open sandboxes; nothing was done."
        raise ProblemError("too_many_sandboxes", detail, {"most": most})


def _past(sight: Sight, who: Player, version: int) -> tuple[list[Recorded], frozenset[Seat]]:
    """The events that a branch shares, and whose hidden cards its maker knew at their end. Refuses
    a version that the maker does not see, and one in the middle of a command."""
    games, game = services().games, sight.state.created.game
    then = games.at(game, version) if version <= sight.state.version else None
    if then is None or not then.settled:
        raise IllegalCommandError(
            Rule.BRANCH_NO_SUCH_VERSION, at_version=version, version=sight.state.version
        )
    return games.events(game, 0, version), seats_at(then.state, who)


def _keeps(sight: Sight, wish: str | None) -> bool:
    """Whether a branch has the seed and the cards of its game: never when that could foretell
    something that somebody does not know yet."""
    own = sight.state.created.branch is not None and len(sight.seats) == len(Seat)
    free = sight.state.status is Status.FINISHED or own
    if wish == KEPT and not free:
        raise IllegalCommandError(Rule.BRANCH_GAME_RUNNING, status=sight.state.status)
    return free and wish != ANEW
