"""The discrete actions of two-player games, the same for all battles with one size of board.

An action stands for a type of command and its operands: a card and a section, a hex, or a start and
an end. Units are identified by their hexes. Commands that differ in the path of a move only, or in
what a card stands in for, are one action, which is the first of them in the list of legal commands.
Resigning and the commands of pairs and teams have no actions.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate

from domain import commands as c
from domain.geometry.hexes import Hex
from domain.geometry.shape import GridShape
from domain.state import GameState
from domain.values import Card, Section

_CARDS = {card: index for index, card in enumerate(Card)}
_SECTIONS: Mapping[Section | None, int] = {
    section: index for index, section in enumerate((None, *Section))
}
_Index = Callable[["Actions", GameState, c.Play], int]
"""The index of a command among those of its type."""


class Actions:
    """The actions on boards of one size."""

    def __init__(self, shape: GridShape) -> None:
        self._columns = shape.columns
        self.hexes = shape.rows * shape.columns
        sizes = [size(self) for size, _ in _TYPES.values()]
        self._first = dict(zip(_TYPES, accumulate([0, *sizes]), strict=False))
        self.count = sum(sizes)

    def number(self, state: GameState, command: c.Play) -> int:
        """The action of a legal command."""
        kind = type(command)
        return self._first[kind] + _TYPES[kind][1](self, state, command)

    def legal(self, state: GameState, listed: Iterator[c.Play]) -> dict[int, c.Play]:
        """The legal commands by their actions."""
        commands: dict[int, c.Play] = {}
        for command in listed:
            commands.setdefault(self.number(state, command), command)
        return commands

    def hex(self, hex_: Hex) -> int:
        """The index of a hex."""
        return hex_[0] * self._columns + hex_[1]


def _nothing(_actions: Actions, _state: GameState, _command: c.Play) -> int:
    return 0


def _one(_actions: Actions) -> int:
    return 1


def _all_cards(_actions: Actions) -> int:
    return len(_CARDS)


def _card(_actions: Actions, _state: GameState, command: c.ChooseCard | c.CommitCard) -> int:
    return _CARDS[command.card]


def _hexes(actions: Actions) -> int:
    return actions.hexes


def _pairs(actions: Actions) -> int:
    return actions.hexes**2


def _unit(name: str) -> _Index:
    def index(actions: Actions, state: GameState, command: c.Play) -> int:
        return actions.hex(state.units[getattr(command, name)].hex)

    return index


def _between(actions: Actions, start: Hex, end: Hex) -> int:
    return actions.hex(start) * actions.hexes + actions.hex(end)


def _order(actions: Actions, state: GameState, command: c.OrderUnit) -> int:
    return actions.hex(state.units[command.unit].hex) * 2 + command.on_the_move


def _move(actions: Actions, state: GameState, command: c.MoveUnit) -> int:
    return _between(actions, state.units[command.unit].hex, command.path[-1])


def _retreat(actions: Actions, state: GameState, command: c.Retreat) -> int:
    hex_ = state.units[command.unit].hex
    return actions.hex(command.path[-1] if command.path else hex_)


def _attack(actions: Actions, state: GameState, command: c.Attack) -> int:
    return _between(actions, state.units[command.unit].hex, state.units[command.target].hex)


def _play(_actions: Actions, _state: GameState, command: c.PlayCard) -> int:
    return _CARDS[command.card] * len(_SECTIONS) + _SECTIONS[command.section]


# Each function gets only commands of its own type, which the type of the table cannot express.
_TYPES: Mapping[type[c.Play], tuple[Callable[[Actions], int], _Index]] = {
    c.PlayCard: (lambda _: len(_CARDS) * len(_SECTIONS), _play),  # type: ignore[dict-item]
    c.OrderUnit: (lambda actions: actions.hexes * 2, _order),  # type: ignore[dict-item]
    c.MoveUnit: (_pairs, _move),  # type: ignore[dict-item]
    c.ExitBoard: (_hexes, _unit("unit")),
    c.Attack: (_pairs, _attack),  # type: ignore[dict-item]
    c.Retreat: (_hexes, _retreat),  # type: ignore[dict-item]
    c.AirDrop: (_hexes, lambda actions, _, command: actions.hex(command.hex)),  # type: ignore[union-attr]
    c.NameTarget: (_hexes, _unit("unit")),
    c.Deploy: (_hexes, lambda actions, _, command: actions.hex(command.hex)),  # type: ignore[union-attr]
    c.LaySmoke: (_hexes, lambda actions, _, command: actions.hex(command.hex)),  # type: ignore[union-attr]
    c.Strike: (_hexes, _unit("target")),
    c.HealUnit: (_hexes, _unit("unit")),
    c.RemoveWire: (_hexes, _unit("unit")),
    c.Demolish: (_hexes, lambda actions, _, command: actions.hex(command.hex)),  # type: ignore[union-attr]
    c.ChooseCard: (_all_cards, _card),  # type: ignore[dict-item]
    c.CommitCard: (_all_cards, _card),  # type: ignore[dict-item]
    **dict.fromkeys(
        (
            c.EndTargets,
            c.EndOrders,
            c.EndMoves,
            c.EndBattles,
            c.EndTurn,
            c.TakeGround,
            c.BattleBack,
            c.Ambush,
            c.Decline,
        ),
        (_one, _nothing),
    ),
}
"""Types of commands to their numbers of actions, and to the index of a command among them."""
