"""Turns and entries: where each begins and ends, and its totals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from domain import events as e
from domain.history import undone
from domain.narrative import agreements, battles, cards
from domain.narrative.context import Scene, gains, initial_scene, losses, next_scene
from domain.narrative.grouping import ROLES
from domain.narrative.messages import AccountMessage, EntryKind, Part, Piece
from domain.redaction import RedactedEvent
from domain.values import Card, Face, Seat, Side

_CLAUSES = {**cards.CLAUSES, **battles.CLAUSES, **agreements.CLAUSES}
_LISTS = (AccountMessage.ORDERS, AccountMessage.ON_THE_MOVE, AccountMessage.TARGETS)


@dataclass(frozen=True, slots=True)
class Entry:
    """The events from version ``first`` to ``last``, which belong together.

    ``seat`` made the first decision in it; ``dice`` are the faces of each roll. ``losses`` are the
    figures lost by each side, ``medals`` those it gained, negative if it lost some. ``undone`` says
    that it was taken back.
    """

    kind: EntryKind
    seat: Seat | None
    first: int
    last: int
    parts: tuple[Part, ...]
    dice: tuple[tuple[Face, ...], ...]
    losses: Mapping[Side, int]
    medals: Mapping[Side, int]
    undone: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """The events from version ``first`` to ``last`` of one turn; those before the first turn are
    turn 0.

    A turn that the game was taken back into continues in another one of the same number. ``card``
    was played in it, with the orders of ``orders_as`` if set. ``medals`` are those of each side at
    its end. ``losses`` exclude what was taken back, unless all of the turn was (``undone``).
    ``duration`` is in milliseconds, from the end of the previous turn.
    """

    number: int
    seat: Seat | None
    first: int
    last: int
    card: Card | None
    orders_as: Card | None
    medals: Mapping[Side, int]
    losses: Mapping[Side, int]
    duration: int
    undone: bool
    entries: tuple[Entry, ...]


def narrate(redacted: Sequence[RedactedEvent]) -> tuple[Turn, ...]:
    """Return a game by turns, from its first event on. Every event is in one entry of one turn."""
    taken_back = {
        version: item.event.to_version
        for version, item in enumerate(redacted, start=1)
        if isinstance(item.event, e.TakenBack)
    }
    spans = undone(len(redacted), taken_back)
    undone_versions = frozenset(
        version for first, last in spans for version in range(first, last + 1)
    )
    ends = frozenset(taken_back.values())
    turn_parts = _Writer(ends).write(redacted)
    return tuple(_turn(turn_part, redacted, undone_versions) for turn_part in turn_parts)


def last_turn_ended(redacted: Sequence[RedactedEvent], seats: frozenset[Seat]) -> int:
    """Return the version at which a turn of one of the seats last ended; 0 if none has."""
    for version in range(len(redacted), 0, -1):
        event = redacted[version - 1].event
        if isinstance(event, e.TurnEnded) and event.seat in seats:
            return version
    return 0


@dataclass(slots=True)
class _OpenEntry:
    """An entry under construction."""

    kind: EntryKind
    seat: Seat | None
    first: int
    last: int
    parts: list[Part] = field(default_factory=list)
    dice: list[tuple[Face, ...]] = field(default_factory=list)
    losses: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))
    medals: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))

    def add(self, parts: list[Part]) -> None:
        """Add clauses; units ordered or named one after the other become one clause."""
        for clause in parts:
            same = [n for n, other in enumerate(self.parts) if other.message is clause.message]
            if clause.message in _LISTS and same:
                before = self.parts[same[0]]
                units = (*_units(before), *_units(clause))
                self.parts[same[0]] = Part(clause.message, {"units": units})
            else:
                self.parts.append(clause)

    def closed(self, undone_versions: frozenset[int]) -> Entry:
        """Return the finished entry."""
        return Entry(
            self.kind,
            self.seat,
            self.first,
            self.last,
            tuple(self.parts),
            tuple(self.dice),
            self.losses,
            self.medals,
            self.first in undone_versions,
        )


@dataclass(slots=True)
class _TurnPart:
    """Consecutive entries of one turn, and the scene after the last."""

    number: int
    seat: Seat | None
    after: Scene
    entries: list[_OpenEntry] = field(default_factory=list)


class _Writer:
    """Processes the events of a game once. No entry extends over a version in ``ends``: what
    follows it was taken back."""

    def __init__(self, ends: frozenset[int]) -> None:
        self._ends = ends
        self._turn_parts: list[_TurnPart] = []
        self._scenes: list[Scene] = []

    def write(self, redacted: Sequence[RedactedEvent]) -> list[_TurnPart]:
        """Return the game in parts of turns."""
        for version, item in enumerate(redacted, start=1):
            before = self._before(item.event)
            after = self._after(before, item.event)
            self._add(version, item, before, after)
            self._scenes.append(after)
        return self._turn_parts

    def _before(self, event: e.Event) -> Scene:
        """Return the scene before an event."""
        if not self._scenes:
            if not isinstance(event, e.GameCreated):
                raise ValueError("a game's first event is its creation")
            return initial_scene(event)
        return self._scenes[-1]

    def _after(self, before: Scene, event: e.Event) -> Scene:
        if isinstance(event, e.TakenBack):
            return self._scenes[event.to_version - 1]
        return next_scene(before, event)

    def _add(self, version: int, item: RedactedEvent, before: Scene, after: Scene) -> None:
        event, role = item.event, ROLES[type(item.event)]
        if not self._turn_parts or self._turn_parts[-1].number != after.turn:
            self._turn_parts.append(_TurnPart(after.turn, after.seat, after))
        turn_part = self._turn_parts[-1]
        entry = turn_part.entries[-1] if turn_part.entries else None
        if entry is None or entry.last in self._ends or entry.kind not in role.joins:
            # The command that starts a turn is the last decision of the other seat.
            seat = after.seat if role.kind is EntryKind.TURN else item.seat
            entry = _OpenEntry(role.kind, seat, version, version)
            turn_part.entries.append(entry)
            # "It" cannot refer to another entry.
            before = before.without_focus()
            entry.add(_CLAUSES[type(event)](before, event))
        elif not role.quiet:
            entry.add(_CLAUSES[type(event)](before, event))
        entry.last, turn_part.after = version, after
        _count(entry, before, event)


def _count(entry: _OpenEntry, before: Scene, event: e.Event) -> None:
    if isinstance(event, e.Throw):
        entry.dice.append(event.faces)
    loss, gain = losses(before, event), gains(before, event)
    if loss is not None:
        entry.losses[loss[0]] += loss[1]
    if gain is not None:
        entry.medals[gain[0]] += gain[1]


def _turn(
    turn_part: _TurnPart, redacted: Sequence[RedactedEvent], taken_back: frozenset[int]
) -> Turn:
    entries = tuple(entry.closed(taken_back) for entry in turn_part.entries)
    all_undone = all(entry.undone for entry in entries)
    counted = [entry for entry in entries if all_undone or not entry.undone]
    first, last = entries[0].first, entries[-1].last
    played = turn_part.after.played
    return Turn(
        turn_part.number,
        turn_part.seat,
        first,
        last,
        played.card if played else None,
        played.orders_as if played else None,
        turn_part.after.medals,
        {side: sum(entry.losses[side] for entry in counted) for side in Side},
        redacted[last - 1].at - redacted[max(first - 2, 0)].at,
        all_undone,
        entries,
    )


def _units(clause: Part) -> tuple[Piece, ...]:
    return cast(tuple[Piece, ...], clause.parameters["units"])
