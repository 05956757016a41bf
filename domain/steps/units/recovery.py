"""Recovering instead of moving (Mediterranean, Oases; Pacific, Hospitals)."""

from domain import events as e
from domain.commands import HealUnit
from domain.errors import IllegalCommandError, Rule
from domain.phases import MovePhase
from domain.rules import recovery
from domain.rules.cards import orders
from domain.steps import guards
from domain.steps.draft import Draft
from domain.steps.units import moves
from domain.steps.units.orders import cards_of


def recover(draft: Draft, command: HealUnit) -> None:
    """Let an ordered unit recover on its hex; it does nothing else this turn."""
    unit, status = guards.ordered_unit(draft.position, command.seat, command.unit)
    if status.moved:
        raise IllegalCommandError(Rule.MOVEMENT_ALREADY_MOVED, unit=unit.id, moved=status.cost)
    if unit.figures == unit.full:
        raise IllegalCommandError(Rule.HEAL_NOTHING_LOST, unit=unit.id, figures=unit.figures)
    if not recovery.may_recover(draft.position, unit, status):
        raise IllegalCommandError(Rule.PHASE_OTHER_DECISION, decision=MovePhase.decision)
    count = recovery.dice(draft.position, unit, cards_of(draft, command.seat))
    faces, draw = draft.roll(count)
    draft.then(e.OrderDiceRolled(faces, draw, unit.id))
    restored = orders.healed(draft.position, unit, faces)
    if restored:
        draft.then(e.FiguresRestored(unit.id, restored))
    moves.end_moves_if_none(draft)
