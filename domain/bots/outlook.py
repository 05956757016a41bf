"""What places are worth when the enemy answers and the game goes on.

Losses are counted by what they lead to: a unit that has lost a figure is eliminated more often
before the game ends. Threats are those of a whole side: it orders few units a turn, so the first
unit that an enemy can attack costs much, and one more target for the same enemy costs little.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from domain.analysis.odds import throws
from domain.bots.worth import FLAG, Prospects
from domain.chance import DIE
from domain.evaluation import medal_worth, win_chance
from domain.evaluation.features import to_go
from domain.geometry.hexes import Hex
from domain.position import Position
from domain.rules import combat
from domain.state import GameState, Unit
from domain.values import Face, Seat, Section, Side
from domain.values.replacing import replace_fields

UNIT = 8.6
"""What a medal is worth here: a whole unit with all figures is worth as much as to the greedy bot,
four figures and a medal."""
_LOST = (1.0, 0.62, 0.34, 0.25, 0.185, 0.15)
"""The share of units with so many figures left that are eliminated before a game ends, in games of
greedy bots: 13,000 positions of units."""
_NO_MEDAL = 0.3
"""What a unit is worth that gives no medal, to one that does."""
_RANKS = (0.9, 0.7, 0.5, 0.3, 0.2, 0.1)
"""How much the best, the second and further attacks of a side count: not all are ordered."""
_DANGER = 0.55
_FOLLOW = 0.4
"""How much of the attacks that the enemy may make next, and those of one's own after that, comes
true, as far as they go by the ranks: fitted to what greedy bots gained in a turn."""
_AFTER = 0.7
"""How much an attack counts before which a unit has to move."""
_UNSEEN = 0.35
"""The chance to order in a section for which no card is held."""
_REMOVE = 0.8
"""How much of an enemy unit's own threat counts when it is eliminated."""


class Damage(NamedTuple):
    """The mean worth of a roll against a unit, and the chance that it eliminates it."""

    worth: float
    kills: float


@lru_cache(maxsize=512)
def hurt(figures: int, hits: int) -> float:
    """What it is worth to take figures from a unit."""
    most = len(_LOST) - 1
    return UNIT * (_LOST[min(most, max(0, figures - hits))] - _LOST[min(most, figures)])


@lru_cache(maxsize=8192)
def _damage(dice: int, hit_by: frozenset[Face], figures: int, medals: int) -> Damage:
    worth = kills = 0.0
    for (hits, flags), count in throws(dice, hit_by).items():
        taken = hurt(figures, hits) * (medals or _NO_MEDAL)
        worth += count * (taken + (FLAG if flags and hits < figures else 0.0))
        kills += count * (hits >= figures)
    whole = len(DIE) ** dice
    return Damage(worth / whole, kills / whole)


def _ranked(attacks: Iterable[float]) -> float:
    """What the attacks of a side come to together."""
    best = sorted(attacks, reverse=True)
    return sum(share * worth for share, worth in zip(_RANKS, best, strict=False))


class Outlook(Prospects):
    """The worth of places in one position to the side of a seat that knows it."""

    def __init__(self, position: Position, seat: Seat) -> None:
        super().__init__(position)
        self._side = position.state.table.side_of(seat)
        self._stakes = _stakes(position.state, seat)
        self._orders = _orders_in_hand(position, seat)
        self._dice: dict[tuple[str, Hex, Side, Hex], tuple[int, int]] = {}
        self._attacks: dict[tuple[str, Hex, str, Hex], float] = {}
        self._targets: list[tuple[str, list[tuple[float, str]]]] | None = None
        self._ahead: list[tuple[str, float]] | None = None

    def rest(self, unit: Unit, hex_: Hex) -> float:
        """What it is worth to a unit to stay on a hex while the enemy plays, and after that."""
        place = unit.id, hex_
        if place not in self._rests:
            danger = _DANGER * self._stakes * self._threat(unit, hex_)
            follow = _FOLLOW * self._follow(unit, hex_)
            self._rests[place] = self._goals(unit.side, hex_) - danger + follow
        return self._rests[place]

    def roll(self, target: Unit, dice: int, attacker: Unit | None = None) -> float:
        """The mean worth of so many dice against a unit."""
        return self._damage(target, dice, attacker).worth

    def removal(self, target: Unit) -> float:
        """What the enemy can no longer do without one of its units."""
        found = [(name, best[0][0] if best else 0.0) for name, best in self._threats()]
        less = (worth for name, worth in found if name != target.id)
        return _DANGER * _REMOVE * (_ranked(worth for _, worth in found) - _ranked(less))

    def _battle(self, unit: Unit, hex_: Hex) -> float:
        place = unit.id, hex_
        if place not in self._battles:
            there = replace_fields(unit, hex=hex_)
            shots = combat.shots(self._position, there)
            self._battles[place] = max((self._gain(there, shot) for shot in shots), default=0.0)
        return self._battles[place]

    def _gain(self, attacker: Unit, shot: combat.Shot) -> float:
        """What an attack is worth, with what the enemy can no longer do if it eliminates."""
        worth, kills = self._damage(shot.target, shot.dice, attacker)
        return worth + kills * self.removal(shot.target)

    def _damage(self, target: Unit, dice: int, attacker: Unit | None) -> Damage:
        hit_by = self._hit_by(target, attacker)
        return _damage(dice, hit_by, target.figures, target.medals)

    def _threat(self, unit: Unit, hex_: Hex) -> float:
        """What more the enemy can do because a unit of one's own is on a hex."""
        found, less = [], []
        units = self._position.state.units
        for name, best in self._threats():
            other = next((worth for worth, target in best if target != unit.id), 0.0)
            less.append(other)
            found.append(max(other, self._attack(units[name], unit, hex_)))
        return _ranked(found) - _ranked(less)

    def _threats(self) -> list[tuple[str, list[tuple[float, str]]]]:
        """Each enemy unit, with its two best targets."""
        if self._targets is None:
            own, enemies = self._units()
            self._targets = [
                (
                    enemy.id,
                    sorted(((self._attack(enemy, u, u.hex), u.id) for u in own), reverse=True)[:2],
                )
                for enemy in enemies
            ]
        return self._targets

    def _follow(self, unit: Unit, hex_: Hex) -> float:
        """What more one's own side can do in its next turn because a unit is on a hex."""
        if self._ahead is None:
            self._ahead = [(one.id, self._next(one)) for one in self._units()[0]]
        others = [worth for name, worth in self._ahead if name != unit.id]
        there = self._next(replace_fields(unit, hex=hex_))
        return _ranked([*others, there]) - _ranked(others)

    def _next(self, unit: Unit) -> float:
        """The best attack of a unit in its side's next turn, by the cards held for its section."""
        position = self._position
        enemies = self._units()[1]
        best = max((self._attack(unit, enemy, enemy.hex) for enemy in enemies), default=0.0)
        sections = position.grid.sections(unit.hex, position.edge(unit.side))
        return best * max(self._orders.get(section, _UNSEEN) for section in sections)

    def _units(self) -> tuple[list[Unit], list[Unit]]:
        """One's own units, and those of the enemy."""
        units_of = self._position.units_of
        return list(units_of(self._side)), list(units_of(self._side.enemy))

    def _attack(self, attacker: Unit, target: Unit, hex_: Hex) -> float:
        """What an attack is worth on a unit on a hex, from where the attacker is or may come to."""
        key = attacker.id, attacker.hex, target.id, hex_
        known = self._attacks.get(key)
        if known is None:
            here, nearer = self._dice_at(attacker, target, hex_)
            known = self.roll(target, here, attacker) if here else 0.0
            if nearer:
                known = max(known, _AFTER * self.roll(target, nearer, attacker))
            self._attacks[key] = known
        return known

    def _dice_at(self, attacker: Unit, target: Unit, hex_: Hex) -> tuple[int, int]:
        """The dice of an attack on a hex from where the attacker is, and after a move toward it."""
        key = attacker.id, attacker.hex, target.side, hex_
        if key not in self._dice:
            position = self._position
            traits = position.fighting(attacker)
            hexes = position.grid.distances(hex_)[attacker.hex]
            nearest = max(1, hexes - traits.move_and_battle)
            reach = len(traits.dice_by_range)
            there = replace_fields(target, hex=hex_)
            self._dice[key] = (
                combat.battle_dice(position, attacker, there, hexes) if hexes <= reach else 0,
                combat.battle_dice(position, attacker, there, nearest)
                if nearest < hexes and nearest <= reach
                else 0,
            )
        return self._dice[key]


def _orders_in_hand(position: Position, seat: Seat) -> Mapping[Section, float]:
    """The sections in which a card of the hand orders units."""
    found: dict[Section, float] = {}
    cards = position.book.cards
    hand = position.state.cards.hand(position.state.table.leader(seat))
    for orders in (cards[card].orders for card in hand if card in cards):
        anywhere = orders.anywhere and not orders.one_section and len(orders.types) > 1
        found |= dict.fromkeys(Section if anywhere else orders.per_section, 1.0)
    return found


def _stakes(state: GameState, seat: Seat) -> float:
    """How much more a medal of the enemy counts than one of a seat's side, by the chance to win."""
    side, chance = state.table.side_of(seat), win_chance(state, seat)
    worse = 0.0
    if to_go(state, side.enemy) > 1:
        medals = {**state.medals, side.enemy: state.medals[side.enemy] + 1}
        worse = win_chance(replace(state, medals=medals), seat)
    ratio = max(0.01, chance - worse) / max(0.01, medal_worth(state, seat))
    return max(0.5, min(2.0, ratio))
