"""Names and rule texts are whole: every piece has an English name and a text for each edition."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from api.pieces import pieces
from api.pieces.reading import WORDS
from domain.editions import edition_on
from domain.geometry.shape import OVERLORD
from domain.pieces.card_spec import ANY_NUMBER
from domain.pieces.cards import family
from domain.values import EditionName, Variant
from tests.support.each import each

TEXTS = files("api.locales")
LANGUAGES = {"en", "de", "es", "pt", "fr"}
FORMS = ({"both"}, {"2004", "2025"})
LONGEST = 400

NAMED = {
    "phases": "seating air_drop play_card commit_card hand_out name_targets strike heal order move"
    " battle ambush retreat take_ground overrun battle_back pursue move_again choose_card"
    " game_over",
    "sections": "left center right",
    "faces": "infantry armor grenade flag star",
    "objectives": "temporary permanent majority sudden_death exit contested last_to_occupy"
    " sole_control empty_section",
    "sides": "allies axis",
}
EXPLAINED = (*WORDS, "objectives")
SPECIAL_RULES = {"hand_growth", "air_drop", "no_reshuffle", "card_stands_in", "move_limit"} | {
    "doctrine",
    "night",
    "exit_medals",
    "must_exit",
    "card_replaced",
}


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, refused if a key stands in it twice."""
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys)), f"twice in one object: {sorted(keys)}"
    return dict(pairs)


def read(file: str) -> dict[str, dict[str, dict[str, str]]]:
    text = TEXTS.joinpath(file).read_text(encoding="utf-8")
    tables: dict[str, dict[str, dict[str, str]]] = json.loads(text, object_pairs_hook=once)
    return tables


NAMES = read("names.json")
RULES = read("rules.json")
NAMES |= {
    table: {word: dict(p.names) for word, p in row.items()} for table, row in pieces().items()
}
RULES |= {table: {word: dict(p.text) for word, p in row.items()} for table, row in pieces().items()}


def entries(tables: dict[str, dict[str, dict[str, str]]]) -> Iterator[tuple[str, dict[str, str]]]:
    for table, rows in tables.items():
        for word, texts in rows.items():
            yield f"{table}.{word}", texts


def test_every_table_names_exactly_its_pieces() -> None:
    assert {table: set(rows) for table, rows in NAMES.items()} == {
        **{table: set(words.split()) for table, words in NAMED.items()},
        **{table: set(words) for table, words in WORDS.items()},
    }


def test_every_name_is_there_in_english_and_only_in_known_languages() -> None:
    assert [where for where, names in entries(NAMES) if "en" not in names] == []
    assert [where for where, names in entries(NAMES) if not names.keys() <= LANGUAGES] == []


def test_all_but_cards_are_named_in_every_language() -> None:
    plain = {table: rows for table, rows in NAMES.items() if table != "cards"}
    assert [where for where, names in entries(plain) if names.keys() != LANGUAGES] == []


@each("tables", [NAMES, RULES])
def test_no_text_is_empty_or_padded(tables: dict[str, dict[str, dict[str, str]]]) -> None:
    texts = [(where, text) for where, by_key in entries(tables) for text in by_key.values()]
    assert [where for where, text in texts if not text or text != " ".join(text.split())] == []


@each("table", EXPLAINED)
def test_no_two_pieces_of_a_table_share_a_name(table: str) -> None:
    for language in LANGUAGES:
        names = [row[language] for row in NAMES[table].values() if language in row]
        assert len(names) == len(set(names)), language


def test_the_rules_explain_the_pieces_that_have_names() -> None:
    assert set(RULES) == {*EXPLAINED, "special_rules"}
    assert {table: set(RULES[table]) for table in EXPLAINED} == {
        table: set(NAMES[table]) for table in EXPLAINED
    }
    assert set(RULES["special_rules"]) == SPECIAL_RULES


def test_a_rule_stands_once_for_both_editions_or_once_for_each() -> None:
    assert [where for where, texts in entries(RULES) if set(texts) not in FORMS] == []
    assert [where for where, by in entries(RULES) if len(set(by.values())) < len(by)] == []


def test_a_rule_is_two_to_four_short_sentences() -> None:
    for where, by_edition in entries(RULES):
        for text in by_edition.values():
            sentences = re.findall(r"\.(?= |$)", text)
            assert text.endswith("."), where
            assert 2 <= len(sentences) <= 4, (where, len(sentences))
            assert len(text) <= LONGEST, (where, len(text))


def test_cards_of_overlord_are_told_as_they_are_played() -> None:
    """The numbers in the texts are those of the tables, in each language."""
    cards = edition_on(OVERLORD, EditionName.E2025).cards
    for card, spec in cards.items():
        said = pieces()["cards"][family(card)].variants[Variant.OVERLORD]
        units = spec.orders.anywhere
        numbers = {
            units if 0 < units < ANY_NUMBER and not spec.orders.by_dice else None,
            spec.dice or None,
            spec.strike and spec.strike.targets,
            spec.draws_more or None,
        }
        for language, text in said.items():
            for number in numbers - {None, 0}:
                assert f" {number} " in f" {text} ", (card, language, number)
