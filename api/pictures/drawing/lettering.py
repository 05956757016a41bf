"""Letters as strokes: a picture needs no font, and looks the same everywhere.

``letters.json`` has the width and the strokes of each character, capitals 10 high; lower case is
drawn as capitals. Accents are strokes of their own above their letter.
"""

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from api.pictures.drawing.svg import number
from api.pictures.drawing.symbols import Symbols

CAP = 10.0
_GAP = 2.6
_SPACE = 3.8
_STEP = re.compile(r"([MLQZ])([^MLQZ]*)")
_WRITTEN_AS = {
    "Œ": "OE",
    "Æ": "AE",
    "Ø": "O",
    "ẞ": "SS",
    "\u2019": "'",
    "\u2013": "-",
    "\u2014": "-",
}
_UNKNOWN = "□"


@dataclass(frozen=True, slots=True)
class Sign:
    """A letter or accent: its width, and its strokes as path data from its upper left corner."""

    width: float
    strokes: str


def width(text: str, cap: float) -> float:
    """The width of a line of text with capitals of a height."""
    return _measure(_split(text)) * cap / CAP


def strokes(text: str, x: float, y: float, cap: float, *, anchor: float = 0.5) -> str:
    """The path of a line of text on the baseline ``y``. ``anchor`` is the part of the line at
    ``x``: 0 its start, 0.5 its middle, 1 its end."""
    scale = cap / CAP
    signs = _split(text)
    at = x - _measure(signs) * scale * anchor
    found = []
    for sign, accents in signs:
        if sign is not None:
            found.append(_placed(sign.strokes, at, y - cap, scale))
            middle = at + sign.width * scale / 2
            found += [_placed(accent.strokes, middle, y - cap, scale) for accent in accents]
        at += (_SPACE if sign is None else sign.width) * scale + _GAP * scale
    return "".join(found)


class Pen:
    """Writes lines of text into one picture."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols

    def write(
        self,
        text: str,
        point: tuple[float, float],
        cap: float,
        color: str = "ink",
        halo: str = "halo",
        anchor: float = 0.5,
    ) -> str:
        """Draw a line of text with its baseline at ``point``, in a color of the theme. A ``halo``
        keeps it legible on any ground."""
        path = strokes(text, *point, cap, anchor=anchor)
        drawn = _outlined(path, color, cap * 0.15, 1)
        return self._symbols.colored(_outlined(path, halo, cap * 0.5, 0.85) + drawn)


def _outlined(path: str, color: str, thick: float, opacity: float) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="var(--{color})" stroke-width="{number(thick)}" '
        f'stroke-opacity="{opacity}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _measure(signs: list[tuple[Sign | None, list[Sign]]]) -> float:
    widths = [_SPACE if sign is None else sign.width for sign, _ in signs]
    return sum(widths) + _GAP * (len(widths) - 1)


def _split(text: str) -> list[tuple[Sign | None, list[Sign]]]:
    """The characters of a line with their accents; None is a space."""
    known = letters()
    found: list[tuple[Sign | None, list[Sign]]] = []
    spelled = "".join(_WRITTEN_AS.get(sign, sign) for sign in text.upper())
    for sign in unicodedata.normalize("NFD", spelled):
        if unicodedata.combining(sign):
            if found and sign in known:
                found[-1][1].append(known[sign])
        else:
            found.append((None if sign.isspace() else known.get(sign, known[_UNKNOWN]), []))
    return found


def _placed(path: str, x: float, y: float, scale: float) -> str:
    def moved(step: re.Match[str]) -> str:
        pairs = zip(*[iter(map(float, step[2].split()))] * 2, strict=True)
        spots = (f"{number(x + a * scale)} {number(y + b * scale)}" for a, b in pairs)
        return step[1] + " ".join(spots)

    return _STEP.sub(moved, path)


@cache
def letters() -> Mapping[str, Sign]:
    """All characters that can be drawn."""
    text = files(__package__).joinpath("letters.json").read_text(encoding="utf-8")
    return {sign: Sign(*drawn) for sign, drawn in json.loads(text).items()}
