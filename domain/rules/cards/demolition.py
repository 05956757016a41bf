"""Sealing caves (Pacific, Caves) and blowing up bridges (Terrain Pack, Bridges)."""

from domain.geometry.hexes import Hex
from domain.pieces.obstacles import BRIDGES
from domain.position import Position
from domain.rules.cards.orders import ordered_by
from domain.setup import BlownBridges
from domain.state import Unit
from domain.values import Face, UnitType

BRIDGE_DICE = 2


def may_seal(position: Position, unit: Unit) -> bool:
    """Return whether a unit that may battle can try to seal its cave: infantry that is not at home
    there, with no adjacent enemy."""
    traits = position.traits(unit)
    return (
        position.ground(unit.hex).cave
        and traits.type is UnitType.INFANTRY
        and not traits.tunnels
        and not position.adjacent_enemies(unit)
    )


def sealing_dice(position: Position, unit: Unit) -> int:
    """Return its dice: those of its close assault, without ground and card effects."""
    return position.traits(unit).dice_by_range[0]


def bridges(position: Position) -> list[Hex]:
    """Return the bridges that the actor's card may blow up now, in set-up order. Ruling: a card
    with orders for sections may do so before it has ordered any unit."""
    rules = position.field.setup.blown_bridges
    if not rules or ordered_by(position, position.actor) or position.order.fallback:
        return []
    printed, side = position.spec.orders.per_section, position.side
    edge = position.edge(side)
    return [
        hex_
        for rule in rules
        if rule.side is side
        for hex_ in rule.hexes
        if is_bridged(position, hex_)
        and any(section in printed for section in position.grid.sections(hex_, edge))
        and (not rule.guarded or _is_guarded(position, rule, hex_))
    ]


def is_bridged(position: Position, hex_: Hex) -> bool:
    """Return whether there is a bridge on a hex."""
    return any(kind in BRIDGES for kind in position.state.obstacles.get(hex_, ()))


def succeeds(faces: tuple[Face, ...]) -> bool:
    """Return whether a roll seals a cave or blows up a bridge."""
    return Face.STAR in faces


def _is_guarded(position: Position, rule: BlownBridges, hex_: Hex) -> bool:
    neighbors = (position.state.occupants.get(other) for other in position.grid.neighbors[hex_])
    return any(unit is not None and unit.side is rule.side for unit in neighbors)
