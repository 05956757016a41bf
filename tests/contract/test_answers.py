"""The contract says of answers what their types say."""

from api.openapi.schemas import answers
from api.schemas.vocabulary import REF

FOUND = answers.parts()


def test_a_member_is_described_by_the_text_below_its_field_also_of_a_class_below() -> None:
    for name in ("Token", "TokenWithSecret"):
        result = FOUND[name]["properties"]["expires_at"]
        assert result["description"] == "When it expires; null for never."
        assert (result["type"], result["format"]) == (["string", "null"], "date-time")


def test_what_may_be_unset_is_not_required() -> None:
    odds = FOUND["AllowedActions"]["properties"]["odds"]
    assert odds["items"] == {"$ref": f"{REF}ActionOdds"}
    assert FOUND["AllowedActions"]["required"] == ["version", "awaiting", "actions"]
    assert "required" not in FOUND["Pending"]


def test_what_others_build_upon_alone_has_no_name() -> None:
    assert FOUND["SideRecord"]["required"][0] == "side"
    assert not [name for name in FOUND if name.startswith("_")]


def test_a_word_of_few_is_reported_as_a_text_that_may_be_null_where_it_may() -> None:
    mark = FOUND["ImportMark"]["properties"]
    assert (mark["vouched_by"]["type"], mark["vouched_by"]["enum"]) == ("string", ["rules", "seal"])
    seat = FOUND["GameSummary"]["properties"]["awaiting"]
    assert seat["anyOf"] == [{"$ref": f"{REF}Seat"}, {"type": "null"}]
