"""``python -m workers.engines.adaptor``: play an engine against the service over HTTP.

Whatever the engine does, the service gets legal commands in time, each exactly once.
"""

import argparse
import asyncio
import hashlib
import json
import logging
import os
import sys
from collections import Counter
from collections.abc import Sequence
from http import HTTPStatus

from workers.engines.process import EngineError, EngineProcess
from workers.engines.protocol import Budget, Data, Position, Start
from workers.engines.remote import RefusedError, RemoteGame

_TOKEN = "AFTERACTION_TOKEN"  # nosec B105 # the name of a variable
_RESIGN: Data = {"type": "resign"}
_OVER = ("finished", "cancelled")
_ANOTHER_VERSION = (HTTPStatus.CONFLICT, HTTPStatus.PRECONDITION_FAILED)
_log = logging.getLogger(__name__)


class Adaptor:
    """One game of one player whose decisions an engine makes. ``seconds`` is the budget per
    decision, ``failures`` the number of failures tolerated before it resigns."""

    def __init__(
        self, game: RemoteGame, command: Sequence[str], seconds: float, failures: int
    ) -> None:
        self._game = game
        self._command = command
        self._seconds = seconds
        self._max_failures = failures
        self._events: list[Data] = []
        self._sent_events = 0
        self._engine: EngineProcess | None = None
        self.failures = Counter[str]()
        self.decisions = 0
        self.refused = 0

    async def play(self) -> str | None:
        """Play to the end; return the winner. Raises ``RefusedError``."""
        me, state = self._game.me(), self._game.state()
        try:
            while state["status"] not in _OVER:
                seats = [one["seat"] for one in state["table"] if one["player"] == me]
                await self._step(state, seats)
                state = self._game.state()
        finally:
            if self._engine is not None:
                await self._engine.stop(state["winner"])
        return None if state["winner"] is None else str(state["winner"])

    async def _step(self, state: Data, seats: list[str]) -> None:
        """Decide if the game awaits a seat of the player, else wait for new events."""
        offer, awaiting = state["undo_offer"], state["awaiting"] or {"seats": []}
        awaited = [seat for seat in awaiting["seats"] if seat in seats]
        try:
            if offer is not None and offer["seat"] not in seats:
                self._game.decline_undo()
            elif awaited:
                await self._decide(state, seats, awaited[0])
            else:
                self._game.events(state["version"], wait=True)
        except RefusedError as error:
            if error.status not in _ANOTHER_VERSION:
                raise
            self.refused += 1
            _log.info("decision out of date, deciding again: %s", error)

    async def _decide(self, state: Data, seats: list[str], seat: str) -> None:
        legal, version = self._game.actions(), state["version"]
        if legal["version"] != version:
            return
        options = [action for action in legal["actions"] if action.get("seat", seat) == seat]
        while len(self._events) < version:
            self._events += self._game.events(len(self._events))
        del self._events[version:]
        command = await self._choose(state, seats, seat, options)
        digest = hashlib.sha256(json.dumps(command, sort_keys=True).encode()).hexdigest()
        self._game.submit(version, command, f"engine-{version}-{seat}-{digest[:16]}")
        self.decisions += 1

    async def _choose(self, state: Data, seats: list[str], seat: str, options: list[Data]) -> Data:
        """The choice of the engine, or a replacement if it has failed."""
        plays = [action for action in options if action["type"] != _RESIGN["type"]]
        if sum(self.failures.values()) > self._max_failures or not plays:
            return next(action for action in options if action["type"] == _RESIGN["type"])
        try:
            engine = self._engine or await self._start_engine(state, seats)
            position = Position(
                version=state["version"],
                hash=self._events[-1]["hash"],
                seat=seat,
                view=state,
                events=self._events[self._sent_events :],
                actions=options,
                budget=Budget(self._seconds),
            )
            self._sent_events = len(self._events)
            return await engine.choose(position)
        except EngineError as error:
            self.failures[error.failure] += 1
            _log.warning("engine failed at version %s: %s", state["version"], error)
            if self._engine is not None:
                await self._engine.kill()
            self._engine = None
            return plays[0]

    async def _start_engine(self, state: Data, seats: list[str]) -> EngineProcess:
        self._sent_events = 0
        members = {name: state[name] for name in ("scenario", "edition", "variant")}
        start = Start(game=state["id"], seats=seats, seed=state["id"], **members)
        self._engine = await EngineProcess.start_engine(self._command, start)
        return self._engine


def main() -> None:
    """Play one game and print the outcome."""
    parser = argparse.ArgumentParser(
        prog="python -m workers.engines.adaptor",
        description="Play an engine against the service. The player's token is read from the "
        f"variable {_TOKEN}.",
    )
    parser.add_argument("api", help="the address of the service")
    parser.add_argument("game", help="the id of the game")
    parser.add_argument("--side", help="the side to sit down at, if the player has no seat yet")
    parser.add_argument("--seconds", type=float, default=5.0, help="time budget for a decision")
    parser.add_argument(
        "--failures", type=int, default=5, help="failures of the engine that are tolerated"
    )
    parser.add_argument("engine", nargs="+", help="the engine's command line, behind --")
    args = parser.parse_args()
    logging.basicConfig(level=logging.INFO, stream=sys.stderr)
    game = RemoteGame(args.api, os.environ.get(_TOKEN, ""), args.game)
    adaptor = Adaptor(game, args.engine, args.seconds, args.failures)
    try:
        if args.side is not None:
            game.sit(args.side)
        winner = asyncio.run(adaptor.play())
    except RefusedError as error:
        sys.exit(f"afteraction: {error}")
    outcome = {"game": args.game, "winner": winner, "decisions": adaptor.decisions}
    sys.stdout.write(
        json.dumps(outcome | {"refused": adaptor.refused, "failures": adaptor.failures}) + "\n"
    )


if __name__ == "__main__":
    main()
