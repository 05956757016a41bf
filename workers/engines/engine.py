"""The bots of the service as engines, which decide by the adaptor's messages alone."""

from collections.abc import Iterable, Iterator

import msgspec

from api.http.command_codec import PlayerCommand, to_json
from domain.bots import choose
from domain.commands import Listed
from domain.events import Event, TakenBack
from domain.evolve import fold
from domain.state import GameState
from domain.values import Seat
from domain.values.bots import BotLevel
from events.log import codec
from events.log.chain import canonical
from workers.engines.protocol import (
    Choice,
    Data,
    FromAdaptor,
    FromEngine,
    Hello,
    Position,
    Ready,
    Start,
    Stop,
    from_adaptor,
)


class BotEngine:
    """A bot of a level that knows a game by its events, redacted for its seats."""

    def __init__(self, level: BotLevel) -> None:
        self._level = level
        self._seed = ""
        self._events: list[Event] = []
        self._state: GameState | None = None

    def answers(self, lines: Iterable[bytes]) -> Iterator[FromEngine]:
        """Answer an adaptor's lines until a ``stop`` message. Raises ``ValueError``."""
        for text in lines:
            message = from_adaptor(text)
            if isinstance(message, Stop):
                return
            answer = self.answer(message)
            if answer is not None:
                yield answer

    def answer(self, message: FromAdaptor) -> FromEngine | None:
        """Answer one message; None if it needs no answer."""
        match message:
            case Hello():
                return Ready(f"Afteraction {self._level}")
            case Start():
                self._seed, self._events, self._state = message.seed, [], None
                return None
            case Position():
                return Choice(message.version, self._choose(message))
            case _:
                return None

    def _choose(self, position: Position) -> Data:
        state = self._advance([read(event) for event in position.events])
        chosen = choose(state, Seat(position.seat), self._level, self._seed)
        if isinstance(chosen, Listed):
            for action in position.actions:
                if action == spelled(chosen, with_seat="seat" in action):
                    return action
        # Not a play but another decision, in which all actions are worth the same.
        return position.actions[0]

    def _advance(self, events: list[Event]) -> GameState:
        """The state after further events. A take-back needs all earlier events."""
        self._events += events
        if any(isinstance(event, TakenBack) for event in events):
            self._state = None
        self._state = fold(events if self._state else self._events, self._state)
        if self._state is None:
            raise ValueError("the first position has the events from version 1 on")
        return self._state


def read(event: Data) -> Event:
    """Decode an event as the API shows it to a seat. Raises ``ValueError``."""
    hides = event["hidden"] is not None and "fields" not in event["hidden"]
    data = {"seed": "", **event["data"]} if event["version"] == 1 else event["data"]
    return codec.decode(event["type"], event["schema"], data, {} if hides else None)


def spelled(command: PlayerCommand, *, with_seat: bool) -> Data:
    """A command as the API lists it."""
    told: Data = msgspec.json.decode(canonical(to_json(command, with_seat=with_seat)))
    return told
