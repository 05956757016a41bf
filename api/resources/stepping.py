"""Stepping through a game: from decision to decision, and what differs from version to version."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from flask import Response
from flask_smorest import Blueprint

from api.answers import IMMUTABLE, JSON_PATCH, MUTABLE, answer, has_already, unchanged
from api.identity import caller
from api.operation import (
    IF_NONE_MATCH,
    OPTIONAL_TOKEN,
    TAG,
    UNCHANGED,
    Operation,
    Success,
    endpoint,
)
from api.patches import Operation as PatchOperation
from api.patches import in_parts, patch, patch_of_parts
from api.problems import ProblemError
from api.requests import query
from api.schemas.history import MAIN
from api.schemas.stepping import (
    DecisionsPageSchema,
    DecisionsQuerySchema,
    DiffQuerySchema,
    PatchesQuerySchema,
)
from api.services import services
from api.shown import shown_at_each, shown_in
from api.sight import Sight, look
from api.tags import derived
from api.wire import word_for
from domain.decisions import Decision
from domain.line import standing
from domain.values import Status

stepping = Blueprint("stepping", __name__, description="Stepping through a game.")
_DECISIONS = DecisionsQuerySchema()
_DIFF = DiffQuerySchema()
_PATCHES = PatchesQuerySchema()
_DECISIONS_FORM, _DIFF_FORM, _PATCHES_FORM = "decisions 1", "diff 1", "patches 1"
"""Counted up when the same is told in other bytes, so that no cache mixes the two."""


@endpoint(
    stepping,
    "GET",
    "/v1/games/<string:game_id>/decisions",
    Operation(
        "listDecisions",
        "Step from decision to decision",
        Success(200, DecisionsPageSchema, headers=TAG),
        fails=(401, 404, 409, 422, 503),
        query=DecisionsQuerySchema,
        headers=(IF_NONE_MATCH,),
        security=OPTIONAL_TOKEN,
        others=UNCHANGED,
    ),
)
def list_decisions(game_id: str) -> Response:
    """Every version at which a seat had to decide, what about, and which command came.

    `after=57&limit=1` is the next decision behind version 57, `before=57&limit=1` the one ahead of
    it; with `seat`, that of a seat; with `decision=play_card`, the next or the last turn. One of
    the two at most. The command's `first` and `last` are what `getDiff` and `listEvents` take.

    A decision is everyone's to know, so `as` changes nothing here but is taken as everywhere.
    """
    wish = query(_DECISIONS)
    _require_one_way(wish)
    sight = look(game_id, caller(), wish.get("as_"))
    tag = derived(sight.state.version, _DECISIONS_FORM, sight.seen.head, sorted(wish.items()))
    cache = IMMUTABLE if sight.state.status is Status.FINISHED else MUTABLE
    if has_already(tag):
        return unchanged(tag, cache)
    return answer(_page(sight, wish), headers={"ETag": tag}, cache=cache)


@endpoint(
    stepping,
    "GET",
    "/v1/games/<string:game_id>/diff",
    Operation(
        "getDiff",
        "What differs between two versions",
        Success(
            200,
            {"$ref": "#/components/schemas/JsonPatch"},
            content_type=JSON_PATCH,
            headers=TAG,
        ),
        fails=(401, 404, 409, 422, 503),
        query=DiffQuerySchema,
        headers=(IF_NONE_MATCH,),
        security=OPTIONAL_TOKEN,
        others=UNCHANGED,
    ),
)
def get_diff(game_id: str) -> Response:
    """A JSON Patch (RFC 6902) that turns what `getState` answers you for version `from` into what
    it answers for version `to`, which may be the earlier one.

    It begins with a test of the version, so that it fails on any other state; from `to` on another
    patch leads further. Units, objectives and cards keep their places in the lists: who is gone is
    one operation.
    """
    wish = query(_DIFF)
    sight = look(game_id, caller(), wish.get("as_"))
    before, after = (sight.at(wish.get(end, sight.state.version)) for end in ("from_", "to"))
    cache = IMMUTABLE if "to" in wish else MUTABLE
    tag = derived(after.state.version, _DIFF_FORM, before.etag, after.etag)
    if has_already(tag):
        return unchanged(tag, cache)
    told = _difference(before, after, sight)
    response = answer(told, headers={"ETag": tag}, cache=cache)
    response.mimetype = JSON_PATCH
    return response


@endpoint(
    stepping,
    "GET",
    "/v1/games/<string:game_id>/patches",
    Operation(
        "listPatches",
        "Every step from version to version",
        Success(200, {"$ref": "#/components/schemas/PatchesPage"}, headers=TAG),
        fails=(401, 404, 409, 422, 503),
        query=PatchesQuerySchema,
        headers=(IF_NONE_MATCH,),
        security=OPTIONAL_TOKEN,
        others=UNCHANGED,
    ),
)
def list_patches(game_id: str) -> Response:
    """For each version behind `after` the JSON Patch (RFC 6902) from the version before, so that
    whoever has read them steps through the game without asking again.

    Begin with `{}`, or with what `getState` answers you for version `after`, and carry out one
    patch after the other: each leads to what `getState` answers for its version. A version in the
    middle of a command is a step like any other; it awaits nobody. The patches have no test of the
    version, as their order tells it.

    A page that is not the last never changes, but for its `version`, and none does once the game
    is over.
    """
    wish = query(_PATCHES)
    sight = look(game_id, caller(), wish.get("as_"))
    version, after = sight.state.version, wish["after"]
    upto = min(after + wish["limit"], version)
    whole = upto < version or (sight.state.status is Status.FINISHED and after <= version)
    cache = IMMUTABLE if whole else MUTABLE
    tag = derived(version, _PATCHES_FORM, sight.etag, after, wish["limit"])
    if has_already(tag):
        return unchanged(tag, cache)
    told = {
        "items": list(_steps(sight, after, upto)) if after < upto else [],
        "next": upto if upto < version else None,
        "version": version,
    }
    return answer(told, headers={"ETag": tag}, cache=cache)


def _steps(sight: Sight, after: int, upto: int) -> Iterator[dict[str, Any]]:
    """The patch to each version past ``after``."""
    before: dict[str, bytes] = {}
    begin = max(0, after - 1)
    for version, state in enumerate(shown_at_each(sight, begin, upto), start=begin + 1):
        now = in_parts(state)
        if version > after:
            yield {"version": version, "patch": patch_of_parts(before, now)}
        before = now


def _difference(before: Sight, after: Sight, now: Sight) -> list[PatchOperation]:
    """The patch from one state to another of the same viewer."""
    one, other = (
        msgspec.json.decode(msgspec.json.encode(shown_in(sight, now.state)))
        for sight in (before, after)
    )
    return [{"op": "test", "path": "/version", "value": one["version"]}, *patch(one, other)]


def _require_one_way(wish: Mapping[str, Any]) -> None:
    if "after" in wish and "before" in wish:
        reasons = {name: ["Give one of the two."] for name in ("/after", "/before")}
        raise ProblemError("invalid_request", "A page goes one way.", {"errors": reasons})


def _page(sight: Sight, wish: Mapping[str, Any]) -> dict[str, Any]:
    """As many of the decisions that are wanted as the page has room for."""
    game, version = sight.state.created.game, sight.state.version
    wanted = [
        one
        for one in services().decided.upto(game, version)
        if wish.get("seat", one.seat) == one.seat
        and wish.get("decision", one.decision) == one.decision
    ]
    if wish["line"] == MAIN:
        wanted = _counting(sight, wanted)
    if "before" in wish:
        found = [one for one in reversed(wanted) if one.version < wish["before"]]
    else:
        found = [one for one in wanted if one.version > wish.get("after", 0)]
    items = found[: wish["limit"]]
    return {
        "items": [_told(one) for one in items],
        "next": items[-1].version if len(found) > len(items) else None,
        "version": version,
    }


def _counting(sight: Sight, decisions: list[Decision]) -> list[Decision]:
    """Those that no taking back has undone, nor what came of them."""
    game, version = sight.state.created.game, sight.state.version
    spans = standing(version, services().games.taken_back(game, version))
    counts = {one for first, last in spans for one in range(first, last + 1)}
    return [
        one
        for one in decisions
        if one.version in counts and (one.came is None or one.came.first in counts)
    ]


def _told(one: Decision) -> dict[str, Any]:
    came = one.came
    command = came and {
        "type": word_for(came.kind),
        "seat": came.seat,
        "first": came.first,
        "last": came.last,
    }
    return {
        "version": one.version,
        "turn": one.turn,
        "seat": one.seat,
        "decision": one.decision,
        "command": command,
    }
