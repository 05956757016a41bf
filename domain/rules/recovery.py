"""Units that recover figures where they stand (Mediterranean, Oases; Pacific, Hospitals)."""

from domain.position import Position
from domain.state import OrderedUnit, Unit


def may_recover(position: Position, unit: Unit, status: OrderedUnit) -> bool:
    """Return whether an ordered unit may recover instead of moving and battling: it has lost
    figures, has not moved, and no enemy is adjacent."""
    return (
        unit.figures < unit.full
        and not status.moved
        and not status.on_the_move
        and position.traits(unit).type in position.ground(unit.hex).recovered_by
        and not position.adjacent_enemies(unit)
    )


def dice(position: Position, unit: Unit, cards: int) -> int:
    """Return the dice it rolls: those of the ground, or one per card of the seat."""
    return position.ground(unit.hex).recovery_dice or cards
