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
            assert {text for text in texts if text} <= set(members(SCHEMAS[name])), name


def test_what_a_field_says_itself_is_kept() -> None:
    schemas: Json = {
        "GameRequest": {"properties": {"id": {"description": "Mine."}, "odd": {}, "version": {}}},
        "OddData": {"properties": {"dice": {}, "odd": {}}},
    }
    describe(schemas)
    result = schemas["GameRequest"]["properties"]
    assert schemas["GameRequest"]["description"] == "The game to create."
    assert result["id"]["description"] == "Mine."
    assert result["version"]["description"] == member_texts()["*"]["version"]
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


def members(schema: Json) -> Iterator[str]:
    """The names of a schema's members, its bases' among them."""
    if "$ref" in schema:
        schema = SCHEMAS[schema["$ref"].rpartition("/")[2]]
    yield from schema.get("properties", {})
    for part in schema.get("allOf", ()):
        yield from members(part)


def undescribed(schemas: Json) -> Iterator[str]:
    """The schemas and members that nothing is said of, where neither a base says it, nor the event
    that has the data, nor the schema that a member has."""
    for name, schema in schemas.items():
        event = f"{name.removesuffix('Data')}Event"
        if not schema.get("description") and event not in schemas:
            yield name
        for part in (schema, *schema.get("allOf", ())):
            for member, said in part.get("properties", {}).items():
                result = "$ref" in said or ("allOf" in schema and "const" in said)
                if not said.get("description") and not result:
                    yield f"{name}.{member}"
