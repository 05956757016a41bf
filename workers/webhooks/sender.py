"""Sends due deliveries and stores their outcomes.

Fast receivers have a lane of their own, so that slow ones, however many, do not delay them.
Requests run on an event loop; another thread uses the store.
"""

import asyncio
import logging
import random
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from queue import Empty, SimpleQueue
from threading import Event, Thread

from events.clock import at_milliseconds
from events.store.port import StoreUnavailableError
from events.webhooks.deliveries import Claim, Deliveries, Lane
from events.webhooks.registry import NoWebhookError, Webhooks
from events.webhooks.retries import Attempt
from events.webhooks.webhook import DeliveryError, DisabledReason, Webhook
from workers.webhooks.enqueuer import enqueue_disabled
from workers.webhooks.messages import encode_body
from workers.webhooks.posting import Poster, signature_headers
from workers.webhooks.push import encrypt, vapid_headers

_MAX_REQUESTS = {Lane.FAST: 200, Lane.SLOW: 200}
"""The maximum number of concurrent requests."""
_POLL_SECONDS = 0.2
_PAUSE_SECONDS, _RENEW_SECONDS = 1.0, 0.5
_FINISH_SECONDS = 3.0
"""How long a stop waits for running requests; the others are sent again later."""
_NOT_SENT = Attempt(None, DeliveryError.CONNECTION, 0.0)
_log = logging.getLogger(__name__)

Done = tuple[Claim, list[Attempt]]


class Sender:
    """Sends deliveries until it is stopped. Any number of them may run."""

    def __init__(
        self,
        webhooks: Webhooks,
        deliveries: Deliveries,
        posters: dict[Lane, Poster],
        public_url: str | None = None,
        *,
        clock: Callable[[], float] = time.time,
        chance: Callable[[], float] = random.random,
    ) -> None:
        """``clock`` gives seconds since 1970, ``chance`` numbers from 0 to 1."""
        self._webhooks = webhooks
        self._deliveries = deliveries
        self._posters = posters
        self._public_url = public_url
        self._push_key = cache(webhooks.push_key)
        self._clock = clock
        self._chance = chance
        self._running = dict.fromkeys(Lane, 0)
        self._claims: dict[tuple[str, str], Claim] = {}
        self._renew_at = 0.0
        self._done: SimpleQueue[Done | None] = SimpleQueue()
        self._loop = asyncio.new_event_loop()
        self._stopped = Event()

    def run(self) -> None:
        """Send until ``stop``."""
        requests = Thread(target=self._loop.run_forever, name="requests", daemon=True)
        requests.start()
        while not self._stopped.is_set():
            try:
                self._begin()
                self._settle(_POLL_SECONDS)
                self._renew()
            except StoreUnavailableError as error:
                _log.warning("webhooks wait for the store: %s", error)
                self._stopped.wait(_PAUSE_SECONDS)
            except Exception:
                _log.exception("webhooks not sent")
                self._stopped.wait(_PAUSE_SECONDS)
        end = time.monotonic() + _FINISH_SECONDS
        with suppress(StoreUnavailableError):
            while any(self._running.values()) and time.monotonic() < end:
                self._settle(_POLL_SECONDS)
        asyncio.run_coroutine_threadsafe(_abandon_requests(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        requests.join()
        self._loop.close()

    def stop(self) -> None:
        """Make ``run`` return soon."""
        self._stopped.set()
        self.wake()

    def wake(self) -> None:
        """Look for due deliveries now."""
        self._done.put(None)

    def _begin(self) -> None:
        """Start requests for due deliveries up to the limits."""
        now = self._now()
        for lane in Lane:
            free = (_MAX_REQUESTS[lane] - self._running[lane]) // lane.concurrency
            if free <= 0:
                continue
            due = self._deliveries.due(lane, now, free)
            for claim in self._deliveries.claim(lane, due, now):
                if claim.webhook.keys is not None:
                    # On this thread, which may use the store.
                    self._push_key()
                self._running[lane] += len(claim.sent)
                self._claims[claim.lease, claim.webhook.id] = claim
                asyncio.run_coroutine_threadsafe(self._send(claim), self._loop)

    def _renew(self) -> None:
        """Renew the leases: if this process dies, another one takes over seconds later."""
        if time.monotonic() >= self._renew_at:
            self._deliveries.renew(self._claims.values(), self._now())
            self._renew_at = time.monotonic() + _RENEW_SECONDS

    async def _send(self, claim: Claim) -> None:
        """Try each delivery of a claim once."""
        attempts = [_NOT_SENT] * len(claim.sent)
        try:
            poster, each = self._posters[claim.lane], []
            for name, body, _ in claim.sent:
                headers, text = self._request(claim, name, body)
                each.append(poster.post(claim.webhook.url, headers, text))
            attempts = await asyncio.gather(*each)
        except Exception:
            _log.exception("webhook not sent", extra={"webhook": claim.webhook.id})
        self._done.put((claim, attempts))

    def _request(self, claim: Claim, name: str, body: bytes) -> tuple[dict[str, str], bytes]:
        """Return the headers and the body of the request of a delivery."""
        hook, now = claim.webhook, self._clock()
        text = encode_body(hook, body, self._public_url)
        if hook.keys is None:
            return signature_headers(name, text, claim.secrets, now), text
        headers = vapid_headers(hook.url, self._push_key(), self._public_url, now)
        return headers, encrypt(hook.keys, text)

    def _settle(self, wait: float) -> None:
        """Store the outcomes of finished requests, waiting up to ``wait`` seconds for the first."""
        with suppress(Empty):
            done = self._done.get(timeout=wait)
            while True:
                if done is not None:
                    self._settle_one(*done)
                done = self._done.get_nowait()

    def _settle_one(self, claim: Claim, attempts: list[Attempt]) -> None:
        self._running[claim.lane] -= len(claim.sent)
        self._claims.pop((claim.lease, claim.webhook.id), None)
        verdict = self._deliveries.settle(claim, attempts, self._now(), self._chance)
        if verdict.disabled is not None:
            self._disable(claim.webhook, verdict.disabled)

    def _disable(self, webhook: Webhook, reason: DisabledReason) -> None:
        """Disable a webhook, and notify its owner by its other ones."""
        at = at_milliseconds(self._now())
        enqueue_disabled(self._webhooks, self._deliveries, webhook, at)

        def disabled(current: Webhook) -> Webhook:
            unchanged = current.url == webhook.url and current.enabled
            return current.disabled(reason, at) if unchanged else current

        with suppress(NoWebhookError):
            self._webhooks.change(webhook.id, disabled)
        _log.warning("webhook disabled", extra={"webhook": webhook.id, "outcome": reason})

    def _now(self) -> int:
        return round(self._clock() * 1000)


async def _abandon_requests() -> None:
    """Cancel all requests of this event loop."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.sleep(0)
