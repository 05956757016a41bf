"""The contents of a picture, from a state or a setup. They have no hidden information: of hands,
only the number of cards."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any

from domain.geometry.hexes import Hex
from domain.geometry.shape import GridShape
from domain.scenarios import document, slugs
from domain.scenarios.parse import parse
from domain.setup import Army, Label, Objective, PlacedObstacle, PlacedUnit, Setup, Tile
from domain.state import GameState, Unit
from domain.values import Edge, ObstacleKind, Side, UnitKind
from events.scenarios.identity import title_of


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit on the board, with its current and its full number of figures."""

    id: str
    side: Side
    kind: UnitKind
    figures: int
    full: int
    hex: Hex
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Force:
    """A side in the frame of a picture. ``nation`` is a country code, if known; ``cards`` the size
    of its hand; ``on_turn`` whether it is its turn."""

    side: Side
    edge: Edge
    nation: str | None
    medals: int
    medals_to_win: int
    cards: int
    on_turn: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A board at a version, which is None for a battle outside of games."""

    scenario: str
    titles: Mapping[str, str]
    shape: GridShape
    tiles: tuple[Tile, ...]
    obstacles: tuple[PlacedObstacle, ...]
    pieces: tuple[Piece, ...]
    objectives: tuple[Objective, ...]
    held: Mapping[str, Side]
    labels: tuple[Label, ...]
    forces: tuple[Force, ...]
    version: int | None = None
    turn: int = 0


def of_setup(slug: str, setup: Setup) -> Scene:
    """Return the scene of a battle before its first turn."""
    return _before(slug, setup, titles(slug))


def of_document(battle: Mapping[str, Any]) -> Scene:
    """Return the scene of a battle's document, even if it cannot be played. Raises
    ``ScenarioError``."""
    return _before(battle.get("slug", ""), parse(battle), battle["title"])


def _before(slug: str, setup: Setup, named: Mapping[str, str]) -> Scene:
    return Scene(
        scenario=slug,
        titles=named,
        shape=setup.grid,
        tiles=setup.tiles,
        obstacles=setup.obstacles,
        pieces=tuple(_placed(unit) for unit in setup.units),
        objectives=setup.objectives,
        held={},
        labels=setup.labels,
        forces=tuple(_force(army, nation, 0, army.hand) for army, nation in _nations(slug, setup)),
    )


def of_state(state: GameState) -> Scene:
    """Return the scene of a game's state."""
    created = state.created
    setup, slug = created.setup, created.scenario
    on_turn = state.table.side_of(state.turn.seat) if state.phase is not None else None
    return Scene(
        scenario=slug,
        titles=titles(slug),
        shape=setup.grid,
        tiles=setup.tiles,
        obstacles=_lying(state),
        pieces=tuple(_piece(unit, state) for unit in state.units.values()),
        objectives=setup.objectives,
        held=state.held,
        labels=setup.labels,
        forces=tuple(
            _force(
                army,
                nation,
                state.medals[army.side],
                sum(len(state.cards.hand(seat)) for seat in state.table.seats_of(army.side)),
                on_turn=army.side is on_turn,
            )
            for army, nation in _nations(slug, setup)
        ),
        version=state.version,
        turn=state.turn.number,
    )


def titles(slug: str) -> Mapping[str, str]:
    """Return the battle's names by language; for a player's battle, the words of its slug."""
    ours = slug in slugs()
    titles: Mapping[str, str] = document(slug)["title"] if ours else {"en": title_of(slug)}
    return titles


def _nations(slug: str, setup: Setup) -> Iterator[tuple[Army, str | None]]:
    """Yield the armies with their nations; None where a game was created without."""
    if slug in slugs():
        sides = document(slug)["sides"]
        return ((army, sides[army.side]["nation"]) for army in setup.armies)
    return zip(setup.armies, chain(setup.nations, repeat(None)), strict=False)


def _force(
    army: Army, nation: str | None, medals: int, cards: int, *, on_turn: bool = False
) -> Force:
    return Force(army.side, army.edge, nation, medals, army.medals_to_win, cards, on_turn)


def _placed(unit: PlacedUnit) -> Piece:
    return Piece(unit.id, unit.side, unit.kind, unit.figures, unit.figures, unit.hex)


def _piece(unit: Unit, state: GameState) -> Piece:
    ordered = unit.id in state.turn.ordered
    return Piece(unit.id, unit.side, unit.kind, unit.figures, unit.full, unit.hex, ordered)


def _lying(state: GameState) -> tuple[PlacedObstacle, ...]:
    """Return the current obstacles, with their directions from the setup."""
    first: dict[tuple[Hex, ObstacleKind], PlacedObstacle] = {
        (placed.hex, placed.kind): placed for placed in state.created.setup.obstacles
    }
    return tuple(
        first.get((hex_, kind), PlacedObstacle(hex_, kind))
        for hex_, kinds in sorted(state.obstacles.items())
        for kind in kinds
    )
