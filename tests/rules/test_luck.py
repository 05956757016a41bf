"""What dice were expected to do and what they did, worked out by hand."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction as F

import pytest

from domain import decide, evolve, fold
from domain import events as e
from domain.analysis.distribution import spread
from domain.analysis.luck import (
    LuckReport,
    Measure,
    RollSource,
    Tally,
    Throw,
    balance,
    by_turn,
    course,
    find_throws,
    tally,
)
from domain.analysis.odds import rolled
from domain.analysis.work import Spend, WorkBudget, WorkLimitError
from domain.commands import (
    Ambush,
    Attack,
    Command,
    EndTargets,
    EndTurn,
    NameTarget,
    PlayCard,
    Strike,
    TakeBack,
)
from domain.state import GameState
from domain.values import Card, EditionName, Seat, Side
from tests.support.chance import Script, faces
from tests.support.games import BOTH, Skirmish

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
SHOT = Attack(ALLIES, "I", "i")
E2025 = EditionName.E2025
HITS = Measure.HITS


def played(given: Skirmish, edition: EditionName, dice: str, *commands: Command) -> list[e.Event]:
    """The whole log of a skirmish in which these commands were given."""
    log, chance = given.log(edition), Script(dice)
    settled: dict[int, GameState] = {}
    state = fold(log)
    assert state is not None
    for command in commands:
        settled[state.version] = state
        events = decide(state, command, chance, settled.get)
        for event in events:
            state = evolve(state, event, settled.get)
        log += events
    return log


@dataclass(frozen=True)
class Case:
    """One attack by ``I`` at ``i``: expected and actual hits, flags, figures, eliminations."""

    name: str
    picture: str
    dice: str
    expected: tuple[F, F, F, F]
    actual: tuple[int, int, int, int]


HALF, SIXTH, NONE = F(1, 2), F(1, 6), F(0)
CASES = (
    Case("a hit", "4: I . . i", "grenade", (HALF, SIXTH, HALF, NONE), (1, 0, 1, 0)),
    Case("a miss", "4: I . . i", "star", (HALF, SIXTH, HALF, NONE), (0, 0, 0, 0)),
    Case("a retreat costs nothing", "4: I . . i", "flag", (HALF, SIXTH, HALF, NONE), (0, 1, 0, 0)),
    Case(
        "a retreat that is blocked costs a figure",
        "3: . . a2 a3\n4: I . . i",
        "flag",
        (HALF, SIXTH, F(2, 3), NONE),
        (0, 1, 1, 0),
    ),
    Case(
        "the last figure, by want of a way back",
        "3: . . a2 a3\n4: I . . i:1",
        "flag",
        (HALF, SIXTH, F(2, 3), F(2, 3)),
        (0, 1, 1, 1),
    ),
    Case(
        "more hits than figures",
        "4: I . i:1",
        "grenade infantry",
        (F(1), F(1, 3), F(3, 4), F(3, 4)),
        (2, 0, 1, 1),
    ),
)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_attack(case: Case, edition: EditionName) -> None:
    [throw] = find_throws(played(Skirmish(case.picture, ordered="I"), edition, case.dice, SHOT))
    assert (throw.side, throw.source, throw.unit) == (Side.ALLIES, RollSource.ATTACK, "I")
    assert (throw.target, throw.faces, throw.turn) == ("i", faces(case.dice), 1)
    assert [throw.luck[one].expected for one in Measure] == pytest.approx(case.expected)
    assert tuple(throw.luck[one].actual for one in Measure) == case.actual
    assert throw.stands


def test_an_ambush_is_the_luck_of_who_lay_in_it() -> None:
    given = Skirmish("4: I i", ordered="I", enemy=(Card.AMBUSH,))
    log = played(given, E2025, "grenade star star armor armor armor", SHOT, Ambush(AXIS))
    ambush, attack = find_throws(log)
    assert (ambush.side, ambush.source) == (Side.AXIS, RollSource.AMBUSH)
    assert (ambush.unit, ambush.target) == ("i", "I")
    assert (attack.side, attack.source, attack.target) == (Side.ALLIES, RollSource.ATTACK, "i")
    assert log[ambush.version - 1] == e.AmbushRolled(faces("grenade star star"), 1)
    assert [one.luck[Measure.LOSSES].actual for one in (ambush, attack)] == [1, 0]
    rows = by_turn([ambush, attack])
    assert list(rows) == [(1, Side.ALLIES), (1, Side.AXIS)]
    assert all(row.rolls == 1 and row.dice == 3 for row in rows.values())


def test_a_strike_needs_no_unit_and_its_stars_hit() -> None:
    given = Skirmish("4: i i2 i3", card=Card.AIR_POWER, phase="play_card")
    named = (NameTarget(ALLIES, "i"), NameTarget(ALLIES, "i2"), EndTargets(ALLIES))
    commands = (PlayCard(ALLIES, Card.AIR_POWER), *named, Strike(ALLIES, "i2"))
    first, second = find_throws(played(given, E2025, "star star armor armor", *commands))
    assert (first.source, first.unit, first.target) == (RollSource.STRIKE, None, "i2")
    assert second.target == "i"
    assert first.luck[Measure.HITS].expected == pytest.approx(4 / 3)
    assert [one.luck[Measure.HITS].actual for one in (first, second)] == [2, 0]


def test_rolls_that_were_taken_back_do_not_stand() -> None:
    alone = {"then": (e.SeatTaken(AXIS, "ann"),)}
    given = Skirmish("4: I . . i", ordered="I", **alone)  # type: ignore[arg-type]
    back = TakeBack(ALLIES, len(given.log(E2025)))
    first, second = find_throws(played(given, E2025, "star grenade", SHOT, back, SHOT))
    assert (first.faces, first.stands) == (faces("star"), False)
    assert (second.faces, second.stands) == (faces("grenade"), True)
    assert (first.turn, second.turn) == (1, 1)


def shots(dice: Iterable[str]) -> list[Throw]:
    """Attacks of one die each at full infantry, which hits by half."""
    given = Skirmish("4: I . . i", ordered="I")
    return [throw for one in dice for throw in find_throws(played(given, E2025, one, SHOT))]


def test_sums_by_hand() -> None:
    """Of four coins three come up: 3 against 2, a variance of 1. The chance of less than 3 is 11 of
    16, that of as much 4 of 16. Where less has a chance of 0.05 is 0.8 into the sixteenth of the 0.
    """
    result = tally(shots(("grenade", "infantry", "star", "infantry")))
    assert (result.rolls, result.dice) == (4, 4)
    luck = result.luck[Measure.HITS]
    assert (luck.expected, luck.actual, luck.difference) == pytest.approx((2, 3, 1))
    assert (luck.variance, luck.index) == pytest.approx((1, 1))
    assert luck.rank == pytest.approx(13 / 16)
    assert luck.interval == pytest.approx((-0.5 + 0.8 - 2, 4.5 - 0.8 - 2))


def test_what_dice_cannot_change_is_no_luck() -> None:
    result = tally(())
    assert (result.rolls, result.dice) == (0, 0)
    for luck in result.luck.values():
        assert (luck.expected, luck.actual, luck.variance, luck.index) == (0, 0, 0, 0)
        assert (luck.interval, luck.rank) == ((0, 0), 0.5)


def test_a_balance_by_hand() -> None:
    """A coin that came up against two that did not: the difference is -2 to 1, by 1, 3, 3, 1 of 8,
    and nothing above 1."""
    coin = spread({0: 0.5, 1: 0.5})
    mine = Tally(1, 1, dict.fromkeys(Measure, LuckReport(coin, 1)))
    other = Tally(2, 2, dict.fromkeys(Measure, LuckReport(coin.plus(coin), 0)))
    luck = balance(mine, other)[Measure.HITS]
    assert (luck.expected, luck.actual, luck.variance) == pytest.approx((-0.5, 1, 0.75))
    assert luck.rank == pytest.approx(15 / 16)


def test_the_course_of_a_game_by_hand() -> None:
    """Coins of both sides, in turns of which one was played again after another."""
    one, two, three, four = shots(("grenade", "star", "infantry", "star"))
    result = course(
        [
            replace(one, turn=2),
            replace(two, turn=4, side=Side.AXIS),
            replace(three, turn=2),
            replace(four, turn=4),
        ],
        Measure.HITS,
    )
    assert list(result) == [2, 4]
    found = {
        turn: [(standing.sides[side].expected, standing.sides[side].actual) for side in Side]
        for turn, standing in result.items()
    }
    assert found[2] == [pytest.approx((1, 2)), (0, 0)]
    assert found[4] == [pytest.approx((1.5, 2)), pytest.approx((0.5, 0))]
    more = result[4].balance
    assert (more.expected, more.actual) == (pytest.approx(1), 2)
    less = result[4].sides[Side.ALLIES].minus(result[4].sides[Side.AXIS])
    assert more.interval == pytest.approx(less.interval)
    assert course([], Measure.HITS) == {}


def test_dice_that_nobody_has_declared_are_no_roll() -> None:
    position = Skirmish("4: I i", ordered="I").at(E2025)
    for event in (
        e.DiceRolled(faces("star"), 1),
        e.AmbushRolled(faces("star"), 1),
        e.StrikeRolled("i", faces("star"), 1),
    ):
        with pytest.raises(ValueError, match="no dice"):
            rolled(position, event)


def test_a_turn_without_dice_is_not_shown() -> None:
    given = Skirmish("4: I i", ordered="I")
    assert find_throws(played(given, E2025, "", EndTurn(ALLIES))) == []


def test_dice_that_were_fixed_are_nobodys_luck() -> None:
    log = played(Skirmish("4: I . i", ordered="I"), E2025, "star star", SHOT)
    place = next(n for n, event in enumerate(log) if isinstance(event, e.DiceRolled))
    log.insert(place, e.DiceFixed(log[place].faces))
    assert find_throws(log) == []


@pytest.mark.parametrize(
    "add_up", [tally, by_turn, lambda throws, spend: course(throws, HITS, spend)]
)
def test_sums_of_many_rolls_are_given_up_where_they_cost_too_much(
    add_up: Callable[[list[Throw], Spend], object],
) -> None:
    few, many = (shots(("grenade", "star")) * times for times in (1, 500))
    add_up(few, WorkBudget(10_000).spend)
    with pytest.raises(WorkLimitError):
        add_up(many, WorkBudget(10_000).spend)
