"""Medals, objectives and victory (2004 p. 6, Object of the Game; 2025 Appendix 3)."""

from collections.abc import Collection

from domain.geometry.hexes import Hex
from domain.position import Position
from domain.setup import Objective
from domain.state import Unit
from domain.values import Check, ObjectiveKind, Side


def still_needed(position: Position, side: Side) -> int:
    """Medals a side lacks to win."""
    return position.medals_to_win(side) - position.state.medals[side]


def given_for(position: Position, unit: Unit) -> int:
    """Medals the enemy gains when this unit is eliminated: never more than it needs."""
    return min(unit.medals, still_needed(position, unit.side.enemy))


def given_for_exit(position: Position, unit: Unit, hex_: Hex) -> int:
    """Medals that a side gains for a unit that leaves the board over a hex: never more than it
    needs."""
    return gained_from(position, position.field.exits[unit.side][hex_], unit.side)


def gained_from(position: Position, objective: Objective, side: Side) -> int:
    """Medals of an objective that count for a side: never more than it needs."""
    return min(objective.medals, still_needed(position, side))


def is_met(
    position: Position, objective: Objective, side: Side, entering: tuple[Unit, Hex] | None = None
) -> bool:
    """Whether a side fulfills an objective's condition as the units stand, or would once a unit
    has entered a hex."""
    if objective.side not in (None, side):
        return False
    own = _standing(position, objective, side, entering)
    if objective.kind is ObjectiveKind.MAJORITY:
        return own > _standing(position, objective, side.enemy, entering)
    return own >= objective.need


def lost_at(position: Position, hex_: Hex) -> list[tuple[Objective, Side]]:
    """Objectives with this hex that fall back to the board, and the side that held each."""
    held = position.state.held
    return [
        (objective, side)
        for objective in position.objectives_at(hex_)
        if (side := held.get(objective.id)) is not None
        and objective.kind is not ObjectiveKind.PERMANENT
        and not is_met(position, objective, side)
    ]


def gained_at(position: Position, hex_: Hex) -> list[tuple[Objective, Side]]:
    """Objectives with this hex that nobody holds and a side now gains; the active side's first."""
    active = position.side
    return [
        (objective, side)
        for side in (active, active.enemy)
        for objective in position.objectives_at(hex_)
        if objective.kind is not ObjectiveKind.SUDDEN_DEATH
        and objective.id not in position.state.held
        and is_met(position, objective, side)
        and (side is active or not is_met(position, objective, active))
    ]


def captured_by(position: Position, unit: Unit, hex_: Hex) -> tuple[Objective, ...]:
    """Objectives that the unit captures for good by as much as passing over a hex."""
    return tuple(
        objective
        for objective in position.objectives_at(hex_)
        if objective.kind is ObjectiveKind.PERMANENT
        and objective.id not in position.state.held
        and is_met(position, objective, unit.side, (unit, hex_))
    )


def winning_hexes(position: Position, unit: Unit, captured: Collection[str] = ()) -> frozenset[Hex]:
    """Hexes that end the game in the side's favor the moment this unit enters them, when it has
    ``captured`` these objectives on its way there; its own is one only on the way back."""
    printed_at = position.field.objectives_at
    if not printed_at:
        return frozenset()
    objectives = position.state.created.setup.objectives
    gained = sum(objective.medals for objective in objectives if objective.id in captured)
    needed = still_needed(position, unit.side) - gained
    return frozenset(
        hex_
        for hex_, printed in printed_at.items()
        if (hex_ != unit.hex or captured)
        and (
            _ends_at_once(position, unit, hex_)
            or (
                sum(objective.medals for objective in printed) >= needed
                and _gain(position, unit, hex_, captured) >= needed
            )
        )
    )


def sudden_death(position: Position, side: Side, check: Check) -> bool:
    """Whether a side fulfills the condition of an objective that wins it the game."""
    return any(
        objective.kind is ObjectiveKind.SUDDEN_DEATH
        and objective.check is check
        and is_met(position, objective, side)
        for objective in position.state.created.setup.objectives
    )


def winner(position: Position) -> Side | None:
    """The side that has its number of medals."""
    return next((side for side in Side if still_needed(position, side) <= 0), None)


def is_destroyed(position: Position, side: Side) -> bool:
    """Whether a side has lost its last unit in a battle that this decides.

    No rulebook says what follows then. Ruling: the other side wins, for the game could not go on;
    a battle may say otherwise.
    """
    decides = position.state.created.setup.last_unit_decides
    return decides and not any(position.units_of(side))


def _standing(
    position: Position, objective: Objective, side: Side, entering: tuple[Unit, Hex] | None
) -> int:
    occupants = position.state.occupants
    if entering is None:
        return sum(
            (unit := occupants.get(hex_)) is not None and unit.side is side
            for hex_ in objective.hexes
        )
    mover, entered = entering
    count = 0
    for hex_ in objective.hexes:
        unit = mover if hex_ == entered else occupants.get(hex_)
        elsewhere = hex_ != entered and unit is not None and unit.id == mover.id
        count += unit is not None and unit.side is side and not elsewhere
    return count


def _ends_at_once(position: Position, unit: Unit, hex_: Hex) -> bool:
    return any(
        objective.kind is ObjectiveKind.SUDDEN_DEATH
        and objective.check is Check.ALWAYS
        and is_met(position, objective, unit.side, (unit, hex_))
        for objective in position.objectives_at(hex_)
    )


def _gain(position: Position, unit: Unit, hex_: Hex, captured: Collection[str]) -> int:
    """Medals that the unit's side has more after it has entered a hex, besides ``captured``."""
    held = position.state.held
    gain = 0
    for objective in {*position.objectives_at(hex_), *position.objectives_at(unit.hex)}:
        if objective.kind is ObjectiveKind.SUDDEN_DEATH:
            continue
        met = is_met(position, objective, unit.side, (unit, hex_))
        if held.get(objective.id) is unit.side:
            kept = met or objective.kind is ObjectiveKind.PERMANENT
            gain -= 0 if kept else objective.medals
        elif objective.id not in held and objective.id not in captured:
            gain += objective.medals if met else 0
    return gain
