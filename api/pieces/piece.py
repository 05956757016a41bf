"""A piece of the game and the schema of its file."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from api.locales import LANGUAGES, chosen
from domain.values import EditionName, Side, Variant

_COLOR = re.compile(r"#[0-9a-f]{6}")
_SAID = ({"both"}, {str(edition) for edition in EditionName})
_THEMES = {"light", "dark", "print"}
_MANNERS = {"course", "crossing", "elite", "facing", "mirrored", "printed", "rail", "road", "water"}
_MEMBERS = {"names", "text", "variants", "told", "drawn", "colors"}
_OBJECTS = ("names", "text", "variants", "told", "colors")
_TOLD = {"units": {*Side, "kind"}, "obstacles": {"kind"}}
"""The forms of a name in timelines: a unit of a side, and one of its kind."""


class PieceError(ValueError):
    """Pieces of the game are incomplete; one line per problem names the piece."""

    def __init__(self, faults: Collection[str]) -> None:
        super().__init__("pieces are not whole:\n" + "\n".join(faults))


@dataclass(frozen=True, slots=True)
class Piece:
    """A terrain, feature, obstacle, unit or family of cards.

    ``drawn`` says what is special in drawing it: ``course``, along its water or tracks and without
    a symbol; ``crossing``, across the water; ``elite``, with that mark; ``facing``, turned with the
    board; ``mirrored``, the other way round on every other hex; ``printed``, on the half hexes
    beside it too; ``rail``, a railroad leads into it; ``road``, along its road;
    ``water``, a river flows into it. ``colors[name]`` has a color by theme, the light one for those
    that have none of their own. ``variants`` has what the rules of a variant say instead of
    ``text``, by language.
    """

    names: Mapping[str, str]
    text: Mapping[str, Mapping[str, str]]
    told: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    drawn: frozenset[str] = frozenset()
    colors: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    variants: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def name(self, wanted: str) -> str:
        """Return its name in a language."""
        return chosen(self.names, wanted)

    def by_edition(self, wanted: str) -> dict[str, str]:
        """Return its rules by edition, in a language."""
        return {
            name: chosen(self.text.get(name) or self.text["both"], wanted) for name in EditionName
        }

    def by_variant(self, wanted: str) -> dict[str, str]:
        """Return its rules by variant where they differ, in a language."""
        return {variant: chosen(said, wanted) for variant, said in self.variants.items()}


def faults(table: str, said: Any) -> Iterator[str]:
    """Yield what is wrong with the file of a piece."""
    if not isinstance(said, dict) or not all(isinstance(said.get(m, {}), dict) for m in _OBJECTS):
        yield "must be an object with the objects names and text, and may have told and colors"
        return
    if unknown := said.keys() - _MEMBERS:
        yield f"has members that nothing reads: {', '.join(sorted(unknown))}"
    names = said.get("names", {})
    if lacking := [language for language in LANGUAGES if not names.get(language)]:
        yield f"has no name in {', '.join(lacking)}"
    if unknown := names.keys() - set(LANGUAGES):
        yield f"has names in languages that are not spoken here: {', '.join(sorted(unknown))}"
    text = said.get("text", {})
    if set(text) not in _SAID or not all(map(_in_each_language, text.values())):
        yield f'has no text, neither "both" nor {", ".join(EditionName)}, each in ' + ", ".join(
            LANGUAGES
        )
    variants = said.get("variants", {})
    if not variants.keys() <= set(Variant) or not all(map(_in_each_language, variants.values())):
        yield f"has texts of variants, each in {', '.join(LANGUAGES)}"
    told, forms = said.get("told", {}), _TOLD.get(table, set())
    if told.keys() != forms or not all(map(_in_each_language, told.values())):
        yield f"must have the forms {sorted(map(str, forms))} of `told` in {', '.join(LANGUAGES)}"
    if unknown := set(said.get("drawn", ())) - _MANNERS:
        yield f"is drawn in no known manner: {', '.join(sorted(unknown))}"
    yield from _of_colors(said.get("colors", {}))


def _in_each_language(texts: Any) -> bool:
    return isinstance(texts, dict) and texts.keys() == set(LANGUAGES) and all(texts.values())


def _of_colors(colors: Mapping[str, Any]) -> Iterator[str]:
    for color, themes in colors.items():
        if "light" not in themes or not themes.keys() <= _THEMES:
            yield f"color {color} needs light, and may have dark and print"
        elif not all(map(_COLOR.fullmatch, themes.values())):
            yield f"color {color} must be written like #a3bf84"
