"""Turns and entries: where each begins and ends, and what it comes to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from domain import events as e
from domain.history import undone
from domain.narrative import agreements, battles, cards
from domain.narrative.context import Scene, gains, gone_on, losses, opened
from domain.narrative.grouping import ROLES
from domain.narrative.messages import AccountMessage, EntryKind, Part, Piece
from domain.redaction import RedactedEvent
from domain.values import Card, Face, Seat, Side

_SAID = {**cards.SAID, **battles.SAID, **agreements.SAID}
_LISTS = (AccountMessage.ORDERS, AccountMessage.ON_THE_MOVE, AccountMessage.TARGETS)


@dataclass(frozen=True, slots=True)
class Entry:
    """The events from version ``first`` to ``last``, which belong together.

    ``seat`` made the first decision in it; ``dice`` are the faces of each roll. ``losses`` are
    figures of each side, ``medals`` what each side gained, below 0 what it gave back. ``undone``
    says that it was taken back.
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
    """The events from version ``first`` to ``last`` of one turn; before the first it is turn 0.

    A turn that the game was taken back into goes on in a further one of its number. ``card`` was
    played in it, and ``orders_as`` is another whose orders it gave. ``medals`` are those of each
    side at its end. ``losses`` leave out what was taken back, unless all of the turn was
    (``undone``). ``duration`` is in milliseconds, from the end of the turn before.
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
    """A game from its first event on, told by turns. Every event is in one entry of one turn."""
    taken_back = {
        version: one.event.to_version
        for version, one in enumerate(redacted, start=1)
        if isinstance(one.event, e.TakenBack)
    }
    spans = undone(len(redacted), taken_back)
    gone = frozenset(version for first, last in spans for version in range(first, last + 1))
    ends = frozenset(taken_back.values())
    stretches = _Writer(ends).written(redacted)
    return tuple(_turn(stretch, redacted, gone) for stretch in stretches)


def last_turn_ended(redacted: Sequence[RedactedEvent], seats: frozenset[Seat]) -> int:
    """The version at which a turn of one of the seats has ended last; 0 when none has."""
    for version in range(len(redacted), 0, -1):
        event = redacted[version - 1].event
        if isinstance(event, e.TurnEnded) and event.seat in seats:
            return version
    return 0


@dataclass(slots=True)
class _Open:
    """An entry that may go on."""

    kind: EntryKind
    seat: Seat | None
    first: int
    last: int
    parts: list[Part] = field(default_factory=list)
    dice: list[tuple[Face, ...]] = field(default_factory=list)
    losses: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))
    medals: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))

    def add(self, parts: list[Part]) -> None:
        """Say more; units that are ordered or named one after the other are one clause."""
        for said in parts:
            same = [n for n, one in enumerate(self.parts) if one.message is said.message]
            if said.message in _LISTS and same:
                before = self.parts[same[0]]
                units = (*_units(before), *_units(said))
                self.parts[same[0]] = Part(said.message, {"units": units})
            else:
                self.parts.append(said)

    def closed(self, gone: frozenset[int]) -> Entry:
        """The entry as it is told."""
        return Entry(
            self.kind,
            self.seat,
            self.first,
            self.last,
            tuple(self.parts),
            tuple(self.dice),
            self.losses,
            self.medals,
            self.first in gone,
        )


@dataclass(slots=True)
class _Stretch:
    """Entries of one turn that follow each other, and the scene after the last."""

    number: int
    seat: Seat | None
    after: Scene
    entries: list[_Open] = field(default_factory=list)


class _Writer:
    """Goes through the events of a game once. No entry reaches over a version of ``ends``: what
    comes after those was taken back."""

    def __init__(self, ends: frozenset[int]) -> None:
        self._ends = ends
        self._stretches: list[_Stretch] = []
        self._scenes: list[Scene] = []

    def written(self, redacted: Sequence[RedactedEvent]) -> list[_Stretch]:
        """The game in stretches."""
        for version, one in enumerate(redacted, start=1):
            before = self._before(one.event)
            after = self._after(before, one.event)
            self._tell(version, one, before, after)
            self._scenes.append(after)
        return self._stretches

    def _before(self, event: e.Event) -> Scene:
        """The scene that an event meets."""
        if not self._scenes:
            if not isinstance(event, e.GameCreated):
                raise ValueError("a game's first event is its creation")
            return opened(event)
        return self._scenes[-1]

    def _after(self, before: Scene, event: e.Event) -> Scene:
        if isinstance(event, e.TakenBack):
            return self._scenes[event.to_version - 1]
        return gone_on(before, event)

    def _tell(self, version: int, one: RedactedEvent, before: Scene, after: Scene) -> None:
        event, role = one.event, ROLES[type(one.event)]
        if not self._stretches or self._stretches[-1].number != after.turn:
            self._stretches.append(_Stretch(after.turn, after.seat, after))
        stretch = self._stretches[-1]
        entry = stretch.entries[-1] if stretch.entries else None
        if entry is None or entry.last in self._ends or entry.kind not in role.joins:
            # A turn begins with the last decision of the other seat.
            seat = after.seat if role.kind is EntryKind.TURN else one.seat
            entry = _Open(role.kind, seat, version, version)
            stretch.entries.append(entry)
            # Nothing was spoken of yet that "it" could be.
            before = before.without_focus()
            entry.add(_SAID[type(event)](before, event))
        elif not role.quiet:
            entry.add(_SAID[type(event)](before, event))
        entry.last, stretch.after = version, after
        _count(entry, before, event)


def _count(entry: _Open, before: Scene, event: e.Event) -> None:
    """Dice, figures and medals of one event."""
    if isinstance(event, e.Throw):
        entry.dice.append(event.faces)
    lost, gained = losses(before, event), gains(before, event)
    if lost is not None:
        entry.losses[lost[0]] += lost[1]
    if gained is not None:
        entry.medals[gained[0]] += gained[1]


def _turn(stretch: _Stretch, redacted: Sequence[RedactedEvent], gone: frozenset[int]) -> Turn:
    entries = tuple(entry.closed(gone) for entry in stretch.entries)
    all_gone = all(entry.undone for entry in entries)
    counted = [entry for entry in entries if all_gone or not entry.undone]
    first, last = entries[0].first, entries[-1].last
    played = stretch.after.played
    return Turn(
        stretch.number,
        stretch.seat,
        first,
        last,
        played.card if played else None,
        played.orders_as if played else None,
        stretch.after.medals,
        {side: sum(entry.losses[side] for entry in counted) for side in Side},
        redacted[last - 1].at - redacted[max(first - 2, 0)].at,
        all_gone,
        entries,
    )


def _units(said: Part) -> tuple[Piece, ...]:
    return cast(tuple[Piece, ...], said.parameters["units"])
