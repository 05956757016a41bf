"""The worth of a hex to a unit, in figures, by expected dice."""

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
"""The worth of a medal, and so of eliminating a unit that gives one."""
FLAG = 0.2
"""The worth of a flag against an enemy unit."""
_DANGER = 0.35
"""The weight of what the enemy may do next: it orders few of its units."""
_STEP = 0.12
"""The worth of one hex nearer to the next goal."""
_HEADQUARTERS = 1.0
"""The worth of capturing or retaking headquarters: a card."""
_WITHOUT_HEXES = (ObjectiveKind.EMPTY_SECTION,)
"""Objectives that no unit has to stand on."""
_NEAR = 2
"""The hexes that an enemy unit may move before it battles."""

HexWorths = dict[tuple[str, Hex], float]


@lru_cache(maxsize=4096)
def expected(dice: int, hit_by: frozenset[Face], figures: int, medals: int) -> float:
    """Return the mean worth of a roll against a unit: figures lost, medals gained and flags."""
    total = sum(
        count * (min(hits, figures) + (MEDAL * medals if hits >= figures else FLAG * min(flags, 1)))
        for (hits, flags), count in throws(dice, hit_by).items()
    )
    return float(total) / float(len(DIE) ** dice)


class Prospects:
    """The cached worth of hexes in one position. ``rests`` can be shared by positions with the same
    units on the same hexes."""

    def __init__(self, position: Position, rests: HexWorths | None = None) -> None:
        self._position = position
        self._rests: HexWorths = {} if rests is None else rests
        self._battles: HexWorths = {}
        self._places: dict[tuple[Side, Hex], float] = {}
        self._fire: dict[tuple[Side, Hex], list[tuple[Unit, int, float]]] = {}
        self._reaches: dict[Side, list[tuple[Unit, int]]] = {}

    def of_order(self, unit: Unit) -> float:
        """Return the worth of ordering a unit, compared with leaving it where it is."""
        battles = self._position.effects.battles > 0
        worths = [self.at(unit, unit.hex, may_battle=battles)]
        worths += [
            self.at(unit, move.path[-1], may_battle=battles and move.may_battle)
            for move in movement.moves(self._position, unit)
        ]
        return max(worths) - self.rest(unit, unit.hex)

    def at(self, unit: Unit, hex_: Hex, *, may_battle: bool) -> float:
        """Return the worth of a unit on a hex, with a battle from there if it may."""
        rest = self.rest(unit, hex_)
        return rest + self._battle(unit, hex_) if may_battle else rest

    def rest(self, unit: Unit, hex_: Hex) -> float:
        """Return the worth of a unit on a hex during the enemy's turn."""
        key = unit.id, hex_
        if key not in self._rests:
            self._rests[key] = self._goals(unit.side, hex_) - _DANGER * self._danger(unit, hex_)
        return self._rests[key]

    def _battle(self, unit: Unit, hex_: Hex) -> float:
        key = unit.id, hex_
        if key not in self._battles:
            moved = replace_fields(unit, hex=hex_)
            self._battles[key] = max(
                (
                    self.roll(shot.target, shot.dice, moved)
                    for shot in combat.shots(self._position, moved)
                ),
                default=0.0,
            )
        return self._battles[key]

    def roll(self, target: Unit, dice: int, attacker: Unit | None = None) -> float:
        """Return the mean worth of this many dice against a unit."""
        hit_by = self._hit_by(target, attacker)
        return expected(dice, hit_by, target.figures, target.medals)

    def _hit_by(self, target: Unit, attacker: Unit | None) -> frozenset[Face]:
        hit_by = self._position.traits(target).hit_by
        if attacker is not None and combat.stars_hit(self._position, attacker, target):
            hit_by |= combat.extra_hits(stars=True)
        return hit_by

    def _danger(self, unit: Unit, hex_: Hex) -> float:
        """Return the mean worth of the attacks that enemy units may make on a unit on a hex."""
        return sum(
            self.roll(unit, dice, enemy) * share for enemy, dice, share in self._fire_on(unit, hex_)
        )

    def _fire_on(self, unit: Unit, hex_: Hex) -> list[tuple[Unit, int, float]]:
        """Return the enemy units that may attack a hex, with their dice, whatever unit is there;
        those that must come nearer count half."""
        key = unit.side, hex_
        if key not in self._fire:
            position, moved = self._position, replace_fields(unit, hex=hex_)
            distances = position.grid.distances(hex_)
            attackers = self._fire[key] = []
            for enemy, reach in self._reaches_of(unit.side.enemy):
                hexes = distances[enemy.hex]
                nearest = max(1, hexes - _NEAR)
                if nearest <= reach:
                    dice = combat.battle_dice(position, enemy, moved, nearest)
                    if dice:
                        attackers.append((enemy, dice, 1.0 if nearest == hexes else 0.5))
        return self._fire[key]

    def _reaches_of(self, side: Side) -> list[tuple[Unit, int]]:
        if side not in self._reaches:
            position = self._position
            self._reaches[side] = [
                (unit, len(position.battle_traits(unit).dice_by_range))
                for unit in position.units_of(side)
            ]
        return self._reaches[side]

    def _goals(self, side: Side, hex_: Hex) -> float:
        """Return what the hex itself gives to a side, and how near the next goal is from there."""
        key = side, hex_
        if key not in self._places:
            self._places[key] = self._goal(side, hex_)
        return self._places[key]

    def _goal(self, side: Side, hex_: Hex) -> float:
        position = self._position
        distances = position.grid.distances(hex_)
        worth = 0.0
        goals = [enemy.hex for enemy in position.units_of(side.enemy)]
        for objective in position.state.created.setup.objectives:
            if objective.side in (None, side) and objective.kind not in _WITHOUT_HEXES:
                if hex_ in objective.hexes:
                    worth += MEDAL * objective.medals / objective.need
                elif position.state.held.get(objective.id) is not side:
                    goals += objective.hexes
        for at, owner in position.field.headquarters.items():
            if (owner is side) is (at in position.state.captured):  # to retake, or to capture
                goals.append(at)
                worth += _HEADQUARTERS * (hex_ == at)
        return worth - _STEP * min((distances[goal] for goal in goals), default=0)
