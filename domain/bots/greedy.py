"""The greedy bot: it chooses the command with the best expected result now."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from domain import commands as c
from domain.analysis.odds import Odds, odds
from domain.bots.worth import FLAG, MEDAL, HexWorths, Prospects
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
from domain.rules.cards import breakthroughs, orders
from domain.rules.moves import movement
from domain.state import GameState, StrikeStatus, Unit
from domain.values import Seat
from domain.values.replacing import replace_fields

_ORDER = 0.05
"""The small worth of an order to a unit that has nothing better to do."""
_CARD = 1.0
"""The worth of a card in hand: as much as an order with an effect."""
_WIRE = 0.1
"""The small worth of clearing wire, or of a cave or bridge, if there is no battle."""
_ARRIVAL = 2.0
"""The worth of one more unit: more than an order of a unit on the board has on average."""
_SMOKE = 0.1
"""The small cost of smoke, which hinders both sides alike: it is declined."""


def best(state: GameState, seat: Seat, options: Sequence[c.Play]) -> c.Play:
    """Return the first option of the highest worth; ``state`` is what the seat knows."""
    return max(options, key=Judge(state, seat).worth)


def worths(state: GameState, seat: Seat, options: Sequence[c.Play]) -> list[float]:
    """Return the worth of each option, in figures; ``state`` is what the seat knows."""
    return list(map(Judge(state, seat).worth, options))


class Judge:
    """The worth of commands in one state, in figures. Ending a phase is worth nothing, so it is
    chosen when everything else does harm."""

    def __init__(self, state: GameState, seat: Seat) -> None:
        self._state = state
        self._seat = seat
        self._position = cached_position(rulebook(state.created), state, seat)
        self._side = state.table.side_of(seat)
        self._rests: HexWorths = {}
        self._prospects = Prospects(self._position, self._rests)
        self._moves: dict[str, dict[movement.Path, bool]] = {}
        self._gains: dict[Effects, OrderWorths] = {}

    def worth(self, command: c.Play) -> float:
        """Return the expected worth of a command."""
        evaluate = _WORTHS.get(type(command))
        return 0.0 if evaluate is None else evaluate(self, command)

    def roll_dice(self, command: c.Play) -> float:
        """Return the exact mean of a roll: figures, medals, and forced retreats."""
        chances = odds(self._state, command)
        return 0.0 if chances is None else self._mean(chances)

    def _mean(self, chances: Odds) -> float:
        medals_given = medals.given_for(self._position, self._state.units[chances.target])
        mean = chances.losses + chances.eliminated * Fraction(MEDAL) * medals_given
        return float(mean + chances.retreats * Fraction(FLAG))

    def move_unit(self, command: c.MoveUnit) -> float:
        """Return the worth of the final hex, with a battle from there, compared with staying."""
        unit = self._state.units[command.unit]
        pursues = isinstance(self._state.phase, PursuitPhase)
        if unit.id not in self._moves:
            options = (movement.pursuits if pursues else movement.moves)(self._position, unit)
            self._moves[unit.id] = {move.path: move.may_battle for move in options}
        battles = not isinstance(self._state.phase, MoveAgainPhase)
        battles &= not self._state.turn.ordered[unit.id].on_the_move
        may_battle = battles and self._moves[unit.id][command.path]
        staying = self._prospects.at(unit, unit.hex, may_battle=battles)
        moving = self._prospects.at(unit, command.path[-1], may_battle=may_battle)
        return moving - staying - self._mine_losses(unit, command.path[-1])

    def _mine_losses(self, unit: Unit, hex_: Hex) -> float:
        """Return the figures that a unit may lose to mines where its move ends."""
        if not self._state.mines or not mines.threatens(self._position, unit, hex_):
            return 0.0
        traits, mine = self._position.traits(unit), self._state.mines[hex_]
        strength = mine.strength if mine.face_up else sum(MINES) / len(MINES)
        hitting = sum(face in traits.hit_by for face in DIE) / len(DIE)
        return 0.0 if traits.sweeps_mines else strength * hitting

    def order(self, command: c.OrderUnit) -> float:
        """Return the worth of what the unit may do with its order."""
        if command.on_the_move:
            return _ORDER / 2
        return _ORDER + self._prospects.of_order(self._state.units[command.unit])

    def deploy(self, command: c.Deploy) -> float:
        """Return the worth of a new unit, and of its hex."""
        rules = self._state.created.setup.armor_breakthroughs
        rule = next(one for one in rules if one.side is self._side)
        unit = breakthroughs.newcomer(rule, command.hex)
        return _ARRIVAL + self._prospects.rest(unit, command.hex)

    def exit_board(self, command: c.ExitBoard) -> float:
        """Return the worth of the medals for leaving."""
        unit = self._state.units[command.unit]
        hex_ = command.path[-1] if command.path else unit.hex
        return MEDAL * medals.given_for_exit(self._position, unit, hex_)

    def retreat(self, command: c.Retreat) -> float:
        """Return the worth of the final hex of a retreat."""
        unit = self._state.units[command.unit]
        return self._prospects.rest(unit, command.path[-1] if command.path else unit.hex)

    def heal(self, command: c.HealUnit) -> float:
        """Return the figures that the unit lacks."""
        unit = self._state.units[command.unit]
        return float(unit.full - unit.figures)

    def drop(self, command: c.AirDrop) -> float:
        """Return how near the enemy the hex is."""
        enemies = self._position.units_of(self._side.enemy)
        return -float(min(distance(command.hex, enemy.hex) for enemy in enemies))

    def advance(self, _command: c.TakeGround) -> float:
        """Return the worth of the ground compared with staying."""
        fight, rest = self._state.turn.fight, self._prospects.rest
        unit = None if fight is None else self._state.units[fight.attacker]
        return 0.0 if not (fight and unit) else rest(unit, fight.ground) - rest(unit, unit.hex)

    def name_target(self, command: c.NameTarget) -> float:
        """Return the mean worth of the strike's dice against the unit."""
        strike, unit = self._state.turn.strike, self._state.units[command.unit]
        return 0.0 if strike is None else self._prospects.roll(unit, strike.dice)

    def card(self, command: c.PlayCard) -> float:
        """Return the worth of the best orders that a card can give, one after the other."""
        return self._play_out(apply(self._state, command, NoChance()).state, self._seat)

    def commit(self, command: c.CommitCard) -> float:
        """Return the worth of a card in the next turn, as if it were played now."""
        return self.keep(c.ChooseCard(command.seat, command.card))

    def hand_out(self, command: c.HandOut) -> float:
        """Return the worth of a card as if it were handed out alone."""
        cards = replace_fields(self._state.cards, handed={})
        state = apply(replace_fields(self._state, cards=cards), command, NoChance()).state
        if isinstance(state.phase, HandOutPhase):
            state = apply(state, c.EndHandOut(self._seat), NoChance()).state
        return self._play_out(state, command.to)

    def hold_back(self, _command: c.EndHandOut) -> float:
        """Return the worth of holding back cards that no draw replaces."""
        terms = self._position.book.handing_out
        return _CARD if len(self._state.cards.handed) >= terms.draws else 0.0

    def _play_out(self, state: GameState, seat: Seat) -> float:
        while isinstance(state.phase, OrderPhase) and seat in state.awaiting:
            position = cached_position(self._position.book, state, seat)
            units = orders.orderable(position)
            if not units:
                break
            unit = max(units, key=self._gains_at(position).of)
            state = apply(state, c.OrderUnit(seat, unit.id), NoChance()).state
        return self._effect_of_card(state, seat)

    def _gains_at(self, position: Position) -> "OrderWorths":
        """Return the worth of orders under the card in play, by the card's effects."""
        effects = position.effects
        if effects not in self._gains:
            self._gains[effects] = OrderWorths(Prospects(position, self._rests))
        return self._gains[effects]

    def _effect_of_card(self, state: GameState, seat: Seat) -> float:
        """Return the worth of a played card: its strike, its healing, and the units ordered."""
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
        worths = sorted((self._prospects.roll(unit, strike.dice) for unit in enemies), reverse=True)
        return sum(worths[: strike.most]) / 2

    def keep(self, command: c.ChooseCard) -> float:
        """Return the number of units that the card orders, plus its other effects."""
        spec = self._position.book.cards[command.card]
        orders_given = sum(spec.orders.per_section.values()) or min(spec.orders.anywhere, 4)
        bonus = 2 * (spec.strike is not None) + spec.effects.bonus + spec.effects.battles
        return float(orders_given + bonus)


class OrderWorths:
    """The worth of ordering each unit, cached."""

    def __init__(self, prospects: Prospects) -> None:
        self._prospects = prospects
        self._cache: dict[str, float] = {}

    def of(self, unit: Unit) -> float:
        """Return the worth of ordering a unit."""
        if unit.id not in self._cache:
            self._cache[unit.id] = self._prospects.of_order(unit)
        return self._cache[unit.id]


_WORTHS: Mapping[type[c.Command], Callable[[Judge, Any], float]] = {
    c.Attack: Judge.roll_dice,
    c.Strike: Judge.roll_dice,
    c.Ambush: Judge.roll_dice,
    c.BattleBack: Judge.roll_dice,
    c.PlayCard: Judge.card,
    c.CommitCard: Judge.commit,
    c.HandOut: Judge.hand_out,
    c.EndHandOut: Judge.hold_back,
    c.ChooseCard: Judge.keep,
    c.OrderUnit: Judge.order,
    c.MoveUnit: Judge.move_unit,
    c.ExitBoard: Judge.exit_board,
    c.Retreat: Judge.retreat,
    c.TakeGround: Judge.advance,
    c.NameTarget: Judge.name_target,
    c.HealUnit: Judge.heal,
    c.AirDrop: Judge.drop,
    c.Deploy: Judge.deploy,
    c.LaySmoke: lambda _judge, _command: -_SMOKE,
    c.RemoveWire: lambda _judge, _command: _WIRE,
    c.Demolish: lambda _judge, _command: _WIRE,
}
