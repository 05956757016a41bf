"""How good a position is to a seat: the chance that its side wins, from what the seat knows."""

from domain.evaluation.model import Model, fitted, win_chance

__all__ = ["Model", "fitted", "win_chance"]
