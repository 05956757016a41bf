"""How likely a side is to win, from what a seat knows. Other packages import from here."""

from domain.evaluation.win_chance import medal_worth, model, win_chance

__all__ = ["medal_worth", "model", "win_chance"]
