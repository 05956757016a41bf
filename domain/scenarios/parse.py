"""Read a scenario document into a ``Setup``; refuse what this engine cannot play.

The document's shape is ``scenario.schema.json``. Hexes are ``[row, col]``; units are numbered a
side in the order of the document, which therefore must not change.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from domain.errors import ScenarioError
from domain.hexes import Hex, standard_grid
from domain.setup import Army, Label, Objective, PlacedObstacle, PlacedUnit, Setup, Tile
from domain.values import (
    Edge,
    ObjectiveKind,
    ObstacleKind,
    Side,
    TerrainKind,
    UnitKind,
)

Document = Mapping[str, Any]
T = TypeVar("T")

FIGURES = {UnitKind.INFANTRY: 4, UnitKind.ARMOR: 3, UnitKind.ARTILLERY: 2}


def parse(document: Document) -> Setup:
    """The set-up that a scenario document describes. Raises ``ScenarioError`` naming the place."""
    setup = Setup(
        first=_word(Side, document["first_side"], "first_side"),
        armies=tuple(_army(side, document["sides"][side], document) for side in Side),
        tiles=_each(document["terrain"], "terrain", _tile),
        obstacles=_each(document["obstacles"], "obstacles", _obstacle),
        units=_units(document["units"]),
        objectives=_each(document["objectives"], "objectives", _objective),
        labels=_each(document.get("labels", ()), "labels", _label),
    )
    _once([(tile.hex,) for tile in setup.tiles], "terrain")
    _once([(unit.hex,) for unit in setup.units], "units")
    _once([(placed.hex, placed.kind) for placed in setup.obstacles], "obstacles")
    return setup


def _army(side: Side, entry: Document, document: Document) -> Army:
    growth: tuple[int, ...] = ()
    for rule in document.get("special_rules", ()):
        if rule["id"] != "hand_growth":
            raise ScenarioError(f"special_rules: no rule is named {rule['id']!r}")
        if rule["params"]["side"] == side:
            growth = tuple(rule["params"]["after_own_turns"])
    return Army(
        side=side,
        edge=_word(Edge, entry["seat"], f"sides.{side}.seat"),
        hand=entry["hand"],
        medals_to_win=entry["medals_to_win"],
        extra_draws=growth,
    )


def _tile(entry: Document, where: str) -> Tile:
    return Tile(
        hex=_hex(entry, where),
        terrain=_word(TerrainKind, entry["terrain"], where),
        piece=entry.get("piece"),
        turn=entry.get("orientation"),
    )


def _obstacle(entry: Document, where: str) -> PlacedObstacle:
    kind = _word(ObstacleKind, entry["kind"], where)
    return PlacedObstacle(_hex(entry, where), kind, entry.get("orientation"))


def _units(entries: Sequence[Document]) -> tuple[PlacedUnit, ...]:
    counts = dict.fromkeys(Side, 0)
    units = []
    for index, entry in enumerate(entries):
        where = f"units[{index}]"
        side = _word(Side, entry["side"], where)
        kind = _word(UnitKind, entry["type"], where)
        counts[side] += 1
        figures = entry.get("figures", FIGURES[kind])
        units.append(PlacedUnit(f"{side}-{counts[side]}", side, kind, figures, _hex(entry, where)))
    return tuple(units)


def _objective(entry: Document, where: str) -> Objective:
    spots = entry["hexes"]
    if len(spots) != 1:
        raise ScenarioError(f"{where}: an objective has one hex")
    return Objective(
        id=entry["id"],
        side=_word(Side, entry["side"], where),
        kind=_word(ObjectiveKind, entry["kind"], where),
        hexes=tuple(_hex({"hex": spot}, where) for spot in spots),
        medals=entry["medals"],
        label=entry.get("label", ""),
    )


def _label(entry: Document, where: str) -> Label:
    return Label(_hex(entry, where), entry["text"])


def _each(
    entries: Sequence[Document], name: str, read: Callable[[Document, str], T]
) -> tuple[T, ...]:
    return tuple(read(entry, f"{name}[{index}]") for index, entry in enumerate(entries))


def _hex(entry: Document, where: str) -> Hex:
    row, col = entry["hex"]
    spot = Hex(row, col)
    if spot not in standard_grid():
        raise ScenarioError(f"{where}: {list(spot)} is not on the board")
    return spot


def _word(kind: Callable[[str], T], word: str, where: str) -> T:
    try:
        return kind(word)
    except ValueError:
        raise ScenarioError(f"{where}: {word!r} is not known here") from None


def _once(places: Sequence[tuple[Hex, *tuple[str, ...]]], what: str) -> None:
    """Refuse two things of a sort on one hex."""
    seen: set[tuple[Hex, *tuple[str, ...]]] = set()
    for place in places:
        if place in seen:
            raise ScenarioError(f"{what}: two on {list(place[0])}")
        seen.add(place)
