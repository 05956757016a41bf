"""Taking ground and armor overrun (2004 p. 11; 2025, the same sections)."""

from domain.geometry.hexes import distance
from domain.position import Position
from domain.rules.battles.combat import shots
from domain.rules.moves import movement
from domain.state import Fight, Unit


def may_take_ground(position: Position, unit: Unit, fight: Fight) -> bool:
    """Return whether the attacker may enter the hex that its close assault has emptied.

    It need not have movement left, but it must be able to enter the ground. A hedgerow admits only
    units that began the turn next to it, or whose card lifts such limits.
    """
    traits = position.traits(unit)
    status = position.state.turn.ordered[unit.id]
    return (
        fight.distance == 1
        and position.state.created.variant not in position.book.without_ground
        and fight.ground not in position.state.occupants
        and traits.takes_ground
        and status.may_take_ground
        and position.field.may_take(unit.side, traits.mover, unit.hex, fight.ground)
        and not (status.moved and traits.type in position.ground(fight.ground).taken_unmoved_by)
        and (
            not position.ground(fight.ground).entered_by_neighbors_only
            or position.effects.free_going
            or distance(status.start, fight.ground) == 1
        )
    )


def may_pursue(position: Position, unit: Unit) -> bool:
    """Return whether a unit that has just taken ground may move one more hex: only before its
    overrun, so only the first time in a turn."""
    status = position.state.turn.ordered[unit.id]
    return (
        position.traits(unit).pursues
        and not status.overran
        and bool(movement.pursuits(position, unit) or movement.departures(position, unit))
    )


def may_overrun(position: Position, unit: Unit) -> bool:
    """Return whether armor that has just taken ground may battle again: once per turn, if the
    ground allows it and there is something to attack; not in the turn it broke through."""
    status = position.state.turn.ordered[unit.id]
    return (
        position.traits(unit).overruns
        and not (status.overran or _has_just_come(position, unit))
        and status.may_battle
        and bool(shots(position, unit, overrun=True))
    )


def _has_just_come(position: Position, unit: Unit) -> bool:
    came = position.state.broken_through.get(unit.side)
    return unit.broke_through and came is not None and came.turn == position.state.turn.number
