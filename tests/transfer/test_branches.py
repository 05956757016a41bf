"""Branches taken away and brought in: by the rules, whatever was taken back before; and none whose
past or origin was changed."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.values import Seat, Undo
from events.log.stored_event import StoredEvent, dump
from tests.support.branching import BRANCH_SEED, Sandbox, branch_of, fork
from tests.support.each import each
from tests.support.logs import exported, recorded_log, rehashed
from tests.support.seating import SEATS
from tests.support.taking_back import Wavering
from tests.transfer.forging import read, refusal

Log = list[StoredEvent]
AXIS = frozenset({Seat.AXIS})
KEPT, ANEW = None, BRANCH_SEED


def made(seed: str | None, policy: Undo = Undo.CONSENT) -> Log:
    """A branch of a game in which much was taken back, played to its end."""
    log = Wavering(policy).go_on(300)
    log = branch_of(log, fork(log, 0.6), seats=AXIS, seed=seed)
    return Sandbox(log).play(25).log


@pytest.fixture(scope="module", params=[KEPT, ANEW], ids=["kept", "anew"])
def branch(request: pytest.FixtureRequest) -> Log:
    return made(request.param)


@each("policy", [Undo.FREE, Undo.CONSENT])
@each("seed", [KEPT, ANEW])
def test_a_branch_of_a_game_with_what_was_taken_back_is_read_back(
    seed: str | None, policy: Undo
) -> None:
    log = made(seed, policy)
    assert "taken_back" in {one.type for one in log[: origin(log)["at_version"]]}
    taken = read(exported(log))
    assert (list(taken.lines), taken.vouched_by) == ([dump(one) for one in log], "rules")


@each("seed", [KEPT, ANEW])
def test_a_branch_of_a_branch_is_read_back(seed: str | None) -> None:
    log = made(seed)
    later = branch_of(log, fork(log, 0.9), seats=frozenset(SEATS), game="later")
    assert read(exported(Sandbox(later).play(15).log)).vouched_by == "rules"


@each("first", [KEPT, ANEW])
@each("share", [0.3, 0.9])
def test_a_branch_with_cards_of_its_own_of_a_branch_is_read_back(
    first: str | None, share: float
) -> None:
    log = made(first)
    seats = AXIS if share < 0.5 else frozenset(SEATS)
    later = branch_of(log, fork(log, share), seats=seats, seed="ab" * 32, game="later")
    assert read(exported(Sandbox(later).play(15).log)).vouched_by == "rules"


@pytest.mark.parametrize("seats", [frozenset[Seat](), AXIS, frozenset(SEATS)], ids=len)
def test_a_branch_is_read_back_whoever_made_it_and_where(seats: frozenset[Seat]) -> None:
    log = recorded_log("sainte_mere_eglise_2004")
    for share in (0.05, 0.3, 0.6, 0.95):
        branch = branch_of(log, fork(log, share), seats=seats, seed=ANEW)
        assert read(exported(Sandbox(branch).play(3).log)).vouched_by == "rules"


def test_a_branch_of_a_game_that_was_stored_long_ago_is_read_back() -> None:
    log = recorded_log("pegasus_2004")
    assert log[0].schema == 1
    for seed in (KEPT, ANEW):
        branch = Sandbox(branch_of(log, fork(log, 0.3), seed=seed)).play(3).log
        assert read(exported(branch)).vouched_by == "rules"


def origin(log: Log) -> dict[str, Any]:
    """What a branch says of where it comes from."""
    result: dict[str, Any] = log[0].data["branch"]
    return result


def with_origin(log: Log, **changes: object) -> Log:
    values = {**origin(log), **changes}
    return rehashed([replace(log[0], data={**log[0].data, "branch": values}), *log[1:]])


def test_a_branch_that_comes_from_elsewhere_than_it_says_is_refused(branch: Log) -> None:
    at = origin(branch)["at_version"]
    for changes in (
        {"at_version": at + 1},
        {"at_version": at - 1},
        {"at_version": len(branch)},
        {"unproved": at + 1},
        {"game": "another"},
        {"head": "00" * 32},
        {"draws_of": "another"},
    ):
        forged = with_origin(branch, **changes)
        assert refusal(exported(forged))[1], changes
    own = replace(branch[0], data={**branch[0].data, "branch": None})
    assert refusal(exported(rehashed([own, *branch[1:]])))


Change = Callable[[StoredEvent], StoredEvent]


def faces(one: StoredEvent) -> StoredEvent:
    """Other dice."""
    shown = ["star" if face != "star" else "flag" for face in one.data["faces"]]
    return replace(one, data={**one.data, "faces": shown})


def cost(one: StoredEvent) -> StoredEvent:
    """A longer way."""
    return replace(one, data={**one.data, "cost": one.data["cost"] + 1})


def to_version(one: StoredEvent) -> StoredEvent:
    """Back to another decision."""
    return replace(one, data={**one.data, "to_version": one.data["to_version"] - 1})


def card(one: StoredEvent) -> StoredEvent:
    """A better card."""
    assert one.hidden is not None
    better = "barrage" if one.hidden.data["card"] != "barrage" else "air_power"
    return replace(one, hidden=replace(one.hidden, data={"card": better}))


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("dice_rolled", faces),
        ("unit_moved", cost),
        ("taken_back", to_version),
        ("card_drawn", card),
    ],
)
def test_a_past_that_was_changed_is_refused_where_the_seed_proves_it(
    kind: str, change: Change
) -> None:
    log = made(KEPT)
    past = origin(log)["at_version"]
    places = [place for place, one in enumerate(log[:past]) if one.type == kind]
    assert places
    for place in places:
        forged = [*log]
        forged[place] = change(log[place])
        assert refusal(exported(rehashed(forged)))[1]


def test_a_past_of_which_something_is_left_out_is_refused(branch: Log) -> None:
    past = origin(branch)["at_version"]
    for place in range(1, past, 9):
        assert refusal(exported(rehashed([*branch[:place], *branch[place + 1 :]])))[1]
