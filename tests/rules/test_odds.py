"""The odds of single attacks, worked out by hand."""

from dataclasses import dataclass, replace
from fractions import Fraction as F

import pytest

from domain.analysis.odds import Odds, Roll, odds, of_roll
from domain.analysis.work import WorkBudget, WorkLimitError
from domain.commands import (
    Ambush,
    Attack,
    Command,
    EndTargets,
    EndTurn,
    NameTarget,
    PlayCard,
    Strike,
)
from domain.editions import EDITIONS
from domain.position import Position
from domain.state import GameState
from domain.values import Card, EditionName, Face, Seat
from tests.support.chance import Script
from tests.support.games import BOTH, Skirmish, play

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS


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


def odds_of(state: GameState, command: Command) -> Odds:
    found = odds(state, command)
    assert found is not None
    return found


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_odds(case: Chances, edition: EditionName) -> None:
    state = Skirmish(case.picture, ordered=case.unit).begin(edition)
    found = odds_of(state, Attack(ALLIES, case.unit, case.target))
    assert (found.target, found.hits) == (case.target, case.hits)
    assert found.eliminated == case.eliminated
    assert found.retreats == case.retreats
    assert found.blocked == case.blocked
    assert found.losses == case.losses


def struck(picture: str, edition: EditionName) -> Odds:
    """Of Allied Air Power at ``i``, the first of two targets; without help from its ground."""
    given = Skirmish(picture, card=Card.AIR_POWER, phase="play_card").begin(edition)
    named = (NameTarget(ALLIES, "i"), NameTarget(ALLIES, "i2"), EndTargets(ALLIES))
    chosen = play(given, (PlayCard(ALLIES, Card.AIR_POWER), *named), Script())
    return odds_of(chosen, Strike(ALLIES, "i"))


@pytest.mark.parametrize("edition", BOTH)
def test_a_star_from_the_air_hits_and_no_ground_helps_against_its_flags(
    edition: EditionName,
) -> None:
    """Four of six faces hit, one is the flag. One unit has a way back, the other has none; its
    sandbags would let it ignore a flag of an attack."""
    free = struck("4: . i\n5: I i2 i3", edition)
    assert (free.target, free.dice) == ("i", 2)
    assert free.hits == (F(1, 9), F(4, 9), F(4, 9))
    assert free.flags == (F(25, 36), F(10, 36), F(1, 36))
    assert (free.retreats, free.blocked, free.eliminated) == (F(11, 36), 0, 0)
    assert free.losses == F(4, 3)
    held = struck("3: a a2\n4: . i:2/% i2", edition)
    assert (held.retreats, held.blocked) == (0, F(11, 36))
    assert held.eliminated == F(4, 9) + 2 * F(4, 36) + F(1, 36)


@pytest.mark.parametrize("edition", BOTH)
def test_an_ambush_is_thrown_at_the_attacker(edition: EditionName) -> None:
    """Three dice at infantry: each hits by half, and one in six is a flag."""
    state = Skirmish("4: I i", ordered="I", enemy=(Card.AMBUSH,)).begin(edition)
    found = odds_of(play(state, [Attack(ALLIES, "I", "i")], Script()), Ambush(AXIS))
    assert (found.target, found.dice) == ("I", 3)
    assert found.hits == (F(1, 8), F(3, 8), F(3, 8), F(1, 8))
    assert (found.eliminated, found.blocked, found.losses) == (0, 0, F(3, 2))
    assert found.retreats == 1 - F(5, 6) ** 3


def test_what_throws_no_dice_has_no_odds() -> None:
    state = Skirmish("4: I i", ordered="I").begin(EditionName.E2025)
    assert odds(state, Attack(ALLIES, "I", "i")) is not None
    for other in (EndTurn(ALLIES), Attack(ALLIES, "I", "I"), Strike(ALLIES, "i"), Ambush(AXIS)):
        assert odds(state, other) is None


def test_more_dice_than_a_computation_may_reckon_with_are_refused_before_it_begins() -> None:
    state = Skirmish("4: I . . i", ordered="I").begin(EditionName.E2025)
    position = Position(EDITIONS[EditionName.E2025], state)
    few = Roll(state.units["i"], 3, frozenset({Face.GRENADE}))
    budget = WorkBudget(10_000)
    assert of_roll(position, few, budget.spend).dice == 3
    with pytest.raises(WorkLimitError):
        of_roll(position, replace(few, dice=2000), budget.spend)
    assert of_roll(position, few, budget.spend).dice == 3, "what was refused has cost nothing"
