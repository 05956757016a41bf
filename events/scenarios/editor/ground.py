"""The ground of an editor's file: its tiles, and the pieces and obstacles that lie on them."""

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
from events.scenarios.report import NOT_BUILT, ReportBuilder

_BEACH = {"breakthrough": 11}
"""The first row of beach, where it is not 4."""
_ENDS = {2: ["NE", "SW"], 4: ["E", "W"], 6: ["NW", "SE"]}
"""Over which sides a section of a long bridge is left, by how it is turned."""
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
"""The types of units to which a hex is closed, as the format counts them."""


def _types(value: object) -> list[str]:
    """The types of units that are named by their numbers, or all."""
    if not isinstance(value, list):
        return [*_TYPES.values()] if truth(value) else []
    counted = {number(one, 1, len(_TYPES)) for one in value}
    return [name for count, name in _TYPES.items() if count in counted]


class GroundReader:
    """The ground of a board under way; the lists are those of the service's own form. ``manned``
    says who stands where at the start."""

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
        """Bridges that may be blown up: where the file says so, and whether a medal is won."""

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
        shut = CLOSED_TO.keys() & tile.get("features", ())
        if shut:
            return len(shut) == len(CLOSED_TO)
        return (closed and not bridged) or "impassable" in tile.get("features", ())

    def tile(self, said: Mapping[str, Any], where: str, hex_: Hex) -> None:
        """The tile of a hex."""
        self._note_unknown(said, _TILE, where, hex_)
        terrain, piece, features = self._terrain_of(said, where, hex_)
        if hex_ in self._tiles:
            why = "Another tile lies on the hex already."
            self._report.ignored(terrain, where, why, hex_)
            return
        owner, why = self._headquarters(said, terrain, hex_)
        self._note_tile(terrain, where, hex_, why)
        features += [f"headquarters_{owner}"] if owner else []
        features += self._closed_to(said, where, hex_)
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
            piece_ends.PIECES if terrain in _ROADS else _PIECES if terrain in _LINEAR else ()
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
        rule = names.BEHAVIORS.get(behavior, {})
        tile = names.TILES[name] if name else names.TileName(str(said["name"])[:60], None)
        terrain = rule.get("is", tile.terrain)
        if "impassable" in rule.get("features", ()) and terrain == "mountain":
            terrain = "hill"
        features = list(rule.get("features", ()))
        if "wide" in features and terrain != "river":
            features = []
        if behavior and (not rule or ("headquarters" in rule and terrain not in _HEADQUARTERS)):
            why = f"What {behavior} means for the hex is not known here."
            self._report.ignored(behavior, f"{where}/behavior", why, hex_)
        return terrain, tile.piece, features

    def _headquarters(
        self, said: Mapping[str, Any], terrain: str, hex_: Hex
    ) -> tuple[Side | None, str]:
        """Whose headquarters a tile is, and how that is known if the file does not tell. Ruling:
        those are it in whose half of the board it lies, or who stand there at the start."""
        named = word(said.get("behavior")) == "HEADQUARTER" and terrain in _HEADQUARTERS
        if not named and terrain != TerrainKind.HEADQUARTERS:
            return None, ""
        owner = word(said.get("original_owner")).lower()
        if owner in _SIDES:
            return Side(owner), ""
        below = hex_.row - self._rows // 2
        half = self._bottom if below > 0 else self._bottom.enemy
        found = half if below else self.manned.get(hex_)
        if found is None:
            return None, "The file does not say whose it is: nobody loses a card with it."
        return found, f"The file does not say whose it is: it is one of the {found.value}."

    def _closed_to(self, said: Mapping[str, Any], where: str, hex_: Hex) -> list[str]:
        """To which units of each side a tile is closed, whatever lies there. Nothing says that a
        side may enter where no other unit is kept out."""
        if "properties" not in said:
            return []
        rule, place = members(said["properties"]), f"{where}/properties"
        for name in rule:
            if name != "isImpassable":
                self._report.ignored(name, f"{place}/{name}", "It is not known here.", hex_)
        sides = {word(name).lower(): one for name, one in members(rule.get("isImpassable")).items()}
        found = [f"no_{side}_{kind}" for side in Side for kind in _types(sides.get(side))]
        if found:
            self._report.played("closed hex", place, hex_=hex_)
        elif "isImpassable" in rule:
            why = "It must name a side, and whether all or which of its types are kept out."
            self._report.ignored("closed hex", place, why, hex_)
        return found

    def _note_tile(self, terrain: str, where: str, hex_: Hex, why: str) -> None:
        if why:
            self._report.changed(terrain, where, why, hex_)
        elif terrain in _TERRAIN or terrain == ObstacleKind.FORD:
            self._report.played(terrain, where, hex_=hex_)
        elif terrain in names.OPEN_GROUND:
            self._report.played(terrain, where, "It is open ground.", hex_)
        else:
            why = f"{NOT_BUILT}: the hex is open ground."
            self._report.ignored(terrain, where, why, hex_)

    def _is_printed(self, hex_: Hex) -> bool:
        """Whether the board shows something on the hex that a tile replaces."""
        return self._face == "beach" and hex_.row >= self._first_beach

    def piece(self, said: Mapping[str, Any], where: str, hex_: Hex) -> None:
        """A bridge, a bunker or an obstacle."""
        self._note_unknown(said, _PIECE, where, hex_)
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
        self._behave(entry, said, where, hex_)
        if entry["kind"] not in _OBSTACLES:
            self._report.ignored(called, where, f"{NOT_BUILT}.", hex_)
        elif self._lies(entry["kind"], hex_):
            self._report.ignored(called, where, "One of the kind lies there already.", hex_)
        else:
            if called == "abatis":
                why = "Its rules are not known here: it is a road block."
                self._report.changed(called, where, why, hex_)
            else:
                self._report.played(entry["kind"], where, hex_=hex_)
            self.obstacles.append(entry)

    def _behave(
        self, entry: dict[str, Any], said: Mapping[str, Any], where: str, hex_: Hex
    ) -> None:
        """What the behaviors of a piece make of it."""
        kind = entry["kind"]
        behavior, more = (word(said.get(name)) for name in ("behavior", "behavior2"))
        blown = behavior == _BLOWN and kind in BRIDGES
        if blown:
            self.mined[hex_] = (f"{where}/behavior", more == _FOR_A_MEDAL)
        elif behavior == "BRIDGE_SECTION":
            if kind != "bridge" or entry["orientation"] not in _ENDS:
                why = "A section of a bridge is turned so that its road leaves by two sides."
                self._report.changed(kind, where, why, hex_)
            else:
                entry |= {"kind": "bridge_section", "open_ends": _ENDS[entry["orientation"]]}
        elif behavior not in ("", "SEAWALL"):
            why = f"What {behavior} means is not known here."
            self._report.ignored(behavior, f"{where}/behavior", why, hex_)
        if more and not (blown and more == _FOR_A_MEDAL):
            self._report.ignored("behavior2", f"{where}/behavior2", "It is not known here.", hex_)

    def note_mined(self, *, known: bool) -> None:
        """Say what becomes of bridges that may be blown up, once it is known whether by a side."""
        for hex_, (where, _) in self.mined.items():
            if known:
                self._report.played("bridge to blow up", where, hex_=hex_)
            else:
                why = "The file does not say who may blow it up."
                self._report.ignored("bridge to blow up", where, why, hex_)

    def lay_mines(self, hex_: Hex, side: Side | None) -> bool:
        """Mines lie on a hex, which a side has laid, or none; whether they did not lie there."""
        fresh = not self._lies(ObstacleKind.MINEFIELD, hex_)
        if fresh:
            owner = {} if side is None else {"owner": side.value}
            self.obstacles.append({"hex": list(hex_), "kind": "minefield", **owner})
        return fresh

    def _lies(self, kind: str, hex_: Hex) -> bool:
        """Whether an obstacle of a kind lies on a hex already."""
        return any(one["hex"] == list(hex_) and one["kind"] == kind for one in self.obstacles)

    def _owner(self, said: Mapping[str, Any], hex_: Hex) -> Side | None:
        """Whom a bunker shelters: who is named, or who stands there at the start; None is both."""
        named = word(said.get("original_owner")).lower()
        return Side(named) if named in _SIDES else self.manned.get(hex_)

    def _note_unknown(
        self, said: Mapping[str, Any], known: Collection[str], where: str, hex_: Hex
    ) -> None:
        for name in said:
            if name not in known:
                self._report.ignored(name, f"{where}/{name}", "It is not known here.", hex_)
