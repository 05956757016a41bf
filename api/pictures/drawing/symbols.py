"""Symbols: one SVG file each, around its center. Those of pieces are beside their other data, all
others in ``symbols/``.

Their colors are ``var(--name)``, so that a page can color them by its style sheet; in a
self-contained picture they are replaced by the colors of its theme.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import api.pieces
from api.pieces import PieceError
from api.pieces.reading import WORDS

_BODY = re.compile(r"<svg[^>]*>\s*(.*?)\s*</svg>", re.DOTALL)
_COLOR = re.compile(r"var\(--([a-z_-]+)\)")
_INDENT = re.compile(r"\n\s*")
_OF_SIDES = {"figure", "plate"}
"""Colors in the symbols of units that are replaced by those of the side."""


class Symbols:
    """The symbols that one picture uses, each defined once. ``theme`` has the colors."""

    def __init__(self, theme: Mapping[str, str]) -> None:
        self._theme = theme
        self._defined: dict[str, str] = {}

    def __contains__(self, name: str) -> bool:
        return exists(name)

    def use(self, name: str, place: str = "", **colors: str) -> str:
        """Return a reference to a symbol; ``place`` is a transform. ``colors`` replace those of the
        theme where the symbol has color names of its own."""
        known = f"{name}-{'-'.join(colors.values())}" if colors else name
        mark = known.replace("/", "-")
        if mark not in self._defined:
            self._defined[mark] = self.colored(body(name), colors)
        moved = f' transform="{place}"' if place else ""
        return f'<use href="#{mark}"{moved}/>'

    def define(self, mark: str, drawing: str) -> None:
        """Define a drawing, which may contain symbols, under an id."""
        self._defined[mark] = drawing

    def colored(self, drawing: str, colors: Mapping[str, str] | None = None) -> str:
        """Return a drawing in the colors of the theme."""
        named = colors or {}
        return _COLOR.sub(lambda found: self._theme[named.get(found[1], found[1])], drawing)

    def definitions(self) -> str:
        """The definitions of all used symbols, for the head of the picture."""
        groups = (f'<g id="{mark}">{drawn}</g>' for mark, drawn in self._defined.items())
        return f"<defs>{''.join(groups)}</defs>"


@cache
def body(name: str) -> str:
    """The content of a symbol, by its folder and name. Raises ``FileNotFoundError``."""
    drawn = _file(name).read_text(encoding="utf-8")
    found = _BODY.search(drawn)
    if found is None:
        raise ValueError(f"{name}: not a drawing")
    return _INDENT.sub("", found[1])


@cache
def exists(name: str) -> bool:
    """Whether a symbol exists."""
    return _file(name).is_file()


def check(theme: Mapping[str, str]) -> None:
    """Check that a theme has the colors of all pieces' symbols. Raises ``PieceError``."""
    wrong = []
    for name in (f"{table}/{word}" for table, words in WORDS.items() for word in words):
        try:
            named = set(_COLOR.findall(body(name))) if exists(name) else set()
        except ValueError as error:
            wrong.append(str(error))
        else:
            lacking = sorted(named - theme.keys() - _OF_SIDES)
            wrong += (f"{name}: its symbol has a color {color} of no theme" for color in lacking)
    if wrong:
        raise PieceError(wrong)


def _file(name: str) -> Traversable:
    pieces = name.partition("/")[0] in WORDS
    home = files(api.pieces) if pieces else files(__package__).joinpath("symbols")
    return home.joinpath(f"{name}.svg")
