"""Refusals as they are told to who was refused: whose decision it is, and what would be accepted.

What is said comes from the list of actions of the same caller, and from nowhere else.
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
    """Every command that is accepted now from who holds ``seats``, as a client may send it."""
    listed = commands_of(state, seats)
    return [command_codec.listed(command, with_seat=len(seats) > 1) for command in listed]


def refused_command(
    error: IllegalCommandError, state: GameState, seats: frozenset[Seat], tried: Json | None = None
) -> ProblemError:
    """A refusal at ``state``, to who holds ``seats`` and has ``tried`` a command.

    Who is not awaited may do nothing but resign, so that there are no alternatives then.
    """
    near = [] if tried is None else nearest(tried, actions(state, seats))
    return refusal(error, awaiting=awaiting(state), alternatives=near, version=state.version)


def nearest(tried: Json, listed: Iterable[Json]) -> list[Json]:
    """Up to three actions most like what was tried: with the same unit or card, then of the same
    type, then any but giving up."""
    subject = next((tried[name] for name in _SUBJECTS if name in tried), None)

    def strangeness(action: Json) -> tuple[bool, bool, int]:
        same = subject is not None and subject in (action.get(name) for name in _SUBJECTS)
        return not same, action["type"] != tried["type"], _gap(tried, action)

    choices = [action for action in listed if action["type"] != _RESIGN]
    return sorted(choices, key=strangeness)[:MAX_ALTERNATIVES]


def _gap(tried: Json, action: Json) -> int:
    """How much two commands differ in what is neither their type nor their subject."""
    ends = [one["path"][-1] for one in (tried, action) if one.get("path")]
    if len(ends) == len((tried, action)):
        first, second = (Hex(*end) for end in ends)
        return distance(first, second)
    if "path" in tried or "path" in action:
        return _FAR
    return sum(tried.get(name) != action.get(name) for name in ("section", "as_card", "target"))
