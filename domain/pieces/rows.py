"""Rows of the tables of pieces, by edition."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from domain.pieces.words import EditionName

K = TypeVar("K")
T = TypeVar("T")
Row = Mapping[EditionName, T]
"""What each edition says of a piece."""


def in_both(traits: T) -> Row[T]:
    """Both editions say the same."""
    return dict.fromkeys(EditionName, traits)


def changed(traits: Any, **since: Any) -> Row[Any]:
    """The edition of 2025 says something else than that of 2004, in the traits named."""
    return {EditionName.E2004: traits, EditionName.E2025: replace(traits, **since)}


def table(rows: Mapping[K, Row[T]], edition: EditionName) -> dict[K, T]:
    """The rows of one edition."""
    return {word: row[edition] for word, row in rows.items()}
