"""The history of a game: which events still count, what it waited for, and what followed."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from domain.commands import Command
from domain.state import GameState
from domain.values import Decision, Seat

Span = tuple[int, int]
"""The first and the last of consecutive versions."""


@dataclass(frozen=True, slots=True)
class Variation:
    """The versions ``first`` to ``last``, which no longer count: the game continued with them after
    ``from_version``, until version ``ended_by`` took it back to ``to_version``."""

    first: int
    last: int
    from_version: int
    ended_by: int
    to_version: int


def mainline_spans(version: int, taken_back: Mapping[int, int]) -> list[Span]:
    """Return the versions that lead to ``version``, in order, without those taken back on the way.

    ``taken_back`` maps each version that took the game back to the version it returned to.
    """
    spans: list[Span] = []
    starts = sorted({1, *taken_back})
    last = version
    while last > 0:
        first = starts[bisect_right(starts, last) - 1]
        spans.append((first, last))
        last = taken_back.get(first, 0)
    return spans[::-1]


def mainline_versions(version: int, taken_back: Mapping[int, int]) -> list[int]:
    """Return the versions of ``mainline_spans`` one by one."""
    spans = mainline_spans(version, taken_back)
    return [number for first, last in spans for number in range(first, last + 1)]


def page_of_spans(spans: Iterable[Span], after: int, limit: int) -> list[Span]:
    """Return the versions in ``spans`` after version ``after``, at most ``limit`` of them."""
    page: list[Span] = []
    for first, last in spans:
        start = max(first, after + 1)
        end = min(last, start + limit - 1)
        if start <= end:
            page.append((start, end))
            limit -= end - start + 1
    return page


def undone(version: int, taken_back: Mapping[int, int]) -> list[Span]:
    """Return the versions up to ``version`` that no longer count, in order."""
    spans: list[Span] = []
    previous = 0
    for first, last in mainline_spans(version, taken_back):
        if first > previous + 1:
            spans.append((previous + 1, first - 1))
        previous = last
    return spans


def variations(version: int, taken_back: Mapping[int, int]) -> list[Variation]:
    """Return all variations up to ``version``, in order; each version that no longer counts is in
    one of them."""
    mainline = dict(mainline_spans(version, taken_back))
    result: list[Variation] = []
    start = 1
    for ended_by in sorted(number for number in taken_back if number <= version):
        mainline_end, last = mainline.get(start), ended_by - 1
        before = taken_back[start] if mainline_end is None else mainline_end
        first = start if mainline_end is None else mainline_end + 1
        if first <= last:
            result.append(Variation(first, last, before, ended_by, taken_back[ended_by]))
        start = ended_by
    return result


@dataclass(frozen=True, slots=True)
class ExecutedCommand:
    """A command that was executed: its type, the seat that decided it, and the versions of its
    events. ``seat`` is None if nobody decided it, as when a time limit ran out."""

    kind: type[Command]
    seat: Seat | None
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class PastDecision:
    """What a game waited for at a version, and the command that followed; None while it still
    waits.

    The command need not be the awaited one: a seat may resign in another's turn, and any seat may
    send messages about taking back. The game then waits for the same decision again, unless it is
    over.
    """

    version: int
    turn: int
    seat: Seat
    decision: Decision
    command: ExecutedCommand | None


def decision(state: GameState, command: ExecutedCommand | None = None) -> PastDecision | None:
    """Return what a game waits for; None before the start and after the end."""
    if state.awaited is None or state.phase is None:
        return None
    return PastDecision(
        state.version, state.turn.number, state.awaited, state.phase.decision, command
    )
