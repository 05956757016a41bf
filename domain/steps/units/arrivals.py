"""New units come onto the board (special rules)."""

from domain import events as e
from domain.commands import Deploy
from domain.errors import IllegalCommandError, Rule
from domain.phases import OrderPhase
from domain.rules.cards import breakthroughs, orders
from domain.steps import guards
from domain.steps.draft import Draft
from domain.steps.units import generals, hazards
from domain.values import RemovalCause


def deploy(draft: Draft, command: Deploy) -> None:
    """Bring an armor unit onto the enemy's baseline, where it meets what a unit meets that moves
    there."""
    guards.phase(draft.state, OrderPhase)
    position, rule = draft.position, breakthroughs.rule_of(draft.position)
    hexes = breakthroughs.places(position)
    if rule is None or command.hex not in hexes:
        raise IllegalCommandError(Rule.DEPLOY_NOT_HERE, hex=command.hex, hexes=hexes)
    unit = breakthroughs.newcomer(rule, command.hex, draft.new_unit(rule.side))
    draft.then(
        e.UnitArrived(
            unit.id,
            unit.side,
            unit.kind,
            unit.figures,
            unit.hex,
            orders.ordered_in(position, unit),
            breakthroughs.may_battle(position, unit),
        )
    )
    hazards.settle_on(draft, unit, (unit.hex,), RemovalCause.ARMOR_ENTERED)
    if not draft.over():
        generals.end_orders_if_none(draft)
