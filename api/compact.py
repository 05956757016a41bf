"""A state in fewer bytes: what differs from the game's first version, which never changes and which
a client needs only once."""

from copy import deepcopy
from typing import Any

from flask import Response

from api import answers
from api.answers import MUTABLE, unless_known
from api.tags import COMPACT, etag
from domain import evolve
from domain.events.lifecycle import GameCreated
from domain.values import Seat
from domain.view import view
from events.cache import Recent
from events.loaded import Loaded

Json = dict[str, Any]
_SCHEMA = "CompactGame"
_REF = "#/components/schemas/"
_STATES = ("/v1/games/{game_id}", "/v1/games/{game_id}/states/{version}")
_ALWAYS = ("id", "version")
_LISTED = {"units": "Unit", "objectives": "Objective"}
"""Members that are lists of things with ids, and the schemas of these."""
_ABOUT = (
    "A state without what is as in `base`, the game's state at version 1. A member that is absent "
    "is as it is there. `units` and `objectives`, where present, name everything there is, in "
    "order; of each, members that are absent are as in the one of the same id in `base`."
)
_BASE = "Where the rest is: an address whose answer never changes."
_first: Recent[Json] = Recent(500)


def in_form(
    loaded: Loaded, seats: frozenset[Seat], whole: Json, form: str, cache: str = MUTABLE
) -> Response:
    """The answer with a state in the form that was asked for; 304 when the client has it."""
    if form != COMPACT:
        return unless_known(etag(loaded, seats), whole, cache)
    tag = etag(loaded, seats, COMPACT)
    response = unless_known(tag, compact(whole, loaded.state.created), cache)
    if response.status_code == 200:
        response.mimetype = answers.COMPACT
    return response


def compact(whole: Json, created: GameCreated) -> Json:
    """What differs between a state as it is shown, and the first state of its game."""
    base = _first_of(created)
    shown: Json = {name: whole[name] for name in _ALWAYS}
    shown["base"] = f"/v1/games/{created.game}/states/1"
    for name, value in whole.items():
        if name in base and name not in _ALWAYS and value != base[name]:
            shown[name] = _listed(value, base[name]) if name in _LISTED else value
    return shown


def add_forms(spec: Json) -> None:
    """Put the short forms into the contract, beside the long ones that the resources describe."""
    _add_schemas(spec["components"]["schemas"])
    for path in _STATES:
        shown = spec["paths"][path]["get"]["responses"]["200"]["content"]
        shown[answers.COMPACT] = {"schema": {"$ref": _REF + _SCHEMA}}
    for methods in spec["paths"].values():
        done = methods.get("post", {}).get("responses", {}).get("201", {}).get("content", {})
        if done.get(answers.JSON, {}).get("schema") == {"$ref": f"{_REF}CommandResult"}:
            done[answers.MINIMAL] = {"schema": {"$ref": f"{_REF}CommandReceipt"}}


def _add_schemas(schemas: Json) -> None:
    """The compact schemas are the others with nearly nothing required."""
    game = deepcopy(schemas["Game"])
    game["description"] = _ABOUT
    for member, kind in _LISTED.items():
        one = deepcopy(schemas[kind])
        one["required"] = ["id"]
        one["description"] = f"{one['description']} Members as in `base` are absent."
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


def _first_of(created: GameCreated) -> Json:
    base = _first.get(created.game)
    if base is None:
        # Nobody sits there yet: every viewer sees the same.
        base = view(evolve(None, created), frozenset())
        _first.put(created.game, base)
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
