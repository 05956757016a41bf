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
"""Dice that a unit in a cave is protected by which is at home there (Pacific, Caves)."""
_AFLOAT = 1
"""Dice that infantry loses as it battles from its boats (Terrain Pack, folding boats)."""
_STARS = frozenset({Face.STAR})


@dataclass(frozen=True, slots=True)
class Shot:
    """One attack that a unit could make."""

    target: Unit
    distance: int
    dice: int


def battle_dice(
    position: Position, attacker: Unit, target: Unit, hexes: int, bonus: int = 0
) -> int:
    """Dice of an attack over ``hexes``: by range, less the attacker's penalty and the target's
    protection, plus a card's bonus; 0 when out of range or when nothing is left."""
    traits = position.fighting(attacker)
    here = position.ground(attacker.hex)
    dice = dice_by_range(traits, here)
    if hexes > len(dice) or not in_view(position, hexes):
        return 0
    lost, there = _handicap(traits, here), position.shelter(target)
    if out_of_the_depth(traits, here, there, hexes):
        return 0
    outside = 0 if here.sunken else there.protection_from_outside.get(traits.type, 0)
    if traits.ignores_protection:
        lost += outside if traits.type is UnitType.ARTILLERY else 0
    else:
        protection = there.protection.get(traits.type, 0)
        if there.height > here.height:
            from_below = there.protection_from_below.get(traits.type, protection)
            protection = max(protection, from_below)
        if there.cave and position.traits(target).tunnels:
            protection = max(protection, _CAVE)
        if outside:
            protection = max(protection, outside)
        if hexes == 1 and traits.most_protection is not None:
            protection = min(protection, traits.most_protection)
        lost += protection
    if target.hex in position.state.marked.get(attacker.id, ()):
        bonus += 1
    if hexes == 1 and attacker.figures == attacker.full:
        bonus += traits.bonus_at_full_strength
    return max(0, dice[hexes - 1] - lost + bonus)


def _handicap(traits: UnitTraits, here: GroundTraits) -> int:
    """Dice that an attacker loses by the ground it stands on."""
    afloat = traits.going is Going.BOAT and here.boats
    return here.penalty.get(traits.type, 0) + (_AFLOAT if afloat else 0)


def out_of_the_depth(
    traits: UnitTraits, here: GroundTraits, there: GroundTraits, hexes: int
) -> bool:
    """Whether the slopes of a sunken hex keep a unit from attacking so far into it or out of it."""
    return hexes > 1 and here.sunken is not there.sunken and traits.type is not UnitType.ARTILLERY


def dice_by_range(traits: UnitTraits, here: GroundTraits) -> tuple[int, ...]:
    """Dice by distance of a unit of these traits on such ground."""
    farther = here.longer_range.get(traits.type, 0)
    return (*traits.dice_by_range, *traits.dice_by_range[-1:] * farther)


def in_view(position: Position, hexes: int) -> bool:
    """Whether units see as far at this hour."""
    visibility = position.state.visibility
    return visibility >= DAY or hexes <= visibility


def cannot_attack(position: Position, unit: Unit) -> Rule | None:
    """Why a unit attacks nobody from where it stands; None when it may."""
    here = position.ground(unit.hex)
    if here.no_attack and position.traits(unit).going is not Going.SHIP:
        return Rule.BATTLE_FROM_WATER
    if position.traits(unit).type in here.no_attack_of:
        return Rule.BATTLE_NOT_FROM_HERE
    return None


def zeroing_in(position: Position, unit: Unit) -> str:
    """The big gun that marks the hex of a unit which it has just hit, or that has lost a figure for
    want of a way back from it; nothing where none does (Terrain Pack, Big guns). Ruling: one that
    has laid all its markers lays none until it gets one back."""
    fight = position.state.turn.fight
    if fight is None or (fight.target, fight.ground) != (unit.id, unit.hex):
        return ""
    gun = position.state.units.get(fight.attacker)
    if gun is None or not position.traits(gun).markers:  # most attackers, or one that is gone
        return ""
    marked = position.state.marked.get(gun.id, ())
    may = unit.hex not in marked and len(marked) < position.traits(gun).markers
    return gun.id if may else ""


def bonus_dice(position: Position, hexes: int) -> int:
    """Dice that the turn's card adds to an attack over ``hexes``."""
    effects = position.effects
    return effects.bonus if hexes == 1 or effects.bonus_at_range else 0


def hits(traits: UnitTraits, faces: Iterable[Face], also: frozenset[Face] = frozenset()) -> int:
    """Figures that a roll takes from a unit of these traits; faces of ``also`` hit besides."""
    return sum(face in traits.hit_by or face in also for face in faces)


def stars_hit(position: Position, attacker: Unit, target: Unit) -> bool:
    """Whether stars hit besides in an attack."""
    return position.traits(target).type in position.fighting(attacker).stars_hit


def extra_hits(stars: bool) -> frozenset[Face]:
    """The faces that hit besides, where stars do."""
    return _STARS if stars else _NO_FACES


def flags(faces: Iterable[Face]) -> int:
    """Retreat flags in a roll."""
    return sum(face is Face.FLAG for face in faces)


def shots(position: Position, attacker: Unit, *, overrun: bool = False) -> Sequence[Shot]:
    """Every attack the unit could make from where it stands: adjacent targets in the order of the
    neighboring hexes, others in the order of the set-up.

    With an enemy next to it a unit may attack adjacent enemies only, even where that leaves it
    no dice (close assault is an obligation). A card may leave a unit adjacent targets alone, or
    distant ones; in an overrun it does not.
    """
    if overrun:
        return _shots(position, attacker, Contact.ANY)
    return _by_card(position, attacker)


@cached_per_unit
def _by_card(position: Position, attacker: Unit) -> Sequence[Shot]:
    return _shots(position, attacker, _contact(position, attacker))


def _shots(position: Position, attacker: Unit, wanted: Contact) -> list[Shot]:
    if cannot_attack(position, attacker) is not None:
        return []
    traits = position.fighting(attacker)
    near = position.adjacent_enemies(attacker)
    if (wanted is Contact.ADJACENT and not near) or (wanted is Contact.APART and near):
        return []
    reach = len(dice_by_range(traits, position.ground(attacker.hex)))
    far = position.grid.distances(attacker.hex)
    found = []
    for target in near or position.units_of(attacker.side.enemy):
        hexes = far[target.hex]
        if hexes > reach or (target.camouflaged and hexes > 1):
            continue
        if traits.spares and position.traits(target).type in traits.spares:
            continue
        dice = battle_dice(position, attacker, target, hexes, bonus_dice(position, hexes))
        if dice and _in_the_open(position, traits, attacker, target):
            found.append(Shot(target, hexes, dice))
    return found


def _contact(position: Position, attacker: Unit) -> Contact:
    """Whom a unit may attack, by the turn's card and by how it has moved."""
    return Contact.ADJACENT if _charges(position, attacker) else position.effects.targets


def _charges(position: Position, attacker: Unit) -> bool:
    status = position.state.turn.ordered.get(attacker.id)
    return status is not None and status.charges


def shot_refusal(
    position: Position, attacker: Unit, target: Unit, *, overrun: bool = False
) -> Rule:
    """Why ``shots`` does not list this target."""
    never = _never_attacked(position, attacker, target)
    if never is not None:
        return never
    near = position.adjacent_enemies(attacker)
    hexes = distance(attacker.hex, target.hex)
    traits = position.fighting(attacker)
    wanted = Contact.ANY if overrun else _contact(position, attacker)
    if wanted is Contact.ADJACENT and not near:
        charges = _charges(position, attacker)
        return Rule.BATTLE_MOVED_TOO_FAR if charges else Rule.BATTLE_ADJACENT_ONLY
    if wanted is Contact.APART and near:
        return Rule.BATTLE_ENEMY_ADJACENT
    if near and hexes > 1:
        return Rule.BATTLE_ADJACENT_ENEMY_FIRST
    if hexes > len(dice_by_range(traits, position.ground(attacker.hex))):
        return Rule.BATTLE_OUT_OF_RANGE
    unseen = _unseen(position, target, hexes)
    if unseen is not None:
        return unseen
    if traits.needs_sight and not sees(position, attacker.hex, target.hex):
        return Rule.BATTLE_NO_LINE_OF_SIGHT
    here, there = position.ground(attacker.hex), position.ground(target.hex)
    if out_of_the_depth(traits, here, there, hexes):
        return Rule.BATTLE_OUT_OF_RANGE
    if fire_is_stopped(position, traits.type, attacker.hex, target.hex):
        return Rule.BATTLE_FIRE_STOPPED
    return Rule.BATTLE_NO_DICE


def _unseen(position: Position, target: Unit, hexes: int) -> Rule | None:
    """Why nobody sees a target from so far; None where it can be seen."""
    if not in_view(position, hexes):
        return Rule.BATTLE_TOO_DARK
    return Rule.BATTLE_CAMOUFLAGED if target.camouflaged and hexes > 1 else None


def _never_attacked(position: Position, attacker: Unit, target: Unit) -> Rule | None:
    """Why a unit attacks a target from its hex neither near nor far; None when it may."""
    if target.side is attacker.side:
        return Rule.BATTLE_OWN_SIDE
    if position.traits(target).type in position.fighting(attacker).spares:
        return Rule.BATTLE_SPARES_TYPE
    return cannot_attack(position, attacker)


def shot_facts(position: Position, attacker: Unit, target: Unit) -> dict[str, object]:
    """What bears on an attack: how far it is and how far the unit shoots, and who is next to it."""
    return {
        "unit": attacker.id,
        "hex": attacker.hex,
        "target": target.id,
        "target_hex": target.hex,
        "target_terrain": position.field.terrain(target.hex),
        "distance": distance(attacker.hex, target.hex),
        "range": len(dice_by_range(position.fighting(attacker), position.ground(attacker.hex))),
        "adjacent_enemies": [unit.id for unit in position.adjacent_enemies(attacker)],
    }


def no_battle_reason(position: Position, unit: Unit, status: OrderedUnit) -> Rule | None:
    """Why an ordered unit may not battle in the battle phase; None when it may.

    Several battles of one unit follow each other with no other unit's in between, and none follows
    a second move.
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
    """Whether the unit clears its hex as it battles from there."""
    return position.traits(unit).clears_in_battle and may_clear_wire(position, unit)


def may_clear_wire(position: Position, unit: Unit) -> bool:
    """Whether the unit stands on something its type may remove instead of battling."""
    return position.traits(unit).type in position.ground(unit.hex).cleared_by


def ambush_dice(position: Position, ambusher: Unit, attacker: Unit) -> int:
    """Dice of a unit that battles its adjacent attacker first: its own, with no card's bonus."""
    if cannot_attack(position, ambusher) is not None:
        return 0
    if position.traits(attacker).type in position.fighting(ambusher).spares:
        return 0
    return battle_dice(position, ambusher, attacker, 1)


def may_battle_back(position: Position, fight: Fight) -> bool:
    """Whether the unit that was attacked may battle its attacker: a close assault has left it one
    figure, and it stands where it stood."""
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


def _in_the_open(position: Position, traits: UnitTraits, attacker: Unit, target: Unit) -> bool:
    if traits.needs_sight and not sees(position, attacker.hex, target.hex):
        return False
    return not fire_is_stopped(position, traits.type, attacker.hex, target.hex)
