"""Smoke screens: where their markers are laid, and how long they stay (special rule)."""

from collections.abc import Iterator

from domain.geometry.hexes import Hex
from domain.phases import LaySmokePhase
from domain.position import Position
from domain.values import ObstacleKind

MARKERS = 3
"""The number of markers in a smoke screen."""
_TURNS = 2
"""The number of turns of its side after which a smoke screen disperses."""


def places(position: Position, phase: LaySmokePhase) -> Iterator[Hex]:
    """Return where the next marker may be laid: the first on any hex of the board, each other one
    next to one laid before."""
    neighbors = position.grid.neighbors
    for hex_ in position.grid.hexes:
        beside = any(one in neighbors[hex_] for one in phase.laid)
        if hex_ not in phase.laid and (beside or not phase.laid):
            yield hex_


def dispersing(position: Position) -> list[Hex]:
    """Return the hexes whose smoke disperses as a turn ends."""
    state = position.state
    side = state.created.setup.smoke_screen
    if side is None or side is not position.side:
        return []
    if sum(state.turn.taken[seat] for seat in state.table.seats_of(side)) + 1 != _TURNS:
        return []
    return sorted(hex_ for hex_, lying in state.obstacles.items() if ObstacleKind.SMOKE in lying)
