"""Decisions of a game judged, each from what its seat knew then: what was skill, what was luck."""

from domain.judgement.decisions import ENGINE, Alternative, Judged, Label, judge
from domain.judgement.ledger import Ledger, ledgers, luck_adjusted, unseen

__all__ = [
    "ENGINE",
    "Alternative",
    "Judged",
    "Label",
    "Ledger",
    "judge",
    "ledgers",
    "luck_adjusted",
    "unseen",
]
