"""A command on its way from a request to its answer."""

import time
from dataclasses import dataclass
from typing import Any

import msgspec
from flask import Response

from api.access.identity import held_by, require_sight, seats_at
from api.access.views import view_for, view_of
from api.commands.dry_run import checked, deprecated
from api.http.api_request import current
from api.http.etags import require_kept, tag
from api.http.problems import ProblemError
from api.http.refusals import actions, refused_command
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
    """What a player has sent about a game; ``kind`` names the command in figures and logs."""

    who: Player
    game: str
    kind: str
    data: dict[str, Any]

    def located(self) -> GameSnapshot:
        """The game, as far as needed to know which seats the player holds. Refuses what comes
        with a tag that the store cannot stand by."""
        loaded = services().games.cached(self.game)
        if not loaded.state.seats_of(self.who.id):
            loaded = services().games.current(self.game)
            require_sight(loaded.state, self.who)
        if tags := current().headers.get("If-Match"):
            require_kept(view_of(loaded, self.who).snapshot, tags)
        return loaded

    def seat(self, state: GameState) -> Seat:
        """The seat the command is for: the one it names, or else the player's only one, or the
        awaited one of several."""
        held = state.seats_of(self.who.id)
        if not held:
            raise ProblemError("forbidden", "You do not hold a seat in this game.")
        if "seat" in self.data:
            named = Seat(str(self.data["seat"]))
            if named not in held:
                raise ProblemError("forbidden", "You do not hold this seat.")
            return named
        return next((seat for seat in state.awaiting if seat in held), held[0])

    def answered(self, command: Command) -> Response:
        """The answer once the command is carried out, for the seats that the player holds then."""
        key = idempotency_key(self.who, dict(self.data))
        expected = expected_versions(self.data.get("expected_version"))
        if self.data.get("validate_only"):
            return deprecated(self.validated(command))
        about = {"afteraction.game": self.game, "afteraction.command": self.kind}
        with spans.span("command", about, refusals=_REFUSALS) as span:
            try:
                nonce = self.data.get("nonce", "")
                sender = Sender(self.who.id, self._dice)
                done = services().game_service.submit(
                    self.game, command, expected, key, nonce, sender
                )
            except Exception as error:
                self._note(span, _failure(error))
                if isinstance(error, IllegalCommandError):
                    note(rule=error.rule)
                    raise self._refused(error, services().games.cached(self.game).state) from None
                raise
            self._note(span, "replayed" if done.replayed else "accepted")
        note(version=done.upto)
        now = done.loaded.state
        seats = seats_at(now, self.who)
        headers = {"ETag": tag(now.created, done.upto, done.events[-1].hash, seats)}
        if done.replayed:
            headers["Idempotency-Replayed"] = "true"
        preferred = preferred_return()
        if preferred is not None:
            headers["Preference-Applied"] = f"return={preferred}"
        if preferred == "minimal":
            response = answer(CommandReceiptAnswer(done.upto), 201, headers)
            response.mimetype = MINIMAL
            return response
        events = [msgspec.Raw(event.text_for(seats)) for event in done.events]
        result = CommandResultAnswer(done.upto, events)
        if preferred == "actions":
            then = _at(done).state
            listed = actions(then, held_by(then, self.who))
            result = msgspec.structs.replace(result, awaiting=awaiting(then), actions=listed)
        return answer(result, 201, headers)

    def validated(self, command: Command) -> Response:
        """The answer to a dry run: that the rules allow the command."""
        expected = expected_versions(self.data.get("expected_version"))
        game_view = view_for(self.game, self.who)
        return checked(game_view, command, expected, self._refused, self._dice)

    @property
    def _dice(self) -> tuple[Face, ...]:
        """The dice that the player wants to be thrown, which a sandbox allows."""
        return tuple(map(Face, self.data.get("dice", ())))

    def _refused(self, error: IllegalCommandError, now: GameState) -> ProblemError:
        tried = dict(self.data) if "type" in self.data else None
        return refused_command(error, now, held_by(now, self.who), tried)

    def _note(self, span: spans.Span, outcome: str) -> None:
        """Count the command, and say in the log and in its span what became of it."""
        metrics.COMMANDS.labels(self.kind, outcome).inc()
        metrics.COMMAND_SECONDS.observe(time.perf_counter() - current().started)
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


def _at(done: Outcome) -> GameSnapshot:
    """The game right after a command, which may have come a while ago."""
    if done.loaded.version == done.upto:
        return done.loaded
    return services().games.at(done.loaded.state.created.game, done.upto)
