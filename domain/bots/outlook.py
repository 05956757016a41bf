"""The worth of hexes when the enemy answers and the game continues.

Losses are weighted by their consequences: a unit that has lost a figure is eliminated more often
before the game ends. Threats are those of a whole side: it orders few units per turn, so the first
unit that an enemy can attack costs much, and one more target for the same enemy costs little.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import mul

from domain.bots.reach import Damage, Worths, attack_worth, damage, reach_in
from domain.bots.worth import Prospects
from domain.evaluation import medal_worth, win_chance
from domain.evaluation.features import to_go
from domain.geometry.hexes import Hex
from domain.position import Position
from domain.rules.battles import combat
from domain.state import GameState, Unit
from domain.values import Seat, Section
from domain.values.replacing import replace_fields

_RANKS = (0.9, 0.7, 0.5, 0.3, 0.2, 0.1)
"""The weights of a side's best, second and further attacks: not all of them are ordered."""
_DANGER = 0.55
_FOLLOW = 0.4
"""The share of the enemy's next attacks, and of the own ones after them, that comes true; fitted to
greedy bots."""
_UNSEEN = 0.35
"""The chance to order in a section for which no card is held."""
_REMOVE = 0.8
"""The share of an enemy unit's own threat that counts when it is eliminated."""


def ranked(attacks: Iterable[float]) -> float:
    """Return the combined worth of a side's attacks."""
    total: float = sum(map(mul, _RANKS, sorted(attacks, reverse=True)))
    return total


class Outlook(Prospects):
    """The worth of hexes in one position to the side of a seat that knows it."""

    def __init__(self, position: Position, seat: Seat) -> None:
        super().__init__(position)
        self._side = position.state.table.side_of(seat)
        self._stakes = _stakes(position.state, seat)
        self._orders = _orders_in_hand(position, seat)
        self._reach = reach_in(position.state.created)
        self._attacks: dict[tuple[str, Hex], Worths] = {}
        self._both: tuple[list[Unit], list[Unit]] | None = None
        self._targets: list[tuple[Unit, list[tuple[float, str]]]] | None = None
        self._ahead: list[tuple[str, float]] | None = None
        self._others: dict[str, tuple[list[tuple[Unit, float]], float]] = {}
        self._beside: dict[str, tuple[list[float], float]] = {}

    def rest(self, unit: Unit, hex_: Hex) -> float:
        """Return the worth of a unit on a hex during the enemy's turn and afterwards."""
        key = unit.id, hex_
        if key not in self._rests:
            danger = _DANGER * self._stakes * self._threat(unit, hex_)
            follow = _FOLLOW * self._follow(unit, hex_)
            self._rests[key] = self._goals(unit.side, hex_) - danger + follow
        return self._rests[key]

    def roll(self, target: Unit, dice: int, attacker: Unit | None = None) -> float:
        """Return the mean worth of this many dice against a unit."""
        return self._damage(target, dice, attacker).worth

    def removal(self, target: Unit) -> float:
        """Return the worth of what the enemy can no longer do without one of its units."""
        threats = [(enemy.id, best[0][0] if best else 0.0) for enemy, best in self._threats()]
        remaining = (worth for name, worth in threats if name != target.id)
        return _DANGER * _REMOVE * (ranked(worth for _, worth in threats) - ranked(remaining))

    def _battle(self, unit: Unit, hex_: Hex) -> float:
        key = unit.id, hex_
        if key not in self._battles:
            moved = replace_fields(unit, hex=hex_)
            shots = combat.shots(self._position, moved)
            self._battles[key] = max((self._gain(moved, shot) for shot in shots), default=0.0)
        return self._battles[key]

    def _gain(self, attacker: Unit, shot: combat.Shot) -> float:
        """Return the worth of an attack, including the threat removed if it eliminates."""
        damage_dealt = self._damage(shot.target, shot.dice, attacker)
        return damage_dealt.worth + damage_dealt.kills * self.removal(shot.target)

    def _damage(self, target: Unit, dice: int, attacker: Unit | None) -> Damage:
        return damage(dice, self._hit_by(target, attacker), target.figures, target.medals)

    def _threat(self, unit: Unit, hex_: Hex) -> float:
        """Return what more the enemy can do because a unit is on a hex."""
        if unit.id not in self._others:
            without = [
                (enemy, next((worth for worth, target in best if target != unit.id), 0.0))
                for enemy, best in self._threats()
            ]
            self._others[unit.id] = without, ranked(worth for _, worth in without)
        without, baseline = self._others[unit.id]
        attack = self._attack
        return ranked(max(other, attack(enemy, unit, hex_)) for enemy, other in without) - baseline

    def _threats(self) -> list[tuple[Unit, list[tuple[float, str]]]]:
        """Return each enemy unit with its two best targets."""
        if self._targets is None:
            own, enemies = self._units()
            self._targets = [
                (
                    enemy,
                    sorted(((self._attack(enemy, u, u.hex), u.id) for u in own), reverse=True)[:2],
                )
                for enemy in enemies
            ]
        return self._targets

    def _follow(self, unit: Unit, hex_: Hex) -> float:
        """Return what more the own side can do in its next turn because a unit is on a hex."""
        if unit.id not in self._beside:
            if self._ahead is None:
                self._ahead = [(own.id, self._next(own)) for own in self._units()[0]]
            others = [worth for name, worth in self._ahead if name != unit.id]
            self._beside[unit.id] = others, ranked(others)
        others, baseline = self._beside[unit.id]
        return ranked([*others, self._next(replace_fields(unit, hex=hex_))]) - baseline

    def _next(self, unit: Unit) -> float:
        """Return a unit's best attack in its side's next turn, by the cards for its section."""
        position = self._position
        best = self._reach.best(position, unit, self._units()[1])
        sections = position.grid.sections(unit.hex, position.edge(unit.side))
        return best * max(self._orders.get(section, _UNSEEN) for section in sections)

    def _units(self) -> tuple[list[Unit], list[Unit]]:
        if self._both is None:
            units_of = self._position.units_of
            self._both = list(units_of(self._side)), list(units_of(self._side.enemy))
        return self._both

    def _attack(self, attacker: Unit, target: Unit, hex_: Hex) -> float:
        """Return the worth of an attack on a unit on a hex, with or without a move before."""
        origin = attacker.id, attacker.hex
        worths = self._attacks.get(origin)
        if worths is None:
            worths = self._attacks[origin] = self._reach.worths_of(self._position, attacker)
        key = target.id, hex_, target.figures
        worth = worths.get(key)
        if worth is None:
            moved = replace_fields(target, hex=hex_)
            worth = worths[key] = attack_worth(self._position, attacker, moved)
        return worth


def _orders_in_hand(position: Position, seat: Seat) -> Mapping[Section, float]:
    """Return the sections in which a card of the hand orders units."""
    result: dict[Section, float] = {}
    cards = position.book.cards
    hand = position.state.cards.hand(position.state.table.leader(seat))
    for orders in (cards[card].orders for card in hand if card in cards):
        anywhere = orders.anywhere and not orders.one_section and len(orders.types) > 1
        result |= dict.fromkeys(Section if anywhere else orders.per_section, 1.0)
    return result


def _stakes(state: GameState, seat: Seat) -> float:
    """Return how much more a medal of the enemy counts than one of the seat's side, by the chance
    to win."""
    side, chance = state.table.side_of(seat), win_chance(state, seat)
    worse = 0.0
    if to_go(state, side.enemy) > 1:
        medals = {**state.medals, side.enemy: state.medals[side.enemy] + 1}
        worse = win_chance(replace(state, medals=medals), seat)
    ratio = max(0.01, chance - worse) / max(0.01, medal_worth(state, seat))
    return max(0.5, min(2.0, ratio))
