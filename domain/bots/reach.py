"""What units may do to each other next, from where they are and after a move."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from domain.analysis.odds import throws
from domain.bots.worth import FLAG
from domain.chance import DIE
from domain.events import GameCreated
from domain.geometry.hexes import Hex
from domain.position import Position
from domain.rules.battles import combat
from domain.state import Unit
from domain.values import Face
from domain.values.once import by_identity

UNIT = 8.6
"""What a medal is worth here: a whole unit with all figures is worth as much as to the greedy bot,
four figures and a medal."""
_LOST = (1.0, 0.62, 0.34, 0.25, 0.185, 0.15)
"""The share of units with so many figures left that are eliminated before a game ends, in games of
greedy bots: 13,000 positions of units."""
_NO_MEDAL = 0.3
"""What a unit is worth that gives no medal, to one that does."""
_AFTER = 0.7
"""How much an attack counts before which a unit has to move."""


_MAX_REMEMBERED = 2_000
"""Units on hexes whose attacks are remembered of a game."""


class Damage(NamedTuple):
    """The mean worth of a roll against a unit, and the chance that it eliminates it."""

    worth: float
    kills: float


@lru_cache(maxsize=512)
def hurt(figures: int, hits: int) -> float:
    """What it is worth to take figures from a unit."""
    last = len(_LOST) - 1
    return UNIT * (_LOST[min(last, max(0, figures - hits))] - _LOST[min(last, figures)])


@lru_cache(maxsize=8192)
def damage(dice: int, hit_by: frozenset[Face], figures: int, medals: int) -> Damage:
    """What may be expected of so many dice against a unit."""
    worth = kills = 0.0
    for (hits, flags), count in throws(dice, hit_by).items():
        taken = hurt(figures, hits) * (medals or _NO_MEDAL)
        worth += count * (taken + (FLAG if flags and hits < figures else 0.0))
        kills += count * (hits >= figures)
    whole = len(DIE) ** dice
    return Damage(worth / whole, kills / whole)


def gained(target: Unit, figures: int) -> float:
    """What it was worth to take figures from a unit."""
    return hurt(target.figures, figures) * (target.medals or _NO_MEDAL)


def hitting(position: Position, attacker: Unit, target: Unit) -> frozenset[Face]:
    """The faces that hit a unit in an attack."""
    hit_by = position.traits(target).hit_by
    if combat.stars_hit(position, attacker, target):
        return hit_by | combat.extra_hits(stars=True)
    return hit_by


Worths = dict[tuple[str, Hex, int], float]
"""The worth of an attack on a unit, on a hex, with so many figures."""


class Reach:
    """The attacks of units on each other, worked out once for as long as obstacles and daylight
    stay as they are; for any number of positions of one game."""

    def __init__(self) -> None:
        self._obstacles: Mapping[Hex, object] = {}
        self._visibility = -1
        self._known: dict[tuple[str, Hex, bool, bool], Worths] = {}

    def best(self, position: Position, attacker: Unit, targets: Iterable[Unit]) -> float:
        """What the best attack of a unit is worth."""
        known, best = self.known(position, attacker), 0.0
        for target in targets:
            key = target.id, target.hex, target.figures
            found = known.get(key)
            if found is None:
                found = known[key] = attack_worth(position, attacker, target)
            best = max(best, found)
        return best

    def known(self, position: Position, attacker: Unit) -> Worths:
        """What is known of the attacks of a unit from where it is."""
        state, known = position.state, self._known
        reusable = state.obstacles is self._obstacles and state.visibility == self._visibility
        if not reusable or len(known) >= _MAX_REMEMBERED:
            self._obstacles, self._visibility = state.obstacles, state.visibility
            known.clear()
        full = attacker.figures == attacker.full
        as_ever = position.fighting(attacker) is position.traits(attacker)
        return known.setdefault((attacker.id, attacker.hex, full, as_ever), {})


def attack_worth(position: Position, attacker: Unit, target: Unit) -> float:
    """What an attack is worth on a unit, from where the attacker is or may come to."""
    traits = position.fighting(attacker)
    hexes = position.grid.distances(target.hex)[attacker.hex]
    nearest = max(1, hexes - traits.move_and_battle)
    reach = len(traits.dice_by_range)
    if nearest > reach:
        return 0.0
    hit_by = hitting(position, attacker, target)
    figures, medals = target.figures, target.medals
    here = combat.battle_dice(position, attacker, target, hexes) if hexes <= reach else 0
    worth = damage(here, hit_by, figures, medals).worth
    if nearest < hexes:
        dice = combat.battle_dice(position, attacker, target, nearest)
        worth = max(worth, _AFTER * damage(dice, hit_by, figures, medals).worth)
    return worth


@by_identity(max_objects=16)
def reach_in(_created: GameCreated) -> Reach:
    """The attacks of the units of a game."""
    return Reach()
