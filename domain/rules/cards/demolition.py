"""Caves that are sealed (Pacific, Caves) and bridges that are blown up (Terrain Pack, Bridges)."""

from domain.geometry.hexes import Hex
from domain.pieces.obstacles import BRIDGES
from domain.position import Position
from domain.rules.cards.orders import ordered_by
from domain.setup import BlownBridges
from domain.state import Unit
from domain.values import Face, UnitType

BRIDGE_DICE = 2


def may_seal(position: Position, unit: Unit) -> bool:
    """Whether a unit that may battle can try to seal the cave that it stands in: infantry that is
    not at home there, with no enemy next to it."""
    traits = position.traits(unit)
    return (
        position.ground(unit.hex).cave
        and traits.type is UnitType.INFANTRY
        and not traits.tunnels
        and not position.adjacent_enemies(unit)
    )


def sealing_dice(position: Position, unit: Unit) -> int:
    """Dice that it throws: those of its close assault, which neither ground nor card changes."""
    return position.traits(unit).dice_by_range[0]


def bridges(position: Position) -> list[Hex]:
    """The bridges that the actor may have its card blow up now, in the order of the set-up. Ruling:
    a card with orders for sections does so before it has ordered anybody."""
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
        and (not rule.guarded or _has_neighbor(position, rule, hex_))
    ]


def is_bridged(position: Position, hex_: Hex) -> bool:
    """Whether a bridge stands on a hex."""
    return any(kind in BRIDGES for kind in position.state.obstacles.get(hex_, ()))


def succeeds(faces: tuple[Face, ...]) -> bool:
    """Whether dice seal a cave or blow up a bridge."""
    return Face.STAR in faces


def _has_neighbor(position: Position, rule: BlownBridges, hex_: Hex) -> bool:
    near = (position.state.occupants.get(one) for one in position.grid.neighbors[hex_])
    return any(unit is not None and unit.side is rule.side for unit in near)
