"""Refusals of commands for their caller: who is to decide, and which actions are legal instead.

Alternatives come only from the caller's own list of actions, so they reveal nothing.
"""

from collections.abc import Iterable
from typing import Any

from api.http import command_codec
from api.http.problems import ProblemError, refusal
from domain.errors import IllegalCommandError
from domain.geometry.hexes import Hex, distance
from domain.legal import commands_of
from domain.state import GameState
from domain.values import Seat
from domain.view import awaiting

Json = dict[str, Any]
MAX_ALTERNATIVES = 3
_SUBJECTS = ("unit", "card", "target", "hex")
_RESIGN = "resign"
_FAR = 99


def actions(state: GameState, seats: frozenset[Seat]) -> list[Json]:
    """List every legal command of ``seats``, as a client may submit it."""
    legal = commands_of(state, seats)
    return [command_codec.to_json(command, with_seat=len(seats) > 1) for command in legal]


def refusal_for(
    error: IllegalCommandError,
    state: GameState,
    seats: frozenset[Seat],
    command: Json | None = None,
) -> ProblemError:
    """Return the problem of a refused command for the holder of ``seats``, with alternatives.

    A seat that is not awaited can only resign, so it gets no alternatives.
    """
    near = [] if command is None else nearest(command, actions(state, seats))
    return refusal(error, awaiting=awaiting(state), alternatives=near, version=state.version)


def nearest(command: Json, legal: Iterable[Json]) -> list[Json]:
    """Return up to three legal actions most like a command: first with the same unit or card, then
    of the same type, then any other except resigning."""
    subject = next((command[name] for name in _SUBJECTS if name in command), None)

    def difference(action: Json) -> tuple[bool, bool, int]:
        same = subject is not None and subject in (action.get(name) for name in _SUBJECTS)
        return not same, action["type"] != command["type"], _distance(command, action)

    candidates = [action for action in legal if action["type"] != _RESIGN]
    return sorted(candidates, key=difference)[:MAX_ALTERNATIVES]


def _distance(command: Json, action: Json) -> int:
    """Return how much two commands differ, apart from their type and subject."""
    ends = [each["path"][-1] for each in (command, action) if each.get("path")]
    if len(ends) == len((command, action)):
        first, second = (Hex(*end) for end in ends)
        return distance(first, second)
    if "path" in command or "path" in action:
        return _FAR
    return sum(command.get(name) != action.get(name) for name in ("section", "as_card", "target"))
