"""The game itself: pure functions over frozen values. This is its door for other packages."""

from domain.decide import create, decide
from domain.evolve import evolve, fold
from domain.legal import legal_commands
from domain.view import view

__all__ = ["create", "decide", "evolve", "fold", "legal_commands", "view"]
