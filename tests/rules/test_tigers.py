"""Tigers, for which hits are thrown again."""

from fractions import Fraction

import pytest

from domain import decide
from domain.analysis.luck import Measure, find_throws
from domain.analysis.odds import odds
from domain.commands import Attack
from domain.values import EditionName, Seat, UnitKind
from tests.support.cases import Case, cases, check, runs
from tests.support.chance import Script
from tests.support.games import BOTH, Skirmish

CASES = cases(
    """
    # Battle Maps, Troops 16
    @ kind a tiger
    a grenade of the second roll eliminates it
        4: I a i; battle I | I > a [armor star star grenade] =>
        I > a [armor star star]; hazard rolled a 4,10 second_roll [grenade] draw 2;
        eliminated a 4,10 allies; ground offered I 4,10
    its symbol does not
        4: I a i | I > a [armor grenade star armor armor] =>
        I > a [armor grenade star]; hazard rolled a 4,10 second_roll [armor armor] draw 2
    who is not hit has no second roll
        4: I a i | I > a [star star star] => rolled
    a flag that it cannot obey is thrown again
        3: i i2; 4: I a | I > a [flag star star grenade] =>
        I > a [flag star star]; hazard rolled a 4,10 second_roll [grenade] draw 2;
        eliminated a 4,10 retreat_blocked allies; ground offered I 4,10
    @ kind a tiger; with mines; first axis
    mines have one as well
        4: I; 5: . *+ a; move a | a moves w [armor star armor] =>
        moved a w no ground; mine revealed a 5,11 strength 2;
        hazard rolled a 5,11 mine [armor star] draw 2;
        hazard rolled a 5,11 second_roll [armor] draw 3; moves ended
    """,
    mines={"mines": (2,)},
)


@runs(CASES)
def test_tigers(case: Case) -> None:
    check(case)


def given(picture: str = "3: i i2; 4: I a") -> Skirmish:
    rows = picture.replace("; ", "\n")
    return Skirmish(rows, ordered="I", kinds={"a": UnitKind.TIGER})


@pytest.mark.parametrize("edition", BOTH)
def test_odds_count_both_rolls(edition: EditionName) -> None:
    """Three dice, each of which kills with a third (armor, grenade) of a sixth; blocked flags do
    with another sixth of a sixth."""
    attack = Attack(Seat.ALLIES, "I", "a")
    free = odds(given("4: I a i").begin(edition), attack)
    assert free is not None
    assert free.eliminated == free.losses == 1 - (1 - Fraction(1, 3) * Fraction(1, 6)) ** 3
    assert free.hits[1] == 3 * Fraction(1, 3) * Fraction(2, 3) ** 2
    held = odds(given().begin(edition), attack)
    assert held is not None
    assert held.eliminated == 1 - (1 - Fraction(1, 2) * Fraction(1, 6)) ** 3
    assert held.blocked == held.eliminated - free.eliminated


@pytest.mark.parametrize(
    ("dice", "losses", "gone"),
    [
        ("armor star star grenade", 1, 1),
        ("armor star star flag", 0, 0),
        ("flag star star grenade", 1, 1),
        ("star star star", 0, 0),
    ],
)
def test_luck_is_that_of_both_rolls(dice: str, losses: int, gone: int) -> None:
    skirmish = given()
    state, log = skirmish.begin(EditionName.E2025), skirmish.log(EditionName.E2025)
    events = decide(state, Attack(Seat.ALLIES, "I", "a"), Script(dice))
    (throw,) = find_throws([*log, *events])
    assert throw.luck[Measure.LOSSES].actual == losses
    assert throw.luck[Measure.ELIMINATIONS].actual == gone
