"""Draw animated replays: each frame is stored as soon as it is drawn."""

import time

from api.pictures.board import Manner, draw
from api.pictures.changes import Changes, changes
from api.pictures.motion import animated, reduced
from api.pictures.overlay import Extras
from api.pictures.pixels import render_png
from api.pictures.scene import of_state
from domain.history import mainline_versions
from domain.values import Side
from events.jobs.animations import ANIMATIONS, Animation
from events.jobs.tracked import Progress
from workers.runtime.slices import SlicedWork, do_slice


def animate(name: str) -> None:
    """Job: do the next slice of an animation."""
    do_slice(ANIMATIONS, Animator, name)


class Animator(SlicedWork[Animation]):
    """Draws the frames of an animation one by one."""

    def _work(self, progress: Progress[Animation], end: float) -> int | None:
        params = progress.params
        count = len(params.versions)
        for index in range(progress.done, count):
            if not self._jobs.add_part(
                params.id, str(index), self._frame(params, index), index + 1
            ):
                return None
            if time.monotonic() >= end:
                return index + 1
        parts = self._jobs.parts(params.id)
        frames = [parts[str(index)] for index in range(count)]
        self._jobs.finish(params.id, animated(frames, params.format, params.milliseconds))
        return None

    def _frame(self, params: Animation, index: int) -> bytes:
        state = self._games.at(params.game, params.versions[index]).state
        extras = Extras(changes=self._changes(params, index) if params.changes and index else None)
        side = Side(params.side) if params.side else None
        manner = Manner(params.theme, params.labels, side, params.language)
        return reduced(render_png(draw(of_state(state), manner, extras), params.width))

    def _changes(self, params: Animation, index: int) -> Changes:
        """The changes between two frames, without events that are taken back by the end of the
        animation."""
        games, (before, after) = self._games, params.versions[index - 1 : index + 1]
        mainline = set(mainline_versions(params.last, games.taken_back(params.game, params.last)))
        events = [
            event for event in games.events(params.game, before, after) if event.version in mainline
        ]
        states = [games.at(params.game, version).state for version in (before, after)]
        return changes(states[0], (event.event for event in events), states[1])
