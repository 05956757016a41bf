"""Limits on the work of a computation, in steps of about a tenth of a microsecond.

Numbers in a game may come from outside. Loops that grow with them announce their steps before they
begin. Steps are counted instead of time, so that the same request ends the same way on every
machine, however busy.
"""

from collections.abc import Callable

Spend = Callable[[int], None]
"""Takes the number of steps about to be done; raises ``WorkLimitError`` beyond the budget."""


class WorkLimitError(Exception):
    """A computation would take more steps than its budget allows."""


def unlimited(_: int) -> None:
    """Accept any number of steps."""


class WorkBudget:
    """The remaining steps of a limit."""

    def __init__(self, limit: int) -> None:
        self._left = limit

    def spend(self, steps: int) -> None:
        """Subtract the steps. Raises ``WorkLimitError`` if too few are left."""
        if steps > self._left:
            raise WorkLimitError
        self._left -= steps
