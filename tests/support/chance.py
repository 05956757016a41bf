"""Chance by script: the dice that a test names, and shuffles that change nothing."""

from collections.abc import Sequence

from domain.values import Card, Face


def faces(words: str) -> tuple[Face, ...]:
    """Die faces by their names: ``"star star flag"``."""
    return tuple(map(Face, words.split()))


class Script:
    """Rolls the dice it was given, in order. A shuffle keeps the order of the cards, except that
    the cards named ``on_top`` lie on top, the first of them topmost."""

    def __init__(
        self, dice: str = "", on_top: Sequence[Card] = (), drifts: Sequence[int] = ()
    ) -> None:
        self.left = list(faces(dice))
        self.drifts = list(drifts)
        self._on_top = on_top

    def roll(self, index: int, count: int) -> tuple[Face, ...]:
        """The next ``count`` dice of the script."""
        if count > len(self.left):
            raise AssertionError(f"{count} dice are thrown, the script has {len(self.left)} left")
        thrown, self.left = self.left[:count], self.left[count:]
        return tuple(thrown)

    def numbers(self, index: int, count: int, bound: int) -> tuple[int, ...]:
        """The next numbers of the script."""
        if count > len(self.drifts):
            raise AssertionError(f"{count} numbers are drawn, {len(self.drifts)} are left")
        drawn, self.drifts = self.drifts[:count], self.drifts[count:]
        return tuple(drawn)

    def shuffle(self, index: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards as they lay, but for those that the script wants on top."""
        rest = list(cards)
        for card in self._on_top:
            rest.remove(card)
        return (*rest, *reversed(self._on_top))
