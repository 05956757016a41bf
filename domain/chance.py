"""Dice and shuffles: handed into ``decide``, never thrown by the rules themselves.

In production they follow from the game's secret seed and the index of the draw, so that the same
seed and the same commands give the same events. The results stand in the events: replay reads
them and throws nothing.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Protocol

from domain.values import Card, Face

# Six sides of a battle die: two infantry, one each of the others (2004 p. 3, 2025, Components).
DIE = (Face.INFANTRY, Face.INFANTRY, Face.ARMOR, Face.GRENADE, Face.FLAG, Face.STAR)


class Chance(Protocol):
    """Where dice and shuffles come from. ``index`` numbers the draws of one game from 0."""

    def roll(self, index: int, count: int) -> tuple[Face, ...]:
        """``count`` battle dice."""
        ...

    def shuffle(self, index: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The same cards in a random order; the last one is on top."""
        ...

    def numbers(self, index: int, count: int, bound: int) -> tuple[int, ...]:
        """``count`` numbers from 0 to ``bound - 1``, each equally likely; ``bound`` is at most
        256."""
        ...


class SeededChance:
    """Chance that follows from a seed: anyone who learns the seed can check every draw.

    Draw ``index`` of ``game`` reads a byte stream: block ``b`` is HMAC-SHA-256 with the seed as key
    over the ASCII text ``<game>:<index>:<nonce>:<b>``, where the nonce is what the acting client
    has added, if anything: whoever knows the seed cannot foretell the draws of a client that does.
    A die takes one byte, rejecting 252 and above, and is that byte modulo 6 in ``DIE``; a number
    below a bound is made in the same way. A shuffle
    is Fisher-Yates from the last place down; each place reads four bytes as a big-endian number,
    rejecting what would favor low places.

    With None for a nonce it is over ``<game>:<index>:<b>``, as in the games of the first day.
    """

    def __init__(self, seed: bytes, game: str, nonce: str | None = "") -> None:
        self._seed = seed
        self._game = game
        self._nonce = "" if nonce is None else f":{nonce}"

    def roll(self, index: int, count: int) -> tuple[Face, ...]:
        """``count`` battle dice of draw ``index``."""
        return tuple(DIE[number] for number in self.numbers(index, count, len(DIE)))

    def numbers(self, index: int, count: int, bound: int) -> tuple[int, ...]:
        """``count`` numbers below ``bound`` of draw ``index``."""
        stream = self._bytes(index)
        return tuple(_below(bound, stream, width=1) for _ in range(count))

    def shuffle(self, index: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """``cards`` in the order of draw ``index``; they are sorted first, so that only which
        cards there are matters and not how they lay before."""
        stream = self._bytes(index)
        order = sorted(cards)
        for place in range(len(order) - 1, 0, -1):
            other = _below(place + 1, stream, width=4)
            order[place], order[other] = order[other], order[place]
        return tuple(order)

    def _bytes(self, index: int) -> Iterator[int]:
        block = 0
        while True:
            text = f"{self._game}:{index}{self._nonce}:{block}".encode("ascii")
            yield from hmac.digest(self._seed, text, hashlib.sha256)
            block += 1


class NoChance:
    """For a decision that is only tried: its draws depend on nothing that a game keeps secret, and
    nobody is to see what comes of them."""

    def roll(self, index: int, count: int) -> tuple[Face, ...]:
        """Always the same face."""
        return (DIE[0],) * count

    def shuffle(self, index: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards by name."""
        return tuple(sorted(cards))

    def numbers(self, index: int, count: int, bound: int) -> tuple[int, ...]:
        """Always 0."""
        return (0,) * count


def _below(bound: int, stream: Iterator[int], width: int) -> int:
    """A number from 0 to ``bound - 1``, each equally likely, from ``width``-byte pieces."""
    span = 256**width
    limit = span - span % bound
    while True:
        value = 0
        for _ in range(width):
            value = value * 256 + next(stream)
        if value < limit:
            return value % bound


def commitment(seed: bytes) -> str:
    """What is published of a seed before the game: its SHA-256, in hex."""
    return hashlib.sha256(seed).hexdigest()
