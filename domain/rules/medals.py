"""Medals, objectives and victory (2004 p. 6, Object of the Game; 2025 Appendix 3)."""

from collections.abc import Collection
from functools import lru_cache

from domain.geometry.hexes import Grid, Hex
from domain.position import Position
from domain.setup import Objective
from domain.state import Unit
from domain.values import Check, Edge, ObjectiveKind, Section, Side

_AT_START = Check.START_OF_OWN_TURN


def still_needed(position: Position, side: Side) -> int:
    """Return the medals that a side still needs to win."""
    return position.medals_to_win(side) - position.state.medals[side]


def given_for(position: Position, unit: Unit) -> int:
    """Return the medals the enemy gains for eliminating this unit: never more than it needs."""
    return counted(position, unit.side.enemy, unit.medals)


def given_for_exit(position: Position, unit: Unit, hex_: Hex) -> int:
    """Return the medals a side gains for a unit that exits by a hex: never more than it needs."""
    kind = position.traits(unit).type
    default = position.field.exits[unit.side][hex_].medals
    rules = position.state.created.setup.exit_medals
    medals = next((rule.medals for rule in rules if rule.type is kind), default)
    return counted(position, unit.side, medals)


def gained_from(position: Position, objective: Objective, side: Side) -> int:
    """Return the medals of an objective that count for a side: never more than it needs."""
    return counted(position, side, objective.medals)


def counted(position: Position, side: Side, medals: int) -> int:
    """Return how many of the medals count: those a side needs, or all if they cannot win yet."""
    return min(medals, still_needed(position, side)) if _may_win(position, side) else medals


def _may_win(position: Position, side: Side) -> bool:
    """Return whether a side wins as soon as it has its medals: some must first exit units."""
    return all(
        position.state.exited.get(side, 0) >= rule.units
        for rule in position.state.created.setup.must_exit
        if rule.side is side
    )


def is_met(
    position: Position, objective: Objective, side: Side, entering: tuple[Unit, Hex] | None = None
) -> bool:
    """Return whether a side meets an objective's condition as the units stand, or would once the
    unit in ``entering`` has entered its hex."""
    is_own = objective.side in (None, side)
    if objective.kind is ObjectiveKind.CONTESTED:
        owner = side if is_own else side.enemy
        return _is_met_by(position, objective, owner, entering) is is_own
    return is_own and _is_met_by(position, objective, side, entering)


def _is_met_by(
    position: Position, objective: Objective, side: Side, entering: tuple[Unit, Hex] | None = None
) -> bool:
    """Return whether the units of a side meet an objective's condition, whoever it is for."""
    kind = objective.kind
    if kind is ObjectiveKind.DEED:
        return False
    if kind is ObjectiveKind.EMPTY_SECTION:
        return _has_empty_section(position, objective, side)
    own = _units_on(position, objective, side, entering)
    if kind is ObjectiveKind.MAJORITY:
        return own > _units_on(position, objective, side.enemy, entering)
    if kind is ObjectiveKind.SOLE_CONTROL and _units_on(position, objective, side.enemy, entering):
        return False
    return own >= objective.need


def _has_empty_section(position: Position, objective: Objective, side: Side) -> bool:
    """Return whether a section of an objective has no enemy unit. A unit on a hex of two sections
    is in both (Terrain Pack, scenario rule)."""
    occupied = {
        section
        for unit in position.units_of(side.enemy)
        for section in position.grid.sections(unit.hex, Edge.BOTTOM)
    }
    return not whole_sections(position.grid, objective.hexes) <= occupied


@lru_cache(maxsize=64)
def whole_sections(grid: Grid, hexes: tuple[Hex, ...]) -> frozenset[Section]:
    """Return the sections all of whose hexes are in ``hexes``."""
    others = (grid.sections(hex_, Edge.BOTTOM) for hex_ in set(grid.hexes).difference(hexes))
    return frozenset(Section).difference(*others)


def keeps_objective(
    position: Position, objective: Objective, holder: Side, entering: tuple[Unit, Hex] | None = None
) -> bool:
    """Return whether the holder of an objective keeps it; ``entering`` as in ``is_met``. Ruling:
    the last to occupy a hex keeps it until enemy units meet its condition, not merely pass by."""
    permanent = objective.kind in (ObjectiveKind.PERMANENT, ObjectiveKind.DEED)
    if permanent or is_met(position, objective, holder, entering):
        return True
    last = objective.kind is ObjectiveKind.LAST_TO_OCCUPY
    return last and not _is_met_by(position, objective, holder.enemy, entering)


def lost_at(position: Position, hex_: Hex) -> list[tuple[Objective, Side]]:
    """Return the objectives of a hex that fall back to the board, and their former holders."""
    held = position.state.held
    return [
        (objective, side)
        for objective in position.objectives_at(hex_)
        if (side := held.get(objective.id)) is not None
        and not keeps_objective(position, objective, side)
    ]


def gained_at(position: Position, hex_: Hex) -> list[tuple[Objective, Side]]:
    """Return the unheld objectives of a hex that a side now gains; the active side's first."""
    active = position.side
    return [
        (objective, side)
        for side in (active, active.enemy)
        for objective in position.objectives_at(hex_)
        if objective.kind is not ObjectiveKind.SUDDEN_DEATH
        and objective.check is not _AT_START
        and objective.id not in position.state.held
        and is_met(position, objective, side)
        and (side is active or not is_met(position, objective, active))
    ]


def gained_at_start(position: Position, side: Side) -> list[Objective]:
    """Return the objectives that a side gains only as its turn starts."""
    return [
        objective
        for objective in position.state.created.setup.objectives
        if objective.check is _AT_START
        and objective.kind not in (ObjectiveKind.SUDDEN_DEATH, ObjectiveKind.EXIT)
        and objective.id not in position.state.held
        and is_met(position, objective, side)
    ]


def gained_by_deed(position: Position, hex_: Hex, side: Side) -> list[Objective]:
    """Return the objectives that a side gains by an action on a hex."""
    return [
        objective
        for objective in position.objectives_at(hex_)
        if objective.kind is ObjectiveKind.DEED
        and objective.side in (None, side)
        and objective.id not in position.state.held
    ]


def captured_by(position: Position, unit: Unit, hex_: Hex) -> tuple[Objective, ...]:
    """Return the objectives that a unit captures for good even by passing over a hex."""
    return tuple(
        objective
        for objective in position.objectives_at(hex_)
        if objective.kind is ObjectiveKind.PERMANENT
        and objective.check is not _AT_START
        and objective.id not in position.state.held
        and is_met(position, objective, unit.side, (unit, hex_))
    )


def winning_hexes(position: Position, unit: Unit, captured: Collection[str] = ()) -> frozenset[Hex]:
    """Return the hexes that end the game in the side's favor the moment this unit enters them,
    given the objectives ``captured`` on the way; its own hex counts only when it returns there."""
    printed_at, needed = position.field.objectives_at, still_needed(position, unit.side)
    if captured:
        objectives = position.state.created.setup.objectives
        needed -= sum(objective.medals for objective in objectives if objective.id in captured)
    if needed > position.field.most_at_once:
        return frozenset()
    may_win = _may_win(position, unit.side)
    return frozenset(
        hex_
        for hex_, printed in printed_at.items()
        if (hex_ != unit.hex or captured)
        and (
            _ends_at_once(position, unit, hex_)
            or (
                may_win
                and sum(objective.medals for objective in printed) >= needed
                and _gain(position, unit, hex_, captured) >= needed
            )
        )
    )


def sudden_death(position: Position, side: Side, check: Check) -> bool:
    """Return whether a side meets the condition of an objective that wins it the game."""
    return any(
        objective.kind is ObjectiveKind.SUDDEN_DEATH
        and objective.check is check
        and is_met(position, objective, side)
        for objective in position.state.created.setup.objectives
    )


def winner(position: Position) -> Side | None:
    """Return the side that has its number of medals, and the exited units it needs."""
    return next(
        (side for side in Side if still_needed(position, side) <= 0 and _may_win(position, side)),
        None,
    )


def is_destroyed(position: Position, side: Side) -> bool:
    """Return whether a side has lost its last unit in a battle that this decides.

    No rulebook says what follows. Ruling: the other side wins, because the game could not continue;
    a scenario may say otherwise.
    """
    decides = position.state.created.setup.last_unit_decides
    return decides and not any(position.units_of(side))


def _units_on(
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
    """Return the medals that the side gains by entering a hex, besides ``captured``."""
    held = position.state.held
    gain = 0
    for objective in {*position.objectives_at(hex_), *position.objectives_at(unit.hex)}:
        if objective.kind is ObjectiveKind.SUDDEN_DEATH:
            continue
        is_fulfilled = is_met(position, objective, unit.side, (unit, hex_))
        holder = held.get(objective.id)
        permanent = holder is not None and keeps_objective(
            position, objective, holder, (unit, hex_)
        )
        if holder is unit.side:
            gain -= 0 if permanent else objective.medals
        elif not permanent and objective.id not in captured and objective.check is not _AT_START:
            gain += objective.medals if is_fulfilled else 0
    return gain
