"""The odds of single attacks, worked out by hand."""

from dataclasses import dataclass
from fractions import Fraction as F

import pytest

from domain.commands import Attack, EndTurn
from domain.odds import odds
from domain.values import EditionName, Seat
from tests.support.games import BOTH, Skirmish

ALLIES = Seat.ALLIES


@dataclass(frozen=True)
class Chances:
    """What an Allied unit may do to ``i`` or ``a``, the only enemy that it can attack."""

    name: str
    picture: str
    hits: tuple[F, ...]
    eliminated: F = F(0)
    retreats: F = F(0)
    blocked: F = F(0)
    losses: F = F(0)
    unit: str = "I"
    target: str = "i"


CASES = (
    Chances(
        "one die at infantry: two infantry faces and the grenade hit, the flag drives back",
        "4: I . . i",
        hits=(F(1, 2), F(1, 2)),
        retreats=F(1, 6),
        losses=F(1, 2),
    ),
    Chances(
        "one die at the last figure",
        "4: I . . i:1",
        hits=(F(1, 2), F(1, 2)),
        eliminated=F(1, 2),
        retreats=F(1, 6),
        losses=F(1, 2),
    ),
    Chances(
        "two dice at armor: one armor face and the grenade hit",
        "4: I . a",
        hits=(F(4, 9), F(4, 9), F(1, 9)),
        retreats=F(11, 36),
        losses=F(2, 3),
        target="a",
    ),
    Chances(
        "with no way back each flag costs a figure",
        "3: . . a2 a3\n4: I . . i",
        hits=(F(1, 2), F(1, 2)),
        blocked=F(1, 6),
        losses=F(2, 3),
    ),
    Chances(
        "the last figure has no way back",
        "3: . . a2 a3\n4: I . . i:1",
        hits=(F(1, 2), F(1, 2)),
        eliminated=F(2, 3),
        blocked=F(1, 6),
        losses=F(2, 3),
    ),
)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_odds(case: Chances, edition: EditionName) -> None:
    state = Skirmish(case.picture, ordered=case.unit).begin(edition)
    found = odds(state, Attack(ALLIES, case.unit, case.target))
    assert found is not None
    assert (found.target, found.hits) == (case.target, case.hits)
    assert found.eliminated == case.eliminated
    assert found.retreats == case.retreats
    assert found.blocked == case.blocked
    assert found.losses == case.losses


def test_what_throws_no_dice_has_no_odds() -> None:
    state = Skirmish("4: I i", ordered="I").begin(EditionName.E2025)
    assert odds(state, EndTurn(ALLIES)) is None
    assert odds(state, Attack(ALLIES, "I", "i")) is not None
