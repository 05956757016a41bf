"""Reads the terrain tiles and obstacles of an editor file."""

from collections.abc import Collection, Mapping
from typing import Any

from domain.geometry import piece_ends
from domain.geometry.hexes import Hex
from domain.pieces.obstacles import BRIDGES, OBSTACLES
from domain.pieces.terrain import TERRAIN
from domain.pieces.words import ALL_TYPES
from domain.values import EditionName, ObstacleKind, Side, TerrainKind
from domain.values.side_features import CLOSED_TO
from events.scenarios.editor import names
from events.scenarios.plain import members, number, truth, word
from events.scenarios.reasons import Reason, because
from events.scenarios.report import ReportBuilder

_BEACH = {"breakthrough": 11}
"""The first row of beach, if not 4."""
_ENDS = {2: ["NE", "SW"], 4: ["E", "W"], 6: ["NW", "SE"]}
"""The open ends of a section of a long bridge, by its orientation."""
_PIECES = ("straight", "curve")
_LINEAR = (
    TerrainKind.RIVER,
    TerrainKind.FROZEN_RIVER,
    TerrainKind.FORDABLE_STREAM,
    TerrainKind.RAILROAD,
    TerrainKind.WADI,
)
_HEADQUARTERS = (TerrainKind.HEADQUARTERS, TerrainKind.TOWN)
_ROADS = (TerrainKind.ROAD, TerrainKind.ROAD_HILL)
_TERRAIN, _OBSTACLES, _SIDES = frozenset(TerrainKind), frozenset(ObstacleKind), frozenset(Side)
_PIECE = frozenset({"name", "orientation", "behavior", "behavior2", "original_owner"})
_TILE = (_PIECE | {"properties"}) - {"behavior2"}
_BLOWN, _FOR_A_MEDAL = "CAN_BE_BLOWN", "ONE_MEDAL_IF_BLOWN"
_TYPES = {1: "infantry", 2: "armor", 3: "artillery"}
"""The types of units to which a hex is closed, by their numbers in the format."""


def _types(value: object) -> list[str]:
    """Return the types of units with the given numbers, or all for a true value."""
    if not isinstance(value, list):
        return [*_TYPES.values()] if truth(value) else []
    numbers = {number(entry, 1, len(_TYPES)) for entry in value}
    return [name for index, name in _TYPES.items() if index in numbers]


class GroundReader:
    """Reads terrain and obstacles into lists of the service's own format. ``manned`` has the side
    of the unit on each hex at the start."""

    def __init__(
        self, kind: str, face: str, report: ReportBuilder, rows: int, bottom: Side
    ) -> None:
        self._face, self._report = face, report
        self._rows, self._bottom = rows, bottom
        self._first_beach = _BEACH.get(kind, 4)
        self.terrain: list[dict[str, Any]] = []
        self.obstacles: list[dict[str, Any]] = []
        self.manned: dict[Hex, Side] = {}
        self._tiles: dict[Hex, dict[str, Any]] = {}
        self.mined: dict[Hex, tuple[str, bool]] = {}
        """Bridges that may be blown up: a JSON pointer, and whether that gives a medal."""

    def is_barred(self, hex_: Hex) -> bool:
        """Whether no unit can ever enter a hex."""
        tile = self._tiles.get(hex_, {})
        ground = TERRAIN[tile.get("terrain", TerrainKind.OPEN)][EditionName.E2004]
        closed = ground.impassable_for == ALL_TYPES
        bridged = any(
            entry["hex"] == list(hex_)
            and OBSTACLES[entry["kind"]][EditionName.E2004].carries_across
            for entry in self.obstacles
        )
        closed_to = CLOSED_TO.keys() & tile.get("features", ())
        if closed_to:
            return len(closed_to) == len(CLOSED_TO)
        return (closed and not bridged) or "impassable" in tile.get("features", ())

    def tile(self, part: Mapping[str, Any], where: str, hex_: Hex) -> None:
        """Read the tile of a hex."""
        self._note_unknown(part, _TILE, where, hex_)
        terrain, piece, features = self._terrain_of(part, where, hex_)
        if hex_ in self._tiles:
            self._report.ignored(terrain, where, because("second_tile"), hex_)
            return
        owner, why = self._headquarters(part, terrain, hex_)
        self._note_tile(terrain, where, hex_, why)
        features += [f"headquarters_{owner}"] if owner else []
        features += self._closed_to(part, where, hex_)
        if terrain == ObstacleKind.FORD:
            terrain = TerrainKind.RIVER.value
            if not self._has(ObstacleKind.FORD, hex_):
                self.obstacles.append({"hex": list(hex_), "kind": ObstacleKind.FORD.value})
        if terrain not in _TERRAIN:
            terrain = TerrainKind.OPEN.value
        if terrain == TerrainKind.OPEN and not features and not self._is_printed(hex_):
            return
        entry: dict[str, Any] = {"hex": list(hex_), "terrain": terrain}
        if piece in (
            piece_ends.PIECES if terrain in _ROADS else _PIECES if terrain in _LINEAR else ()
        ):
            entry["piece"] = piece
            entry["orientation"] = number(part.get("orientation"), 1, 6) or 1
        if features:
            entry["features"] = features
        self._tiles[hex_] = entry
        self.terrain.append(entry)

    def _terrain_of(
        self, part: Mapping[str, Any], where: str, hex_: Hex
    ) -> tuple[str, str | None, list[str]]:
        """The terrain, the piece and the features of a tile, by its name and its behavior."""
        name = names.known(str(part["name"]).strip(), names.TILES)
        behavior = word(part.get("behavior"))
        rule = names.BEHAVIORS.get(behavior, {})
        tile = names.TILES[name] if name else names.TileName(str(part["name"])[:60], None)
        terrain = rule.get("is", tile.terrain)
        if "impassable" in rule.get("features", ()) and terrain == "mountain":
            terrain = "hill"
        features = list(rule.get("features", ()))
        if "wide" in features and terrain != "river":
            features = []
        if behavior and (not rule or ("headquarters" in rule and terrain not in _HEADQUARTERS)):
            why = because("unsupported_hex_behavior", behavior=behavior)
            self._report.ignored(behavior, f"{where}/behavior", why, hex_)
        return terrain, tile.piece, features

    def _headquarters(
        self, part: Mapping[str, Any], terrain: str, hex_: Hex
    ) -> tuple[Side | None, Reason | None]:
        """The owner of a headquarters, and the text of the report if the file does not name it.
        Ruling: the side in whose half of the board it lies, in the middle row that of its unit."""
        named = word(part.get("behavior")) == "HEADQUARTER" and terrain in _HEADQUARTERS
        if not named and terrain != TerrainKind.HEADQUARTERS:
            return None, None
        owner = word(part.get("original_owner")).lower()
        if owner in _SIDES:
            return Side(owner), None
        below = hex_.row - self._rows // 2
        half = self._bottom if below > 0 else self._bottom.enemy
        side = half if below else self.manned.get(hex_)
        if side is None:
            return None, because("headquarters_without_side")
        return side, because("headquarters_by_place", side=side.value)

    def _closed_to(self, part: Mapping[str, Any], where: str, hex_: Hex) -> list[str]:
        """The features by which a tile is closed to units of a side."""
        if "properties" not in part:
            return []
        rule, pointer = members(part["properties"]), f"{where}/properties"
        for name in rule:
            if name != "isImpassable":
                self._report.ignored(name, f"{pointer}/{name}", because("unsupported"), hex_)
        sides = {word(name).lower(): one for name, one in members(rule.get("isImpassable")).items()}
        features = [f"no_{side}_{kind}" for side in Side for kind in _types(sides.get(side))]
        if features:
            self._report.played("closed hex", pointer, hex_=hex_)
        elif "isImpassable" in rule:
            self._report.ignored("closed hex", pointer, because("incomplete_closed_hex"), hex_)
        return features

    def _note_tile(self, terrain: str, where: str, hex_: Hex, why: Reason | None) -> None:
        if why is not None:
            self._report.changed(terrain, where, why, hex_)
        elif terrain in _TERRAIN or terrain == ObstacleKind.FORD:
            self._report.played(terrain, where, hex_=hex_)
        elif terrain in names.OPEN_GROUND:
            self._report.played(terrain, where, because("open_ground"), hex_)
        else:
            self._report.ignored(terrain, where, because("played_as_open_ground"), hex_)

    def _is_printed(self, hex_: Hex) -> bool:
        """Whether the board itself has terrain on a hex, which a tile replaces."""
        return self._face == "beach" and hex_.row >= self._first_beach

    def piece(self, part: Mapping[str, Any], where: str, hex_: Hex) -> None:
        """Read a bridge, a bunker or an obstacle."""
        self._note_unknown(part, _PIECE, where, hex_)
        name = str(part["name"]).strip().lower()
        behavior = word(part.get("behavior"))
        kind = names.PIECES.get(names.known(name, names.PIECES) or "", name)
        if name in names.SCENERY:
            self._report.drawn(name, where, because("no_rules"), hex_)
            return
        if kind == "sandbags" and behavior == "SEAWALL":
            kind = "sea_wall"
        owner = self._owner(part, hex_) if kind in ("bunker", "sea_wall") else None
        kind = "bunker" if kind == "field_bunker" else kind
        orientation = number(part.get("orientation"), 1, 6) or 1
        entry: dict[str, Any] = {"hex": list(hex_), "kind": kind, "orientation": orientation}
        if owner is not None:
            entry["owner"] = owner.value
        self._apply_behaviors(entry, part, where, hex_)
        if entry["kind"] not in _OBSTACLES:
            self._report.ignored(name, where, because("unsupported_rules"), hex_)
        elif self._has(entry["kind"], hex_):
            self._report.ignored(name, where, because("second_obstacle"), hex_)
        else:
            if name == "abatis":
                self._report.changed(name, where, because("played_as_road_block"), hex_)
            else:
                self._report.played(entry["kind"], where, hex_=hex_)
            self.obstacles.append(entry)

    def _apply_behaviors(
        self, entry: dict[str, Any], part: Mapping[str, Any], where: str, hex_: Hex
    ) -> None:
        """Apply the behaviors of a piece to its entry."""
        kind = entry["kind"]
        behavior, second = (word(part.get(name)) for name in ("behavior", "behavior2"))
        blown = behavior == _BLOWN and kind in BRIDGES
        if blown:
            self.mined[hex_] = (f"{where}/behavior", second == _FOR_A_MEDAL)
        elif behavior == "BRIDGE_SECTION":
            if kind != "bridge" or entry["orientation"] not in _ENDS:
                self._report.changed(kind, where, because("bridge_turned"), hex_)
            else:
                entry |= {"kind": "bridge_section", "open_ends": _ENDS[entry["orientation"]]}
        elif behavior not in ("", "SEAWALL"):
            why = because("unsupported_piece_behavior", behavior=behavior)
            self._report.ignored(behavior, f"{where}/behavior", why, hex_)
        if second and not (blown and second == _FOR_A_MEDAL):
            self._report.ignored("behavior2", f"{where}/behavior2", because("unsupported"), hex_)

    def note_mined(self, *, known: bool) -> None:
        """Report the bridges that may be blown up; ``known`` says whether the file names a side."""
        for hex_, (where, _) in self.mined.items():
            if known:
                self._report.played("bridge to blow up", where, hex_=hex_)
            else:
                why = because("bridge_without_side")
                self._report.ignored("bridge to blow up", where, why, hex_)

    def lay_mines(self, hex_: Hex, side: Side | None) -> bool:
        """Add a minefield of a side, or of neither; return whether the hex had none."""
        is_new = not self._has(ObstacleKind.MINEFIELD, hex_)
        if is_new:
            owner = {} if side is None else {"owner": side.value}
            self.obstacles.append({"hex": list(hex_), "kind": "minefield", **owner})
        return is_new

    def _has(self, kind: str, hex_: Hex) -> bool:
        """Whether a hex has an obstacle of a kind."""
        return any(one["hex"] == list(hex_) and one["kind"] == kind for one in self.obstacles)

    def _owner(self, part: Mapping[str, Any], hex_: Hex) -> Side | None:
        """The owner of a bunker: the side it names, or that of the unit on it, or None for both."""
        named = word(part.get("original_owner")).lower()
        return Side(named) if named in _SIDES else self.manned.get(hex_)

    def _note_unknown(
        self, part: Mapping[str, Any], known: Collection[str], where: str, hex_: Hex
    ) -> None:
        for name in part:
            if name not in known:
                self._report.ignored(name, f"{where}/{name}", because("unsupported"), hex_)
