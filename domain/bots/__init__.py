"""Bots: the decisions of seats that no person holds. Other packages import from here."""

from domain.bots.choice import choose

__all__ = ["choose"]
