"""Where a text goes wrong that is no record of a game."""

import re

import pytest

from domain.notation import NotationError, read, reader
from tests.support.notated import HEADERS, SEATED, wrong

FORM = [
    ("", "line 1, column 1: the record is empty"),
    ("1. allies", "line 1, column 1: a record must begin with"),
    ('[Game "gm_1"]', "line 1, column 1: a record must begin with"),
    ('[Afteraction "record 2"]', "line 1, column 1: a record must begin with"),
    (HEADERS + '[Seed "1"]', "line 13, column 1: the header Seed is repeated"),
    (HEADERS + '[Sede "1"]', "no header is named Sede; your own headers begin with X"),
    (HEADERS + "allies: !", "line 13, column 9: unexpected text: '!'"),
    (HEADERS + '[Game "', "unexpected text"),
    (HEADERS + "{never closed", "unexpected text"),
    (HEADERS + "sit ann", "before the first turn, a command needs its seat"),
    (HEADERS + "gaul: sit ann", "'gaul' is not a seat"),
    (HEADERS + "allies: axis: sit ann", "a command must follow the seat"),
    (HEADERS + "allies:\n", "line 13, column 8: a command must follow the seat"),
    (
        HEADERS + "allies: jump",
        "'jump' is not a command; the commands are sit, stand, cancel, drop, play",
    ),
    (HEADERS + "allies: sit", "'sit' needs an argument"),
    (HEADERS + "allies: sit\nann", "'sit' needs an argument"),
    (HEADERS + "allies: sit {who?} ann", "a comment must follow a complete command"),
    (HEADERS + "allies: sit [so]", "an outcome follows its command, once"),
    (HEADERS + "allies: resign resign", "a command must begin on a new line"),
    (HEADERS + "allies: resign, E5", "nothing before this comma can be continued"),
    (HEADERS + ", E5", "nothing before this comma can be continued"),
    (HEADERS + "allies: sit, ann", "'sit' needs an argument"),
    (HEADERS + "[so]", "an outcome follows its command, once"),
    (SEATED + "[so]", "an outcome follows its command, once"),
    (HEADERS + "allies: sit ann [so] [so]", "an outcome follows its command, once"),
    (HEADERS + "1.\n", "a turn begins with its number and seat, such as 1. allies"),
    (HEADERS + "0. allies\n", "a turn begins with its number and seat"),
    (HEADERS + "1. gaul\n", "a turn begins with its number and seat"),
    (HEADERS + ")", "parentheses must be in pairs and cannot be nested"),
    (HEADERS + "((", "parentheses must be in pairs and cannot be nested"),
    (HEADERS + "(", "line 13, column 1: a parenthesis is not closed"),
]


@pytest.mark.parametrize(("text", "reason"), FORM, ids=[reason for _, reason in FORM])
def test_a_text_that_is_no_record_is_refused_with_its_place(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    assert reason in str(caught.value)


def without(name: str) -> str:
    """The text less a header."""
    return re.sub(rf"\[{name} .*\n", "", SEATED)


def saying(name: str, value: str) -> str:
    """The text with a header that says this."""
    return f'{without(name)}[{name} "{value}"]'


STORIES = [
    (without("Seed"), "line 1, column 1: the header Seed is missing"),
    (without("View"), "only a record of everything ('all') can be replayed"),
    (saying("View", "axis"), "line 14, column 1: View: only a record of everything ('all')"),
    (saying("Scenario", "waterloo"), "Scenario: no scenario is named 'waterloo'"),
    (saying("Edition", "1815"), "Edition: '1815' is not one of 2004, 2025"),
    (saying("Game", "a b"), "Game: an id is 1 to 64 letters"),
    (saying("TimeLimit", "1e9"), "TimeLimit: '1e9' is not a number"),
    (saying("Seed", "5eed"), "Seed: a seed is 64 hexadecimal digits"),
    (saying("Rated", "no"), "Rated: must be 'yes' or absent"),
    (saying("Match", "gm_0 2 ann"), "Match: must be a game, a number and the player"),
    (saying("Match", "gm_0 two ann bob"), "Match: must be a game, a number and the player"),
    (saying("Match", "gm_0 2 ann b!b"), "Match: must be a game, a number and the player"),
    (saying("Match", "gm_0 2 bob ann"), "line 13, column 13: the rules do not allow that"),
    (saying("Nonces", "1=a=b"), "Nonces: '1=a=b' is not the number of a command"),
    (saying("Nonces", "3=abc"), "Nonces: '3=abc' is not the number of a command"),
    (saying("Commitment", "5eed"), "Commitment: the game of this record has"),
    (saying("Result", "axis 0-5 medals"), "Result: the game of this record has '* 0-0'"),
    (saying("Axis", "cyd"), "Axis: the game of this record has 'bob'"),
    (
        SEATED + "1. allies\nsit cyd",
        "the rules do not allow that: seat.seating_closed (status active)",
    ),
    (HEADERS + "allies: end_turn", "the rules do not allow that: game.not_started"),
    (HEADERS + "1. allies\nresign", "this is listed under the wrong turn; expected before"),
    (SEATED + "allies: resign", "this is listed under the wrong turn; expected turn 1, of the"),
    (
        SEATED.replace("sit bob", "sit bob [rolls S]"),
        "'rolls S' where the seed and the rules lead to",
    ),
    (
        SEATED.replace("sit ann", "sit ann [rolls S]"),
        "'rolls S' where the seed and the rules lead to 'no",
    ),
    (HEADERS + "(\nallies: sit ann\n)", "this stands in parentheses but counts"),
]


@pytest.mark.parametrize(("text", "reason"), STORIES, ids=[reason for _, reason in STORIES])
def test_a_record_of_what_cannot_have_happened_is_refused(text: str, reason: str) -> None:
    assert reason in wrong(text)


def test_texts_and_comments_have_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "line 15, column 1: a comment has at most 10000 characters" in wrong(
        SEATED + "{" + "x" * 10_001 + "}"
    )
    monkeypatch.setattr(reader, "MAX_TOKENS", 3)
    assert "the record is too long" in wrong(SEATED)


def test_a_table_must_be_one_of_the_variants() -> None:
    alliance = HEADERS.replace("young_generals", "operation_alliance")
    assert "2004 has no operation_alliance" in wrong(alliance.replace('"2025"', '"2004"'))
    assert "the tables of operation_alliance are allies_1,axis_1" in wrong(
        alliance + '[Table "allies,axis_1"]\n'
    )


def test_a_branch_cannot_be_played_again_from_a_record() -> None:
    text = SEATED + "1. allies\nbranch gm_0/3/5eed/ann\n"
    assert "the record of a branch can be read, but not replayed" in wrong(text)
