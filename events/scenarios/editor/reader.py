"""Reads a file of the official scenario editor into the service's own format.

The board is read by ``board``. Whatever is not supported is reported, not refused.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from domain.values import Front, Side
from events.scenarios.editor.board import BoardReader, smallest_board
from events.scenarios.editor.options import changed, rules_of
from events.scenarios.plain import (
    Document,
    entries,
    is_object,
    members,
    number,
    text,
    truth,
    word,
)
from events.scenarios.reasons import because
from events.scenarios.report import ReportBuilder, TooLargeError

MEDIA_TYPE = "application/vnd.memoir44.m44+json"

_FACES = {
    "COUNTRY": "countryside",
    "COUNTRYSIDE": "countryside",
    "BEACH": "beach",
    "WINTER": "winter",
    "DESERT": "desert",
}
_BOARDS = {
    "STANDARD": "standard",
    "BRKTHRU": "breakthrough",
    "BREAKTHROUGH": "breakthrough",
    "OVERLORD": "overlord",
}
_PLAYERS = ("player1", "player2")
_SEATS = {"player1": "top", "player2": "bottom"}
_LANGUAGES = ("en", "de", "es", "fr", "pt")
_DATE = re.compile(r"(19[0-9]{2})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
_YEARS = (1939, 1945)
_MAX_CARDS, _MAX_MEDALS = 12, 50
_DEFAULT = 5
"""Cards and medals if a file does not say how many."""
_MAX_TITLE, _MAX_PROSE = 200, 4000
_FRONTS = frozenset(Front)
_NO_EFFECT = because("no_effect")
_ABOUT_BATTLE = frozenset(
    {"type", "operationid", "operation", "expert_mode", "expert", "victory_conditions"}
)
_MEMBERS = {
    *(f"{name}_{seat}" for name in ("side", "country", "cards", "victory") for seat in _PLAYERS),
    *("starting", "date_begin", "date_end", "front", "options", "victory"),
}


_STRING_OR_COMMA = re.compile(r'"(?:[^"\\]|\\.?)*"?|,(?=\s*[\]}])', re.DOTALL)
"""A string, closed or not, so that each is scanned once; or a comma before a closing bracket."""


class NotEditorFileError(ValueError):
    """The content is not an editor file. The message says why."""


def parse_text(content: bytes) -> Document:
    """Return the JSON object of a file, which may have raw line breaks in strings, and trailing
    commas. Raises ``NotEditorFileError``."""
    try:
        read = members(_loads(_decoded(content).rstrip("\0\r\n\t ")))
    except (ValueError, RecursionError):
        raise NotEditorFileError("it is not JSON; save it in the editor again") from None
    if not (isinstance(read.get("board"), dict) or members(read.get("board"))):
        raise NotEditorFileError("it has no board; an editor file has an object `board`")
    return dict(read)


def _loads(text: str) -> object:
    try:
        return json.loads(text, strict=False)
    except ValueError:
        return json.loads(_STRING_OR_COMMA.sub(_without_comma, text), strict=False)


def _without_comma(match: re.Match[str]) -> str:
    """Keep strings, and remove trailing commas."""
    return "" if match[0] == "," else match[0]


def _decoded(content: bytes) -> str:
    """Decode a file: UTF-8, UTF-16 or UTF-32, else Latin-1, which old programs wrote."""
    try:
        return content.decode(json.detect_encoding(content))
    except UnicodeDecodeError:
        return content.decode("latin-1")


def read_editor_file(content: bytes, report: ReportBuilder) -> Document:
    """Return the battle in the service's own format. Raises ``NotEditorFileError``."""
    try:
        return _Reader(parse_text(content), report).read()
    except (TooLargeError, RecursionError) as error:
        raise NotEditorFileError(str(error) or "it is nested too deeply") from None


class _Reader:
    """Reads one file."""

    def __init__(self, source: Mapping[str, Any], report: ReportBuilder) -> None:
        self._source, self._report = source, report
        self._info = members(source.get("game_info"))

    def read(self) -> Document:
        """Read the whole battle."""
        board = members(self._source["board"])
        kind, face = self._board_kind(board), self._face(board)
        sides = self._sides()
        nations = {side: self._nation(seat, side) for seat, side in sides.items()}
        begin, end = self._dates()
        year = self._year(begin)
        reader = BoardReader(kind, face, nations, self._report, year, sides["player2"])
        reader.read(board)
        self._sudden_deaths(reader)
        rules = self._options(reader)
        title, briefing = self._texts()
        document = {
            "title": title,
            "date": {"begin": begin, "end": end},
            "year": year,
            "front": self._front(),
            "board": {"kind": kind, "face": face},
            "first_side": self._first(sides),
            "sides": self._armies(sides, nations),
            "terrain": reader.ground.terrain,
            "obstacles": reader.ground.obstacles,
            "units": reader.army.units,
            "objectives": reader.objectives,
            "special_rules": rules,
            "labels": reader.labels,
            "briefing": briefing,
        }
        self._report_rest()
        return document

    def _board_kind(self, board: Mapping[str, Any]) -> str:
        kind = _BOARDS.get(word(board.get("type")))
        if kind is None:
            kind = smallest_board(board)
            self._report.changed("board", "/board/type", because("unknown_board", board=kind))
        else:
            self._report.played(f"{kind} board", "/board/type")
        return kind

    def _face(self, board: Mapping[str, Any]) -> str:
        face = _FACES.get(word(board.get("face")))
        if face is None:
            self._report.changed("face", "/board/face", because("unknown_face"))
            return "countryside"
        self._report.played(f"{face} face", "/board/face")
        return face

    def _sides(self) -> dict[str, Side]:
        """The side of each player."""
        named = [word(self._info.get(f"side_{seat}")) for seat in _PLAYERS]
        if sorted(named) == ["ALLIES", "AXIS"]:
            for seat, side in zip(_PLAYERS, named, strict=True):
                self._report.played(f"{side.title()} at the {_SEATS[seat]}", f"{_INFO}/side_{seat}")
            return {seat: Side(name.lower()) for seat, name in zip(_PLAYERS, named, strict=True)}
        first = Side.ALLIES if named[0] == "ALLIES" or named == ["", "AXIS"] else Side.AXIS
        self._report.changed("sides", _INFO, because("unknown_sides", side=first.value))
        return {"player1": first, "player2": first.enemy}

    def _first(self, sides: Mapping[str, Side]) -> str:
        seat = word(self._info.get("starting")).lower()
        if seat not in sides:
            self._report.changed("first turn", f"{_INFO}/starting", because("unknown_first_turn"))
            return Side.ALLIES.value
        self._report.played(f"{sides[seat].value} begin", f"{_INFO}/starting")
        return sides[seat].value

    def _armies(self, sides: Mapping[str, Side], nations: Mapping[Side, str]) -> Document:
        return {
            side.value: {
                "seat": _SEATS[seat],
                "nation": nations[side],
                "hand": self._amount(f"cards_{seat}", _MAX_CARDS, "cards at the start"),
                "medals_to_win": self._amount(f"victory_{seat}", _MAX_MEDALS, "medals to win"),
            }
            for seat, side in sides.items()
        }

    def _nation(self, seat: str, side: Side) -> str:
        name = f"country_{seat}"
        code = word(self._info.get(name))
        if name in self._info:
            self._report.drawn("country", f"{_INFO}/{name}")
        if re.fullmatch("[A-Z]{2}", code):
            return code.lower()
        return "us" if side is Side.ALLIES else "de"

    def _amount(self, name: str, maximum: int, what: str) -> int:
        amount = number(self._info.get(name), 1, maximum)
        where = f"{_INFO}/{name}"
        if amount is None:
            why = because("number_out_of_range", maximum=maximum, usual=_DEFAULT)
            self._report.changed(what, where, why)
            return _DEFAULT
        self._report.played(what, where)
        return amount

    def _dates(self) -> tuple[str, str]:
        """The first and the last day."""
        begin, end = (word(self._info.get(name)) for name in ("date_begin", "date_end"))
        valid = [day for day in (begin, end) if _DATE.fullmatch(day)]
        if not valid:
            return "1944-06-06", "1944-06-06"
        return valid[0], valid[-1]

    def _year(self, begin: str) -> int:
        year = min(max(int(begin[:4]), _YEARS[0]), _YEARS[1])
        where = f"{_INFO}/date_begin"
        if word(self._info.get("date_begin")) == begin and year == int(begin[:4]):
            self._report.played("year", where)
        else:
            self._report.changed("year", where, because("year_of_last_day", year=year))
        if "date_end" in self._info:
            self._report.drawn("last day", f"{_INFO}/date_end")
        return year

    def _front(self) -> str:
        front = word(self._info.get("front")).lower()
        if front not in _FRONTS:
            self._report.changed("front", f"{_INFO}/front", because("unknown_front"))
            return Front.WESTERN.value
        self._report.played(f"{front} front", f"{_INFO}/front")
        return front

    def _texts(self) -> tuple[Document, Document]:
        """The title and the briefing by language, always with English."""
        title: Document = {}
        briefing: Document = {}
        for language, part in members(self._source.get("text")).items():
            texts, where, short = members(part), f"/text/{_escaped(language)}", language[:2].lower()
            for name, prose in texts.items():
                self._prose(name, prose, f"{where}/{_escaped(name)}")
            if short not in _LANGUAGES:
                continue
            if text(texts.get("name"), _MAX_TITLE):
                title[short] = text(texts["name"], _MAX_TITLE)
            briefing_text = text(texts.get("description"), _MAX_PROSE) or text(
                texts.get("historical"), _MAX_PROSE
            )
            if briefing_text:
                briefing[short] = briefing_text
        title.setdefault("en", next(iter(title.values()), "Untitled"))
        briefing.setdefault("en", next(iter(briefing.values()), title["en"]))
        return title, briefing

    def _prose(self, name: str, prose: object, where: str) -> None:
        if name == "rules" and text(prose, _MAX_PROSE):
            self._report.ignored("rules in words", where, because("rules_in_words"))
        else:
            self._report.drawn(name, where)

    def _sudden_deaths(self, board: BoardReader) -> None:
        where = f"{_INFO}/victory"
        victory = members(self._info.get("victory"))
        for pointer, condition in entries(victory.get("condition"), f"{where}/condition"):
            for name, value in members(condition).items():
                member = f"{pointer}/{_escaped(name)}"
                if name.lower() == "group_sudden_death":
                    board.sudden_death(members(value), member)
                elif name.lower() == "standard":
                    self._report.played("standard victory", member)
                else:
                    self._report.ignored(name, member, because("unsupported_victory"))
            if not isinstance(condition, dict):
                self._report.ignored("condition of victory", pointer, because("not_an_object"))
        for name in victory:
            if name != "condition":
                why = because("unsupported_victory")
                self._report.ignored(name, f"{where}/{_escaped(name)}", why)

    def _options(self, board: BoardReader) -> list[Document]:
        """The supported special rules."""
        rules = board.army.special_rules
        options = {**members(self._source.get("options")), **members(self._info.get("options"))}
        night_side = word(options.get("night_visibility_team_turn")).lower()
        board.night_side = night_side if night_side in frozenset(Side) else board.night_side
        for name, value in options.items():
            where = f"{_INFO}/options/{_escaped(name)}"
            found = rules_of(name, board, value)
            if found is not None:
                rules += found
                change = changed(name)
                if not found:
                    self._report.played(name, where, because("off_or_unused"))
                elif change is None:
                    self._report.played(name, where)
                else:
                    self._report.changed(name, where, change)
            elif not truth(value):
                self._report.played(name, where, because("switched_off"))
            else:
                self._report.ignored(name, where, because("unsupported_option"))
        board.ground.note_mined(known=any(rule["id"] == "blow_bridge" for rule in rules))
        return sorted(rules, key=lambda rule: rule["params"].get("by_day", False))

    def _report_rest(self) -> None:
        """Report the rest of the file."""
        parts = [(name, "") for name in ("game_info", "text", "options")]
        for name, pointer in (*parts, ("options", _INFO), ("victory", _INFO)):
            if not is_object((self._info if pointer else self._source).get(name)):
                self._report.ignored(name, f"{pointer}/{name}", because("not_an_object"))
        for name in self._info:
            if name not in _MEMBERS:
                where = f"{_INFO}/{_escaped(name)}"
                if name.lower() in _ABOUT_BATTLE:
                    self._report.drawn(name, where, _NO_EFFECT)
                else:
                    self._report.ignored(name, where, because("unsupported"))
        for name in self._source:
            if name in ("meta_data", "packs", "equipment_packs"):
                self._report.drawn(name, f"/{name}", _NO_EFFECT)
            elif name not in ("game_info", "board", "text", "options"):
                self._report.ignored(name, f"/{_escaped(name)}", because("unsupported"))


_INFO = "/game_info"


def _escaped(name: str) -> str:
    """A member's name as a token of a JSON pointer."""
    return str(name)[:60].replace("~", "~0").replace("/", "~1")
