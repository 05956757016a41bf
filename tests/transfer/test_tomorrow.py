"""What a game needs is in its own events: it outlives the tables that it was played by."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from domain import apply, branch, editions, evolve, legal_commands
from domain import events as e
from domain.chance import NoChance
from domain.commands import Resign
from domain.decide import check
from domain.errors import IllegalCommandError, Rule
from domain.values import Card, Ending, Seat
from domain.view import view
from events.log.verifier import verify
from events.transfer.exports import read_export
from events.transfer.verifying import RefusedLogError, verified
from tests.chain.auditors import javascript
from tests.support.logs import exported, played_log, rewritten
from tests.support.waiting import PATIENCE

PROJECT = Path(__file__).parents[2]


def test_games_of_today_and_tomorrow_hold_under_the_code_of_tomorrow(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.tomorrow"],
        capture_output=True,
        cwd=PROJECT,
        timeout=4 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    # Today's verifiers know no card of it but from the game itself.
    text = done.stdout.decode()
    sound = (0, None, "", "the rules, the seal")
    assert verify(text.splitlines()) == sound
    [found] = javascript(tmp_path, [["verify", text, {}]])
    assert tuple(found.values()) == sound


@pytest.fixture
def log() -> list[Any]:
    return played_log()


def test_a_deck_that_was_not_played_with_is_found(tmp_path: Path, log: list[Any]) -> None:
    deck = {**log[0].data["deck"], Card.FIREFIGHT: 2}
    forged = exported(rewritten(log, 1, data={**log[0].data, "deck": deck})).decode()
    found = verify(forged.splitlines())
    assert found.status == 1
    [other] = javascript(tmp_path, [["verify", forged, {}]])
    assert (other["status"], other["version"]) == (found.status, found.version)
    with pytest.raises(RefusedLogError, match="another set-up"):
        read_export(forged.encode().splitlines(keepends=True))


def test_a_log_of_a_revision_that_is_gone_is_not_judged_again(log: list[Any]) -> None:
    gone = rewritten(log, 1, data={**log[0].data, "revision": 9})
    with pytest.raises(RefusedLogError, match="decided under revision 9 of the rules, not judged"):
        read_export(exported(gone).splitlines(keepends=True))
    assert verify(exported(gone).decode().splitlines()).status == 0
    assert verified(gone, None, vouched=True).state.version == len(log)


def test_a_game_of_a_revision_that_is_gone_can_be_read_and_given_up_only(log: list[Any]) -> None:
    state = None
    for one in log[:40]:
        state = evolve(state, one.event)
    assert state is not None
    assert state.awaited is not None
    play = legal_commands(state, state.awaited)[0]
    gone = replace(state, created=replace(state.created, revision=9))
    with pytest.raises(IllegalCommandError) as refused:
        check(gone, play)
    assert (refused.value.rule, refused.value.facts) == (Rule.REVISION_NOT_DECIDED, {"revision": 9})
    for seat in gone.table.seats:
        assert legal_commands(gone, seat) == (Resign(seat),)
    with pytest.raises(IllegalCommandError, match=r"game\.revision_not_decided"):
        branch(gone, e.GameBranched("game", gone.version, "ab", "pl_alice"), NoChance())
    assert view(gone, frozenset()) == replace_created(view(state, frozenset()), gone)
    over = apply(gone, Resign(Seat.AXIS), NoChance()).state
    assert over.ending is Ending.RESIGNATION


def replace_created(seen: Any, state: Any) -> Any:
    return replace(seen, created=state.created) if hasattr(seen, "created") else seen


def test_games_of_the_revisions_that_are_left_are_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    created = played_log()[0].event
    assert isinstance(created, e.GameCreated)
    old = editions.REVISIONS[1]
    kept = MappingProxyType(dict.fromkeys((2, 3, 4), old))
    monkeypatch.setattr(editions, "REVISIONS", kept)
    by_revision = {n: replace(created, revision=n) for n in range(1, 6)}
    assert [n for n, one in by_revision.items() if editions.is_decided(one)] == [2, 3, 4]
    assert all(editions.rulebook(one) is old[one.edition] for one in by_revision.values())
