"""Files of the official scenario editor: the battles of the base game, and damaged ones."""

import copy
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

from domain.setup import Objective
from events.scenarios.editor import MEDIA_TYPE
from events.scenarios.reading import Reading, read

FILES = sorted((Path(__file__).parent.parent / "data" / "editor_files").glob("*.m44"))
BATTLES = tuple(path.stem for path in FILES)
_ODD: tuple[Any, ...] = (None, True, -1, 10**12, 0.5, "", "x" * 300, [], {}, [[]], {"item": [{}]})


def of_battle(slug: str) -> bytes:
    """A battle's file."""
    return next(path for path in FILES if path.stem == slug).read_bytes()


def damaged(number: int) -> bytes:
    """One of the files with a few values or bytes that are not as they were; the same for the same
    number."""
    dice = random.Random(number)
    content = dice.choice(FILES).read_bytes()
    if dice.random() < 0.2:
        cut = bytearray(content)
        for _ in range(dice.randint(1, 6)):
            cut[dice.randrange(len(cut))] = dice.randrange(256)
        return bytes(cut)
    whole = json.loads(content)
    for _ in range(dice.randint(1, 12)):
        _damage(whole, dice)
    return json.dumps(whole).encode()


def _damage(whole: Any, dice: random.Random) -> None:
    """Change, drop, repeat or rename one member somewhere within."""
    part: Any = whole
    while True:
        names = list(part) if isinstance(part, dict) else list(range(len(part)))
        if not names:
            return
        name = dice.choice(names)
        below = part[name]
        if not isinstance(below, dict | list) or dice.random() < 0.1:
            break
        part = below
    match dice.randrange(5):
        case 0:
            part[name] = copy.deepcopy(dice.choice(_ODD))
        case 1:
            del part[name]
        case 2 if isinstance(part, list):
            part.append(below)
        case 3 if isinstance(part, dict):
            part[f"{name}_2"] = part.pop(name)
        case _:
            part[name] = str(below).swapcase()


def reading(content: bytes) -> Reading:
    """What an editor file is read as."""
    return read(content, MEDIA_TYPE)


def changed(slug: str, **parts: Any) -> Reading:
    """A battle's file with other parts of a hex at the top left."""
    whole = json.loads(of_battle(slug))
    hexes = [one for one in whole["board"]["hexagons"] if (one["row"], one["col"]) != (0, 0)]
    whole["board"]["hexagons"] = [*hexes, {"row": 0, "col": 0, **parts}]
    return reading(json.dumps(whole).encode())


def in_play(value: Any) -> Any:
    """A part of a set-up without names and art, in no order."""
    if not isinstance(value, tuple):
        return value
    plain = [replace(one, label="", id="") if isinstance(one, Objective) else one for one in value]
    turned = [replace(one, turn=None) if hasattr(one, "turn") else one for one in plain]
    return sorted(map(repr, turned))
