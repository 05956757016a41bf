"""Submitting a command: from the request to the response."""

import time
from dataclasses import dataclass
from typing import Any

import msgspec
from flask import Response

from api.access.identity import held_by, require_visible, viewer_seats
from api.access.views import view_for, view_of
from api.commands.dry_run import check_command, deprecated
from api.http.api_request import current
from api.http.etags import tag, verify_tags
from api.http.problems import ProblemError
from api.http.refusals import actions, refusal_for
from api.http.requests import expected_versions, idempotency_key, preferred_return
from api.http.responses import MINIMAL, answer
from api.middleware.observation import note
from api.monitoring import metrics
from api.schemas.play.commands import CommandReceiptAnswer, CommandResultAnswer
from api.services import services
from domain.commands import Command
from domain.errors import IllegalCommandError
from domain.state import GameState
from domain.values import Face, Seat
from domain.view import awaiting
from events.accounts.players import Player
from events.games.errors import ContentionError, VersionMismatchError
from events.games.service import Outcome, Sender
from events.games.snapshot import GameSnapshot
from events.store.port import KeyReusedError
from events.telemetry import spans

_REFUSALS = (ProblemError, VersionMismatchError, ContentionError, KeyReusedError)


@dataclass(frozen=True, slots=True)
class Submission:
    """A command that a player sends to a game; ``kind`` is its name in metrics and logs."""

    who: Player
    game: str
    kind: str
    data: dict[str, Any]

    def load(self) -> GameSnapshot:
        """Load the game, recent enough to know the player's seats. Raises a problem, and
        ``HistoryShrankError`` if ``If-Match`` proves lost events."""
        snapshot = services().games.cached(self.game)
        if not snapshot.state.seats_of(self.who.id):
            snapshot = services().games.current(self.game)
            require_visible(snapshot.state, self.who)
        if tags := current().headers.get("If-Match"):
            verify_tags(view_of(snapshot, self.who).snapshot, tags)
        return snapshot

    def seat(self, state: GameState) -> Seat:
        """Return the seat of the command: the one it names, or else the awaited or first one of
        the player's. Raises a problem."""
        held = state.seats_of(self.who.id)
        if not held:
            raise ProblemError("forbidden", "You do not hold a seat in this game.")
        if "seat" in self.data:
            named = Seat(str(self.data["seat"]))
            if named not in held:
                raise ProblemError("forbidden", "You do not hold this seat.")
            return named
        return next((seat for seat in state.awaiting if seat in held), held[0])

    def submit(self, command: Command) -> Response:
        """Carry out the command; return the response for the seats that the player then holds."""
        key = idempotency_key(self.who, dict(self.data))
        expected = expected_versions(self.data.get("expected_version"))
        if self.data.get("validate_only"):
            return deprecated(self.validate(command))
        attributes = {"afteraction.game": self.game, "afteraction.command": self.kind}
        with spans.span("command", attributes, refusals=_REFUSALS) as span:
            try:
                nonce = self.data.get("nonce", "")
                sender = Sender(self.who.id, self._dice)
                outcome = services().game_service.submit(
                    self.game, command, expected, key, nonce, sender
                )
            except Exception as error:
                self._record(span, _failure(error))
                if isinstance(error, IllegalCommandError):
                    note(rule=error.rule)
                    raise self._refusal(error, services().games.cached(self.game).state) from None
                raise
            self._record(span, "replayed" if outcome.replayed else "accepted")
        note(version=outcome.upto)
        state = outcome.loaded.state
        seats = viewer_seats(state, self.who)
        headers = {"ETag": tag(state.created, outcome.upto, outcome.events[-1].hash, seats)}
        if outcome.replayed:
            headers["Idempotency-Replayed"] = "true"
        preferred = preferred_return()
        if preferred is not None:
            headers["Preference-Applied"] = f"return={preferred}"
        if preferred == "minimal":
            response = answer(CommandReceiptAnswer(outcome.upto), 201, headers)
            response.mimetype = MINIMAL
            return response
        events = [msgspec.Raw(event.text_for(seats)) for event in outcome.events]
        result = CommandResultAnswer(outcome.upto, events)
        if preferred == "actions":
            after = _snapshot_after(outcome).state
            legal = actions(after, held_by(after, self.who))
            result = msgspec.structs.replace(result, awaiting=awaiting(after), actions=legal)
        return answer(result, 201, headers)

    def validate(self, command: Command) -> Response:
        """Return the response of a dry run. Raises a problem if the command is refused."""
        expected = expected_versions(self.data.get("expected_version"))
        game_view = view_for(self.game, self.who)
        return check_command(game_view, command, expected, self._refusal, self._dice)

    @property
    def _dice(self) -> tuple[Face, ...]:
        """The dice that the player chose, which a sandbox allows."""
        return tuple(map(Face, self.data.get("dice", ())))

    def _refusal(self, error: IllegalCommandError, state: GameState) -> ProblemError:
        command = dict(self.data) if "type" in self.data else None
        return refusal_for(error, state, held_by(state, self.who), command)

    def _record(self, span: spans.Span, outcome: str) -> None:
        """Record the outcome in the metrics, the span and the log."""
        metrics.COMMANDS.labels(self.kind, outcome).inc()
        metrics.COMMAND_SECONDS.observe(time.perf_counter() - current().started)
        span.set_attribute("afteraction.outcome", outcome)
        note(command=self.kind, outcome=outcome)


def _failure(error: Exception) -> str:
    """Return the outcome label of an error in the metrics."""
    match error:
        case IllegalCommandError():
            return "illegal"
        case VersionMismatchError() | ContentionError():
            return "conflict"
        case KeyReusedError() | ProblemError():
            return "refused"
        case _:
            return "failed"


def _snapshot_after(outcome: Outcome) -> GameSnapshot:
    """Return the game right after a command, which may be a replayed one of long ago."""
    if outcome.loaded.version == outcome.upto:
        return outcome.loaded
    return services().games.at(outcome.loaded.state.created.game, outcome.upto)
