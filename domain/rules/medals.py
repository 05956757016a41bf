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
    """Medals a side lacks to win."""
    return position.medals_to_win(side) - position.state.medals[side]


def given_for(position: Position, unit: Unit) -> int:
    """Medals the enemy gains when this unit is eliminated: never more than it needs."""
    return counted(position, unit.side.enemy, unit.medals)


def given_for_exit(position: Position, unit: Unit, hex_: Hex) -> int:
    """Medals that a side gains for a unit that leaves the board over a hex: never more than it
    needs."""
    kind = position.traits(unit).type
    usual = position.field.exits[unit.side][hex_].medals
    others = position.state.created.setup.exit_medals
    medals = next((rule.medals for rule in others if rule.type is kind), usual)
    return counted(position, unit.side, medals)


def gained_from(position: Position, objective: Objective, side: Side) -> int:
    """Medals of an objective that count for a side: never more than it needs."""
    return counted(position, side, objective.medals)


def counted(position: Position, side: Side, medals: int) -> int:
    """Of some medals those that count: all, as long as the side cannot win by them anyway."""
    return min(medals, still_needed(position, side)) if _may_win(position, side) else medals


def _may_win(position: Position, side: Side) -> bool:
    """Whether a side wins as soon as it has its medals: some must first have units leave."""
    return all(
        position.state.exited.get(side, 0) >= rule.units
        for rule in position.state.created.setup.must_exit
        if rule.side is side
    )


def is_met(
    position: Position, objective: Objective, side: Side, entering: tuple[Unit, Hex] | None = None
) -> bool:
    """Whether a side fulfills an objective's condition as the units stand, or would once a unit
    has entered a hex."""
    own_one = objective.side in (None, side)
    if objective.kind is ObjectiveKind.CONTESTED:
        mine = side if own_one else side.enemy
        return _is_fulfilled(position, objective, mine, entering) is own_one
    return own_one and _is_fulfilled(position, objective, side, entering)


def _is_fulfilled(
    position: Position, objective: Objective, side: Side, entering: tuple[Unit, Hex] | None = None
) -> bool:
    """Whether the units of a side stand as an objective asks, whoever it is for."""
    kind = objective.kind
    if kind is ObjectiveKind.DEED:
        return False
    if kind is ObjectiveKind.EMPTY_SECTION:
        return _has_empty_section(position, objective, side)
    own = _standing(position, objective, side, entering)
    if kind is ObjectiveKind.MAJORITY:
        return own > _standing(position, objective, side.enemy, entering)
    if kind is ObjectiveKind.SOLE_CONTROL and _standing(position, objective, side.enemy, entering):
        return False
    return own >= objective.need


def _has_empty_section(position: Position, objective: Objective, side: Side) -> bool:
    """Whether no enemy unit is in one of the sections of an objective. A unit on a hex of two
    sections is in both (Terrain Pack, scenario rule)."""
    taken = {
        section
        for unit in position.units_of(side.enemy)
        for section in position.grid.sections(unit.hex, Edge.BOTTOM)
    }
    return not whole_sections(position.grid, objective.hexes) <= taken


@lru_cache(maxsize=64)
def whole_sections(grid: Grid, hexes: tuple[Hex, ...]) -> frozenset[Section]:
    """The sections of which all hexes are among some."""
    others = (grid.sections(hex_, Edge.BOTTOM) for hex_ in set(grid.hexes).difference(hexes))
    return frozenset(Section).difference(*others)


def is_kept(
    position: Position, objective: Objective, holder: Side, entering: tuple[Unit, Hex] | None = None
) -> bool:
    """Whether the side that holds an objective goes on holding it; ``entering`` as in ``is_met``.
    Ruling: who occupied a place last keeps it until enemy units stand there as it asks, and none
    only passes by."""
    permanent = objective.kind in (ObjectiveKind.PERMANENT, ObjectiveKind.DEED)
    if permanent or is_met(position, objective, holder, entering):
        return True
    last = objective.kind is ObjectiveKind.LAST_TO_OCCUPY
    return last and not _is_fulfilled(position, objective, holder.enemy, entering)


def lost_at(position: Position, hex_: Hex) -> list[tuple[Objective, Side]]:
    """Objectives with this hex that fall back to the board, and the side that held each."""
    held = position.state.held
    return [
        (objective, side)
        for objective in position.objectives_at(hex_)
        if (side := held.get(objective.id)) is not None and not is_kept(position, objective, side)
    ]


def gained_at(position: Position, hex_: Hex) -> list[tuple[Objective, Side]]:
    """Objectives with this hex that nobody holds and a side now gains; the active side's first."""
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
    """Objectives that a side gains as its turn starts, and at no other time."""
    return [
        objective
        for objective in position.state.created.setup.objectives
        if objective.check is _AT_START
        and objective.kind not in (ObjectiveKind.SUDDEN_DEATH, ObjectiveKind.EXIT)
        and objective.id not in position.state.held
        and is_met(position, objective, side)
    ]


def gained_by_deed(position: Position, hex_: Hex, side: Side) -> list[Objective]:
    """Objectives that a side gains by what it has done on a hex."""
    return [
        objective
        for objective in position.objectives_at(hex_)
        if objective.kind is ObjectiveKind.DEED
        and objective.side in (None, side)
        and objective.id not in position.state.held
    ]


def captured_by(position: Position, unit: Unit, hex_: Hex) -> tuple[Objective, ...]:
    """Objectives that the unit captures for good by as much as passing over a hex."""
    return tuple(
        objective
        for objective in position.objectives_at(hex_)
        if objective.kind is ObjectiveKind.PERMANENT
        and objective.check is not _AT_START
        and objective.id not in position.state.held
        and is_met(position, objective, unit.side, (unit, hex_))
    )


def winning_hexes(position: Position, unit: Unit, captured: Collection[str] = ()) -> frozenset[Hex]:
    """Hexes that end the game in the side's favor the moment this unit enters them, when it has
    ``captured`` these objectives on its way there; its own is one only on the way back."""
    printed_at, needed = position.field.objectives_at, still_needed(position, unit.side)
    if captured:
        objectives = position.state.created.setup.objectives
        needed -= sum(objective.medals for objective in objectives if objective.id in captured)
    if needed > position.field.most_at_once:
        return frozenset()
    counts = _may_win(position, unit.side)
    return frozenset(
        hex_
        for hex_, printed in printed_at.items()
        if (hex_ != unit.hex or captured)
        and (
            _ends_at_once(position, unit, hex_)
            or (
                counts
                and sum(objective.medals for objective in printed) >= needed
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
    """The side that has its number of medals, and the units off the board that it needs."""
    return next(
        (side for side in Side if still_needed(position, side) <= 0 and _may_win(position, side)),
        None,
    )


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
        holder = held.get(objective.id)
        permanent = holder is not None and is_kept(position, objective, holder, (unit, hex_))
        if holder is unit.side:
            gain -= 0 if permanent else objective.medals
        elif not permanent and objective.id not in captured and objective.check is not _AT_START:
            gain += objective.medals if met else 0
    return gain
