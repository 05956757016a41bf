"""Positions that the rules for players are explained with, drawn as boards are.

They stand in ``examples.json``, with hexes by their names. Units are drawn where they stood; ways,
retreats and shots lead on from there.
"""

import json
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from api.pictures.board import Manner
from api.pictures.changes import Changes, UnitMove
from api.pictures.detail import Part, detail
from api.pictures.options import Options
from api.pictures.overlay import Extras
from api.pictures.scene import of_setup
from domain.geometry.hexes import Hex
from domain.notation.hexes import parse_hex
from domain.pieces.units import FIGURES
from domain.setup import Army, PlacedObstacle, PlacedUnit, Setup, Tile
from domain.values import Edge, ObstacleKind, Side, TerrainKind, UnitKind

_ARMIES = tuple(
    Army(side, edge, 6, 4) for side, edge in zip(Side, (Edge.BOTTOM, Edge.TOP), strict=True)
)


@dataclass(frozen=True, slots=True)
class Example:
    """A position, the part of the board that is shown, and what happens there: each way and line is
    a text of hexes. ``edition`` is the only one in which it is so."""

    rows: str
    columns: tuple[int, int]
    """The doubled columns of the first and the last hex shown."""
    units: dict[str, str]
    tiles: dict[str, str] = field(default_factory=dict)
    obstacles: dict[str, str] = field(default_factory=dict)
    ways: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    shots: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    losses: dict[str, int] = field(default_factory=dict)
    edition: str | None = None

    def setup(self) -> Setup:
        """The position as a battle that could begin with it."""
        return Setup(
            first=_ARMIES[0].side,
            armies=_ARMIES,
            tiles=tuple(Tile(parse_hex(at), TerrainKind(kind)) for at, kind in self.tiles.items()),
            obstacles=tuple(
                PlacedObstacle(parse_hex(at), ObstacleKind(kind))
                for at, kind in self.obstacles.items()
            ),
            units=tuple(_unit(at, words) for at, words in self.units.items()),
            objectives=(),
        )

    def drawn(self, manner: Manner, title: str, description: str) -> str:
        """The picture, with what is said of it to who cannot see it."""
        scene = of_setup("", self.setup())
        return detail(scene, manner, self._extras(), self._part, (title, description))

    @property
    def size(self) -> tuple[int, int]:
        """How large the picture is."""
        return self._part.size

    @property
    def _part(self) -> Part:
        first, last = (ord(row) - ord("A") for row in self.rows)
        return Part(rows=(first, last), columns=self.columns)

    def _extras(self) -> Extras:
        changes = Changes(
            moves=[*map(_way, self.ways), *(UnitMove(line(one), back=True) for one in self.back)],
            shots=[(line(one)[0], line(one)[1]) for one in self.shots],
            losses={parse_hex(at): count for at, count in self.losses.items()},
        )
        return Extras(options=self._options(), changes=changes)

    def _options(self) -> Options | None:
        looked = (*self.seen, *self.unseen, *self.targets)
        if not looked:
            return None
        return Options(
            hex=line(looked[0])[0],
            moves=frozenset(),
            leaves=frozenset(),
            targets=frozenset(line(one)[1] for one in self.targets),
            seen=tuple(line(one)[1] for one in self.seen),
            unseen=tuple(line(one)[1] for one in self.unseen),
            blind=(),
        )


def line(names: str) -> tuple[Hex, ...]:
    """Hexes one after the other."""
    return tuple(map(parse_hex, names.split()))


@cache
def examples() -> dict[str, Example]:
    """All of them, by name."""
    text = files(__package__).joinpath("examples.json").read_text(encoding="utf-8")
    return {name: Example(**description) for name, description in json.loads(text).items()}


def _way(names: str) -> UnitMove:
    return UnitMove(line(names))


def _unit(at: str, words: str) -> PlacedUnit:
    side, kind, *figures = words.split()
    count = int(figures[0]) if figures else FIGURES[UnitKind(kind)]
    return PlacedUnit(at, Side(side), UnitKind(kind), count, parse_hex(at))
