"""The game itself: pure functions over frozen values. This is its door for other packages."""

from domain.decide import Decision, apply, branch, check, create, decide
from domain.evolve import Past, evolve, fold, no_past
from domain.evolve.agreements import with_clock_at
from domain.legal import legal_commands
from domain.view import view

__all__ = [
    "Decision",
    "Past",
    "apply",
    "branch",
    "check",
    "create",
    "decide",
    "evolve",
    "fold",
    "legal_commands",
    "no_past",
    "view",
    "with_clock_at",
]
