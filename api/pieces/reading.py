"""Reads all pieces, and checks them against the words and rulebooks of the game."""

import json
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from api.pieces.piece import Piece, PieceError, faults
from domain.editions import EDITIONS
from domain.pieces.cards import family
from domain.values import Card, Feature, ObstacleKind, TerrainKind, UnitKind

Tables = Mapping[str, Mapping[str, Piece]]
WORDS: Mapping[str, Collection[str]] = {
    "units": tuple(UnitKind),
    "terrain": tuple(TerrainKind),
    "features": tuple(Feature),
    "obstacles": tuple(ObstacleKind),
    "cards": tuple(dict.fromkeys(map(family, Card))),
}
"""The tables of pieces with their words. Cards that differ only in section are one piece."""
_WITHOUT_SYMBOL = ("cards",)


def load(folder: Traversable, words: Mapping[str, Collection[str]] = WORDS) -> Tables:
    """Read the pieces in a folder. Raises ``PieceError`` with everything missing or wrong."""
    wrong: list[str] = []
    tables: dict[str, dict[str, Piece]] = {}
    colors: dict[str, str] = {}
    for table, known in words.items():
        place = folder.joinpath(table)
        tables[table] = {}
        there = {file.name for file in place.iterdir()} if place.is_dir() else set()
        wanted = {f"{word}.{ending}" for word in known for ending in ("json", "svg")}
        wrong += (f"{table}/{name}: is of no piece" for name in sorted(there - wanted))
        wrong += (f"{table}/{word}: {lack}" for word, lack in _without_row(table, known))
        for word in known:
            said, lacks = _read(place.joinpath(f"{word}.json"), table)
            if not lacks:
                piece = _piece(said)
                tables[table][word] = piece
                lacks += _undrawn(table, word, piece, there)
                lacks += (
                    f"color {color} is that of {colors[color]}"
                    for color in piece.colors
                    if color in colors
                )
                colors |= dict.fromkeys(piece.colors, f"{table}/{word}")
            wrong += (f"{table}/{word}: {lack}" for lack in lacks)
    if wrong:
        raise PieceError(wrong)
    return tables


@cache
def pieces() -> Tables:
    """Return the pieces of this service, by table and word."""
    return load(files(__package__))


def _read(file: Traversable, table: str) -> tuple[Any, list[str]]:
    if not file.is_file():
        return None, [f"{file.name} is missing"]
    try:
        said = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        return None, [f"{file.name} is no JSON: {error}"]
    return said, [*faults(table, said)]


def _piece(said: Any) -> Piece:
    colors = {
        color: {theme: themes.get(theme, themes["light"]) for theme in ("light", "dark", "print")}
        for color, themes in said.get("colors", {}).items()
    }
    return Piece(
        said["names"],
        said["text"],
        said.get("told", {}),
        frozenset(said.get("drawn", ())),
        colors,
        said.get("variants", {}),
    )


def _undrawn(table: str, word: str, piece: Piece, there: Collection[str]) -> Iterator[str]:
    if table == "terrain" and word not in piece.colors:
        yield f"has no color {word}, which its hexes have"
    drawn = table not in _WITHOUT_SYMBOL and "course" not in piece.drawn
    if drawn and f"{word}.svg" not in there:
        yield f"{word}.svg is missing"


def _without_row(table: str, known: Collection[str]) -> Iterator[tuple[str, str]]:
    for name, book in EDITIONS.items():
        rows = {family(card) for card in book.cards} if table == "cards" else getattr(book, table)
        yield from (
            (word, f"has no row in the rulebook of {name}") for word in set(known) - {*rows}
        )
