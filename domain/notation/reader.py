"""Text as a record: what it says, not yet whether that can have happened."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from domain.notation.errors import NotationError, TextPosition
from domain.notation.headers import FIRST, FREE, NAMES
from domain.notation.record import FORMAT, MAX_COMMENT, Header, Record, Step
from domain.notation.words import BY_WORD
from domain.seating import SEATS
from domain.values import Seat

_TOKEN = re.compile(
    r"""
      \[ (?P<name>[A-Z][A-Za-z]{0,39}(?:_[1-9])?) [ ]+ "(?P<value>[^"\\]*(?:\\.[^"\\]*)*)" \s* \]
    | \[ (?P<outcome>[^][{}"]*) \]
    | \{ (?P<comment>[^}\\]*(?:\\.[^}\\]*)*) \}
    | (?P<turn>[0-9]{1,5}) \. (?:[ ]+ (?P<active>[a-z]+(?:_[1-9])?) (?![a-z:_]))?
    | (?P<seat>[a-z]+(?:_[1-9])?) : [ ]*
    | (?P<word>[A-Za-z0-9_?=/-]+)
    | (?P<mark>[(),;\n])
    | [ \t\r]+
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_SEATS = {seat.value: seat for seat in SEATS}
MAX_TOKENS = 500_000
"""Words, brackets and ends of lines that a text may have: many times what the longest game does."""
_SHOWN = 20
"""Letters of what cannot be read that an error shows."""


@dataclass
class _Reading:
    """What was read so far. ``clause`` is the seat and word of the step that may go on behind a
    comma; ``due`` says that an argument must come."""

    headers: dict[str, Header] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    comment: str = ""
    turn: int = 0
    active: Seat | None = None
    within: bool = False
    seat: Seat | None = None
    clause: Step | None = None
    due: bool = False


def read(text: str) -> Record:
    """The record that a text is. Raises ``NotationError``, which says where it is none."""
    reading = _Reading()
    place = TextPosition(1, 1)
    for number, (found, place) in enumerate(_tokens(text)):
        if number >= MAX_TOKENS:
            raise NotationError(place, "no game is as long as this")
        kind = found.lastgroup or ""
        _READ[kind](reading, found, place)
        if FIRST not in reading.headers and kind != "mark":
            raise NotationError(place, f'a record begins with [{FIRST} "{FORMAT}"]')
    _require_end(reading, place)
    if reading.within:
        raise NotationError(place, "a parenthesis is still open")
    if FIRST not in reading.headers:
        raise NotationError(place, "there is nothing here")
    return Record(reading.headers, tuple(reading.steps), reading.comment)


def _tokens(text: str) -> Iterator[tuple[re.Match[str], TextPosition]]:
    """The tokens of a text with their places, blanks left out."""
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        line = bisect_right(starts, at)
        place = TextPosition(line, at - starts[line - 1] + 1)
        if found is None:
            raise NotationError(place, f"this cannot be read: {text[at : at + _SHOWN]!r}")
        if found.lastgroup:
            yield found, place
        at = found.end()


def _header(reading: _Reading, found: re.Match[str], place: TextPosition) -> None:
    _require_end(reading, place)
    name, value = found["name"], _ESCAPE.sub(r"\1", found["value"]).replace("\n", " ")
    if name in reading.headers:
        raise NotationError(place, f"the header {name} is here already")
    if name not in NAMES and not name.startswith(FREE):
        raise NotationError(
            place, f"no header is named {name}; names of your own begin with {FREE}"
        )
    if not reading.headers and (name, value) != (FIRST, FORMAT):
        raise NotationError(place, f'a record begins with [{FIRST} "{FORMAT}"]')
    reading.headers[name] = Header(value, place)


def _outcome(reading: _Reading, found: re.Match[str], place: TextPosition) -> None:
    if reading.due or not reading.steps or reading.clause is None or reading.steps[-1].outcome:
        raise NotationError(place, "what came of a command stands once, behind the command")
    said = tuple(" ".join(part.split()) for part in found["outcome"].split(","))
    reading.steps[-1] = replace(reading.steps[-1], outcome=said)


def _comment(reading: _Reading, found: re.Match[str], place: TextPosition) -> None:
    text = _ESCAPE.sub(r"\1", found["comment"])
    if reading.due:
        raise NotationError(place, "a comment stands behind a whole command")
    before = reading.steps[-1].comment if reading.steps else reading.comment
    both = f"{before} {text}".strip()
    if len(both) > MAX_COMMENT:
        raise NotationError(place, f"a comment has up to {MAX_COMMENT} letters")
    if reading.steps:
        reading.steps[-1] = replace(reading.steps[-1], comment=both)
    else:
        reading.comment = both


def _heading(reading: _Reading, found: re.Match[str], place: TextPosition) -> None:
    _require_end(reading, place)
    named = found["active"]
    if (named is None) != (int(found["turn"]) == 0) or (named and named not in _SEATS):
        raise NotationError(place, "a turn is headed by its number and seat, like 1. allies")
    reading.turn = int(found["turn"])
    reading.active = None if named is None else _SEATS[named]
    reading.clause = None


def _seat(reading: _Reading, found: re.Match[str], place: TextPosition) -> None:
    _require_end(reading, place)
    if found["seat"] not in _SEATS:
        raise NotationError(place, f"{found['seat']!r} is no seat; they are {', '.join(_SEATS)}")
    reading.seat, reading.clause = _SEATS[found["seat"]], None


def _word(reading: _Reading, found: re.Match[str], place: TextPosition) -> None:
    if reading.due and reading.clause is not None:
        reading.steps.append(replace(reading.clause, argument=found["word"], place=place))
        reading.due = False
        return
    if reading.clause is not None:
        raise NotationError(place, "a command begins on a line of its own, or behind a ;")
    row = BY_WORD.get(found["word"])
    seat = reading.seat or reading.active
    if row is None:
        words = ", ".join(BY_WORD)
        raise NotationError(place, f"{found['word']!r} is no command; they are {words}")
    if seat is None:
        raise NotationError(place, "before the first turn a command says whose it is: allies: ...")
    step = Step(
        seat, row.word, turn=reading.turn, active=reading.active, undone=reading.within, place=place
    )
    reading.clause, reading.seat, reading.due = step, None, row.shape is not None
    if row.shape is None:
        reading.steps.append(step)


def _mark(reading: _Reading, found: re.Match[str], place: TextPosition) -> None:
    mark = found["mark"]
    if mark == "," and not reading.due:
        if reading.clause is None or BY_WORD[reading.clause.word].shape is None:
            raise NotationError(place, "there is nothing here that a comma could go on with")
        reading.due = True
        return
    _require_end(reading, place)
    reading.clause = None
    if mark in "()":
        if reading.within is (mark == "("):
            raise NotationError(place, "parentheses come in pairs, none within another")
        reading.within = mark == "("


def _require_end(reading: _Reading, place: TextPosition) -> None:
    """Refuse to go on where something is still to come."""
    if reading.due and reading.clause is not None:
        raise NotationError(place, f"{reading.clause.word!r} needs to be told of what")
    if reading.seat is not None:
        raise NotationError(place, "a seat is followed by its command")


_READ = {
    "value": _header,
    "outcome": _outcome,
    "comment": _comment,
    "turn": _heading,
    "active": _heading,
    "seat": _seat,
    "word": _word,
    "mark": _mark,
}
