"""Values that nobody changes: by the type checker always, by Python itself in development mode."""

import subprocess
import sys

PLAYED = """
import random, sys
from domain.values import EditionName
from tests.support.games import pegasus, random_play
for edition in EditionName:
    *_, game = random_play(pegasus(edition), random.Random(7), 400)
try:
    game.log[0].created_by = "eve"
    sys.exit("an event was changed")
except AttributeError:
    pass
"""


def test_nothing_that_is_played_changes_a_value() -> None:
    """Each value would refuse it, and no game of random commands tries."""
    played = subprocess.run([sys.executable, "-X", "dev", "-c", PLAYED], check=False)

    assert played.returncode == 0
