"""Games in the notation, and how they are refused."""

import pytest

from domain import events as e
from domain.notation import NotationError, creation, read, replay
from tests.support.games import SEED

HEADERS = f"""\
[Afteraction "record 1"]
[Game "gm_1"]
[Scenario "pegasus_bridge"]
[Edition "2025"]
[Variant "young_generals"]
[Undo "free"]
[Visibility "public"]
[Creator "ann"]
[TimeLimit "60"]
[SpectatorDelay "0"]
[View "all"]
[Seed "{SEED}"]
"""
SEATED = HEADERS + "allies: sit ann\naxis: sit bob\n"


def game(text: str) -> list[tuple[e.Event, ...]]:
    """What comes of the commands of a text."""
    record = read(text)
    return [done.events for done in replay(record, creation(record))]


def wrong(text: str) -> str:
    """How a text is refused, be it when it is read or when it is played again."""
    with pytest.raises(NotationError) as caught:
        game(text)
    return str(caught.value)
