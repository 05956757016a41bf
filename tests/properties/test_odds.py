"""The odds in whatever random games come to, against every throw of the dice made by the rules."""

import random

import pytest

from domain.analysis.odds import Odds, odds
from domain.commands import Command
from domain.state import GameState
from domain.values import EditionName
from tests.support.games import BOTH, plays, random_play, start_game
from tests.support.throws import capped, counted

BATTLES = ("pegasus_bridge", "omaha_beach", "arnhem_bridge", "sword_beach", "mont_mouchet")
MAX_DICE = 3
CHECKED = 15


def rolls(state: GameState) -> list[tuple[Command, Odds]]:
    """The commands that throw dice at a unit now, few enough to make every throw."""
    found = ((command, odds(state, command)) for command in plays(state))
    return [(command, each) for command, each in found if each and each.dice <= MAX_DICE]


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("slug", BATTLES)
def test_every_throw_counts(slug: str, edition: EditionName) -> None:
    chance = random.Random(f"{slug} {edition}")
    checked = 0
    for now in random_play(start_game(slug, edition), chance, 3000):
        found = rolls(now.state)
        if not found or checked == CHECKED:
            continue
        command, result = chance.choice(found)
        played = counted(now.state, command, result)
        figures = now.state.units[result.target].figures
        assert capped(result, figures) == played.hits
        for name in ("flags", "eliminated", "retreats", "blocked", "losses"):
            assert getattr(result, name) == getattr(played, name), (name, command)
        checked += 1
    assert checked
