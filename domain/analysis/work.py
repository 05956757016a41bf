"""How much a computation may do, counted in steps of about a tenth of a microsecond.

A number in a game may have come from outside. Loops that grow with one say before they begin how
many steps they will take. Steps are counted and not time, so that the same request ends in the same
way on every machine, however busy it is.
"""

from collections.abc import Callable

Spend = Callable[[int], None]
"""Takes the number of steps that are about to be done; raises ``WorkLimitError`` instead of
returning where they are too many."""


class WorkLimitError(Exception):
    """A computation would take more steps than it may."""


def unlimited(_: int) -> None:
    """For whoever has the time: spends nothing and refuses nothing."""


class WorkBudget:
    """Steps that are left of a limit."""

    def __init__(self, limit: int) -> None:
        self._left = limit

    def spend(self, steps: int) -> None:
        """Take so many steps off what is left. Raises ``WorkLimitError`` when that is less."""
        if steps > self._left:
            raise WorkLimitError
        self._left -= steps
