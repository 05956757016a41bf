"""Engines: the bots of the service choose the same by what a seat is told, and what fails ends."""

import asyncio
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from domain.bots import choose
from domain.commands import TakeBack
from domain.scenarios import load
from domain.values import EditionName, Seat, Undo
from domain.values.bots import BotLevel
from domain.view import view
from events.log.stored_event import EventMetadata, StoredEvent, envelop
from tests.support.each import each
from tests.support.games import SEED, Playing, filled, game_options, paired_off, start_game, started
from workers.engines.engine import BotEngine, spelled
from workers.engines.process import EngineError, EngineProcess
from workers.engines.protocol import (
    Budget,
    Choice,
    FromEngine,
    Hello,
    Position,
    Ready,
    Start,
    Stop,
    line,
)

STAMP = EventMetadata("2030-01-02T03:04:05.678Z", None, SEED)
START = Start("g", "toulon", "2025", "standard", ["allies"], "g")
READY = "print(json.dumps({'type': 'ready', 'name': 'x'}), flush=True); "
READ = READY + "[sys.stdin.readline() for _ in range(3)]; "


class Told:
    """A game as one seat is told it, and an engine that decides for the seat."""

    def __init__(self, seat: Seat, level: BotLevel) -> None:
        self.seat, self.level, self.upto = seat, level, 0
        self.engine = BotEngine(level)
        assert self.say(Hello(), msgspec.structs.replace(START, seats=[seat])) == [
            Ready(f"Afteraction {level}")
        ]

    def say(self, *messages: Hello | Start | Position | Stop) -> list[FromEngine]:
        return list(self.engine.answers(map(line, messages)))

    def chosen(self, game: Playing, log: list[StoredEvent]) -> object:
        seen = frozenset({self.seat})
        legal = [{"type": "resign"}, chosen(game, self.seat, self.level)]
        position = Position(
            version=len(log),
            hash=log[-1].hash,
            seat=self.seat,
            view=dict(view(game.state, seen)),
            events=[one.shown_to(seen) for one in log[self.upto :]],
            actions=legal,
            budget=Budget(1),
        )
        self.upto = len(log)
        [answer] = self.say(position)
        assert isinstance(answer, Choice)
        return answer.command


def chosen(game: Playing, seat: Seat, level: BotLevel) -> dict[str, object]:
    command = choose(game.state, seat, level, "g")
    assert command is not None
    return spelled(command, with_seat=False)  # type: ignore[arg-type]


def games() -> dict[str, Playing]:
    free = replace(game_options(load("toulon"), SEED, "toulon"), undo=Undo.FREE)
    return {
        "taken back": filled(EditionName.E2025, free),
        "first edition": start_game("arracourt", EditionName.E2004),
        "pairs": paired_off(load("pegasus_bridge"), "pegasus_bridge"),
        "Overlord": started(load("omaha_beach_overlord"), EditionName.E2025),
    }


@each("name", list(games()))
def test_an_engine_chooses_what_the_bot_of_the_service_chooses(name: str) -> None:
    game, log = games()[name], list[StoredEvent]()
    values = {
        seat: Told(seat, level)
        for seat, level in zip(
            game.state.table.seats, [BotLevel.RANDOM, BotLevel.GREEDY] * 4, strict=False
        )
    }
    for step in range(60):
        new = tuple(game.log[len(log) :])
        log += envelop(new, len(log), log[-1].hash if log else "", STAMP)
        seat = game.state.awaited
        assert seat is not None
        command = choose(game.state, seat, values[seat].level, "g")
        assert command is not None
        assert values[seat].chosen(game, log) == chosen(game, seat, values[seat].level)
        back = game.state.undo.barrier
        if name == "taken back" and step % 20 == 19 and back < len(log):
            game.do(TakeBack(seat, back))
        else:
            game.do(command)


@each(
    "program, failure",
    [
        ("import time; time.sleep(60)", "late"),
        (READY + "import time; time.sleep(60)", "late"),
        (READ + "import time; time.sleep(60)", "late"),
        (READ + "[print(json.dumps({'type': 'info'})) for _ in iter(int, 1)]", "late"),
        (READ + "print(json.dumps({'type': 'choice', 'version': 1, 'command': {}}))", "illegal"),
        (READ + "print(json.dumps({'type': 'choice', 'version': 9, 'command': {}}))", "garbage"),
        (READ + "print('e2e4')", "garbage"),
        (READ + "print('[' * 60_000)", "garbage"),
        (READ + "print('x' * 1_000_000)", "garbage"),
        (READ + "sys.stdout.buffer.write(bytes([255, 10]))", "garbage"),
        (READ + "print(json.dumps({'type': 'ready', 'name': 'x'}))", "garbage"),
        (READ + "sys.exit(3)", "died"),
        ("sys.exit(3)", "died"),
    ],
)
def test_what_an_engine_does_wrong_is_distinguished(program: str, failure: str) -> None:
    code = f"import json, sys; {program}"
    legal = [{"type": "end_turn"}]

    async def failed() -> str:
        engine = None
        position = Position(1, "h", "allies", {"large": "x" * 300_000}, [], legal, Budget(0.2))
        try:
            engine = await EngineProcess.start_engine([sys.executable, "-c", code], START, 1.0)
            await engine.choose(position)
        except EngineError as error:
            return error.failure
        finally:
            if engine is not None:
                await engine.kill()
        return "none"

    assert outside(failed()) == failure


def test_an_engine_that_is_not_there_has_died() -> None:
    with pytest.raises(EngineError, match="died"):
        outside(EngineProcess.start_engine(["/no/such/engine"], START))


def outside(doing: Coroutine[Any, Any, Any]) -> object:
    """What is done in a loop of its own, whatever runs in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, doing).result()
