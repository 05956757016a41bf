"""One signed request to a receiver, bounded in every way: its address, its time, what is read of
the response. Redirects are responses like any other, and followed nowhere."""

import asyncio
import re
import socket
import ssl
import time
from collections.abc import Awaitable, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from urllib.parse import urlsplit

from standardwebhooks.webhooks import Webhook as Signing

from events.webhooks.addresses import ForbiddenAddressError, Network, require_allowed
from events.webhooks.retries import Attempt
from events.webhooks.webhook import DeliveryError

TIMEOUT = 10.0
"""Seconds for a whole attempt, from the name to the response."""
_HEAD = 16 * 1024
"""Bytes that are read of a response: its head alone counts."""
_INTERIM = 5
_ADDRESSES = 4
_STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9]{2})(?: [^\r\n]*)?\r\n")
_RETRY_AFTER = re.compile(rb"(?i)\r\nretry-after:[ \t]*([0-9]{1,6})[ \t]*\r\n")
_THREADS = 32

Resolve = Callable[[str, int], Awaitable[list[str]]]
"""The addresses of a host. Raises ``OSError``."""


class Resolver:
    """The system's resolver, on threads of its own: names that hang hold up no others' names."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_THREADS, "resolver")

    async def __call__(self, host: str, port: int) -> list[str]:
        """The addresses of a host, in the order in which to try them."""
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._threads, _addresses, host, port)
        return list(dict.fromkeys(found))

    def close(self) -> None:
        """Wait for nobody any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _addresses(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


class Poster:
    """Sends requests to addresses that may be reached."""

    def __init__(
        self,
        resolve: Resolve,
        networks: Collection[Network] = (),
        *,
        timeout: float = TIMEOUT,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """``networks`` may be reached besides the internet, also without encryption."""
        self._resolve = resolve
        self._networks = networks
        self._timeout = timeout
        self._tls = tls or ssl.create_default_context()

    async def post(self, url: str, headers: dict[str, str], body: bytes) -> Attempt:
        """What comes of one attempt; it raises nothing."""
        started = time.monotonic()
        code, error, after = None, None, 0
        try:
            async with asyncio.timeout(self._timeout):
                code, after = await self._exchange(url, headers, body)
        except TimeoutError:
            error = DeliveryError.TIMEOUT
        except ForbiddenAddressError:
            error = DeliveryError.ADDRESS
        except socket.gaierror:
            error = DeliveryError.DNS
        except ssl.SSLError:
            error = DeliveryError.TLS
        except (ValueError, EOFError, asyncio.LimitOverrunError):
            error = DeliveryError.RESPONSE
        except OSError:
            error = DeliveryError.CONNECTION
        return Attempt(code, error, time.monotonic() - started, after)

    async def _exchange(self, url: str, headers: dict[str, str], body: bytes) -> tuple[int, int]:
        parts = urlsplit(url)
        host, secure = parts.hostname or "", parts.scheme == "https"
        port = parts.port or (443 if secure else 80)
        found = await self._resolve(host, port)
        require_allowed(found, self._networks, secure=secure)
        reader, writer = await self._connected(found, host, port, secure=secure)
        try:
            writer.write(_request(parts.netloc, _target(url), headers, body))
            await writer.drain()
            return await _response(reader)
        finally:
            # Nobody waits for a receiver that does not close.
            writer.transport.abort()

    async def _connected(
        self, addresses: list[str], host: str, port: int, *, secure: bool
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        failure = OSError("no address")
        for address in addresses[:_ADDRESSES]:
            try:
                return await asyncio.open_connection(
                    address,
                    port,
                    limit=_HEAD,
                    ssl=self._tls if secure else None,
                    server_hostname=host if secure else None,
                )
            except ssl.SSLError:
                raise
            except OSError as error:
                failure = error
        raise failure


def signed(name: str, body: bytes, secrets: Collection[str], now: float) -> dict[str, str]:
    """The headers of Standard Webhooks, signed by each of the secrets."""
    at = datetime.fromtimestamp(int(now), UTC)
    text = body.decode()
    return {
        "webhook-id": name,
        "webhook-timestamp": str(int(now)),
        "webhook-signature": " ".join(Signing(one).sign(name, at, text) for one in secrets),
    }


def _target(url: str) -> str:
    parts = urlsplit(url)
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _request(host: str, target: str, headers: dict[str, str], body: bytes) -> bytes:
    lines = {
        "Host": host,
        "User-Agent": "Afteraction-Webhooks/1",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"POST {target} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body


async def _response(reader: asyncio.StreamReader) -> tuple[int, int]:
    """The status of a response, and the milliseconds in its ``Retry-After``."""
    for _ in range(_INTERIM):
        head = await reader.readuntil(b"\r\n\r\n")
        found = _STATUS.match(head)
        if found is None:
            raise ValueError("no response of HTTP/1")
        code = int(found[1])
        if code >= 200:
            later = _RETRY_AFTER.search(head)
            return code, int(later[1]) * 1000 if later else 0
    raise ValueError("no final response")
