"""Flags of a roll: figures that no retreat can save, then the owner's retreat."""

from collections.abc import Iterator

from domain import events as e
from domain.commands import Play, Retreat
from domain.errors import IllegalCommandError, Rule
from domain.geometry.hexes import Hex
from domain.phases import RetreatPhase
from domain.position import Position
from domain.rules.battles import retreat
from domain.rules.cards import orders
from domain.state import Unit
from domain.steps import board, guards
from domain.steps.draft import Draft
from domain.steps.units import hazards
from domain.values import LossCause, Seat


def apply_flags(draft: Draft, name: str, flags: int, *, may_ignore: bool = True) -> None:
    """Apply the flags of a roll to a unit: remove the figures that no retreat can save, then ask
    its owner unless there is only one way. Do nothing if the unit is gone."""
    unit = draft.state.units.get(name)
    if unit is None or not flags or draft.over():
        return
    terms = retreat.terms(draft.position, unit, flags, may_ignore=may_ignore)
    board.lose_figures(draft, name, terms.losses, LossCause.RETREAT_BLOCKED)
    if draft.over() or name not in draft.state.units:
        return
    unit = draft.state.units[name]
    routes = retreat.routes(draft.position, unit, terms.shortest, terms.longest)
    if len(routes) > 1:
        seat = orders.commander(draft.position, unit)
        draft.then(
            e.RetreatDemanded(name, seat, flags, terms.losses, terms.shortest, terms.longest)
        )
        return
    _retreat(draft, unit, routes[0], flags - terms.losses)


def retreat_unit(draft: Draft, command: Retreat) -> None:
    """Carry out the owner's choice of retreat."""
    phase = guards.phase(draft.state, RetreatPhase)
    if command.unit != phase.unit:
        raise IllegalCommandError(Rule.RETREAT_OTHER_UNIT, unit=phase.unit)
    unit = draft.state.units[phase.unit]
    routes = retreat.routes(draft.position, unit, phase.shortest, phase.longest)
    if command.path not in routes:
        raise IllegalCommandError(
            Rule.RETREAT_PATH,
            unit=unit.id,
            hex=unit.hex,
            shortest=phase.shortest,
            longest=phase.longest,
            ways=len(routes),
        )
    _retreat(draft, unit, command.path, phase.flags - phase.losses)


def options(position: Position, seat: Seat, phase: RetreatPhase) -> Iterator[Play]:
    """Yield each different retreat."""
    unit = position.state.units[phase.unit]
    for path in retreat.routes(position, unit, phase.shortest, phase.longest):
        yield Retreat(seat, unit.id, path)


def _retreat(draft: Draft, unit: Unit, path: tuple[Hex, ...], flags: int) -> None:
    """Retreat along ``path`` for ``flags`` flags. If the path is shorter, a flag is ignored, unless
    the path ends early because its last hex wins the game."""
    if len(path) < flags and not retreat.wins(draft.position, unit, path):
        draft.then(e.FlagIgnored(unit.id))
    if path:
        draft.then(e.UnitRetreated(unit.id, path))
        board.after_leaving(draft, unit)
        hazards.settle_on(draft, unit, path)
