"""What a drawing consists of, whoever made it: flat, in order, with all references followed."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree as Xml

from api.pictures.drawing.themes import LIGHT

SVG = "{http://www.w3.org/2000/svg}"
HREF = "href"
NAMED = re.compile(r"var\(--board-([a-z_-]+)\)")
LEFT_OUT = re.compile(r"^(data-|class$|id$|role$|aria-|lang$)")
Drawn = tuple[str, str, tuple[tuple[str, str], ...]]
"""A shape: its tag, where it lies, and its attributes with those that it has from around it."""


def board_of(svg: str) -> list[Drawn]:
    """The shapes of the board of a picture, from the ground up; its border and what is said in that
    left out."""
    root = Xml.fromstring(svg)
    board = next(child for child in root if child.tag == f"{SVG}g")
    return list(flat(board, _by_id(root), "", {}))


def border_of(svg: str) -> list[Drawn]:
    """The marks in both strips of the border, without the letters."""
    root = Xml.fromstring(svg)
    strips = [child for child in root if child.tag == f"{SVG}g"][1:]
    shapes = [
        shape for strip in strips for shape in flat(strip, _by_id(root), "", {}, letters=False)
    ]
    return sorted(shapes)


def account_of(svg: str) -> list[str | None]:
    """The title and the description."""
    return [
        child.text for child in Xml.fromstring(svg) if child.tag in (f"{SVG}title", f"{SVG}desc")
    ]


def flat(
    element: Xml.Element,
    known: dict[str, Xml.Element],
    place: str,
    around: dict[str, str],
    *,
    letters: bool = True,
) -> Iterator[Drawn]:
    """The shapes of an element, which lies at a place."""
    values = {name: _colored(value) for name, value in element.attrib.items()}
    place = f"{place} {values.pop('transform', '')}".strip()
    href = values.pop(HREF, None)
    if not letters and "data-text" in values:
        return
    values = around | {name: value for name, value in values.items() if not LEFT_OUT.match(name)}
    inside = [known[href.removeprefix("#")]] if href else list(element)
    tag = element.tag.removeprefix(SVG)
    if tag not in ("g", "use"):
        yield tag, place, tuple(sorted(values.items()))
    for child in inside:
        if letters or href or child.tag != f"{SVG}path":
            yield from flat(child, known, place, values, letters=letters or href is not None)


def _by_id(root: Xml.Element) -> dict[str, Xml.Element]:
    return {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}


def _colored(value: str) -> str:
    return NAMED.sub(lambda found: LIGHT[found[1]], value)
