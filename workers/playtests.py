"""Playtests of battles: what the games come to is kept as they end."""

import hashlib
import time

import msgspec

from domain.playtest import PlaytestGame, play_out, summarize
from events.jobs.playtests import GAMES, PLAYTESTS, Playtest
from events.jobs.tracked import Progress
from workers.runtime.slices import SlicedWork, do_a_slice


def play(name: str) -> None:
    """The job: go on with a playtest for a while."""
    do_a_slice(PLAYTESTS, Playtester, name)


class Playtester(SlicedWork[Playtest]):
    """Plays games one after the other; which they are follows from what was asked for alone."""

    def _go_on(self, found: Progress[Playtest], end: float) -> int | None:
        params = found.params
        for number in range(found.done, GAMES):
            game = play_out(params.setup, params.edition, params.level, _seed(params.id, number))
            done = number + 1
            if not self._jobs.add_part(params.id, str(number), msgspec.json.encode(game), done):
                return None
            if time.monotonic() >= end and done < GAMES:
                return done
        parts = self._jobs.parts(params.id)
        # Raises where a part is gone, so that the playtest has failed.
        games = [
            msgspec.json.decode(parts[str(number)], type=PlaytestGame) for number in range(GAMES)
        ]
        self._jobs.finish(params.id, msgspec.json.encode(summarize(games)))
        return None


def _seed(name: str, number: int) -> str:
    return hashlib.sha256(f"{name}:{number}".encode()).hexdigest()
