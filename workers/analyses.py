"""Analyze games: judged decisions are stored a few at a time."""

import time
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from api.answers.analysis import analyzed, judged, packed
from api.schemas.review.analysis import AnalyzedAnswer, JudgedDecisionAnswer
from domain import fold
from domain.evaluation import win_chance
from domain.history import mainline_versions
from domain.inference.candidates import candidates
from domain.judgement import Judged, judge, ledgers
from domain.state import GameState
from domain.values import Side
from events.games.decision_log import commands
from events.jobs.analyses import ANALYSES, Analysis
from events.jobs.tracked import Progress
from events.log.stored_event import StoredEvent
from workers.runtime.slices import SlicedWork, do_slice

_COMMANDS = 10
"""Commands judged between two checks of the time."""


def analyze(name: str) -> None:
    """Job: do the next slice of an analysis."""
    do_slice(ANALYSES, Analyzer, name)


class Analyzer(SlicedWork[Analysis]):
    """Judges the decisions of a game in order, deterministically by log and engine."""

    def _work(self, progress: Progress[Analysis], end: float) -> int | None:
        params, done = progress.params, progress.done
        for upto, part in self._parts(params, done):
            text = msgspec.json.encode(list(map(judged, part)))
            if not self._jobs.add_part(params.id, f"{done}-{upto}", text, upto):
                return None
            if time.monotonic() >= end and upto < params.version:
                return upto
            done = upto
        self._jobs.finish(params.id, packed(self._whole(params)))
        return None

    def _parts(self, params: Analysis, done: int) -> Iterator[tuple[int, list[Judged]]]:
        """Judged decisions after a version, in parts of some commands, each with its last
        version."""
        part: list[Judged] = []
        for number, (last, one) in enumerate(self._judged(params, done), 1):
            part += [one] if one else []
            if number % _COMMANDS == 0 or last == params.version:
                yield last, part
                part = []

    def _judged(self, params: Analysis, done: int) -> Iterator[tuple[int, Judged | None]]:
        """Each command after a version: its last version, and its judged decision if on the
        mainline."""
        games, past = self._games, self._games.past(params.game)
        mainline = set(
            mainline_versions(params.version, games.taken_back(params.game, params.version))
        )
        state = games.at(params.game, done).state if done else None
        for stored in commands(games.events(params.game, done, params.version)):
            before, last = state, stored[-1].version
            state = fold([one.event for one in stored], before, past)
            judged_decision = None
            if before is not None and state is not None and last in mainline:
                judged_decision = _judge_command(before, stored, state)
            yield last, judged_decision

    def _whole(self, params: Analysis) -> AnalyzedAnswer:
        """The decisions of all parts, with their summary."""
        decisions = _in_order(self._jobs.parts(params.id), params.version)
        first = decisions[0].version if decisions else params.version
        start, result = (self._chances(params.game, one) for one in (first, params.version))
        side_of = self._games.at(params.game, params.version).state.table.side_of
        books = ledgers(((side_of(one.seat), one) for one in decisions), start, result)
        return analyzed(decisions, books)

    def _chances(self, game: str, version: int) -> dict[Side, float]:
        """The win chance of each side at a version, by what it knows."""
        state = self._games.at(game, version).state
        seats = {side: state.table.first_of(side) for side in Side}
        return {side: win_chance(state, seat) for side, seat in seats.items()}


def _judge_command(
    before: GameState, stored: Sequence[StoredEvent], after: GameState
) -> Judged | None:
    """Judge the decision of a command; None if no seat decided."""
    if before.phase is None or stored[0].seat is None:
        return None
    command_events = [one.event for one in stored]
    command = stored[0].command_to(command_events[0])
    if command is None:
        command = next(candidates(before, command_events, stored[0].seat), None)
    return None if command is None else judge(before, command, command_events, after)


def _in_order(parts: Mapping[str, bytes], version: int) -> list[JudgedDecisionAnswer]:
    """The decisions of all parts, which are stored by their first and last version; parts of
    repeated jobs may overlap. Raises ``LookupError`` if a part is missing."""
    spans = {tuple(map(int, name.split("-"))): part for name, part in parts.items()}
    decisions: list[JudgedDecisionAnswer] = []
    done = 0
    while done < version:
        upto = max((last for first, last in spans if first == done), default=None)
        if upto is None:
            raise LookupError(f"decisions past version {done} are gone")
        decisions += msgspec.json.decode(spans[done, upto], type=list[JudgedDecisionAnswer])
        done = upto
    return decisions
