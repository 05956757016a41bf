"""Commands and events as the words of rule cases: what ``cases.py`` reads, and what it compares.

A command is ``I > i`` (attack), ``I moves e e``, ``I exits e``, ``i back nw`` (``i back`` stays),
``I clears wire``, ``order I``, ``order I on the move``, ``target i``, ``strike i``, ``heal I``,
``play recon_left in left as air_power``, ``commit recon_left``, ``choose ambush``,
``drop 4,10``, ``sit ann``, ``stand ann``, ``cancel expired``, or two words such as ``end turn``.
The seat is the unit's, else the one that is awaited, unless ``axis:`` or ``allies:`` stands before
it. A way is compass steps from where the unit stands. A hex is a row and a doubled column,
``3,11``.

An event is its name and its values, without those that are ``USUAL``: ``moved I e e no battle``,
``retreated i nw``, ``figures lost i count 2``. An attack and its dice are ``I > i at 2 [star]``.
"""

from collections.abc import Callable, Iterable
from dataclasses import fields
from itertools import pairwise
from typing import Any

from domain import commands as c
from domain import events as e
from domain import evolve
from domain.geometry.hexes import Hex, at, distance
from domain.state import GameState
from domain.values import Cancellation, Card, Face, LossCause, Seat, Section
from tests.support.boards import STEPS
from tests.support.games import SEED

USUAL: dict[str, object] = {
    "count": 1,
    "medals": 1,
    "draw": 1,
    "distance": 1,
    "flags": 1,
    "losses": 0,
    "kept": 0,
    "cause": LossCause.HITS,
    "overrun": False,
    "stars": False,
    "charges": False,
    "rests_through": 0,
    "done": False,
    "ashore": False,
    "fallback": False,
    "committed": False,
    "may_battle": True,
    "may_take_ground": True,
    "on_the_move": False,
    "seed": SEED,
}
PLAIN: dict[str, Callable[[Seat], c.Command]] = {
    "ambush": c.Ambush,
    "battle back": c.BattleBack,
    "decline": c.Decline,
    "end battles": c.EndBattles,
    "end moves": c.EndMoves,
    "end orders": c.EndOrders,
    "end targets": c.EndTargets,
    "end turn": c.EndTurn,
    "resign": c.Resign,
    "take ground": c.TakeGround,
}
NAMING: dict[str, Callable[[Seat, str], c.Command]] = {
    "order": c.OrderUnit,
    "target": c.NameTarget,
    "strike": c.Strike,
    "heal": c.HealUnit,
    "sit": c.TakeSeat,
    "stand": c.LeaveSeat,
    "cancel": lambda seat, reason: c.CancelGame(seat, Cancellation(reason)),
    "commit": lambda seat, card: c.CommitCard(seat, Card(card)),
    "choose": lambda seat, card: c.ChooseCard(seat, Card(card)),
    "drop": lambda seat, text: c.AirDrop(seat, hex_(text)),
    "demolish": lambda seat, text: c.Demolish(seat, hex_(text)),
    "deploy": lambda seat, text: c.Deploy(seat, hex_(text)),
    "smoke": lambda seat, text: c.LaySmoke(seat, hex_(text)),
}
GOING: dict[str, Callable[[Seat, str, tuple[Hex, ...]], c.Command]] = {
    "moves": c.MoveUnit,
    "exits": c.ExitBoard,
    "back": c.Retreat,
}


def hex_(word: str) -> Hex:
    """A hex from its row and doubled column."""
    row, x = word.split(",")
    return at(int(row), int(x))


def command(state: GameState, words: str) -> c.Command:
    """What is commanded in a state."""
    said, _, rest = words.rpartition(": ")
    if rest in PLAIN:
        return PLAIN[rest](_seat(said, state))
    first, *more = rest.split()
    if first == "play":
        return _play(_seat(said, state), more)
    if first == "order" and more[1:] == ["on", "the", "move"]:
        return c.OrderUnit(_seat(said, state), more[0], on_the_move=True)
    if first in NAMING:
        return NAMING[first](_seat(said, state), more[0])
    seat = _seat(said, state, first)
    match more:
        case [">", target]:
            return c.Attack(seat, first, target)
        case ["clears", "wire"]:
            return c.RemoveWire(seat, first)
        case [verb, *steps]:
            return GOING[verb](seat, first, _path(state.units[first].hex, steps))
    raise ValueError(f"no command is written {words!r}")


def _seat(said: str, state: GameState, unit: str = "") -> Seat:
    if said:
        return Seat(said)
    if unit in state.units:
        return Seat(state.units[unit].side.value)
    assert state.awaited is not None
    return state.awaited


def _play(seat: Seat, words: list[str]) -> c.PlayCard:
    card, *pairs = words
    more = dict(zip(pairs[::2], pairs[1::2], strict=True))
    section, as_card = more.get("in"), more.get("as")
    return c.PlayCard(
        seat, Card(card), Section(section) if section else None, Card(as_card) if as_card else None
    )


def _path(start: Hex, steps: list[str]) -> tuple[Hex, ...]:
    entered = [start]
    for step in steps:
        if step in STEPS:
            down, across = STEPS[step]
            entered.append(at(entered[-1].row + down, entered[-1].x + across))
        else:
            entered.append(hex_(step))
    return tuple(entered[1:])


def report(state: GameState, happened: Iterable[e.Event], commanded: str = "") -> str:
    """What follows in words. An attack that was ``commanded`` in the same words, its dice with it,
    is only ``rolled``."""
    lines: list[str] = []
    declared: e.AttackDeclared | None = None
    for event in happened:
        if declared and isinstance(event, e.DiceRolled) and len(event.faces) == declared.dice:
            lines[-1] = _attack(declared, event, commanded)
        else:
            lines.append(words_of(state, event))
        declared = event if isinstance(event, e.AttackDeclared) else None
        state = evolve(state, event)
    return "; ".join(lines)


def _attack(declared: e.AttackDeclared, rolled: e.DiceRolled, commanded: str) -> str:
    attack = f"{declared.attacker} > {declared.target}"
    dice = f" [{' '.join(rolled.faces)}]"
    more = [f" at {declared.distance}"] * (declared.distance != 1)
    more += [" stars"] * declared.stars
    more += [" overrun"] * declared.overrun + [f" draw {rolled.draw}"] * (rolled.draw != 1)
    if attack + dice == commanded:
        return "".join(["rolled", *more])
    return "".join([attack, *more, dice])


def words_of(state: GameState, event: e.Event) -> str:
    """One event, with its hidden values; ``state`` is the one before it."""
    name = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in _name(event))
    words = [name.strip().removeprefix("unit ")]
    unit = getattr(event, "unit", None)
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name == "path" and unit in state.units:
            words.append(_steps(state.units[unit].hex, value))
        elif field.name == "cost" and isinstance(event, e.UnitMoved):
            words += [f"cost {value}"] * (value != len(event.path))
        elif value is not None and value != USUAL.get(field.name):
            words.append(_value(field.name, value))
    return " ".join(filter(None, words))


def _name(event: e.Event) -> str:
    return type(event).__name__


def _value(name: str, value: Any) -> str:
    match value:
        case bool():
            return f"{'' if value else 'no '}{name.rpartition('_')[2]}"
        case int():
            return f"{name} {value}"
        case Hex():
            return f"{value.row},{value.x}"
        case tuple() if value and isinstance(value[0], Face):
            return f"[{' '.join(value)}]"
        case tuple():
            return " ".join(map(str, value)) or f"no {name}"
    return str(value)


def _steps(start: Hex, path: tuple[Hex, ...]) -> str:
    words = {there: word for word, there in STEPS.items()}
    return " ".join(
        words[there.row - here.row, there.x - here.x]
        if distance(here, there) == 1
        else _value("", there)
        for here, there in pairwise((start, *path))
    )
