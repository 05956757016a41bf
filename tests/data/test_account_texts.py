"""What accounts are told in is whole: every message and every word, in every language, with the
same gaps to fill."""

import string
from collections.abc import Iterator
from typing import Any

from api.schemas.review.timeline import MessageParametersAnswer
from domain.narrative.messages import AccountMessage, DieResult
from domain.seating import SEATS
from domain.values import (
    Cancellation,
    DropFailure,
    Ending,
    Face,
    Section,
    Side,
)
from tests.data.test_texts import LANGUAGES, read
from tests.support.each import each

TABLES: dict[str, Any] = read("account.json")
WORDS: dict[str, set[str]] = {
    "messages": set(AccountMessage),
    "separators": {"and", "result", "list"},
    "sides": set(Side),
    "seats": set(SEATS) - set(Side),
    "sections": set(Section),
    "faces": set(Face),
    "results": set(DieResult),
    "reasons": {*Ending, *Cancellation, *DropFailure},
}
FORMS = {"one", "other"}


def gaps(text: str) -> set[str]:
    """The placeholders of a text."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def texts(row: Any) -> Iterator[str]:
    """Every text of a row, in all its forms."""
    for text in row.values():
        yield from text.values() if isinstance(text, dict) else [text]


def test_every_table_has_exactly_its_words() -> None:
    assert {table: set(rows) for table, rows in TABLES.items()} == WORDS


@each("table", WORDS)
def test_every_word_is_there_in_every_language(table: str) -> None:
    assert [word for word, row in TABLES[table].items() if row.keys() != LANGUAGES] == []


@each("message", list(AccountMessage))
def test_a_message_has_the_same_gaps_in_every_language(message: AccountMessage) -> None:
    row = TABLES["messages"][message]
    wanted = gaps(whole(row["en"]))
    for text in row.values():
        assert gaps(whole(text)) == wanted
        if isinstance(text, dict):
            assert set(text) == FORMS
            assert gaps(text["one"]) == wanted
    assert {isinstance(text, dict) for text in row.values()} == {"count" in wanted}


def whole(text: Any) -> str:
    return str(text["other"]) if isinstance(text, dict) else str(text)


def test_a_gap_is_a_parameter_that_the_contract_knows() -> None:
    known = set(MessageParametersAnswer.__annotations__)
    used = {gap for row in TABLES["messages"].values() for text in texts(row) for gap in gaps(text)}
    assert {gap.partition(".")[0] for gap in used} <= known
    assert {gap.partition(".")[2] for gap in used} == {"", "name", "hex"}


def test_no_text_is_empty_or_padded() -> None:
    for table, rows in TABLES.items():
        if table != "separators":
            for row in rows.values():
                for text in texts(row):
                    assert text == " ".join(text.split()) != ""


def test_languages_are_distinguished() -> None:
    """Whatever is more than a gap is said otherwise in at least four of five languages."""
    for message, row in TABLES["messages"].items():
        if message != AccountMessage.ROLLED:
            assert len({whole(text) for text in row.values()}) >= 4, message
