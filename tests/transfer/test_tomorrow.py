"""What a game needs is in its own events: it outlives the tables that it was played by."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from domain.values import Card
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
    with pytest.raises(RefusedLogError, match="the set-up of"):
        read_export(forged.encode().splitlines(keepends=True))


def test_a_log_of_a_revision_that_is_gone_is_not_judged_again(log: list[Any]) -> None:
    gone = rewritten(log, 1, data={**log[0].data, "revision": 9})
    with pytest.raises(RefusedLogError, match="decided under revision 9 of the rules, not judged"):
        read_export(exported(gone).splitlines(keepends=True))
    assert verify(exported(gone).decode().splitlines()).status == 0
    assert verified(gone, None, vouched=True).state.version == len(log)
