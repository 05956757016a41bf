"""Bots: what a seat decides that no person holds. This is their door for other packages."""

from domain.bots.choice import choose

__all__ = ["choose"]
