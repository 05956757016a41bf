"""Damaged files of the official editor: every one is read or refused, within bounds of time, and
what is accepted is played to its end.

    python -m tests.bench.mutated_scenarios [FILES] [GAMES]
"""

import random
import sys
import time
from collections import Counter

from domain.values import EditionName, Status
from events.scenarios.editor import MEDIA_TYPE, NotEditorFileError
from events.scenarios.reading import Reading, read
from tests.support.editor_files import damaged
from tests.support.games import random_play, started
from tests.support.laws import broken_laws

SLOWEST = 1.0
"""CPU-seconds that a file may take."""
MAX_COMMANDS = 20_000


def judged(number: int) -> Reading | None:
    """What comes of a damaged file; None where it is refused as a whole."""
    try:
        return read(damaged(number), MEDIA_TYPE)
    except NotEditorFileError:
        return None


def played(found: Reading, number: int) -> bool:
    """Whether a game at random obeys the laws and comes to its end; True where there is none."""
    if found.setup is None:
        return True
    edition = tuple(EditionName)[number % 2]
    game = started(found.setup, edition, f"{number % 0x10000:04x}" * 16)
    for _ in random_play(game, random.Random(number), MAX_COMMANDS):
        if broken := broken_laws(game.state):
            print(f"file {number}: {broken}")
            return False
    return game.state.status is Status.FINISHED


def main(files: int = 10_000, games: int = 200) -> int:
    """Prints what became of the files; returns how many were not as they have to be."""
    seen: Counter[str] = Counter()
    wrong = playing = 0
    for number in range(files):
        began = time.process_time()
        found = judged(number)
        wrong += time.process_time() - began > SLOWEST
        seen[found.verdict if found else "refused"] += 1
        if found is not None and found.setup is not None and playing < games:
            playing += 1
            wrong += not played(found, number)
    print(f"{files} files: {dict(seen)}; {playing} games; {wrong} wrong")
    return wrong


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])) > 0)
