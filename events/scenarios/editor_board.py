"""The board of an editor's file: its hexes, what lies and stands on them, and its names."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from domain.geometry import courses
from domain.geometry.hexes import Hex
from domain.pieces.obstacles import OBSTACLES
from domain.pieces.terrain import TERRAIN
from domain.pieces.units import FIGURES, UNITS
from domain.pieces.words import ALL_TYPES
from domain.values import EditionName, ObstacleKind, Side, TerrainKind, UnitKind
from events.scenarios import editor_names as names
from events.scenarios.editor_tags import TagReader
from events.scenarios.plain import entries, is_object, members, number, text, word
from events.scenarios.report import ReportBuilder

SIZES = {"standard": (9, 13), "overlord": (9, 26), "breakthrough": (17, 13)}
"""Rows, and hexes in an even row, of each board."""
_BEACH = {"breakthrough": (11, 14)}
"""The first row of beach and of ocean, where they are not 4 and 7."""
_UNIT = re.compile(r"(inf|tank|gun)(2?)([a-z]+)", re.IGNORECASE)
_TYPES = {"inf": "infantry", "tank": "armor", "gun": "artillery"}
_ELITE = {"infantry": "elite_infantry", "armor": "elite_armor"}
_LATE = 1943
"""The year from which on some weapons are played otherwise."""
_SLOW = ("ARMOR_MOVE_TWO", "ELITE_ARMOR_MOVE_TWO")
"""Armor that moves two hexes at most."""
_KINDS = frozenset(UnitKind)
_SINGLED = {"WITTMANN": "tank_leader", "CAN_IGNORE_ONE_FLAG": "steadfast"}
"""What single units have, by their equipment or their behavior."""
_KNOWN = frozenset({"", "GERMAN_2VICTANK", "FRENCH_RESISTANCE", "CAN_IGNORE_ONE_FLAG"})
_SPOT = re.compile(r"\s*([A-Za-z])\s*([0-9]{1,2})\s*")
_ENDS = {2: ["NE", "SW"], 4: ["E", "W"], 6: ["NW", "SE"]}
"""Over which sides a section of a long bridge is left, by how it is turned."""
_PIECES = ("straight", "curve")
_LINEAR = (
    TerrainKind.RIVER,
    TerrainKind.FROZEN_RIVER,
    TerrainKind.FORDABLE_STREAM,
    TerrainKind.RAILROAD,
)
_ROADS = (TerrainKind.ROAD, TerrainKind.ROAD_HILL)
_PARTLY = {
    "headquarters": "It is a building: who captures it takes no card.",
    "hospital": "It is a building: no unit recovers in it.",
}
"""Terrain of which more is told elsewhere, and how it is played instead."""
_TERRAIN, _OBSTACLES, _SIDES = frozenset(TerrainKind), frozenset(ObstacleKind), frozenset(Side)
_READ = frozenset({"row", "col", "terrain", "rect_terrain", "obstacle", "unit", "tags"})
_LABEL = 200
_NOT_BUILT = "Its rules cannot be played here"


@dataclass(frozen=True, slots=True)
class UnitName:
    """What a unit's name says."""

    side: Side
    type: str
    elite: bool
    figures_of: str

    @property
    def kind(self) -> str:
        """The kind without a badge."""
        return _ELITE.get(self.type, self.type) if self.elite else self.type

    @property
    def figures(self) -> int:
        """Its usual number of figures."""
        return FIGURES[UnitKind(self.kind)]


def move_limit(side: str, hexes: list[list[int]] | None = None) -> dict[str, Any]:
    """Armor of a side, or the units that start on some hexes, move two hexes at most."""
    params: dict[str, Any] = {"side": side, "type": "armor", "most": 2}
    return {"id": "move_limit", "params": params | ({"hexes": hexes} if hexes else {})}


def doctrine(name: str, side: str, hexes: list[list[int]] | None = None) -> dict[str, Any]:
    """How the units of a side fight, or those that start on some hexes."""
    params: dict[str, Any] = {"side": side, "name": name}
    return {"id": "doctrine", "params": params | ({"hexes": hexes} if hexes else {})}


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
    ) -> None:
        self.rows, self.columns = SIZES[kind]
        self._late = year >= _LATE
        self._face, self.nations, self._report = face, nations, report
        self._first_beach, self._first_ocean = _BEACH.get(kind, (4, 7))
        self.terrain: list[dict[str, Any]] = []
        self.obstacles: list[dict[str, Any]] = []
        self.units: list[dict[str, Any]] = []
        self.labels: list[dict[str, Any]] = []
        self._tiles: dict[Hex, dict[str, Any]] = {}
        self._manned: dict[Hex, Side] = {}
        self._slow: dict[Side, list[list[int]]] = {}
        self._singled: dict[tuple[str, Side], list[list[int]]] = {}
        self._tags = TagReader(self, report)
        self.has_british_figures = False
        self.night_side = names.NIGHT_SIDE
        """In whose turns it is rolled for how far units see."""

    @property
    def objectives(self) -> list[dict[str, Any]]:
        """Ways to medals or to victory."""
        return self._tags.objectives()

    @property
    def special_rules(self) -> list[dict[str, Any]]:
        """What single units have by themselves."""
        found = [move_limit(side.value, hexes) for side, hexes in sorted(self._slow.items())]
        found += [doctrine(name, side, hexes) for (name, side), hexes in self._singled.items()]
        found += self.doctrine_of("imperial_japanese_army", "jp")
        if self.has_british_figures:
            found += self.doctrine_of("british_commonwealth", "gb")
        return found

    def doctrine_of(self, name: str, *nations: str) -> Iterator[dict[str, Any]]:
        """How the units of some nations fight, on whichever side there are some."""
        for side in Side:
            army = [unit for unit in self.units if unit["side"] == side]
            hexes = [unit["hex"] for unit in army if unit["nation"] in nations]
            if hexes:
                yield doctrine(name, side.value, hexes if len(hexes) < len(army) else None)

    def read(self, board: Mapping[str, Any]) -> None:
        """All of it."""
        for where, entry in self._units_first(board):
            self._hexagon(members(entry), where)
        for where, entry in entries(board.get("labels"), "/board/labels"):
            self._label(members(entry), where)
        for name in board:
            if name == "groups":
                self._report.drawn("groups", "/board/groups")
            elif name not in ("type", "face", "hexagons", "labels"):
                self._report.ignored(str(name), f"/board/{name}", "It is not known here.")

    def _units_first(self, board: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """The hexes, once it is known who stands where: bunkers are theirs."""
        found = list(entries(board.get("hexagons"), "/board/hexagons"))
        for _, entry in found:
            hex_ = self._spot(members(entry))
            unit = self.unit_of(members(members(entry).get("unit")).get("name"))
            if hex_ is not None and unit is not None:
                self._manned.setdefault(hex_, unit.side)
        return iter(found)

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

    def unit_of(self, value: object) -> UnitName | None:
        """What a unit's name says; None for a name that is not known."""
        read = _UNIT.fullmatch(value.strip()) if isinstance(value, str) else None
        side = names.SIDES.get(read[3].lower()) if read else None
        if read is None or side is None:
            return None
        return UnitName(Side(side), _TYPES[read[1].lower()], bool(read[2]), read[3].lower())

    def is_barred(self, hex_: Hex) -> bool:
        """Whether no unit can ever stand on a hex."""
        tile = self._tiles.get(hex_, {})
        ground = TERRAIN[tile.get("terrain", TerrainKind.OPEN)][EditionName.E2004]
        closed = ground.impassable_for == ALL_TYPES
        bridged = any(
            entry["hex"] == list(hex_)
            and OBSTACLES[entry["kind"]][EditionName.E2004].carries_across
            for entry in self.obstacles
        )
        return (closed and not bridged) or "impassable" in tile.get("features", ())

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
            self._tags.read(members(tag), place, hex_)
        for name in content:
            if name not in _READ:
                self._report.ignored(name, f"{where}/{name}", "It is not known here.", hex_)

    def _part(self, name: str, value: object, where: str, hex_: Hex) -> None:
        said = members(value)
        if not is_object(value) or not word(said.get("name")):
            self._report.ignored(name, where, "It has no name.", hex_)
        elif name == "terrain":
            self._tile(said, where, hex_)
        elif name == "unit":
            self._unit(said, where, hex_)
        else:
            self._piece(said, where, hex_)

    def _tile(self, said: Mapping[str, Any], where: str, hex_: Hex) -> None:
        terrain, piece, features = self._terrain_of(said, where, hex_)
        if hex_ in self._tiles:
            why = "Another tile lies on the hex already."
            self._report.ignored(terrain, where, why, hex_)
            return
        self._note_tile(terrain, where, hex_)
        if terrain == ObstacleKind.FORD:
            terrain = TerrainKind.RIVER.value
            if not self._lies(ObstacleKind.FORD, hex_):
                self.obstacles.append({"hex": list(hex_), "kind": ObstacleKind.FORD.value})
        if terrain not in _TERRAIN:
            terrain = TerrainKind.OPEN.value
        if terrain == TerrainKind.OPEN and not features and not self._is_printed(hex_):
            return
        entry: dict[str, Any] = {"hex": list(hex_), "terrain": terrain}
        if piece in (
            courses.PIECES if terrain in _ROADS else _PIECES if terrain in _LINEAR else ()
        ):
            entry["piece"] = piece
            entry["orientation"] = number(said.get("orientation"), 1, 6) or 1
        if features:
            entry["features"] = features
        self._tiles[hex_] = entry
        self.terrain.append(entry)

    def _terrain_of(
        self, said: Mapping[str, Any], where: str, hex_: Hex
    ) -> tuple[str, str | None, list[str]]:
        """What a tile is made of, as its name and its behavior say; its piece and its features."""
        name = names.known(str(said["name"]).strip(), names.TILES)
        behavior = word(said.get("behavior"))
        told = names.BEHAVIORS.get(behavior, {})
        tile = names.TILES[name] if name else names.TileName(str(said["name"])[:60], None)
        terrain = told.get("is", tile.terrain)
        if "impassable" in told.get("features", ()) and terrain == "mountain":
            terrain = "hill"
        features = list(told.get("features", ()))
        if "wide" in features and terrain != "river":
            features = []
        if behavior and not told:
            why = f"What {behavior} means for the hex is not known here."
            self._report.ignored(behavior, f"{where}/behavior", why, hex_)
        return terrain, tile.piece, features

    def _note_tile(self, terrain: str, where: str, hex_: Hex) -> None:
        if terrain in _PARTLY:
            self._report.changed(terrain, where, _PARTLY[terrain], hex_)
        elif terrain in _TERRAIN or terrain == ObstacleKind.FORD:
            self._report.played(terrain, where, hex_=hex_)
        elif terrain in names.OPEN_GROUND:
            self._report.played(terrain, where, "It is open ground.", hex_)
        else:
            why = f"{_NOT_BUILT}: the hex is open ground."
            self._report.ignored(terrain, where, why, hex_)

    def _is_printed(self, hex_: Hex) -> bool:
        """Whether the board shows something on the hex that a tile replaces."""
        return self._face == "beach" and hex_.row >= self._first_beach

    def _piece(self, said: Mapping[str, Any], where: str, hex_: Hex) -> None:
        """A bridge, a bunker or an obstacle."""
        called = str(said["name"]).strip().lower()
        behavior = word(said.get("behavior"))
        kind = names.PIECES.get(names.known(called, names.PIECES) or "", called)
        if called in names.SCENERY:
            self._report.drawn(called, where, "It has no rules.", hex_)
            return
        if kind == "sandbags" and behavior == "SEAWALL":
            kind = "sea_wall"
        owner = self._owner(said, hex_) if kind in ("bunker", "sea_wall") else None
        kind = "bunker" if kind == "field_bunker" else kind
        turned = number(said.get("orientation"), 1, 6) or 1
        entry: dict[str, Any] = {"hex": list(hex_), "kind": kind, "orientation": turned}
        if owner is not None:
            entry["owner"] = owner.value
        if behavior == "BRIDGE_SECTION":
            if kind != "bridge" or turned not in _ENDS:
                why = "A section of a bridge is turned so that its road leaves by two sides."
                self._report.changed(kind, where, why, hex_)
            else:
                entry |= {"kind": "bridge_section", "open_ends": _ENDS[turned]}
        elif behavior not in ("", "SEAWALL"):
            why = f"What {behavior} means is not known here."
            self._report.ignored(behavior, f"{where}/behavior", why, hex_)
        if entry["kind"] not in _OBSTACLES:
            self._report.ignored(called, where, f"{_NOT_BUILT}.", hex_)
        elif self._lies(entry["kind"], hex_):
            self._report.ignored(called, where, "One of the kind lies there already.", hex_)
        else:
            if called == "abatis":
                why = "Its rules are not known here: it is a road block."
                self._report.changed(called, where, why, hex_)
            else:
                self._report.played(entry["kind"], where, hex_=hex_)
            self.obstacles.append(entry)

    def _lies(self, kind: str, hex_: Hex) -> bool:
        """Whether an obstacle of a kind lies on a hex already."""
        return any(one["hex"] == list(hex_) and one["kind"] == kind for one in self.obstacles)

    def _owner(self, said: Mapping[str, Any], hex_: Hex) -> Side | None:
        """Whom a bunker shelters: who is named, or who stands there at the start; None is both."""
        named = word(said.get("original_owner")).lower()
        return Side(named) if named in _SIDES else self._manned.get(hex_)

    def _unit(self, said: Mapping[str, Any], where: str, hex_: Hex) -> None:
        unit = self.unit_of(said["name"])
        if unit is None:
            why = f"{_NOT_BUILT}: it is left off the board."
            self._report.ignored(str(said["name"]), where, why, hex_)
            return
        if any(one["hex"] == list(hex_) for one in self.units):
            why = "Another unit is on the hex already."
            self._report.ignored(unit.kind, where, why, hex_)
            return
        kind, why = self._kind(unit, said)
        figures = number(said.get("nbr_units"), 1, 4)
        usual = FIGURES[UnitKind(kind)]
        if "nbr_units" in said and figures is None:
            why = why or f"It has {usual} figures."
        entry: dict[str, Any] = {"hex": list(hex_), "side": unit.side.value, "type": unit.type}
        if kind != unit.type:
            entry["kind"] = kind
        if figures is not None and figures != usual:
            entry["figures"] = figures
        if word(said.get("behavior")) == "GERMAN_2VICTANK":
            entry["medals"] = 2
        self.has_british_figures |= names.NATIONS.get(unit.figures_of) == "gb"
        badge = word(said.get("badge")).lower()
        entry["nation"] = names.NATIONS.get(unit.figures_of, self.nations[unit.side])
        entry["nation"] = names.BADGES_OF.get(badge, entry["nation"])
        self.units.append(entry)
        if unit.type == "armor" and word(said.get("behavior")) in _SLOW:
            self._slow.setdefault(unit.side, []).append(list(hex_))
        for told in (word(said.get("behavior")), word(said.get("equipment"))):
            if told in _SINGLED:
                self._singled.setdefault((_SINGLED[told], unit.side), []).append(list(hex_))
        self._note_unit(kind, why, said, where, hex_)

    def _note_unit(
        self, kind: str, why: str, said: Mapping[str, Any], where: str, hex_: Hex
    ) -> None:
        if why:
            self._report.changed(kind, where, why, hex_)
        else:
            self._report.played(kind, where, hex_=hex_)
        for name in said:
            if name not in _UNIT_READ:
                self._report.ignored(name, f"{where}/{name}", "It is not known here.", hex_)

    def _kind(self, unit: UnitName, said: Mapping[str, Any]) -> tuple[str, str]:
        """The kind of a unit, and why it is not the one that the file means."""
        behavior, gear = word(said.get("behavior")), word(said.get("equipment"))
        if behavior == "FRENCH_RESISTANCE" and unit.type == "infantry":
            return "french_resistance", ""
        kind, why = _badged(unit, word(said.get("badge")).lower(), late=self._late)
        if gear == "MOTORIZED" and unit.type == "infantry":
            kind = "elite_infantry"
        elif gear and gear not in _SINGLED:
            why = f"Its equipment cannot be played here: it is {kind}."
        slow = behavior in _SLOW and unit.type == "armor"
        if behavior not in _KNOWN and not slow:
            why = f"What {behavior} means cannot be played here: it is {kind}."
        if unit.elite and unit.type == "armor" and number(said.get("nbr_units"), 1, 1):
            why = f"The rules of a single heavy tank cannot be played here: it is {kind}."
        if unit.elite and unit.type == "artillery":
            why = f"Elite artillery is not known here: it is {kind}."
        return kind, why

    def _label(self, entry: Mapping[str, Any], where: str) -> None:
        hex_, said = self._spot(entry), text(entry.get("text"), _LABEL)
        if hex_ is None or not said:
            self._report.drawn("label", where, "It says nothing, or lies off the board.")
            return
        self._report.drawn("label", where, hex_=hex_)
        self.labels.append({"hex": list(hex_), "text": said})


def _badged(unit: UnitName, badge: str, *, late: bool) -> tuple[str, str]:
    """The kind that a badge makes of a unit, and why it is not the one that it means."""
    meant = names.BADGES.get(badge)
    if late and f"{meant}_late" in _KINDS:
        meant = f"{meant}_late"
    if meant in _KINDS and UNITS[UnitKind(meant)][EditionName.E2004].type == unit.type:
        return meant, ""
    if meant:
        return unit.kind, f"The rules of {meant} cannot be played here: it is {unit.kind}."
    why = f"The badge is not known here: it is {unit.kind}." if badge and meant is None else ""
    return unit.kind, why


_UNIT_READ = frozenset({"name", "badge", "nbr_units", "behavior", "equipment"})
