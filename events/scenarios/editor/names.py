"""The names in editor files, and what they mean to the service."""

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

_TABLES: dict[str, Any] = json.loads(
    files(__package__).joinpath("names.json").read_text(encoding="utf-8")
)
_PLAIN = "plain"
_SKINS = "wdp"
"""Prefixes of names of tiles: winter, desert and Pacific art."""


@dataclass(frozen=True, slots=True)
class TileName:
    """A tile: the word for its terrain, supported or not, and the shape of its piece."""

    terrain: str
    piece: str | None


TILES = {
    name: TileName(terrain, None if piece == _PLAIN else piece)
    for terrain, pieces in _TABLES["terrain"].items()
    for piece, names in pieces.items()
    for name in names
}
BEHAVIORS: dict[str, dict[str, Any]] = _TABLES["terrain_behaviors"]
"""Behaviors of tiles: another terrain (``is``), or features."""
OPEN_GROUND = frozenset(_TABLES["open_ground"])
"""Terrain that is open ground to land units."""
PIECES: dict[str, str] = {name: kind for kind, all_ in _TABLES["pieces"].items() for name in all_}
SCENERY = frozenset(_TABLES["scenery"])
UNIT_PIECES: dict[str, str] = _TABLES["unit_pieces"]
"""Pieces that are units of the side at the bottom, to their kinds."""
SIDES: dict[str, str] = _TABLES["sides"]
"""Sets of figures, by the suffix of a unit's name, to their side."""
NATIONS: dict[str, str] = _TABLES["nations"]
"""Sets of figures of one nation, to that nation."""
BADGES: dict[str, str] = _TABLES["badges"]
"""Badges to the kind of unit; empty for those that only name the troops."""
BADGES_OF: dict[str, str] = _TABLES["badges_of"]
"""Badges to nations."""
NIGHT_SIDE: str = _TABLES["night_side"]
"""The side in whose turns visibility is rolled, if a file does not say so."""
MEDALS: dict[str, str] = _TABLES["medals"]
"""Medals to their sides; all others are of the Axis."""


def known(name: str, table: dict[str, Any]) -> str | None:
    """The key of a name in a table, without the prefix of its art if need be; None if absent."""
    name = name.lower()
    if name in table:
        return name
    bare = name[1:] if name[:1] in _SKINS else ""
    return bare if bare in table else None
