"""Games of a revision of the rules that is not that of today."""

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from domain import apply, branch, editions, evolve, fold, legal_commands
from domain import events as e
from domain.chance import NoChance
from domain.commands import Resign
from domain.decide import check
from domain.errors import IllegalCommandError, Rule
from domain.notation import NotationError, creation, headers, read
from domain.values import Ending, Seat
from domain.view import view
from tests.support.logs import played_log


def test_a_game_of_a_revision_that_is_gone_can_be_read_and_given_up_only() -> None:
    state = None
    for one in played_log()[:40]:
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
    assert [n for n, one in by_revision.items() if editions.is_supported(one)] == [2, 3, 4]
    assert all(editions.rulebook(one) is old[one.edition] for one in by_revision.values())


def test_a_record_tells_a_revision_above_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = MappingProxyType(dict.fromkeys((1, 2), editions.REVISIONS[1]))
    monkeypatch.setattr(editions, "REVISIONS", kept)
    first, *others = [one.event for one in played_log()]
    assert isinstance(first, e.GameCreated)
    for revision in (1, 2, 3):
        state = fold([replace(first, revision=revision), *others])
        assert state is not None
        result = headers.headers_of(state, None)
        assert result.get("Revision") == (None if revision == 1 else str(revision))
        record = read("".join(f'[{name} "{value}"]\n' for name, value in result.items()))
        if revision in kept:
            assert creation(record).revision == revision
        else:
            with pytest.raises(NotationError, match="revision 3 of the rules"):
                creation(record)
