"""Battles that bots play to their end, and what such games come to."""

from itertools import product

import pytest

from domain import playtest
from domain.playtest import Estimate, PlaytestGame, play_out, summarize, wilson
from domain.scenarios import load
from domain.values import EditionName, Side
from domain.values.bots import QUICK, BotLevel
from tests.support.examples import rounds

BATTLE = load("pegasus_bridge")


def game(winner: Side | None, luckier: Side | None, turns: int, *objectives: str) -> PlaytestGame:
    """A game that one side won, or nobody."""
    medals = {side: 4 if side is winner else 1 for side in Side}
    ending = None if winner is None else "medals"
    return PlaytestGame(winner, ending, turns, medals, luckier, objectives)


@pytest.mark.no_cover
def test_the_same_seed_gives_the_same_game_and_a_game_ends() -> None:
    for edition, level in [*product(EditionName, QUICK)][:: rounds(2, 1)]:
        first, again, other = (
            play_out(BATTLE, edition, level, f"{seed:064x}") for seed in (1, 1, 2)
        )
        assert first == again != other
        assert first.winner is not None and first.ending == "medals"
        assert first.medals[first.winner] == BATTLE.armies[0].medals_to_win
        assert set(first.objectives) <= {one.id for one in BATTLE.objectives}


def test_a_game_without_an_end_is_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playtest.games, "MAX_DECISIONS", 0)
    found = play_out(BATTLE, EditionName.E2025, BotLevel.RANDOM, "00" * 32)
    assert (found.winner, found.ending, found.luckier, found.turns) == (None, None, None, 1)


def test_games_are_added_up() -> None:
    allies, axis = Side.ALLIES, Side.AXIS
    found = summarize(
        [
            game(allies, allies, 10, "bridge"),
            game(allies, axis, 20, "bridge", "town"),
            game(axis, None, 30),
            game(None, allies, 40),
        ]
    )
    assert (found.games, dict(found.won)) == (4, {allies: 2, axis: 1})
    assert found.share[allies] == Estimate(0.5, *wilson(2, 4))
    low_high = (found.turns.low, found.turns.high)
    assert (found.turns.value, *low_high) == pytest.approx((25, 12.35, 37.65), abs=0.01)
    assert found.medals[axis].value == 1.75
    assert found.luck == Estimate(0.5, *wilson(1, 2))
    assert (found.endings, found.objectives) == ({"medals": 3}, {"bridge": 2, "town": 1})


def test_one_game_has_no_spread_and_may_tell_nothing_of_luck() -> None:
    found = summarize([game(None, None, 7)])
    assert (found.turns, found.luck, found.objectives) == (Estimate(7, 7, 7), None, {})


def test_an_interval_of_a_share() -> None:
    for hits, low, high in ((0, 0, 0.2775), (5, 0.2366, 0.7634), (10, 0.7225, 1)):
        assert wilson(hits, 10) == pytest.approx((low, high), abs=1e-4)
