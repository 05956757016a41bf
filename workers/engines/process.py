"""An engine as an untrusted process: its output is limited in time and length."""

import asyncio
import contextlib
import logging
import os
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from enum import StrEnum

from workers.engines.protocol import (
    MAX_LINE,
    Choice,
    Data,
    FromEngine,
    Hello,
    Info,
    Message,
    Position,
    Ready,
    Start,
    Stop,
    from_engine,
    line,
)

HELLO_SECONDS = 10.0
_GRACE_SECONDS = 1.0
"""Seconds beyond its budget that an engine may take, for the transfer of messages."""
_END_SECONDS = 2.0
_log = logging.getLogger(__name__)


class Failure(StrEnum):
    """How an engine has failed."""

    LATE = "late"
    ILLEGAL = "illegal"
    GARBAGE = "garbage"
    DIED = "died"


class EngineError(Exception):
    """The engine has failed; its process must not be used any more."""

    def __init__(self, failure: Failure, detail: str) -> None:
        super().__init__(f"{failure}: {detail}")
        self.failure = failure


class EngineProcess:
    """A running engine, after the handshake."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @classmethod
    async def start_engine(
        cls, command: Sequence[str], start: Start, hello_seconds: float = HELLO_SECONDS
    ) -> "EngineProcess":
        """Start an engine and send it the game. Raises ``EngineError``."""
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, limit=MAX_LINE, start_new_session=True
            )
        except OSError as error:
            raise EngineError(Failure.DIED, str(error)) from error
        engine = cls(process)
        try:
            async with _within(hello_seconds):
                await engine._send(Hello())
                if not isinstance(await engine._receive(), Ready):
                    raise EngineError(Failure.GARBAGE, "hello was not answered by ready")
                await engine._send(start)
        except EngineError:
            await engine.kill()
            raise
        return engine

    async def choose(self, position: Position) -> Data:
        """Let the engine choose a legal command. Raises ``EngineError``."""
        async with _within(position.budget.seconds + _GRACE_SECONDS):
            await self._send(position)
            answer = await self._receive()
        if not isinstance(answer, Choice) or answer.version != position.version:
            raise EngineError(Failure.GARBAGE, f"no choice for version {position.version}")
        if answer.command not in position.actions:
            raise EngineError(Failure.ILLEGAL, f"{str(answer.command)[:200]} is not legal")
        return answer.command

    async def stop(self, winner: str | None) -> None:
        """Stop the engine; kill it if it does not end."""
        with contextlib.suppress(EngineError, TimeoutError):
            async with asyncio.timeout(_END_SECONDS):
                await self._send(Stop(winner))
                await self._process.wait()
        await self.kill()

    async def kill(self) -> None:
        """Kill the engine and its child processes."""
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_END_SECONDS):
                # With unread output the end would not be noticed.
                while self._process.stdout and await self._process.stdout.read(MAX_LINE):
                    continue
                await self._process.wait()

    async def _send(self, message: Message) -> None:
        stdin = self._process.stdin
        try:
            if stdin is not None:
                stdin.write(line(message))
                await stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            raise EngineError(Failure.DIED, "it reads no more") from None

    async def _receive(self) -> FromEngine:
        """Read the next message, logging ``info`` messages."""
        while True:
            stdout = self._process.stdout
            try:
                text = await stdout.readline() if stdout is not None else b""
            except ValueError:
                raise EngineError(Failure.GARBAGE, f"a line above {MAX_LINE} bytes") from None
            if not text:
                raise EngineError(Failure.DIED, "it writes no more")
            try:
                message = from_engine(text)
            except (ValueError, RecursionError) as error:
                raise EngineError(Failure.GARBAGE, str(error)) from None
            if not isinstance(message, Info):
                return message
            _log.info("engine: %s", text[:1000].decode(errors="replace").strip())


@contextlib.asynccontextmanager
async def _within(seconds: float) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise EngineError(Failure.LATE, f"no answer within {seconds:g} seconds") from None
