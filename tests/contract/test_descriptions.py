"""Every schema of the contract and every member says what it is."""

from collections.abc import Iterator

from api.locales import member_texts
from api.openapi.descriptions import describe
from tests.contract.contract import Json, read

SCHEMAS = read().spec["components"]["schemas"]


def test_every_schema_and_every_member_is_described() -> None:
    assert list(undescribed(SCHEMAS)) == []


def test_every_text_is_about_a_member_that_there_is() -> None:
    for name, texts in member_texts().items():
        if not name.startswith("*"):
            parts = [SCHEMAS[name], *SCHEMAS[name].get("allOf", ())]
            parts += [SCHEMAS[part["$ref"].rpartition("/")[2]] for part in parts if "$ref" in part]
            members = {member for part in parts for member in part.get("properties", {})}
            assert {text for text in texts if text} <= members, name


def test_what_a_field_says_itself_is_kept() -> None:
    schemas: Json = {
        "GameRequest": {"properties": {"id": {"description": "Mine."}, "odd": {}, "version": {}}},
        "OddData": {"properties": {"dice": {}, "odd": {}}},
    }
    describe(schemas)
    members = schemas["GameRequest"]["properties"]
    assert schemas["GameRequest"]["description"] == "The game to create."
    assert members["id"]["description"] == "Mine."
    assert members["version"]["description"] == member_texts()["*"]["version"]
    assert (
        schemas["OddData"]["properties"]["dice"]["description"] == member_texts()["*Data"]["dice"]
    )
    assert list(undescribed(schemas)) == ["GameRequest.odd", "OddData", "OddData.odd"]


def test_flags_that_stand_side_by_side_say_different_things() -> None:
    for name in ("GroundRow", "CardEntry", "CardEffects", "UnitRow"):
        said = [
            part["description"]
            for part in SCHEMAS[name]["properties"].values()
            if part.get("type") == "boolean"
        ]
        assert len(said) == len(set(said)) > 1, name


def undescribed(schemas: Json) -> Iterator[str]:
    """The schemas and members that nothing is said of, where a base does not say it."""
    for name, schema in schemas.items():
        if not schema.get("description"):
            yield name
        for part in (schema, *schema.get("allOf", ())):
            for member, said in part.get("properties", {}).items():
                if not said.get("description") and not ("allOf" in schema and "const" in said):
                    yield f"{name}.{member}"
