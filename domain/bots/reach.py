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
from domain.values.caching import cached_by_identity

UNIT = 8.6
"""The worth of a medal here: a full unit is worth as much as to the greedy bot, four figures and a
medal."""
_LOST = (1.0, 0.62, 0.34, 0.25, 0.185, 0.15)
"""The share of units with this many figures left that are eliminated before a game ends, in games
of greedy bots: 13,000 positions of units."""
_NO_MEDAL = 0.3
"""The worth of a unit that gives no medal, relative to one that does."""
_AFTER = 0.7
"""The weight of an attack before which a unit must move."""


_MAX_REMEMBERED = 2_000
"""Units on hexes whose attacks are remembered of a game."""


class Damage(NamedTuple):
    """The mean worth of a roll against a unit, the part of it that is figures, and the chance that
    it eliminates the unit."""

    worth: float
    losses: float
    kills: float


@lru_cache(maxsize=512)
def loss_worth(figures: int, hits: int) -> float:
    """Return the worth of taking figures from a unit."""
    last = len(_LOST) - 1
    return UNIT * (_LOST[min(last, max(0, figures - hits))] - _LOST[min(last, figures)])


@lru_cache(maxsize=8192)
def damage(dice: int, hit_by: frozenset[Face], figures: int, medals: int) -> Damage:
    """Return the expected damage of this many dice against a unit."""
    worth = losses = kills = 0.0
    for (hits, flags), count in throws(dice, hit_by).items():
        loss = loss_worth(figures, hits) * (medals or _NO_MEDAL)
        worth += count * (loss + (FLAG if flags and hits < figures else 0.0))
        losses += count * loss
        kills += count * (hits >= figures)
    total = len(DIE) ** dice
    return Damage(worth / total, losses / total, kills / total)


def gain_of(target: Unit, figures: int) -> float:
    """Return what it was worth to take figures from a unit."""
    return loss_worth(target.figures, figures) * (target.medals or _NO_MEDAL)


def hit_faces(position: Position, attacker: Unit, target: Unit) -> frozenset[Face]:
    """Return the faces that hit a unit in an attack."""
    hit_by = position.traits(target).hit_by
    if combat.stars_hit(position, attacker, target):
        return hit_by | combat.extra_hits(stars=True)
    return hit_by


Worths = dict[tuple[str, Hex, int], float]
"""The worth of an attack on a unit, on a hex, with this many figures."""


class Reach:
    """Cached attacks of units on each other, valid while obstacles and visibility stay the same;
    shared by all positions of a game."""

    def __init__(self) -> None:
        self._obstacles: Mapping[Hex, object] = {}
        self._visibility = -1
        self._cache: dict[tuple[str, Hex, bool, bool], Worths] = {}

    def best(self, position: Position, attacker: Unit, targets: Iterable[Unit]) -> float:
        """Return the worth of a unit's best attack."""
        worths, best = self.worths_of(position, attacker), 0.0
        for target in targets:
            key = target.id, target.hex, target.figures
            worth = worths.get(key)
            if worth is None:
                worth = worths[key] = attack_worth(position, attacker, target)
            best = max(best, worth)
        return best

    def worths_of(self, position: Position, attacker: Unit) -> Worths:
        """Return the cached worths of a unit's attacks from where it is."""
        state, cache = position.state, self._cache
        reusable = state.obstacles is self._obstacles and state.visibility == self._visibility
        if not reusable or len(cache) >= _MAX_REMEMBERED:
            self._obstacles, self._visibility = state.obstacles, state.visibility
            cache.clear()
        full = attacker.figures == attacker.full
        as_ever = position.battle_traits(attacker) is position.traits(attacker)
        return cache.setdefault((attacker.id, attacker.hex, full, as_ever), {})


def attack_worth(position: Position, attacker: Unit, target: Unit) -> float:
    """Return the worth of an attack on a unit, from where the attacker is or may move."""
    traits = position.battle_traits(attacker)
    hexes = position.grid.distances(target.hex)[attacker.hex]
    nearest = max(1, hexes - traits.move_and_battle)
    reach = len(traits.dice_by_range)
    if nearest > reach:
        return 0.0
    hit_by = hit_faces(position, attacker, target)
    figures, medals = target.figures, target.medals
    standing_dice = combat.battle_dice(position, attacker, target, hexes) if hexes <= reach else 0
    worth = damage(standing_dice, hit_by, figures, medals).worth
    if nearest < hexes:
        dice = combat.battle_dice(position, attacker, target, nearest)
        worth = max(worth, _AFTER * damage(dice, hit_by, figures, medals).worth)
    return worth


@cached_by_identity(max_objects=16)
def reach_in(_created: GameCreated) -> Reach:
    """Return the attacks of the units of a game."""
    return Reach()
