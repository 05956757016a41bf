"""What a place on the board is worth to a unit, in figures, by expected dice."""

from functools import lru_cache

from domain.analysis.odds import throws
from domain.chance import DIE
from domain.geometry.hexes import Hex
from domain.position import Position
from domain.rules.battles import combat
from domain.rules.moves import movement
from domain.state import Unit
from domain.values import Face, ObjectiveKind, Side
from domain.values.replacing import replace_fields

MEDAL = 3.0
"""What a medal is worth, and so the elimination of a unit that gives one."""
FLAG = 0.2
"""What a flag is worth that an enemy unit has to answer."""
_DANGER = 0.35
"""How much of what the enemy may do next counts: it orders few of its units."""
_STEP = 0.12
"""What one hex nearer to the next goal is worth."""
_HEADQUARTERS = 1.0
"""What it is worth to capture headquarters, or to take them back: a card."""
_NOWHERE = (ObjectiveKind.EMPTY_SECTION,)
"""Objectives that no unit has to stand on."""
_NEAR = 2
"""Hexes that an enemy unit may come nearer before it battles."""

Spots = dict[tuple[str, Hex], float]


@lru_cache(maxsize=4096)
def expected(dice: int, hit_by: frozenset[Face], figures: int, medals: int) -> float:
    """The mean worth of a roll against a unit of so many figures: figures lost, medals gained and
    flags."""
    whole = sum(
        count * (min(hits, figures) + (MEDAL * medals if hits >= figures else FLAG * min(flags, 1)))
        for (hits, flags), count in throws(dice, hit_by).items()
    )
    return float(whole) / float(len(DIE) ** dice)


class Prospects:
    """The worth of places in one position. What was worked out is kept, so that each place is
    looked at once; ``rests`` can be shared by positions with the same units on the same hexes."""

    def __init__(self, position: Position, rests: Spots | None = None) -> None:
        self._position = position
        self._rests: Spots = {} if rests is None else rests
        self._battles: Spots = {}
        self._places: dict[tuple[Side, Hex], float] = {}
        self._fire: dict[tuple[Side, Hex], list[tuple[Unit, int, float]]] = {}
        self._reaches: dict[Side, list[tuple[Unit, int]]] = {}

    def of_order(self, unit: Unit) -> float:
        """What may come of ordering a unit, beyond leaving it where it is."""
        battles = self._position.effects.battles > 0
        found = [self.at(unit, unit.hex, may_battle=battles)]
        found += [
            self.at(unit, move.path[-1], may_battle=battles and move.may_battle)
            for move in movement.moves(self._position, unit)
        ]
        return max(found) - self.rest(unit, unit.hex)

    def at(self, unit: Unit, hex_: Hex, *, may_battle: bool) -> float:
        """What it is worth to a unit to be on a hex, and to battle from there if it may."""
        rest = self.rest(unit, hex_)
        return rest + self._battle(unit, hex_) if may_battle else rest

    def rest(self, unit: Unit, hex_: Hex) -> float:
        """What it is worth to a unit to stay on a hex while the enemy plays."""
        place = unit.id, hex_
        if place not in self._rests:
            self._rests[place] = self._goals(unit.side, hex_) - _DANGER * self._danger(unit, hex_)
        return self._rests[place]

    def _battle(self, unit: Unit, hex_: Hex) -> float:
        place = unit.id, hex_
        if place not in self._battles:
            there = replace_fields(unit, hex=hex_)
            self._battles[place] = max(
                (
                    self.roll(shot.target, shot.dice, there)
                    for shot in combat.shots(self._position, there)
                ),
                default=0.0,
            )
        return self._battles[place]

    def roll(self, target: Unit, dice: int, attacker: Unit | None = None) -> float:
        """The mean worth of so many dice against a unit."""
        hit_by = self._hit_by(target, attacker)
        return expected(dice, hit_by, target.figures, target.medals)

    def _hit_by(self, target: Unit, attacker: Unit | None) -> frozenset[Face]:
        """The faces that hit a unit, of an attacker's dice or of a strike's."""
        hit_by = self._position.traits(target).hit_by
        if attacker is not None and combat.stars_hit(self._position, attacker, target):
            hit_by |= combat.extra_hits(stars=True)
        return hit_by

    def _danger(self, unit: Unit, hex_: Hex) -> float:
        """The mean worth of the attacks that enemy units may make on a unit on a hex."""
        return sum(
            self.roll(unit, dice, enemy) * share for enemy, dice, share in self._fire_on(unit, hex_)
        )

    def _fire_on(self, unit: Unit, hex_: Hex) -> list[tuple[Unit, int, float]]:
        """The enemy units that may attack on a hex, with their dice, whichever unit it is that
        stands there; those that must come nearer count half."""
        place = unit.side, hex_
        if place not in self._fire:
            position, there = self._position, replace_fields(unit, hex=hex_)
            far = position.grid.distances(hex_)
            found = self._fire[place] = []
            for enemy, reach in self._reaches_of(unit.side.enemy):
                hexes = far[enemy.hex]
                nearest = max(1, hexes - _NEAR)
                if nearest <= reach:
                    dice = combat.battle_dice(position, enemy, there, nearest)
                    if dice:
                        found.append((enemy, dice, 1.0 if nearest == hexes else 0.5))
        return self._fire[place]

    def _reaches_of(self, side: Side) -> list[tuple[Unit, int]]:
        """The units of a side, each with the hexes that it attacks over."""
        if side not in self._reaches:
            position = self._position
            self._reaches[side] = [
                (unit, len(position.fighting(unit).dice_by_range))
                for unit in position.units_of(side)
            ]
        return self._reaches[side]

    def _goals(self, side: Side, hex_: Hex) -> float:
        """What the hex itself gives to a side, and how near the next goal is from there."""
        place = side, hex_
        if place not in self._places:
            self._places[place] = self._goal(side, hex_)
        return self._places[place]

    def _goal(self, side: Side, hex_: Hex) -> float:
        position = self._position
        far = position.grid.distances(hex_)
        found = 0.0
        goals = [enemy.hex for enemy in position.units_of(side.enemy)]
        for objective in position.state.created.setup.objectives:
            if objective.side in (None, side) and objective.kind not in _NOWHERE:
                if hex_ in objective.hexes:
                    found += MEDAL * objective.medals / objective.need
                elif position.state.held.get(objective.id) is not side:
                    goals += objective.hexes
        for at, owner in position.field.headquarters.items():
            if (owner is side) is (at in position.state.captured):  # to retake, or to capture
                goals.append(at)
                found += _HEADQUARTERS * (hex_ == at)
        return found - _STEP * min((far[goal] for goal in goals), default=0)
