"""``python -m tests.pictures.make_geometry``: write the table that other clients' geometry is held
to, ``geometry.json``, anew."""

import json
from pathlib import Path
from typing import Any

from api.pictures.drawing import geometry as g
from domain.geometry.shape import STANDARD

PRINTED, TURNED = g.Layout(STANDARD), g.Layout(STANDARD, turned=True)
TABLE = Path(__file__).with_name("geometry.json")
BESIDE = (
    (-1.0, 400.0),
    (1353.0, 400.0),
    (2.0, 2.0),
    (20.0, 150.0),
    (700.0, 841.0),
    (1350.0, 148.0),
)
"""Points beside all hexes: outside, in a corner, in printed halves."""


def table() -> dict[str, Any]:
    """Each hex with its center on the board as printed and turned, and points around it."""
    return {
        "size": [PRINTED.width, PRINTED.height],
        "corners": g.CORNERS,
        "middles": g.MIDDLES,
        "hexes": [
            {"hex": hex_, "center": PRINTED.center(hex_), "turned": TURNED.center(hex_)}
            for hex_ in PRINTED.grid.hexes
        ],
        "beside": BESIDE,
    }


def text() -> str:
    """The table, a line for each hex."""
    made = table()
    lines = [f' "{name}": {json.dumps(made[name])}' for name in ("size", "corners", "middles")]
    hexes = ",\n".join(f"  {json.dumps(one)}" for one in made["hexes"])
    lines += [f' "hexes": [\n{hexes}\n ]', f' "beside": {json.dumps(made["beside"])}']
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    TABLE.write_text(text(), encoding="utf-8")
