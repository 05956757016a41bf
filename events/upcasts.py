"""Old stored events to newer ones, one step a function.

A step takes the data of ``(type, schema)`` and returns that of the next schema. Steps and the logs
that need them are never edited or removed.
"""

from collections.abc import Callable, Mapping
from typing import Any

Data = dict[str, Any]


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


def _card_played_2(data: Data) -> Data:
    """There were section cards only, which order in the sections printed on them."""
    return {**data, "orders_as": None, "section": None, "fallback": False}


UPCASTS: Mapping[tuple[str, int], Callable[[Data], Data]] = {
    ("game_created", 1): _game_created_2,
    ("card_played", 1): _card_played_2,
}


def newest(name: str, schema: int, data: Data) -> tuple[int, Data]:
    """The schema and the data that the steps from ``schema`` lead to."""
    while (step := UPCASTS.get((name, schema))) is not None:
        data = step(data)
        schema += 1
    return schema, data
