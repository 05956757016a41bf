"""What a report claims, worked out by hand; ``tests/chain`` holds whole games to it."""

from collections.abc import Iterable

import pytest

from domain import events as e
from domain.analysis.report import MAX_TURNS, RAREST, Claim, ReportTopic, claims
from domain.commands import (
    Ambush,
    Attack,
    Command,
    EndTargets,
    NameTarget,
    PlayCard,
    Resign,
    Strike,
    TakeBack,
)
from domain.geometry.hexes import Hex
from domain.setup import Objective
from domain.values import (
    Card,
    EditionName,
    Ending,
    LossCause,
    ObjectiveKind,
    Seat,
    Side,
    UnitKind,
)
from tests.rules.test_luck import played
from tests.support.games import Skirmish

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
E2025 = EditionName.E2025
SHOT = Attack(ALLIES, "I", "i")
HITS = LossCause.HITS
MOVED = e.UnitMoved("I", (Hex(4, 5), Hex(4, 6)), 2, may_battle=True, may_take_ground=True)
CONTESTED = Skirmish(
    "4: I . . i",
    ordered="I",
    changes={
        "objectives": (Objective("o", Side.ALLIES, ObjectiveKind.TEMPORARY, (Hex(2, 2),), 2, ""),)
    },
)
"""The Allies may win medals at C3."""


def claims_of(found: Iterable[Claim], topic: ReportTopic) -> list[tuple[str, dict[str, int | str]]]:
    return [(one.kind, dict(one.values)) for one in found if one.topic is topic]


def battle(dice: str, *commands: Command, picture: str = "4: I . . i:1") -> list[e.Event]:
    return played(Skirmish(picture, ordered="I"), E2025, dice, *commands)


def test_a_battle_that_one_shot_and_a_resignation_decide() -> None:
    log = battle("grenade", SHOT, Resign(AXIS))
    found = claims(log)
    assert claims_of(found, ReportTopic.BRIEFING) == [
        ("battle", {"scenario": "skirmish", "edition": "2025"}),
        ("goal", {"allies": 4, "axis": 4}),
        ("forces", {"allies_units": 1, "allies_figures": 4, "axis_units": 1, "axis_figures": 1}),
        ("first", {"side": "allies"}),
    ]
    lost = {"allies_figures": 0, "axis_figures": 1, "allies_units": 0, "axis_units": 1}
    assert claims_of(found, ReportTopic.RESULT)[1:] == [
        ("score", {"allies": 1, "axis": 0}),
        ("length", {"turns": 1}),
        ("losses", lost),
    ]
    [turn] = [one for one in found if one.topic is ReportTopic.TURNS]
    assert turn.version == len(log)
    shown = {"allies_lost": 0, "axis_lost": 1, "allies_medals": 1, "axis_medals": 0}
    assert turn.values == {"turn": 1, "side": "allies", "hex": "E8", **shown}
    assert claims_of(found, ReportTopic.DICE) == [
        ("dice", {"side": "allies", "dice": 1, "hits": 1, "expected_tenths": 5}),
        ("dice_no_more", {"side": "allies"}),
        ("dice_none", {"side": "axis"}),
    ]
    unit = {"unit": "I", "kind": "infantry", "hex": "E5", "figures": 1, "units": 1}
    assert claims_of(found, ReportTopic.HONORS) == [("honor", {"side": "allies", **unit})]


@pytest.mark.parametrize(
    ("dice", "kind", "one_in"),
    [
        ("star", "dice_no_fewer", None),
        ("star star", "dice_no_fewer", None),
        ("star grenade", "dice_more", 4),
        ("star grenade star", "dice_fewer", 8),
    ],
)
def test_the_verdict_is_how_many_throws_do_better_or_worse(
    dice: str, kind: str, one_in: int | None
) -> None:
    picture = {1: "4: I . . i", 2: "4: I . i", 3: "4: I i"}[len(dice.split())]
    verdict = claims_of(claims(battle(dice, SHOT, picture=picture)), ReportTopic.DICE)[1]
    rest = {} if one_in is None else {"one_in": one_in}
    assert verdict == (kind, {"side": "allies", **rest})


def test_what_hardly_ever_happens_is_reported_up_to_a_bound() -> None:
    missed, hit = (battle(dice, SHOT, picture="4: I . . i") for dice in ("star", "grenade"))
    again = [one for one in hit if isinstance(one, e.AttackDeclared | e.DiceRolled)]
    verdict = claims_of(claims([*missed, *again * 25]), ReportTopic.DICE)[1]
    assert verdict == ("dice_more", {"side": "allies", "one_in": RAREST})


def test_what_an_ambush_takes_is_the_honor_of_who_lay_in_it() -> None:
    given = Skirmish("4: I i", ordered="I", enemy=(Card.AMBUSH,))
    dice = "grenade star star armor armor armor"
    found = claims(played(given, E2025, dice, SHOT, Ambush(AXIS)))
    unit = {"unit": "i", "kind": "infantry", "hex": "E6", "figures": 1, "units": 0}
    assert claims_of(found, ReportTopic.HONORS) == [("honor", {"side": "axis", **unit})]


def test_a_strike_is_the_honor_of_no_unit() -> None:
    given = Skirmish("4: i:1 i2 i3", card=Card.AIR_POWER, phase="play_card")
    named = (NameTarget(ALLIES, "i"), NameTarget(ALLIES, "i2"), EndTargets(ALLIES))
    commands = (PlayCard(ALLIES, Card.AIR_POWER), *named, Strike(ALLIES, "i"))
    found = claims(played(given, E2025, "star star armor armor", *commands))
    assert claims_of(found, ReportTopic.HONORS) == []
    assert dict(claims_of(found, ReportTopic.RESULT))["score"] == {"allies": 1, "axis": 0}
    assert claims_of(found, ReportTopic.DICE)[0][1]["hits"] == 2


def test_what_was_taken_back_is_not_shown() -> None:
    alone = {"then": (e.SeatTaken(AXIS, "ann"),)}
    given = Skirmish("4: I . . i", ordered="I", **alone)  # type: ignore[arg-type]
    back = TakeBack(ALLIES, len(given.log(E2025)))
    found = claims(played(given, E2025, "grenade star", SHOT, back, SHOT))
    assert claims_of(found, ReportTopic.DICE)[0][1]["hits"] == 0
    assert dict(claims_of(found, ReportTopic.RESULT))["losses"]["axis_figures"] == 0


def test_the_turns_of_the_report_are_those_that_change_medals_then_figures_most() -> None:
    log = CONTESTED.log(E2025)
    log.append(e.ObjectiveTaken("o", Side.ALLIES, 2))
    for turn in range(2, 10):
        log += [e.TurnStarted(turn, AXIS), e.FiguresLost("I", turn % 2 + 1, HITS)]
    log += [e.TurnStarted(10, AXIS), e.ObjectiveLost("o", Side.ALLIES, 1)]
    log += [e.GameFinished(Side.AXIS, Ending.DECK_EMPTY)]
    found = claims(log)
    turns = [one.values["turn"] for one in found if one.topic is ReportTopic.TURNS]
    assert turns == [1, 2, 3, 5, 7, 9, 10]
    assert len(turns) == MAX_TURNS
    assert dict(claims_of(found, ReportTopic.RESULT))["score"] == {"allies": 1, "axis": 0}
    assert claims_of(found, ReportTopic.RESULT)[0] == ("won_by_deck_empty", {"side": "axis"})


@pytest.mark.parametrize(
    ("happened", "place"),
    [
        ([e.FiguresLost("I", 1, HITS), MOVED, e.FiguresLost("I", 1, HITS)], "E5"),
        ([e.FiguresLost("I", 1, HITS), e.FiguresLost("i", 2, HITS)], "E8"),
        ([MOVED, e.FiguresLost("I", 1, HITS)], "E7"),
        ([e.UnitRetreated("i", (Hex(3, 7),)), e.FiguresLost("i", 1, HITS)], "D8"),
        (
            [
                e.GroundTaken("I", Hex(4, 5), may_battle=False, may_take_ground=False),
                e.FiguresLost("I", 1, HITS),
            ],
            "E6",
        ),
        ([e.ObjectiveTaken("o", Side.ALLIES, 1), e.UnitExited("I", Hex(8, 0), 1)], "C3"),
        ([e.UnitExited("I", Hex(8, 0), 1), e.FiguresLost("i", 1, HITS)], "E8"),
    ],
)
def test_a_turn_turned_where_most_figures_fell_then_where_medals_were_won(
    happened: list[e.Event], place: str
) -> None:
    log = [*CONTESTED.log(E2025), *happened]
    [turn] = claims_of(claims(log), ReportTopic.TURNS)
    assert turn[1]["hex"] == place


def test_a_game_that_ends_before_its_first_turn() -> None:
    created, *_ = battle("star", SHOT)
    landed = e.UnitLanded("p", Side.ALLIES, UnitKind.INFANTRY, 4, (1, 1), (1, 1), (0,), 0)
    log = [created, landed, e.GameStarted(AXIS), e.FiguresLost("p", 1, HITS)]
    log += [e.UnitExited("i", (0, 0), 1), e.GameFinished(Side.AXIS, Ending.RESIGNATION)]
    result = dict(claims_of(claims(log), ReportTopic.RESULT))
    assert result["losses"]["allies_figures"] == 1
    assert (result["length"], result["score"]) == ({"turns": 0}, {"allies": 0, "axis": 1})
