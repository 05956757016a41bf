"""The greedy bot: of all commands the one whose expected result is the best now."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from domain import commands as c
from domain.analysis.odds import Odds, odds
from domain.bots.worth import FLAG, MEDAL, Prospects, Spots
from domain.chance import DIE, NoChance
from domain.decide import apply
from domain.editions import rulebook
from domain.geometry.hexes import Hex, distance
from domain.phases import (
    HandOutPhase,
    HealPhase,
    MoveAgainPhase,
    NameTargetsPhase,
    OrderPhase,
    PursuitPhase,
)
from domain.pieces.card_spec import Effects
from domain.pieces.obstacles import MINES
from domain.position import Position, cached_position
from domain.rules import medals
from domain.rules.battles import mines
from domain.rules.cards import orders
from domain.rules.moves import movement
from domain.state import GameState, StrikeStatus, Unit
from domain.values import Seat
from domain.values.replacing import replace_fields

_ORDER = 0.05
"""An order is worth a little even to a unit that has nothing better to do."""
_CARD = 1.0
"""A card in hand is worth as much as an order that comes to something."""
_WIRE = 0.1
"""Clearing wire is worth a little where there is no battle, and so are caves and bridges."""


def best(state: GameState, seat: Seat, options: Sequence[c.Play]) -> c.Play:
    """The option of the highest worth, the first of equals; ``state`` is what the seat knows."""
    return max(options, key=Judge(state, seat).worth)


def worths(state: GameState, seat: Seat, options: Sequence[c.Play]) -> list[float]:
    """The worth of each option, in figures; ``state`` is what the seat knows."""
    return list(map(Judge(state, seat).worth, options))


class Judge:
    """The worth of commands in one state, in figures. What ends a phase is worth nothing, so it is
    chosen when all else does harm."""

    def __init__(self, state: GameState, seat: Seat) -> None:
        self._state = state
        self._seat = seat
        self._position = cached_position(rulebook(state.created), state, seat)
        self._side = state.table.side_of(seat)
        self._rests: Spots = {}
        self._prospects = Prospects(self._position, self._rests)
        self._moves: dict[str, dict[movement.Path, bool]] = {}
        self._gains: dict[Effects, Gains] = {}

    def worth(self, command: c.Play) -> float:
        """What may be expected of a command."""
        judged = _JUDGED.get(type(command))
        return 0.0 if judged is None else judged(self, command)

    def thrown(self, command: c.Play) -> float:
        """The exact mean of a roll: figures, medals, and a unit that has to go back."""
        chances = odds(self._state, command)
        return 0.0 if chances is None else self._mean(chances)

    def _mean(self, chances: Odds) -> float:
        given = medals.given_for(self._position, self._state.units[chances.target])
        mean = chances.losses + chances.eliminated * Fraction(MEDAL) * given
        return float(mean + chances.retreats * Fraction(FLAG))

    def moved(self, command: c.MoveUnit) -> float:
        """What the hex is worth where the move ends, with a battle from there, against staying."""
        unit = self._state.units[command.unit]
        pursues = isinstance(self._state.phase, PursuitPhase)
        if unit.id not in self._moves:
            found = (movement.pursuits if pursues else movement.moves)(self._position, unit)
            self._moves[unit.id] = {move.path: move.may_battle for move in found}
        battles = not isinstance(self._state.phase, MoveAgainPhase)
        battles &= not self._state.turn.ordered[unit.id].on_the_move
        may_battle = battles and self._moves[unit.id][command.path]
        here = self._prospects.at(unit, unit.hex, may_battle=battles)
        there = self._prospects.at(unit, command.path[-1], may_battle=may_battle)
        return there - here - self._mined(unit, command.path[-1])

    def _mined(self, unit: Unit, hex_: Hex) -> float:
        """The figures that a unit may lose to mines where its move ends."""
        if not self._state.mines or not mines.threatens(self._position, unit, hex_):
            return 0.0
        traits, mine = self._position.traits(unit), self._state.mines[hex_]
        strength = mine.strength if mine.face_up else sum(MINES) / len(MINES)
        hitting = sum(face in traits.hit_by for face in DIE) / len(DIE)
        return 0.0 if traits.sweeps_mines else strength * hitting

    def ordered(self, command: c.OrderUnit) -> float:
        """What the unit may do with its order."""
        if command.on_the_move:
            return _ORDER / 2
        return _ORDER + self._prospects.of_order(self._state.units[command.unit])

    def left(self, command: c.ExitBoard) -> float:
        """The medals of leaving."""
        unit = self._state.units[command.unit]
        hex_ = command.path[-1] if command.path else unit.hex
        return MEDAL * medals.given_for_exit(self._position, unit, hex_)

    def gone_back(self, command: c.Retreat) -> float:
        """What the hex is worth at which the retreat ends."""
        unit = self._state.units[command.unit]
        return self._prospects.rest(unit, command.path[-1] if command.path else unit.hex)

    def healed(self, command: c.HealUnit) -> float:
        """The figures that the unit lacks."""
        unit = self._state.units[command.unit]
        return float(unit.full - unit.figures)

    def dropped(self, command: c.AirDrop) -> float:
        """How near the enemy the hex is."""
        enemies = self._position.units_of(self._side.enemy)
        return -float(min(distance(command.hex, enemy.hex) for enemy in enemies))

    def advance(self, _command: c.TakeGround) -> float:
        """What the hex is worth against that where the unit stands."""
        fight, rest = self._state.turn.fight, self._prospects.rest
        unit = None if fight is None else self._state.units[fight.attacker]
        return 0.0 if not (fight and unit) else rest(unit, fight.ground) - rest(unit, unit.hex)

    def named(self, command: c.NameTarget) -> float:
        """The mean worth of the strike's dice against the unit."""
        strike, unit = self._state.turn.strike, self._state.units[command.unit]
        return 0.0 if strike is None else self._prospects.roll(unit, strike.dice)

    def card(self, command: c.PlayCard) -> float:
        """The best orders that a card can give, one after the other."""
        return self._carried_out(apply(self._state, command, NoChance()).state, self._seat)

    def committed(self, command: c.CommitCard) -> float:
        """A card is worth as much in the next turn as it would be in this one."""
        return self.keep(c.ChooseCard(command.seat, command.card))

    def handed_out(self, command: c.HandOut) -> float:
        """The same, of a card that is handed out alone."""
        cards = replace_fields(self._state.cards, handed={})
        state = apply(replace_fields(self._state, cards=cards), command, NoChance()).state
        if isinstance(state.phase, HandOutPhase):
            state = apply(state, c.EndHandOut(self._seat), NoChance()).state
        return self._carried_out(state, command.to)

    def hold_back(self, _command: c.EndHandOut) -> float:
        """Cards that no draw replaces are worth something in the hand."""
        terms = self._position.book.handing_out
        return _CARD if len(self._state.cards.handed) >= terms.draws else 0.0

    def _carried_out(self, state: GameState, seat: Seat) -> float:
        while isinstance(state.phase, OrderPhase) and seat in state.awaiting:
            position = cached_position(self._position.book, state, seat)
            found = orders.orderable(position)
            if not found:
                break
            unit = max(found, key=self._gains_at(position).of)
            state = apply(state, c.OrderUnit(seat, unit.id), NoChance()).state
        return self._in_hand(state, seat)

    def _gains_at(self, position: Position) -> "Gains":
        """What orders are worth to units by a card in play: cards of the same effects give the
        same, and orders that are given change nothing of it."""
        effects = position.effects
        if effects not in self._gains:
            self._gains[effects] = Gains(Prospects(position, self._rests))
        return self._gains[effects]

    def _in_hand(self, state: GameState, seat: Seat) -> float:
        """What a card that was played comes to: its strike, its help, and the units ordered."""
        strike = state.turn.strike
        if isinstance(state.phase, NameTargetsPhase) and strike is not None:
            return self._best_targets(state, strike)
        position = cached_position(self._position.book, state, seat)
        if isinstance(state.phase, HealPhase) or position.heals_beside_others:
            own = self._position.units_of(self._side)
            return float(max(unit.full - unit.figures for unit in own)) / 2
        if not state.turn.ordered:
            return 0.0
        gains = self._gains_at(position)
        return sum(gains.of(state.units[name]) for name in state.turn.ordered)

    def _best_targets(self, state: GameState, strike: StrikeStatus) -> float:
        enemies = self._position.units_of(self._side.enemy)
        found = sorted((self._prospects.roll(unit, strike.dice) for unit in enemies), reverse=True)
        return sum(found[: strike.most]) / 2

    def keep(self, command: c.ChooseCard) -> float:
        """How many units the card orders, and what it does besides."""
        spec = self._position.book.cards[command.card]
        given = sum(spec.orders.per_section.values()) or min(spec.orders.anywhere, 4)
        bonus = 2 * (spec.strike is not None) + spec.effects.bonus + spec.effects.battles
        return float(given + bonus)


class Gains:
    """The worth of orders, each worked out once."""

    def __init__(self, prospects: Prospects) -> None:
        self._prospects = prospects
        self._known: dict[str, float] = {}

    def of(self, unit: Unit) -> float:
        """What may come of ordering a unit."""
        if unit.id not in self._known:
            self._known[unit.id] = self._prospects.of_order(unit)
        return self._known[unit.id]


_JUDGED: Mapping[type[c.Command], Callable[[Judge, Any], float]] = {
    c.Attack: Judge.thrown,
    c.Strike: Judge.thrown,
    c.Ambush: Judge.thrown,
    c.BattleBack: Judge.thrown,
    c.PlayCard: Judge.card,
    c.CommitCard: Judge.committed,
    c.HandOut: Judge.handed_out,
    c.EndHandOut: Judge.hold_back,
    c.ChooseCard: Judge.keep,
    c.OrderUnit: Judge.ordered,
    c.MoveUnit: Judge.moved,
    c.ExitBoard: Judge.left,
    c.Retreat: Judge.gone_back,
    c.TakeGround: Judge.advance,
    c.NameTarget: Judge.named,
    c.HealUnit: Judge.healed,
    c.AirDrop: Judge.dropped,
    c.RemoveWire: lambda _judge, _command: _WIRE,
    c.Demolish: lambda _judge, _command: _WIRE,
}
