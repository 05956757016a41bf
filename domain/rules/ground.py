"""Taking ground and armor overrun (2004 p. 11; 2025, the same sections)."""

from domain.position import Position
from domain.rules.combat import shots
from domain.rules.movement import entry_refusal
from domain.state import Fight, Unit


def may_take_ground(position: Position, unit: Unit, fight: Fight) -> bool:
    """Whether the attacker may enter the hex that its close assault has emptied."""
    traits = position.traits(unit)
    status = position.state.turn.ordered[unit.id]
    return (
        fight.distance == 1
        and fight.ground not in position.state.occupants
        and traits.takes_ground
        and status.may_take_ground
        and entry_refusal(position.ground(fight.ground), position.ground(unit.hex), traits.type)
        is None
    )


def may_overrun(position: Position, unit: Unit) -> bool:
    """Whether armor that has just taken ground has a further battle: once a turn, where the
    ground taken allows one and there is something to attack."""
    status = position.state.turn.ordered[unit.id]
    return (
        position.traits(unit).overruns
        and not status.overran
        and status.may_battle
        and bool(shots(position, unit))
    )
