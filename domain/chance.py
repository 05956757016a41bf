"""Dice and shuffles, passed into ``decide``; the rules have no randomness of their own.

In production they are derived from the game's secret seed and the index of the draw, so that the
same seed and the same commands give the same events. Events store the results: a replay draws
nothing.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Protocol

from domain.values import Card, Face

# The six sides of a battle die (2004 p. 3, 2025, Components).
DIE = (Face.INFANTRY, Face.INFANTRY, Face.ARMOR, Face.GRENADE, Face.FLAG, Face.STAR)


class Chance(Protocol):
    """A source of dice and shuffles. ``index`` numbers the draws of one game from 0."""

    def roll(self, index: int, count: int) -> tuple[Face, ...]:
        """Return ``count`` battle dice."""
        ...

    def shuffle(self, index: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return the same cards in random order; the last one is on top."""
        ...

    def numbers(self, index: int, count: int, bound: int) -> tuple[int, ...]:
        """Return ``count`` numbers from 0 to ``bound - 1``, equally likely; ``bound`` <= 256."""
        ...


class SeededChance:
    """Chance derived from a seed: anyone who learns the seed can check every draw.

    Draw ``index`` of ``game`` reads a byte stream: block ``b`` is HMAC-SHA-256 with the seed as key
    over the ASCII text ``<game>:<index>:<nonce>:<b>``. The nonce is what the acting client has
    added, if anything; the draws of a client that adds one cannot be predicted from the seed. A die
    takes one byte, rejecting 252 and above, and is that byte modulo 6 in ``DIE``; a number below a
    bound is made in the same way. A shuffle is Fisher-Yates from the last index down; each index
    reads four bytes as a big-endian number, rejecting those that would favor low indexes.

    If the nonce is None, the text is ``<game>:<index>:<b>``, as in the earliest games.
    """

    def __init__(self, seed: bytes, game: str, nonce: str | None = "") -> None:
        self._seed = seed
        self._game = game
        self._nonce = "" if nonce is None else f":{nonce}"

    def roll(self, index: int, count: int) -> tuple[Face, ...]:
        """Return ``count`` battle dice of draw ``index``."""
        return tuple(DIE[number] for number in self.numbers(index, count, len(DIE)))

    def numbers(self, index: int, count: int, bound: int) -> tuple[int, ...]:
        """Return ``count`` numbers below ``bound`` of draw ``index``."""
        stream = self._bytes(index)
        return tuple(_below(bound, stream, width=1) for _ in range(count))

    def shuffle(self, index: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return ``cards`` in the order of draw ``index``. They are sorted first, so that their
        previous order does not matter."""
        stream = self._bytes(index)
        order = sorted(cards)
        for i in range(len(order) - 1, 0, -1):
            j = _below(i + 1, stream, width=4)
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    def _bytes(self, index: int) -> Iterator[int]:
        block = 0
        while True:
            text = f"{self._game}:{index}{self._nonce}:{block}".encode("ascii")
            yield from hmac.digest(self._seed, text, hashlib.sha256)
            block += 1


class NoChance:
    """Chance for dry runs: its draws depend on no secret of a game, and no one sees the outcome."""

    def roll(self, index: int, count: int) -> tuple[Face, ...]:
        """Return the same face ``count`` times."""
        return (DIE[0],) * count

    def shuffle(self, index: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return the cards sorted by name."""
        return tuple(sorted(cards))

    def numbers(self, index: int, count: int, bound: int) -> tuple[int, ...]:
        """Return zeros."""
        return (0,) * count


def _below(bound: int, stream: Iterator[int], width: int) -> int:
    """Return a number from 0 to ``bound - 1``, each equally likely, from ``width``-byte chunks."""
    span = 256**width
    limit = span - span % bound
    while True:
        value = 0
        for _ in range(width):
            value = value * 256 + next(stream)
        if value < limit:
            return value % bound


def commitment(seed: bytes) -> str:
    """Return the commitment to a seed that is published before the game: its SHA-256, in hex."""
    return hashlib.sha256(seed).hexdigest()
