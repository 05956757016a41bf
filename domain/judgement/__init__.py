"""Decisions of a game judged, each from what its seat knew then: what was skill, what was luck."""

from domain.judgement.decisions import ENGINE, Alternative, DecisionLabel, Judged, judge
from domain.judgement.ledger import Ledger, ledgers, luck_adjusted, unseen

__all__ = [
    "ENGINE",
    "Alternative",
    "DecisionLabel",
    "Judged",
    "Ledger",
    "judge",
    "ledgers",
    "luck_adjusted",
    "unseen",
]
