"""Decisions of a game judged by what their seats knew: what was skill, what was luck."""

from domain.judgement.decisions import (
    ENGINE,
    Advice,
    Alternative,
    DecisionLabel,
    Judged,
    advise,
    judge,
)
from domain.judgement.ledger import Ledger, ledgers, luck_adjusted, unseen

__all__ = [
    "ENGINE",
    "Advice",
    "Alternative",
    "DecisionLabel",
    "Judged",
    "Ledger",
    "advise",
    "judge",
    "ledgers",
    "luck_adjusted",
    "unseen",
]
