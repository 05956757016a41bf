"""What a game has been through: which events still count, what it waited for, and what came."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from domain.commands import Command
from domain.state import GameState
from domain.values import Decision, Seat

Span = tuple[int, int]
"""The first and the last of versions that follow each other."""


@dataclass(frozen=True, slots=True)
class Variation:
    """The versions ``first`` to ``last``, which no longer count: the game went on like that from
    ``from_version``, until version ``ended_by`` took it back to ``to_version``."""

    first: int
    last: int
    from_version: int
    ended_by: int
    to_version: int


def mainline_spans(version: int, taken_back: Mapping[int, int]) -> list[Span]:
    """The versions that lead to ``version``, in order, without what was taken back on the way.

    ``taken_back`` has the versions that took the game back, and to which version each did.
    """
    found: list[Span] = []
    starts = sorted({1, *taken_back})
    last = version
    while last > 0:
        first = starts[bisect_right(starts, last) - 1]
        found.append((first, last))
        last = taken_back.get(first, 0)
    return found[::-1]


def mainline_versions(version: int, taken_back: Mapping[int, int]) -> list[int]:
    """As ``mainline_spans``, each version by itself."""
    spans = mainline_spans(version, taken_back)
    return [one for first, last in spans for one in range(first, last + 1)]


def page_of_spans(spans: Iterable[Span], after: int, limit: int) -> list[Span]:
    """Of the versions in ``spans`` those behind ``after``, at most so many."""
    found: list[Span] = []
    for first, last in spans:
        begin = max(first, after + 1)
        end = min(last, begin + limit - 1)
        if begin <= end:
            found.append((begin, end))
            limit -= end - begin + 1
    return found


def undone(version: int, taken_back: Mapping[int, int]) -> list[Span]:
    """The versions up to ``version`` that no longer count, in order."""
    found: list[Span] = []
    before = 0
    for first, last in mainline_spans(version, taken_back):
        if first > before + 1:
            found.append((before + 1, first - 1))
        before = last
    return found


def variations(version: int, taken_back: Mapping[int, int]) -> list[Variation]:
    """What was tried and taken back up to ``version``, in order; each of the versions that no
    longer count is in one of them."""
    counts = dict(mainline_spans(version, taken_back))
    found: list[Variation] = []
    start = 1
    for ended_by in sorted(one for one in taken_back if one <= version):
        kept, last = counts.get(start), ended_by - 1
        before = taken_back[start] if kept is None else kept
        first = start if kept is None else kept + 1
        if first <= last:
            found.append(Variation(first, last, before, ended_by, taken_back[ended_by]))
        start = ended_by
    return found


@dataclass(frozen=True, slots=True)
class Carried:
    """A command that was carried out: its kind, the seat that decided it, and the versions of its
    events. Nobody decided that a time limit ran out."""

    kind: type[Command]
    seat: Seat | None
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class PastDecision:
    """What a game waited for at a version, and what came; None while it waits still.

    It need not be what was waited for: a seat may resign in the other one's turn, and either may
    say something about taking back. The game waits for the same again then, unless it is over.
    """

    version: int
    turn: int
    seat: Seat
    decision: Decision
    came: Carried | None


def decision(state: GameState, came: Carried | None = None) -> PastDecision | None:
    """What a game waits for; None before the start and after the end."""
    if state.awaited is None or state.phase is None:
        return None
    return PastDecision(state.version, state.turn.number, state.awaited, state.phase.decision, came)
