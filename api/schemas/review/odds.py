"""The odds of listed actions."""

from api.schemas.answer import Answer, Share


class ActionOddsAnswer(Answer, frozen=True):
    """The odds of an action that rolls dice at a unit."""

    action: int
    """Its index in `actions`, starting at zero."""
    target: str
    """The target unit."""
    dice: int
    """Dice."""
    hits: list[Share]
    """The probability of exactly 0, 1, 2 … hits."""
    flags: list[Share]
    """The probability of exactly 0, 1, 2 … flags."""
    eliminated: Share
    """The probability that the unit is eliminated, by hits or by a blocked retreat."""
    retreats: Share
    """The probability that it survives and must retreat."""
    blocked: Share
    """The probability that it loses figures because its retreat is blocked."""
    losses: float
    """The average number of figures that it loses, for any reason."""


class OddsOfActionsAnswer(Answer, frozen=True):
    """The odds of all actions that roll dice at a unit."""

    version: int
    odds: list[ActionOddsAnswer]
    """The odds, in the order of the actions."""
