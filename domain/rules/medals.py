"""Medals, objectives and victory (2004 p. 6, Object of the Game; 2025 Appendix 3)."""

from domain.hexes import Hex
from domain.position import Position
from domain.setup import Objective
from domain.state import Unit
from domain.values import Side


def still_needed(position: Position, side: Side) -> int:
    """Medals a side lacks to win."""
    return position.medals_to_win(side) - position.state.medals[side]


def given_for(position: Position, unit: Unit) -> int:
    """Medals the enemy gains when this unit is eliminated: never more than it needs."""
    return min(position.traits(unit).medals, still_needed(position, unit.side.enemy))


def gained_from(position: Position, objective: Objective, side: Side) -> int:
    """Medals of an objective that count for a side: never more than it needs."""
    return min(objective.medals, still_needed(position, side))


def lost_on_leaving(position: Position, unit: Unit) -> tuple[Objective, ...]:
    """Objectives that fall back to the board when the unit leaves its hex."""
    held = position.state.held
    return tuple(o for o in position.objectives_at(unit.hex) if held.get(o.id) is unit.side)


def gained_on_entering(position: Position, side: Side, spot: Hex) -> tuple[Objective, ...]:
    """Objectives that a side gains when one of its units enters a hex."""
    held = position.state.held
    return tuple(o for o in position.objectives_at(spot) if o.side is side and o.id not in held)


def winning_hexes(position: Position, unit: Unit) -> frozenset[Hex]:
    """Hexes whose objective ends the game the moment this unit enters them."""
    lost = sum(objective.medals for objective in lost_on_leaving(position, unit))
    needed = still_needed(position, unit.side) + lost
    held = position.state.held
    return frozenset(
        spot
        for o in position.state.created.setup.objectives
        if o.side is unit.side and o.id not in held and o.medals >= needed
        for spot in o.hexes
    )


def winner(position: Position) -> Side | None:
    """The side that has its number of medals."""
    return next((side for side in Side if still_needed(position, side) <= 0), None)
