"""What the rules for players say: texts by language, and tables made from the rulebooks."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from api import pieces
from domain.editions import EDITIONS
from domain.pieces.ground import GroundTraits, Sight
from domain.rulebook.book import Edition
from domain.values import EditionName, ObstacleKind, TerrainKind, UnitKind, UnitType

_UNITS = (
    UnitKind.INFANTRY,
    UnitKind.ELITE_INFANTRY,
    UnitKind.FRENCH_RESISTANCE,
    UnitKind.ARMOR,
    UnitKind.ARTILLERY,
)
_TERRAIN = (
    TerrainKind.FOREST,
    TerrainKind.HEDGEROW,
    TerrainKind.TOWN,
    TerrainKind.CHURCH,
    TerrainKind.HILL,
    TerrainKind.OCEAN,
)
_OBSTACLES = (
    ObstacleKind.BUNKER,
    ObstacleKind.WIRE,
    ObstacleKind.SANDBAGS,
    ObstacleKind.HEDGEHOG,
)
Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter with its place in the page, and further places: the first words of the rules that
    it explains. A paragraph is a text, or one by edition."""

    id: str
    places: tuple[str, ...]
    heading: str
    paragraphs: tuple[str | Mapping[str, str], ...]
    examples: Mapping[str, str]
    head: tuple[str, ...]
    rows: tuple[Row, ...]


def texts(language: str) -> dict[str, Any]:
    """All that the page says in a language."""
    said: dict[str, Any] = _read(language)
    return said


@cache
def chapters(language: str) -> tuple[Chapter, ...]:
    """The chapters in order."""
    said = texts(language)
    return tuple(_chapter(plan, said, language) for plan in _read("sections"))


def _chapter(plan: dict[str, Any], said: dict[str, Any], language: str) -> Chapter:
    heading, *paragraphs = said["sections"][plan["id"]]
    table = plan.get("table")
    rows = {"units": _unit_rows, "terrain": _terrain_rows}[table](language, said) if table else ()
    return Chapter(
        id=plan["id"],
        places=tuple(plan["rules"]),
        heading=heading,
        paragraphs=tuple(paragraphs),
        examples={name: said["examples"][name] for name in plan.get("examples", ())},
        head=tuple(said[table]) if table else (),
        rows=tuple(rows),
    )


def _unit_rows(language: str, _said: dict[str, Any]) -> Iterator[Row]:
    for kind in _UNITS:
        rows = [book.units[kind] for book in EDITIONS.values()]
        yield (
            pieces.of("units", kind).name(language),
            *_by_edition(str(row.move) for row in rows),
            *_by_edition(str(row.move_and_battle) for row in rows),
            *_by_edition(" · ".join(map(str, row.dice_by_range)) for row in rows),
        )


def _terrain_rows(language: str, said: dict[str, Any]) -> Iterator[Row]:
    for terrain in _TERRAIN:
        yield _ground_row(pieces.of("terrain", terrain).name(language), said, _terrain(terrain))
    for obstacle in _OBSTACLES:
        yield _ground_row(pieces.of("obstacles", obstacle).name(language), said, _lies(obstacle))


def _terrain(kind: TerrainKind) -> Callable[[Edition], GroundTraits]:
    return lambda book: book.terrain[kind]


def _lies(kind: ObstacleKind) -> Callable[[Edition], GroundTraits]:
    return lambda book: book.obstacles[kind]


def _ground_row(name: str, said: dict[str, Any], row: Callable[[Edition], GroundTraits]) -> Row:
    cells = zip(*(_cells(row(book), said["yes"]) for book in EDITIONS.values()), strict=True)
    return (name, *(cell for both in cells for cell in _by_edition(both)))


def _cells(row: GroundTraits, yes: str) -> Row:
    def lost(kind: UnitType) -> str:
        protection = max(row.protection.get(kind, 0), row.protection_from_below.get(kind, 0))
        return f"\N{MINUS SIGN}{protection}" if protection else ""

    ignored = bool(row.ignores_a_flag)
    return (
        lost(UnitType.INFANTRY),
        lost(UnitType.ARMOR),
        yes if row.must_stop else "",
        yes if row.no_battle_on_entry else "",
        yes if row.sight is not Sight.CLEAR else "",
        "1" if ignored else "",
    )


def _by_edition(values: Any) -> Iterator[str]:
    """One value, or both with their editions where they differ."""
    named = dict(zip(EditionName, values, strict=True))
    if len(set(named.values())) == 1:
        yield next(iter(named.values()))
    else:
        yield ", ".join(f"{value or '-'} ({name})" for name, value in named.items())


@cache
def _read(name: str) -> Any:
    text = files(__package__).joinpath(f"{name}.json").read_text(encoding="utf-8")
    return json.loads(text)
