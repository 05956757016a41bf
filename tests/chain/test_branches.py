"""Branches are audited alone, by both programs alike: what is their own, and where they begin."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.values import Seat, Undo
from events.log.stored_event import StoredEvent
from events.log.verifier import Report, verify
from tests.chain.auditors import javascript
from tests.chain.exports import Export, Json, changed, events_of, export, text
from tests.chain.tampering import crude, skilled
from tests.support.branching import BRANCH_SEED, Sandbox, branch_of, fork
from tests.support.seating import SEATS
from tests.support.taking_back import Wavering

AXIS = frozenset({Seat.AXIS})
COMMANDS = 60
KINDS = ("kept", "anew", "kept of anew", "anew of kept", "anew of anew")


def made(kind: str, number: int = 1) -> list[StoredEvent]:
    """A branch of a game in which much was taken back, or a branch of such a branch; played on,
    with dice fixed now and then."""
    log = Wavering(Undo.CONSENT, number).go_on()
    for step, hidden in enumerate(reversed(kind.split(" of "))):
        seed = BRANCH_SEED[step:] + BRANCH_SEED[:step] if hidden == "anew" else None
        seats = frozenset(SEATS) if step else AXIS
        at = fork(log, 0.75 if step else 0.5)
        log = branch_of(log, at, seats=seats, seed=seed, game=f"branch-{step}")
        log = Sandbox(log).play(COMMANDS, number).log
    return log


@pytest.fixture(scope="module", params=KINDS)
def lines(request: pytest.FixtureRequest) -> Export:
    return export(made(request.param))


def judged(*games: Export, folder: Path) -> list[dict[str, Any]]:
    """The verdicts of the script, which are those of the module too."""
    found = [verify(text(game).removesuffix("\n").split("\n"))._asdict() for game in games]
    theirs = javascript(folder, [["verify", text(game), {}] for game in games])
    for wanted, other in zip(found, theirs, strict=True):
        if wanted["reason"].startswith("it makes no sense"):
            assert other["reason"]
            other["reason"] = wanted["reason"]
        assert other == wanted
    return found


def test_a_branch_is_sound_without_the_game_it_comes_from(lines: Export, tmp_path: Path) -> None:
    unproved = lines[1]["data"]["branch"]["unproved"]
    result = f", dice and cards up to version {unproved}" if unproved else ""
    wanted = Report(0, None, "", f"the rules{result}, the seal")._asdict()
    assert judged(lines, folder=tmp_path) == [wanted]


def test_a_branch_that_begins_in_the_past_that_another_one_shares(tmp_path: Path) -> None:
    first = made("anew")
    at = fork(first, 0.3)
    log = branch_of(first, at, seats=AXIS, game="early")
    [report] = judged(export(Sandbox(log).play(30).log), folder=tmp_path)
    assert (report["status"], report["reason"]) == (0, "")
    assert f"up to version {at}" in report["unchecked"]


def test_of_a_branch_that_runs_what_can_be_checked_is(tmp_path: Path) -> None:
    log = branch_of(Wavering(Undo.FREE).go_on(), seats=AXIS, seed=BRANCH_SEED)
    log = Sandbox(log).play(20).log[:-3]
    [report] = judged(export(log, frozenset(SEATS)), folder=tmp_path)
    assert report["status"] == 0
    assert "the seed is not revealed" in report["unchecked"]


def test_a_viewers_export_of_a_branch_is_checked_as_far_as_it_goes(tmp_path: Path) -> None:
    lines = export(made("anew"), frozenset())
    [report] = judged(lines, folder=tmp_path)
    assert (report["status"], report["unchecked"]) == (
        0,
        f"the rules, dice and cards up to version {lines[0]['version']}, the seal",
    )


def first(lines: Export, kind: str, after: int = 0) -> int:
    return int(next(one["version"] for one in events_of(lines, kind) if one["version"] > after))


def forged(lines: Export, version: int, change: Callable[[Json], object]) -> Export:
    return changed(lines, version, change)


def test_a_branch_that_is_not_as_it_says_is_found(lines: Export, tmp_path: Path) -> None:
    origin = lines[1]["data"]["branch"]
    at, begins = origin["at_version"], origin["at_version"] + 1
    rolled = first(lines, "dice_rolled", after=at)

    def other_version(event: Json) -> None:
        event["data"]["branch"]["at_version"] += 1

    def all_told(event: Json) -> None:
        event["data"]["branch"]["unproved"] = at + 1

    def never(event: Json) -> None:
        event["data"]["branch"]["at_version"] = lines[0]["version"] + 5

    def no_branch(event: Json) -> None:
        event["data"]["branch"] = None

    def another_face(event: Json) -> None:
        event["data"]["faces"] = ["star" if f != "star" else "flag" for f in event["data"]["faces"]]

    def more(event: Json) -> None:
        event["data"]["faces"].append("flag")

    games = [forged(lines, 1, change) for change in (other_version, all_told, never, no_branch)] + [
        forged(lines, rolled, another_face),
        forged(lines, rolled, more),
    ]
    reports = judged(*games, folder=tmp_path)
    assert {report["status"] for report in reports} == {1}
    assert [report["version"] for report in reports[-2:]] == [rolled, rolled]
    assert reports[0]["version"] in (begins, begins + 1)


def test_a_hand_that_is_dealt_as_one_pleases_is_found(tmp_path: Path) -> None:
    lines = export(made("anew"))
    at = lines[1]["data"]["branch"]["at_version"]
    shuffled, drawn = first(lines, "unseen_shuffled", at), first(lines, "card_drawn", at)

    def stacked(event: Json) -> None:
        event["data"]["order"][0], event["data"]["order"][-1] = (
            event["data"]["order"][-1],
            event["data"]["order"][0],
        )

    def better(event: Json) -> None:
        event["data"]["card"] = "barrage" if event["data"]["card"] != "barrage" else "ambush"

    def given(event: Json) -> None:
        event["type"] = "cards_kept_secret"

    games = [
        forged(lines, shuffled, stacked),
        forged(lines, drawn, better),
        forged(lines, drawn, given),
    ]
    reports = judged(*games, folder=tmp_path)
    assert [report["status"] for report in reports] == [1, 1, 1]
    assert [report["version"] for report in reports[:2]] == [shuffled, drawn]


def test_both_programs_find_the_same_in_branches(tmp_path: Path) -> None:
    chooser = random.Random(4)
    games = []
    for kind in ("kept", "anew"):
        lines = export(made(kind))
        at = lines[1]["data"]["branch"]["at_version"]
        for version in (1, at, at + 1, at + 2, chooser.randrange(at, lines[0]["version"])):
            forgeries = list(crude(lines, version, chooser.randint(1, lines[0]["version"])))
            games += [f.lines for f in chooser.sample(forgeries, 6)]
        if kind == "kept":
            games += [f.lines for f in chooser.sample(list(skilled(lines, chooser)), 20)]
    assert len(games) > 50
    judged(*games, folder=tmp_path)


def test_what_no_game_has_is_refused_before_it_is_worked_out(tmp_path: Path) -> None:
    """Of dice that are taken as they are told a number is soon written down."""
    lines = export(made("anew"))
    begins = lines[1]["data"]["branch"]["at_version"]

    def larger(name: str, size: object) -> Callable[[Json], object]:
        return lambda event: event["data"].update({name: size})

    def stacked(event: Json) -> None:
        event["data"]["order"] = ["barrage"] * 999
        event["data"]["count"] = 999
        event["hidden"]["fields"] = ["order"]

    games = []
    for kind, change in (
        ("attack_declared", larger("dice", 10**12)),
        ("attack_declared", larger("dice", 1000)),
        ("attack_declared", larger("dice", -1)),
        ("deck_shuffled", larger("count", 10**12)),
        ("deck_shuffled", stacked),
        ("figures_lost", larger("count", "9")),
    ):
        version = first(lines, kind)
        assert version < begins
        games.append((version, forged(lines, version, change)))
    reports = judged(*(game for _, game in games), folder=tmp_path)
    for (version, _), report in zip(games, reports, strict=True):
        assert (report["status"], report["version"]) == (1, version)
        told = ("so many", "fewer cards", "makes no sense")
        assert any(words in report["reason"] for words in told), report
