"""A state in fewer bytes: what differs from the game's first version, which never changes and which
a client needs only once."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from flask import Response

from api.access.views import GameView
from api.answers.clock import clock_members
from api.answers.states import revealed
from api.http import responses
from api.http.responses import MUTABLE, conditional_answer
from api.schemas.fields import REVIEWER
from api.schemas.play.games import COMPACT
from domain import evolve
from domain.events.lifecycle import GameCreated
from domain.view import view
from events.lru_cache import LruCache

Json = dict[str, Any]
_SCHEMA = "CompactGame"
_REF = "#/components/schemas/"
_STATES = ("/v1/games/{game_id}", "/v1/games/{game_id}/states/{version}")
_ALWAYS = ("id", "version")
_PASSING = ("proposal", "proposals")
"""Members that a first state never has."""
_LISTED = {"units": "Unit", "objectives": "Objective"}
"""Members that are lists of objects with ids, and their schemas."""
_ABOUT = (
    "The differences between a state and `base`, the game's state at version 1. An absent "
    "member has the same value as in `base`. `units` and `objectives`, where present, list all "
    "entries in order; members absent from an entry have the same values as in the entry with "
    "the same id in `base`."
)
_BASE = "The address of the base state, whose response never changes."
_first: LruCache[Json] = LruCache(500)


def in_form(
    game_view: GameView, whole: Mapping[str, Any], form: str, cache: str = MUTABLE
) -> Response:
    """Return a state in the requested form, or 304 if the client has it."""
    tag = game_view.tag(form)
    if form != COMPACT:
        return conditional_answer(tag, whole, cache)
    response = conditional_answer(tag, compact(whole, game_view), cache)
    if response.status_code == 200:
        response.mimetype = responses.COMPACT
    return response


def compact(whole: Mapping[str, Any], game_view: GameView) -> Json:
    """Return the difference between a shown state and the first state of its game."""
    created = game_view.state.created
    base = _first_of(created, reviewing=game_view.reviewing)
    shown: Json = {name: whole[name] for name in _ALWAYS}
    query = f"?as={REVIEWER}" if game_view.reviewing else ""
    shown["base"] = f"/v1/games/{created.game}/states/1{query}"
    for name, value in whole.items():
        is_shown = name in base or name in _PASSING
        if is_shown and name not in _ALWAYS and value != base.get(name):
            shown[name] = _listed(value, base[name]) if name in _LISTED else value
    return shown


def add_forms(spec: Json) -> None:
    """Add the compact forms to the contract, besides the full ones that resources describe."""
    for path in _STATES:
        shown = spec["paths"][path]["get"]["responses"]["200"]["content"]
        shown[responses.COMPACT] = {"schema": {"$ref": _REF + _SCHEMA}}
    for methods in spec["paths"].values():
        done = methods.get("post", {}).get("responses", {}).get("201", {}).get("content", {})
        if done.get(responses.JSON, {}).get("schema") == {"$ref": f"{_REF}CommandResult"}:
            done[responses.MINIMAL] = {"schema": {"$ref": f"{_REF}CommandReceipt"}}


def add_schemas(schemas: Json) -> None:
    """Return the compact schemas: the full ones with nearly no required members."""
    game = deepcopy(schemas["Game"])
    game["description"] = _ABOUT
    for member, kind in _LISTED.items():
        one = deepcopy(schemas[kind])
        one["required"] = ["id"]
        one["description"] = (
            f"{one['description']} Members with the same values as in `base` are absent."
        )
        schemas[f"Compact{kind}"] = one
        listed = game["properties"][member]
        listed["items"] = {"$ref": f"{_REF}Compact{kind}"}
    game["properties"]["base"] = {
        "type": "string",
        "format": "uri-reference",
        "description": _BASE,
    }
    game["required"] = [*_ALWAYS, "base"]
    schemas[_SCHEMA] = game


def _first_of(created: GameCreated, *, reviewing: bool) -> Json:
    name = f"{created.game} {REVIEWER}" if reviewing else created.game
    base = _first.get(name)
    if base is None:
        state = evolve(None, created)
        # No seat is taken yet, so every viewer except a reviewer sees the same.
        base = dict(view(state, frozenset(state.table.seats if reviewing else ())))
        base |= clock_members(state)
        base |= revealed(state) if reviewing else {}
        _first.put(name, base)
    return base


def _listed(now: list[Json], then: list[Json]) -> list[Json]:
    known = {one["id"]: one for one in then}
    return [_less(one, known.get(one["id"], {})) for one in now]


def _less(one: Json, then: Json) -> Json:
    return {
        name: value
        for name, value in one.items()
        if name == "id" or name not in then or value != then[name]
    }
