"""Old stored events to newer ones, one step a function.

A step takes the data of ``(type, schema)`` and returns that of the next schema. Steps and the logs
that need them are never edited or removed.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from events.log.verifier import DECKS

Data = dict[str, Any]

_COPIES = re.compile(r"(\w+) (\d)")


def _game_created_2(data: Data) -> Data:
    """Games knew neither matches nor the front, the year and the special rules of a battle: there
    was one battle, of June 1944, and it has no such rule. Pieces had nothing special either, which
    is what their fields say when they are left out."""
    battle = {
        "front": "western",
        "year": 1944,
        "air_drops": [],
        "stand_ins": [],
        "winner_when_deck_empty": None,
        "last_unit_decides": False,
    }
    return {**data, "match": None, "setup": {**data["setup"], **battle}}


def _game_created_3(data: Data) -> Data:
    """There were two decks, the sections with or without the tactic cards, two seats, one board,
    and one revision of the rules."""
    names = ("units", "features", "cards")
    same = dict.fromkeys(names, "2004")
    own = dict.fromkeys(("terrain", "obstacles", "hands", "sight", "air"), data["edition"])
    defaults = {"role": "commander", "sections": ["left", "center", "right"]}
    seats = [{"seat": seat, "side": seat, **defaults} for seat in ("allies", "axis")]
    deck = {card: int(copies) for card, copies in _COPIES.findall(DECKS[data["variant"]])}
    tables = {**same, **own}
    grid = {"columns": 13, "rows": 9, "section_lines": [7, 17]}
    setup = {**data["setup"], "grid": grid}
    since = {"deck": deck, "seats": seats, "together": False, "tables": tables, "revision": 1}
    return {**data, **since, "setup": setup}


def _card_played_2(data: Data) -> Data:
    """There were section cards only, which order in the sections printed on them."""
    return {**data, "orders_as": None, "section": None, "fallback": False}


def _first_game_created(data: Data) -> Data:
    """On the first day an objective had one hex, and a private game told the hash of its
    invitation, which follows from the seed since."""
    setup = data["setup"]
    objectives = [
        {**{name: value for name, value in one.items() if name != "hex"}, "hexes": [one["hex"]]}
        if "hex" in one
        else one
        for one in setup["objectives"]
    ]
    defaults = {name: value for name, value in data.items() if name != "invite_hash"}
    return {**defaults, "setup": {**setup, "objectives": objectives}}


UNNUMBERED: Mapping[tuple[str, int], Callable[[Data], Data]] = {
    ("game_created", 1): _first_game_created,
}
"""What a schema was before it came to be what its number stands for. Once data was kept, every
change has had a number."""

UPCASTS: Mapping[tuple[str, int], Callable[[Data], Data]] = {
    ("game_created", 1): _game_created_2,
    ("game_created", 2): _game_created_3,
    ("card_played", 1): _card_played_2,
}


def settled(name: str, schema: int, data: Data) -> Data:
    """The data of a schema as its number stands for it."""
    settle = UNNUMBERED.get((name, schema))
    return data if settle is None else settle(data)


def newest(name: str, schema: int, data: Data) -> tuple[int, Data]:
    """The schema and the data that the steps from ``schema`` lead to."""
    data = settled(name, schema, data)
    while (step := UPCASTS.get((name, schema))) is not None:
        data = step(data)
        schema += 1
    return schema, data
