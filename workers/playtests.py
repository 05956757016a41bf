"""Run playtests: the result of each game is stored as it ends."""

import hashlib
import time

import msgspec

from domain.playtest import PlaytestGame, play_out, summarize
from events.jobs.playtests import GAMES, PLAYTESTS, Playtest
from events.jobs.tracked import Progress
from workers.runtime.slices import SlicedWork, do_slice


def play(name: str) -> None:
    """Job: do the next slice of a playtest."""
    do_slice(PLAYTESTS, Playtester, name)


class Playtester(SlicedWork[Playtest]):
    """Plays the games of a playtest, deterministically by its parameters."""

    def _work(self, progress: Progress[Playtest], end: float) -> int | None:
        params = progress.params
        for number in range(progress.done, GAMES):
            game = play_out(params.setup, params.edition, params.level, _seed(params.id, number))
            done = number + 1
            if not self._jobs.add_part(params.id, str(number), msgspec.json.encode(game), done):
                return None
            if time.monotonic() >= end and done < GAMES:
                return done
        parts = self._jobs.parts(params.id)
        # Raises if a part is missing; the playtest then fails.
        games = [
            msgspec.json.decode(parts[str(number)], type=PlaytestGame) for number in range(GAMES)
        ]
        self._jobs.finish(params.id, msgspec.json.encode(summarize(games)))
        return None


def _seed(name: str, number: int) -> str:
    return hashlib.sha256(f"{name}:{number}".encode()).hexdigest()
