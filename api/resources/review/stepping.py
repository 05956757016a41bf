"""Stepping through a game: its decisions, and the differences between versions."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from flask import Response
from flask_smorest import Blueprint

from api.access.identity import caller
from api.access.views import GameView, view_for
from api.answers.costly import costly
from api.answers.patches import Operation as PatchOperation
from api.answers.patches import in_parts, patch, patch_of_parts
from api.answers.states import answers_at_each, view_answer
from api.http.command_codec import type_name
from api.http.etags import content_tag
from api.http.problems import ProblemError
from api.http.requests import query
from api.http.responses import IMMUTABLE, JSON_PATCH, MUTABLE, answer, is_cached, not_modified
from api.limits.costly_answers import STEPS_PER_EVENT
from api.operations.operation import IF_NONE_MATCH, OPTIONAL_TOKEN, TAG, Operation, Success
from api.schemas.review.history import MAIN
from api.schemas.review.stepping import (
    CarriedAnswer,
    DecisionsPageAnswer,
    DecisionsQuerySchema,
    DiffQuerySchema,
    PastDecisionAnswer,
    PatchesPageAnswer,
    PatchesQuerySchema,
    VersionPatchAnswer,
)
from api.services import services
from domain.analysis.work import Spend
from domain.history import PastDecision, mainline_spans
from domain.values import Status

stepping = Blueprint(
    "stepping", __name__, description="Decisions, differences and steps of a game."
)
_DECISIONS = DecisionsQuerySchema()
_DIFF = DiffQuerySchema()
_PATCHES = PatchesQuerySchema()
_DECISIONS_FORM, _DIFF_FORM, _PATCHES_FORM = "decisions 1", "diff 1", "patches 1"
"""Raised when the same content is written differently, so that no cache mixes the two."""


@Operation(
    stepping,
    "GET /v1/games/<string:game_id>/decisions",
    "List the decisions of a game",
    Success(200, DecisionsPageAnswer, headers=TAG),
    weight=10,
    fails=(404, 409),
    query=DecisionsQuerySchema,
    headers=(IF_NONE_MATCH,),
    security=OPTIONAL_TOKEN,
)
def list_decisions(game_id: str) -> Response:
    """Every version at which a seat had to decide, with the kind of decision and the command that
    followed.

    `after=57&limit=1` returns the next decision after version 57, `before=57&limit=1` the previous
    one; send at most one of the two. `seat` selects the decisions of one seat, and
    `decision=play_card` the starts of turns. `getDiff` and `listEvents` accept the command's
    `first` and `last`.

    `as` has no effect.
    """
    params = query(_DECISIONS)
    _require_one_way(params)
    game_view = view_for(game_id, caller(), params.get("as_"))
    tag = content_tag(
        game_view.state.version, _DECISIONS_FORM, game_view.snapshot.head, sorted(params.items())
    )
    cache = IMMUTABLE if game_view.state.status is Status.FINISHED else MUTABLE
    if is_cached(tag):
        return not_modified(tag, cache)
    return costly(tag, lambda spend: _page(game_view, params, spend), cache)


@Operation(
    stepping,
    "GET /v1/games/<string:game_id>/diff",
    "Get the difference between two versions",
    Success(200, {"$ref": "#/components/schemas/JsonPatch"}, content_type=JSON_PATCH, headers=TAG),
    fails=(404, 409),
    query=DiffQuerySchema,
    headers=(IF_NONE_MATCH,),
    security=OPTIONAL_TOKEN,
)
def get_diff(game_id: str) -> Response:
    """A JSON Patch (RFC 6902) from the response of `getState` for version `from` to the one for
    version `to`, which may be earlier.

    The patch starts with a test of the version, so that it fails on any other state.
    """
    params = query(_DIFF)
    game_view = view_for(game_id, caller(), params.get("as_"))
    before, after = (
        game_view.at(params.get(end, game_view.state.version)) for end in ("from_", "to")
    )
    cache = IMMUTABLE if "to" in params else MUTABLE
    tag = content_tag(after.state.version, _DIFF_FORM, before.etag, after.etag)
    if is_cached(tag):
        return not_modified(tag, cache)
    difference = _difference(before, after, game_view)
    response = answer(difference, headers={"ETag": tag}, cache=cache)
    response.mimetype = JSON_PATCH
    return response


@Operation(
    stepping,
    "GET /v1/games/<string:game_id>/patches",
    "List the steps from version to version",
    Success(200, PatchesPageAnswer, headers=TAG),
    weight=30,
    fails=(404, 409),
    query=PatchesQuerySchema,
    headers=(IF_NONE_MATCH,),
    security=OPTIONAL_TOKEN,
)
def list_patches(game_id: str) -> Response:
    """For each version after `after`, the JSON Patch (RFC 6902) from the previous version.

    Start with `{}`, or with the response of `getState` for version `after`, and apply the patches
    in order: each leads to the response of `getState` for its version. A version in the middle of a
    command awaits no decision.

    A page other than the last never changes, except for its `version`; once the game is over, no
    page changes.
    """
    params = query(_PATCHES)
    game_view = view_for(game_id, caller(), params.get("as_"))
    version, after = game_view.state.version, params["after"]
    upto = min(after + params["limit"], version)
    whole = upto < version or (game_view.state.status is Status.FINISHED and after <= version)
    cache = IMMUTABLE if whole else MUTABLE
    tag = content_tag(version, _PATCHES_FORM, game_view.etag, after, params["limit"])
    if is_cached(tag):
        return not_modified(tag, cache)

    def page(spend: Spend) -> PatchesPageAnswer:
        spend(max(0, upto - after) * STEPS_PER_EVENT)
        items = list(_steps(game_view, after, upto)) if after < upto else []
        return PatchesPageAnswer(items, upto if upto < version else None, version)

    return costly(tag, page, cache)


def _steps(game_view: GameView, after: int, upto: int) -> Iterator[VersionPatchAnswer]:
    """Yield the patch to each version past ``after``."""
    before: dict[str, bytes] = {}
    begin = max(0, after - 1)
    for version, state in enumerate(answers_at_each(game_view, begin, upto), start=begin + 1):
        now = in_parts(state)
        if version > after:
            yield VersionPatchAnswer(version, patch_of_parts(before, now))
        before = now


def _difference(before: GameView, after: GameView, now: GameView) -> list[PatchOperation]:
    """The patch from one state to another of the same viewer."""
    one, other = (
        msgspec.json.decode(msgspec.json.encode(view_answer(game_view, now.state)))
        for game_view in (before, after)
    )
    return [{"op": "test", "path": "/version", "value": one["version"]}, *patch(one, other)]


def _require_one_way(params: Mapping[str, Any]) -> None:
    if "after" in params and "before" in params:
        reasons = {name: ["Must not be combined with the other."] for name in ("/after", "/before")}
        raise ProblemError(
            "invalid_request", "Send either after or before, not both.", {"errors": reasons}
        )


def _page(game_view: GameView, params: Mapping[str, Any], spend: Spend) -> DecisionsPageAnswer:
    """Return a page of the requested decisions."""
    game, version = game_view.state.created.game, game_view.state.version
    spend(version * STEPS_PER_EVENT)
    wanted = [
        one
        for one in services().decision_log.upto(game, version)
        if params.get("seat", one.seat) == one.seat
        and params.get("decision", one.decision) == one.decision
    ]
    if params["line"] == MAIN:
        wanted = _on_mainline(game_view, wanted)
    if "before" in params:
        found = [one for one in reversed(wanted) if one.version < params["before"]]
    else:
        found = [one for one in wanted if one.version > params.get("after", 0)]
    items = found[: params["limit"]]
    after = items[-1].version if len(found) > len(items) else None
    return DecisionsPageAnswer([_decision_answer(one) for one in items], after, version)


def _on_mainline(game_view: GameView, decisions: list[PastDecision]) -> list[PastDecision]:
    """Return the decisions of the mainline, whose commands were not taken back either."""
    game, version = game_view.state.created.game, game_view.state.version
    spans = mainline_spans(version, services().games.taken_back(game, version))
    counts = {one for first, last in spans for one in range(first, last + 1)}
    return [
        one
        for one in decisions
        if one.version in counts and (one.command is None or one.command.first in counts)
    ]


def _decision_answer(one: PastDecision) -> PastDecisionAnswer:
    came = one.command
    command = None
    if came is not None:
        command = CarriedAnswer(type_name(came.kind), came.seat, came.first, came.last)
    return PastDecisionAnswer(
        version=one.version,
        turn=one.turn,
        seat=one.seat,
        decision=one.decision,
        command=command,
    )
