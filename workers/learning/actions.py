"""Every decision of a game for two as a number, the same in all battles of one size of board.

A number tells a kind of command and what it is about: a card with a section, a hex, or the hex that
something goes from and the one that it goes to. Units are told by their hexes. Not told apart are
ways by which a unit reaches a hex, and what a card is played as that may stand in for another: of
those, the first that is listed counts. Giving up the game is not among them, nor is what pairs and
teams say to one another.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate

from domain import commands as c
from domain.geometry.hexes import Hex
from domain.geometry.shape import GridShape
from domain.state import GameState
from domain.values import Card, Section

_CARDS = {card: place for place, card in enumerate(Card)}
_SECTIONS: Mapping[Section | None, int] = {
    section: place for place, section in enumerate((None, *Section))
}
_Place = Callable[["Actions", GameState, c.Play], int]
"""The number of a command within its kind."""


class Actions:
    """The numbers of the commands on boards of one size."""

    def __init__(self, shape: GridShape) -> None:
        self._columns = shape.columns
        self.hexes = shape.rows * shape.columns
        sizes = [size(self) for size, _ in _KINDS.values()]
        self._first = dict(zip(_KINDS, accumulate([0, *sizes]), strict=False))
        self.count = sum(sizes)

    def number(self, state: GameState, command: c.Play) -> int:
        """The number of a legal command."""
        kind = type(command)
        return self._first[kind] + _KINDS[kind][1](self, state, command)

    def legal(self, state: GameState, listed: Iterator[c.Play]) -> dict[int, c.Play]:
        """The legal commands by their numbers."""
        found: dict[int, c.Play] = {}
        for command in listed:
            found.setdefault(self.number(state, command), command)
        return found

    def hex(self, place: Hex) -> int:
        """The number of a hex."""
        return place[0] * self._columns + place[1]


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


def _unit(name: str) -> _Place:
    def place(actions: Actions, state: GameState, command: c.Play) -> int:
        return actions.hex(state.units[getattr(command, name)].hex)

    return place


def _between(actions: Actions, start: Hex, end: Hex) -> int:
    return actions.hex(start) * actions.hexes + actions.hex(end)


def _order(actions: Actions, state: GameState, command: c.OrderUnit) -> int:
    return actions.hex(state.units[command.unit].hex) * 2 + command.on_the_move


def _move(actions: Actions, state: GameState, command: c.MoveUnit) -> int:
    return _between(actions, state.units[command.unit].hex, command.path[-1])


def _retreat(actions: Actions, state: GameState, command: c.Retreat) -> int:
    here = state.units[command.unit].hex
    return actions.hex(command.path[-1] if command.path else here)


def _attack(actions: Actions, state: GameState, command: c.Attack) -> int:
    return _between(actions, state.units[command.unit].hex, state.units[command.target].hex)


def _play(_actions: Actions, _state: GameState, command: c.PlayCard) -> int:
    return _CARDS[command.card] * len(_SECTIONS) + _SECTIONS[command.section]


# Each place is asked only about commands of its own kind, which the type of the table cannot say.
_KINDS: Mapping[type[c.Play], tuple[Callable[[Actions], int], _Place]] = {
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
"""How many numbers a kind of command has, and which one of them it is."""
