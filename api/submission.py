"""A command on its way from a request to its answer."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from flask import Response, g, request

from api import metrics
from api.answers import MINIMAL, answer
from api.dry_run import checked
from api.identity import require_sight, seats_at
from api.observed import note
from api.problems import ProblemError
from api.refusals import told
from api.requests import expected_versions, idempotency_key, prefers_minimal
from api.services import services
from api.sight import look
from api.tags import require_kept, tag
from domain.commands import Command
from domain.errors import IllegalCommandError
from domain.state import GameState
from domain.values import Face, Seat
from events import traces
from events.execute import ContentionError, KeyReusedError, VersionMismatchError
from events.loaded import Loaded
from events.players import Player

_REFUSALS = (ProblemError, VersionMismatchError, ContentionError, KeyReusedError)


@dataclass(frozen=True, slots=True)
class Submission:
    """What a player has sent about a game; ``kind`` names the command in figures and logs."""

    who: Player
    game: str
    kind: str
    data: Mapping[str, Any]

    def located(self) -> Loaded:
        """The game, as far as needed to know which seats the player holds. Refuses what comes
        with a tag that the store cannot stand by."""
        loaded = services().games.cached(self.game)
        if not loaded.state.seats_of(self.who.id):
            loaded = services().games.current(self.game)
            require_sight(loaded.state, self.who)
        require_kept(loaded, request.headers.get("If-Match"))
        return loaded

    def seat(self, state: GameState) -> Seat:
        """The seat the command is for: the one it names, or else the player's only one, or the
        awaited one of several."""
        held = state.seats_of(self.who.id)
        if not held:
            raise ProblemError("forbidden", "You hold no seat at this game.")
        if "seat" in self.data:
            named = Seat(str(self.data["seat"]))
            if named not in held:
                raise ProblemError("forbidden", "You do not hold this seat.")
            return named
        return state.awaited if state.awaited in held and state.awaited else held[0]

    def answered(self, state: GameState, command: Command) -> Response:
        """The answer once the command is carried out, or tried where only that is asked."""
        seats = seats_at(state, self.who)
        key = idempotency_key(self.who, dict(self.data))
        expected = expected_versions(self.data.get("expected_version"))
        if self.data.get("validate_only"):
            sight = look(self.game, self.who)
            return checked(sight, command, expected, self._refused, self._dice)
        about = {"afteraction.game": self.game, "afteraction.command": self.kind}
        with traces.span("command", about, refusals=_REFUSALS) as span:
            try:
                nonce = self.data.get("nonce", "")
                done = services().games.submit(self.game, command, expected, key, nonce, self._dice)
            except Exception as error:
                self._note(span, _failure(error))
                if isinstance(error, IllegalCommandError):
                    note(rule=error.rule)
                    now = services().games.cached(self.game).state
                    raise self._refused(error, now) from None
                raise
            self._note(span, "replayed" if done.replayed else "accepted")
        note(version=done.upto)
        headers = {"ETag": tag(state.created, done.upto, done.events[-1].hash, seats)}
        if done.replayed:
            headers["Idempotency-Replayed"] = "true"
        if prefers_minimal():
            return _receipt(done.upto, headers)
        events = [msgspec.Raw(event.text_for(seats)) for event in done.events]
        return answer({"version": done.upto, "events": events}, 201, headers)

    @property
    def _dice(self) -> tuple[Face, ...]:
        """The dice that the player wants to be thrown, which a sandbox allows."""
        return tuple(map(Face, self.data.get("dice", ())))

    def _refused(self, error: IllegalCommandError, now: GameState) -> ProblemError:
        tried = dict(self.data) if "type" in self.data else None
        return told(error, now, seats_at(now, self.who), tried)

    def _note(self, span: traces.Span, outcome: str) -> None:
        """Count the command, and say in the log and in its span what became of it."""
        metrics.COMMANDS.labels(type=self.kind, outcome=outcome).inc()
        metrics.COMMAND_SECONDS.observe(time.perf_counter() - g.started)
        span.tell("afteraction.outcome", outcome)
        note(command=self.kind, outcome=outcome)


def _failure(error: Exception) -> str:
    """What the figures call it."""
    match error:
        case IllegalCommandError():
            return "illegal"
        case VersionMismatchError() | ContentionError():
            return "conflict"
        case KeyReusedError() | ProblemError():
            return "refused"
        case _:
            return "failed"


def _receipt(version: int, headers: Mapping[str, str]) -> Response:
    """That a command was carried out, without the events it led to."""
    applied = {**headers, "Preference-Applied": "return=minimal"}
    response = answer({"version": version}, 201, applied)
    response.mimetype = MINIMAL
    return response
