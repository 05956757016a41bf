"""Files of the official scenario editor: the battles of the base game, and damaged ones."""

import copy
import json
import random
from pathlib import Path
from typing import Any

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
