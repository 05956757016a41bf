"""The timeline in words: the clauses of an entry as one line in the reader's language.

The texts are in ``locales/account.json``. A placeholder is the name of a parameter; a unit has a
``name`` and a ``hex``. A text that depends on a number has a form for each plural category.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from api import locales, pieces
from api.pictures.scene import titles
from domain.geometry.hexes import label
from domain.narrative.messages import AccountMessage, Part, Piece
from domain.pieces.cards import family, section_of
from domain.seating import Table
from domain.values import Role, Side

_RESULT = AccountMessage.ROLLED
"""Results of dice follow a colon, all other clauses a semicolon."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """A unit as texts name it."""

    name: str
    hex: str


class TimelineRenderer:
    """Says things in one language; of the seats of a table that carry cards out for others, their
    sections, too."""

    def __init__(self, language: str, table: Table | None = None) -> None:
        self._language = language
        self._sections = {
            str(place.seat): place.sections
            for place in (() if table is None else table.places)
            if place.role in (Role.FIELD_GENERAL, Role.SECTION_COMMANDER)
        }
        self._shapes: dict[str, Callable[[Any], object]] = {
            "unit": self._unit,
            "target": self._unit,
            "units": self._units,
            "hex": label,
            "card": self._card,
            "orders_as": self._card,
            "cards": lambda cards: self._list(map(self._card, cards)),
            "scenario": self._scenario,
            "seat": self._seat,
            "seats": lambda seats: self._list(map(self._seat, seats)),
            "side": lambda side: self._word("sides", side),
            "section": lambda section: self._word("sections", section),
            "faces": lambda faces: self._list(self._word("faces", face) for face in faces),
            "results": lambda found: self._list(self._word("results", one) for one in found),
            "obstacle": lambda kind: self._form("obstacles", kind, "kind"),
            "reason": lambda reason: self._word("reasons", reason),
        }

    def line(self, parts: Sequence[Part]) -> str:
        """Return the clauses as one line, capitalized."""
        said = self._clause(parts[0])
        for part in parts[1:]:
            kind = "result" if part.message is _RESULT else "and"
            said += self._word("separators", kind) + self._clause(part)
        return said[:1].upper() + said[1:]

    def _clause(self, part: Part) -> str:
        template = locales.narrative_text("messages", part.message, self._language)
        if isinstance(template, dict):
            template = template[locales.plural(self._language, part.parameters["count"])]
        return str(template.format_map(_Lookup(part, self._shapes)))

    def _word(self, table: str, word: str) -> str:
        return str(locales.narrative_text(table, word, self._language))

    def _seat(self, seat: str) -> str:
        name = self._word("sides" if seat in set(Side) else "seats", seat)
        sections = self._list(self._word("sections", one) for one in self._sections.get(seat, ()))
        return f"{name} ({sections})" if sections else name

    def _form(self, table: str, word: str, form: str) -> str:
        return pieces.of(table, word).told[form][self._language]

    def _list(self, words: Any) -> str:
        return self._word("separators", "list").join(words)

    def _unit(self, unit: Piece) -> _Unit:
        return _Unit(self._form("units", unit.kind, unit.side), label(unit.hex))

    def _units(self, units: Sequence[Piece]) -> str:
        return self._list(
            f"{self._form('units', one.kind, 'kind')} {label(one.hex)}" for one in units
        )

    def _card(self, card: Any) -> str:
        name, section = pieces.of("cards", family(card)).name(self._language), section_of(card)
        return name if section is None else f"{name} ({self._word('sections', section)})"

    def _scenario(self, slug: str) -> str:
        return locales.chosen(dict(titles(slug)), self._language)


class _Lookup(dict[str, object]):
    """The parameters of a message in words, evaluated lazily."""

    def __init__(self, part: Part, shapes: dict[str, Callable[[Any], object]]) -> None:
        super().__init__()
        self._part = part
        self._shapes = shapes

    def __missing__(self, name: str) -> object:
        return self._shapes.get(name, str)(self._part.parameters[name])
