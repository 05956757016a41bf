"""The names in files of the official editor, and what they are here."""

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

_TABLES: dict[str, Any] = json.loads(
    files(__package__).joinpath("names.json").read_text(encoding="utf-8")
)
_PLAIN = "plain"
_SKINS = "wdp"
"""Winter, desert and Pacific art of a tile stand before its name."""


@dataclass(frozen=True, slots=True)
class TileName:
    """A tile: the word for its terrain, known to the rules or not, and the shape of its piece."""

    terrain: str
    piece: str | None


TILES = {
    name: TileName(terrain, None if piece == _PLAIN else piece)
    for terrain, pieces in _TABLES["terrain"].items()
    for piece, names in pieces.items()
    for name in names
}
BEHAVIORS: dict[str, dict[str, Any]] = _TABLES["terrain_behaviors"]
"""What a tile's behavior says: another terrain (``is``), or features."""
OPEN_GROUND = frozenset(_TABLES["open_ground"])
"""Terrain that is open ground to all who fight on land."""
PIECES: dict[str, str] = {name: kind for kind, all_ in _TABLES["pieces"].items() for name in all_}
SCENERY = frozenset(_TABLES["scenery"])
UNIT_PIECES: dict[str, str] = _TABLES["unit_pieces"]
"""Pieces that are units of who sits at the bottom, and their kinds."""
SIDES: dict[str, str] = _TABLES["sides"]
"""Sets of figures, by the end of a unit's name, to their side."""
NATIONS: dict[str, str] = _TABLES["nations"]
"""Sets of figures that are one nation's alone."""
BADGES: dict[str, str] = _TABLES["badges"]
"""Badges to the kind of unit they make; nothing where they only say who the troops are."""
BADGES_OF: dict[str, str] = _TABLES["badges_of"]
"""Badges that tell a nation."""
NIGHT_SIDE: str = _TABLES["night_side"]
"""In whose turns it is rolled for how far units see, where a file does not tell."""
MEDALS: dict[str, str] = _TABLES["medals"]
"""Medals to whose they are; all others are the Axis'."""


def known(name: str, table: dict[str, Any]) -> str | None:
    """The name under which a table has something, with or without the mark of its art."""
    name = name.lower()
    if name in table:
        return name
    bare = name[1:] if name[:1] in _SKINS else ""
    return bare if bare in table else None
