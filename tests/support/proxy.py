"""A network that can fail: a TCP proxy before a server, which delays, hangs, refuses and cuts."""

import asyncio
import socket
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, Self, TypeVar

HOST = "127.0.0.1"
PIECE = 1 << 20
ANSWER_WITHIN = 10.0

Target = tuple[str, int] | Path
"""An address, or the path of a Unix socket."""

T = TypeVar("T")


class Line:
    """One connection through the proxy; a doomed one ends when the server's next reply comes."""

    def __init__(self) -> None:
        self.doomed = False


class Proxy:
    """Passes bytes on between clients and ``target`` until it is told otherwise.

    Its threads and connections end with ``close``. Every method may be called from any thread and
    has taken effect when it returns.
    """

    def __init__(self, target: Target) -> None:
        self._target = target
        # It never listens. It holds the port, so that nobody else gets it while this one refuses.
        self._keeper = _bound(0)
        self.port: int = self._keeper.getsockname()[1]
        self._marker = b""
        self._to_lose = 0
        self.marked = 0
        """Requests seen since ``lose_replies`` that hold what was named there."""
        self._delay = 0.0
        self._light = asyncio.Event()
        self._door: socket.socket | None = None
        self._doorman: asyncio.Task[None] | None = None
        self._lines: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="proxy", daemon=True)
        self._thread.start()
        self.pass_on()

    @property
    def connections(self) -> int:
        """How many connections are open."""
        return len(self._lines)

    def pass_on(self, *, delay: float = 0.0) -> None:
        """Let everything through; each piece waits ``delay`` seconds in either direction."""
        self._do(self._open, delay)

    def go_dark(self) -> None:
        """Take connections and bytes, and pass nothing on, not even the end of a connection.

        What was sent meanwhile arrives when the light comes back, unless ``cut`` comes first.
        """
        self._do(self._darken)

    def refuse(self) -> None:
        """Cut every connection and refuse new ones, as if no server ran."""
        self._do(self._shut)

    def cut(self) -> None:
        """End every connection that is open; what it had not passed on is lost."""
        self._do(self._hang_up)

    def lose_replies(self, count: int, to: bytes) -> None:
        """Cut the connection instead of passing the reply on, for the next ``count`` requests that
        hold the bytes ``to``. The server has carried them out."""
        self._marker, self._to_lose, self.marked = to, count, 0

    def lead_to(self, target: Target) -> None:
        """From now on serve another server; connections to the one before are cut."""
        self._target = target
        self.cut()

    def close(self) -> None:
        """End all that is under way and give the port back."""
        self._do(self._shut)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(ANSWER_WITHIN)
        self._loop.close()
        self._keeper.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _do(self, act: Callable[..., Coroutine[Any, Any, T]], *arguments: Any) -> T:
        done = asyncio.run_coroutine_threadsafe(act(*arguments), self._loop)
        return done.result(ANSWER_WITHIN)

    async def _open(self, delay: float) -> None:
        self._delay = delay
        self._light.set()
        self._listen()

    async def _darken(self) -> None:
        self._light.clear()
        self._listen()

    def _listen(self) -> None:
        if self._door is None:
            self._door = _bound(self.port)
            self._door.listen(512)
            self._doorman = self._loop.create_task(self._welcome(self._door))

    async def _shut(self) -> None:
        if self._doorman is not None and self._door is not None:
            await _ended([self._doorman])
            self._door.close()
            self._door = None
        await self._hang_up()

    async def _hang_up(self) -> None:
        await _ended([*self._lines])

    async def _welcome(self, door: socket.socket) -> None:
        while True:
            near, _ = await self._loop.sock_accept(door)
            line = self._loop.create_task(self._serve(near))
            self._lines.add(line)
            # A task that is cancelled before it begins closes nothing.
            line.add_done_callback(lambda _, near=near: near.close())
            line.add_done_callback(self._lines.discard)

    async def _serve(self, near: socket.socket) -> None:
        with near, suppress(OSError):
            near.setblocking(False)
            near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await self._light.wait()
            family = socket.AF_UNIX if isinstance(self._target, Path) else socket.AF_INET
            with socket.socket(family) as far:
                far.setblocking(False)
                where = str(self._target) if isinstance(self._target, Path) else self._target
                await self._loop.sock_connect(far, where)
                if family == socket.AF_INET:
                    far.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                await self._carry_both_ways(near, far, Line())

    async def _carry_both_ways(self, near: socket.socket, far: socket.socket, line: Line) -> None:
        ways = [
            self._loop.create_task(self._carry(near, far, lambda data: self._note(line, data))),
            self._loop.create_task(self._carry(far, near, lambda _: not line.doomed)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await _ended(ways)

    async def _carry(
        self, source: socket.socket, sink: socket.socket, may_pass: Callable[[bytes], bool]
    ) -> None:
        """Bytes of one direction, until their source has no more or one may not pass."""
        with suppress(OSError):
            while data := await self._loop.sock_recv(source, PIECE):
                await asyncio.sleep(self._delay)
                await self._light.wait()
                if not may_pass(data):
                    return
                await self._loop.sock_sendall(sink, data)
        await self._light.wait()

    def _note(self, line: Line, request: bytes) -> bool:
        if self._marker and self._marker in request:
            self.marked += 1
            if self._to_lose > 0:
                self._to_lose -= 1
                line.doomed = True
        return True


def _bound(port: int) -> socket.socket:
    bound = socket.socket()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    bound.bind((HOST, port))
    bound.setblocking(False)
    return bound


async def _ended(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
