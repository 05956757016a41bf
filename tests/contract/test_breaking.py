"""Within a version of the API nothing is taken away that clients rely on."""

import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import yaml

from tests.contract.contract import Contract
from tests.contract.service import Service
from tests.support.breaking import breaks
from tests.support.each import each

RELEASED = sorted(Path(__file__).with_name("released").glob("*.yaml"))
OUT_OF_REACH = (
    ".expected_version has a tighter maximum",
    ".nonce has a tighter maxLength",
    "POST /v1/games body.scenario has a tighter maxLength",
)
"""No game has the 10**15 events that it takes; such a version was always refused, with 412. Longer
nonces and slugs were always refused, too, with 422."""
CONVERTER = re.compile(r"<(?:\w+:)?(\w+)>")
DRY_RUN = re.compile(r"POST /v1/games/\{game_id\}/(commands|undo\S*) does not answer 200 any more")
"""It does, to who asks for a dry run as before; told is it where dry runs have their addresses."""
Json = dict[str, Any]
SENT, TOLD = "#/components/schemas/Sent", "#/components/schemas/Told"


@each("file", RELEASED)
def test_a_client_of_a_released_contract_misses_nothing_today(file: Path) -> None:
    released, today = released_contract(file), Contract().spec
    assert released["info"]["version"] == file.stem
    for path in released["paths"].keys() - today["paths"].keys():
        assert not path.startswith("/v1/")
        del released["paths"][path]
    missed = breaks(released, today)
    known = [said for said in missed if said.endswith(OUT_OF_REACH) or DRY_RUN.fullmatch(said)]
    assert missed == known


@each("file", RELEASED)
def test_the_pages_of_a_released_contract_are_still_there(file: Path, service: Service) -> None:
    """Early contracts had the pages too, which are for people, and every part of them."""
    served = {CONVERTER.sub(r"{\1}", rule.rule) for rule in service.app.url_map.iter_rules()}
    assert served >= released_contract(file)["paths"].keys()


def released_contract(file: Path) -> Json:
    found: Json = yaml.load(file.read_bytes(), Loader=yaml.CSafeLoader)
    return found


def contract() -> Json:
    """A contract with something of everything."""

    def word() -> Json:
        return {"type": "string", "enum": ["red", "blue"]}

    return {
        "paths": {
            "/things/{id}": {
                "parameters": [{"in": "path", "name": "id", "required": True, "schema": word()}],
                "post": {
                    "operationId": "makeThing",
                    "parameters": [
                        {"in": "query", "name": "limit", "schema": {"type": "integer"}},
                        {"in": "header", "name": "If-Match", "schema": {"type": "string"}},
                    ],
                    "requestBody": {"content": {"application/json": {"schema": {"$ref": SENT}}}},
                    "responses": {
                        "200": {
                            "headers": {"ETag": {"schema": {"type": "string"}}},
                            "content": {
                                "application/json": {"schema": {"$ref": TOLD}},
                                "text/html": {"schema": {"type": "string"}},
                            },
                        },
                        "404": {},
                    },
                    "security": [{}, {"token": []}],
                },
            }
        },
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {
                "Sent": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {
                        "color": word(),
                        "size": {"type": "integer", "minimum": 1},
                        "name": {"type": "string"},
                    },
                    "required": ["color"],
                },
                "Told": {
                    "oneOf": [{"$ref": "#/components/schemas/Box"}],
                    "discriminator": {
                        "propertyName": "type",
                        "mapping": {"box": "#/components/schemas/Box"},
                    },
                },
                "Box": {
                    "type": "object",
                    "properties": {
                        "size": {"type": "integer"},
                        "inside": {"type": "array", "items": {"$ref": TOLD}},
                        "owner": {"anyOf": [word(), {"type": "null"}]},
                    },
                    "required": ["size"],
                },
            },
        },
    }


def of(spec: Json, name: str) -> Json:
    schema: Json = spec["components"]["schemas"][name]
    return schema


def post(spec: Json) -> Json:
    operation: Json = spec["paths"]["/things/{id}"]["post"]
    return operation


def in_box(spec: Json) -> Json:
    members: Json = of(spec, "Box")["properties"]
    return members


POST = "POST /things/{id}"
TAKEN_AWAY: dict[str, Callable[[Json], object]] = {
    f"{POST} is gone": lambda new: new["paths"].clear(),
    f"{POST} is not called makeThing any more": lambda new: post(new).update(operationId="make"),
    f"{POST} does not know query limit any more": lambda new: post(new)["parameters"].pop(0),
    f"{POST} demands query limit": lambda new: post(new)["parameters"][0].update(required=True),
    f"{POST} demands query new": lambda new: post(new)["parameters"].append(
        {"in": "query", "name": "new", "required": True, "schema": {"type": "string"}}
    ),
    f"{POST} demands a body": lambda new: post(new)["requestBody"].update(required=True),
    f"{POST} does not take application/json any more": lambda new: post(new).update(
        requestBody={"content": {"text/plain": {"schema": {"type": "string"}}}}
    ),
    f"{POST} body.name is demanded": lambda new: of(new, "Sent")["required"].append("name"),
    f"{POST} body.name is not known any more": lambda new: of(new, "Sent")["properties"].pop(
        "name"
    ),
    f"{POST} body.name takes given words alone": lambda new: of(new, "Sent")["properties"][
        "name"
    ].update(enum=["Ada"]),
    f"{POST} body.size has a tighter minimum": lambda new: of(new, "Sent")["properties"][
        "size"
    ].update(minimum=2),
    f"{POST} body.size takes no integer": lambda new: of(new, "Sent")["properties"].update(
        size={"type": "string"}
    ),
    f"{POST} body.color does not take blue any more": lambda new: of(new, "Sent")["properties"][
        "color"
    ].update(enum=["red", "green"]),
    f"{POST} does not answer 200 any more": lambda new: post(new)["responses"].pop("200"),
    f"{POST} 200 does not come as text/html any more": lambda new: post(new)["responses"]["200"][
        "content"
    ].pop("text/html"),
    f"{POST} 200 has no ETag any more": lambda new: post(new)["responses"]["200"].pop("headers"),
    f"{POST} 200 is never box any more": lambda new: of(new, "Told")["discriminator"].update(
        mapping={}
    ),
    f"{POST} 200 box.size is gone": lambda new: in_box(new).pop("size"),
    f"{POST} 200 box.size may be missing": lambda new: of(new, "Box").update(required=[]),
    f"{POST} 200 box.size may be string": lambda new: in_box(new).update(size={"type": "string"}),
    f"{POST} 200 box.size may be null": lambda new: in_box(new).update(
        size={"type": ["integer", "null"]}
    ),
    f"{POST} 200 box.owner may be integer": lambda new: in_box(new).update(
        owner={"anyOf": [{"type": "integer"}, {"type": "null"}]}
    ),
    f"{POST} cannot be called with no token any more": lambda new: post(new).update(
        security=[{"token": []}]
    ),
}


@each("said", TAKEN_AWAY)
def test_what_is_taken_away_or_asked_for_is_reported(said: str) -> None:
    new = contract()
    TAKEN_AWAY[said](new)
    assert breaks(contract(), new) == [said]


def test_another_token_than_before_is_reported() -> None:
    old, new = contract(), contract()
    post(old)["security"] = [{"token": []}]
    schemes = new["components"]["securitySchemes"]
    schemes["admin"] = {"type": "http", "scheme": "bearer"}
    post(new)["security"] = [{"admin": []}]
    assert breaks(old, new) == [f"{POST} cannot be called with token any more"]
    del schemes["token"]
    assert breaks(old, new) == [], "the same under another name"


def test_what_is_added_or_loosened_breaks_nothing() -> None:
    old, new = contract(), deepcopy(contract())
    new["paths"]["/more"] = {"get": {"operationId": "getMore", "responses": {"200": {}}}}
    post(new)["parameters"].append({"in": "query", "name": "more", "schema": {"type": "string"}})
    post(new)["responses"]["201"] = {}
    post(new)["security"].append({"other": []})
    post(new)["requestBody"]["content"]["text/plain"] = {"schema": {"type": "string"}}
    sent, result = of(new, "Sent"), of(new, "Told")
    sent["properties"]["color"]["enum"].append("green")
    sent["properties"]["more"] = {"type": "string"}
    del sent["properties"]["size"]["minimum"]
    sent["required"] = []
    in_box(new)["more"] = {"type": "string"}
    of(new, "Box")["required"].append("more")
    result["oneOf"].append({"$ref": "#/components/schemas/Bag"})
    result["discriminator"]["mapping"]["bag"] = "#/components/schemas/Bag"
    new["components"]["schemas"]["Bag"] = {"type": "object"}
    assert breaks(old, new) == []


def test_a_type_that_a_constant_tells_may_be_added_and_none_may_go() -> None:
    def union(*kinds: str) -> Json:
        found = contract()
        found["components"]["schemas"]["Told"] = {
            "oneOf": [
                {
                    "type": "object",
                    "properties": {"id": {"const": kind}, kind: {"type": "integer"}},
                    "required": ["id", kind],
                }
                for kind in kinds
            ]
        }
        return found

    assert breaks(union("box", "bag"), union("bag", "jar", "box")) == []
    assert breaks(union("box", "bag"), union("bag", "jar")) == [f"{POST} 200 is never box any more"]


def test_a_schema_under_another_name_breaks_nothing() -> None:
    old, new = contract(), contract()
    schemas = new["components"]["schemas"]
    schemas["Chest"] = schemas.pop("Box")
    schemas["Color"] = schemas["Sent"]["properties"]["color"]
    schemas["Sent"]["properties"]["color"] = {"$ref": "#/components/schemas/Color"}
    place = "#/components/schemas/Chest"
    schemas["Told"] = {
        "oneOf": [{"$ref": place}],
        "discriminator": {"propertyName": "type", "mapping": {"box": place}},
    }
    assert breaks(old, new) == []


def test_what_is_said_once_for_several_breaks_nothing() -> None:
    new = contract()
    parts = new["components"]
    for kind, name in (("responses", "200"), ("responses", "404")):
        parts.setdefault(kind, {})[f"A{name}"] = post(new)["responses"][name]
        post(new)["responses"][name] = {"$ref": f"#/components/{kind}/A{name}"}
    parts["parameters"] = {"Limit": post(new)["parameters"][0]}
    post(new)["parameters"][0] = {"$ref": "#/components/parameters/Limit"}
    box, sent = of(new, "Box"), of(new, "Sent")
    parts["schemas"]["Base"] = {"properties": {"size": box["properties"].pop("size")}}
    parts["schemas"]["Named"] = {"properties": {"name": sent["properties"].pop("name")}}
    parts["schemas"]["Base"]["required"] = [box["required"].pop()]
    box["allOf"] = [{"$ref": "#/components/schemas/Base"}]
    sent["allOf"] = [{"$ref": "#/components/schemas/Named"}]
    del sent["additionalProperties"]
    sent["unevaluatedProperties"] = False
    assert breaks(contract(), new) == []
    del parts["schemas"]["Base"]["properties"]["size"]
    del parts["schemas"]["Named"]["properties"]["name"]
    del parts["responses"]["A200"]["headers"]
    del parts["parameters"]["Limit"]
    parts["parameters"]["Limit"] = {"in": "query", "name": "most", "schema": {"type": "integer"}}
    assert breaks(contract(), new) == [
        f"{POST} 200 box.size is gone",
        f"{POST} 200 has no ETag any more",
        f"{POST} body.name is not known any more",
        f"{POST} does not know query limit any more",
    ]
