"""The odds in whatever random games come to, against every throw of the dice made by the rules."""

import random

import pytest

from domain.analysis.odds import Odds, odds
from domain.commands import Command
from domain.state import GameState
from domain.values import EditionName
from tests.support.games import BOTH, begun, plays, random_play
from tests.support.throws import capped, counted

BATTLES = ("pegasus_bridge", "omaha_beach", "arnhem_bridge", "sword_beach", "mont_mouchet")
MOST_DICE = 3
CHECKED = 15


def rolls(state: GameState) -> list[tuple[Command, Odds]]:
    """The commands that throw dice at a unit now, few enough to make every throw."""
    found = ((command, odds(state, command)) for command in plays(state))
    return [(command, told) for command, told in found if told and told.dice <= MOST_DICE]


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("slug", BATTLES)
def test_every_throw_counts(slug: str, edition: EditionName) -> None:
    chance = random.Random(f"{slug} {edition}")
    checked = 0
    for now in random_play(begun(slug, edition), chance, 3000):
        found = rolls(now.state)
        if not found or checked == CHECKED:
            continue
        command, told = chance.choice(found)
        played = counted(now.state, command, told)
        figures = now.state.units[told.target].figures
        assert capped(told, figures) == played.hits
        for name in ("flags", "eliminated", "retreats", "blocked", "losses"):
            assert getattr(told, name) == getattr(played, name), (name, command)
        checked += 1
    assert checked
