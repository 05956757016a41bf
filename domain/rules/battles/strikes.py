"""Attacks that need no unit, and their targets (2004 p. 5, tactic cards; 2025 Appendix 4)."""

from domain.errors import Rule
from domain.pieces.card_spec import StrikeSpec
from domain.position import Position
from domain.state import StrikeStatus, Unit
from domain.values import Side


def dice(position: Position, strike: StrikeSpec, side: Side) -> int:
    """Return the dice per target: those of the card, or by air superiority."""
    if strike.dice is not None:
        return strike.dice
    setup = position.state.created.setup
    return position.book.air_dice(setup.front, setup.year, side)


def target_refusal(position: Position, terms: StrikeStatus, unit: Unit) -> Rule | None:
    """Return why a unit cannot be the next target; None if it can.

    Each target is adjacent to an earlier one. If the strike belongs to a section, the group must
    still be able to reach it.
    """
    if unit.side is position.side:
        return Rule.BATTLE_OWN_SIDE
    if unit.camouflaged:
        return Rule.BATTLE_CAMOUFLAGED
    if unit.id in terms.targets:
        return Rule.TARGET_ALREADY_NAMED
    if terms.targets and not _touches(position, unit, terms.targets):
        return Rule.TARGET_NOT_CONNECTED
    named = (*terms.targets, unit.id)
    if not _reaches_section(position, terms, named):
        return Rule.TARGET_NOT_IN_SECTION
    return None


def nameable(position: Position, terms: StrikeStatus) -> list[Unit]:
    """Return the possible next targets, in set-up order; none when there are enough."""
    if len(terms.targets) >= terms.most:
        return []
    enemies = position.units_of(position.side.enemy)
    return [unit for unit in enemies if target_refusal(position, terms, unit) is None]


def in_section(position: Position, terms: StrikeStatus, name: str) -> bool:
    """Return whether a unit is in the strike's section, as the active seat sees it."""
    edge = position.edge(position.side)
    hex_ = position.state.units[name].hex
    return terms.section is None or terms.section in position.grid.sections(hex_, edge)


def may_end(position: Position, terms: StrikeStatus) -> bool:
    """Return whether there are enough targets: at least one, and one in the strike's section."""
    return any(in_section(position, terms, name) for name in terms.targets)


def _touches(position: Position, unit: Unit, names: tuple[str, ...]) -> bool:
    neighbors = position.grid.neighbors[unit.hex]
    return any(position.state.units[name].hex in neighbors for name in names)


def _reaches_section(position: Position, terms: StrikeStatus, named: tuple[str, ...]) -> bool:
    """Return whether the group has a target in the section, or can still grow to have one."""
    group = set(named)
    for _ in range(terms.most - len(named) + 1):
        if any(in_section(position, terms, name) for name in group):
            return True
        group |= {
            other.id
            for name in group
            for hex_ in position.grid.neighbors[position.state.units[name].hex]
            if (other := position.state.occupants.get(hex_)) is not None
            and other.side is not position.side
            and not other.camouflaged
        }
    return False
