"""Reads the board of an editor file: its hexes and its labels. Terrain and obstacles are read by
``ground``, units by ``units``, and tokens by ``tags``."""

import re
from collections.abc import Collection, Mapping
from typing import Any

from domain.geometry.hexes import Hex, grid_of
from domain.scenarios.parse import BOARDS
from domain.values import Edge, Section, Side
from events.scenarios.editor import names
from events.scenarios.editor.ground import GroundReader
from events.scenarios.editor.tags import TagReader
from events.scenarios.editor.units import UnitReader
from events.scenarios.plain import entries, members, named, number, text, word
from events.scenarios.reasons import because
from events.scenarios.report import ReportBuilder

SIZES = {"standard": (9, 13), "overlord": (9, 26), "breakthrough": (17, 13)}
"""Rows, and hexes per even row, of each board."""
_HEX_NAME = re.compile(r"\s*([A-Za-z])\s*([0-9]{1,2})\s*")
_MEMBERS = frozenset({"row", "col", "terrain", "rect_terrain", "obstacle", "unit", "tags"})
_MAX_LABEL = 200


def smallest_board(board: Mapping[str, Any]) -> str:
    """Return the smallest board that has all hexes of a file."""
    hexagons = [members(entry) for _, entry in entries(board.get("hexagons"), "")]
    last_row = max((number(entry.get("row"), 0, 16) or 0 for entry in hexagons), default=0)
    last_col = max((number(entry.get("col"), 0, 50) or 0 for entry in hexagons), default=0)
    if last_col > 2 * (SIZES["standard"][1] - 1):
        return "overlord"
    return "standard" if last_row < SIZES["standard"][0] else "breakthrough"


class BoardReader:
    """Reads a board into the lists of the service's own format."""

    def __init__(
        self,
        kind: str,
        face: str,
        nations: Mapping[Side, str],
        report: ReportBuilder,
        year: int = 1944,
        bottom: Side = Side.ALLIES,
    ) -> None:
        self.rows, self.columns = SIZES[kind]
        self.bottom, self._grid = bottom, grid_of(BOARDS[kind])
        self._report = report
        self.ground = GroundReader(kind, face, report, self.rows, bottom)
        self.army = UnitReader(nations, report, year, (bottom.enemy, bottom), self.rows)
        self.labels: list[dict[str, Any]] = []
        self._tags = TagReader(self, report)
        self.night_side = names.NIGHT_SIDE
        """The side in whose turns visibility is rolled."""

    @property
    def objectives(self) -> list[dict[str, Any]]:
        """The objectives."""
        return self._tags.objectives()

    def read(self, board: Mapping[str, Any]) -> None:
        """Read the whole board."""
        self._note_units(board)
        for where, entry in entries(board.get("hexagons"), "/board/hexagons"):
            self._hexagon(members(entry), where)
        self._tags.finish()
        for where, entry in entries(board.get("labels"), "/board/labels"):
            self._label(members(entry), where)
        for name in board:
            if name == "groups":
                self._report.drawn("groups", "/board/groups")
            elif name not in ("type", "face", "hexagons", "labels"):
                self._report.ignored(str(name), f"/board/{name}", because("unsupported"))

    def _note_units(self, board: Mapping[str, Any]) -> None:
        """Note the side of the unit on each hex: a bunker without an owner is that side's."""
        for _, entry in entries(board.get("hexagons"), "/board/hexagons"):
            hex_ = self._hex_of(members(entry))
            name = named(members(entry).get("unit")).get("name")
            unit = self.army.unit_at(name, hex_) if hex_ is not None else None
            if hex_ is not None and unit is not None:
                self.ground.manned.setdefault(hex_, unit.side)

    def _hex_of(self, entry: Mapping[str, Any]) -> Hex | None:
        """The hex of an entry, whose column is in half hexes."""
        row = number(entry.get("row"), 0, self.rows - 1)
        col = number(entry.get("col"), 0, 2 * (self.columns - 1))
        if row is None or col is None or (row + col) % 2:
            return None
        hex_ = Hex(row, col // 2)
        return hex_ if hex_.col < self.columns - row % 2 else None

    def group(self, value: object) -> list[list[int]]:
        """Return the hexes of a list of names: a letter for the column, lowercase in odd rows, and
        the number of the row from the bottom. Invalid names are skipped."""
        hexes = set()
        for _, name in entries(value, ""):
            match = _HEX_NAME.fullmatch(name) if isinstance(name, str) else None
            row = self.rows - int(match[2]) if match else -1
            col = ord(match[1].lower()) - ord("a") if match else -1
            if 0 <= row < self.rows and 0 <= col < self.columns - row % 2:
                hexes.add((row, col))
        return sorted(map(list, hexes))

    def is_barred(self, hex_: Hex) -> bool:
        """Whether no unit can ever enter a hex."""
        return self.ground.is_barred(hex_)

    def empty_section(self, side: Side, sections: Collection[int], medals: int) -> None:
        """Add medals for sections, numbered from the left, without an enemy unit."""
        empty = {tuple(Section)[number] for number in sections}
        hexes = [
            list(hex_)
            for hex_ in self._grid.hexes
            if empty.intersection(self._grid.sections(hex_, Edge.BOTTOM))
        ]
        self._tags.empty_section(side, hexes, medals)

    def lay_mines(self, hex_: Hex, side: Side | None) -> bool:
        """Add a minefield of a side, or of neither; return whether the hex had none."""
        return self.ground.lay_mines(hex_, side)

    def blown_for_medals(self, side: Side) -> None:
        """Add a medal of a side for each bridge whose entry gives one when it is blown up."""
        for hex_, (_, medal) in self.ground.mined.items():
            if medal:
                self._tags.deed(side.value, [list(hex_)])

    def camouflage(self, hex_: Hex) -> bool:
        """Camouflage the unit on a hex; return whether there is one."""
        return self.army.camouflage(hex_)

    def lead(self, hex_: Hex) -> bool:
        """Add a leader to the armor on a hex; return whether there is some."""
        return self.army.lead(hex_)

    def sudden_death(self, condition: Mapping[str, Any], where: str) -> None:
        """Add a group of hexes that wins the game."""
        self._tags.sudden_death(condition, where)

    def _hexagon(self, entry: Mapping[str, Any], where: str) -> None:
        hex_ = self._hex_of(entry)
        content = [name for name in entry if name not in ("row", "col")]
        if hex_ is None:
            if content:
                self._report.ignored("hex", where, because("off_board"))
            return
        for name in ("terrain", "rect_terrain", "obstacle", "unit"):
            if entry.get(name):
                self._part(name, entry[name], f"{where}/{name}", hex_)
        for pointer, tag in entries(entry.get("tags"), f"{where}/tags"):
            self._tags.read(named(tag), pointer, hex_)
        for name in content:
            if name not in _MEMBERS:
                self._report.ignored(name, f"{where}/{name}", because("unsupported"), hex_)

    def _part(self, name: str, value: object, where: str, hex_: Hex) -> None:
        part = named(value)
        if not word(part.get("name")):
            self._report.ignored(name, where, because("no_name"), hex_)
        elif name == "terrain":
            self.ground.tile(part, where, hex_)
        elif name == "unit":
            self.army.read(part, where, hex_)
        elif word(part["name"]).lower() in names.UNIT_PIECES:
            self.army.piece(part, where, hex_, self.bottom)
        else:
            self.ground.piece(part, where, hex_)

    def _label(self, entry: Mapping[str, Any], where: str) -> None:
        hex_, label = self._hex_of(entry), text(entry.get("text"), _MAX_LABEL)
        if hex_ is None or not label:
            self._report.drawn("label", where, because("no_label"))
            return
        self._report.drawn("label", where, hex_=hex_)
        self.labels.append({"hex": list(hex_), "text": label})
