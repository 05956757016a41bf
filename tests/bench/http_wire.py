"""HTTP/1.1 by hand, so that many clients cost a machine little beside the server that they ask."""

import asyncio
import json
from collections.abc import AsyncIterator

WITHIN = 120.0
"""Seconds for an answer, and between two signs of life of a stream."""


class Connection:
    """One kept connection, used for one request after another; opened anew when it was closed."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, token: str | None = None, body: object = None
    ) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        sent = b"" if body is None else json.dumps(body).encode()
        request = head(method, path, token, {"Content-Length": str(len(sent))}, bool(sent)) + sent
        # A silent connection may have been closed meanwhile: only then is a request sent twice,
        # and only when no byte of an answer has come.
        for last in (False, True):
            fresh = self._streams is None
            if self._streams is None:
                self._streams = await asyncio.open_connection(self._host, self._port)
            reader, writer = self._streams
            try:
                writer.write(request)
                await writer.drain()
                return await asyncio.wait_for(self._answer(reader), WITHIN)
            except (asyncio.IncompleteReadError, ConnectionError) as error:
                self.close()
                unread = isinstance(error, ConnectionError) or not error.partial
                if last or fresh or not unread:
                    raise
        raise AssertionError("unreachable")

    async def _answer(self, reader: asyncio.StreamReader) -> tuple[int, bytes]:
        status, headers = await heading(reader)
        if "content-length" in headers:
            return status, await reader.readexactly(int(headers["content-length"]))
        if headers.get("transfer-encoding") == "chunked":
            return status, b"".join([chunk async for chunk in chunks(reader)])
        return status, b""

    def close(self) -> None:
        """Let the connection go."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Stream:
    """A stream of a game's events, as Server-Sent Events or as lines of JSON."""

    def __init__(self, host: str, port: int, path: str, form: str) -> None:
        self._host, self._port, self._path, self._form = host, port, path, form
        self.status = 0
        self.ended = False
        """Whether the service said that the game is over and this was all."""

    async def events(self) -> AsyncIterator[tuple[int, str]]:
        """The version and the hash of each event."""
        reader, writer = await asyncio.open_connection(self._host, self._port)
        try:
            writer.write(head("GET", self._path, None, {"Accept": self._form}))
            self.status, _ = await asyncio.wait_for(heading(reader), WITHIN)
            if self.status != 200:
                return
            text = b""
            parts = chunks(reader)
            while True:
                try:
                    text += await asyncio.wait_for(anext(parts), WITHIN)
                except (StopAsyncIteration, asyncio.IncompleteReadError):
                    return
                *whole, text = text.split(b"\n")
                for line in whole:
                    event = self._event(line)
                    if event is not None:
                        yield event
        finally:
            writer.close()

    def _event(self, line: bytes) -> tuple[int, str] | None:
        """The event of a line; None when it holds none."""
        if line.startswith(b"event: end"):
            self.ended = True
        text = line.removeprefix(b"data: ")
        if not text.startswith(b"{"):
            return None
        value = json.loads(text)
        if "hash" in value:
            return value["version"], value["hash"]
        self.ended = self.ended or value.get("control") == "end"
        return None


def head(
    method: str,
    path: str,
    token: str | None,
    headers: dict[str, str],
    has_body: bool = False,
) -> bytes:
    """The lines before the body of a request."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if has_body:
        lines.append("Content-Type: application/json")
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    return "\r\n".join([*lines, "", ""]).encode()


async def heading(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """The status of an answer and its headers, their names in small letters."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in lines if line)
    return int(first.split(" ")[1]), {name.lower(): value.strip() for name, _, value in pairs}


async def chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """The parts of a chunked body."""
    while True:
        size = int((await reader.readuntil(b"\r\n")).split(b";")[0], 16)
        chunk = await reader.readexactly(size + 2)
        if size == 0:
            return
        yield chunk[:-2]
