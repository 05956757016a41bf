"""The pieces of the game as people meet them: a file a piece, ``<table>/<word>.json``, with its
names, what the rules say about it and its colors, and beside that its symbol, ``<word>.svg``.

What a piece does stands in ``domain``, under the same word. All are read and held to the words of
the game when the service starts: what is forgotten is named there.
"""

from api.pieces.piece import Piece, PieceError
from api.pieces.reading import load, pieces

__all__ = ["Piece", "PieceError", "load", "of", "pieces"]


def of(table: str, word: str) -> Piece:
    """A piece by its table and word; cards by their family."""
    return pieces()[table][word]
