"""Rows of the tables of pieces, by edition."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from domain.pieces.words import EditionName

K = TypeVar("K")
T = TypeVar("T")
Row = Mapping[EditionName, T]
"""The traits of a piece by edition."""


def in_both(traits: T) -> Row[T]:
    """Return a row with the same traits in both editions."""
    return dict.fromkeys(EditionName, traits)


def changed(traits: Any, **changes: Any) -> Row[Any]:
    """Return a row in which the edition of 2025 changes the named traits of 2004."""
    return {EditionName.E2004: traits, EditionName.E2025: replace(traits, **changes)}


def table(rows: Mapping[K, Row[T]], edition: EditionName) -> dict[K, T]:
    """Return the rows of one edition."""
    return {word: row[edition] for word, row in rows.items()}
