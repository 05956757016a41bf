"""Parse a scenario document into a ``Setup``; refuse what this engine cannot play.

The document's schema is ``scenario.schema.json``. Hexes are ``[row, col]``; the units of each side
are numbered in document order, which therefore must not change.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from domain.errors import ScenarioError
from domain.geometry.hexes import Hex, grid_of
from domain.geometry.shape import BREAKTHROUGH, OVERLORD, STANDARD, GridShape
from domain.pieces.units import FIGURES, MEDALS
from domain.scenarios.special import special_rules
from domain.setup import (
    Army,
    Label,
    Objective,
    PlacedObstacle,
    PlacedUnit,
    Setup,
    Tile,
)
from domain.values import (
    Check,
    Direction,
    Edge,
    Feature,
    Front,
    ObjectiveKind,
    ObstacleKind,
    Side,
    TerrainKind,
    UnitKind,
)

Document = Mapping[str, Any]
T = TypeVar("T")

BOARDS: dict[str, GridShape] = {
    "standard": STANDARD,
    "breakthrough": BREAKTHROUGH,
    "overlord": OVERLORD,
}
"""The boards that scenarios can name."""

FACES = ("countryside", "beach", "winter", "desert")
"""The faces of a board. The beach has rows of ocean at the bottom edge, and three rows of beach."""
_OCEAN = {STANDARD: 2, BREAKTHROUGH: 3, OVERLORD: 2}
_BEACH = 3
_ONE_SIDED = (ObjectiveKind.CONTESTED, ObjectiveKind.EMPTY_SECTION)
_OWNED = (ObstacleKind.BUNKER, ObstacleKind.SEA_WALL, ObstacleKind.MINEFIELD)


def parse(document: Document) -> Setup:
    """Return the set-up that a document describes. Raises ``ScenarioError`` naming the location."""
    units = _units(document["units"])
    special = special_rules(document.get("special_rules", ()), units)
    kind = document["board"].get("kind", "standard")
    if kind not in BOARDS:
        raise ScenarioError(f"board.kind: {kind!r} is unknown")
    shape = BOARDS[kind]
    tiles = _each(document["terrain"], "terrain", _tile)
    setup = Setup(
        first=_enum_value(Side, document["first_side"], "first_side"),
        armies=tuple(
            _army(side, document["sides"][side], special.extra_draws.get(side, ())) for side in Side
        ),
        tiles=(
            *tiles,
            *_printed_tiles(shape, document["board"]["face"], {tile.hex for tile in tiles}),
        ),
        obstacles=_each(document["obstacles"], "obstacles", _obstacle),
        units=units,
        objectives=_each(document["objectives"], "objectives", _objective),
        labels=_each(document.get("labels", ()), "labels", _label),
        grid=shape,
        front=_enum_value(Front, document["front"], "front"),
        year=document["year"],
        air_drops=special.air_drops,
        stand_ins=special.stand_ins,
        winner_when_deck_empty=special.winner_when_deck_empty,
        last_unit_decides=document.get("last_unit_decides", True),
        move_limits=special.move_limits,
        replaced_cards=special.replaced_cards,
        doctrines=special.doctrines,
        nights=special.nights,
        exit_medals=special.exit_medals,
        must_exit=special.must_exit,
        blown_bridges=special.blown_bridges,
        smoke_screen=special.smoke_screen,
        armor_breakthroughs=special.armor_breakthroughs,
        camouflaged=tuple(
            unit.id
            for unit, entry in zip(units, document["units"], strict=True)
            if entry.get("camouflaged")
        ),
        drop_terms=special.drop_terms,
        nations=tuple(document["sides"][side]["nation"] for side in Side),
    )
    _require_on_board(setup)
    _require_unique([(tile.hex,) for tile in setup.tiles], "terrain")
    _require_unique([(unit.hex,) for unit in setup.units], "units")
    _require_unique([(placed.hex, placed.kind) for placed in setup.obstacles], "obstacles")
    return setup


def _army(side: Side, entry: Document, extra_draws: tuple[int, ...]) -> Army:
    return Army(
        side=side,
        edge=_enum_value(Edge, entry["seat"], f"sides.{side}.seat"),
        hand=entry["hand"],
        medals_to_win=entry["medals_to_win"],
        extra_draws=extra_draws,
    )


def _tile(entry: Document, location: str) -> Tile:
    return Tile(
        hex=_hex(entry),
        terrain=_enum_value(TerrainKind, entry["terrain"], location),
        piece=entry.get("piece"),
        turn=entry.get("orientation"),
        features=tuple(_enum_value(Feature, word, location) for word in entry.get("features", ())),
    )


def _printed_tiles(shape: GridShape, face: str, covered: set[Hex]) -> list[Tile]:
    """Return the terrain that a face shows where no tile covers it."""
    if face not in FACES:
        raise ScenarioError(f"board.face: {face!r} is unknown")
    if face != "beach":
        return []
    ocean = shape.rows - _OCEAN[shape]
    return [
        Tile(hex_, TerrainKind.OCEAN if hex_.row >= ocean else TerrainKind.BEACH)
        for hex_ in grid_of(shape).hexes
        if hex_.row >= ocean - _BEACH and hex_ not in covered
    ]


def _obstacle(entry: Document, location: str) -> PlacedObstacle:
    kind = _enum_value(ObstacleKind, entry["kind"], location)
    owner = entry.get("owner")
    ends = tuple(_enum_value(Direction, word, location) for word in entry.get("open_ends", ()))
    if kind is ObstacleKind.SMOKE:
        raise ScenarioError(f"{location}: smoke is laid during the game and cannot be set up")
    if owner is not None and kind not in _OWNED:
        raise ScenarioError(f"{location}: {kind} has no owner")
    if kind is ObstacleKind.BRIDGE_SECTION and len(ends) != 2:
        raise ScenarioError(f"{location}: a bridge_section has two open ends")
    return PlacedObstacle(
        hex=_hex(entry),
        kind=kind,
        turn=entry.get("orientation"),
        owner=None if owner is None else _enum_value(Side, owner, location),
        open_ends=ends,
    )


def _units(entries: Sequence[Document]) -> tuple[PlacedUnit, ...]:
    counts = dict.fromkeys(Side, 0)
    units = []
    for index, entry in enumerate(entries):
        location = f"units[{index}]"
        side = _enum_value(Side, entry["side"], location)
        kind = _enum_value(UnitKind, entry.get("kind", entry["type"]), location)
        counts[side] += 1
        units.append(
            PlacedUnit(
                id=f"{side}-{counts[side]}",
                side=side,
                kind=kind,
                figures=entry.get("figures", FIGURES[kind]),
                hex=_hex(entry),
                medals=entry.get("medals", MEDALS[kind]),
            )
        )
    return tuple(units)


def _objective(entry: Document, location: str) -> Objective:
    hexes, need = entry["hexes"], entry.get("need", 1)
    if need > len(hexes):
        raise ScenarioError(f"{location}: needs {need} of {len(hexes)} hexes")
    if entry["side"] == "both" and entry["kind"] in _ONE_SIDED:
        raise ScenarioError(f"{location}: {entry['kind']} is for one side")
    return Objective(
        id=entry["id"],
        side=None if entry["side"] == "both" else _enum_value(Side, entry["side"], location),
        kind=_enum_value(ObjectiveKind, entry["kind"], location),
        hexes=tuple(_hex({"hex": hex_}) for hex_ in hexes),
        medals=entry.get("medals", 0),
        label=entry.get("label", ""),
        need=need,
        check=_enum_value(Check, entry.get("check", Check.ALWAYS), location),
    )


def _label(entry: Document, _where: str) -> Label:
    return Label(_hex(entry), entry["text"])


def _each(
    entries: Sequence[Document], name: str, read: Callable[[Document, str], T]
) -> tuple[T, ...]:
    return tuple(read(entry, f"{name}[{index}]") for index, entry in enumerate(entries))


def _hex(entry: Document) -> Hex:
    row, col = entry["hex"]
    return Hex(row, col)


def _require_on_board(setup: Setup) -> None:
    grid = grid_of(setup.grid)
    named: dict[str, Iterable[tuple[Hex, ...]]] = {
        "terrain": ((tile.hex,) for tile in setup.tiles),
        "obstacles": ((obstacle.hex,) for obstacle in setup.obstacles),
        "units": ((unit.hex,) for unit in setup.units),
        "labels": ((text.hex,) for text in setup.labels),
        "objectives": (objective.hexes for objective in setup.objectives),
        "air drops": (terms.hexes for terms in setup.drop_terms),
        "cards that stand in": (rule.hexes for rule in setup.stand_ins),
        "bridges to blow up": (rule.hexes for rule in setup.blown_bridges),
    }
    for name, places in named.items():
        for index, hexes in enumerate(places):
            for hex_ in hexes:
                if hex_ not in grid:
                    location = f"{name}[{index}]"
                    raise ScenarioError(f"{location}: {list(hex_)} is not on the board")


def _enum_value(kind: Callable[[str], T], word: str, location: str) -> T:
    try:
        return kind(word)
    except ValueError:
        raise ScenarioError(f"{location}: {word!r} is unknown") from None


def _require_unique(keys: Sequence[tuple[Hex, *tuple[str, ...]]], table: str) -> None:
    visited: set[tuple[Hex, *tuple[str, ...]]] = set()
    for key in keys:
        if key in visited:
            raise ScenarioError(f"{table}: two on {list(key[0])}")
        visited.add(key)
