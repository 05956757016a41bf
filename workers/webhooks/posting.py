"""Signed requests to receivers, with limits on addresses, time, and the size of responses.
Redirects are not followed."""

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
"""Seconds per attempt, from the resolution of the name to the response."""
_MAX_HEAD = 16 * 1024
"""The maximum size of a response's head in bytes; its body is not read."""
_MAX_INTERIM = 5
_MAX_ADDRESSES = 4
_STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9]{2})(?: [^\r\n]*)?\r\n")
_RETRY_AFTER = re.compile(rb"(?i)\r\nretry-after:[ \t]*([0-9]{1,6})[ \t]*\r\n")
_THREADS = 32

Resolve = Callable[[str, int], Awaitable[list[str]]]
"""Return the addresses of a host. Raises ``OSError``."""


class Resolver:
    """The system's resolver on threads of its own, so that a slow name delays no other."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_THREADS, "resolver")

    async def __call__(self, host: str, port: int) -> list[str]:
        """Return the addresses of a host in the order in which to try them."""
        loop = asyncio.get_running_loop()
        addresses = await loop.run_in_executor(self._threads, _addresses, host, port)
        return list(dict.fromkeys(addresses))

    def close(self) -> None:
        """Cancel all resolutions."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _addresses(host: str, port: int) -> list[str]:
    infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in infos]


class Poster:
    """Sends requests to allowed addresses."""

    def __init__(
        self,
        resolve: Resolve,
        networks: Collection[Network] = (),
        *,
        timeout: float = TIMEOUT,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """``networks`` are allowed besides the internet, also without encryption."""
        self._resolve = resolve
        self._networks = networks
        self._timeout = timeout
        self._tls = tls or ssl.create_default_context()

    async def post(self, url: str, headers: dict[str, str], body: bytes) -> Attempt:
        """Make one attempt. Raises nothing."""
        started = time.monotonic()
        code, error, retry_after = None, None, 0
        try:
            async with asyncio.timeout(self._timeout):
                code, retry_after = await self._exchange(url, headers, body)
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
        return Attempt(code, error, time.monotonic() - started, retry_after)

    async def _exchange(self, url: str, headers: dict[str, str], body: bytes) -> tuple[int, int]:
        parts = urlsplit(url)
        host, secure = parts.hostname or "", parts.scheme == "https"
        port = parts.port or (443 if secure else 80)
        addresses = await self._resolve(host, port)
        require_allowed(addresses, self._networks, secure=secure)
        reader, writer = await self._connect(addresses, host, port, secure=secure)
        try:
            writer.write(_request(parts.netloc, _target(url), headers, body))
            await writer.drain()
            return await _response(reader)
        finally:
            # Do not wait for a receiver that does not close the connection.
            writer.transport.abort()

    async def _connect(
        self, addresses: list[str], host: str, port: int, *, secure: bool
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        failure = OSError("no address")
        for address in addresses[:_MAX_ADDRESSES]:
            try:
                return await asyncio.open_connection(
                    address,
                    port,
                    limit=_MAX_HEAD,
                    ssl=self._tls if secure else None,
                    server_hostname=host if secure else None,
                )
            except ssl.SSLError:
                raise
            except OSError as error:
                failure = error
        raise failure


def signature_headers(
    name: str, body: bytes, secrets: Collection[str], now: float
) -> dict[str, str]:
    """Return the headers of Standard Webhooks, with a signature by each of the secrets."""
    at = datetime.fromtimestamp(int(now), UTC)
    text = body.decode()
    return {
        "webhook-id": name,
        "webhook-timestamp": str(int(now)),
        "webhook-signature": " ".join(Signing(secret).sign(name, at, text) for secret in secrets),
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
    """Return the status code of a response, and its ``Retry-After`` in milliseconds, or 0."""
    for _ in range(_MAX_INTERIM):
        head = await reader.readuntil(b"\r\n\r\n")
        status = _STATUS.match(head)
        if status is None:
            raise ValueError("no response of HTTP/1")
        code = int(status[1])
        if code >= 200:
            retry_after = _RETRY_AFTER.search(head)
            return code, int(retry_after[1]) * 1000 if retry_after else 0
    raise ValueError("no final response")
