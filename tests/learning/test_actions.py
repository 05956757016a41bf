"""Decisions as numbers: each in its range, and nearly all told apart."""

import random
from typing import get_args

from domain.commands import EndHandOut, HandOut, Play
from domain.geometry.shape import STANDARD
from domain.legal import legal_commands
from domain.scenarios import slugs
from domain.values import EditionName
from tests.support.games import plays, start_game
from workers.learning.actions import _TYPES, Actions


def test_nearly_every_legal_decision_has_a_number_of_its_own() -> None:
    listed = result = decisions = bare = 0
    for number, battle in enumerate(slugs()):
        game, dice = start_game(battle, list(EditionName)[number % 2]), random.Random(number)
        actions = Actions(game.state.created.setup.grid)
        for _ in range(60):
            options, seat = plays(game.state), game.state.awaited
            if seat is None or not options:
                break
            seen = [one for one in legal_commands(game.state, seat) if isinstance(one, Play)]
            if game.state.created.setup.grid.half_lines:
                break
            found = actions.legal(game.state, iter(seen))
            assert all(0 <= one < actions.count for one in found)
            assert all(found[actions.number(game.state, one)] in seen for one in seen)
            listed, result = listed + len(seen), result + len(found)
            decisions, bare = decisions + 1, bare + (len(found) < len(seen))
            game.do(dice.choice(options))
    assert decisions > 900
    assert bare < 0.01 * decisions
    assert result > 0.999 * listed


def test_only_overlord_has_decisions_without_a_number() -> None:
    beside = [kind for kind in get_args(Play) if kind not in _TYPES]
    assert beside == [HandOut, EndHandOut]


def test_the_number_of_actions_is_that_of_the_guide() -> None:
    assert Actions(STANDARD).count == 28_971
