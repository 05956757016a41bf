"""The environment for reinforcement learning, by PettingZoo's own tests (``make learning``)."""

import random
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from domain.commands import Play
from domain.legal import legal_commands
from domain.scenarios import slugs
from domain.values import Seat
from tests.support.each import each
from workers.learning.environment import env, raw_env


def test_it_is_an_environment_of_pettingzoo() -> None:
    with warnings.catch_warnings():
        # What is read by position is a plane of the board: no number between 0 and 1.
        warnings.filterwarnings("ignore", category=UserWarning)
        api_test(env(), num_cycles=2000)
        seed_test(env, num_cycles=50)


@each("number, battle", list(enumerate(battle for battle in slugs() if "overlord" not in battle)))
def test_random_agents_play_every_battle(number: int, battle: str) -> None:
    game, dice = (
        raw_env(scenario=battle, edition=("2004", "2025")[number % 2]),
        random.Random(number),
    )
    game.reset(seed=number)
    for _ in range(300):
        observed, _reward, over, cut, _ = game.last()
        if over or cut:
            break
        assert game.observation_space(game.agent_selection).contains(observed)
        game.step(int(dice.choice(np.flatnonzero(observed["action_mask"]))))


def test_an_action_that_is_masked_loses() -> None:
    game = raw_env()
    game.reset(seed=1)
    masked = int(np.flatnonzero(game.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="may not do"):
        game.step(masked)
    lawful = env()
    lawful.reset(seed=1)
    loser = lawful.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        lawful.step(masked)
    assert lawful.rewards[loser] == -1
    assert lawful.terminations[loser]


def test_an_observation_tells_nothing_of_the_enemys_cards() -> None:
    game = raw_env()
    game.reset(seed=1)
    other = next(one for one in game.agents if one != game.agent_selection)
    state = game._state
    before = game.observe(other)
    hands = {**state.cards.hands}
    seat = Seat(game.agent_selection)
    hands[seat] = state.cards.deck[: len(hands[seat])]
    object.__setattr__(state.cards, "hands", hands)
    after = game.observe(other)
    assert all(np.array_equal(before[name], after[name]) for name in before)
    assert [one for one in legal_commands(state, Seat(other)) if isinstance(one, Play)] == []
