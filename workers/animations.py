"""Animated replays: each frame is kept as soon as it is drawn."""

import time

from api.pictures.board import Manner, draw
from api.pictures.changes import Changes, changes
from api.pictures.motion import animated, reduced
from api.pictures.overlay import Extras
from api.pictures.pixels import made
from api.pictures.scene import of_state
from domain.history import mainline_versions
from domain.values import Side
from events.jobs.animations import ANIMATIONS, Animation
from events.jobs.tracked import Progress
from workers.runtime.slices import SlicedWork, do_a_slice


def animate(name: str) -> None:
    """The job: go on with an animation for a while."""
    do_a_slice(ANIMATIONS, Animator, name)


class Animator(SlicedWork[Animation]):
    """Draws animations, a frame after the other."""

    def _go_on(self, found: Progress[Animation], end: float) -> int | None:
        params = found.params
        count = len(params.versions)
        for place in range(found.done, count):
            if not self._jobs.add_part(
                params.id, str(place), self._frame(params, place), place + 1
            ):
                return None
            if time.monotonic() >= end:
                return place + 1
        parts = self._jobs.parts(params.id)
        frames = [parts[str(place)] for place in range(count)]
        self._jobs.finish(params.id, animated(frames, params.format, params.milliseconds))
        return None

    def _frame(self, params: Animation, place: int) -> bytes:
        state = self._games.at(params.game, params.versions[place]).state
        extras = Extras(changes=self._changes(params, place) if params.changes and place else None)
        side = Side(params.side) if params.side else None
        manner = Manner(params.theme, params.labels, side, params.language)
        return reduced(made(draw(of_state(state), manner, extras), params.width))

    def _changes(self, params: Animation, place: int) -> Changes:
        """What the events between two frames have changed, without what was taken back by the end
        of the animation."""
        games, (before, after) = self._games, params.versions[place - 1 : place + 1]
        counts = set(mainline_versions(params.last, games.taken_back(params.game, params.last)))
        events = [one for one in games.events(params.game, before, after) if one.version in counts]
        states = [games.at(params.game, version).state for version in (before, after)]
        return changes(states[0], (one.event for one in events), states[1])
