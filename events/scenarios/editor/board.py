"""The board of an editor's file: its hexes, and its names. What lies on them is read by
``ground``, what stands there by ``units``, and tokens by ``tags``."""

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
from events.scenarios.report import ReportBuilder

SIZES = {"standard": (9, 13), "overlord": (9, 26), "breakthrough": (17, 13)}
"""Rows, and hexes in an even row, of each board."""
_SPOT = re.compile(r"\s*([A-Za-z])\s*([0-9]{1,2})\s*")
_READ = frozenset({"row", "col", "terrain", "rect_terrain", "obstacle", "unit", "tags"})
_LABEL = 200


def smallest(board: Mapping[str, Any]) -> str:
    """The smallest board on which all hexes of a file lie."""
    found = [members(one) for _, one in entries(board.get("hexagons"), "")]
    lowest = max((number(one.get("row"), 0, 16) or 0 for one in found), default=0)
    farthest = max((number(one.get("col"), 0, 50) or 0 for one in found), default=0)
    if farthest > 2 * (SIZES["standard"][1] - 1):
        return "overlord"
    return "standard" if lowest < SIZES["standard"][0] else "breakthrough"


class BoardReader:
    """A board under way; the lists are those of the service's own form."""

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
        """In whose turns it is rolled for how far units see."""

    @property
    def objectives(self) -> list[dict[str, Any]]:
        """Ways to medals or to victory."""
        return self._tags.objectives()

    def read(self, board: Mapping[str, Any]) -> None:
        """All of it."""
        self._see_units(board)
        for where, entry in entries(board.get("hexagons"), "/board/hexagons"):
            self._hexagon(members(entry), where)
        self._tags.finish()
        for where, entry in entries(board.get("labels"), "/board/labels"):
            self._label(members(entry), where)
        for name in board:
            if name == "groups":
                self._report.drawn("groups", "/board/groups")
            elif name not in ("type", "face", "hexagons", "labels"):
                self._report.ignored(str(name), f"/board/{name}", "It is not known here.")

    def _see_units(self, board: Mapping[str, Any]) -> None:
        """Who stands where is known first: bunkers are theirs."""
        for _, entry in entries(board.get("hexagons"), "/board/hexagons"):
            hex_ = self._spot(members(entry))
            name = named(members(entry).get("unit")).get("name")
            unit = self.army.unit_at(name, hex_) if hex_ is not None else None
            if hex_ is not None and unit is not None:
                self.ground.manned.setdefault(hex_, unit.side)

    def _spot(self, entry: Mapping[str, Any]) -> Hex | None:
        """The hex of an entry: its column is counted in half hexes."""
        row = number(entry.get("row"), 0, self.rows - 1)
        col = number(entry.get("col"), 0, 2 * (self.columns - 1))
        if row is None or col is None or (row + col) % 2:
            return None
        hex_ = Hex(row, col // 2)
        return hex_ if hex_.col < self.columns - row % 2 else None

    def group(self, value: object) -> list[list[int]]:
        """Hexes that are written as a letter for the column and a number from the bottom; a small
        letter is a column of an odd row. What is none is left out."""
        found = []
        for _, said in entries(value, ""):
            read = _SPOT.fullmatch(said) if isinstance(said, str) else None
            row = self.rows - int(read[2]) if read else -1
            col = ord(read[1].lower()) - ord("a") if read else -1
            if 0 <= row < self.rows and 0 <= col < self.columns - row % 2:
                found.append([row, col])
        return sorted(map(list, {tuple(hex_) for hex_ in found}))

    def is_barred(self, hex_: Hex) -> bool:
        """Whether no unit can ever stand on a hex."""
        return self.ground.is_barred(hex_)

    def empty_section(self, side: Side, sections: Collection[int], medals: int) -> None:
        """Medals for sections without an enemy unit, which are counted from the left."""
        named = {tuple(Section)[number] for number in sections}
        found = [
            list(hex_)
            for hex_ in self._grid.hexes
            if named.intersection(self._grid.sections(hex_, Edge.BOTTOM))
        ]
        self._tags.empty_section(side, found, medals)

    def lay_mines(self, hex_: Hex, side: Side | None) -> bool:
        """Mines lie on a hex, which a side has laid, or none; whether they did not lie there."""
        return self.ground.lay_mines(hex_, side)

    def blown_for_medals(self, side: Side) -> None:
        """A side wins a medal for each bridge that the file says so of."""
        for hex_, (_, medal) in self.ground.mined.items():
            if medal:
                self._tags.deed(side.value, [list(hex_)])

    def camouflage(self, hex_: Hex) -> bool:
        """Whether a unit stands on a hex, which is camouflaged then."""
        return self.army.camouflage(hex_)

    def lead(self, hex_: Hex) -> bool:
        """Whether armor stands on a hex, which has a leader then."""
        return self.army.lead(hex_)

    def sudden_death(self, said: Mapping[str, Any], where: str) -> None:
        """A group of hexes that wins the game."""
        self._tags.sudden_death(said, where)

    def _hexagon(self, entry: Mapping[str, Any], where: str) -> None:
        hex_ = self._spot(entry)
        content = [name for name in entry if name not in ("row", "col")]
        if hex_ is None:
            if content:
                why = "It does not lie on the board: it is left out."
                self._report.ignored("hex", where, why)
            return
        for name in ("terrain", "rect_terrain", "obstacle", "unit"):
            if entry.get(name):
                self._part(name, entry[name], f"{where}/{name}", hex_)
        for place, tag in entries(entry.get("tags"), f"{where}/tags"):
            self._tags.read(named(tag), place, hex_)
        for name in content:
            if name not in _READ:
                self._report.ignored(name, f"{where}/{name}", "It is not known here.", hex_)

    def _part(self, name: str, value: object, where: str, hex_: Hex) -> None:
        said = named(value)
        if not word(said.get("name")):
            self._report.ignored(name, where, "It has no name.", hex_)
        elif name == "terrain":
            self.ground.tile(said, where, hex_)
        elif name == "unit":
            self.army.read(said, where, hex_)
        elif word(said["name"]).lower() in names.UNIT_PIECES:
            self.army.piece(said, where, hex_, self.bottom)
        else:
            self.ground.piece(said, where, hex_)

    def _label(self, entry: Mapping[str, Any], where: str) -> None:
        hex_, said = self._spot(entry), text(entry.get("text"), _LABEL)
        if hex_ is None or not said:
            self._report.drawn("label", where, "It says nothing, or lies off the board.")
            return
        self._report.drawn("label", where, hex_=hex_)
        self.labels.append({"hex": list(hex_), "text": said})
