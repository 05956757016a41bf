"""Who may battle whom, and with how many dice (2004 p. 8-10, Battle; 2025, Battle)."""

from collections.abc import Iterable
from dataclasses import dataclass

from domain.book import UnitTraits
from domain.errors import Rule
from domain.hexes import distance
from domain.position import Position
from domain.rules.sight import sees
from domain.state import OrderedUnit, Unit
from domain.values import Face


@dataclass(frozen=True, slots=True)
class Shot:
    """One attack that a unit could make."""

    target: Unit
    distance: int
    dice: int


def battle_dice(position: Position, attacker: Unit, target: Unit, hexes: int) -> int:
    """Dice of an attack over ``hexes``: by range, less the attacker's penalty and the target's
    protection; 0 when out of range or when nothing is left."""
    traits = position.traits(attacker)
    if hexes > len(traits.dice_by_range):
        return 0
    lost = position.ground(attacker.hex).penalty.get(traits.type, 0)
    if not traits.ignores_protection:
        lost += position.ground(target.hex).protection.get(traits.type, 0)
    return max(0, traits.dice_by_range[hexes - 1] - lost)


def hits(traits: UnitTraits, faces: Iterable[Face]) -> int:
    """Figures that a roll takes from a unit of these traits."""
    return sum(face in traits.hit_by for face in faces)


def flags(faces: Iterable[Face]) -> int:
    """Retreat flags in a roll."""
    return sum(face is Face.FLAG for face in faces)


def shots(position: Position, attacker: Unit) -> list[Shot]:
    """Every attack the unit could make from where it stands: adjacent targets in the order of the
    neighboring hexes, others in the order of the set-up.

    With an enemy next to it a unit may attack adjacent enemies only, even where that leaves it
    no dice (close assault is an obligation).
    """
    traits = position.traits(attacker)
    near = position.adjacent_enemies(attacker)
    enemies = near or position.units_of(attacker.side.enemy)
    found = []
    for target in enemies:
        hexes = 1 if near else distance(attacker.hex, target.hex)
        dice = battle_dice(position, attacker, target, hexes)
        if dice and (not traits.needs_sight or sees(position, attacker.hex, target.hex)):
            found.append(Shot(target, hexes, dice))
    return found


def shot_refusal(position: Position, attacker: Unit, target: Unit) -> Rule:
    """Why ``shots`` does not list this target."""
    if target.side is attacker.side:
        return Rule.BATTLE_OWN_SIDE
    near = position.adjacent_enemies(attacker)
    hexes = distance(attacker.hex, target.hex)
    traits = position.traits(attacker)
    if near and hexes > 1:
        return Rule.BATTLE_ADJACENT_ENEMY_FIRST
    if hexes > len(traits.dice_by_range):
        return Rule.BATTLE_OUT_OF_RANGE
    if traits.needs_sight and not sees(position, attacker.hex, target.hex):
        return Rule.BATTLE_NO_LINE_OF_SIGHT
    return Rule.BATTLE_NO_DICE


def no_battle_reason(position: Position, unit: Unit, status: OrderedUnit) -> Rule | None:
    """Why an ordered unit may not battle in the battle phase; None when it may."""
    if status.battles:
        return Rule.BATTLE_ALREADY_FOUGHT
    if status.may_battle:
        return None
    if status.cost > position.traits(unit).move_and_battle:
        return Rule.BATTLE_MOVED_TOO_FAR
    return Rule.BATTLE_TERRAIN_ENTERED


def may_clear_wire(position: Position, unit: Unit) -> bool:
    """Whether the unit stands on something its type may remove instead of battling."""
    return position.traits(unit).type in position.ground(unit.hex).cleared_by
