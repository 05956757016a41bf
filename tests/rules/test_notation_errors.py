"""Where a text goes wrong that is no record of a game."""

import re

import pytest

from domain.notation import NotationError, read, reader
from tests.support.notated import HEADERS, SEATED, wrong

FORM = [
    ("", "line 1, column 1: there is nothing here"),
    ("1. allies", "line 1, column 1: a record begins with"),
    ('[Game "gm_1"]', "line 1, column 1: a record begins with"),
    ('[Afteraction "record 2"]', "line 1, column 1: a record begins with"),
    (HEADERS + '[Seed "1"]', "line 13, column 1: the header Seed is here already"),
    (HEADERS + '[Sede "1"]', "no header is named Sede; names of your own begin with X"),
    (HEADERS + "allies: !", "line 13, column 9: this cannot be read: '!'"),
    (HEADERS + '[Game "', "this cannot be read"),
    (HEADERS + "{never closed", "this cannot be read"),
    (HEADERS + "sit ann", "before the first turn a command says whose it is"),
    (HEADERS + "gaul: sit ann", "'gaul' is no seat"),
    (HEADERS + "allies: axis: sit ann", "a seat is followed by its command"),
    (HEADERS + "allies:\n", "line 13, column 8: a seat is followed by its command"),
    (HEADERS + "allies: jump", "'jump' is no command; they are sit, stand, cancel, drop, play"),
    (HEADERS + "allies: sit", "'sit' needs to be told of what"),
    (HEADERS + "allies: sit\nann", "'sit' needs to be told of what"),
    (HEADERS + "allies: sit {who?} ann", "a comment stands behind a whole command"),
    (HEADERS + "allies: sit [so]", "what came of a command stands once"),
    (HEADERS + "allies: resign resign", "a command begins on a line of its own"),
    (HEADERS + "allies: resign, E5", "nothing here that a comma could go on with"),
    (HEADERS + ", E5", "nothing here that a comma could go on with"),
    (HEADERS + "allies: sit, ann", "'sit' needs to be told of what"),
    (HEADERS + "[so]", "what came of a command stands once, behind the command"),
    (SEATED + "[so]", "what came of a command stands once, behind the command"),
    (HEADERS + "allies: sit ann [so] [so]", "what came of a command stands once"),
    (HEADERS + "1.\n", "a turn is headed by its number and seat, like 1. allies"),
    (HEADERS + "0. allies\n", "a turn is headed by its number and seat"),
    (HEADERS + "1. gaul\n", "a turn is headed by its number and seat"),
    (HEADERS + ")", "parentheses come in pairs, none within another"),
    (HEADERS + "((", "parentheses come in pairs, none within another"),
    (HEADERS + "(", "line 13, column 1: a parenthesis is still open"),
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
    (without("View"), "only what was seen by 'all' can be played again"),
    (saying("View", "axis"), "line 14, column 1: View: only what was seen by 'all'"),
    (saying("Scenario", "waterloo"), "Scenario: no scenario is named 'waterloo'"),
    (saying("Edition", "1815"), "Edition: '1815' is none of 2004, 2025"),
    (saying("Game", "a b"), "Game: an id is 1 to 64 letters"),
    (saying("TimeLimit", "1e9"), "TimeLimit: '1e9' is no number"),
    (saying("Seed", "5eed"), "Seed: a seed is 64 digits"),
    (saying("Rated", "no"), "Rated: it is 'yes' or left out"),
    (saying("Match", "gm_0 2 ann"), "Match: it is a game, a number and who plays"),
    (saying("Match", "gm_0 two ann bob"), "Match: it is a game, a number and who plays"),
    (saying("Match", "gm_0 2 ann b!b"), "Match: it is a game, a number and who plays"),
    (saying("Match", "gm_0 2 bob ann"), "line 13, column 13: the rules do not allow that"),
    (saying("Nonces", "1=a=b"), "Nonces: '1=a=b' is not the number of a step"),
    (saying("Nonces", "3=abc"), "Nonces: '3=abc' is not the number of a step"),
    (saying("Commitment", "5eed"), "Commitment: the game that is told here has"),
    (saying("Result", "axis 0-5 medals"), "Result: the game that is told here has '* 0-0'"),
    (saying("Axis", "cyd"), "Axis: the game that is told here has 'bob'"),
    (
        SEATED + "1. allies\nsit cyd",
        "the rules do not allow that: seat.seating_closed (status active)",
    ),
    (HEADERS + "allies: end_turn", "the rules do not allow that: game.not_started"),
    (HEADERS + "1. allies\nresign", "this stands under another turn than its own: before the"),
    (SEATED + "allies: resign", "this stands under another turn than its own: turn 1, of the"),
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
    assert "line 15, column 1: a comment has up to 10000 letters" in wrong(
        SEATED + "{" + "x" * 10_001 + "}"
    )
    monkeypatch.setattr(reader, "MAX_TOKENS", 3)
    assert "no game is as long as this" in wrong(SEATED)


def test_a_table_must_be_one_of_the_variants() -> None:
    alliance = HEADERS.replace("young_generals", "operation_alliance")
    assert "2004 has no operation_alliance" in wrong(alliance.replace('"2025"', '"2004"'))
    assert "the tables of operation_alliance are allies_1,axis_1" in wrong(
        alliance + '[Table "allies,axis_1"]\n'
    )


def test_a_branch_cannot_be_played_again_from_a_record() -> None:
    text = SEATED + "1. allies\nbranch gm_0/3/5eed/ann\n"
    assert "a branch is told for reading" in wrong(text)
