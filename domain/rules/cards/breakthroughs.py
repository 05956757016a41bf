"""Armor that breaks through: new units on the enemy's baseline, by orders of a card (special
rule)."""

from domain.geometry.hexes import Hex
from domain.pieces.card_spec import Contact, Halves
from domain.pieces.units import FIGURES
from domain.position import Position
from domain.rules.cards import orders
from domain.rules.moves import movement
from domain.setup import ArmorBreakthrough
from domain.state import Unit
from domain.values import Edge


def rule_of(position: Position) -> ArmorBreakthrough | None:
    """The rule of the side at turn, as long as a unit is left that may come by it: all do in the
    turn of the first."""
    state, side = position.state, position.side
    rules = state.created.setup.armor_breakthroughs
    rule = next((one for one in rules if one.side is side), None)
    so_far = state.broken_through.get(side)
    if rule is None or so_far is None:
        return rule
    return rule if so_far.turn == state.turn.number and so_far.units < rule.units else None


def places(position: Position) -> list[Hex]:
    """Where the actor may bring on a unit now. Ruling: each uses an order that the card could give
    it there, whatever stands next to it; a card that rolls for its orders has none for it."""
    rule = rule_of(position)
    if rule is None or position.heals_beside_others or not _orders_by_place(position):
        return []
    row = 0 if position.edge(rule.side.enemy) is Edge.TOP else position.grid.shape.rows - 1
    hexes = (hex_ for hex_ in position.grid.hexes if hex_.row == row)
    return [hex_ for hex_ in hexes if _may_arrive(position, newcomer(rule, hex_))]


def newcomer(rule: ArmorBreakthrough, hex_: Hex, name: str = "") -> Unit:
    """A unit as it comes onto a hex."""
    figures = FIGURES[rule.kind]
    return Unit(name, rule.side, rule.kind, figures, figures, hex_, broke_through=True)


def may_battle(position: Position, unit: Unit) -> bool:
    """Whether a unit may battle in the turn in which it comes, which is a move of one hex."""
    kind = position.traits(unit).type
    return not movement.bars_battle(position.ground(unit.hex), kind, 1)


def _orders_by_place(position: Position) -> bool:
    wanted = position.spec.orders
    plain = wanted.contact is Contact.ANY and wanted.halves is Halves.ANY
    return position.order.fallback or (plain and not wanted.by_dice)


def _may_arrive(position: Position, unit: Unit) -> bool:
    ground, mover = position.ground(unit.hex), position.traits(unit).mover
    return (
        unit.hex not in position.state.occupants
        and not position.field.closes(unit.hex, unit.side, mover, ground)
        and orders.may_command(position, position.actor, unit)
        and orders.refusal(position, unit) is None
    )
