"""The options of an editor's file that are special rules here."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.values import Side
from events.scenarios.editor_board import BoardReader, move_limit
from events.scenarios.plain import members, number, truth, word

Document = dict[str, Any]
_SIDES = frozenset(Side)
_BOMBARD = "AIR_POWER_AS_ARTILLERY_BOMBARD_DECK"

Option = Callable[[BoardReader, object], list[Document]]


def rules_of(name: str, board: BoardReader, value: object) -> list[Document]:
    """The special rules that an option comes to; none where it is not known here."""
    read = _OPTIONS.get(name.lower())
    return [] if read is None else read(board, value)


def is_known(name: str) -> bool:
    """Whether an option is known here, whatever it says."""
    return name.lower() in _OPTIONS


def changed(name: str) -> str | None:
    """How an option is played that does not say everything; None where it does."""
    return _CHANGED.get(name.lower())


def _strike(side: str, hexes: list[list[int]], dice: int) -> Document:
    """A side may play a Recon of one section as Air Power."""
    params = {
        "side": side,
        "cards": ["recon"],
        "as": "air_power",
        "hexes": hexes,
        "dice": dice,
        "max_targets": 4,
        "same_section": True,
    }
    return {"id": "card_stands_in", "params": params}


def _hill_317(board: BoardReader, value: object) -> list[Document]:
    hexes = board.group(value)
    return [_strike("allies", hexes, 2)] if hexes else []


def _air_strikes(_board: BoardReader, value: object) -> list[Document]:
    side = word(value).lower()
    return [_strike(side, [], 0)] if side in _SIDES else []


def _blitz(_board: BoardReader, value: object) -> list[Document]:
    return [move_limit("allies"), _strike("axis", [], 0)] if truth(value) else []


def _slow_armor(_board: BoardReader, value: object) -> list[Document]:
    said = word(value).lower()
    return [move_limit(side.value) for side in Side if said in (side, "all", "both")]


def _deck_name(_board: BoardReader, value: object) -> list[Document]:
    if word(value) != _BOMBARD:
        return []
    params = {"card": "air_power", "by": "artillery_bombard"}
    return [{"id": "card_replaced", "params": params}]


def _air_drop(board: BoardReader, value: object) -> list[Document]:
    said = members(value)
    unit = board.unit_of(members(said.get("unit")).get("name"))
    side = word(said.get("side")).lower()
    count, scatter = number(said.get("nbr_units"), 1, 12), number(said.get("range"), 0, 12)
    known = {"side", "range", "nbr_units", "center", "unit"}
    if (
        unit is None
        or side not in _SIDES
        or count is None
        or scatter is None
        or said.keys() - known
    ):
        return []
    if unit.kind not in ("infantry", "armor", "artillery"):
        return []
    params = {
        "side": side,
        "type": unit.kind,
        "units": count,
        "figures": unit.figures,
        "scatter": scatter,
    }
    return [{"id": "air_drop", "params": params}]


def _deck_reshuffling(_board: BoardReader, value: object) -> list[Document]:
    if truth(value):
        return []
    return [{"id": "no_reshuffle", "params": {"winner": Side.AXIS.value}}]


_OPTIONS: Mapping[str, Option] = {
    "hill317": _hill_317,
    "airdrop": _air_drop,
    "deck_reshuffling": _deck_reshuffling,
    "air_strikes_rules": _air_strikes,
    "blitz_rules": _blitz,
    "partial_blitz_rules": _slow_armor,
    "deck_name": _deck_name,
}
_CHANGED = {
    "deck_reshuffling": "The file does not say who wins when the deck is empty: the Axis do.",
}
