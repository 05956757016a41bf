"""Who may battle whom, and with how many dice (2004 p. 8-10, Battle; 2025, Battle)."""

from collections.abc import Iterable, Sequence

from domain.errors import Rule
from domain.geometry.hexes import distance
from domain.pieces.card_spec import Contact
from domain.pieces.ground import GroundTraits
from domain.pieces.units import UnitTraits
from domain.pieces.words import Going
from domain.position import Position, cached_per_unit
from domain.rules.battles.sight import fire_is_stopped, sees
from domain.rules.moves.movement import allowance
from domain.state import DAY, Fight, OrderedUnit, Unit
from domain.values import Face, UnitType
from domain.values.frozen import dataclass

_NO_FACES: frozenset[Face] = frozenset()
_CAVE = 2
"""Dice by which a cave protects a unit that is at home there (Pacific, Caves)."""
_AFLOAT = 1
"""Dice that infantry loses when it battles from its boats (Terrain Pack, folding boats)."""
_STARS = frozenset({Face.STAR})


@dataclass(frozen=True, slots=True)
class Shot:
    """A possible attack of a unit."""

    target: Unit
    distance: int
    dice: int


def battle_dice(
    position: Position, attacker: Unit, target: Unit, hexes: int, bonus: int = 0
) -> int:
    """Return the dice of an attack over ``hexes``: by range, minus the attacker's penalty and the
    target's protection, plus a card's bonus; 0 if out of range or if none are left."""
    traits = position.battle_traits(attacker)
    from_ground = position.ground(attacker.hex)
    dice = dice_by_range(traits, from_ground)
    if hexes > len(dice) or not is_visible(position, hexes):
        return 0
    penalty, at_ground = _penalty(traits, from_ground), position.shelter(target)
    if blocked_by_slope(traits, from_ground, at_ground, hexes):
        return 0
    outside = 0 if from_ground.sunken else at_ground.protection_from_outside.get(traits.type, 0)
    if traits.ignores_protection:
        penalty += outside if traits.type is UnitType.ARTILLERY else 0
    else:
        protection = at_ground.protection.get(traits.type, 0)
        if at_ground.height > from_ground.height:
            from_below = at_ground.protection_from_below.get(traits.type, protection)
            protection = max(protection, from_below)
        if at_ground.cave and position.traits(target).tunnels:
            protection = max(protection, _CAVE)
        if outside:
            protection = max(protection, outside)
        if hexes == 1 and traits.most_protection is not None:
            protection = min(protection, traits.most_protection)
        penalty += protection
    if target.hex in position.state.marked.get(attacker.id, ()):
        bonus += 1
    if hexes == 1 and attacker.figures == attacker.full:
        bonus += traits.bonus_at_full_strength
    return max(0, dice[hexes - 1] - penalty + bonus)


def _penalty(traits: UnitTraits, ground: GroundTraits) -> int:
    """Return the dice that an attacker loses because of its own hex."""
    afloat = traits.going is Going.BOAT and ground.boats
    return ground.penalty.get(traits.type, 0) + (_AFLOAT if afloat else 0)


def blocked_by_slope(
    traits: UnitTraits, from_ground: GroundTraits, at_ground: GroundTraits, hexes: int
) -> bool:
    """Return whether the slopes of a sunken hex prevent an attack into it or out of it."""
    return (
        hexes > 1
        and from_ground.sunken is not at_ground.sunken
        and traits.type is not UnitType.ARTILLERY
    )


def dice_by_range(traits: UnitTraits, ground: GroundTraits) -> tuple[int, ...]:
    """Return the dice by distance of a unit with these traits on this ground."""
    extra = ground.longer_range.get(traits.type, 0)
    return (*traits.dice_by_range, *traits.dice_by_range[-1:] * extra)


def is_visible(position: Position, hexes: int) -> bool:
    """Return whether units see this far in the current visibility."""
    visibility = position.state.visibility
    return visibility >= DAY or hexes <= visibility


def cannot_attack(position: Position, unit: Unit) -> Rule | None:
    """Return why a unit cannot attack from where it stands; None if it can."""
    ground = position.ground(unit.hex)
    if ground.no_attack and position.traits(unit).going is not Going.SHIP:
        return Rule.BATTLE_FROM_WATER
    if position.traits(unit).type in ground.no_attack_of:
        return Rule.BATTLE_NOT_FROM_HERE
    return None


def marking_gun(position: Position, unit: Unit) -> str:
    """Return the big gun that marks the hex of a unit which it has just hit, or which has lost a
    figure to a blocked retreat; "" if none does (Terrain Pack, Big guns). Ruling: a gun whose
    markers are all laid lays none until it gets one back."""
    fight = position.state.turn.fight
    if fight is None or (fight.target, fight.ground) != (unit.id, unit.hex):
        return ""
    gun = position.state.units.get(fight.attacker)
    if gun is None or not position.traits(gun).markers:  # most attackers, or eliminated
        return ""
    marked = position.state.marked.get(gun.id, ())
    can_mark = unit.hex not in marked and len(marked) < position.traits(gun).markers
    return gun.id if can_mark else ""


def bonus_dice(position: Position, hexes: int) -> int:
    """Return the dice that the turn's card adds to an attack over ``hexes``."""
    effects = position.effects
    return effects.bonus if hexes == 1 or effects.bonus_at_range else 0


def hits(traits: UnitTraits, faces: Iterable[Face], also: frozenset[Face] = frozenset()) -> int:
    """Return the figures that a roll takes from a unit; faces in ``also`` hit as well."""
    return sum(face in traits.hit_by or face in also for face in faces)


def stars_hit(position: Position, attacker: Unit, target: Unit) -> bool:
    """Return whether stars also hit in an attack."""
    return position.traits(target).type in position.battle_traits(attacker).stars_hit


def extra_hits(stars: bool) -> frozenset[Face]:
    """Return the faces that also hit."""
    return _STARS if stars else _NO_FACES


def flags(faces: Iterable[Face]) -> int:
    """Return the number of retreat flags in a roll."""
    return sum(face is Face.FLAG for face in faces)


def shots(position: Position, attacker: Unit, *, overrun: bool = False) -> Sequence[Shot]:
    """Return every attack the unit could make from where it stands: adjacent targets in the order
    of the neighboring hexes, others in set-up order.

    A unit with an adjacent enemy may attack adjacent enemies only, even if that leaves it no dice
    (close assault is mandatory). A card may restrict a unit to adjacent or to distant targets, but
    not in an overrun.
    """
    if overrun:
        return _shots(position, attacker, Contact.ANY)
    return _shots_by_card(position, attacker)


@cached_per_unit
def _shots_by_card(position: Position, attacker: Unit) -> Sequence[Shot]:
    return _shots(position, attacker, _contact(position, attacker))


def _shots(position: Position, attacker: Unit, contact: Contact) -> list[Shot]:
    if cannot_attack(position, attacker) is not None:
        return []
    traits = position.battle_traits(attacker)
    adjacent = position.adjacent_enemies(attacker)
    if (contact is Contact.ADJACENT and not adjacent) or (contact is Contact.APART and adjacent):
        return []
    reach = len(dice_by_range(traits, position.ground(attacker.hex)))
    distances = position.grid.distances(attacker.hex)
    shots = []
    for target in adjacent or position.units_of(attacker.side.enemy):
        hexes = distances[target.hex]
        if hexes > reach or (target.camouflaged and hexes > 1):
            continue
        if traits.spares and position.traits(target).type in traits.spares:
            continue
        dice = battle_dice(position, attacker, target, hexes, bonus_dice(position, hexes))
        if dice and _has_line_of_fire(position, traits, attacker, target):
            shots.append(Shot(target, hexes, dice))
    return shots


def _contact(position: Position, attacker: Unit) -> Contact:
    """Return which targets a unit may attack, by the turn's card and its move."""
    return Contact.ADJACENT if _charges(position, attacker) else position.effects.targets


def _charges(position: Position, attacker: Unit) -> bool:
    status = position.state.turn.ordered.get(attacker.id)
    return status is not None and status.charges


def shot_refusal(
    position: Position, attacker: Unit, target: Unit, *, overrun: bool = False
) -> Rule:
    """Return why ``shots`` does not list this target."""
    rule = _never_attackable(position, attacker, target)
    if rule is not None:
        return rule
    adjacent = position.adjacent_enemies(attacker)
    hexes = distance(attacker.hex, target.hex)
    traits = position.battle_traits(attacker)
    contact = Contact.ANY if overrun else _contact(position, attacker)
    if contact is Contact.ADJACENT and not adjacent:
        charges = _charges(position, attacker)
        return Rule.BATTLE_MOVED_TOO_FAR if charges else Rule.BATTLE_ADJACENT_ONLY
    if contact is Contact.APART and adjacent:
        return Rule.BATTLE_ENEMY_ADJACENT
    if adjacent and hexes > 1:
        return Rule.BATTLE_ADJACENT_ENEMY_FIRST
    if hexes > len(dice_by_range(traits, position.ground(attacker.hex))):
        return Rule.BATTLE_OUT_OF_RANGE
    visibility_rule = _visibility_refusal(position, target, hexes)
    if visibility_rule is not None:
        return visibility_rule
    if traits.needs_sight and not sees(position, attacker.hex, target.hex):
        return Rule.BATTLE_NO_LINE_OF_SIGHT
    from_ground, at_ground = position.ground(attacker.hex), position.ground(target.hex)
    if blocked_by_slope(traits, from_ground, at_ground, hexes):
        return Rule.BATTLE_OUT_OF_RANGE
    if fire_is_stopped(position, traits.type, attacker.hex, target.hex):
        return Rule.BATTLE_FIRE_STOPPED
    return Rule.BATTLE_NO_DICE


def _visibility_refusal(position: Position, target: Unit, hexes: int) -> Rule | None:
    if not is_visible(position, hexes):
        return Rule.BATTLE_TOO_DARK
    return Rule.BATTLE_CAMOUFLAGED if target.camouflaged and hexes > 1 else None


def _never_attackable(position: Position, attacker: Unit, target: Unit) -> Rule | None:
    """Return why a unit can attack a target from its hex at no distance; None if it can."""
    if target.side is attacker.side:
        return Rule.BATTLE_OWN_SIDE
    if position.traits(target).type in position.battle_traits(attacker).spares:
        return Rule.BATTLE_SPARES_TYPE
    return cannot_attack(position, attacker)


def shot_facts(position: Position, attacker: Unit, target: Unit) -> dict[str, object]:
    """Return the facts behind an attack: its distance, the unit's range, and adjacent enemies."""
    return {
        "unit": attacker.id,
        "hex": attacker.hex,
        "target": target.id,
        "target_hex": target.hex,
        "target_terrain": position.field.terrain(target.hex),
        "distance": distance(attacker.hex, target.hex),
        "range": len(
            dice_by_range(position.battle_traits(attacker), position.ground(attacker.hex))
        ),
        "adjacent_enemies": [unit.id for unit in position.adjacent_enemies(attacker)],
    }


def no_battle_reason(position: Position, unit: Unit, status: OrderedUnit) -> Rule | None:
    """Return why an ordered unit may not battle in the battle phase; None if it may.

    Several battles of one unit follow each other without battles of other units in between, and
    none follow a second move.
    """
    battles = position.effects.battles
    if not battles or position.state.turn.battles_over:
        return Rule.BATTLE_NOT_WITH_CARD
    if status.on_the_move:
        return Rule.BATTLE_ON_THE_MOVE
    if status.battles >= (1 if status.moved else battles):
        return Rule.BATTLE_ALREADY_FOUGHT
    fight = position.state.turn.fight
    if status.battles and (fight is None or fight.attacker != unit.id):
        return Rule.BATTLE_ALREADY_FOUGHT
    if status.may_battle:
        return None
    if not status.moved:
        return Rule.BATTLE_CANCELLED
    if status.cost > allowance(position, unit).move_and_battle:
        return Rule.BATTLE_MOVED_TOO_FAR
    return Rule.BATTLE_TERRAIN_ENTERED


def clears_in_battle(position: Position, unit: Unit) -> bool:
    """Return whether the unit clears its hex as it battles."""
    return position.traits(unit).clears_in_battle and may_clear_wire(position, unit)


def may_clear_wire(position: Position, unit: Unit) -> bool:
    """Return whether the unit's type may remove something on its hex instead of battling."""
    return position.traits(unit).type in position.ground(unit.hex).cleared_by


def ambush_dice(position: Position, ambusher: Unit, attacker: Unit) -> int:
    """Return the dice of an ambush against the adjacent attacker: without any card's bonus."""
    if cannot_attack(position, ambusher) is not None:
        return 0
    if position.traits(attacker).type in position.battle_traits(ambusher).spares:
        return 0
    return battle_dice(position, ambusher, attacker, 1)


def may_battle_back(position: Position, fight: Fight) -> bool:
    """Return whether the attacked unit may battle back: a close assault has left it one figure, and
    both units are still where they were."""
    target = position.state.units.get(fight.target)
    attacker = position.state.units.get(fight.attacker)
    return (
        target is not None
        and attacker is not None
        and not fight.answered
        and fight.distance == 1
        and attacker.hex == fight.start
        and target.hex == fight.ground
        and target.figures == 1
        and position.traits(target).battles_back
        and cannot_attack(position, target) is None
    )


def _has_line_of_fire(position: Position, traits: UnitTraits, attacker: Unit, target: Unit) -> bool:
    if traits.needs_sight and not sees(position, attacker.hex, target.hex):
        return False
    return not fire_is_stopped(position, traits.type, attacker.hex, target.hex)
