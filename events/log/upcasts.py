"""Upcasts: convert stored events of older schemas, one function per step.

An upcast takes the data of ``(type, schema)`` and returns that of the next schema. Upcasts and the
logs that need them are never edited or removed.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from events.log.verifier import DECKS

Data = dict[str, Any]

_COPIES = re.compile(r"(\w+) (\d)")


def _game_created_2(data: Data) -> Data:
    """Schema 1 had no match, and no front, year and special rules of the scenario: there was one
    scenario, of June 1944, without such rules. New fields of its pieces keep their defaults."""
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
    """Schema 2 had two decks (section cards with or without tactic cards), two seats, one board and
    one revision of the rules."""
    names = ("units", "features", "cards")
    shared = dict.fromkeys(names, "2004")
    by_edition = dict.fromkeys(("terrain", "obstacles", "hands", "sight", "air"), data["edition"])
    defaults = {"role": "commander", "sections": ["left", "center", "right"]}
    seats = [{"seat": seat, "side": seat, **defaults} for seat in ("allies", "axis")]
    deck = {card: int(copies) for card, copies in _COPIES.findall(DECKS[data["variant"]])}
    tables = {**shared, **by_edition}
    grid = {"columns": 13, "rows": 9, "section_lines": [7, 17]}
    setup = {**data["setup"], "grid": grid}
    added = {"deck": deck, "seats": seats, "together": False, "tables": tables, "revision": 1}
    return {**data, **added, "setup": setup}


def _card_played_2(data: Data) -> Data:
    """Schema 1 had section cards only, which order units in the sections printed on them."""
    return {**data, "orders_as": None, "section": None, "fallback": False}


def _first_game_created(data: Data) -> Data:
    """In the first release an objective had one hex, and a private game stored the hash of its
    invitation, which is derived from the seed now."""
    setup = data["setup"]
    objectives = [
        {
            **{name: value for name, value in objective.items() if name != "hex"},
            "hexes": [objective["hex"]],
        }
        if "hex" in objective
        else objective
        for objective in setup["objectives"]
    ]
    kept = {name: value for name, value in data.items() if name != "invite_hash"}
    return {**kept, "setup": {**setup, "objectives": objectives}}


UNNUMBERED: Mapping[tuple[str, int], Callable[[Data], Data]] = {
    ("game_created", 1): _first_game_created,
}
"""Changes of a schema that did not get a number of their own: they predate the first release whose
data had to be readable."""

UPCASTS: Mapping[tuple[str, int], Callable[[Data], Data]] = {
    ("game_created", 1): _game_created_2,
    ("game_created", 2): _game_created_3,
    ("card_played", 1): _card_played_2,
}


def settled(name: str, schema: int, data: Data) -> Data:
    """Convert unnumbered early data to the schema of its number."""
    settle = UNNUMBERED.get((name, schema))
    return data if settle is None else settle(data)


def newest(name: str, schema: int, data: Data) -> tuple[int, Data]:
    """Apply all upcasts from ``schema`` on; return the newest schema and its data."""
    data = settled(name, schema, data)
    while (upcast := UPCASTS.get((name, schema))) is not None:
        data = upcast(data)
        schema += 1
    return schema, data
