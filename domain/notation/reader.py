"""Parse a text into a record, without checking that the game is possible."""

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
"""The most tokens of a text: many times those of the longest game."""
_SHOWN = 20
"""The number of unreadable letters that an error shows."""


@dataclass
class _Reading:
    """What has been read so far. ``clause`` is the seat and word of the step that may continue
    after a comma; ``due`` says that an argument must follow."""

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
    """Return the record of a text. Raises ``NotationError`` with the position of the error."""
    reading = _Reading()
    position = TextPosition(1, 1)
    for number, (match, position) in enumerate(_tokens(text)):
        if number >= MAX_TOKENS:
            raise NotationError(position, "the record is too long")
        kind = match.lastgroup or ""
        _READERS[kind](reading, match, position)
        if FIRST not in reading.headers and kind != "mark":
            raise NotationError(position, f'a record must begin with [{FIRST} "{FORMAT}"]')
    _require_end(reading, position)
    if reading.within:
        raise NotationError(position, "a parenthesis is not closed")
    if FIRST not in reading.headers:
        raise NotationError(position, "the record is empty")
    return Record(reading.headers, tuple(reading.steps), reading.comment)


def _tokens(text: str) -> Iterator[tuple[re.Match[str], TextPosition]]:
    """Yield the tokens of a text with their positions, without blanks."""
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    offset = 0
    while offset < len(text):
        match = _TOKEN.match(text, offset)
        line = bisect_right(starts, offset)
        position = TextPosition(line, offset - starts[line - 1] + 1)
        if match is None:
            raise NotationError(position, f"unexpected text: {text[offset : offset + _SHOWN]!r}")
        if match.lastgroup:
            yield match, position
        offset = match.end()


def _header(reading: _Reading, match: re.Match[str], position: TextPosition) -> None:
    _require_end(reading, position)
    name, value = match["name"], _ESCAPE.sub(r"\1", match["value"]).replace("\n", " ")
    if name in reading.headers:
        raise NotationError(position, f"the header {name} is repeated")
    if name not in NAMES and not name.startswith(FREE):
        raise NotationError(
            position, f"no header is named {name}; your own headers begin with {FREE}"
        )
    if not reading.headers and (name, value) != (FIRST, FORMAT):
        raise NotationError(position, f'a record must begin with [{FIRST} "{FORMAT}"]')
    reading.headers[name] = Header(value, position)


def _outcome(reading: _Reading, match: re.Match[str], position: TextPosition) -> None:
    if reading.due or not reading.steps or reading.clause is None or reading.steps[-1].outcome:
        raise NotationError(position, "an outcome follows its command, once")
    outcome = tuple(" ".join(part.split()) for part in match["outcome"].split(","))
    reading.steps[-1] = replace(reading.steps[-1], outcome=outcome)


def _comment(reading: _Reading, match: re.Match[str], position: TextPosition) -> None:
    text = _ESCAPE.sub(r"\1", match["comment"])
    if reading.due:
        raise NotationError(position, "a comment must follow a complete command")
    before = reading.steps[-1].comment if reading.steps else reading.comment
    joined = f"{before} {text}".strip()
    if len(joined) > MAX_COMMENT:
        raise NotationError(position, f"a comment has at most {MAX_COMMENT} characters")
    if reading.steps:
        reading.steps[-1] = replace(reading.steps[-1], comment=joined)
    else:
        reading.comment = joined


def _heading(reading: _Reading, match: re.Match[str], position: TextPosition) -> None:
    _require_end(reading, position)
    seat = match["active"]
    if (seat is None) != (int(match["turn"]) == 0) or (seat and seat not in _SEATS):
        raise NotationError(position, "a turn begins with its number and seat, such as 1. allies")
    reading.turn = int(match["turn"])
    reading.active = None if seat is None else _SEATS[seat]
    reading.clause = None


def _seat(reading: _Reading, match: re.Match[str], position: TextPosition) -> None:
    _require_end(reading, position)
    if match["seat"] not in _SEATS:
        raise NotationError(
            position, f"{match['seat']!r} is not a seat; the seats are {', '.join(_SEATS)}"
        )
    reading.seat, reading.clause = _SEATS[match["seat"]], None


def _word(reading: _Reading, match: re.Match[str], position: TextPosition) -> None:
    if reading.due and reading.clause is not None:
        reading.steps.append(replace(reading.clause, argument=match["word"], place=position))
        reading.due = False
        return
    if reading.clause is not None:
        raise NotationError(position, "a command must begin on a new line or after a ;")
    row = BY_WORD.get(match["word"])
    seat = reading.seat or reading.active
    if row is None:
        words = ", ".join(BY_WORD)
        raise NotationError(
            position, f"{match['word']!r} is not a command; the commands are {words}"
        )
    if seat is None:
        raise NotationError(
            position, "before the first turn, a command needs its seat, such as allies: ..."
        )
    step = Step(
        seat,
        row.word,
        turn=reading.turn,
        active=reading.active,
        undone=reading.within,
        place=position,
    )
    reading.clause, reading.seat, reading.due = step, None, row.shape is not None
    if row.shape is None:
        reading.steps.append(step)


def _mark(reading: _Reading, match: re.Match[str], position: TextPosition) -> None:
    mark = match["mark"]
    if mark == "," and not reading.due:
        if reading.clause is None or BY_WORD[reading.clause.word].shape is None:
            raise NotationError(position, "nothing before this comma can be continued")
        reading.due = True
        return
    _require_end(reading, position)
    reading.clause = None
    if mark in "()":
        if reading.within is (mark == "("):
            raise NotationError(position, "parentheses must be in pairs and cannot be nested")
        reading.within = mark == "("


def _require_end(reading: _Reading, position: TextPosition) -> None:
    """Refuse to continue where something must still follow."""
    if reading.due and reading.clause is not None:
        raise NotationError(position, f"{reading.clause.word!r} needs an argument")
    if reading.seat is not None:
        raise NotationError(position, "a command must follow the seat")


_READERS = {
    "value": _header,
    "outcome": _outcome,
    "comment": _comment,
    "turn": _heading,
    "active": _heading,
    "seat": _seat,
    "word": _word,
    "mark": _mark,
}
